//! `elicit_proposal`: arguments → proposal → banner → stored, with its link.

use serde_json::{Map, Value};

use super::{Agent, CallError, Failed, Opened, Service};
use crate::domain::proposal::Proposal;
use crate::domain::schema::Syntax;
use crate::server::auth::{Secret, elicitation_id};
use crate::server::store::NewElicitation;
use crate::server::{judge, template};

/// What the server knows of the syntaxes that the domain leaves to it.
struct Checks;

impl Syntax for Checks {
    fn pattern(&self, pattern: &str) -> Result<(), String> {
        judge::pattern(pattern)
    }

    fn template(&self, template: &str) -> Result<(), String> {
        template::check(template)
    }
}

impl Service {
    /// `elicit_proposal`: parses, renders the template, stores the request with its `created` event.
    ///
    /// # Errors
    /// [`CallError::Invalid`] with every fault of the arguments; nothing is stored then.
    pub async fn open_proposal(&self, agent: &Agent, arguments: &Map<String, Value>) -> Result<Opened, CallError> {
        let arguments = arguments.clone();
        let proposal = super::aside(move || Proposal::parse(&arguments, &Checks)).await??;
        let banner = self.banner(&proposal).await;
        let (link, created_at) = (Secret::link(), self.clock.now());
        let new = NewElicitation {
            id: elicitation_id(),
            agent: agent.clone(),
            tool: "elicit_proposal",
            banner,
            link: link.digest(),
            created_at,
            expires_at: created_at.plus_seconds(proposal.timeout_seconds),
            proposal,
        };
        let opened = Opened {
            elicitation_id: new.id.clone(),
            review_url: format!("{}/review/{}", self.public_url, link.expose()),
            expires_at: new.expires_at,
        };
        let store = self.store.clone();
        super::to_the_end(async move { store.create(&new).await }).await?.map_err(Failed::from)?;
        Ok(opened)
    }

    /// What the display template gave, or why there is nothing; `None` without a template. Whatever goes wrong here, the request stands.
    async fn banner(&self, proposal: &Proposal) -> Option<Result<String, String>> {
        let (source, context) = (proposal.display_template.clone()?, proposal.context.clone());
        // never closed, so there always is a turn
        let turn = self.rendering.clone().acquire_owned().await;
        let drawn = super::aside(move || {
            let _turn = turn;
            template::render(&source, "context", &context)
        });
        Some(drawn.await.unwrap_or_else(|_| Err("the template engine failed".into())))
    }
}
