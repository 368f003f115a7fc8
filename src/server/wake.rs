//! Waiters by request id: a wake is a hint, the row is the fact.
