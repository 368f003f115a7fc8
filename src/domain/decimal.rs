//! Numbers by exact value, whatever their size (contract § 4): nothing here goes through a double but the question whether
//! a typed number is finite as one.

use serde_json::Number;

/// An exact decimal number: sign · digits · 10^exponent, normalised, so that equal values are equal structs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// ASCII digits without leading or trailing zeros; empty for zero.
    digits: String,
    exponent: i64,
}
