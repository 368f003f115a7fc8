//! The calls on a page are made, in order, on a server of their own, by a clock that stands at 2026-01-31T09:30:00Z.
//!
//! - ```` ```json call ```` (or `json call TOOL`) holds the arguments of a call of the page's tool; ```` ```json with ````, what to change in the page's
//!   first call (a JSON merge patch) before it is made;
//! - ```` ```json answer ```` and ```` ```text error ```` are what came back;
//! - `<!-- test: … -->`: `example TOOL` makes the first call of that tool's page; `review FORM` sends the reviewer's form of the request made last;
//!   `later SECONDS` moves the clock.
//!
//! What differs each time, ids and links, is written on a page as it could be, and stands for what really came.

use std::collections::HashMap;
use std::ops::Range;

use countersign::server::auth::Secret;
use countersign::server::clock::Clock as _;
use serde_json::Value;

use super::page::{Page, Part, root};
use super::values::{each_text, merge, named};
use crate::support::TestApp;
use crate::support::client::{Agent, Answer, Reviewer, http};

/// Where the server of the pages is reached.
const PUBLIC_URL: &str = "https://review.example.com";

/// A page at work.
struct Desk {
    app: TestApp,
    agent: Agent,
    /// What stands on the page, and what it stands for.
    bound: Vec<(String, String)>,
    /// The page's first call: its tool and arguments.
    example: Option<(String, Value)>,
    answer: Option<Answer>,
    link: String,
    /// What the page should say instead, by lines.
    corrections: Vec<(Range<usize>, String)>,
    made: usize,
}

impl Desk {
    async fn new() -> Self {
        let app = TestApp::spawn_at(Some(PUBLIC_URL)).await;
        let agent = agent(&app, "crm-sync").await;
        Self { app, agent, bound: Vec::new(), example: None, answer: None, link: String::new(), corrections: Vec::new(), made: 0 }
    }

    async fn play(&mut self, page: &Page) {
        let own = page.path.file_stem().unwrap().to_string_lossy().into_owned();
        for part in page.parts() {
            match part {
                Part::Note(note) => self.note(page, &note).await,
                Part::Block { info, body, line } => {
                    let at = format!("{}:{line}", page.name());
                    self.block(&own, &info, &body, line, &at).await;
                }
                _ => {}
            }
        }
        assert!(self.answer.is_none(), "{}: its last call has no answer", page.name());
    }

    async fn note(&mut self, page: &Page, note: &str) {
        let (word, rest) = note.split_once(' ').unwrap_or((note, ""));
        match word {
            "example" => {
                let page = Page::read(&root().join(format!("docs/tools/{rest}.md")));
                let mut blocks = page.parts().into_iter().filter_map(|part| match part {
                    Part::Block { info, body, .. } if info.starts_with("json") => Some(serde_json::from_str(&body).unwrap()),
                    _ => None,
                });
                let (arguments, written): (Value, Value) = (blocks.next().unwrap(), blocks.next().unwrap());
                self.call(rest, arguments, note).await;
                // a later clock says other times
                let opened = self.answer.take().unwrap();
                self.normal(&opened.content, &written);
                self.example = None;
            }
            "review" => {
                let form: Vec<(String, String)> = form_urlencoded::parse(rest.as_bytes()).into_owned().collect();
                let pairs: Vec<(&str, &str)> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                let decided = Reviewer::new(http(), &self.link).post(&pairs).await;
                assert!(decided.taken(), "{}: {note}: {}", page.name(), decided.body);
            }
            "later" => self.app.clock.advance(1000 * rest.parse::<i64>().unwrap()),
            _ => panic!("{}: what is `{note}`?", page.name()),
        }
    }

