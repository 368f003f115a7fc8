//! One source of schemas of the subset and of values that are about to break them.

use serde_json::{Map, Number, Value, json};

use super::texts::{OPTIONS, PATTERNS, SEEDS, STRAYS};

/// A seeded stream of choices (splitmix64).
pub struct Source(u64);

impl Source {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Any number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of `from`, which is not empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The schema of a property, with every keyword there now and then.
    pub fn schema(&mut self) -> Value {
        let mut schema = Map::new();
        match self.below(8) {
            0..=2 => self.text(&mut schema),
            3 | 4 => self.number(&mut schema),
            5 => {
                schema.insert("type".into(), "boolean".into());
            }
            6 => self.select(&mut schema),
            _ => self.multi_select(&mut schema),
        }
        if self.once_in(3) {
            schema.insert("title".into(), "Label".into());
            schema.insert("x-note".into(), json!({ "minLength": 99 }));
        }
        Value::Object(schema)
    }

    fn text(&mut self, schema: &mut Map<String, Value>) {
        schema.insert("type".into(), "string".into());
        if !self.once_in(3) {
            schema.insert("format".into(), self.pick(&["email", "uri", "date", "date-time"]).into());
        }
        for key in ["minLength", "maxLength"] {
            if self.once_in(4) {
                let spelt =
                    [format!("{}", self.below(30)), format!("{}.0", self.below(12)), "1e1".to_owned(), format!("{}", self.below(4))];
                schema.insert(key.into(), number(&spelt[self.below(4)]));
            }
        }
        if self.once_in(3) {
            schema.insert("pattern".into(), self.pick(&PATTERNS).into());
        }
    }

