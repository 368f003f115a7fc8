//! Every route of the server, in one readable function.