    async fn block(&mut self, own: &str, info: &str, body: &str, line: usize, at: &str) {
        let words: Vec<&str> = info.split(' ').collect();
        match words.as_slice() {
            ["json", "call", tool @ ..] => {
                let tool = tool.first().copied().unwrap_or(own);
                let arguments: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{at}: {error}"));
                self.example.get_or_insert_with(|| (tool.to_owned(), arguments.clone()));
                self.call(tool, arguments, at).await;
            }
            ["json", "with"] => {
                let (tool, mut arguments) = self.example.clone().unwrap_or_else(|| panic!("{at}: there is no call before it"));
                merge(&mut arguments, &serde_json::from_str(body).unwrap());
                self.call(&tool, arguments, at).await;
            }
            ["json", "answer"] => {
                let real = self.answer.take().unwrap_or_else(|| panic!("{at}: there is no call before it"));
                assert!(!real.is_error && real.content.is_object(), "{at}: {}", real.body);
                let written: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{at}: {error}"));
                let expected = self.normal(&real.content, &written);
                // as texts, for the order of keys counts
                let (compact, told) = (written.to_string(), expected.to_string());
                self.correct(line, body, compact == told, &format!("{expected:#}"), at);
            }
            ["text", "error"] => {
                let real = self.answer.take().unwrap_or_else(|| panic!("{at}: there is no call before it"));
                assert!(real.is_error, "{at}: {}", real.body);
                self.correct(line, body, body == real.text, &real.text, at);
            }
            _ => {}
        }
    }

    async fn call(&mut self, tool: &str, mut arguments: Value, at: &str) {
        assert!(self.answer.is_none(), "{at}: the call before it has no answer");
        each_text(&mut arguments, &|text| self.bound.iter().find(|(written, _)| written == text).map(|(_, real)| real.clone()));
        let answer = self.agent.call(tool, &arguments).await;
        assert_eq!(answer.status, 200, "{at}: {}", answer.body);
        if let Some(link) = answer.content["reviewUrl"].as_str() {
            self.link = link.replace(PUBLIC_URL, &format!("http://{}", self.app.running.addr));
        }
        self.answer = Some(answer);
        self.made += 1;
    }

    /// What really came, in the words of the page: an id or a link that comes for the first time is called as it is `written`.
    fn normal(&mut self, real: &Value, written: &Value) -> Value {
        let mut told = Vec::new();
        named(real, written, &mut told);
        for (real, written) in told {
            if self.bound.iter().all(|(_, known)| *known != real) {
                let alike = written.len() == real.len() && self.bound.iter().all(|(other, _)| *other != written);
                assert!(alike, "{written} can't stand for {real}");
                self.bound.push((written, real));
            }
        }
        let mut real = real.clone();
        each_text(&mut real, &|text| self.bound.iter().find(|(_, real)| real == text).map(|(written, _)| written.clone()));
        real
    }

    fn correct(&mut self, line: usize, body: &str, same: bool, expected: &str, at: &str) {
        if !same {
            assert!(writes(), "{at}: came was\n{expected}\n(COUNTERSIGN_DOCS=write takes it over)");
            self.corrections.push((line..line + body.lines().count(), expected.to_owned()));
        }
    }
}

fn writes() -> bool {
    std::env::var_os("COUNTERSIGN_DOCS").is_some_and(|mode| mode == "write")
}

async fn agent(app: &TestApp, name: &str) -> Agent {
    let token = Secret::token();
    app.running.store.add_agent(name, Some(&token.digest()), false, app.clock.now()).await.unwrap();
    Agent::new(http(), &format!("http://{}", app.running.addr), token.expose())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_gets_the_answer_on_its_page() {
    let mut made = HashMap::new();
    for page in Page::all() {
        let mut desk = Desk::new().await;
        desk.play(&page).await;
        made.insert(page.name(), desk.made);
        if !desk.corrections.is_empty() {
            let mut lines: Vec<String> = page.text.lines().map(str::to_owned).collect();
            for (range, text) in desk.corrections.into_iter().rev() {
                lines.splice(range, text.lines().map(str::to_owned));
            }
            std::fs::write(&page.path, lines.join("\n") + "\n").unwrap();
        }
        desk.app.running.shut_down().await;
    }
    for (page, calls) in &made {
        assert!(*calls > 1 || !page.starts_with("docs/tools/"), "{page} makes too few calls");
    }
}

#[test]
fn every_refusal_named_in_passing_is_shown_somewhere() {
    let pages = Page::all();
    let shown: Vec<String> = pages
        .iter()
        .flat_map(Page::parts)
        .filter_map(|part| match part {
            Part::Block { info, body, .. } if info == "text error" => Some(body),
            _ => None,
        })
        .collect();
    for page in &pages {
        for span in page.code_spans().iter().filter(|span| span.contains("(status=") || *span == "not found") {
            assert!(shown.contains(span), "{}: no call on any page gets `{span}`", page.name());
        }
    }
}
