//! What `rowTemplate` made of the options.

use serde::{Deserialize, Serialize};

/// The options' rows, in the order of the options; rendered once, when the request is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    /// Sanitised HTML, safe to put into a page as it is; `None` where there is none to show: the option's title stands there instead.
    pub html: Vec<Option<String>>,
    /// Why some of them could not be rendered, as the end of a sentence ("it takes longer than 1 second").
    pub error: Option<String>,
}
