//! Tells cargo what else the server is made of: the built site, which a release embeds, and the migrations.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // the browser's half embeds nothing: it must not be rebuilt because it was just built
    if std::env::var_os("CARGO_FEATURE_SSR").is_none() {
        return;
    }
    // a folder that is not there counts as changed every time
    let site = std::path::Path::new("target/site");
    if let Err(fault) = std::fs::create_dir_all(site) {
        println!("cargo:warning=cannot make {}: {fault}", site.display());
    }
    // a debug server reads the site from disk
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-changed=target/site");
    }
    if std::path::Path::new("migrations").exists() {
        println!("cargo:rerun-if-changed=migrations");
    }
}
