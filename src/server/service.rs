//! The use cases, one file each: load → domain → save with its audit event, one transaction → wake.
//!
//! Agents' calls come in through [`crate::server::mcp`], reviewers' through [`crate::api`] and [`crate::server::pages`]; both say who asks.

mod auth;
mod cancel;
mod decide;
mod door;
mod draft;
mod hear;
mod history;
mod inbox;
mod open;
mod openid;
mod read;
mod refusal;
mod render;
mod sign_in;
mod story;
mod sweep;
mod view;
mod wait;
mod watch;

use std::collections::HashMap;
use std::future::Future;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::access::AccessTokens;
use super::auth::{Agent, Digest, Reviewer};
use super::clock::Clock;
use super::openid::Provider;
use super::store::{Advanced, Head, Key, Named, Step, Store};
pub use super::store::{Item, Line, Place, Shelf};
use super::wake::Wakes;
use crate::domain::time::Timestamp;
pub use auth::Denied;
pub use door::Door;
pub use history::History;
pub use inbox::Inbox;
pub use open::Opened;
pub use openid::{Answer, NotSignedIn};
pub use read::Outcome;
use refusal::Failed;
pub use refusal::{CallError, ReviewError};
pub use story::Happened;
pub use view::{Asked, Review};
pub use watch::{News, Watch};

/// Cheap to clone: shared handles inside.
#[derive(Clone)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    wakes: Wakes,
    /// Where links point, without a trailing slash.
    public_url: Arc<str>,
    /// Whether links rather point to another process that serves the same database, while one does.
    defers: bool,
    /// How many pending requests an agent may have at once.
    max_pending: u32,
    /// Whether signed-in reviewers alone decide.
    signed_in_alone: bool,
    /// Where reviewers may sign in besides with sign-in links.
    provider: Option<Provider>,
    /// Whose access tokens let agents in besides our own, if anybody's.
    access: Option<AccessTokens>,
    draining: CancellationToken,
    /// When the use of each agent's token was last written.
    uses: Arc<Mutex<HashMap<i64, Timestamp>>>,
    /// Turns at rendering templates: each may take a second and 64 MiB, so few do at once, and none starves another.
    rendering: Arc<Semaphore>,
}

impl Service {
    /// The use cases on `store` by `clock`; links point to `public_url`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, public_url: &str) -> Self {
        Self {
            store,
            clock,
            wakes: Wakes::default(),
            public_url: public_url.into(),
            defers: false,
            max_pending: u32::MAX,
            signed_in_alone: false,
            provider: None,
            access: None,
            draining: CancellationToken::new(),
            uses: Arc::default(),
            rendering: Arc::new(Semaphore::new(RENDERING)),
        }
    }

    /// As the service of a process that ends with its one agent: links point to whoever else serves the same database, while somebody does.
    #[must_use]
    pub fn deferring(self) -> Self {
        Self { defers: true, ..self }
    }

    /// With no more than `max_pending` pending requests an agent.
    #[must_use]
    pub fn limited(self, max_pending: NonZeroU32) -> Self {
        Self { max_pending: max_pending.get(), ..self }
    }

    /// As the service of a server whose review links let nobody in who is not signed in.
    #[must_use]
    pub fn requiring_sign_in(self) -> Self {
        Self { signed_in_alone: true, ..self }
    }

    /// Whether signed-in reviewers alone decide.
    #[must_use]
    pub const fn requires_sign_in(&self) -> bool {
        self.signed_in_alone
    }

    /// Which lets agents in by `access` tokens too.
    #[must_use]
    pub fn trusting(self, access: Option<AccessTokens>) -> Self {
        Self { access, ..self }
    }

    /// Whether the database answers, and takes what is written to it.
    pub async fn healthy(&self) -> bool {
        self.store.ping().await.map_err(Failed::from).is_ok()
    }

    /// From now on nobody is kept waiting: those who wait are answered `pending` at once.
    pub fn drain(&self) {
        self.draining.cancel();
    }

    /// The state of `key`'s request as this moment finds it. An expiry that it meets is written before it is told.
    async fn head(&self, key: &Key) -> Result<Option<Head>, Failed> {
        let Some(head) = self.store.head(key).await? else { return Ok(None) };
        if head.state.clone().at(self.clock.now(), head.expires_at) == head.state {
            return Ok(Some(head));
        }
        let found = self.advance(key.clone(), Step::Look).await?;
        Ok(found.map(|found| Head { state: found.state, ..head }))
    }

    /// Takes a step and wakes whoever waits for it. Runs to its end even when the caller is gone: a closed tab must not cost the wake
    /// after its commit.
    async fn advance(&self, key: Key, step: Step) -> Result<Option<Advanced>, Failed> {
        let service = self.clone();
        let work = async move {
            let clock = || service.clock.now();
            let advanced = service.store.advance(&key, &step, &clock).await?;
            if let Some(Advanced { id, closed: true, .. }) = &advanced {
                service.wakes.wake(id);
            }
            Ok(advanced)
        };
        to_the_end(work).await?
    }
}

/// Runs `work` as a task of its own, so that a caller that goes away does not stop it half-way.
async fn to_the_end<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Result<T, Failed> {
    tokio::spawn(work).await.map_err(|_| Failed::noting("a unit of work panicked"))
}

/// Runs `work`, which computes for long, where it keeps nobody else from running.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Failed::noting("a computation panicked"))
}

/// The request `id` as `agent` may see it.
fn owned(agent: &Agent, id: &str) -> Key {
    Key::Owned { id: id.to_owned(), agent: agent.id }
}

/// How the audit names an agent.
fn actor(agent: &Agent) -> String {
    format!("agent:{}", agent.name)
}

/// How many templates are rendered at once.
const RENDERING: usize = 2;
