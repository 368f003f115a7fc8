//! Templates show what LiquidJS shows, held against LiquidJS itself: end2end/liquid generates some thousand of them over every filter and
//! tag of its manual, and this compares what both make of each.

use std::collections::BTreeMap;
use std::process::Command;

use countersign::server::template::{check, render};
use serde::Deserialize;
use serde_json::Value;

use crate::template_oracle::shown;

/// What end2end/liquid/oracle.mjs prints.
#[derive(Deserialize)]
struct Oracle {
    version: String,
    context: Value,
    manual: Names,
    cases: Vec<Case>,
}

/// Names of filters and tags.
#[derive(Deserialize)]
struct Names {
    filters: Vec<String>,
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct Case {
    odd: bool,
    template: String,
    /// What LiquidJS prints, unless it says that the template is at fault or fails on the way.
    prints: Option<String>,
    fault: Option<String>,
    /// Whether LiquidJS cut a character that takes two UTF-16 units in two.
    halves: bool,
    #[serde(flatten)]
    uses: Names,
}

/// How the two compare.
#[derive(Debug)]
enum Verdict {
    Same,
    /// By which rule they may differ.
    Allowed(&'static str),
    Wrong(String),
}

const ESCAPED_AGAIN: &str = "what another filter or a capture worked on after it was escaped is escaped again, for safety (contract § 7)";

const WHOLE: &str =
    "a character that takes two UTF-16 units stays whole where LiquidJS cuts it in two (text goes by code point, contract § 3)";

/// How often each filter and each tag has to be there, plainly used and oddly.
const LEAST: usize = 10;

#[test]
#[ignore = "needs Node.js and the packages of end2end: `cargo xtask test clients` runs it"]
fn shows_what_liquidjs_shows_live() {
    let seeds = std::env::var("LIQUID_SEEDS").unwrap_or_else(|_| "1".to_owned());
    let mut faults = Vec::new();
    for seed in seeds.split(' ') {
        let oracle = ask(seed);
        let mut allowed = BTreeMap::new();
        let mut wrong = Vec::new();
        for case in &oracle.cases {
            match judge(case, &oracle.context) {
                Verdict::Same => {}
                Verdict::Allowed(rule) => *allowed.entry(rule).or_insert(0) += 1,
                Verdict::Wrong(how) => wrong.push(format!("{}\n    {how}", case.template)),
            }
        }
        faults.extend(wrong.into_iter().map(|wrong| format!("seed {seed}: {wrong}")));
        println!("seed {seed}: {} templates, as liquidjs {} shows them", oracle.cases.len(), oracle.version);
        allowed.iter().for_each(|(rule, count)| println!("  {count} differ by rule: {rule}"));
        assert!(oracle.cases.len() >= 2000);
        assert!(oracle.manual.filters.len() >= 88 && oracle.manual.tags.len() >= 16, "the manual's filters and tags");
        covers("filters", &oracle.manual.filters, &oracle.cases, |names| &names.filters);
        covers("tags", &oracle.manual.tags, &oracle.cases, |names| &names.tags);
    }
    assert!(faults.is_empty(), "{} templates show something else\n{}", faults.len(), faults.join("\n"));
}

/// What the oracle says, run by Node.js.
fn ask(seed: &str) -> Oracle {
    let mut node = Command::new("node");
    node.args(["liquid/oracle.mjs", seed]).env("TZ", "UTC").current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/end2end"));
    let output = node.output().expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Prints how often each name was used, and fails when one was used too little.
fn covers(what: &str, names: &[String], cases: &[Case], of: impl Fn(&Names) -> &Vec<String>) {
    let count = |name: &String, odd: bool| cases.iter().filter(|case| case.odd == odd && of(&case.uses).contains(name)).count();
    let counts: Vec<_> = names.iter().map(|name| (name, count(name, false), count(name, true))).collect();
    let line: Vec<_> = counts.iter().map(|(name, plain, odd)| format!("{name} {plain}+{odd}")).collect();
    println!("  {what}, plain+odd: {}", line.join(", "));
    let few: Vec<_> = counts.iter().filter(|(_, plain, odd)| plain.min(odd) < &LEAST).collect();
    assert!(few.is_empty(), "{what} that hardly any template uses: {few:?}");
}

fn judge(case: &Case, context: &Value) -> Verdict {
    let Case { template, prints, fault, .. } = case;
    let Some(prints) = prints else {
        let refused = match fault {
            Some(_) => check(template).is_err(),
            None => check(template).is_ok() && rendered(template, context).is_err(),
        };
        return if refused { Verdict::Same } else { Verdict::Wrong(format!("LiquidJS refuses it, {:?}", rendered(template, context))) };
    };
    // what a template holds, before any of it is escaped for the page
    let holding = format!("{{% capture held_ %}}{template}.{{% endcapture %}}{{{{ held_ | json }}}}");
    let (page, held) = match (rendered(template, context), rendered(&holding, context)) {
        (Ok(page), Ok(held)) => (page, shown(&held)),
        (page, held) => return Verdict::Wrong(format!("LiquidJS shows {prints:?}, we {page:?} and {held:?}")),
    };
    // a break outside of a loop ends the template, and the capture with it
    let ended = held.is_empty() && ["break", "continue"].iter().any(|tag| case.uses.tags.iter().any(|used| used == tag));
    let holds = ended || serde_json::from_str::<Value>(&held).is_ok_and(|value| value == format!("{prints}."));
    if !holds && case.halves {
        return Verdict::Allowed(WHOLE);
    }
    if !holds {
        return Verdict::Wrong(format!("LiquidJS shows {prints:?}, we hold {held}"));
    }
    let page = shown(&page);
    if page == as_parsed(prints) || page == as_parsed(&as_html(prints)) {
        return Verdict::Same;
    }
    if prints.contains(['<', '&']) && !ended {
        return Verdict::Allowed(ESCAPED_AGAIN);
    }
    Verdict::Wrong(format!("LiquidJS shows {prints:?}, our page {page:?}"))
}

/// Our rendering; a machine that stalls may need another try.
fn rendered(template: &str, context: &Value) -> Result<String, String> {
    let mut outcome = render(template, "context", context);
    for _ in 0..3 {
        match &outcome {
            Err(why) if why.contains("longer than 1 second") => outcome = render(template, "context", context),
            _ => break,
        }
    }
    outcome
}

/// The text that LiquidJS' output shows in a browser.
fn as_html(prints: &str) -> String {
    shown(&prints.replace("&quot;", "\"").replace("&#34;", "\"").replace("&#39;", "'"))
}

/// A browser reads line ends as LF.
fn as_parsed(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
