//! A page as it is written: its fenced blocks, its tables, and the notes to these tests that readers don't see (`<!-- test: … -->`).

use std::path::{Path, PathBuf};

/// The folder that the project is in.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// One Markdown file.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

/// What a page has that is more than prose, in order.
#[derive(Debug, PartialEq)]
pub enum Part {
    Heading(String),
    /// A fenced block: what stands after its fence, the lines in it, and the line where those begin.
    Block {
        info: String,
        body: String,
        line: usize,
    },
    /// The cells of one row of a table.
    Row(Vec<String>),
    /// What these tests are to do here.
    Note(String),
    Prose(String),
}

impl Page {
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path: path.to_owned(), text }
    }

    /// Every page of `docs`, README.md, SECURITY.md, and those of `examples`.
    pub fn all() -> Vec<Self> {
        let mut found = vec![root().join("README.md"), root().join("SECURITY.md")];
        for folder in ["docs", "examples"] {
            walk(&root().join(folder), &mut found);
        }
        found.sort();
        let pages: Vec<Self> = found.iter().map(|path| Self::read(path)).collect();
        assert!(pages.len() > 10, "the pages are where they were");
        pages
    }

    /// How the page is called, from the project's folder.
    pub fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap_or(&self.path).display().to_string()
    }

    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            if let Some(info) = line.trim_start().strip_prefix("```") {
                let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```").collect();
                parts.push(Part::Block { info: info.trim().to_owned(), body: body.join("\n"), line: number + 1 });
            } else if let Some(note) = line.strip_prefix("<!-- test:").and_then(|rest| rest.strip_suffix("-->")) {
                parts.push(Part::Note(note.trim().to_owned()));
            } else if line.starts_with('#') {
                parts.push(Part::Heading(line.trim_start_matches('#').trim().to_owned()));
            } else if let Some(row) = line.strip_prefix('|').and_then(|row| row.trim_end().strip_suffix('|')) {
                parts.push(Part::Row(row.replace("\\|", "\u{1}").split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()));
            } else {
                parts.push(Part::Prose(line.to_owned()));
            }
        }
        parts
    }

    /// The rows of the table under the heading `title`, without its head; empty when there is no such heading.
    pub fn table(&self, title: &str) -> Vec<Vec<String>> {
        let mut parts = self.parts().into_iter().skip_while(|part| *part != Part::Heading(title.to_owned()));
        parts.next();
        let rows = parts.take_while(|part| !matches!(part, Part::Heading(_))).filter_map(|part| match part {
            Part::Row(cells) => Some(cells),
            _ => None,
        });
        rows.skip(1).filter(|cells| !cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)))).collect()
    }

    /// What stands in backticks outside the fenced blocks.
    pub fn code_spans(&self) -> Vec<String> {
        let mut spans = Vec::new();
        for part in self.parts() {
            let texts = match part {
                Part::Prose(text) | Part::Heading(text) => vec![text],
                Part::Row(cells) => cells,
                Part::Block { .. } | Part::Note(_) => Vec::new(),
            };
            for text in texts {
                spans.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
            }
        }
        spans
    }
}

/// The Markdown files in `folder` and below, but for what is installed there.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "node_modules" && !name.starts_with('.') {
            walk(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}
