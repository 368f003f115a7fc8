//! What the project depends on, held against `deny.toml`: licences, sources and unwanted crates.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{process, workspace};

#[derive(Deserialize)]
struct Policy {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

/// Checks every package of the lock file.
pub fn check() -> Result<()> {
    let policy = std::fs::read_to_string(workspace::root().join("deny.toml")).context("cannot read deny.toml")?;
    let policy: Policy = toml::from_str(&policy).context("deny.toml")?;
    let metadata = process::output_or_fault(&mut process::cargo(&["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("cargo metadata")?;
    let faults: Vec<String> = metadata.packages.iter().filter_map(|package| fault(package, &policy)).collect();
    if !faults.is_empty() {
        bail!("deny.toml does not allow:\n{}", faults.join("\n"));
    }
    eprintln!("{} packages are as deny.toml wants them", metadata.packages.len());
    Ok(())
}

/// cargo-deny's own judgement, where it is installed.
pub fn cargo_deny() -> Result<()> {
    if process::output(&mut process::cargo(&["deny", "--version"])).is_none() {
        eprintln!("skipped: cargo-deny is not installed (cargo install cargo-deny); the step before covers licences, sources and bans");
        return Ok(());
    }
    process::run(&mut process::cargo(&["deny", "check", "bans", "licenses", "sources"]))
}

fn fault(package: &Package, policy: &Policy) -> Option<String> {
    let Package { name, version, license, source } = package;
    let source = source.as_deref().unwrap_or("registry");
    if !source.starts_with("registry") {
        return Some(format!("{name} {version}: comes from {source}, not from the registry"));
    }
    if policy.bans.deny.iter().any(|banned| banned.name == *name) {
        return Some(format!("{name} {version}: banned"));
    }
    let Some(license) = license else {
        return Some(format!("{name} {version}: names no licence"));
    };
    (!is_allowed(license, &policy.licenses.allow)).then(|| format!("{name} {version}: {license}"))
}

/// Whether an SPDX expression can be met with allowed licences alone. `/` is the old spelling of OR.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest, allowed) && rest.is_empty()
}

fn any(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = all(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= all(words, allowed);
    }
    met
}

fn all(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any(words, allowed);
            let [")", rest @ ..] = *words else { return false };
            *words = rest;
            met
        }
        [license, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{license} WITH {exception}"))
        }
        [license, rest @ ..] => {
            *words = rest;
            allowed.contains(*license)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_by_allowed_licences_alone() {
        let allowed: BTreeSet<String> = ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        let table = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0/MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
            ("(MIT AND GPL-3.0) OR Apache-2.0", true),
            ("MIT AND (GPL-3.0 OR LGPL-2.1)", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("GPL-3.0 AND Apache-2.0 OR MIT", true),
            ("(MIT", false),
            ("MIT MIT", false),
            ("", false),
        ];
        for (expression, expected) in table {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }

    #[test]
    fn each_kind_of_unwanted_package_is_named() {
        let policy = Policy {
            licenses: Licenses { allow: ["MIT".to_owned()].into() },
            bans: Bans { deny: vec![Banned { name: "bad".to_owned() }] },
        };
        let package = |name: &str, license: Option<&str>, source: Option<&str>| Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: license.map(str::to_owned),
            source: source.map(str::to_owned),
        };
        assert_eq!(fault(&package("good", Some("MIT"), Some("registry+index")), &policy), None);
        assert_eq!(fault(&package("ours", Some("MIT"), None), &policy), None);
        for (package, word) in [
            (package("bad", Some("MIT"), Some("registry+index")), "banned"),
            (package("good", Some("GPL-3.0"), Some("registry+index")), "GPL-3.0"),
            (package("good", None, Some("registry+index")), "names no licence"),
            (package("good", Some("MIT"), Some("git+somewhere")), "git+somewhere"),
        ] {
            assert!(fault(&package, &policy).is_some_and(|fault| fault.contains(word)), "{word}");
        }
    }
}
