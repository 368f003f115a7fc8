//! Whole units of work on the database; no statement is written twice.
