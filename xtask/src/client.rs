//! The browser's half: WebAssembly with its glue, the style sheet and the public files, hashed and precompressed, in the folder that the server embeds.

mod files;
mod style;
mod wasm;

use std::time::Instant;

use anyhow::Result;

use crate::workspace::{self, Site};
use files::Published;
pub use files::hash;
pub use wasm::{TARGET, add_target};

/// Builds whatever changed into `target/site`, and lists the three hashed names in its `assets.json`.
pub fn build() -> Result<()> {
    let started = Instant::now();
    let site = Site::read()?;
    let pkg = &site.site_pkg_dir;
    let name = &site.output_name;
    // always the root's own folder, wherever cargo builds: it is the one that the server embeds
    let mut published = Published::new(workspace::root().join(&site.site_root));

    let module = wasm::build(name)?;
    let js = published.add_hashed(pkg, name, "js", &module.js)?;
    let wasm = published.add_hashed(pkg, name, "wasm", &module.wasm)?;
    for (path, bytes) in module.snippets {
        published.add(&format!("{pkg}/{path}"), &bytes)?;
    }
    let css = published.add_hashed(pkg, name, "css", style::build(&workspace::root().join(&site.style_file))?.as_bytes())?;
    published.add_folder(&workspace::root().join(&site.assets_dir))?;

    let sizes = [("js", &js), ("wasm", &wasm), ("css", &css)].map(|(kind, file)| format!("{kind} {}", file.sizes()));
    published
        .add_plain("assets.json", format!("{{\"js\":\"{}\",\"wasm\":\"{}\",\"css\":\"{}\"}}\n", js.url, wasm.url, css.url).as_bytes())?;
    let changed = published.finish()?;
    let news = if changed == 0 { "nothing changed".to_owned() } else { format!("{changed} files changed") };
    eprintln!("client: {} ({news}; {:.1} s)", sizes.join(", "), started.elapsed().as_secs_f32());
    Ok(())
}