    fn number(&mut self, schema: &mut Map<String, Value>) {
        schema.insert("type".into(), self.pick(&["number", "integer"]).into());
        for key in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            if self.once_in(4) {
                schema.insert(key.into(), number(&self.spelt()));
            }
        }
        if self.once_in(3) {
            let divisors =
                ["1", "2", "3", "7", "10", "0.01", "0.1", "2.5", "0.25", "1e2", "1.50", "12345678901234567890", "1e-20", "2e400"];
            schema.insert("multipleOf".into(), number(self.pick(&divisors)));
        }
    }

    fn select(&mut self, schema: &mut Map<String, Value>) {
        schema.insert("type".into(), "string".into());
        let options = self.options();
        if self.once_in(2) {
            schema.insert("oneOf".into(), titled(&options));
            return;
        }
        if self.once_in(2) {
            schema.insert("enumNames".into(), options.iter().map(|option| format!("The {option}")).collect());
        }
        schema.insert("enum".into(), options.into_iter().collect());
    }

    fn multi_select(&mut self, schema: &mut Map<String, Value>) {
        schema.insert("type".into(), "array".into());
        let options = self.options();
        let items = match self.below(3) {
            0 => json!({ "enum": options }),
            1 => json!({ "type": "string", "enum": options }),
            _ => json!({ "anyOf": titled(&options) }),
        };
        schema.insert("items".into(), items);
        for key in ["minItems", "maxItems"] {
            if self.once_in(2) {
                schema.insert(key.into(), self.below(4).into());
            }
        }
        if self.once_in(2) {
            schema.insert("uniqueItems".into(), self.pick(&[true, true, false]).into());
        }
    }

    fn options(&mut self) -> Vec<&'static str> {
        let start = self.below(OPTIONS.len());
        let count = 1 + self.below(OPTIONS.len() - 1);
        (0..count).map(|i| OPTIONS[(start + i) % OPTIONS.len()]).collect()
    }

    /// A value for `schema`: mostly of its type and near its bounds.
    pub fn value(&mut self, schema: &Value) -> Value {
        if self.once_in(10) {
            return self.anything();
        }
        match schema["type"].as_str().unwrap_or_default() {
            "boolean" => self.pick(&[true, false]).into(),
            "number" | "integer" => number(&self.near_bound(schema)),
            "array" => {
                let chosen = (0..self.below(5)).map(|_| self.option(&schema["items"])).collect();
                Value::Array(chosen)
            }
            _ if schema.get("enum").is_some() || schema.get("oneOf").is_some() => self.option(schema),
            _ => {
                let format = schema["format"].as_str().unwrap_or_default();
                // once in a while the text of another format
                let format = if self.once_in(8) { self.pick(&["", "email", "uri", "date", "date-time"]) } else { format };
                self.near(format).into()
            }
        }
    }

    fn anything(&mut self) -> Value {
        let texts = [
            "null",
            "true",
            "false",
            "0",
            "1",
            "2.50",
            "1e400",
            "\"\"",
            "\"1\"",
            "\"true\"",
            "[]",
            "[null]",
            "[\"gold\"]",
            "{}",
            "{\"a\":1}",
            "\"2024-03-10\"",
        ];
        serde_json::from_str(self.pick(&texts)).unwrap()
    }

    /// One of the options of `schema`, or nearly.
    fn option(&mut self, schema: &Value) -> Value {
        if self.once_in(12) {
            return self.pick(&["golden", "GOLD", " ", "zzz"]).into();
        }
        if self.once_in(40) {
            return json!(1);
        }
        let plain = schema.get("enum").and_then(Value::as_array);
        let titled = || ["oneOf", "anyOf"].iter().find_map(|key| schema.get(key)).and_then(Value::as_array).cloned().unwrap_or_default();
        let options = plain.cloned().unwrap_or_else(|| titled().iter().map(|option| option["const"].clone()).collect());
        options[self.below(options.len())].clone()
    }

    /// A text of the format `name` (of none when that is empty), or nearly: up to three slips away.
    pub fn near(&mut self, name: &str) -> String {
        let seeds = SEEDS.iter().find(|(format, _)| *format == name).unwrap().1;
        let mut text: Vec<char> = self.pick(seeds).chars().collect();
        for _ in 0..self.pick(&[0, 0, 0, 1, 1, 2, 3]) {
            let at = self.below(text.len() + 1);
            let stray: Vec<char> = self.pick(&STRAYS).chars().collect();
            match self.below(5) {
                0 if at < text.len() => {
                    text.remove(at);
                }
                1 if at < text.len() => {
                    text.splice(at..=at, stray);
                }
                2 if at + 1 < text.len() => text.swap(at, at + 1),
                3 if at < text.len() => {
                    text[at] = if text[at].is_ascii_lowercase() { text[at].to_ascii_uppercase() } else { text[at].to_ascii_lowercase() }
                }
                _ => {
                    text.splice(at..at, stray);
                }
            }
        }
        if self.once_in(50) {
            let (at, times) = (self.below(text.len() + 1), self.pick(&[40, 62, 63, 64, 250]));
            text.splice(at..at, std::iter::repeat_n('b', times));
        }
        text.into_iter().collect()
    }

    /// The text of a number: everyday ones above all, with those that no double carries.
    fn spelt(&mut self) -> String {
        let whole = self.below(200);
        let sign = self.pick(&["", "", "-"]);
        match self.below(12) {
            0..=4 => format!("{sign}{whole}"),
            5 | 6 => format!("{sign}{whole}.{}", self.pick(&["0", "5", "50", "01", "333"])),
            7 => format!("{sign}{}e{}", 1 + self.below(9), self.pick(&["1", "+2", "-1", "-2", "5"])),
            8 => format!("{sign}{}", self.next() % 1_000_000_000_000_000),
            9 => self.pick(&["0", "-0", "0.0", "1e-10", "12345.6789"]).to_owned(),
            10 => format!(
                "{sign}{}",
                self.pick(&["9007199254740992", "9007199254740993", "100000000000000000000000000001", "0.10000000000000000001"])
            ),
            _ => format!("{sign}{}", self.pick(&["1e400", "1e-400", "1e401", "5e-324", "1e30"])),
        }
    }

    /// A number at, just under or just over one of the schema's bounds, or a multiple of its divisor; else any.
    fn near_bound(&mut self, schema: &Value) -> String {
        let bounds: Vec<&str> = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
            .iter()
            .filter_map(|key| schema[key].as_number().map(Number::as_str))
            .filter(|text| text.len() <= 9 && !text.contains('e'))
            .collect();
        if bounds.is_empty() || self.once_in(3) {
            return self.spelt();
        }
        let bound = self.pick(&bounds);
        // the bound as a whole number of its last places, moved by a few of them or multiplied
        let places = bound.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let units: i64 = bound.replace('.', "").parse().unwrap();
        let moved = match self.below(4) {
            0 => units,
            1 => units + self.pick(&[-1, 1]),
            2 => units + i64::try_from(self.below(100)).unwrap() - 50,
            _ => units * (i64::try_from(self.below(200)).unwrap() - 50),
        };
        match (places, self.below(3)) {
            (0, 0) => format!("{moved}.0"),
            (0, _) => format!("{moved}"),
            _ => format!("{moved}e-{places}"),
        }
    }
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn titled(options: &[&str]) -> Value {
    options.iter().map(|option| json!({ "const": option, "title": format!("The {option}") })).collect()
}
