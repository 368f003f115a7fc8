//! What the source draws its texts from.

/// Texts that are of a format, or nearly.
pub const SEEDS: [(&str, &[&str]); 5] = [
    (
        "email",
        &[
            "name@company.com",
            "a.b+c@x-y.example",
            "\"a b\"@c.de",
            "\"a\\\"@b\"@c.de",
            "\"\"@c.de",
            "a@[127.0.0.1]",
            "a@[IPv6:2001:db8::1]",
            "Ann <ann@b.com>",
            "a@b",
            "o'hara@1.2",
            "a@xn--bcher-kva.de",
            "ä@b.de",
            "a@ab--c.de",
            "\"Ann <x\" <a@b.de>",
            "a@[IPv6:::1.2.3.4]",
        ],
    ),
    (
        "uri",
        &[
            "https://example.com",
            "http://user:pw@example.com:8080/a/b;c?d=e&f#g",
            "mailto:name@company.com",
            "urn:isbn:0451450523",
            "https://[2001:db8::7]:80/c",
            "https://a@[::1]/",
            "https://[v1f.a:b]/",
            "https://[::ffff:1.2.3.4]",
            "file:///etc/hosts",
            "a:",
            "data:text/plain,%20hi",
            "https://exa%41mple.com/?q=/?:@#/?:@",
            "www.example.com",
            "https://[1:2:3:4:5:6:7:8]",
            "https://[1:2:3:4:5:6:1.2.3.4]",
            "https://[1::8]",
            "https://example.com:",
        ],
    ),
    (
        "date",
        &["2024-03-10", "2024-02-29", "2023-02-28", "1900-02-28", "2000-02-29", "2024-12-31", "2024-04-30", "0000-01-01", "9999-11-30"],
    ),
    (
        "date-time",
        &[
            "2024-03-10T15:30:45Z",
            "2024-03-10t15:30:45.250+05:30",
            "1998-12-31T23:59:60Z",
            "1998-12-31T15:59:60.1-08:00",
            "1999-01-01T05:29:60+05:30",
            "2024-03-10T00:00:00-00:00",
            "2024-02-29T23:59:59.999999999z",
            "2024-03-10T15:30:60Z",
            "2024-03-10T15:30Z",
        ],
    ),
    ("", &["", "Ann", "Ann-Mary 2", "AB12", "xxABxx", "a@b.c", "line\nbreak", "😀😀", "e\u{301}", "naïve ключ", "2024-03-10", " a ", "42"]),
];

/// What a near miss is made of, by format: what may come in besides the usual.
pub const STRAYS: [&str; 40] = [
    "a", "Z", "0", "9", "1", "2", "3", "6", ".", "-", "+", ":", "/", "@", "[", "]", "<", ">", " ", " <", "\"", "\\", "%", "%4a", "%4", "?",
    "#", "::", "T", "z", "_", "~", "é", "😀", "\n", "\t", "(", "v", "25", "|",
];

/// Patterns that some of the seeds match.
pub const PATTERNS: [&str; 14] = [
    "^[A-Z]",
    "[A-Z]{2}",
    "^(a+)+$",
    "^\\w+$",
    "\\d",
    "^\\S*$",
    "^[^@]+@[^@]+$",
    "^.$",
    "^.{2,}$",
    "^(yes|no|Ann)$",
    "^Ann$",
    "^Ann",
    "\\p{L}{3}",
    "^[\\p{L} '-]{1,20}$",
];

/// Options of selects, alike and awkward.
pub const OPTIONS: [&str; 10] = ["gold", "silver", "Gold", "", "a b", "1", "true", "null", "né\"e", "😀"];
