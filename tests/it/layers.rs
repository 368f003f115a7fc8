//! The walls of the house: which layer may name which crate and which module, and where `cfg(feature …)` may stand.
//!
//! A file is read as tokens, without comments and literals; every path in it, `use` trees included, is made absolute and held against [`RULES`].

use std::path::{Path, PathBuf};

/// Where the rule holds (a module and all below it), where it does not, and what may not be named there.
struct Rule {
    inside: &'static str,
    except: &'static [&'static str],
    forbidden: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        inside: "crate::domain",
        except: &[],
        forbidden: &[
            "crate::api",
            "crate::app",
            "crate::server",
            "axum",
            "getrandom",
            "jiff",
            "js_sys",
            "jsonschema",
            "jsonwebtoken",
            "leptos",
            "liquid",
            "liquid_core",
            "openidconnect",
            "regex",
            "reqwest",
            "rmcp",
            "sqlx",
            "std::fs",
            "std::net",
            "std::time::Instant",
            "std::time::SystemTime",
            "tokio",
            "tracing",
            "wasm_bindgen",
            "web_sys",
        ],
    },
    Rule { inside: "crate::api", except: &[], forbidden: &["crate::app", "jsonschema", "liquid", "rmcp", "sqlx"] },
    Rule {
        inside: "crate::app",
        except: &[],
        forbidden: &["crate::server", "axum", "jsonschema", "leptos_axum", "liquid", "rmcp", "sqlx", "tokio"],
    },
    Rule { inside: "crate::server", except: &["crate::server::store"], forbidden: &["sqlx"] },
    Rule { inside: "crate::server", except: &["crate::server::mcp"], forbidden: &["rmcp"] },
    Rule { inside: "crate::server", except: &["crate::server::outbound"], forbidden: &["reqwest", "rustls"] },
    Rule { inside: "crate::server", except: &["crate::server::access", "crate::server::issuer"], forbidden: &["jsonwebtoken"] },
    Rule { inside: "crate::server", except: &["crate::server::openid"], forbidden: &["chrono", "openidconnect"] },
    Rule { inside: "crate::server::store", except: &[], forbidden: &["axum", "crate::server::mcp", "crate::server::service", "leptos"] },
    Rule { inside: "crate::server::service", except: &[], forbidden: &["axum", "crate::server::mcp", "leptos"] },
    Rule { inside: "crate::server::mcp", except: &[], forbidden: &["crate::server::store", "leptos"] },
];

/// The only files in which a feature decides what is compiled.
const MAY_ASK_FOR_FEATURES: &[&str] = &["lib.rs", "main.rs"];

