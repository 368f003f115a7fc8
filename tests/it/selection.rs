//! `elicit_selection` over the wire: what may be chosen, how options are drawn, and the envelope (contract § 2, 6, 7).

use std::time::{Duration, Instant};

use countersign::domain::form::decode_choice;
use countersign::domain::grid::Entry;
use countersign::domain::selection::{Options, Rows};
use countersign::server::service::{Asked, ReviewError};
use serde_json::{Value, json};

use super::mcp_client::Mcp;
use super::support::by;

/// Makes a selection: its id, and the secret of its link.
async fn ask(mcp: &Mcp, arguments: Value) -> (Value, String) {
    let opened = mcp.call("elicit_selection", arguments).await.object();
    let link = opened["reviewUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    (json!({ "elicitationId": opened["elicitationId"] }), link)
}

async fn shown(mcp: &Mcp, link: &str) -> (Options, Option<Rows>) {
    match mcp.app.running.service.review(&by(link)).await.unwrap().request {
        Asked::Selection { options, rows } => (options, rows),
        other => panic!("{other:?} is no selection"),
    }
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

/// 500 options `o0`, `o1`, …
fn many() -> Vec<Value> {
    (0..500).map(|i| json!({ "id": format!("o{i}"), "label": format!("Option {i}"), "city": format!("<City {i}>") })).collect()
}

#[tokio::test]
async fn a_choice_comes_back_in_the_order_of_the_options() {
    let mcp = Mcp::start().await;
    let service = &mcp.app.running.service;
    let options = json!([{ "id": "b", "label": "B" }, { "id": "a", "x": 1e3 }, { "id": "__proto__" }, { "id": " c " }]);
    let arguments = json!({ "message": "Which?", "options": options, "minSelections": 2, "maxSelections": 3, "context": [7] });
    let (id, link) = ask(&mcp, arguments.clone()).await;
    let (options, rows) = shown(&mcp, &link).await;
    assert_eq!((options.items.len(), rows), (4, None));
    for (selected, fault) in [
        (vec![], "Choose at least 2"),
        (ids(&["a", "a"]), "Choose at least 2"),
        (ids(&["a", "b", "__proto__", " c "]), "Choose at most 3: 4 are chosen"),
        (ids(&["a", "c"]), "\"c\" is not one of the options"),
    ] {
        let refused = service.select(&by(&link), &selected).await;
        assert!(matches!(&refused, Err(ReviewError::Faults(faults)) if faults.len() == 1 && faults[0].message == fault), "{refused:?}");
    }
    for entries in [vec![], vec![Entry { include: true, draft: None }; 4]] {
        assert!(matches!(service.submit(&by(&link), &entries).await, Err(ReviewError::Malformed(_))));
    }
    assert_eq!(mcp.call("elicit_status", id.clone()).await.object(), json!({ "status": "pending" }));
    service.select(&by(&link), &ids(&[" c ", "__proto__", "b"])).await.unwrap();
    let chosen = r#"["b","__proto__"," c "]"#;
    assert_eq!(
        mcp.call("elicit_result", id.clone()).await.object().to_string(),
        format!(
            r#"{{"status":"consumed","decision":"submitted","context":[7],"formSubmission":{{"selectedIds":{chosen}}},"selectedIds":{chosen}}}"#
        )
    );
    let events = mcp.app.events(id["elicitationId"].as_str().unwrap()).await;
    assert_eq!(events[1].included, ["b", "__proto__", " c "]);

    let (id, link) = ask(&mcp, arguments).await;
    service.decline(&by(&link)).await.unwrap();
    assert_eq!(
        mcp.call("elicit_result", id).await.object().to_string(),
        r#"{"status":"consumed","decision":"declined","context":[7],"formSubmission":null}"#
    );
}

#[tokio::test]
async fn one_is_chosen_by_default_and_none_where_that_is_allowed() {
    let mcp = Mcp::start().await;
    let service = &mcp.app.running.service;
    let (id, link) = ask(&mcp, json!({ "message": "Which?", "options": [{ "id": "a" }, { "id": "b" }] })).await;
    let (options, _) = shown(&mcp, &link).await;
    let refused = service.select(&by(&link), &[]).await;
    assert!(matches!(&refused, Err(ReviewError::Faults(faults)) if faults[0].message == "Choose an option"), "{refused:?}");
    // as a browser without scripts posts it
    let pairs = [("action".to_owned(), "submit".to_owned()), ("choice".to_owned(), "b".to_owned())];
    service.select(&by(&link), &decode_choice(&options, &pairs).unwrap().selected).await.unwrap();
    assert_eq!(mcp.call("elicit_result", id).await.object()["selectedIds"], json!(["b"]));

    let (id, link) = ask(&mcp, json!({ "message": "Which?", "options": [{ "id": "a" }], "minSelections": 0 })).await;
    service.select(&by(&link), &[]).await.unwrap();
    let result = mcp.call("elicit_result", id).await.object();
    assert_eq!((&result["formSubmission"], &result["selectedIds"]), (&json!({ "selectedIds": [] }), &json!([])));
}

#[tokio::test]
async fn options_are_drawn_once_by_the_row_template() {
    let mcp = Mcp::start().await;
    let mut options = many();
    options[7] = json!({ "id": "o7", "label": "Option 7" });
    let template = "{% if option.city %}<b>{{ option.city }}</b>{% endif %}";
    let (_, link) = ask(&mcp, json!({ "message": "Which?", "options": options, "rowTemplate": template, "maxSelections": 500 })).await;
    let (options, rows) = shown(&mcp, &link).await;
    let rows = rows.unwrap();
    assert_eq!((options.items.len(), rows.html.len(), rows.error), (500, 500, None));
    assert_eq!(rows.html[6].as_deref(), Some("<b>&lt;City 6&gt;</b>"));
    assert_eq!(rows.html[7], None, "a row that would be blank shows the title");
    assert_eq!(rows.html.iter().flatten().count(), 499);
}

#[tokio::test]
async fn a_row_template_that_runs_away_leaves_the_titles() {
    let mcp = Mcp::start().await;
    // each is within its own bounds, all together are not; one is not; all print more than a page should hold
    let slow = "{{ option.id }}{% for i in (1..10000) %}{% assign x = i | plus: 1 %}{% endfor %}".to_owned();
    let runaway = "{% if option.id == 'o3' %}{% for i in (1..1000000000) %}{{ i }}{% endfor %}{% endif %}{{ option.label }}".to_owned();
    let long = format!("{{{{ option.label }}}}{}", "0123456789 ".repeat(5000));
    for (template, least) in [(slow, 1), (runaway, 3), (long, 1)] {
        let begun = Instant::now();
        let (id, link) =
            ask(&mcp, json!({ "message": "Which?", "options": many(), "rowTemplate": template, "minSelections": 3, "maxSelections": 3 }))
                .await;
        // the second of the templates and what parsing takes, on a busy machine
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        let (_, rows) = shown(&mcp, &link).await;
        let rows = rows.unwrap();
        assert_eq!(rows.html.len(), 500);
        let drawn = rows.html.iter().flatten().count();
        assert!(drawn >= least && drawn < 500, "{drawn} of {template}");
        assert!(rows.html.iter().flatten().map(String::len).sum::<usize>() <= 1 << 20, "{template}");
        assert!(!rows.error.unwrap().is_empty(), "{template}");
        mcp.app.running.service.select(&by(&link), &ids(&["o499", "o3", "o20"])).await.unwrap();
        assert_eq!(mcp.call("elicit_result", id).await.object()["selectedIds"], json!(["o3", "o20", "o499"]));
    }
}

#[tokio::test]
async fn faults_are_told_and_nothing_is_kept() {
    let mcp = Mcp::start().await;
    for (arguments, faults) in [
        (json!({}), vec!["message: ", "options: required"]),
        (json!({ "message": "m", "options": [] }), vec!["options: must not be empty"]),
        (
            json!({ "message": "m", "options": [{ "id": "a" }, { "id": "a" }] }),
            vec!["options[1].id: \"a\" is the id of options[0] already"],
        ),
        (
            json!({ "message": "m", "options": [{ "id": "a" }], "minSelections": 2 }),
            vec!["minSelections: 2 is more than maxSelections", "minSelections: 2 is more than there are options"],
        ),
        (json!({ "message": "m", "options": [{ "id": "a" }], "rowTemplate": "{% for %}" }), vec!["rowTemplate: line 1, column"]),
        (
            json!({ "message": "m", "options": [{ "id": "a" }], "maxSelection": 2 }),
            vec!["maxSelection: not an argument of elicit_selection (did you mean \"maxSelections\"?)"],
        ),
    ] {
        let told = mcp.call("elicit_selection", arguments.clone()).await.fault();
        let lines: Vec<&str> = told.lines().collect();
        assert!(
            lines.len() == faults.len() && lines.iter().zip(faults).all(|(line, fault)| line.starts_with(fault)),
            "{arguments}: {told}"
        );
    }
    assert_eq!(mcp.call("elicit_history", json!({})).await.object()["total"], 0);
}
