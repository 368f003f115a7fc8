//! A client of `/mcp` that works on the raw bytes: what an SDK would hide is what these tests look at.

use countersign::domain::time::Timestamp;
use countersign::server::auth::Secret;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use super::support::TestApp;
use super::support::client::http;

/// A running server with one agent's token.
pub struct Mcp {
    pub app: TestApp,
    pub token: String,
    http: Client,
}

/// An HTTP answer, whole.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The code of its JSON-RPC error.
    pub fn code(&self) -> i64 {
        self.json()["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {}", self.text))
    }

    /// The text of its `isError` result.
    pub fn fault(&self) -> String {
        let result = &self.json()["result"];
        assert_eq!((self.status, &result["isError"]), (StatusCode::OK, &json!(true)), "{}", self.text);
        assert!(result.get("structuredContent").is_none(), "{}", self.text);
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// The object of its success, which is also its one text block.
    pub fn object(&self) -> Value {
        let result = &self.json()["result"];
        assert_eq!((self.status, &result["isError"]), (StatusCode::OK, &json!(false)), "{}", self.text);
        let content = result["content"].as_array().unwrap();
        assert_eq!(content.len(), 1, "{}", self.text);
        assert_eq!(content[0]["type"], "text");
        let text = content[0]["text"].as_str().unwrap();
        assert_eq!(text, result["structuredContent"].to_string(), "the same object, the same spelling, the same order");
        result["structuredContent"].clone()
    }
}

impl Mcp {
    pub async fn start() -> Self {
        Self::start_at(None).await
    }

    /// Starts a server that goes by `public_url`.
    pub async fn start_at(public_url: Option<&str>) -> Self {
        let mut mcp = Self { app: TestApp::spawn_at(public_url).await, token: String::new(), http: http() };
        mcp.token = mcp.new_token("agent").await;
        mcp
    }

    pub async fn new_token(&self, name: &str) -> String {
        let token = Secret::token();
        self.app.running.store.add_agent(name, Some(&token.digest()), false, Timestamp::from_millis(0)).await.unwrap();
        token.expose().to_owned()
    }

    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.app.running.addr)
    }

    /// A request as every client sends it, but for what the caller changes.
    pub fn request(&self, method: Method) -> RequestBuilder {
        self.http
            .request(method, self.url())
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    /// Posts a body as it is.
    pub async fn post(&self, body: impl Into<reqwest::Body>) -> Answer {
        self.send(self.request(Method::POST).body(body)).await
    }

    /// Calls a tool with arguments that are spelled by the caller.
    pub async fn call_raw(&self, tool: &str, arguments: &str) -> Answer {
        self.post(call(tool, arguments)).await
    }

    pub async fn call(&self, tool: &str, arguments: Value) -> Answer {
        self.call_raw(tool, &arguments.to_string()).await
    }

    /// A new request with one text field `a`: its id, and the secret of its review link.
    pub async fn propose(&self, context: &str) -> (String, String) {
        let arguments = format!(
            r#"{{"message":"Review one record","columns":{{"sources":[{{"key":"apollo","label":"Apollo"}}],"current":{{"label":"CRM"}}}},"requestedSchema":{{"type":"object","properties":{{"a":{{"type":"string","default":"x"}}}}}},"fields":{{}},"context":{context}}}"#
        );
        let opened = self.call_raw("elicit_proposal", &arguments).await.object();
        let link = opened["reviewUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (opened["elicitationId"].as_str().unwrap().to_owned(), link)
    }
}

/// A `tools/call` message.
pub fn call(tool: &str, arguments: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#)
}
