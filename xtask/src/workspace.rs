//! Where things lie: the project's root, cargo's target directory, and the site's options of `Leptos.toml`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process;

/// The project's root, the folder above `xtask`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// Where cargo puts what it builds: it knows, whoever told it so.
pub fn target() -> Result<PathBuf> {
    static TARGET: OnceLock<PathBuf> = OnceLock::new();
    if let Some(target) = TARGET.get() {
        return Ok(target.clone());
    }
    let metadata = process::output_or_fault(&mut process::cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).context("cargo metadata")?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target_directory")?;
    Ok(TARGET.get_or_init(|| PathBuf::from(target)).clone())
}

/// xtask's own folder for what it makes on the way: caches and stamps.
pub fn scratch() -> Result<PathBuf> {
    Ok(target()?.join("xtask"))
}

/// The options of `Leptos.toml` that concern the build.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Site {
    pub output_name: String,
    /// The folder that is embedded, below the root.
    pub site_root: String,
    /// The folder of hashed files, below `site_root`.
    pub site_pkg_dir: String,
    pub site_addr: String,
    /// One CSS file, or a folder whose `.css` files are taken in the order of their names.
    pub style_file: String,
    /// The folder whose files are served as they are, at `/`.
    pub assets_dir: String,
}

impl Site {
    pub fn read() -> Result<Self> {
        #[derive(Deserialize)]
        struct File {
            package: Package,
        }
        #[derive(Deserialize)]
        struct Package {
            metadata: Metadata,
        }
        #[derive(Deserialize)]
        struct Metadata {
            leptos: Site,
        }
        let text = std::fs::read_to_string(root().join("Leptos.toml")).context("cannot read Leptos.toml")?;
        let file: File = toml::from_str(&text).context("Leptos.toml")?;
        Ok(file.package.metadata.leptos)
    }
}

#[cfg(test)]
mod tests {
    use super::Site;

    #[test]
    fn the_site_is_where_the_server_embeds_it_from() {
        let site = Site::read().unwrap();
        // build.rs and rust-embed's attribute can only name the folder as a literal
        assert_eq!(site.site_root, "target/site");
        assert!(site.site_addr.parse::<std::net::SocketAddr>().unwrap().ip().is_loopback());
    }
}
