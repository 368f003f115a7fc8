//! Review pages over HTTP: GET and POST, headers, statuses.
