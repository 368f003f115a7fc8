//! A template that does not parse says where and why, when the request is made.

use countersign::server::template::{check, render};
use serde_json::json;

#[test]
fn faults_name_their_place() {
    for (source, line, column, mentions) in [
        ("{{ context.x", 1, 1, "output \"{{ context.x\" not closed"),
        ("a\n  {% if context.x %}open", 2, 3, "tag {% if context.x %} not closed"),
        ("{% nosuchtag %}", 1, 1, "tag \"nosuchtag\" not found"),
        ("x\n\n{%- endif %}", 3, 1, "tag \"endif\" not found"),
        ("{{}}", 1, 3, "invalid value expression"),
        ("{{ 'a b' | split ' ' }}", 1, 18, "expected \":\" after filter name \"split\""),
        ("{{ a | truncate: 5 6 }}", 1, 20, "unexpected character \"6\" in the arguments of filter \"truncate\""),
        ("{{ a || b }}", 1, 7, "expected filter name"),
        ("{{ a & b }}", 1, 6, "expected \"|\" before filter"),
        ("é😀{{ a[1 }}", 1, 9, "[ not closed"),
        ("{% assign %}", 1, 10, "expected variable name"),
        ("{% assign a %}", 1, 12, "expected \"=\""),
        ("{% for i context.l %}{% endfor %}", 1, 1, "illegal tag: {% for i context.l %}"),
        ("{% if a %}{% else b %}{% endif %}", 1, 11, "unexpected \"b\" in tag \"else\""),
        ("{% if a %}{% else %}{% else %}{% endif %}", 1, 21, "duplicated else"),
        ("{% include 'x' %}", 1, 1, "tag \"include\" is not supported"),
        ("{% if true %}{% render 'x' %}{% endif %}", 1, 14, "tag \"render\" is not supported"),
        ("{% layout 'x' %}", 1, 1, "tag \"layout\" is not supported"),
        ("{% block x %}{% endblock %}", 1, 1, "tag \"block\" is not supported"),
        ("{% liquid\nassign a = 1\nnosuch\n%}", 3, 1, "tag \"nosuch\" not found"),
        ("{% raw %}{{ a }}", 1, 1, "raw \"{% raw %}{{ a }}\" not closed"),
        ("{% comment %}{{ a }}", 1, 1, "tag {% comment %} not closed"),
        ("{% # a\nb %}", 1, 1, "every line of an inline comment must start with a '#'"),
    ] {
        let fault = check(source).unwrap_err();
        assert!(fault.starts_with(&format!("line {line}, column {column}: ")), "{source}: {fault}");
        assert!(fault.contains(mentions), "{source}: {fault}");
        assert_eq!(render(source, "context", &json!({})), Err(fault));
    }
}

#[test]
fn what_only_shows_when_it_runs_is_no_fault() {
    for (source, mentions) in [
        ("{{ 'x' | append }}", "append"),
        ("{{ '%' | url_decode }}", "url_decode"),
        ("{{ '*' | base64_decode }}", "base64_decode"),
        ("{{ 0 | date: '%Y', 'Mars/Base' }}", "Mars/Base"),
        ("{{ context.l | where_exp: 'i', '' }}", "invalid value expression"),
    ] {
        assert_eq!(check(source), Ok(()), "{source}");
        let message = render(source, "context", &json!({})).unwrap_err();
        assert!(message.contains(mentions), "{source}: {message}");
    }
}

#[test]
fn an_unknown_filter_passes_on_what_it_gets() {
    assert_eq!(check("{{ context.x | nosuch: 1, a: 2 }}"), Ok(()));
    assert_eq!(render("{{ context.x | nosuch: 1, a: 2 | upcase }}", "context", &json!({"x": "a"})).unwrap(), "A");
}

/// Found by `cargo xtask fuzz template`: the fault quoted all of the tag.
#[test]
fn a_long_tag_is_not_quoted_whole() {
    let fault = check(&format!("{{% {} %}}", "x".repeat(6000))).unwrap_err();
    assert!(fault.starts_with("line 1, column 1: tag \"xxx") && fault.ends_with("xxx\" not found"), "{fault}");
    assert_eq!(fault.chars().count(), 703);
}
