//! `countersign reviewer add | link | list | revoke`.

use super::{StartError, named, say};
use crate::domain::time::Timestamp;
use crate::server::args::Reviewer;
use crate::server::clock::rfc3339;
use crate::server::service::Service;
use crate::server::store::{ReviewerRecord, Store, StoreError};

pub(super) async fn run(command: Reviewer, service: &Service, store: &dyn Store, now: Timestamp) -> Result<(), StartError> {
    match command {
        Reviewer::Add { name, admin } => {
            let name = named("a reviewer's", &name)?;
            match service.add_reviewer(name, admin).await {
                Ok(link) => say(&link)?,
                Err(StoreError::NameTaken) => {
                    let line =
                        format!("there is a reviewer `{name}` already; `countersign reviewer link {name}` makes a fresh sign-in link");
                    return Err(StartError::Refused(line));
                }
                Err(error) => return Err(error.into()),
            }
            eprintln!("Good once, for 24 hours: hand it to `{name}` alone.");
        }
        Reviewer::Link { name } => {
            let name = name.trim();
            say(&service.renew_link(name).await?.ok_or_else(|| unknown(name))?)?;
            eprintln!("Good once, for 24 hours: hand it to `{name}` alone. Any link made before is void.");
        }
        Reviewer::List => {
            for reviewer in &store.reviewers().await? {
                say(&line(reviewer))?;
            }
        }
        Reviewer::Revoke { name } => {
            let name = name.trim();
            if !store.revoke_reviewer(name, now).await? {
                return Err(unknown(name));
            }
            eprintln!("The reviewer `{name}` is revoked and signed out everywhere.");
        }
    }
    Ok(())
}

fn unknown(name: &str) -> StartError {
    StartError::Refused(format!("there is no reviewer `{name}`; `countersign reviewer list` lists them"))
}

/// One reviewer, columns apart by tabs: name, rights, when made, last signed in, revoked.
fn line(record: &ReviewerRecord) -> String {
    let rights = if record.reviewer.admin { "admin" } else { "reviewer" };
    let signed_in = record.signed_in_at.map_or_else(|| "never".to_owned(), rfc3339);
    let revoked = record.revoked_at.map_or_else(String::new, |at| format!("\trevoked {}", rfc3339(at)));
    format!("{}\t{rights}\tcreated {}\tlast signed in {signed_in}{revoked}", record.reviewer.name, rfc3339(record.created_at))
}
