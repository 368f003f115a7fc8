//! The posted editors of a grid's rows, by their names.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::{EDITOR, brief, unknown};
use crate::domain::grid::Grid;

/// What was posted for the editor of each row.
pub(super) struct Editors<'g, 'p> {
    rows: BTreeMap<&'g str, usize>,
    values: Vec<Vec<&'p str>>,
}

impl<'g, 'p> Editors<'g, 'p> {
    /// The editors of `grid`, nothing posted yet.
    pub(super) fn of(grid: &'g Grid) -> Self {
        let rows = grid.rows.iter().enumerate().map(|(i, row)| (row.field.name.as_str(), i)).collect();
        Self { rows, values: vec![Vec::new(); grid.rows.len()] }
    }

    /// The row that `encoded` names.
    pub(super) fn row(&self, encoded: &str) -> Result<usize, String> {
        let name = percent_decode_str(encoded).decode_utf8().ok();
        let row = name.and_then(|name| self.rows.get(name.as_ref()).copied());
        row.ok_or_else(|| format!("This request has no row named {}", brief(encoded)))
    }

    /// Takes in the pair of an editor.
    pub(super) fn take(&mut self, name: &str, value: &'p str) -> Result<(), String> {
        let encoded = name.strip_prefix(EDITOR).ok_or_else(|| unknown(name))?;
        let row = self.row(encoded)?;
        self.values[row].push(value);
        Ok(())
    }

    /// What was posted for the editor of `row`.
    pub(super) fn values(&self, row: usize) -> &[&'p str] {
        &self.values[row]
    }
}
