//! The control that edits Proposed (contract § 4), and drafts brought into its form.

use serde_json::Value;

use super::{Draft, Editor, Entry, Row};
use crate::domain::schema::{Choice, Kind};

/// A text longer than this, in code points, gets a textarea.
const LINE: usize = 120;
/// So does a text that may become longer than this.
const SHORT: u64 = 200;

impl Row {
    /// The control that edits this row.
    #[must_use]
    pub fn editor(&self) -> Editor {
        match &self.field.kind {
            Kind::Text(rules) => {
                let roomy = rules.max_length.is_some_and(|most| most > SHORT) || self.cells().any(is_long);
                if rules.format.is_none() && roomy { Editor::Textarea } else { Editor::Line }
            }
            Kind::Number(_) => Editor::Number,
            Kind::Boolean if self.field.default.is_some() => Editor::Checkbox,
            Kind::Boolean => Editor::YesNo,
            Kind::Select(_) => Editor::Select,
            Kind::MultiSelect(_) => Editor::Choices,
        }
    }

    /// The choices the editor offers: the field's own (`true` and `false` of a boolean), then each shown value that is no option
    /// (`false`: drawn as an extra, marked so). None for a text or a number.
    #[must_use]
    pub fn offered(&self, entry: &Entry) -> Vec<(Choice, bool)> {
        if matches!(self.field.kind, Kind::Text(_) | Kind::Number(_)) {
            return Vec::new();
        }
        let own = self.choices();
        let shown = match self.shown(entry) {
            Draft::Unchosen => Vec::new(),
            Draft::Text(text) => vec![text],
            Draft::Set(items) => items,
        };
        let (_, extra) = sorted(&own, &shown);
        own.into_iter().map(|choice| (choice, true)).chain(extra.into_iter().map(|value| (choice(&value, &value), false))).collect()
    }

    /// The field's own choices; `true` and `false` of a boolean.
    pub(in crate::domain) fn choices(&self) -> Vec<Choice> {
        match &self.field.kind {
            Kind::Text(_) | Kind::Number(_) => Vec::new(),
            Kind::Boolean => vec![choice("true", "Yes"), choice("false", "No")],
            Kind::Select(choices) => choices.clone(),
            Kind::MultiSelect(rules) => rules.choices.clone(),
        }
    }

    /// `draft` in the form this row's editor holds: a set for a multi select (option order, repeats gone, non-options last), a text for
    /// a text or a number, a text or nothing for the rest (`false` for a checkbox).
    pub(super) fn taken(&self, draft: Draft) -> Draft {
        match (&self.field.kind, draft) {
            (Kind::MultiSelect(rules), draft) => {
                let items = match draft {
                    Draft::Unchosen => Vec::new(),
                    Draft::Text(text) => vec![text],
                    Draft::Set(items) => items,
                };
                let (mut ticked, mut extra) = sorted(&rules.choices, &items);
                ticked.append(&mut extra);
                Draft::Set(ticked)
            }
            (Kind::Text(_) | Kind::Number(_), Draft::Unchosen) => Draft::Text(String::new()),
            // a checkbox has no third state
            (Kind::Boolean, Draft::Unchosen) if self.field.default.is_some() => Draft::Text("false".to_owned()),
            (_, Draft::Set(items)) => Draft::Text(Value::from(items).to_string()),
            (_, draft) => draft,
        }
    }

    /// The default, Current and the Sources.
    fn cells(&self) -> impl Iterator<Item = &Value> {
        self.field.default.iter().chain([&self.current]).chain(&self.sources)
    }
}

/// Whether a cell is a text that a single line does not show well.
fn is_long(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.contains(['\n', '\r']) || text.chars().nth(LINE).is_some())
}

fn choice(value: &str, title: &str) -> Choice {
    Choice { value: value.to_owned(), title: title.to_owned() }
}

/// `items` without repeats: those that are among `choices`, in their order, and the others as they came.
fn sorted(choices: &[Choice], items: &[String]) -> (Vec<String>, Vec<String>) {
    let mut known: Vec<&str> = items.iter().map(String::as_str).collect();
    known.sort_unstable();
    known.dedup();
    let mut met = vec![false; known.len()];
    // meets a text for the first time: its place among the known ones
    let mut first = |text: &str| known.binary_search(&text).is_ok_and(|place| !std::mem::replace(&mut met[place], true));
    let ticked = choices.iter().filter(|choice| first(&choice.value)).map(|choice| choice.value.clone()).collect();
    let extra = items.iter().filter(|item| first(item)).cloned().collect();
    (ticked, extra)
}
