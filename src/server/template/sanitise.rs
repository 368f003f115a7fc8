//! The allow-list: what of a template's HTML may reach the page.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

/// The elements that may stand: text markup, lists, tables, links.
const ELEMENTS: &str = "a abbr address article aside b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption \
                        figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark ol p pre q s samp section small span strong sub \
                        summary sup table tbody td tfoot th thead time tr u ul var wbr";

/// The element called `name`, if it may stand.
pub fn element(name: &str) -> Option<&'static str> {
    ELEMENTS.split_whitespace().find(|element| *element == name)
}

/// The attributes that `element` may have, `title` aside, which all may.
pub fn attributes(element: &str) -> &'static [&'static str] {
    match element {
        "a" => &["href"],
        "td" | "th" => &["colspan", "rowspan"],
        _ => &[],
    }
}

static ALLOWED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let own: HashMap<_, HashSet<_>> =
        ["a", "td", "th"].into_iter().map(|element| (element, attributes(element).iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.split_whitespace().collect())
        .clean_content_tags(HashSet::from(["script", "style"]))
        .generic_attributes(HashSet::from(["title"]))
        .tag_attributes(own)
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .set_tag_attribute_value("a", "target", "_blank");
    builder
});

/// `html` with nothing in it but what is allowed.
pub fn sanitise(html: &str) -> String {
    ALLOWED.clean(html).to_string()
}
