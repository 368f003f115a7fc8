//! What the review page makes a browser fetch, in each of the forms a browser may ask for.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::serving::Serving;

/// Bytes over the wire with gzip, fonts apart.
pub const BUDGET: usize = 150_000;

/// Prints the weight of the demo's review page; whether it keeps to the budget.
pub fn measure(serving: &Serving, review: &str) -> Result<bool> {
    println!("\nReview page, bytes over the wire     gzip    brotli");
    let page = Fetched::new(serving, review)?;
    let mut files = vec![("HTML", page.sizes)];
    for path in referenced(&page.text) {
        let kind = path.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
        if !matches!(kind.as_str(), "WOFF2" | "WOFF") {
            let kind = ["JS", "WASM", "CSS"].into_iter().find(|known| *known == kind).unwrap_or("other");
            files.push((kind, Fetched::new(serving, &path)?.sizes));
        }
    }
    let mut total = [0; 2];
    for (kind, sizes) in &files {
        println!("  {kind:<31}{:>9}{:>10}", sizes[0], sizes[1]);
        total = [total[0] + sizes[0], total[1] + sizes[1]];
    }
    println!("  {:<31}{:>9}{:>10}   budget {BUDGET} with gzip", "in all", total[0], total[1]);
    for kind in ["JS", "WASM", "CSS"] {
        if files.iter().filter(|(known, _)| *known == kind).count() != 1 {
            bail!("the page does not name one {kind} file: the weight above is not the whole");
        }
    }
    Ok(total[0] <= BUDGET)
}

struct Fetched {
    /// With gzip and with brotli.
    sizes: [usize; 2],
    text: String,
}

impl Fetched {
    fn new(serving: &Serving, path: &str) -> Result<Self> {
        let mut connection = serving.connect()?;
        let mut size = |encoding: &str| {
            let answer = connection.get(path, &[("accept-encoding", encoding)])?;
            if answer.status != 200 {
                bail!("{path}: {}", answer.status);
            }
            if answer.header("content-encoding").is_some_and(|given| given != encoding) {
                bail!("{path}: asked for {encoding}, got {:?}", answer.header("content-encoding"));
            }
            Ok(answer.body.len())
        };
        let sizes = [size("gzip")?, size("br")?];
        let text = String::from_utf8_lossy(&connection.get(path, &[])?.body).into_owned();
        Ok(Self { sizes, text })
    }
}

/// The server's own files that a page names: what stands in quotes, starts with one slash and ends in a file's extension.
fn referenced(page: &str) -> BTreeSet<String> {
    page.split(['"', '\'', '(', ')']).filter(|text| is_file(text)).map(|text| text.split('?').next().unwrap_or(text).to_owned()).collect()
}

fn is_file(text: &str) -> bool {
    let path = text.split('?').next().unwrap_or(text);
    let name = path.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_local = path.starts_with('/') && !path.starts_with("//") && !path.contains(char::is_whitespace) && !path.contains(['<', '>']);
    is_local
        && extension
            .is_some_and(|extension| ["js", "wasm", "css", "svg", "png", "ico", "webmanifest", "woff", "woff2"].contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::referenced;

    #[test]
    fn finds_each_file_of_a_page_once() {
        let page = r#"<link rel="modulepreload" href="/pkg/a.js"><link href='/pkg/a.css?v=1'><a href="/review/x">a/b.js</a><a href="//evil/a.js">
            <script>import("/pkg/a.js").then(m => m.default({module_or_path: "/pkg/a.wasm"}))</script><link rel="icon" href="/icon.svg">"#;
        assert_eq!(referenced(page).into_iter().collect::<Vec<_>>(), ["/icon.svg", "/pkg/a.css", "/pkg/a.js", "/pkg/a.wasm"]);
    }
}
