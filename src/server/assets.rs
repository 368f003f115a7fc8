//! The built site, embedded: content-hashed files with their brotli and gzip forms.
