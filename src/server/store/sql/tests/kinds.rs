//! What is kept of each kind of request, and comes back.

use super::*;
use crate::domain::approval::{Approval, Form};
use crate::domain::selection::{Options, Selection, SelectionOption};

#[tokio::test]
async fn every_kind_comes_back_with_what_its_page_shows() {
    let fixture = fixture().await;
    let context: Value = serde_json::from_str(r#"{"b":1e400,"a":230.0}"#).unwrap();
    let approval = |form| {
        let context = context.clone();
        Request::Approval(Approval { message: "m".into(), form, labels: labels(), context, display_template: None, timeout_seconds: 60 })
    };
    let options = Options {
        items: vec![SelectionOption { id: "o".into(), label: None, description: Some("d".into()) }],
        min_selections: 0,
        max_selections: 1,
    };
    let selection = Request::Selection(Selection {
        message: "m".into(),
        options,
        sent: Vec::new(),
        row_template: Some("t".into()),
        labels: labels(),
        context: context.clone(),
        display_template: None,
        timeout_seconds: 60,
    });
    let rows = Rows { html: vec![Some("<b>o</b>".into()), None], error: Some("why".into()) };
    for (id, request, rows) in [
        ("form", approval(Some(Form::new(Vec::new()))), None),
        ("json", approval(None), None),
        ("selection", selection, Some(rows)),
        ("proposal", Request::Proposal(proposal(context.clone())), None),
    ] {
        let mut new = fixture.make(id, request, rows).await;
        let record = fixture.store.record(&Key::Id(id.into())).await.unwrap().unwrap();
        // what an approval is about is read by the reviewer too
        if !matches!(new.request, Request::Approval(_)) {
            *new.request.context_mut() = Value::Null;
        }
        assert_eq!((record.head.kind, record.rows), (new.request.kind(), new.rows));
        assert_eq!(record.request.to_json().unwrap(), new.request.to_json().unwrap(), "{id}");
        assert_eq!(fixture.store.context(&Key::Id(id.into())).await.unwrap().unwrap().to_string(), context.to_string());
    }
}

#[tokio::test]
async fn a_submission_comes_back_digit_for_digit() {
    let fixture = fixture().await;
    let values = r#"{"z":1e+400,"a":123456789012345678901234567890,"m":["b","a"],"k":230.0}"#;
    for (name, values) in [("some", Some(values)), ("empty", Some("{}")), ("none", None)] {
        fixture.create(name, Value::Null).await;
        let decision = Decision::Submitted(values.map(|values| serde_json::from_str(values).unwrap()));
        fixture.advance(name, Step::Decide { decision: decision.clone(), actor: "link".into() }, 1500).await;
        let State::Decided { decision: Decision::Submitted(kept), .. } = fixture.store.head(&id(name)).await.unwrap().unwrap().state else {
            panic!("not submitted")
        };
        assert_eq!(kept.map(|kept| Value::Object(kept).to_string()).as_deref(), values, "{name}");
    }
}
