//! A browser as far as the server can tell: it keeps its cookie and says that it posts from our own page.

use reqwest::header::HeaderMap;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;

use super::TestApp;
use super::client::http;

/// A browser that may be signed in.
#[derive(Clone)]
pub struct Browser {
    http: Client,
    origin: String,
    pub cookie: Option<String>,
    /// The headers of what it posts.
    pub from: Vec<(&'static str, String)>,
}

/// An answer to a browser.
#[derive(Clone, Debug)]
pub struct Page {
    pub status: StatusCode,
    pub location: Option<String>,
    pub set_cookie: Option<String>,
    pub headers: HeaderMap,
    pub body: String,
}

impl Browser {
    pub fn new(app: &TestApp) -> Self {
        let from = vec![("sec-fetch-site", "same-origin".to_owned())];
        Self { http: http(), origin: format!("http://{}", app.running.addr), cookie: None, from }
    }

    /// One that is signed in as a new reviewer.
    pub async fn signed_in(app: &TestApp, name: &str) -> Self {
        let link = app.running.service.add_reviewer(name, false).await.unwrap();
        let mut browser = Self::new(app);
        assert_eq!(browser.sign_in(&link).await.status, StatusCode::SEE_OTHER);
        browser
    }

    /// The same browser, its cookies with it, at another server.
    pub fn at(&self, app: &TestApp) -> Self {
        Self { cookie: self.cookie.clone(), ..Self::new(app) }
    }

    /// The same browser on a page that sends `from`.
    pub fn from(&self, from: &[(&'static str, &str)]) -> Self {
        Self { from: from.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(), ..self.clone() }
    }

    /// Presses the button of a sign-in link's page, and keeps the cookie.
    pub async fn sign_in(&mut self, link: &str) -> Page {
        let page = self.post(path(link), &[]).await;
        self.keep(&page);
        page
    }

    /// Keeps the cookies of an answer beside those that it has, and drops those that are to be forgotten.
    pub fn keep(&mut self, page: &Page) {
        let mut kept: Vec<String> = self.cookie.iter().flat_map(|cookies| cookies.split("; ")).map(str::to_owned).collect();
        for line in page.headers.get_all("set-cookie") {
            let line = line.to_str().unwrap();
            let cookie = line.split(';').next().unwrap();
            let name = &cookie[..=cookie.find('=').unwrap()];
            kept.retain(|kept| !kept.starts_with(name));
            if !line.contains("; Max-Age=0") {
                kept.push(cookie.to_owned());
            }
        }
        self.cookie = (!kept.is_empty()).then(|| kept.join("; "));
    }

    pub async fn get(&self, path: &str) -> Page {
        self.send(self.http.get(format!("{}{path}", self.origin))).await
    }

    pub async fn head(&self, path: &str) -> Page {
        self.send(self.http.head(format!("{}{path}", self.origin))).await
    }

    pub async fn post(&self, path: &str, pairs: &[(&str, &str)]) -> Page {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        self.post_as(path, "application/x-www-form-urlencoded", form).await
    }

    /// Asks a server function.
    pub async fn ask(&self, function: &str, arguments: &Value) -> Page {
        self.post_as(&format!("/api/{function}"), "application/json", arguments.to_string()).await
    }

    async fn post_as(&self, path: &str, kind: &str, body: String) -> Page {
        let post = self.http.post(format!("{}{path}", self.origin)).header("content-type", kind).body(body);
        self.send(self.from.iter().fold(post, |post, (name, value)| post.header(*name, value))).await
    }

    /// An answer that goes on.
    pub async fn stream(&self, path: &str) -> Response {
        self.answer(self.http.get(format!("{}{path}", self.origin))).await
    }

    async fn answer(&self, request: RequestBuilder) -> Response {
        let request = self.cookie.iter().fold(request, |request, cookie| request.header("cookie", cookie));
        request.send().await.unwrap()
    }

    async fn send(&self, request: RequestBuilder) -> Page {
        let response = self.answer(request).await;
        let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (status, location, set_cookie) = (response.status(), header("location"), header("set-cookie"));
        let headers = response.headers().clone();
        Page { status, location, set_cookie, headers, body: response.text().await.unwrap() }
    }
}

/// The path of one of the server's links.
pub fn path(link: &str) -> &str {
    let (_, rest) = link.split_once("://").unwrap();
    &rest[rest.find('/').unwrap()..]
}
