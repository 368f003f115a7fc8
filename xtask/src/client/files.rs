//! What goes into the site's folder: written only where it differs, beside its brotli and gzip forms, and nothing left there that is not ours.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::workspace;

/// The site's folder while it is being filled.
pub struct Published {
    folder: PathBuf,
    kept: BTreeSet<PathBuf>,
    changed: usize,
}

/// A file with its content's hash in its name.
pub struct Hashed {
    /// The path a browser asks for.
    pub url: String,
    plain: usize,
    gzip: usize,
    brotli: usize,
}

impl Hashed {
    pub fn sizes(&self) -> String {
        let kilobytes = |bytes: usize| bytes.div_ceil(1000);
        format!("{} kB (gzip {}, brotli {})", kilobytes(self.plain), kilobytes(self.gzip), kilobytes(self.brotli))
    }
}

impl Published {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, kept: BTreeSet::new(), changed: 0 }
    }

    /// Adds `folder/NAME.HASH.EXTENSION`, a name that may be cached for ever.
    pub fn add_hashed(&mut self, folder: &str, name: &str, extension: &str, bytes: &[u8]) -> Result<Hashed> {
        let path = format!("{folder}/{name}.{}.{extension}", &hash(bytes)[..12]);
        let plain = bytes.len();
        let [gzip, brotli] = self.add(&path, bytes)?;
        Ok(Hashed { url: format!("/{path}"), plain, gzip, brotli })
    }

    /// Adds a file and, where compressing gains anything, its `.gz` and `.br`; the sizes a browser would fetch of each form.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<[usize; 2]> {
        let key = hash(bytes);
        let forms = [("gz", cached(&key, "gz", || gzip(bytes))?), ("br", cached(&key, "br", || brotli(bytes))?)];
        let mut sizes = [bytes.len(); 2];
        for (size, (extension, form)) in sizes.iter_mut().zip(forms) {
            if form.len() < bytes.len() {
                *size = form.len();
                self.add_plain(&format!("{path}.{extension}"), &form)?;
            }
        }
        self.add_plain(path, bytes)?;
        Ok(sizes)
    }

    /// Adds every file below `folder`, under its path there.
    pub fn add_folder(&mut self, folder: &Path) -> Result<()> {
        for (path, bytes) in read_below(folder)? {
            self.add(&path, &bytes)?;
        }
        Ok(())
    }

    /// Adds one file as it is. An equal file is left alone, so that cargo sees no change where there is none.
    pub fn add_plain(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        let file = self.folder.join(path);
        if std::fs::read(&file).ok().as_deref() != Some(bytes) {
            write(&file, bytes)?;
            self.changed += 1;
        }
        self.kept.insert(file);
        Ok(())
    }

    /// Removes what was not added; how many files are not as they were.
    pub fn finish(self) -> Result<usize> {
        let mut changed = self.changed;
        for file in files_below(&self.folder)? {
            if !self.kept.contains(&file) {
                std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
                changed += 1;
            }
        }
        Ok(changed)
    }
}

/// Every file below `folder` by its path there, with slashes; none when there is no such folder.
pub fn read_below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let read = |file: PathBuf| {
        let path = file.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok((path, bytes))
    };
    files_below(folder)?.into_iter().map(read).collect()
}

/// Every file below `folder`, in order; none when there is no such folder.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The cached form of the content with this hash, made when there is none: brotli's best takes its time.
fn cached(key: &str, extension: &str, make: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
    let file = workspace::scratch()?.join("compressed").join(format!("{key}.{extension}"));
    if let Ok(bytes) = std::fs::read(&file) {
        return Ok(bytes);
    }
    let bytes = make()?;
    write(&file, &bytes)?;
    Ok(bytes)
}

/// Writes through a file beside it, so that nobody ever reads half of it.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    let folder = file.parent().context("a file without a folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let half = folder.join(format!(".{}.half", std::process::id()));
    std::fs::write(&half, bytes).and_then(|()| std::fs::rename(&half, file)).with_context(|| format!("cannot write {}", file.display()))
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, size_hint: bytes.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &parameters)?;
    Ok(compressed)
}

/// SHA-256 in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
