//! The two buttons of the footer (contract § 3): an agent may rename them, nothing else.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arguments::{known_keys, object, type_name};
use super::violation::Violations;

/// The most code points of a label.
const MAX: usize = 40;

/// The texts of the footer's buttons. Each 1–40 characters, trimmed, and not the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    pub ok: String,
    pub cancel: String,
}

impl Labels {
    /// Parses the `labels` argument (absent: `None`) over the tool's own defaults; notes every fault.
    pub fn parse(labels: Option<&Value>, default_ok: &str, default_cancel: &str, faults: &mut Violations) -> Self {
        let defaults = || Self { ok: default_ok.to_owned(), cancel: default_cancel.to_owned() };
        if labels.is_none_or(Value::is_null) {
            return defaults();
        }
        let Some(labels) = object(labels, "labels", "{ ok?, cancel? }", faults) else { return defaults() };
        known_keys(labels, "labels", "a label", &["ok", "cancel", "submit", "decline"], faults);
        let ok = label(labels, "ok", "submit", faults);
        let cancel = label(labels, "cancel", "decline", faults);
        // what a button is called must not say what the other does
        if let (Some((key, ok)), true) = (&ok, ok.as_ref().is_some_and(|(_, ok)| same(ok, default_cancel))) {
            faults.push(format!("labels.{key}"), format!("{} is the name of the other button", Value::from(ok.as_str())));
        }
        if let (Some((key, cancel)), true) = (&cancel, cancel.as_ref().is_some_and(|(_, cancel)| same(cancel, default_ok))) {
            faults.push(format!("labels.{key}"), format!("{} is the name of the other button", Value::from(cancel.as_str())));
        }
        if let (Some((_, ok)), Some((key, cancel))) = (&ok, &cancel)
            && same(ok, cancel)
        {
            faults.push(format!("labels.{key}"), "the two buttons must not have the same name");
        }
        Self {
            ok: ok.map_or_else(|| default_ok.to_owned(), |(_, ok)| ok),
            cancel: cancel.map_or_else(|| default_cancel.to_owned(), |(_, cancel)| cancel),
        }
    }
}

/// The label given as `key` or by its other name, trimmed, with the name it has.
fn label<'k>(labels: &Map<String, Value>, key: &'k str, other: &'k str, faults: &mut Violations) -> Option<(&'k str, String)> {
    let given = |key: &'k str| labels.get(key).filter(|value| !value.is_null()).map(|value| (key, value));
    let (key, value) = match (given(key), given(other)) {
        (Some(_), Some(_)) => {
            faults.push(format!("labels.{other}"), format!("another name of {key}: give one of the two"));
            return None;
        }
        (one, two) => one.or(two)?,
    };
    let path = format!("labels.{key}");
    let Value::String(text) = value else {
        faults.push(path, format!("must be a string, not {}", type_name(value)));
        return None;
    };
    let text = text.trim();
    match text.chars().count() {
        1..=MAX => return Some((key, text.to_owned())),
        length => faults.push(path, format!("must be 1 to {MAX} characters after trimming: this is {length}")),
    }
    None
}

/// Whether two buttons would read the same, letter case aside.
fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(labels: Option<&Value>) -> Result<(String, String), String> {
        let mut faults = Violations::default();
        let labels = Labels::parse(labels, "Submit Changes", "Cancel", &mut faults);
        faults.into_result((labels.ok, labels.cancel)).map_err(|faults| faults.to_string())
    }

    #[test]
    fn labels_rename_either_button_or_none() {
        let longest = "é".repeat(40);
        let cases = [
            (None, "Submit Changes", "Cancel"),
            (Some(json!(null)), "Submit Changes", "Cancel"),
            (Some(json!({})), "Submit Changes", "Cancel"),
            (Some(json!({"ok": null, "decline": null})), "Submit Changes", "Cancel"),
            (Some(json!({"ok": "Write it"})), "Write it", "Cancel"),
            (Some(json!({"submit": "Write it"})), "Write it", "Cancel"),
            (Some(json!({"submit": "Write it", "ok": null})), "Write it", "Cancel"),
            (Some(json!({"cancel": "\u{2003} Not now \n"})), "Submit Changes", "Not now"),
            (Some(json!({"decline": "Nein", "ok": "Ja"})), "Ja", "Nein"),
            (Some(json!({"ok": longest})), &longest, "Cancel"),
            (Some(json!({"ok": "Submit Changes", "cancel": "Cancel"})), "Submit Changes", "Cancel"),
        ];
        for (labels, ok, cancel) in cases {
            assert_eq!(parse(labels.as_ref()), Ok((ok.to_owned(), cancel.to_owned())), "{labels:?}");
        }
    }

    #[test]
    fn labels_that_do_not_do_are_named_by_their_paths() {
        let other = "is the name of the other button";
        let cases = [
            (json!({"ok": ""}), vec!["labels.ok: must be 1 to 40 characters after trimming: this is 0".to_owned()]),
            (json!({"cancel": "  "}), vec!["labels.cancel: must be 1 to 40 characters after trimming: this is 0".to_owned()]),
            (json!({"ok": "é".repeat(41)}), vec!["labels.ok: must be 1 to 40 characters after trimming: this is 41".to_owned()]),
            (json!({"submit": 5}), vec!["labels.submit: must be a string, not a number".to_owned()]),
            (json!({"ok": "A", "submit": "A"}), vec!["labels.submit: another name of ok: give one of the two".to_owned()]),
            (json!({"decline": "A", "cancel": "B"}), vec!["labels.decline: another name of cancel: give one of the two".to_owned()]),
            (json!({"okay": "A"}), vec!["labels.okay: not a label".to_owned()]),
            (json!({"cancle": "A"}), vec!["labels.cancle: not a label (did you mean \"cancel\"?)".to_owned()]),
            (json!({"ok": "Go", "cancel": " go "}), vec!["labels.cancel: the two buttons must not have the same name".to_owned()]),
            (json!({"ok": "Cancel", "cancel": "Back"}), vec![format!("labels.ok: \"Cancel\" {other}")]),
            (json!({"decline": "submit changes"}), vec![format!("labels.decline: \"submit changes\" {other}")]),
            (
                json!({"ok": "Cancel", "cancel": "Submit Changes"}),
                vec![format!("labels.ok: \"Cancel\" {other}"), format!("labels.cancel: \"Submit Changes\" {other}")],
            ),
            (json!(["Go"]), vec!["labels: must be an object, not an array: { ok?, cancel? }".to_owned()]),
            (
                json!({"ok": [], "cancel": "", "x": 1}),
                vec![
                    "labels.x: not a label".to_owned(),
                    "labels.ok: must be a string, not an array".to_owned(),
                    "labels.cancel: must be 1 to 40 characters after trimming: this is 0".to_owned(),
                ],
            ),
        ];
        for (labels, faults) in cases {
            assert_eq!(parse(Some(&labels)), Err(faults.join("\n")), "{labels}");
        }
    }
}
