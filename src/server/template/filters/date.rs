//! Dates, in UTC unless the argument names another zone.

use std::rc::Rc;

use super::{
    super::{
        budget::Fallible,
        coerce::{as_text, number, plain, printed, string},
        run::Run,
        value::Value,
    },
    Filter, Input,
};
use crate::server::clock::{Clock as _, SystemClock};

mod calendar;
mod format;
mod legacy;
mod parts;
mod read;
mod token;

use calendar::Moment;

const DEFAULT: &str = "%A, %B %-e, %Y at %-l:%M %P %z";

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "date" => date,
        "date_to_long_string" => |run, input| worded(run, input, "%B"),
        "date_to_rfc822" => |run, input| fixed(run, input, "%a, %d %b %Y %H:%M:%S %z"),
        "date_to_string" => |run, input| worded(run, input, "%b"),
        "date_to_xmlschema" => |run, input| fixed(run, input, "%Y-%m-%dT%H:%M:%S%:z"),
        _ => return None,
    })
}

fn date(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let Some(moment) = moment(run, &input.value, &input.argument(1))? else { return Ok(input.value.clone()) };
    let format = match plain(&input.argument(0)) {
        Value::Undefined | Value::Null => Rc::from(DEFAULT),
        value => printed(&value, run.budget)?,
    };
    formatted(run, &moment, &format)
}

fn fixed(run: &mut Run<'_>, input: &Input<'_>, format: &str) -> Fallible<Value> {
    match moment(run, &input.value, &Value::Undefined)? {
        Some(moment) => formatted(run, &moment, format),
        None => Ok(input.value.clone()),
    }
}

/// `10 Mar 2024`; ordinal `10th Mar 2024`, in US style `Mar 10th, 2024`.
fn worded(run: &mut Run<'_>, input: &Input<'_>, month: &str) -> Fallible<Value> {
    let (kind, style) = (input.argument(0), input.argument(1));
    let format = match (as_text(&kind), as_text(&style)) {
        (Some("ordinal"), Some("US")) => format!("{month} %-d%q, %Y"),
        (Some("ordinal"), _) => format!("%-d%q {month} %Y"),
        _ => format!("%d {month} %Y"),
    };
    fixed(run, input, &format)
}

fn formatted(run: &Run<'_>, moment: &Moment, format: &str) -> Fallible<Value> {
    run.budget.bytes(format.len())?;
    format::format(moment, format, run.budget)
}

/// The point in time that `value` is: seconds, a text that JavaScript reads as a date, `now`.
fn moment(run: &Run<'_>, value: &Value, zone: &Value) -> Fallible<Option<Moment>> {
    let value = plain(value);
    let millis = match &value {
        Value::Undefined | Value::Null => None,
        Value::Number(seconds) => Some(seconds * 1000.0),
        Value::Exact(exact) => Some(exact.number * 1000.0),
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        value => {
            let text = string(value, run.budget)?;
            run.budget.bytes(text.len())?;
            of_text(&text, as_text(value).is_some())
        }
    };
    let Some(millis) = millis.and_then(calendar::time_value) else { return Ok(None) };
    let (offset, name) = zone_of(run, zone, millis)?;
    Ok(Moment::new(millis, offset, name))
}

fn of_text(text: &str, is_text: bool) -> Option<f64> {
    if is_text && matches!(text, "now" | "today") {
        return Some(super::super::number::from_millis(SystemClock.now().millis()));
    }
    if is_text && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(super::super::number::parse(text) * 1000.0);
    }
    read::read(text)
}

/// How many minutes `zone` is behind UTC, and its name: JavaScript's minutes, or a name such as `Asia/Shanghai`.
fn zone_of(run: &Run<'_>, zone: &Value, millis: i64) -> Fallible<(f64, Rc<str>)> {
    match zone {
        Value::Undefined | Value::Null => Ok((0.0, Rc::from("UTC"))),
        zone => match as_text(zone) {
            None => Ok((number(zone, run.budget)?, Rc::from(""))),
            Some(name) => {
                let unknown = |_| format!("invalid time zone specified: {name:?}");
                let zone = jiff::tz::TimeZone::get(name).map_err(unknown)?;
                let at = jiff::Timestamp::from_millisecond(millis).unwrap_or_default();
                Ok((-f64::from(zone.to_offset(at).seconds()) / 60.0, Rc::from(name)))
            }
        },
    }
}
