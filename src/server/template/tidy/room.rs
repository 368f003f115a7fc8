//! What an element that begins closes, as browsers do, and what it needs.

use super::Tidy;

/// Elements that end a paragraph.
const BLOCKS: &str = "address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr ol p pre section summary \
                      table ul";

impl Tidy {
    /// Closes what may not hold `name`, and opens what it needs; whether it may stand here at all.
    pub fn make_room(&mut self, name: &'static str) -> bool {
        let in_table = matches!(self.open.last(), Some(&("table" | "thead" | "tbody" | "tfoot" | "tr")));
        match name {
            "td" | "th" => {
                self.close_within("table", &["td", "th", "caption"]);
                if self.open.last() == Some(&"table") {
                    self.force("tbody");
                }
                if matches!(self.open.last(), Some(&("thead" | "tbody" | "tfoot"))) {
                    self.force("tr");
                }
                self.open.last() == Some(&"tr")
            }
            "tr" => {
                self.close_within("table", &["tr", "caption"]);
                if self.open.last() == Some(&"table") {
                    self.force("tbody");
                }
                matches!(self.open.last(), Some(&("thead" | "tbody" | "tfoot")))
            }
            "thead" | "tbody" | "tfoot" | "caption" => {
                self.close_within("table", &["thead", "tbody", "tfoot", "caption"]);
                self.open.last() == Some(&"table")
            }
            _ if in_table => false,
            "li" => {
                self.close_upto(&["li"], &["ul", "ol"]);
                self.close_upto(&["p"], &[]);
                true
            }
            "dt" | "dd" => {
                self.close_upto(&["dt", "dd"], &["dl"]);
                self.close_upto(&["p"], &[]);
                true
            }
            "a" => {
                self.close_upto(&["a"], &[]);
                true
            }
            name => {
                if BLOCKS.split_whitespace().any(|block| block == name) {
                    self.close_upto(&["p"], &[]);
                }
                let heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
                if heading(name) && self.open.last().is_some_and(|open| heading(open)) {
                    self.pop();
                }
                true
            }
        }
    }

    /// Opens `name`, which the author left out.
    fn force(&mut self, name: &'static str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
        self.open.push(name);
    }
}
