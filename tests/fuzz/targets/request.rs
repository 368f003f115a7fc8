//! The arguments of the three tools that make a request: a request that can't be wrong, or faults; and what its page begins with.

use countersign::domain::request::{Kind, Request};
use countersign::server::judge;
use serde_json::{Map, Value};

use super::{Features, json, shape, shapes};
use crate::verdict::Server;

pub fn run(bytes: &[u8]) -> Features {
    let Some(Value::Object(arguments)) = json(bytes) else { return vec!["no object".to_owned()] };
    let kind = kind(&arguments);
    match Request::parse(kind, &arguments, &Server) {
        Err(faults) => {
            assert!(faults.to_string().len() < 4 << 20, "what is refused in 256 KiB takes {}", faults.to_string().len());
            shapes(&faults)
        }
        Ok(request) => made(&request, &arguments),
    }
}

/// The tool that arguments are meant for.
pub fn kind(arguments: &Map<String, Value>) -> Kind {
    match (arguments.contains_key("fields"), arguments.contains_key("options")) {
        (true, _) => Kind::Proposal,
        (false, true) => Kind::Selection,
        (false, false) => Kind::Approval,
    }
}

fn made(request: &Request, arguments: &Map<String, Value>) -> Features {
    let kind = request.kind();
    let kept = Request::from_json(kind, &request.to_json().unwrap()).unwrap();
    assert_eq!(&kept, request, "what is kept is what was read");
    let context = arguments.get("context").cloned().unwrap_or_default();
    assert_eq!(request.clone().context_mut().to_string(), context.to_string(), "context goes through to the letter");
    assert!((60..=86_400).contains(&request.timeout_seconds()));
    let mut features = vec![format!("{kind:?}")];
    if let Some(grid) = request.grid() {
        let opening = grid.opening();
        assert_eq!(opening.len(), grid.rows.len());
        let (values, faults) = grid.submission(&opening);
        assert!(faults.iter().all(|fault| fault.row < grid.rows.len()));
        features.extend(faults.iter().map(|fault| shape(&fault.message)));
        // our own checker let these through: what the last word still refuses is a pattern's, or an A-label's, to refuse
        features.extend(judge::submission(grid, &values).err().into_iter().flatten().map(|fault| shape(&fault.message)));
        for (row, entry) in grid.rows.iter().zip(&opening) {
            assert!(entry.draft.is_none(), "nobody touched it");
            assert!(!row.edited(entry));
            features.push(format!("{:?} {} {}", row.editor(), entry.include, row.offered(entry).len().min(13)));
        }
    }
    features
}
