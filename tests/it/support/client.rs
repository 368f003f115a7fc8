//! The two sides of a request as they speak over HTTP: the agent's raw tool calls, the reviewer's form.

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

pub fn http() -> Client {
    countersign::server::outbound::choose_cryptography();
    Client::builder().redirect(Policy::none()).tls_certs_only([]).build().unwrap()
}

/// An agent with its token.
#[derive(Clone)]
pub struct Agent {
    http: Client,
    endpoint: String,
    token: String,
}

/// What a tool call came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub status: StatusCode,
    /// The body of the HTTP answer, byte for byte.
    pub body: String,
    /// The text that the model reads: the object as JSON, or the fault.
    pub text: String,
    pub is_error: bool,
    /// `structuredContent`, `null` when there is none.
    pub content: Value,
}

/// A request just made, as the agent was told.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: String,
    pub review_url: String,
}

impl Agent {
    pub fn new(http: Client, public_url: &str, token: &str) -> Self {
        Self { http, endpoint: format!("{public_url}/mcp"), token: token.to_owned() }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Calls a tool. `Err` when no whole answer came back.
    pub async fn try_call(&self, tool: &str, arguments: &Value) -> reqwest::Result<Answer> {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
        let request = self.http.post(&self.endpoint).bearer_auth(&self.token).header("accept", "application/json, text/event-stream");
        let response = request.header("content-type", "application/json").body(message.to_string()).send().await?;
        let (status, body) = (response.status(), response.text().await?);
        let result = serde_json::from_str::<Value>(&body).map(|answer| answer["result"].clone()).unwrap_or_default();
        Ok(Answer {
            status,
            text: result["content"][0]["text"].as_str().unwrap_or_default().to_owned(),
            is_error: result["isError"] == true,
            content: result["structuredContent"].clone(),
            body,
        })
    }

    pub async fn call(&self, tool: &str, arguments: &Value) -> Answer {
        self.try_call(tool, arguments).await.unwrap()
    }

    /// Calls a tool that takes an id alone.
    pub async fn ask(&self, tool: &str, id: &str) -> Answer {
        self.call(tool, &json!({ "elicitationId": id })).await
    }

    pub async fn open(&self, arguments: &Value) -> Opened {
        let answer = self.call("elicit_proposal", arguments).await;
        assert!(!answer.is_error && answer.status == 200, "{}", answer.body);
        opened(&answer)
    }

    /// The status word, or the fault's text.
    pub async fn status(&self, id: &str) -> String {
        word(&self.ask("elicit_status", id).await)
    }

    pub async fn wait(&self, id: &str, seconds: u32) -> String {
        word(&self.call("elicit_await", &json!({ "elicitationId": id, "waitSeconds": seconds })).await)
    }
}

pub fn opened(answer: &Answer) -> Opened {
    let text = |key: &str| answer.content[key].as_str().unwrap().to_owned();
    Opened { id: text("elicitationId"), review_url: text("reviewUrl") }
}

fn word(answer: &Answer) -> String {
    answer.content["status"].as_str().unwrap_or(&answer.text).to_owned()
}

/// Whoever holds a review link.
#[derive(Clone)]
pub struct Reviewer {
    http: Client,
    review_url: String,
}

/// What a decision came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    pub status: StatusCode,
    pub body: String,
}

impl Decided {
    /// Whether this very decision was taken.
    pub fn taken(&self) -> bool {
        self.status == StatusCode::SEE_OTHER
    }
}

impl Reviewer {
    pub fn new(http: Client, review_url: &str) -> Self {
        Self { http, review_url: review_url.to_owned() }
    }

    /// Posts the page's form, as a browser does. `Err` when no whole answer came back.
    pub async fn try_post(&self, pairs: &[(&str, &str)]) -> reqwest::Result<Decided> {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let request = self.http.post(&self.review_url).header("content-type", "application/x-www-form-urlencoded");
        let response = request.body(form).send().await?;
        Ok(Decided { status: response.status(), body: response.text().await? })
    }

    pub async fn post(&self, pairs: &[(&str, &str)]) -> Decided {
        self.try_post(pairs).await.unwrap()
    }

    /// Submits the small proposal with `a` as its one included field.
    pub async fn submit(&self, a: &str) -> Decided {
        self.post(&submission(a)).await
    }

    pub async fn decline(&self) -> Decided {
        self.post(&DECLINE).await
    }
}

pub const DECLINE: [(&str, &str); 1] = [("action", "cancel")];

pub const fn submission(a: &str) -> [(&str, &str); 3] {
    [("action", "submit"), ("include", "a"), ("p.a", a)]
}
