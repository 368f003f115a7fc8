//! `countersign token create | list | revoke`.

use super::{StartError, named, say};
use crate::domain::access::PREFIX;
use crate::domain::time::Timestamp;
use crate::server::args::Token;
use crate::server::auth::Secret;
use crate::server::clock::rfc3339;
use crate::server::store::{AgentRecord, Store, StoreError};

pub(super) async fn run(command: Token, store: &dyn Store, now: Timestamp) -> Result<(), StartError> {
    match command {
        Token::Create { name, admin } => {
            let name = checked(&name)?;
            let token = Secret::token();
            match store.add_agent(name, Some(&token.digest()), admin, now).await {
                Ok(_) => say(&token.expose())?,
                Err(StoreError::NameTaken) => {
                    let line = format!("`{name}` has a token already; choose another name, or first run `countersign token revoke {name}`");
                    return Err(StartError::Refused(line));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Token::List => {
            for agent in store.agents().await?.iter().filter(|agent| agent.has_token || is_identity(agent)) {
                say(&line(agent))?;
            }
        }
        Token::Revoke { name } => {
            if !store.revoke_agent(name.trim(), now).await? {
                return Err(StartError::Refused(format!("there is no token `{name}` to revoke; `countersign token list` lists them")));
            }
            let what = if name.trim().starts_with(PREFIX) { "" } else { "The token of " };
            eprintln!("{what}`{}` is revoked.", name.trim());
        }
    }
    Ok(())
}

/// A name that is free to be chosen: those of agents that come with access tokens are not.
fn checked(name: &str) -> Result<&str, StartError> {
    let name = named("a token's", name)?;
    if name.starts_with(PREFIX) {
        let line =
            format!("`{name}` would be the name of an agent that comes with access tokens; choose one that does not begin with {PREFIX}");
        return Err(StartError::Refused(line));
    }
    Ok(name)
}

fn is_identity(agent: &AgentRecord) -> bool {
    !agent.has_token && agent.agent.name.starts_with(PREFIX)
}

/// One token, its columns apart by tabs: name, rights, when made, last used, revoked.
fn line(agent: &AgentRecord) -> String {
    let time = |at: Option<Timestamp>, never: &str| at.map_or_else(|| never.to_owned(), rfc3339);
    let rights = match agent {
        agent if is_identity(agent) => "oauth",
        agent if agent.agent.admin => "admin",
        _ => "agent",
    };
    let revoked = agent.revoked_at.map_or_else(String::new, |at| format!("\trevoked {}", rfc3339(at)));
    format!(
        "{}\t{rights}\tcreated {}\tlast used {}{revoked}",
        agent.agent.name,
        rfc3339(agent.created_at),
        time(agent.last_used_at, "never")
    )
}
