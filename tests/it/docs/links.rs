//! Links lead somewhere, and JSON is JSON. (TOML is read by `end2end/python/test_connect.py`.)

use serde_json::Value;

use super::page::{Page, Part};

/// Where the Markdown links of `text` lead.
fn targets(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The name of a heading in an address, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(page: &Page) -> Vec<String> {
    page.parts().iter().filter_map(|part| if let Part::Heading(text) = part { Some(anchor(text)) } else { None }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for page in Page::all() {
        for part in page.parts() {
            let texts = match part {
                Part::Prose(text) => vec![text],
                Part::Row(cells) => cells,
                _ => continue,
            };
            for target in texts.iter().flat_map(|text| targets(text)) {
                if target.starts_with("https://") || target.starts_with("http://") {
                    continue;
                }
                let (file, place) = target.split_once('#').unwrap_or((target, ""));
                let path = if file.is_empty() { page.path.clone() } else { page.path.parent().unwrap().join(file) };
                assert!(path.exists(), "{}: {target} is nowhere", page.name());
                if !place.is_empty() {
                    assert!(
                        anchors(&Page::read(&path)).iter().any(|anchor| anchor == place),
                        "{}: {target} has no such heading",
                        page.name()
                    );
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} links");
}

#[test]
fn every_page_is_reached_from_the_index() {
    let index = Page::read(&super::page::root().join("docs/README.md"));
    let linked: Vec<_> =
        targets(&index.text).iter().filter_map(|target| index.path.parent().unwrap().join(target).canonicalize().ok()).collect();
    for page in Page::all().iter().filter(|page| page.name() != "docs/README.md") {
        let path = page.path.canonicalize().unwrap();
        assert!(linked.contains(&path) || page.name() == "README.md", "docs/README.md does not name {}", page.name());
    }
}

#[test]
fn what_is_called_json_is() {
    let mut read = 0;
    for page in Page::all() {
        for part in page.parts() {
            let Part::Block { info, body, line } = part else { continue };
            let at = format!("{}:{line}", page.name());
            match info.split(' ').next().unwrap_or_default() {
                "json" => _ = serde_json::from_str::<Value>(&body).unwrap_or_else(|error| panic!("{at}: {error}")),
                "" => panic!("{at}: a block says what it is in"),
                _ => continue,
            }
            read += 1;
        }
    }
    assert!(read > 20, "only {read} blocks");
}
