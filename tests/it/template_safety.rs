//! What a template prints is escaped once, and what it writes is kept to text markup, lists, tables and links.

use countersign::server::template::render;
use serde_json::json;

use crate::template_oracle::shown;

fn html(source: &str, value: &str) -> String {
    render(source, "context", &json!({ "v": value })).unwrap()
}

#[test]
fn what_is_printed_is_escaped() {
    let value = "<img src=x onerror=\"window.__x=1\"><script>window.__x=1</script> & 'q'";
    for source in [
        "{{ context.v }}",
        "{% echo context.v %}",
        "{% cycle context.v, 'b' %}",
        "{% liquid\n echo context.v\n%}",
        "{% assign x = context.v %}{{ x }}",
        "{% capture x %}{{ context.v }}{% endcapture %}{{ x }}",
        "{% capture x %}{{ context.v }}{% endcapture %}{{ x | raw }}",
        "{{ context.v | raw | append: '' }}",
        "{{ context.v | escape }}",
        "{{ context.v | xml_escape }}",
        "{{ context.v | escape_once }}",
        "{{ context.v | newline_to_br }}",
        "{{ context.v | escape | newline_to_br }}",
        "{{ context.v | escape | append: '' }}",
        "{{ context.v | escape | raw }}",
        "{{ context.v | split: ' ' | join: ' ' }}",
        "{% for c in context.v %}{{ c }}{% endfor %}",
        "<p title=\"{{ context.v }}\">{{ context.v }}</p>",
    ] {
        let html = html(source, value);
        assert_eq!(shown(&html), value, "{source}: {html}");
        assert!(!html.contains("<img") && !html.contains("<script"), "{source}: {html}");
    }
}

#[test]
fn nothing_is_escaped_twice() {
    for (source, value, wanted) in [
        ("{{ context.v | escape }}", "<b>&", "&lt;b&gt;&amp;"),
        ("{{ context.v | newline_to_br }}", "<b>\n&", "&lt;b&gt;<br>\n&amp;"),
        ("{{ context.v | escape | newline_to_br }}", "<b>\n&", "&lt;b&gt;<br>\n&amp;"),
        ("{{ context.v | escape | truncate: 6, '' }}", "<b>&", "&lt;b&amp;"),
        ("{{ context.v | escape | append: '<i>' }}", "&", "&amp;&lt;i&gt;"),
        ("{{ context.v | escape | upcase }}", "<", "&amp;LT;"),
        ("{{ context.v | escape_once }}", "&lt;", "&lt;"),
        // LiquidJS escapes twice when it is asked to
        ("{{ context.v | escape | escape }}", "<", "&amp;lt;"),
        ("{{ context.v | newline_to_br | escape }}", "<\n", "&lt;&lt;br /&gt;\n"),
        ("{% capture c %}<i>{{ context.v }}</i>{% endcapture %}{{ c }}", "<", "&lt;i&gt;&lt;&lt;/i&gt;"),
        ("{% capture c %}<i>{{ context.v }}</i>{% endcapture %}{{ c | raw }}", "<", "<i>&lt;</i>"),
        ("{{ context.v | raw }}", "<b>x</b>", "<b>x</b>"),
        ("{{ context.v | newline_to_br | raw }}", "<b>x</b>\ny", "<b>x</b><br>\ny"),
    ] {
        assert_eq!(html(source, value), wanted, "{source}");
    }
}

#[test]
fn only_what_is_allowed_is_left() {
    let link = |text: &str, href: &str| format!("<a href=\"{href}\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">{text}</a>");
    for (source, wanted) in [
        ("<h2>T</h2><script>window.__x=1</script>x", "<h2>T</h2>x".to_owned()),
        ("<SCRIPT SRC=//evil.example/x.js></SCRIPT>x", "x".to_owned()),
        ("<scr<script>ipt>x</script>y", "ipt&gt;xy".to_owned()),
        ("<iframe src=\"https://evil.example\">a</iframe>x", "x".to_owned()),
        ("<img src=x onerror=alert(1)>x", "x".to_owned()),
        (
            "<svg onload=alert(1)><a xlink:href=\"javascript:alert(1)\">x</a></svg>",
            "<a target=\"_blank\" rel=\"noopener noreferrer nofollow\">x</a>".to_owned(),
        ),
        ("<style>*{}</style><link rel=stylesheet href=x><meta http-equiv=refresh content=0><base href=//x>x", "x".to_owned()),
        ("<p style=\"color:red\" class=c id=i onclick=a title=t lang=x dir=rtl>x</p>", "<p title=\"t\">x</p>".to_owned()),
        ("<form action=x><input value=a><button>b</button></form>", "b".to_owned()),
        ("<!-- c --><?php x ?><!doctype html>x", "x".to_owned()),
        (
            "<table><tr><td colspan=2 rowspan='3' width=1>x</td></tr></table>",
            "<table><tbody><tr><td colspan=\"2\" rowspan=\"3\">x</td></tr></tbody></table>".to_owned(),
        ),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>".to_owned()),
        ("<b>open", "<b>open</b>".to_owned()),
        ("</div></section>x", "x".to_owned()),
        ("<a href=\"https://ex.com/?a=1&b=2\">x</a>", link("x", "https://ex.com/?a=1&amp;b=2")),
        ("<a href=mailto:a@b.c target=_self rel=opener>x</a>", link("x", "mailto:a@b.c")),
    ] {
        assert_eq!(html(source, ""), wanted, "{source}");
    }
}

#[test]
fn links_lead_to_the_web_or_nowhere() {
    for href in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "java&#10;script:alert(1)",
        "&#106;avascript:alert(1)",
        "javascript&colon;alert(1)",
        "\u{1}javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:https://x/y",
        "//evil.example",
        "/path",
        "?q",
        "#fragment",
        "",
    ] {
        for source in
            ["<a href=\"{{ context.v }}\">x</a>", "<a href='{{ context.v | raw }}'>x</a>", "<a href=\"{{ context.v | raw }}\">x</a>"]
        {
            let html = html(source, href);
            assert!(!html.contains("href"), "{source} with {href}: {html}");
        }
    }
}

#[test]
fn a_template_of_markup_may_compute_with_it() {
    let source = "{% assign open = '<' | append: 'script>' %}{{ open | raw }}window.__x=1{{ '</script>' | raw }}x";
    assert_eq!(html(source, ""), "x");
}
