use super::Format;

fn check(format: Format, accepted: &[&str], refused: &[&str]) {
    for text in accepted {
        assert!(format.accepts(text), "{format:?} should take {text:?}");
    }
    for text in refused {
        assert!(!format.accepts(text), "{format:?} should refuse {text:?}");
    }
}

#[test]
fn names() {
    for name in ["email", "uri", "date", "date-time"] {
        assert_eq!(Format::from_name(name).map(Format::name), Some(name));
    }
    assert_eq!(Format::from_name("uuid"), None);
}

#[test]
fn dates_are_real_days() {
    check(
        Format::Date,
        &["2024-03-10", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"],
        &[
            "",
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "2024-1-01",
            "24-01-01",
            "2024/01/01",
            "2024-01-01 ",
            " 2024-01-01",
            "2024-01-0１",
            "2024-01-01T00:00:00Z",
            "２０２４-01-01",
        ],
    );
}

#[test]
fn date_times_have_an_offset() {
    check(
        Format::DateTime,
        &[
            "2024-03-10T15:30:45Z",
            "2024-03-10t15:30:45z",
            "2024-03-10T15:30:45.250+05:30",
            "2024-03-10T15:30:45-00:00",
            "2024-03-10T00:00:00.123456789012345Z",
            "1998-12-31T23:59:60Z",
            "1998-12-31T15:59:60.123-08:00",
            "1999-01-01T05:29:60+05:30",
        ],
        &[
            "",
            "2024-03-10",
            "2024-03-10T15:30",
            "2024-03-10T15:30:45",
            "2024-03-10 15:30:45Z",
            "2024-03-10T24:00:00Z",
            "2024-03-10T15:60:00Z",
            "2024-03-10T15:30:61Z",
            "2024-03-10T15:30:60Z",
            "1998-12-31T22:59:60Z",
            "2024-03-10T15:30:45.Z",
            "2024-03-10T15:30:45+05",
            "2024-03-10T15:30:45+0530",
            "2024-03-10T15:30:45+24:00",
            "2024-03-10T15:30:45+05:60",
            "2024-02-30T15:30:45Z",
            "2024-03-10T15:30:45ZZ",
            "2024-03-10T15:30:45Z ",
        ],
    );
}

#[test]
fn e_mail_addresses() {
    check(
        Format::Email,
        &[
            "name@company.com",
            "a@b",
            "a.b+c@x-y.example",
            "o'hara@example.com",
            "\"a b\"@example.com",
            "\"a\\\"b\"@example.com",
            "\"a@b\"@example.com",
            "\"\"@example.com",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[ipv6:2001:db8::1]",
            "Ann <ann@example.com>",
            "a@xn--bcher-kva.example",
            "a@1.2",
        ],
        &[
            "",
            "@",
            "a",
            "a@",
            "@b.com",
            ".a@b.com",
            "a.@b.com",
            "a..b@c.com",
            "a b@c.com",
            "a@b c.com",
            "a@b..com",
            "a@b.com.",
            "a@-b.com",
            "a@b-.com",
            "a@b_c.com",
            "ä@b.com",
            "a@bücher.example",
            "a@[127.0.0.256]",
            "a@[127.0.0.1",
            "a@[1.2.3]",
            "a@[IPv6:1]",
            "a@[::1]",
            "<a@b.com>",
            "Ann <ann@example.com",
            "ann@example.com>",
            "a@ab--c.example",
            "a@XN--bcher-kva.example",
            " a@b.com",
            "a@b.com ",
            "a@b.com\n",
            "\"a\"b@c.com",
            "\"@c.com",
            "a@b@c.com",
        ],
    );
    let local = |length: usize| format!("{}@b.com", "a".repeat(length));
    let label = |length: usize| format!("a@{}.com", "b".repeat(length));
    assert!(Format::Email.accepts(&local(64)) && !Format::Email.accepts(&local(65)));
    assert!(Format::Email.accepts(&label(63)) && !Format::Email.accepts(&label(64)));
}

#[test]
fn absolute_uris() {
    check(
        Format::Uri,
        &[
            "https://example.com",
            "https://example.com:8080/a/b;c?d=e&f#g/?",
            "HTTP://EXAMPLE.com",
            "mailto:name@company.com",
            "urn:isbn:0451450523",
            "tel:+1-816-555-1212",
            "a:",
            "file:///etc/hosts",
            "https://user:pass@example.com",
            "https://example.com:",
            "https://[2001:db8::7]/c",
            "https://a@[::1]:80",
            "https://[::ffff:1.2.3.4]",
            "https://[v1.fe:d]/",
            "https://example.com/%20a",
            "data:text/plain,hi",
            "a+b-c.d:x",
            "https://ex%41mple.com",
        ],
        &[
            "",
            "example.com",
            "www.example.com/a",
            "//example.com",
            "/a/b",
            "1a:b",
            ":a",
            "https://exa mple.com",
            "https://example.com/ä",
            "https://bücher.example",
            "https://example.com/%2",
            "https://example.com/%zz",
            "https://example.com/a|b",
            "https://example.com/<a>",
            "https://example.com:80a",
            "https://a@b@c.com",
            "https://a:b:1",
            "https://[::1",
            "https://::1]",
            "https://[::1]a",
            "https://[::1]é",
            "https://[1:2:3:4:5:6:7::8]",
            "https://[1:2:3]",
            "https://[:::1]",
            "https://[::1.2.3.256]",
            "https://[::12345]",
            "https://[v.a]",
            "https://[vg.a]",
            "https://[127.0.0.1]",
            "https://example.com/[a]",
            "https://example.com/#a#b",
            "https://example.com\n",
            " https://example.com",
            "https://example.com\\a",
        ],
    );
}
