//! Statements on `reviewers`, `sign_in_links` and `sessions`.

use async_trait::async_trait;

use super::{Db, FromRow, Row, SqlStore};
use crate::domain::identity::{Identity, named as named_by};
use crate::domain::named;
use crate::domain::time::Timestamp;
use crate::server::auth::{Digest, Reviewer};
use crate::server::store::{Begun, Pass, ReviewerRecord, Reviewers, StoreError};

#[async_trait]
impl Reviewers for SqlStore {
    async fn add_reviewer(&self, name: &str, admin: bool, link: &Pass, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        if named(db, name).await?.is_some() {
            return Err(StoreError::NameTaken);
        }
        let insert = db.query("insert into reviewers (name, admin, created_at) values ($1, $2, $3) returning id");
        let id = insert.bind(name).bind(admin).bind(now.millis()).fetch_one().await?;
        give_link(db, id, link).await?;
        Ok(tx.commit().await?)
    }

    async fn renew_link(&self, name: &str, link: &Pass) -> Result<bool, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let Some(reviewer) = named(db, name).await? else { return Ok(false) };
        give_link(db, reviewer, link).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn reviewer_named(&self, name: &str) -> Result<Option<Reviewer>, StoreError> {
        // databases fold case each in their own way
        let mut session = self.engine.read().await?;
        let known = session.db().query("select id, name, admin from reviewers where revoked_at is null order by id").fetch_all().await?;
        Ok(named::meant(name, known, |reviewer: &Reviewer| &reviewer.name))
    }

    async fn reviewers(&self) -> Result<Vec<ReviewerRecord>, StoreError> {
        let select = "select id, name, admin, created_at, signed_in_at, revoked_at from reviewers order by id";
        Ok(self.engine.read().await?.db().query(select).fetch_all().await?)
    }

    async fn revoke_reviewer(&self, name: &str, now: Timestamp) -> Result<bool, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let Some(reviewer) = named(db, name).await? else { return Ok(false) };
        db.query("update reviewers set revoked_at = $2 where id = $1").bind(reviewer).bind(now.millis()).execute().await?;
        // who they are at a provider too: another reviewer of that name may be somebody else
        for delete in [
            "delete from sign_in_links where reviewer_id = $1",
            "delete from sessions where reviewer_id = $1",
            "delete from identities where reviewer_id = $1",
        ] {
            db.query(delete).bind(reviewer).execute().await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn invited(&self, link: &Digest, now: Timestamp) -> Result<Option<Reviewer>, StoreError> {
        let mut session = self.engine.read().await?;
        let mut db = session.db();
        let select = db.query(
            "select r.id, r.name, r.admin from sign_in_links l join reviewers r on r.id = l.reviewer_id \
             where l.secret_hash = $1 and l.expires_at > $2",
        );
        Ok(select.bind(link.bytes()).bind(now.millis()).fetch_optional().await?)
    }

    async fn begin_session(&self, link: &Digest, session: &Pass, now: Timestamp) -> Result<Option<Reviewer>, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let spend = db.query("delete from sign_in_links where secret_hash = $1 and expires_at > $2 returning reviewer_id");
        let Some(id) = spend.bind(link.bytes()).bind(now.millis()).fetch_optional().await? else { return Ok(None) };
        let reviewer = begin(db, id, session, now).await?;
        tx.commit().await?;
        Ok(Some(reviewer))
    }

    async fn begin_session_as(&self, identity: &Identity, flow: &Pass, session: &Pass, now: Timestamp) -> Result<Begun, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let Some(id) = meant(db, identity, now).await? else { return Ok(Begun::Unknown) };
        db.query("delete from spent_sign_ins where expires_at <= $1").bind(now.millis()).execute().await?;
        let spend = db.query("insert into spent_sign_ins (flow_hash, expires_at) values ($1, $2) on conflict do nothing");
        if spend.bind(flow.secret.bytes()).bind(flow.expires_at.millis()).execute().await? == 0 {
            return Ok(Begun::Spent);
        }
        begin(db, id, session, now).await?;
        tx.commit().await?;
        Ok(Begun::Session)
    }

    async fn session(&self, session: &Digest, now: Timestamp) -> Result<Option<(Reviewer, Timestamp)>, StoreError> {
        let mut held = self.engine.read().await?;
        let mut db = held.db();
        let select = db.query(
            "select r.id, r.name, r.admin, s.last_used_at from sessions s join reviewers r on r.id = s.reviewer_id \
             where s.secret_hash = $1 and s.expires_at > $2",
        );
        let found = select.bind(session.bytes()).bind(now.millis()).fetch_optional::<Used>().await?;
        Ok(found.map(|Used(reviewer, at)| (reviewer, at)))
    }

    async fn prolong_session(&self, session: &Digest, now: Timestamp, expires_at: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let update = db.query("update sessions set last_used_at = $2, expires_at = $3 where secret_hash = $1");
        update.bind(session.bytes()).bind(now.millis()).bind(expires_at.millis()).execute().await?;
        Ok(tx.commit().await?)
    }

    async fn end_session(&self, session: &Digest) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        db.query("delete from sessions where secret_hash = $1").bind(session.bytes()).execute().await?;
        Ok(tx.commit().await?)
    }
}

