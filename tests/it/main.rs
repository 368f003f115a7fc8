//! Tests of the whole: the server as a process, and the project's own rules.

mod layers;
