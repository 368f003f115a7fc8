use proptest::prelude::*;

use super::*;

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn equal_values_are_equal_structs() {
    let equal = [
        ("230", "230.0"),
        ("1e3", "1000"),
        ("1E+3", "1000.000"),
        ("-0", "0"),
        ("0e999999999999999999999999", "0.0"),
        ("0.1", "1e-1"),
        ("007", "7"),
        ("1e400", "10e399"),
        ("1e-400", "0.1e-399"),
        ("123456789012345678901234567890", "1234567890123456789012345678.90e2"),
    ];
    for (a, b) in equal {
        assert_eq!(decimal(a), decimal(b), "{a} {b}");
    }
    let different = [
        ("9007199254740992", "9007199254740993"),
        ("1", "-1"),
        ("1e400", "1e401"),
        ("1e999999999", "1e999999998"),
        ("0.1", "0.10000000000000000001"),
    ];
    for (a, b) in different {
        assert_ne!(decimal(a), decimal(b), "{a} {b}");
    }
}

#[test]
fn order_is_by_value() {
    let ascending = [
        "-1e999999999999",
        "-1e400",
        "-12",
        "-2",
        "-1e-400",
        "0",
        "1e-999999999999",
        "1e-400",
        "0.5",
        "2",
        "12",
        "120",
        "123",
        "9007199254740992",
        "9007199254740993",
        "1e400",
        "2e400",
        "1e401",
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(decimal(a).cmp(&decimal(b)), i.cmp(&j), "{a} {b}");
        }
    }
}

#[test]
fn refuses_what_is_no_number() {
    for text in [
        "", "-", "+1", ".5", "1.", "1e", "1e+", "1,000", "0x10", "١", "1 ", " 1", "NaN", "Infinity", "1.2.3", "1e1.5", "--1", "1e--1",
        "1_000",
    ] {
        assert_eq!(Decimal::parse(text), None, "{text}");
    }
}

#[test]
fn multiples_are_exact() {
    let cases = [
        ("10", "5", true),
        ("10", "3", false),
        ("0.3", "0.1", true),
        ("0.35", "0.1", false),
        ("1.1", "0.01", true),
        ("0", "7", true),
        ("-9", "3", true),
        ("1e400", "2", true),
        ("1e400", "3", false),
        ("1e-400", "1e-401", true),
        ("1e-401", "1e-400", false),
        ("1e999999999", "0.0078125", true),
        ("1e999999999", "7", false),
        ("1", "1e-999999999", true),
        ("123456789012345678901234567890", "10", true),
        ("123456789012345678901234567890", "12345678901234567890123456789", true),
        ("123456789012345678901234567891", "12345678901234567890123456789", false),
        ("5", "0", false),
        ("0", "0", true),
        ("15241578753238836750495351562536198787501905199875019052100", "123456789012345678901234567890", true),
        ("15241578753238836750495351562536198787501905199875019052101", "123456789012345678901234567890", false),
    ];
    for (value, divisor, wanted) in cases {
        assert_eq!(decimal(value).multiple_of(&decimal(divisor)), wanted, "{value} {divisor}");
    }
}

#[test]
fn the_work_is_bounded() {
    let divisor = decimal(&"7".repeat(1000));
    assert!(!decimal(&["1".repeat(65_536), "e999999999999".to_owned()].concat()).multiple_of(&divisor));
    assert!(decimal(&["7".repeat(64_000), "e999999999999".to_owned()].concat()).multiple_of(&divisor));
    assert!(!decimal("1e-999999999999999999999999").multiple_of(&divisor));
}

