//! One minified style sheet from many files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, StyleSheet};
use lightningcss::targets::{Browsers, Targets};

/// The first versions with nesting and `light-dark()`: both stay as written, and weigh less so.
const BROWSERS: Browsers = Browsers {
    android: None,
    chrome: Some(123 << 16),
    edge: Some(123 << 16),
    firefox: Some(120 << 16),
    ie: None,
    ios_saf: Some(17 << 16 | 5 << 8),
    opera: None,
    safari: Some(17 << 16 | 5 << 8),
    samsung: None,
};

/// The minified sheet of the `.css` file at `path`, or of all those in the folder there in the order of their names; empty when there is nothing.
pub fn build(path: &Path) -> Result<String> {
    let sources = sources(path)?.into_iter().map(|file| {
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok((file.display().to_string(), text))
    });
    minify(&sources.collect::<Result<Vec<_>>>()?)
}

fn sources(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(if path.exists() { vec![path.to_owned()] } else { Vec::new() });
    }
    let entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut files: Vec<_> = entries.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "css")).collect();
    files.sort();
    Ok(files)
}

/// Joins (name, text) pairs into one sheet and minifies it as a whole.
fn minify(sources: &[(String, String)]) -> Result<String> {
    let mut whole = StyleSheet::parse("", ParserOptions::default()).map_err(|fault| anyhow!("{fault}"))?;
    for (name, text) in sources {
        let options = ParserOptions { filename: name.clone(), ..Default::default() };
        whole.rules.0.extend(StyleSheet::parse(text, options).map_err(|fault| anyhow!("{fault}"))?.rules.0);
    }
    let targets = Targets::from(BROWSERS);
    whole.minify(MinifyOptions { targets, ..Default::default() }).map_err(|fault| anyhow!("{fault}"))?;
    let printed = whole.to_css(PrinterOptions { minify: true, targets, ..Default::default() }).map_err(|fault| anyhow!("{fault}"))?;
    Ok(printed.code)
}

#[cfg(test)]
mod tests {
    use super::minify;

    #[test]
    fn keeps_what_recent_browsers_read_and_joins_in_order() {
        let first = (":root { --a: light-dark(#ffffff, #000000); color: light-dark(red, blue) }".to_owned(), "first.css".to_owned());
        let second =
            (".a { & .b { field-sizing: content; color: color-mix(in srgb, red 30%, transparent) } }".to_owned(), "second.css".to_owned());
        let sheet = minify(&[first, second].map(|(text, name)| (name, text))).unwrap();
        for part in ["--a:light-dark(#fff,#000)", "color:light-dark(red,#00f)", "& .b{field-sizing:content;", "color:#ff00004d"] {
            assert!(sheet.contains(part), "{part} is not in {sheet}");
        }
        assert!(sheet.find(":root") < sheet.find(".a"));
    }

    #[test]
    fn a_fault_names_its_file() {
        let fault = minify(&[("broken.css".to_owned(), "a { color: red } }{".to_owned())]).unwrap_err().to_string();
        assert!(fault.contains("broken.css"), "{fault}");
    }
}
