//! A request's story, for admins: its events in the audit log, folded away.

use leptos::prelude::*;

use super::markup;
use crate::domain::audit::Kind;

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its number in the log.
    pub number: i64,
    /// When, for people and for machines (RFC 3339).
    pub at: (String, String),
    /// Who, as the audit has it.
    pub actor: String,
    pub kind: Kind,
    /// What a submission included: fields by name, or options by id.
    pub included: Vec<String>,
    /// How often in a row, and when last, for people.
    pub times: (usize, String),
}

/// How many of the included are named.
const NAMED: usize = 12;

/// The story in order; nothing when there is none to be told.
#[component]
pub fn Story<'a>(told: &'a [Told]) -> impl IntoView + use<> {
    let events: Vec<_> = told
        .iter()
        .map(|told| {
            let (when, at) = told.at.clone();
            let number = format!("event {}", told.number);
            view! {
                <li data-kind=told.kind.word()>
                    <time datetime=at.clone() title=at>{when}</time>
                    <span inner_html=sentence(told)></span>
                    <small>{number}</small>
                </li>
            }
        })
        .collect();
    let total: usize = told.iter().map(|told| told.times.0).sum();
    let summary = if total == 1 { "History · 1 event".to_owned() } else { format!("History · {total} events") };
    (!events.is_empty()).then(|| view! { <details class="story"><summary>{summary}</summary><ol>{events}</ol></details> })
}

/// Who did what, as HTML.
fn sentence(told: &Told) -> String {
    let who = match told.actor.split_once(':') {
        Some(("agent", name)) => format!("Agent <b>{}</b>", markup::shown(name)),
        Some(("reviewer", name)) => format!("<b>{}</b>", markup::shown(name)),
        _ if told.actor == "link" => "Whoever held the link".to_owned(),
        _ if told.actor == "server" => "Countersign".to_owned(),
        _ => markup::shown(&told.actor),
    };
    let named: Vec<String> = told.included.iter().take(NAMED).map(|name| markup::shown(name)).collect();
    let more = told.included.len() - named.len();
    let included = match (named.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!(": {}", named.join(", ")),
        (false, more) => format!(": {} and {more} more", named.join(", ")),
    };
    let again = match &told.times {
        (2.., last) => format!(", {} times until {last}", told.times.0),
        _ => String::new(),
    };
    format!("{who} {}{included}{again}", told.kind.told())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(actor: &str, kind: Kind, included: Vec<String>) -> Told {
        Told { number: 1, at: Default::default(), actor: actor.into(), kind, included, times: (1, String::new()) }
    }

    #[test]
    fn who_did_what_is_told_in_a_sentence() {
        let names = |count: usize| (0..count).map(|number| format!("f{number}")).collect::<Vec<_>>();
        for (actor, kind, included, expected) in [
            ("agent:a<b", Kind::Created, 0, "Agent <b><bdi>a&lt;b</bdi></b> asked for the review"),
            ("reviewer:Ann:x", Kind::Viewed, 0, "<b><bdi>Ann:x</bdi></b> opened the page"),
            ("link", Kind::Submitted, 2, "Whoever held the link submitted: <bdi>f0</bdi>, <bdi>f1</bdi>"),
            ("server", Kind::Expired, 0, "Countersign closed it: its time ran out"),
            ("someone", Kind::Declined, 0, "<bdi>someone</bdi> declined"),
        ] {
            assert_eq!(sentence(&told(actor, kind, names(included))), expected);
        }
        assert!(sentence(&told("link", Kind::Submitted, names(15))).ends_with("<bdi>f11</bdi> and 3 more"));
        let often = Told { times: (3, "noon".into()), ..told("agent:a", Kind::Consumed, Vec::new()) };
        assert!(sentence(&often).ends_with("fetched the outcome, 3 times until noon"));
    }
}
