//! A request's templates, rendered once and for all (contract § 7).

use std::mem;

use super::Service;
use crate::domain::request::Request;
use crate::domain::selection::Rows;
use crate::server::template;

/// What they came to.
#[derive(Default)]
pub(super) struct Drawn {
    /// What the display template gave, or why there is nothing; `None` without a template.
    pub banner: Option<Result<String, String>>,
    /// What a selection's row template gave; `None` without one.
    pub rows: Option<Rows>,
}

impl Service {
    /// Renders the templates of `request`, in its turn. Whatever goes wrong with them, the request stands.
    pub(super) async fn rendered(&self, request: &mut Request) -> Drawn {
        let display = request.display_template().map(|(source, context)| (source.to_owned(), context.clone()));
        let row = match request {
            Request::Selection(selection) => {
                let sent = mem::take(&mut selection.sent);
                selection.row_template.clone().map(|source| (source, sent))
            }
            Request::Proposal(_) | Request::Approval(_) => None,
        };
        if display.is_none() && row.is_none() {
            return Drawn::default();
        }
        let broken = Drawn {
            banner: display.as_ref().map(|_| Err(FAILED.to_owned())),
            rows: row.as_ref().map(|(_, options)| rows(vec![Err(FAILED.to_owned()); options.len()])),
        };
        // never closed, so there always is a turn
        let turn = self.rendering.clone().acquire_owned().await;
        let drawn = super::aside(move || {
            let _turn = turn;
            Drawn {
                banner: display.map(|(source, context)| template::render(&source, "context", &context)),
                rows: row.map(|(source, options)| rows(template::render_each(&source, "option", &options))),
            }
        });
        drawn.await.unwrap_or(broken)
    }
}

/// The options' rows: those that were rendered and show something; the rest is left to the titles.
fn rows(rendered: Vec<Result<String, String>>) -> Rows {
    let mut error = None;
    let html = rendered.into_iter().map(|row| match row {
        Ok(html) => shows(&html).then_some(html),
        Err(why) => {
            error.get_or_insert(why);
            None
        }
    });
    Rows { html: html.collect(), error }
}

/// Whether there is any text in sanitised HTML.
fn shows(html: &str) -> bool {
    html.split('<').any(|piece| !piece.rsplit('>').next().unwrap_or_default().trim().is_empty())
}

/// What is said of templates that made the engine fail.
const FAILED: &str = "the template engine failed";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_text_shows_nothing() {
        for (html, expected) in [
            ("", false),
            (" \n", false),
            ("<b></b><hr>", false),
            ("<a href=\"https://x.example\"> </a>", false),
            ("x", true),
            ("<b>x</b>", true),
            ("<b></b>x", true),
            ("&lt;", true),
        ] {
            assert_eq!(shows(html), expected, "{html}");
        }
    }

    #[test]
    fn the_first_fault_is_told_and_its_row_left_to_the_title() {
        let rendered = vec![Ok("<b>x</b>".to_owned()), Err("first".to_owned()), Ok(String::new()), Err("second".to_owned())];
        let expected = Rows { html: vec![Some("<b>x</b>".to_owned()), None, None, None], error: Some("first".to_owned()) };
        assert_eq!(rows(rendered), expected);
    }
}
