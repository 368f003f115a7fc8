//! A posted form's names and values.

/// The pairs of `body`, which is `application/x-www-form-urlencoded`; `None` when it is not UTF-8: read leniently, a broken character would
/// become another value without a word.
#[must_use]
pub fn pairs(body: &[u8]) -> Option<Vec<(String, String)>> {
    percent_encoding::percent_decode(body).decode_utf8().ok()?;
    Some(form_urlencoded::parse(body).into_owned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_exactly_or_not_at_all() {
        for (body, wanted) in [
            ("", Some("[]")),
            ("a=b+c&a=%2B", Some(r#"[("a", "b c"), ("a", "+")]"#)),
            ("&&a&=&%00=%", Some(r#"[("a", ""), ("", ""), ("\0", "%")]"#)),
            ("a=%C3%A9", Some(r#"[("a", "é")]"#)),
            ("a=%C3", None),
            ("a=%C3&%A9=b", None),
            ("a=%ED%A0%80", None),
        ] {
            assert_eq!(pairs(body.as_bytes()).map(|pairs| format!("{pairs:?}")).as_deref(), wanted, "{body}");
        }
        assert_eq!(pairs(b"a=\xff"), None);
    }
}
