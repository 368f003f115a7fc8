//! Statements on `reviewers`, `sign_in_links` and `sessions`.

use async_trait::async_trait;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _, Sqlite, SqliteConnection};

use super::SqliteStore;
use crate::domain::identity::{Identity, named as named_by};
use crate::domain::named;
use crate::domain::time::Timestamp;
use crate::server::auth::{Digest, Reviewer};
use crate::server::store::{Begun, Pass, ReviewerRecord, Reviewers, StoreError};

#[async_trait]
impl Reviewers for SqliteStore {
    async fn add_reviewer(&self, name: &str, admin: bool, link: &Pass, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        if named(&mut tx, name).await?.is_some() {
            return Err(StoreError::NameTaken);
        }
        let insert = sqlx::query("insert into reviewers (name, admin, created_at) values ($1, $2, $3)");
        let made = insert.bind(name).bind(admin).bind(now.millis()).execute(&mut *tx).await?;
        give_link(&mut tx, made.last_insert_rowid(), link).await?;
        Ok(tx.commit().await?)
    }

    async fn renew_link(&self, name: &str, link: &Pass) -> Result<bool, StoreError> {
        let mut tx = self.write().await?;
        let Some(reviewer) = named(&mut tx, name).await? else { return Ok(false) };
        give_link(&mut tx, reviewer, link).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn reviewer_named(&self, name: &str) -> Result<Option<Reviewer>, StoreError> {
        // SQLite folds the case of ASCII alone
        let select = sqlx::query_as::<Sqlite, Reviewer>("select id, name, admin from reviewers where revoked_at is null order by id");
        Ok(named::meant(name, select.fetch_all(&self.readers).await?, |reviewer| &reviewer.name))
    }

    async fn reviewers(&self) -> Result<Vec<ReviewerRecord>, StoreError> {
        let select = "select id, name, admin, created_at, signed_in_at, revoked_at from reviewers order by id";
        Ok(sqlx::query_as::<Sqlite, ReviewerRecord>(select).fetch_all(&self.readers).await?)
    }

    async fn revoke_reviewer(&self, name: &str, now: Timestamp) -> Result<bool, StoreError> {
        let mut tx = self.write().await?;
        let Some(reviewer) = named(&mut tx, name).await? else { return Ok(false) };
        let update = sqlx::query("update reviewers set revoked_at = $2 where id = $1");
        update.bind(reviewer).bind(now.millis()).execute(&mut *tx).await?;
        // who they are at a provider too: another reviewer of that name may be somebody else
        for delete in [
            "delete from sign_in_links where reviewer_id = $1",
            "delete from sessions where reviewer_id = $1",
            "delete from identities where reviewer_id = $1",
        ] {
            sqlx::query(delete).bind(reviewer).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn invited(&self, link: &Digest, now: Timestamp) -> Result<Option<Reviewer>, StoreError> {
        let select = sqlx::query_as::<Sqlite, Reviewer>(
            "select r.id, r.name, r.admin from sign_in_links l join reviewers r on r.id = l.reviewer_id \
             where l.secret_hash = $1 and l.expires_at > $2",
        );
        Ok(select.bind(link.bytes()).bind(now.millis()).fetch_optional(&self.readers).await?)
    }

    async fn begin_session(&self, link: &Digest, session: &Pass, now: Timestamp) -> Result<Option<Reviewer>, StoreError> {
        let mut tx = self.write().await?;
        let spend =
            sqlx::query_scalar::<Sqlite, i64>("delete from sign_in_links where secret_hash = $1 and expires_at > $2 returning reviewer_id");
        let Some(id) = spend.bind(link.bytes()).bind(now.millis()).fetch_optional(&mut *tx).await? else { return Ok(None) };
        let reviewer = begin(&mut tx, id, session, now).await?;
        tx.commit().await?;
        Ok(Some(reviewer))
    }

    async fn begin_session_as(&self, identity: &Identity, flow: &Pass, session: &Pass, now: Timestamp) -> Result<Begun, StoreError> {
        let mut tx = self.write().await?;
        let Some(id) = meant(&mut tx, identity, now).await? else { return Ok(Begun::Unknown) };
        sqlx::query("delete from spent_sign_ins where expires_at <= $1").bind(now.millis()).execute(&mut *tx).await?;
        let spend = sqlx::query("insert into spent_sign_ins (flow_hash, expires_at) values ($1, $2) on conflict do nothing");
        let spent = spend.bind(flow.secret.bytes()).bind(flow.expires_at.millis()).execute(&mut *tx).await?;
        if spent.rows_affected() == 0 {
            return Ok(Begun::Spent);
        }
        begin(&mut tx, id, session, now).await?;
        tx.commit().await?;
        Ok(Begun::Session)
    }

    async fn session(&self, session: &Digest, now: Timestamp) -> Result<Option<(Reviewer, Timestamp)>, StoreError> {
        let select = sqlx::query(
            "select r.id, r.name, r.admin, s.last_used_at from sessions s join reviewers r on r.id = s.reviewer_id \
             where s.secret_hash = $1 and s.expires_at > $2",
        );
        let row = select.bind(session.bytes()).bind(now.millis()).fetch_optional(&self.readers).await?;
        let found = row.map(|row| Ok::<_, sqlx::Error>((Reviewer::from_row(&row)?, Timestamp::from_millis(row.try_get("last_used_at")?))));
        Ok(found.transpose()?)
    }

    async fn prolong_session(&self, session: &Digest, now: Timestamp, expires_at: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        let update = sqlx::query("update sessions set last_used_at = $2, expires_at = $3 where secret_hash = $1");
        update.bind(session.bytes()).bind(now.millis()).bind(expires_at.millis()).execute(&mut *tx).await?;
        Ok(tx.commit().await?)
    }

    async fn end_session(&self, session: &Digest) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query("delete from sessions where secret_hash = $1").bind(session.bytes()).execute(&mut *tx).await?;
        Ok(tx.commit().await?)
    }
}

/// The id of the reviewer called `name` who isn't revoked.
async fn named(db: &mut SqliteConnection, name: &str) -> Result<Option<i64>, StoreError> {
    let select = sqlx::query_scalar("select id from reviewers where name = $1 and revoked_at is null");
    Ok(select.bind(name).fetch_optional(db).await?)
}

/// Begins a session of the reviewer `id`. Those that are over are removed.
async fn begin(db: &mut SqliteConnection, id: i64, session: &Pass, now: Timestamp) -> Result<Reviewer, StoreError> {
    let update = sqlx::query_as::<Sqlite, Reviewer>("update reviewers set signed_in_at = $2 where id = $1 returning id, name, admin");
    let reviewer = update.bind(id).bind(now.millis()).fetch_one(&mut *db).await?;
    sqlx::query("delete from sessions where expires_at <= $1").bind(now.millis()).execute(&mut *db).await?;
    let insert =
        sqlx::query("insert into sessions (secret_hash, reviewer_id, created_at, last_used_at, expires_at) values ($1, $2, $3, $3, $4)");
    let insert = insert.bind(session.secret.bytes()).bind(id).bind(now.millis()).bind(session.expires_at.millis());
    insert.execute(db).await?;
    Ok(reviewer)
}

/// The id of the reviewer whom `identity` means: who is bound to it, else whoever its address names, who is bound to it by this
/// unless they are somebody else at its issuer already.
async fn meant(db: &mut SqliteConnection, identity: &Identity, now: Timestamp) -> Result<Option<i64>, StoreError> {
    let bound = sqlx::query_scalar("select reviewer_id from identities where issuer = $1 and subject = $2");
    if let Some(id) = bound.bind(&identity.issuer).bind(&identity.subject).fetch_optional(&mut *db).await? {
        return Ok(Some(id));
    }
    let Some(email) = &identity.email else { return Ok(None) };
    let known = sqlx::query_as::<Sqlite, Reviewer>("select id, name, admin from reviewers where revoked_at is null");
    let known = known.fetch_all(&mut *db).await?;
    let Some(id) = named_by(email, known.iter().map(|reviewer| (reviewer.id, reviewer.name.as_str()))) else { return Ok(None) };
    let bind =
        sqlx::query("insert into identities (issuer, subject, reviewer_id, bound_at) values ($1, $2, $3, $4) on conflict do nothing");
    let bind = bind.bind(&identity.issuer).bind(&identity.subject).bind(id).bind(now.millis()).execute(db).await?;
    // none: they are bound to somebody else there, who has had that address before
    Ok((bind.rows_affected() == 1).then_some(id))
}

async fn give_link(db: &mut SqliteConnection, reviewer: i64, link: &Pass) -> Result<(), StoreError> {
    let insert = sqlx::query("insert or replace into sign_in_links (reviewer_id, secret_hash, expires_at) values ($1, $2, $3)");
    insert.bind(reviewer).bind(link.secret.bytes()).bind(link.expires_at.millis()).execute(db).await?;
    Ok(())
}

impl FromRow<'_, SqliteRow> for Reviewer {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self { id: row.try_get("id")?, name: row.try_get("name")?, admin: row.try_get("admin")? })
    }
}

impl FromRow<'_, SqliteRow> for ReviewerRecord {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let time = |column| Ok::<_, sqlx::Error>(row.try_get::<Option<i64>, _>(column)?.map(Timestamp::from_millis));
        Ok(Self {
            reviewer: Reviewer::from_row(row)?,
            created_at: Timestamp::from_millis(row.try_get("created_at")?),
            signed_in_at: time("signed_in_at")?,
            revoked_at: time("revoked_at")?,
        })
    }
}
