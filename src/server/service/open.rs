//! `elicit_proposal`, `elicit_approval`, `elicit_selection`: arguments → request → templates rendered → stored, with its link.

use serde_json::{Map, Value};

use super::{Agent, CallError, Failed, Reviewer, Service};
use crate::domain::named;
use crate::domain::request::{Kind, Request};
use crate::domain::schema::Syntax;
use crate::domain::time::Timestamp;
use crate::domain::violation::Violations;
use crate::server::auth::{Secret, elicitation_id};
use crate::server::store::{NewElicitation, StoreError};
use crate::server::{judge, template};

/// A request just made.
#[derive(Clone, Debug)]
pub struct Opened {
    pub elicitation_id: String,
    /// Built from the public URL, with the link's secret.
    pub review_url: String,
    pub expires_at: Timestamp,
}

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
    /// Makes a request of `kind` from the arguments of its tool: parses them, renders the templates, stores the request with its `created` event.
    ///
    /// # Errors
    /// [`CallError::Invalid`] with every fault of the arguments; [`CallError::TooManyPending`]; nothing is stored then.
    pub async fn open(&self, agent: &Agent, kind: Kind, arguments: &Map<String, Value>) -> Result<Opened, CallError> {
        let reviewer = self.named(arguments).await?;
        let arguments = arguments.clone();
        let parsed = super::aside(move || Request::parse(kind, &arguments, &Checks)).await?;
        let (mut request, reviewer) = both(parsed, reviewer)?;
        let drawn = self.rendered(&mut request).await;
        let (link, created_at) = (Secret::link(), self.clock.now());
        let new = NewElicitation {
            id: elicitation_id(),
            agent: agent.clone(),
            banner: drawn.banner,
            rows: drawn.rows,
            link: link.digest(),
            created_at,
            expires_at: created_at.plus_seconds(request.timeout_seconds()),
            reviewer,
            request,
        };
        let opened = Opened {
            elicitation_id: new.id.clone(),
            review_url: format!("{}/review/{}", self.links_to().await, link.expose()),
            expires_at: new.expires_at,
        };
        let (store, wakes, max_pending) = (self.store.clone(), self.wakes.clone(), self.max_pending);
        let work = async move {
            store.create(&new, max_pending).await?;
            wakes.wake(&new.id);
            Ok::<_, StoreError>(())
        };
        match super::to_the_end(work).await? {
            Ok(()) => Ok(opened),
            Err(StoreError::TooManyPending) => Err(CallError::TooManyPending(max_pending)),
            Err(error) => Err(Failed::from(error).into()),
        }
    }

    /// Whom `arguments` name; the fault when that is nobody who is known.
    async fn named(&self, arguments: &Map<String, Value>) -> Result<Result<Option<Reviewer>, Violations>, Failed> {
        // a name that is none is a fault of the arguments, found with the others
        let Ok(Some(name)) = named::name(arguments) else { return Ok(Ok(None)) };
        let found = self.store.reviewer_named(name).await?;
        let mut faults = Violations::default();
        if found.is_none() {
            named::unknown(&mut faults);
        }
        Ok(faults.into_result(found))
    }

    /// Where links point, without a trailing slash.
    pub(super) async fn links_to(&self) -> String {
        let served = if self.defers { self.store.announced().await } else { None };
        served.unwrap_or_else(|| self.public_url.to_string())
    }
}

/// Both, or all faults of either.
fn both<A, B>(one: Result<A, Violations>, other: Result<B, Violations>) -> Result<(A, B), Violations> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(mut faults), Err(more)) => {
            faults.0.extend(more.0);
            Err(faults)
        }
        (Err(faults), Ok(_)) | (Ok(_), Err(faults)) => Err(faults),
    }
}
