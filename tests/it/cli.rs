//! The command line: what can't be says so in one line, with exit code 2 (contract § 11).

use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};

use super::support::process::{Server, countersign, run, token, url};
use super::support::proposal;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn refused(output: &Output, mentions: &[&str]) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(text(&output.stdout), "", "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    for word in mentions {
        assert!(error.contains(word), "{word} is not in: {error}");
    }
}

#[test]
fn bad_options_are_refused_in_one_line() {
    let cases: [(&[&str], &[&str]); 16] = [
        (&["serve", "--bogus"], &["--bogus", "--help"]),
        (&["frobnicate"], &["frobnicate"]),
        (&["serve", "extra"], &["extra"]),
        (&["serve", "--listen"], &["--listen"]),
        (&["serve", "--listen", "3000"], &["--listen 3000", "127.0.0.1:3000"]),
        (&["--listen", "127.0.0.1:70000", "serve"], &["--listen 127.0.0.1:70000"]),
        (&["serve", "--public-url", "example.com"], &["--public-url example.com", "https://"]),
        (&["serve", "--public-url", "https://example.com/path"], &["without a path"]),
        (&["serve", "--retention-days", "0"], &["--retention-days 0", "36500"]),
        (&["serve", "--retention-days", "soon"], &["--retention-days soon"]),
        (
            &["serve", "--database", "postgres://u:pw@127.0.0.1:1/d"],
            &["postgres://u@127.0.0.1:1/d", "can't be reached", "start PostgreSQL"],
        ),
        (&["serve", "--database", "postgres://u:pw@h:port/d"], &["--database", "give postgres://"]),
        (&["serve", "--database", "mysql://u:pw@h/d"], &["--database mysql://…@h/d", "postgres://", "sqlite:"]),
        (&["serve", "--database", "sqlite::memory:"], &["path of a file"]),
        (&["token", "create"], &["NAME"]),
        (&["token", "create", " "], &["1 to 200 characters"]),
    ];
    let directory = tempfile::tempdir().unwrap();
    for (arguments, mentions) in cases {
        let output = countersign().args(arguments).env("HOME", directory.path()).output().unwrap();
        refused(&output, mentions);
    }
}

#[test]
fn options_may_stand_in_the_environment() {
    let output = countersign().arg("serve").env("COUNTERSIGN_LISTEN", "nowhere").output().unwrap();
    refused(&output, &["--listen nowhere"]);
    let output = countersign().arg("serve").env("COUNTERSIGN_RETENTION_DAYS", "x").output().unwrap();
    refused(&output, &["--retention-days x"]);
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("here.db");
    let output = countersign().args(["token", "create", "ada"]).env("COUNTERSIGN_DATABASE", url(&database)).output().unwrap();
    assert!(output.status.success() && database.exists());
}

#[test]
fn a_mistyped_database_is_told_not_made() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("mistyped.db");
    for command in [&["token", "list"][..], &["token", "revoke", "ada"]] {
        let output = countersign().args(command).env("COUNTERSIGN_DATABASE", url(&database)).output().unwrap();
        refused(&output, &["no database", "mistyped.db", "--database"]);
        assert!(!database.exists(), "{command:?}");
    }
}

#[test]
fn without_a_command_there_is_help() {
    for arguments in [&[][..], &["--help"], &["token"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Usage: countersign"), "{arguments:?}");
    }
    assert!(text(&run(&["--version"]).stdout).starts_with("countersign "));
}

#[test]
fn a_port_in_use_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = run(&["serve", "--listen", &address, "--database", &url(&directory.path().join("x.db"))]);
    refused(&output, &[&address, "--listen"]);
}

