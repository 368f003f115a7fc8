//! `countersign backup FILE`.

use std::path::Path;

use super::audit::{broken, intact};
use super::{StartError, say};
use crate::server::store::sqlite::{Copied, backup};
use crate::server::store::{Database, Verdict};

pub(super) async fn run(database: &Database, file: &Path) -> Result<(), StartError> {
    let refused = |line: String| StartError::Refused(line);
    let Database::Sqlite(database) = database else {
        let line =
            "this copies SQLite files; back PostgreSQL up with its own `pg_dump`, and look at the copy with `countersign audit verify`";
        return Err(refused(line.to_owned()));
    };
    // absolute, so that SQLite can't read a scheme into it
    let file = std::path::absolute(file).map_err(|error| refused(format!("can't write the backup {}: {error}", file.display())))?;
    let path = file.display();
    match backup(database, &file).await.map_err(|error| refused(error.to_string()))? {
        Copied::Whole(Some(Verdict::Intact(end))) => say(&format_args!("{path}: {}", intact(end))),
        Copied::Whole(None) => say(&format_args!("{path}: whole (written by an older Countersign, whose events are not chained)")),
        Copied::Whole(Some(Verdict::Broken(found))) => Err(StartError::Broken(format!("{path} is a true copy, but {}", broken(&found)))),
        Copied::Damaged(found) => Err(StartError::Broken(format!("{path} is a copy of a damaged database: {found}"))),
    }
}