#[test]
fn whole_numbers_from_zero_up() {
    let cases = [
        ("2.0", Some(2)),
        ("-0", Some(0)),
        ("1e3", Some(1000)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("1e999999999", None),
        ("2.5", None),
        ("-1", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(decimal(text).to_u64(), wanted, "{text}");
    }
}

#[test]
fn shows_numbers_plainly() {
    let cases = [
        ("230.0", "230"),
        ("1e3", "1000"),
        ("-0", "0"),
        ("-0.50", "-0.5"),
        ("1e39", "1000000000000000000000000000000000000000"),
        ("1e40", "1e40"),
        ("1.0E400", "1.0e400"),
        ("1e+400", "1e400"),
        ("1e-39", "0.000000000000000000000000000000000000001"),
        ("1e-40", "1e-40"),
        ("12.345", "12.345"),
        ("0.05", "0.05"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("12345678901234567890123456789012345678901", "12345678901234567890123456789012345678901"),
        ("1e999999999", "1e999999999"),
        ("1e-999999999999999999999999999999999999999999999999", "1e-999999999999999999999999999999999999999999999999"),
    ];
    for (sent, shown) in cases {
        assert_eq!(plain(&sent.parse().unwrap()), shown);
    }
}

#[test]
fn typed_numbers_are_plain_or_nothing() {
    let cases = [
        ("1e3", Some("1000")),
        ("3.0", Some("3")),
        ("-0", Some("0")),
        (" 0.1\n", Some("0.1")),
        ("007", Some("7")),
        ("-00.50", Some("-0.5")),
        ("1E+2", Some("100")),
        ("1e300", Some("1e+300")),
        ("-007.5E60", Some("-7.5e+60")),
        ("00.5e-60", Some("0.5e-60")),
        ("000e999", Some("0")),
        ("1e-999", Some("1e-999")),
        ("1.7976931348623157e308", Some("1.7976931348623157e+308")),
        ("1.7976931348623159e308", None),
        ("1e999", None),
        ("-1e999", None),
        ("1,000", None),
        ("1.", None),
        (".5", None),
        ("+1", None),
        ("", None),
        ("abc", None),
        ("１", None),
        ("1 000", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(typed(text).as_ref().map(Number::as_str), wanted, "{text}");
    }
}

#[test]
fn finite_as_a_double_to_the_last_digit() {
    let below = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497791";
    assert!(below.parse::<f64>().unwrap().is_finite() && typed(below).is_some());
    assert!(DOUBLE_LIMIT.parse::<f64>().unwrap().is_infinite() && typed(DOUBLE_LIMIT).is_none());
}

fn number_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?(0|[1-9][0-9]{0,30})",
        "-?(0|[1-9][0-9]{0,3})\\.[0-9]{1,5}",
        "-?(0|[1-9])(\\.[0-9]{1,3})?[eE][+-]?[0-9]{1,3}",
        "-?[1-9]?[0-9]"
    ]
}

proptest! {
    #[test]
    fn order_laws(a in number_text(), b in number_text(), c in number_text()) {
        let (a, b, c) = (decimal(&a), decimal(&b), decimal(&c));
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }

    #[test]
    fn order_is_that_of_integers(a in -1000_i128..1000, b in any::<i128>(), zeros in 0_usize..3) {
        let spelt = format!("{a}.{}", "0".repeat(zeros + 1));
        prop_assert_eq!(decimal(&spelt).cmp(&decimal(&b.to_string())), a.cmp(&b));
    }

    #[test]
    fn multiples_are_those_of_integers(a in any::<i128>(), b in 1_i64.., zeros in 0_u32..12) {
        let divisor = decimal(&b.to_string());
        prop_assert_eq!(decimal(&a.to_string()).multiple_of(&divisor), a % i128::from(b) == 0);
        let product = a / i128::from(b) * i128::from(b);
        prop_assert!(decimal(&product.to_string()).multiple_of(&divisor));
        // a number over eighteen digits takes the long way
        let long = i128::from(b) * 10_i128.pow(18) + i128::from(zeros);
        prop_assert_eq!(decimal(&a.to_string()).multiple_of(&decimal(&long.to_string())), a % long == 0);
        let scaled = format!("{b}e{zeros}");
        prop_assert_eq!(decimal(&scaled).multiple_of(&divisor), true);
    }

    #[test]
    fn products_divide_however_long(a in "[1-9][0-9]{0,60}", b in "[1-9][0-9]{18,60}", off in 1_u64..1000) {
        let product = multiply(&a, &b);
        prop_assert!(decimal(&product).multiple_of(&decimal(&b)));
        let last = product.len() - 1;
        let other = format!("{}{}", &product[..last], (u64::from(product.as_bytes()[last] - b'0') + off) % 10);
        // the two differ by less than ten, and the divisor has nineteen digits
        prop_assert_eq!(decimal(&other).multiple_of(&decimal(&b)), other == product);
    }

    #[test]
    fn plain_keeps_the_value(text in number_text()) {
        let number: Number = text.parse().unwrap();
        let shown = plain(&number);
        prop_assert_eq!(decimal(&shown), decimal(&text));
        prop_assert!(shown.parse::<Number>().is_ok());
        prop_assert_eq!(typed(&text).is_some(), text.parse::<f64>().unwrap().is_finite());
        if let Some(typed) = typed(&text) {
            prop_assert_eq!(Decimal::from(&typed), decimal(&text));
        }
    }

    #[test]
    fn nothing_panics(text in "[-+0-9.eE ]{0,12}") {
        let _ = Decimal::parse(&text);
        let _ = typed(&text);
    }
}

fn multiply(a: &str, b: &str) -> String {
    let mut cells = vec![0_u32; a.len() + b.len()];
    for (i, x) in a.bytes().rev().enumerate() {
        for (j, y) in b.bytes().rev().enumerate() {
            cells[i + j] += u32::from(x - b'0') * u32::from(y - b'0');
        }
    }
    for i in 0..cells.len() - 1 {
        cells[i + 1] += cells[i] / 10;
        cells[i] %= 10;
    }
    let digits: String = cells.iter().rev().map(|cell| char::from_digit(*cell, 10).unwrap()).collect();
    digits.trim_start_matches('0').to_owned()
}
