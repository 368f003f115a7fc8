//! No template runs away: each of these ends with a sentence, within what a template may use.

use countersign::server::template::{check, render, render_each};
use proptest::prelude::*;
use serde_json::{Value, json};

const STEPS: &str = "it takes more than 100,000 steps";
const MEMORY: &str = "it needs more memory than a template may use (64 MiB)";
const TIME: &str = "it takes longer than 1 second";
const OUTPUT: &str = "its output is longer than 256 KiB";
const NESTING: &str = "it is nested more than 50 levels deep";
const LISTS: &str = "it nests lists or objects more than 200 levels deep";

fn outcome(source: &str) -> String {
    let result = render(source, "context", &json!({}));
    match result {
        Ok(html) => format!("{} bytes", html.len()),
        // a syntax error says where
        Err(message) => message.rsplit_once(": ").map_or(message.clone(), |(_, message)| message.to_owned()),
    }
}

/// Whatever the machine does meanwhile, a rendering may run out of time instead.
fn ends_with(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        let outcome = outcome(source);
        assert!(outcome == *wanted || outcome == TIME, "{}: {outcome}", &source[..source.len().min(100)]);
    }
}

#[test]
fn loops_end() {
    ends_with(&[
        ("{% for i in (1..1000000000) %}x{% endfor %}", STEPS),
        ("{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}.{% endfor %}{% endfor %}{% endfor %}", STEPS),
        ("{% for i in (1..1000000000) %}{% for j in (1..1000000000) %}{% endfor %}{% endfor %}", STEPS),
        ("{% tablerow i in (1..1000000000) %}{% endtablerow %}", OUTPUT),
        ("{% for i in (1..1000000000) limit: 3 %}{{ i }}{% endfor %}", "3 bytes"),
        ("{% for i in (1..1000000000) reversed limit: 2 %}{{ i }} {% endfor %}", "4 bytes"),
        ("{% assign r = (1..1000000000) %}{{ r.size }}", STEPS),
        ("{{ (1..2000000) | json }}", MEMORY),
    ]);
}

#[test]
fn values_stay_small() {
    ends_with(&[
        ("{% assign s = 'ab' %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s | size }}", MEMORY),
        ("{% assign s = 'ab' %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s | size }}", MEMORY),
        ("{% assign l = (1..10) %}{% for i in (1..60) %}{% assign l = l | concat: l %}{% endfor %}{{ l.size }}", MEMORY),
        ("{% capture a %}{% for i in (1..3000) %}aaaaaaaaaa{% endfor %}{% endcapture %}{{ a | replace: 'a', a | size }}", MEMORY),
        ("{% capture a %}{% for i in (1..3000) %}aaaaaaaaaa{% endfor %}{% endcapture %}{{ a | replace: '', a | size }}", MEMORY),
        ("{% assign s = 'ab' %}{% for i in (1..20) %}{% assign s = s | append: s %}{% endfor %}{{ s | split: '' | size }}", MEMORY),
        ("{{ 0 | date: '%1000000000Y' }}", MEMORY),
        ("{{ 0 | date: '%99999999999999999999N' }}", MEMORY),
        ("{% for i in (1..40000) %}xxxxxxxx{% endfor %}", OUTPUT),
        ("{% for i in (1..20000) %}{{ '<<<<<<<<' }}{% endfor %}", OUTPUT),
    ]);
}

