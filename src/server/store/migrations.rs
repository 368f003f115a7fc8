//! Changes of the tables, in order, as sqlx applies them.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// A change of the tables: its number, its name, and what it does. An applied one is never edited.
pub(super) type Step = (i64, &'static str, &'static str);

/// Applies those of `steps` that are missing. Whoever runs it holds the database's write lock.
pub(super) fn migrator(steps: &[Step]) -> Migrator {
    let migration =
        |(version, name, sql): &Step| Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false);
    let mut migrator = Migrator::with_migrations(steps.iter().map(migration).collect());
    migrator.set_locking(false);
    migrator
}

/// Whether each of `versions` is one of `steps`.
pub(super) fn all_known(steps: &[Step], versions: &[i64]) -> bool {
    versions.iter().all(|version| steps.iter().any(|(known, ..)| known == version))
}

/// Why the tables can't be brought up to date.
pub(super) enum Trouble {
    /// A step was applied that this release does not know.
    Newer,
    /// A step was applied that is not ours.
    Foreign,
    Driver(sqlx::Error),
}

impl From<MigrateError> for Trouble {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(_) => Self::Newer,
            MigrateError::VersionMismatch(_) => Self::Foreign,
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Self::Driver(error),
            other => Self::Driver(sqlx::Error::Migrate(Box::new(other))),
        }
    }
}
