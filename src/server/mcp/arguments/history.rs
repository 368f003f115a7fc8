//! `elicit_history`'s arguments.

use serde_json::{Map, Value};

use super::{known, type_name};
use crate::domain::decimal::Decimal;
use crate::domain::history::{Page, Scope, Until};
use crate::domain::violation::Violations;
use crate::server::mcp::as_of;

/// The smallest, the usual and the largest page, in requests.
pub const PAGE_SIZE: (u32, u32, u32) = (1, 20, 100);
/// The last page that can be asked for.
const LAST_PAGE: u32 = 1_000_000_000;

/// What is asked of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    pub page: Page,
    pub scope: Scope,
    /// `asOf` as it was given, and what it stands for.
    pub as_of: Option<(String, Until)>,
}

/// `page`, `pageSize`, `asOf` and `scope`.
///
/// # Errors
/// Every fault by path.
pub fn lookup(tool: &str, arguments: &Map<String, Value>) -> Result<Lookup, Violations> {
    let mut faults = Violations::default();
    known(tool, arguments, &["page", "pageSize", "asOf", "scope"], &mut faults);
    let number = whole(arguments, "page", (1, 1, LAST_PAGE), &mut faults).into();
    let size = whole(arguments, "pageSize", PAGE_SIZE, &mut faults);
    let as_of = as_of(arguments.get("asOf"), &mut faults);
    let scope = scope(arguments.get("scope"), &mut faults);
    faults.into_result(Lookup { page: Page { number, size }, scope, as_of })
}

/// The whole number `name`: the least, the usual and the most that it may be.
fn whole(arguments: &Map<String, Value>, name: &str, (least, usual, most): (u32, u32, u32), faults: &mut Violations) -> u32 {
    let wanted = format!("a whole number from {least} to {most}");
    let fault = match arguments.get(name) {
        None | Some(Value::Null) => return usual,
        Some(Value::Number(number)) => {
            let value = Decimal::from(number);
            let value = if value.is_integer() { value.to_u64().and_then(|value| u32::try_from(value).ok()) } else { None };
            match value {
                Some(value) if (least..=most).contains(&value) => return value,
                _ => format!("must be {wanted}"),
            }
        }
        Some(other) => format!("must be {wanted}, not {}", type_name(other)),
    };
    faults.push(name, fault);
    usual
}

fn as_of(value: Option<&Value>, faults: &mut Violations) -> Option<(String, Until)> {
    const WANTED: &str = "what asOf was in an earlier answer, or an RFC 3339 time such as 2026-01-31T09:30:00Z";
    match value? {
        Value::Null => return None,
        Value::String(text) => match as_of::read(text) {
            Some(until) => return Some((text.clone(), until)),
            None => faults.push("asOf", format!("must be {WANTED}")),
        },
        other => faults.push("asOf", format!("must be {WANTED}, not {}", type_name(other))),
    }
    None
}

fn scope(value: Option<&Value>, faults: &mut Violations) -> Scope {
    let fault = match value {
        None | Some(Value::Null) => return Scope::default(),
        Some(Value::String(word)) => match Scope::ALL.into_iter().find(|scope| scope.word() == word) {
            Some(scope) => return scope,
            None => "must be me or org".to_owned(),
        },
        Some(other) => format!("must be me or org, not {}", type_name(other)),
    };
    faults.push("scope", fault);
    Scope::default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(arguments: &Value) -> Result<Lookup, Vec<String>> {
        let read = lookup("elicit_history", arguments.as_object().unwrap());
        read.map_err(|faults| faults.to_string().lines().map(str::to_owned).collect())
    }

    #[test]
    fn nothing_is_required() {
        let usual = Lookup { page: Page { number: 1, size: 20 }, scope: Scope::Me, as_of: None };
        assert_eq!(read(&json!({})), Ok(usual.clone()));
        assert_eq!(read(&json!({ "page": null, "pageSize": null, "asOf": null, "scope": null })), Ok(usual));
        let whole: Value = serde_json::from_str("2.0").unwrap();
        let all = read(&json!({ "page": whole, "pageSize": 100, "asOf": "2026-01-31T09:30:00Z", "scope": "org" })).unwrap();
        assert_eq!((all.page, all.scope), (Page { number: 2, size: 100 }, Scope::Org));
        assert_eq!(all.as_of.unwrap().0, "2026-01-31T09:30:00Z");
    }

    #[test]
    fn every_fault_is_named() {
        let page = "must be a whole number from 1 to 1000000000";
        let size = "must be a whole number from 1 to 100";
        let time = "must be what asOf was in an earlier answer, or an RFC 3339 time such as 2026-01-31T09:30:00Z";
        let huge: Value = serde_json::from_str("1e400").unwrap();
        for (arguments, faults) in [
            (json!({ "page": 0 }), vec![format!("page: {page}")]),
            (json!({ "page": -1, "pageSize": 0 }), vec![format!("page: {page}"), format!("pageSize: {size}")]),
            (json!({ "page": 1.5, "pageSize": 101 }), vec![format!("page: {page}"), format!("pageSize: {size}")]),
            (json!({ "page": huge, "pageSize": "20" }), vec![format!("page: {page}"), format!("pageSize: {size}, not a string")]),
            (json!({ "asOf": "yesterday" }), vec![format!("asOf: {time}")]),
            (json!({ "asOf": 7 }), vec![format!("asOf: {time}, not a number")]),
            (json!({ "scope": "all" }), vec!["scope: must be me or org".to_owned()]),
            (json!({ "scope": true }), vec!["scope: must be me or org, not a boolean".to_owned()]),
            (json!({ "pagesize": 5 }), vec!["pagesize: not an argument of elicit_history (did you mean \"pageSize\"?)".to_owned()]),
        ] {
            assert_eq!(read(&arguments), Err(faults), "{arguments}");
        }
    }
}
