//! Any form, and what a reviewer made of it.

use proptest::prelude::*;
use serde_json::Value;

use crate::domain::approval::Form;
use crate::domain::grid::Entry;
use crate::domain::grid::tests::any::reviewed;

/// A form, with one entry a field, filled.
pub(in crate::domain) fn filled() -> impl Strategy<Value = (Form, Vec<Entry>)> {
    reviewed().prop_map(|(mut grid, entries)| {
        grid.sources.clear();
        for row in &mut grid.rows {
            (row.sources, row.current, row.include) = (Vec::new(), Value::Null, None);
        }
        let form = Form { grid };
        let entries = form.filled(&entries);
        (form, entries)
    })
}
