//! Reading arguments, whichever tool's.

use serde_json::json;

use super::*;
use crate::domain::schema::tests::Marked;

#[test]
fn reserved_keys_are_found_in_the_text_however_they_are_written() {
    let number = Some("$serde_json::private::Number");
    let cases = [
        (r#"{"$serde_json::private::Number": "1"}"#, number),
        ("{\"a\": [{\"$serde_json::private::Number\" \r\n\t: 1}]}", number),
        (r#"{"\u0024serde_json::private::Number": 1}"#, number),
        (r#"{"$serde_json::privat\u0065::Number": 1}"#, number),
        (r#"{"a\"": 1, "$serde_json::private::Number": 1}"#, number),
        (r#"{"a\\": 1, "$serde_json::private": 1}"#, Some("$serde_json::private")),
        (r#"{"a": "$serde_json::private::Number"}"#, None),
        (r#"["$serde_json::private::Number", ":"]"#, None),
        (r#"{"a": "\"$serde_json::private::Number\": 1"}"#, None),
        (r#"{"$serde_json": 1, " $serde_json::private": 2}"#, None),
        (r#"{"unclosed"#, None),
        (r#"{"unclosed\"#, None),
        ("", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(reserved_key(text).as_deref(), wanted, "{text}");
    }
}

#[test]
fn a_tool_knows_its_own_arguments_and_those_of_every_request() {
    let given = json!({"options": "{\"a\": 1}", "message": "m", "context": "{}", "optoins": 1, "labels": "{}"});
    let mut faults = Violations::default();
    let arguments =
        Arguments::read("elicit_selection", &["options", "other"], &["other"], given.as_object().unwrap(), &mut faults).unwrap();
    assert_eq!(faults.to_string(), "optoins: not an argument of elicit_selection (did you mean \"options\"?)");
    assert_eq!(arguments.value("options"), Some(&json!("{\"a\": 1}")), "only objects are parsed");
    assert_eq!(arguments.value("context"), Some(&json!("{}")));
    assert_eq!(arguments.value("labels"), Some(&json!({})));
    assert_eq!(arguments.value("other"), None);
}

#[test]
fn a_request_reads_what_every_tool_takes() {
    let given =
        json!({"message": "Go?", "labels": {"submit": "Yes"}, "timeoutSeconds": 61.5, "displayTemplate": "{{ context }}", "context": [1]});
    let mut faults = Violations::default();
    let arguments = Arguments::read("elicit_approval", &[], &[], given.as_object().unwrap(), &mut faults).unwrap();
    let request = Shared::parse(&arguments, "Approve", "Decline", &Marked, &mut faults);
    assert_eq!(faults, Violations::default());
    assert_eq!((request.message.as_str(), request.timeout_seconds, &request.context), ("Go?", 62, &json!([1])));
    assert_eq!((request.labels.ok.as_str(), request.labels.cancel.as_str()), ("Yes", "Decline"));
    assert_eq!(request.display_template.as_deref(), Some("{{ context }}"));
}