#[test]
fn every_layer_keeps_to_its_side() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&src);
    assert!(files.len() > 20, "only {} files below {}", files.len(), src.display());
    let faults: Vec<String> = files
        .iter()
        .flat_map(|file| {
            faults(&file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/"), &std::fs::read_to_string(file).unwrap())
        })
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_planted_fault_is_found() {
    let found = [
        ("domain/grid.rs", "use leptos::prelude::*;"),
        ("domain/grid.rs", "use crate::{domain::value, server::store};"),
        ("domain/grid.rs", "fn now() -> u64 { std::time::SystemTime::now() }"),
        ("domain/grid/cell.rs", "use super::super::super::app::shell;"),
        ("api.rs", "use crate::server::service::Service;"),
        ("api/review.rs", "#[server] async fn a() -> R { crate::server::b() } fn c() { crate::server::d() }"),
        ("app/shell.rs", "view! { <p>{crate::server::state::x()}</p> }"),
        ("server/service/open.rs", "async fn open() { sqlx::query(\"…\") }"),
        ("server/service.rs", "use axum::{Router, extract::{Path, State}};"),
        ("server/store/rows.rs", "use super::super::service::Fault;"),
        ("server/store.rs", "use super::{clock, mcp};"),
        ("server/mcp/reply.rs", "use crate::server::store::Store;"),
        ("server/router.rs", "#[rmcp::tool] fn a() {}"),
        ("server/clock.rs", "use sqlx;"),
        ("server/issuer.rs", "use reqwest::Client;"),
        ("server/service/openid.rs", "use openidconnect::Nonce;"),
        ("server/service/auth.rs", "use jsonwebtoken::decode;"),
        ("server/run.rs", "#[cfg(feature = \"ssr\")] fn a() {}"),
        ("server/run.rs", "#[cfg_attr(not(feature = \"ssr\"), expect(dead_code))] fn a() {}"),
        ("server/run.rs", "fn a() -> bool { cfg!(feature = \"ssr\") }"),
    ];
    for (file, source) in found {
        assert!(!faults(file, source).is_empty(), "{file}: {source}");
    }
}

#[test]
fn what_is_allowed_raises_no_alarm() {
    let allowed = [
        (
            "domain/grid.rs",
            "//! leptos::view\n/* axum::Router /* crate::server */ sqlx::query */ const A: &str = \"sqlx::query\"; const B: char = '\"'; // rmcp::model",
        ),
        (
            "domain/grid.rs",
            "const A: &str = r#\"use leptos::\"quoted\"::*;\"#; fn a<'a>(b: &'a str) {} struct Leptos; let sqlx = 1; mod server {}",
        ),
        ("domain/grid.rs", "use super::value::{self, equal as same}; use std::collections::BTreeMap;"),
        (
            "api/review.rs",
            "#[server(input = Json)] pub async fn a(b: B) -> Result<(), E> { let c = { 1 }; use crate::server::service; crate::server::d() }",
        ),
        ("server/store/rows.rs", "use sqlx::Row; fn a(service: u8) -> u8 { service }"),
        ("server/mcp.rs", "use rmcp::model::Tool; use super::service::Service;"),
        ("main.rs", "#[cfg(feature = \"ssr\")] fn main() {}"),
        ("server/run.rs", "#[cfg(unix)] fn a() {} #[cfg(test)] mod tests {}"),
    ];
    for (file, source) in allowed {
        assert_eq!(faults(file, source), Vec::<String>::new(), "{file}: {source}");
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// What a file (by its path below `src`) names and should not.
fn faults(file: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let module = module_of(file);
    let mut faults: Vec<String> = named(&tokens, &module)
        .into_iter()
        .filter(|path| RULES.iter().any(|rule| rule.forbids(&module, path)))
        .map(|path| format!("src/{file} names {path}"))
        .collect();
    if within(&module, "crate::api") {
        let outside = without_server_functions(&tokens);
        let named = named(&outside, &module).into_iter().filter(|path| within(path, "crate::server"));
        faults.extend(named.map(|path| format!("src/{file} names {path} outside a server function")));
    }
    if !MAY_ASK_FOR_FEATURES.contains(&file) && asks_for_feature(&tokens) {
        faults.push(format!("src/{file} asks for a feature: only {} may", MAY_ASK_FOR_FEATURES.join(" and ")));
    }
    faults
}

impl Rule {
    fn forbids(&self, module: &str, path: &str) -> bool {
        within(module, self.inside)
            && !self.except.iter().any(|except| within(module, except))
            && self.forbidden.iter().any(|forbidden| within(path, forbidden))
    }
}

/// Whether a path is `of`, or goes through it.
fn within(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn module_of(file: &str) -> String {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if matches!(path, "lib" | "main") { "crate".to_owned() } else { format!("crate::{}", path.replace('/', "::")) }
}

/// Every path of two segments or more and whatever `use` names, absolute where it starts at `crate`, `self` or `super`.
fn named(tokens: &[String], module: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if starts_path(tokens, at) {
            at = tree(tokens, at, "", &mut paths);
        } else {
            at += 1;
        }
    }
    paths.into_iter().map(|path| absolute(&path, module)).collect()
}

fn starts_path(tokens: &[String], at: usize) -> bool {
    let is_used = at > 0 && tokens[at - 1] == "use";
    is_word(&tokens[at]) && (is_used || tokens.get(at + 1).is_some_and(|next| next == "::"))
}

/// Reads a path, or a `use` tree, that starts at `at`; gives the place after it.
fn tree(tokens: &[String], mut at: usize, prefix: &str, paths: &mut Vec<String>) -> usize {
    let mut path = prefix.to_owned();
    while let Some(token) = tokens.get(at) {
        if is_word(token) {
            path = if path.is_empty() { token.clone() } else { format!("{path}::{token}") };
            at += 1;
        } else if token == "{" && !path.is_empty() {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                let next = tree(tokens, at, &path, paths);
                at = next.max(at + 1);
            }
            return at + 1;
        } else {
            break;
        }
        match tokens.get(at) {
            Some(token) if token == "::" => at += 1,
            _ => break,
        }
    }
    if path != prefix {
        paths.push(path);
    }
    at
}

fn absolute(path: &str, module: &str) -> String {
    let mut base: Vec<&str> = module.split("::").collect();
    let mut segments = path.split("::").peekable();
    match segments.peek() {
        Some(&"self") => {
            segments.next();
        }
        Some(&"super") => {
            while segments.next_if_eq(&"super").is_some() {
                base.pop();
            }
        }
        _ => return path.to_owned(),
    }
    base.extend(segments);
    base.join("::")
}

/// The tokens outside the bodies of functions marked `#[server…]`.
fn without_server_functions(tokens: &[String]) -> Vec<String> {
    let mut outside = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&["#", "[", "server"].map(str::to_owned)) {
            let function = at + tokens[at..].iter().position(|token| token == "fn").unwrap_or(tokens.len() - at);
            let body = function + tokens[function..].iter().position(|token| token == "{").unwrap_or(tokens.len() - function);
            outside.extend_from_slice(&tokens[at..body]);
            at = closing(tokens, body);
        } else {
            outside.push(tokens[at].clone());
            at += 1;
        }
    }
    outside
}

/// The place after the bracket that closes the one at `open`.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" | "(" => depth += 1,
            "}" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn asks_for_feature(tokens: &[String]) -> bool {
    (0..tokens.len()).filter(|at| matches!(tokens[*at].as_str(), "cfg" | "cfg_attr")).any(|at| {
        let open = at + if tokens.get(at + 1).is_some_and(|token| token == "!") { 2 } else { 1 };
        tokens.get(open).is_some_and(|token| token == "(") && tokens[open..closing(tokens, open)].iter().any(|token| token == "feature")
    })
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

/// Words, `::` and single marks; comments, texts, characters and lifetimes are left out.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_text(rest) {
            length
        } else if first == '"' {
            quoted(rest, '"')
        } else if first == '\'' {
            // a lifetime has no closing quote
            let is_character = rest[1..].starts_with('\\') || rest[1..].chars().nth(1) == Some('\'');
            if is_character { quoted(rest, '\'') } else { 1 + word(&rest[1..]) }
        } else if word(rest) > 0 {
            tokens.push(rest[..word(rest)].to_owned());
            word(rest)
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn word(rest: &str) -> usize {
    rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len())
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of the raw text (`r"…"`, `br#"…"#`) at the start, if one is there.
fn raw_text(rest: &str) -> Option<usize> {
    let marks = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let text = marks.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(marks.len() - text.len()));
    let length = text.strip_prefix('"')?.find(&end)?;
    Some(rest.len() - text.len() + 1 + length + end.len())
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