#[test]
fn depth_is_bounded() {
    let many = |begin: &str, middle: &str, end: &str, count: usize| [&begin.repeat(count), middle, &end.repeat(count)].concat();
    let cases = [
        many("{% if true %}", "x", "{% endif %}", 2900),
        many("{% if true %}", "", "", 5000),
        many("{% for i in (1..2) %}", "", "{% endfor %}", 1900),
        format!("{{{{ {} }}}}", many("a[", "b", "]", 20_000)),
        format!("{{{{ {}1..2) }}}}", "(".repeat(60_000)),
        format!("{{% {}%}}", "liquid ".repeat(9000)),
    ];
    for source in &cases {
        assert_eq!(outcome(source), NESTING, "{}", &source[..60]);
        assert!(check(source).is_err());
    }
    let fifty = many("{% if true %}", "x", "{% endif %}", 50);
    assert_eq!(render(&fifty, "context", &Value::Null).unwrap(), "x");
    ends_with(&[
        ("{% assign e = \"i | where_exp: 'i', e | size\" %}{{ (1..3) | where_exp: 'i', e }}", NESTING),
        ("{% assign a = nil %}{% for i in (1..5000) %}{% assign a = nil | push: a %}{% endfor %}{{ a }}", LISTS),
        // sixty levels, and two to the power of sixty ways down
        ("{% assign a = 'x' | split: 'x' %}{% for i in (1..60) %}{% assign a = nil | push: a | push: a %}{% endfor %}{{ a }}", STEPS),
        (
            "{% assign a = 'x' | split: 'x' %}{% assign b = a %}{% for i in (1..60) %}{% assign a = nil | push: a | push: a %}\
             {% assign b = nil | push: b | push: b %}{% endfor %}{% if a == b %}y{% endif %}",
            STEPS,
        ),
    ]);
}

#[test]
fn large_templates_are_read() {
    for source in [
        "{% assign a = 1 %}".repeat(3640),
        "{{a}}".repeat(13_000),
        format!("{{{{ {}a }}}}", "not ".repeat(16_000)),
        format!("{{{{ a {} }}}}", "|b".repeat(32_000)),
        format!("{{% if a {} %}}{{% endif %}}", "and a ".repeat(10_000)),
        format!("{{% cycle {}a %}}", "a,".repeat(31_000)),
        format!("{{% # a{}%}}", "\n".repeat(65_000)),
        format!("{{% liquid\n{}%}}", "assign a = 1\n".repeat(5000)),
        "<!--".repeat(16_000),
        "<script>".repeat(8000),
    ] {
        assert_eq!(check(&source), Ok(()), "{}", &source[..60]);
        assert!(render(&source, "context", &json!({})).is_ok_and(|html| html.len() < 10) || outcome(&source) == TIME, "{}", &source[..60]);
    }
    for source in [
        "{{".repeat(32_000),
        "{%".repeat(32_000),
        "{% raw %}".to_owned() + &"{% endraw ".repeat(6000),
        "{{ '".to_owned() + &"\\'".repeat(30_000),
    ] {
        assert!(check(&source).unwrap_err().starts_with("line 1, column 1: "), "{}", &source[..60]);
    }
}

/// A browser's parser, and so the sanitiser's, makes gigabytes of some of these.
#[test]
fn wild_markup_stays_small() {
    let titled = |count: usize| (0..count).map(|at| format!("<i title={at}>")).collect::<String>();
    for source in [
        "<b>".repeat(21_000),
        titled(4500),
        format!("<p>{}</p>{}", titled(2000), "<p>x</p>".repeat(3000)),
        "<table>".repeat(9000),
        "<table><td>".repeat(5000),
        "<a href=x>".repeat(6000),
        "<b><p></b>".repeat(6000),
        "<b><table><tr><td><i>x<table>y</b></i>".repeat(1600),
        format!("<a {}>x</a>", "a=b ".repeat(16_000)),
        "<select><svg><style>".repeat(3000),
    ] {
        let outcome = outcome(&source);
        assert!(outcome.ends_with(" bytes") || [OUTPUT, TIME].contains(&&*outcome), "{}: {outcome}", &source[..60]);
    }
}

#[test]
fn what_is_too_deep_in_markup_shows_its_text() {
    let html = render(&("<b><i>".repeat(100) + "deep"), "context", &json!({})).unwrap();
    assert!(html.contains("deep"));
    assert_eq!(html.matches("<b>").count(), 25);
}

