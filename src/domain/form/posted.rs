//! One row's part of a posted form: the editor's values as a draft.

use std::collections::BTreeMap;

use super::editor_name;
use crate::domain::grid::{Draft, Editor, Entry, Row};
use crate::domain::schema::Choice;

/// A row as the page drew it at its opening, Include aside.
const UNTOUCHED: Entry = Entry { include: false, draft: None };

impl Row {
    /// What the posted `values` of this row's editor amount to; `None` when they are what the page drew at its opening.
    pub(super) fn posted(&self, values: &[&str]) -> Result<Option<Draft>, String> {
        let (drawn, editor) = (self.shown(&UNTOUCHED), self.editor());
        if values.len() > 1 && editor != Editor::Choices {
            return Err(format!("The form has {} more than once", editor_name(&self.field.name)));
        }
        let draft = match (editor, values.first()) {
            (Editor::Line | Editor::Textarea | Editor::Number, text) => {
                let text = text.copied().unwrap_or_default();
                return Ok(if is_drawn(text, &drawn, editor) { None } else { Some(Draft::Text(folded(text))) });
            }
            (Editor::Choices, _) => Draft::Set(self.ticked(values)?),
            (Editor::Checkbox, None) => Draft::Text("false".to_owned()),
            (Editor::YesNo | Editor::Select, None) => Draft::Unchosen,
            (_, Some(value)) => Draft::Text(Options::of(&self.choices()).meant(value)),
        };
        Ok(if same(&draft, &drawn) { None } else { self.edit(draft).draft })
    }

    fn ticked(&self, values: &[&str]) -> Result<Vec<String>, String> {
        let choices = self.choices();
        let options = Options::of(&choices);
        let ticked: Vec<String> = values.iter().map(|value| options.meant(value)).collect();
        if distinct(&ticked).len() == ticked.len() {
            Ok(ticked)
        } else {
            Err(format!("The form has an option of {} more than once", editor_name(&self.field.name)))
        }
    }
}

/// A row's options by what a browser posts for them: it writes every line end as CRLF.
struct Options<'a>(BTreeMap<String, Vec<&'a str>>);

impl<'a> Options<'a> {
    fn of(choices: &'a [Choice]) -> Self {
        let mut options: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for choice in choices {
            options.entry(seen(&choice.value)).or_default().push(&choice.value);
        }
        Self(options)
    }

    /// The option that is posted as `value`. Where that fits none, or several, it is the text itself.
    fn meant(&self, value: &str) -> String {
        match self.0.get(&seen(value)).map(Vec::as_slice) {
            Some([option]) => (*option).to_owned(),
            Some(_) => value.to_owned(),
            None => folded(value),
        }
    }
}

/// Whether `text` is what a browser hands back for a text drawn: line ends are lost, and a single line drops them.
fn is_drawn(text: &str, drawn: &Draft, editor: Editor) -> bool {
    let Draft::Text(drawn) = drawn else { return false };
    let (text, drawn) = (seen(text), seen(drawn));
    text == drawn || editor != Editor::Textarea && text == drawn.replace('\n', "")
}

fn same(posted: &Draft, drawn: &Draft) -> bool {
    match (posted, drawn) {
        (Draft::Set(posted), Draft::Set(drawn)) => distinct(posted) == distinct(drawn),
        _ => posted == drawn,
    }
}

fn distinct(items: &[String]) -> Vec<&str> {
    let mut distinct: Vec<&str> = items.iter().map(String::as_str).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// CRLF and CR as LF: a text as a textarea holds it.
#[must_use]
pub fn folded(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A text as it is after a page: line ends folded, and HTML has no NUL.
fn seen(text: &str) -> String {
    folded(text).replace('\0', "\u{fffd}")
}
