//! The commands on `--database postgres://…`, and what start-up says of a database that can't be used.

use std::process::Output;
use std::time::Duration;

use serde_json::json;

use super::super::cli::refused;
use super::super::support::client::{Agent, Reviewer, http};
use super::super::support::host::Host;
use super::super::support::postgres::OwnDatabase;
use super::super::support::process::{Addressed, Server, run, token};
use super::super::support::{proposal, tamper};
use super::own;
use countersign::server::store::Database;
use countersign::server::store::postgres::Address;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn kept(own: &OwnDatabase) -> Database {
    Database::Postgres(Address::read(&own.address()).unwrap())
}

fn on(database: &Database, arguments: &[&str]) -> Output {
    run(&[arguments, &["--database", &database.address()]].concat())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn every_command_works_there() {
    let own = own().await;
    let database = kept(&own);
    refused(&on(&database, &["audit", "verify"]), &["nothing in it yet", "countersign serve"]);
    let ada = token(&database, "ada");
    refused(&on(&database, &["token", "create", "ada"]), &["ada", "revoke"]);
    let listed = text(&on(&database, &["token", "list"]).stdout);
    assert!(listed.starts_with("ada\tagent\t"), "{listed}");

    let mut servers = [Server::start(&database), Server::start(&database)];
    let agents = servers.each_ref().map(|server| server.agent(&ada));
    let request = agents[0].open(&proposal()).await;
    let there = request.review_url.replace(&servers[0].url, &servers[1].url);
    assert!(Reviewer::new(http(), &there).submit("y").await.taken());
    assert_eq!(agents[1].ask("elicit_result", &request.id).await.content["values"], json!({ "a": "y" }));

    let shown = text(&on(&database, &["demo"]).stdout);
    assert!(servers.iter().any(|server| shown.starts_with(&server.url)), "{shown}");
    let invited = on(&database, &["reviewer", "add", "Ann", "--admin"]);
    assert!(text(&invited.stdout).contains("/sign-in/"), "{invited:?}");
    assert!(text(&on(&database, &["reviewer", "list"]).stdout).starts_with("Ann\tadmin"), "{invited:?}");
    assert!(on(&database, &["reviewer", "revoke", "Ann"]).status.success());

    assert!(text(&on(&database, &["audit", "verify"]).stdout).starts_with("intact: 4 events"));
    let exported = text(&on(&database, &["audit", "export", "--since", "2"]).stdout);
    assert!(exported.lines().count() == 3 && exported.starts_with(r#"{"number":2,"#), "{exported}");
    let file = tempfile::tempdir().unwrap();
    let copy = file.path().join("copy").display().to_string();
    refused(&on(&database, &["backup", &copy]), &["pg_dump"]);
    assert!(!file.path().join("copy").exists());

    assert!(on(&database, &["token", "revoke", "ada"]).status.success());
    assert_eq!(agents[1].ask("elicit_status", &request.id).await.status, 401);
    for server in &mut servers {
        assert_eq!(server.terminate(), Some(0));
    }
    tamper(&database, "alter table events disable trigger all; update events set actor = 'link' where id = 1").await;
    let broken = on(&database, &["audit", "verify"]);
    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
    assert!(text(&broken.stderr).contains("event 1 (created"), "{broken:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn a_host_beside_two_servers_hands_out_their_links() {
    let own = own().await;
    let database = kept(&own);
    let mut host = Host::greeted(&database, &[]);
    let (_, link) = host.propose();
    let alone = link.split_once("/review/").unwrap().0.to_owned();
    let mut server = Server::start(&database);
    let (id, link) = host.propose();
    assert!(link.starts_with(&server.url) && alone != server.url, "{link} is not at {}", server.url);
    host.begin("elicit_await", &id);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(Reviewer::new(http(), &link).decline().await.taken());
    assert_eq!(host.result()["structuredContent"], json!({ "status": "declined" }));
    assert_eq!(server.terminate(), Some(0));
    let (_, link) = host.propose();
    assert!(link.starts_with(&alone), "{link}: the server says that it is gone");
    assert_eq!(host.end(), (Vec::new(), Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn a_database_that_cannot_be_used_is_told_in_one_line() {
    let own = own().await;
    let address = own.address();
    let (who, rest) = address.split_once('@').unwrap();
    let (user, password) = who.rsplit_once(':').unwrap();
    let (host, name) = rest.split_once('/').unwrap();
    let told = |database: &str, words: &[&str]| {
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["token", "list"], &["audit", "verify"], &["mcp"]] {
            let output = run(&[command, &["--database", database]].concat());
            refused(&output, words);
            assert!(!text(&output.stderr).contains(password), "{output:?}");
        }
    };
    told(&format!("{user}:{password}@127.0.0.1:1/{name}"), &["127.0.0.1:1", "can't be reached", "start PostgreSQL"]);
    told(&format!("{user}:{password}@nowhere.invalid/{name}"), &["nowhere.invalid", "can't be reached"]);
    told(&format!("{user}:wr{password}@{host}/{name}"), &["password of", "PGPASSWORD"]);
    told(&format!("{user}:{password}@{host}/none"), &["no database none", "createdb none"]);
    told(&format!("{user}:{password}@{host}/{name}?sslmode=require"), &["private", "sslmode"]);
    told(&format!("{user}:{password}@{host}/{name}?mode=x"), &["sslmode"]);

    // of somebody else
    tamper(&kept(&own), "create table notes (text text)").await;
    told(&address, &["something else"]);
    tamper(&kept(&own), "drop table notes").await;
    // a user with no rights there
    let lame = format!("lame_{name}");
    tamper(&kept(&own), &format!("set password_encryption = 'scram-sha-256'; create role {lame} login password 'lame'")).await;
    let serve = |address: &str| run(&["token", "list", "--database", address]);
    refused(&serve(&format!("postgres://{lame}:lame@{host}/{name}")), &[&lame, "owner of the database"]);
    tamper(&kept(&own), &format!("drop role {lame}")).await;
    // of a release to come
    assert!(serve(&address).status.success());
    tamper(&kept(&own), "insert into _sqlx_migrations values (9999, 'later', now(), true, '', 0)").await;
    told(&address, &["newer Countersign"]);
    tamper(&kept(&own), "delete from _sqlx_migrations where version = 9999").await;
    // a standby, as good as
    refused(&serve(&format!("{address}?options=-cdefault_transaction_read_only%3Don")), &["can't be written to"]);
    // not of this encoding
    own.command(format!("create database latin_{name} encoding 'LATIN1' locale 'C' template template0")).await;
    refused(&serve(&format!("{user}:{password}@{host}/latin_{name}")), &["LATIN1", "UTF8"]);
    own.command(format!("drop database latin_{name}")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn many_may_make_the_tables_at_once() {
    let own = own().await;
    let address = own.address();
    std::thread::scope(|scope| {
        let makers: Vec<_> = (0..8)
            .map(|maker| {
                let address = &address;
                scope.spawn(move || {
                    super::super::support::process::countersign()
                        .args(["token", "create", &format!("t{maker}"), "--database", address])
                        .output()
                })
            })
            .collect();
        for maker in makers {
            let output = maker.join().unwrap().unwrap();
            assert!(output.status.success(), "{output:?}");
        }
    });
    assert_eq!(text(&on(&kept(&own), &["token", "list"]).stdout).lines().count(), 8);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn every_text_comes_back_whatever_is_in_it() {
    let own = own().await;
    let database = kept(&own);
    let ada = token(&database, "ada");
    let server = Server::start(&database);
    let ada: Agent = server.agent(&ada);
    let mut arguments = proposal();
    let odd = "nul \u{0} mark \u{10ffff}0 bidi \u{202e} é";
    arguments["message"] = json!(odd);
    arguments["context"] = json!({ "z": odd, "a": [0] });
    arguments["requestedSchema"]["properties"]["a"]["maxLength"] = json!(100);
    let request = ada.open(&arguments).await;
    let found = ada.call("elicit_history", &json!({})).await.content;
    assert_eq!(found["items"][0]["message"], json!(odd), "{found}");
    assert!(Reviewer::new(http(), &request.review_url).submit("\u{10ffff}1").await.taken());
    let outcome = ada.ask("elicit_result", &request.id).await.content;
    assert_eq!((&outcome["context"], &outcome["values"]["a"]), (&json!({ "z": odd, "a": [0] }), &json!("\u{10ffff}1")));
    assert!(on(&database, &["audit", "verify"]).status.success());
}
