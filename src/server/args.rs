//! The command line (contract § 11), as typed.
