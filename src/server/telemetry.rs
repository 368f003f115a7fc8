//! Logging: never a secret, never a value.