#[test]
fn many_values_share_the_second() {
    let options: Vec<Value> = (0..500).map(|at| json!({"id": at.to_string(), "tags": ["a", "<b>"]})).collect();
    let rows = render_each("<b>{{ option.id }}</b> {{ option.tags | join: ', ' }}", "option", &options);
    // a machine that has other things to do may not get to the last ones
    assert!(rows.len() == 500 && rows[7] == Ok("<b>7</b> a, &lt;b&gt;".to_owned()), "{:?}", rows[7]);
    assert!(rows.iter().all(|row| row.is_ok() || *row == Err(TIME.to_owned())));
    let slow = "{% for i in (1..20000) %}{{ i | times: i }}{% endfor %}".replace("{{", "{% assign x = ").replace("}}", " %}");
    assert_eq!(render_each(&slow, "option", &options)[499], Err(TIME.to_owned()));
    let long = render_each(&"x".repeat(60_000), "option", &options);
    assert!(long.iter().filter(|row| row.is_ok()).count() <= (1 << 20) / 60_000);
    assert!([TIME, "its outputs are longer than 1 MiB together"].contains(&long[499].as_ref().unwrap_err().as_str()), "{:?}", long[499]);
    let one = "{% if option.id == '1' %}{% for i in (1..1000000000) %}{% endfor %}{% endif %}{{ option.id }}";
    let rows = render_each(one, "option", &options[..3]);
    assert_eq!((&rows[0], rows[1].is_err()), (&Ok("0".to_owned()), true));
    assert!([Ok("2".to_owned()), Err(TIME.to_owned())].contains(&rows[2]));
    assert_eq!(render_each("{{", "option", &options[..2]), vec![Err(check("{{").unwrap_err()); 2]);
}

/// Pieces of templates, good and bad, between bars.
const PIECES: &str = "{{¦}}¦{%¦%}¦{%-¦-%}¦{{-¦-}}¦{% if a %}¦{% endif %}¦{% else %}¦{% for i in (1..3) %}¦{% endfor %}¦\
    {% tablerow i in l cols:2 %}¦{% endtablerow %}¦{% case a %}¦{% when 1 %}¦{% endcase %}¦{% capture c %}¦{% endcapture %}¦{% raw %}¦\
    {% endraw %}¦{% comment %}¦{% endcomment %}¦{% liquid¦{% cycle 1, 2 %}¦{% increment n %}¦assign¦echo¦for¦if¦in¦a¦context¦context.l¦l¦i¦\
    forloop¦size¦nil¦empty¦true¦1¦-2¦1.5¦'x'¦\"y\"¦'¦\"¦\\¦(¦)¦..¦.¦[¦]¦|¦:¦,¦=¦==¦<¦>¦and¦or¦not¦contains¦| where_exp: 'i', 'i > 1'¦\
    | map: 'k'¦| date: '%c %9N'¦| slice: -3, 2¦| truncate: 3¦| json: 2¦| split: ''¦| replace: '', 'é'¦| group_by: 'k'¦| sort¦| join¦\
    | escape¦| raw¦| default: 1¦ ¦\n¦#¦é¦😀¦<b>¦</b>¦<a href=¦&¦\u{0}¦\u{feff}";

/// Templates put together at random.
fn any_template() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES.split('¦').collect::<Vec<_>>());
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_template_has_an_outcome(source in any_template()) {
        let context = json!({"l": [1, "é😀", {"k": [null, 2]}, 2.5], "é": {"size": 0}});
        match (check(&source), render(&source, "context", &context)) {
            (Err(fault), outcome) => prop_assert_eq!(outcome, Err(fault)),
            (Ok(()), Ok(html)) => prop_assert!(html.len() <= 256 << 10),
            (Ok(()), Err(message)) => prop_assert!(!message.starts_with("line ")),
        }
    }
}
