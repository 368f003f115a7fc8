//! `countersign token create | list | revoke`.

use super::{StartError, named, say};
use crate::domain::time::Timestamp;
use crate::server::args::Token;
use crate::server::auth::Secret;
use crate::server::clock::rfc3339;
use crate::server::store::{AgentRecord, Store, StoreError};

pub(super) async fn run(command: Token, store: &dyn Store, now: Timestamp) -> Result<(), StartError> {
    match command {
        Token::Create { name, admin } => {
            let name = named("a token's", &name)?;
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
            for agent in store.agents().await?.iter().filter(|agent| agent.has_token) {
                say(&line(agent))?;
            }
        }
        Token::Revoke { name } => {
            if !store.revoke_agent(name.trim(), now).await? {
                return Err(StartError::Refused(format!("there is no token `{name}` to revoke; `countersign token list` lists them")));
            }
            eprintln!("The token of `{}` is revoked.", name.trim());
        }
    }
    Ok(())
}

/// One token, its columns apart by tabs: name, rights, when made, last used, revoked.
fn line(agent: &AgentRecord) -> String {
    let time = |at: Option<Timestamp>, never: &str| at.map_or_else(|| never.to_owned(), rfc3339);
    let rights = if agent.agent.admin { "admin" } else { "agent" };
    let revoked = agent.revoked_at.map_or_else(String::new, |at| format!("\trevoked {}", rfc3339(at)));
    format!(
        "{}\t{rights}\tcreated {}\tlast used {}{revoked}",
        agent.agent.name,
        rfc3339(agent.created_at),
        time(agent.last_used_at, "never")
    )
}
