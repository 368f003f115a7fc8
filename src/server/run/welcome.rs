//! What start-up says: where it listens, who may decide, and to the first comer how to begin.

use std::io::IsTerminal as _;

use serde_json::json;

use super::{Running, StartError, say};
use crate::domain::time::Timestamp;
use crate::server::auth::Secret;
use crate::server::config::Config;
use crate::server::openid::CALLBACK;

/// The name of the token that a first start makes.
const FIRST: &str = "default";

/// Says on standard error what the operator should know; on standard output the address, once it is served, and a first token.
pub(super) async fn greet(running: &Running, now: Timestamp) -> Result<(), StartError> {
    eprintln!("{}", who_decides(&running.config));
    if let Some(warning) = warning(&running.config) {
        eprintln!("{warning}");
    }
    if let Some(openid) = &running.config.openid {
        let back = format!("{}{CALLBACK}", running.config.public_url());
        eprintln!("Reviewers sign in with sign-in links, or at {}, which sends them back to {back}.", openid.issuer);
    }
    if let Some(issuer) = &running.config.oauth_issuer {
        eprintln!("Agents may also come with access tokens of {issuer} for {}.", running.config.mcp_url());
    }
    // a server that nobody listens to serves all the same
    let _ = say(&format_args!("Listening on http://{}", running.addr));
    if running.store.agents().await?.iter().any(|agent| agent.has_token) {
        return Ok(());
    }
    if std::io::stdout().is_terminal() {
        let token = Secret::token();
        running.store.add_agent(FIRST, Some(&token.digest()), false, now).await?;
        say(&invitation(&running.config.public_url(), token.expose()))?;
    } else if running.config.oauth_issuer.is_none() {
        eprintln!("No agent can call yet: run `countersign token create NAME` on the same database.");
    }
    Ok(())
}

/// Whose decision counts.
const fn who_decides(config: &Config) -> &'static str {
    if config.require_sign_in {
        "Reviewers who are signed in decide, nobody else: `countersign reviewer add NAME` makes one."
    } else {
        "Whoever holds a review link can decide its request; that includes the agent that asked for it. --require-sign-in changes that."
    }
}

/// What to say when others can reach the server, but not safely.
fn warning(config: &Config) -> Option<String> {
    let safe = config.listen.ip().is_loopback() || config.public_url().starts_with("https://");
    (!safe).then(|| {
        let addr = config.listen;
        format!("Warning: {addr} is open to other machines without https: tokens and links can be read on the way. Set --public-url https://… of a proxy in front.")
    })
}

/// What to paste into an agent.
fn invitation(public_url: &str, token: &str) -> String {
    let bearer = format!("Bearer {token}");
    let server = json!({ "type": "http", "url": format!("{public_url}/mcp"), "headers": { "Authorization": bearer } });
    let servers = json!({ "mcpServers": { "countersign": server } });
    format!(
        "\nThe token `{FIRST}` was made for your first agent. It is shown this once. Paste into Claude Code:\n\n  \
         claude mcp add --transport http countersign {public_url}/mcp --header \"Authorization: {bearer}\"\n\n\
         or, for any other agent, into its configuration:\n\n{servers:#}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::config::{CALLS_PER_MINUTE, MAX_PENDING};
    use crate::server::store::Database;

    fn config(listen: &str, public_url: Option<&str>) -> Config {
        let listen = listen.parse().unwrap();
        Config {
            listen,
            public_url: public_url.map(str::to_owned),
            database: Database::Sqlite("x.db".into()),
            retention_days: 90,
            calls_per_minute: CALLS_PER_MINUTE,
            max_pending: MAX_PENDING,
            require_sign_in: false,
            openid: None,
            oauth_issuer: None,
        }
    }

    #[test]
    fn open_addresses_without_https_are_warned_about() {
        for (listen, public_url, warned) in [
            ("127.0.0.1:3000", None, false),
            ("[::1]:3000", None, false),
            ("0.0.0.0:3000", None, true),
            ("0.0.0.0:3000", Some("http://r.example"), true),
            ("0.0.0.0:3000", Some("https://r.example"), false),
        ] {
            assert_eq!(warning(&config(listen, public_url)).is_some(), warned, "{listen} {public_url:?}");
        }
    }

    #[test]
    fn the_invitation_can_be_pasted() {
        let text = invitation("http://127.0.0.1:3000", "cs_x");
        let command = r#"claude mcp add --transport http countersign http://127.0.0.1:3000/mcp --header "Authorization: Bearer cs_x""#;
        assert!(text.contains(command));
        let json: serde_json::Value = serde_json::from_str(&text[text.find('{').unwrap()..]).unwrap();
        assert_eq!(json["mcpServers"]["countersign"]["headers"]["Authorization"], "Bearer cs_x");
    }
}