#[test]
fn databases_that_cannot_be_opened_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("garbage.db"), "no database, but long enough to look like one. ".repeat(50)).unwrap();
    std::fs::write(file("file"), "").unwrap();
    let cases: [(&Path, &str); 4] = [
        (directory.path(), "directory"),
        (&file("garbage.db"), "something else"),
        (&file("file").join("below.db"), "another path"),
        (Path::new("/proc/nowhere/x.db"), "another path"),
    ];
    for (path, mention) in cases {
        for command in [&["serve"][..], &["demo"], &["token", "list"]] {
            let mut arguments = command.to_vec();
            let database = url(path);
            arguments.extend(["--listen", "127.0.0.1:0", "--database", &database]);
            refused(&run(&arguments), &[&path.display().to_string(), mention]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_databases_are_refused_untouched() {
    use sqlx::Connection as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("create table notes (text text)").execute(&mut other).await.unwrap();
    refused(&run(&["token", "list", "--database", &url(&path)]), &["something else"]);

    let tables: Vec<(String,)> = sqlx::query_as("select name from sqlite_schema").fetch_all(&mut other).await.unwrap();
    assert_eq!(tables, [("notes".to_owned(),)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_is_refused() {
    use sqlx::Connection as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("locked.db");
    token(&path, "ada");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();
    refused(&run(&["token", "list", "--database", &url(&path)]), &["locked"]);
}

#[test]
fn many_may_make_the_database_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let database = url(&directory.path().join("new").join("countersign.db"));
    let makers: Vec<_> = (0..12)
        .map(|maker| {
            let mut command = countersign();
            command.args(["token", "create", &format!("t{maker}"), "--database", &database]);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for maker in makers {
        let made = maker.wait_with_output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    assert_eq!(text(&run(&["token", "list", "--database", &database]).stdout).lines().count(), 12);
}

#[cfg(unix)]
#[test]
fn the_database_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("new").join("countersign.db");
    token(&database, "ada");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&database), mode(database.parent().unwrap())), (0o600, 0o700));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_made_listed_and_revoked_while_a_server_runs() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let server = Server::start(&database);
    let (ada, root) = (token(&database, "ada"), {
        let made = run(&["token", "create", "--admin", "root", "--database", &url(&database)]);
        text(&made.stdout)
    });
    assert!(ada.starts_with("cs_") && ada.len() == 46, "alone on its line");
    assert_eq!(root.lines().count(), 1);
    refused(&run(&["token", "create", "ada", "--database", &url(&database)]), &["ada", "revoke"]);

    let agent = server.agent(&ada);
    let request = agent.open(&proposal()).await;
    let listed = text(&run(&["token", "list", "--database", &url(&database)]).stdout);
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 2, "{listed}");
    assert!(lines[0].starts_with("ada\tagent\t") && !lines[0].contains("never"), "{listed}");
    assert!(lines[1].starts_with("root\tadmin\t") && lines[1].contains("last used never"), "{listed}");
    assert!(!listed.contains("cs_"));

    assert!(run(&["token", "revoke", "ada", "--database", &url(&database)]).status.success());
    assert_eq!(agent.ask("elicit_status", &request.id).await.status, 401);
    refused(&run(&["token", "revoke", "ada", "--database", &url(&database)]), &["ada", "token list"]);
    assert!(text(&run(&["token", "list", "--database", &url(&database)]).stdout).contains("revoked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_drains_and_exits_with_0() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    let mut server = Server::start(&database);
    let agent = server.agent(&token);
    let request = agent.open(&proposal()).await;
    let waiting = tokio::spawn(async move { agent.wait(&request.id, 300).await });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let code = tokio::task::spawn_blocking(move || server.terminate()).await.unwrap();
    assert_eq!(code, Some(0));
    assert_eq!(waiting.await.unwrap(), "pending");
}

#[test]
fn the_demo_prints_a_link_alone() {
    let directory = tempfile::tempdir().unwrap();
    let database = url(&directory.path().join("countersign.db"));
    for _ in 0..2 {
        let output = run(&["demo", "--database", &database, "--public-url", "https://review.example.com"]);
        let (link, error) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{error}");
        assert!(link.starts_with("https://review.example.com/review/") && link.lines().count() == 1, "{link}");
    }
    assert_eq!(text(&run(&["token", "list", "--database", &database]).stdout), "", "its agent has no token");
    // until it is given one
    assert!(run(&["token", "create", "demo", "--database", &database]).status.success());
    assert!(run(&["demo", "--database", &database]).status.success());
    refused(&run(&["token", "create", "demo", "--database", &database]), &["demo", "revoke"]);
}
