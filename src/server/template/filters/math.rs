//! Arithmetic, in doubles.

use super::{
    super::{
        budget::Fallible,
        coerce::{self, number_or_zero, plain},
        number,
        run::Run,
        value::Value,
    },
    Filter, Input,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "abs" => |run, input| one(run, input, f64::abs),
        "at_least" => |run, input| all(run, input, f64::max),
        "at_most" => |run, input| all(run, input, f64::min),
        "ceil" => |run, input| one(run, input, f64::ceil),
        "divided_by" => divided_by,
        "floor" => |run, input| one(run, input, f64::floor),
        "minus" => |run, input| two(run, input, |a, b| a - b),
        "modulo" => |run, input| two(run, input, |a, b| ((a % b) + b) % b),
        "plus" => |run, input| two(run, input, |a, b| a + b),
        "round" => round,
        "times" => |run, input| two(run, input, |a, b| a * b),
        "to_integer" => to_integer,
        _ => return None,
    })
}

fn one(run: &Run<'_>, input: &Input<'_>, compute: fn(f64) -> f64) -> Fallible<Value> {
    Ok(Value::Number(compute(number_or_zero(&input.value, run.budget)?)))
}

/// An operand that was left out makes it NaN.
fn two(run: &Run<'_>, input: &Input<'_>, compute: fn(f64, f64) -> f64) -> Fallible<Value> {
    let left = number_or_zero(&input.value, run.budget)?;
    Ok(Value::Number(compute(left, operand(run, input, 0)?)))
}

fn operand(run: &Run<'_>, input: &Input<'_>, at: usize) -> Fallible<f64> {
    input.arguments.get(at).map_or(Ok(f64::NAN), |value| number_or_zero(value, run.budget))
}

fn all(run: &Run<'_>, input: &Input<'_>, compute: fn(f64, f64) -> f64) -> Fallible<Value> {
    let first = number_or_zero(&input.value, run.budget);
    let result = input.arguments.iter().fold(first, |sum, value| Ok(compute(sum?, number_or_zero(value, run.budget)?)))?;
    Ok(Value::Number(result))
}

fn divided_by(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let quotient = number_or_zero(&input.value, run.budget)? / operand(run, input, 0)?;
    let whole = operand(run, input, 1)?;
    let whole = !(whole == 0.0 || whole.is_nan());
    Ok(Value::Number(if whole { quotient.floor() } else { quotient }))
}

/// By the digits as they are printed, so that 2.675 becomes 2.68; half away from zero.
fn round(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let value = number_or_zero(&input.value, run.budget)?;
    let places = number_or_zero(&input.argument_or(0, Value::Number(0.0)), run.budget)?;
    let scaled = shift(value.abs(), places);
    if scaled.is_nan() || scaled > LARGEST {
        return Ok(Value::Number(value));
    }
    let floor = scaled.floor();
    let rounded = shift(if scaled - floor >= 0.5 { floor + 1.0 } else { floor }, -places);
    Ok(Value::Number(if value < 0.0 { -rounded } else { rounded }))
}

/// `value` times ten to the power of `places`, without a rounding error.
fn shift(value: f64, places: f64) -> f64 {
    let text = number::text(value);
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    number::parse(&format!("{mantissa}e{}", number::text(number::parse(power) + places)))
}

fn to_integer(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    Ok(Value::Number(coerce::number(&plain(&input.value), run.budget)?))
}
