//! `countersign audit verify | export`.

use std::io::{self, BufWriter, Write};

use super::{StartError, say};
use crate::domain::time::Timestamp;
use crate::server::args::Audit;
use crate::server::chain::End;
use crate::server::clock::read_rfc3339;
use crate::server::store::{Broken, Database, Log, Verdict};

/// Where an export begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Number(i64),
    Time(Timestamp),
}

pub(super) async fn run(command: Audit, database: &Database) -> Result<(), StartError> {
    let since = match &command {
        Audit::Verify => None,
        Audit::Export { since } => since.as_deref().map(read).transpose()?,
    };
    let opened = Log::open(database).await;
    let mut log = opened.map_err(|reason| StartError::Database { name: database.to_string(), reason })?;
    match command {
        Audit::Verify => match log.verify().await? {
            Verdict::Intact(end) => say(&intact(end)),
            Verdict::Broken(broken) => Err(self::broken(&broken)),
        },
        Audit::Export { .. } => export(&mut log, since, BufWriter::new(io::stdout().lock())).await,
    }
}

/// What to note elsewhere, to compare it later.
pub(super) fn intact(end: End) -> String {
    format!("intact: {} {}, last {}", end.number, if end.number == 1 { "event" } else { "events" }, end.hash)
}

pub(super) fn broken(broken: &Broken) -> StartError {
    StartError::Broken(format!("the audit log is broken: {broken}"))
}

async fn export(log: &mut Log, since: Option<Since>, mut out: impl Write) -> Result<(), StartError> {
    let mut after = match since {
        None => 0,
        Some(Since::Number(number)) => number.saturating_sub(1),
        Some(Since::Time(time)) => log.before(time).await?,
    };
    while let Some((last, lines)) = log.lines(after).await? {
        after = last;
        let written = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
        match written.and_then(|()| out.flush()) {
            Ok(()) => {}
            // whoever reads has read enough
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(StartError::Refused(format!("can't write to standard output: {error}"))),
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Since, StartError> {
    let text = text.trim();
    let number = text.parse().ok().filter(|number| *number > 0).map(Since::Number);
    let time = || read_rfc3339(text).or_else(|| read_rfc3339(&format!("{text}T00:00:00Z"))).map(Since::Time);
    number.or_else(time).ok_or_else(|| {
        StartError::Refused(format!(
            "--since {text}: give the number of an event, a day such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_begins_at_a_number_or_at_a_time() {
        let time = |millis| Some(Since::Time(Timestamp::from_millis(millis)));
        for (text, since) in [
            ("1", Some(Since::Number(1))),
            (" 17 ", Some(Since::Number(17))),
            ("2026-01-31", time(1_769_817_600_000)),
            ("2026-01-31T09:30:00Z", time(1_769_851_800_000)),
            ("2026-01-31T10:30:00+01:00", time(1_769_851_800_000)),
            ("0", None),
            ("-1", None),
            ("2026-02-31", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(read(text).ok(), since, "{text}");
        }
    }
}