/// The id of the reviewer called `name` who isn't revoked.
async fn named(db: &mut Db<'_>, name: &str) -> Result<Option<i64>, StoreError> {
    let select = db.query("select id from reviewers where name = $1 and revoked_at is null");
    Ok(select.bind(name).fetch_optional().await?)
}

/// Begins a session of the reviewer `id`. Those that are over are removed.
async fn begin(db: &mut Db<'_>, id: i64, session: &Pass, now: Timestamp) -> Result<Reviewer, StoreError> {
    let update = db.query("update reviewers set signed_in_at = $2 where id = $1 returning id, name, admin");
    let reviewer = update.bind(id).bind(now.millis()).fetch_one().await?;
    db.query("delete from sessions where expires_at <= $1").bind(now.millis()).execute().await?;
    let insert =
        db.query("insert into sessions (secret_hash, reviewer_id, created_at, last_used_at, expires_at) values ($1, $2, $3, $3, $4)");
    let insert = insert.bind(session.secret.bytes()).bind(id).bind(now.millis()).bind(session.expires_at.millis());
    insert.execute().await?;
    Ok(reviewer)
}

/// The id of the reviewer whom `identity` means: who is bound to it, else whoever its address names, who is bound to it by this
/// unless they are somebody else at its issuer already.
async fn meant(db: &mut Db<'_>, identity: &Identity, now: Timestamp) -> Result<Option<i64>, StoreError> {
    let bound = db.query("select reviewer_id from identities where issuer = $1 and subject = $2");
    if let Some(id) = bound.bind(&identity.issuer).bind(&identity.subject).fetch_optional().await? {
        return Ok(Some(id));
    }
    let Some(email) = &identity.email else { return Ok(None) };
    let known: Vec<Reviewer> = db.query("select id, name, admin from reviewers where revoked_at is null").fetch_all().await?;
    let Some(id) = named_by(email, known.iter().map(|reviewer| (reviewer.id, reviewer.name.as_str()))) else { return Ok(None) };
    let bind = db.query("insert into identities (issuer, subject, reviewer_id, bound_at) values ($1, $2, $3, $4) on conflict do nothing");
    let bound = bind.bind(&identity.issuer).bind(&identity.subject).bind(id).bind(now.millis()).execute().await?;
    // none: they are bound to somebody else there, who has had that address before
    Ok((bound == 1).then_some(id))
}

async fn give_link(db: &mut Db<'_>, reviewer: i64, link: &Pass) -> Result<(), StoreError> {
    let insert = db.query(
        "insert into sign_in_links (reviewer_id, secret_hash, expires_at) values ($1, $2, $3) \
         on conflict (reviewer_id) do update set secret_hash = $2, expires_at = $3",
    );
    insert.bind(reviewer).bind(link.secret.bytes()).bind(link.expires_at.millis()).execute().await?;
    Ok(())
}

/// Whose session it is, and when it was last used.
struct Used(Reviewer, Timestamp);

impl FromRow for Used {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self(Reviewer::from_row(row)?, Timestamp::from_millis(row.get("last_used_at")?)))
    }
}

impl FromRow for Reviewer {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self { id: row.get("id")?, name: row.get("name")?, admin: row.get("admin")? })
    }
}

impl FromRow for ReviewerRecord {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let time = |column| Ok::<_, sqlx::Error>(row.get::<Option<i64>>(column)?.map(Timestamp::from_millis));
        Ok(Self {
            reviewer: Reviewer::from_row(row)?,
            created_at: Timestamp::from_millis(row.get("created_at")?),
            signed_in_at: time("signed_in_at")?,
            revoked_at: time("revoked_at")?,
        })
    }
}
