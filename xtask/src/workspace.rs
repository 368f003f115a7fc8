//! Where things lie: the project's root, cargo's target directory, and the site's options of `Leptos.toml`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The project's root, the folder above `xtask`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// Where cargo puts what it builds; `target` in the root unless `CARGO_TARGET_DIR` says otherwise.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// xtask's own folder for what it makes on the way: caches and stamps.
pub fn scratch() -> PathBuf {
    target().join("xtask")
}

/// The options of `Leptos.toml` that concern the build; the server reads the same file with `leptos_config`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Site {
    pub output_name: String,
    /// The folder that is embedded, below the root.
    pub site_root: String,
    /// The folder of hashed files, below `site_root`.
    pub site_pkg_dir: String,
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
