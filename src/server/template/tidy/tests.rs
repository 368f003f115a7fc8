use super::tidy;

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
        ("<table><td><b>x</table>y", "<table><tr><td><b>x</b></td></tr></table>y"),
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
