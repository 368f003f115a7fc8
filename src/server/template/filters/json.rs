//! JSON as `JSON.stringify` writes it, but for numbers that a double cannot hold: those keep their digits. And `default`.

use super::{
    super::{
        budget::Fallible,
        coerce::{self, Text, is_true, is_truthy, loop_json, plain},
        number,
        run::Run,
        value::Value,
    },
    Filter, Input,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "default" => default,
        "inspect" | "json" | "jsonify" => json,
        _ => return None,
    })
}

/// The argument, if the input is nil, false or empty; `allow_false: true` keeps false.
fn default(_: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let value = match &input.value {
        marked @ Value::Marked(_) => marked.clone(),
        value => plain(value),
    };
    let kept = match &value {
        Value::List(list) => !list.items.is_empty(),
        Value::Text(text) => !text.is_empty(),
        Value::Marked(marked) => !marked.text.is_empty(),
        Value::Bool(false) => allows_false(input)?,
        value => is_true(value),
    };
    Ok(if kept { value } else { input.argument(0) })
}

/// As JavaScript's `new Map(arguments)` has it: pairs, of which the last counts; what is no object is an error.
fn allows_false(input: &Input<'_>) -> Fallible<bool> {
    let mut allows = false;
    for argument in input.arguments.iter().skip(1) {
        match argument {
            Value::List(pair) if pair.items.first().and_then(coerce::as_text) == Some("allow_false") => {
                allows = pair.items.get(1).is_some_and(is_truthy);
            }
            Value::Undefined | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Exact(_) | Value::Text(_) | Value::Marked(_) => {
                return Err("filter \"default\" takes only named arguments after the first".to_owned());
            }
            _ => {}
        }
    }
    Ok(allows)
}

fn json(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    if matches!(input.value, Value::Undefined) {
        return Ok(Value::Undefined);
    }
    let indent = match input.argument(0) {
        Value::Number(width) if width > 0.0 => Some(" ".repeat(number::count(width).min(10))),
        value => coerce::as_text(&value).filter(|text| !text.is_empty()).map(|text| text.chars().take(10).collect()),
    };
    let mut text = Text::new(run.budget);
    Writer { run, indent: indent.as_deref() }.value(&input.value, &mut text, "\n")?;
    Ok(text.value())
}

struct Writer<'r, 'b> {
    run: &'r Run<'b>,
    /// What a level is indented by; without one, all is on one line.
    indent: Option<&'r str>,
}

impl Writer<'_, '_> {
    /// Adds `value`; `line` is the line break that leads to its own level.
    fn value(&self, value: &Value, text: &mut Text<'_>, line: &str) -> Fallible<()> {
        self.run.budget.items(1)?;
        match value {
            Value::Undefined | Value::Null => text.push("null"),
            Value::Number(number) if !number.is_finite() => text.push("null"),
            Value::Bool(_) | Value::Number(_) | Value::Exact(_) => text.string(value),
            // to JavaScript the template's words are objects without entries
            Value::Nil | Value::Empty | Value::Blank => text.push("{}"),
            Value::Text(own) => quote(own, text),
            Value::Marked(marked) => quote(&marked.text, text),
            Value::Loop(at) => text.push(&loop_json(at)),
            Value::List(list) => self.entries("[", "]", list.items.iter().map(|item| (None, item)), text, line),
            Value::Object(object) => {
                let entries = object.entries.iter().filter(|(_, value)| !matches!(value, Value::Undefined));
                self.entries("{", "}", entries.map(|(name, value)| (Some(&**name), value)), text, line)
            }
        }
    }

    fn entries<'v>(
        &self,
        open: &str,
        close: &str,
        entries: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
        text: &mut Text<'_>,
        line: &str,
    ) -> Fallible<()> {
        let deeper = self.indent.map_or_else(String::new, |indent| [line, indent].concat());
        text.push(open)?;
        let mut any = false;
        for (name, value) in entries {
            if any {
                text.push(",")?;
            }
            any = true;
            text.push(&deeper)?;
            if let Some(name) = name {
                quote(name, text)?;
                text.push(if self.indent.is_some() { ": " } else { ":" })?;
            }
            self.value(value, text, &deeper)?;
        }
        if any && self.indent.is_some() {
            text.push(line)?;
        }
        text.push(close)
    }
}

fn quote(own: &str, text: &mut Text<'_>) -> Fallible<()> {
    text.push("\"")?;
    let mut done = 0;
    for (at, byte) in own.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"".to_owned(),
            b'\\' => "\\\\".to_owned(),
            0x08 => "\\b".to_owned(),
            b'\t' => "\\t".to_owned(),
            b'\n' => "\\n".to_owned(),
            0x0c => "\\f".to_owned(),
            b'\r' => "\\r".to_owned(),
            0..0x20 => format!("\\u{byte:04x}"),
            _ => continue,
        };
        text.push(&own[done..at])?;
        text.push(&escape)?;
        done = at + 1;
    }
    text.push(&own[done..])?;
    text.push("\"")
}
