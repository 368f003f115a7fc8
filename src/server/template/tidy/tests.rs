use proptest::prelude::*;

use super::super::sanitise::sanitise;
use super::{NESTING, VOID, tidy};

#[test]
fn nests_well() {
    for (html, wanted) in [
        ("a < b & c > d", "a &lt; b &amp; c > d"),
        ("&amp;&lt &#39; &#x27; &a &;&é", "&amp;&lt &#39; &#x27; &amp;a &amp;;&amp;é"),
        ("<b>x", "<b>x</b>"),
        ("<b><i>x</b></i>y", "<b><i>x</i></b>y"),
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>"),
        ("<tr><td>a</td></tr>", "a"),
        ("<table><b>x</b></table>", "<table>x</table>"),
        ("<table><td><b>x</table>y", "<table><tbody><tr><td><b>x</b></td></tr></tbody></table>y"),
        ("<a href=x>1<a href='y'>2</a>", "<a href=\"x\">1</a><a href=\"y\">2</a>"),
        ("<A HREF=\"x\" onclick=y title='a\"b' href=z>1</A>", "<a href=\"x\" title=\"a&quot;b\">1</a>"),
        ("<script>x</script >y<style>z</STYLE>", "y"),
        ("<!-- x --><?y?><!doctype z>a<!-->b<!--->c<!-- d", "abc"),
        ("<blink>x</blink><img src=x>", "x"),
        ("x</b></p>", "x"),
        ("<br/>a<hr>", "<br>a<hr>"),
        ("x<b", "x"),
        ("<b title='x", ""),
    ] {
        assert_eq!(tidy(html), wanted, "{html}");
    }
}

#[test]
fn is_never_deep() {
    let html = "<b><i>".repeat(1000) + "x" + &"</i></b>".repeat(1000) + "<u>y</u>";
    let tidied = tidy(&html);
    assert_eq!(tidied.matches("<b>").count(), 25);
    assert!(tidied.ends_with("</b><u>y</u>"), "{tidied}");
}

/// Markup as bad as it comes.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<b>",
        "</b>",
        "<i title=x>",
        "</i>",
        "<p>",
        "</p>",
        "<a href='https://x.y'>",
        "</a>",
        "<ul>",
        "</ul>",
        "<li>",
        "</li>",
        "<table>",
        "</table>",
        "<tr>",
        "</tr>",
        "<td colspan=2>",
        "</td>",
        "<th>",
        "<tbody>",
        "</tbody>",
        "<caption>",
        "<h1>",
        "</h1>",
        "<h2>",
        "<div>",
        "</div>",
        "<br>",
        "<hr/>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<span>",
        "</span>",
        "<img src=x>",
        "<!-- c -->",
        "x",
        " ",
        "&",
        "&amp;",
        "&lt;",
        "<",
        ">",
        "\"",
        "'",
        "<q",
        "/",
        "=",
        "é",
        "</",
        "<!",
        "<summary>",
        "<details>",
        "</details>",
        "<pre>",
        "</pre>",
        "<sub>",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn is_well_nested_and_stays_so(html in markup()) {
        let tidied = tidy(&html);
        let mut open = Vec::new();
        let mut rest = &*tidied;
        while let Some((_, behind)) = rest.split_once('<') {
            let (tag, behind) = behind.split_once('>').unwrap();
            rest = behind;
            let name = tag.split(' ').next().unwrap();
            if let Some(name) = name.strip_prefix('/') {
                prop_assert_eq!(open.pop(), Some(name));
            } else if !VOID.contains(&name) {
                open.push(name);
                prop_assert!(open.len() <= NESTING + 2);
            }
        }
        prop_assert!(open.is_empty());
        prop_assert_eq!(tidy(&tidied), tidied.clone());
        // the sanitiser finds nothing to restructure, and nothing grows there
        prop_assert!(sanitise(&tidied).matches('<').count() <= tidied.matches('<').count(), "{} becomes {}", tidied, sanitise(&tidied));
    }
}
