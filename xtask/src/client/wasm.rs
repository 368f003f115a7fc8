//! From `src/` to a WebAssembly module and its glue: cargo, then wasm-bindgen as a library of the very version that the crate uses.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::files::hash;
use crate::{process, workspace};

pub const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm-release";

/// What a browser loads.
pub struct Module {
    pub js: Vec<u8>,
    pub wasm: Vec<u8>,
    /// Scripts that the glue imports, by their path relative to it.
    pub snippets: Vec<(String, Vec<u8>)>,
}

pub fn build(name: &str) -> Result<Module> {
    add_target()?;
    let options = ["build", "--lib", "--no-default-features", "--features", "hydrate", "--target", TARGET, "--profile", PROFILE];
    process::run(&mut process::cargo(&options))?;
    let compiled = workspace::target()?.join(TARGET).join(PROFILE).join("countersign.wasm");
    bind(&compiled, name)
}

/// Adds the target when this toolchain lacks it.
pub fn add_target() -> Result<()> {
    let libraries = process::output(process::command("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    eprintln!("adding the {TARGET} target");
    process::run(process::command("rustup").args(["target", "add", TARGET])).with_context(|| {
        format!(
            "the browser's half needs the {TARGET} target: run `rustup target add {TARGET}`, or install it the way Rust was installed here"
        )
    })
}

/// Runs wasm-bindgen, unless what it would make of this module is still there.
fn bind(compiled: &Path, name: &str) -> Result<Module> {
    let bytes = std::fs::read(compiled).with_context(|| format!("cannot read {}", compiled.display()))?;
    let folder = workspace::scratch()?.join("bindgen");
    let stamp = folder.join("made-of");
    let key = hash(&bytes);
    if std::fs::read_to_string(&stamp).ok().as_deref() != Some(key.as_str()) {
        if folder.exists() {
            std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        let mut bindgen = Bindgen::new();
        bindgen.input_path(compiled).out_name(name).web(true)?.typescript(false).remove_name_section(true).remove_producers_section(true);
        bindgen.generate(&folder).context("wasm-bindgen")?;
        std::fs::write(&stamp, key)?;
    }
    let read = |path: PathBuf| std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
    let js = read(folder.join(format!("{name}.js")))?;
    let wasm = read(folder.join(format!("{name}_bg.wasm")))?;
    if folder.join("package.json").exists() {
        bail!("a dependency of the client asks for npm packages; only scripts of its own can be served");
    }
    let snippets = super::files::read_below(&folder.join("snippets"))?;
    Ok(Module { js, wasm, snippets: snippets.into_iter().map(|(path, bytes)| (format!("snippets/{path}"), bytes)).collect() })
}
