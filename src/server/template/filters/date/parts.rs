//! What a date is put together from.

use super::{super::super::number::from_millis, calendar::days_to};

/// A date as it is put together.
#[derive(Default)]
pub struct Date {
    /// Numbers of the day, in the order they came.
    pub day: Vec<i64>,
    pub month: Option<i64>,
    pub standard: bool,
    /// Hours, minutes, seconds, milliseconds.
    pub time: Vec<i64>,
    /// 12 for PM, 0 for AM.
    pub half: Option<i64>,
    pub zone: Zone,
}

/// How far a date is from UTC.
#[derive(Default)]
pub struct Zone {
    pub sign: Option<i64>,
    pub hour: Option<i64>,
    pub minute: Option<i64>,
}

impl Date {
    /// Milliseconds since 1970, if there is such a date.
    pub fn millis(mut self) -> Option<f64> {
        if self.day.is_empty() {
            return None;
        }
        self.day.resize(3, 1);
        let (year, month, day) = self.parts();
        let year = match year {
            0..=49 if !self.standard => year + 2000,
            50..=99 if !self.standard => year + 1900,
            year => year,
        };
        // JavaScript's dates end long before this year
        if !(1..=12).contains(&month) || !is_day(day) || year.abs() > 400_000 {
            return None;
        }
        self.time.resize(4, 0);
        let [mut hour, minute, second, milli] = self.time[..] else { return None };
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let within = (0..24).contains(&hour) && is_minute(minute) && is_minute(second) && (0..1000).contains(&milli);
        if !within && (hour, minute, second, milli) != (24, 0, 0, 0) {
            return None;
        }
        let zone = self.zone.sign.map_or(0, |sign| sign * (self.zone.hour.unwrap_or(0) * 60 + self.zone.minute.unwrap_or(0)));
        let minutes = days_to(year, month, day) * 1440 + hour * 60 + minute - zone;
        Some(from_millis(minutes * 60_000 + second * 1000 + milli))
    }

    /// Year, month and day, by what the numbers can be.
    fn parts(&self) -> (i64, i64, i64) {
        let [first, second, third] = self.day[..] else { return (0, 0, 0) };
        match self.month {
            None if self.standard || !is_day(first) => (first, second, third),
            None => (third, first, second),
            Some(month) if !is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        }
    }
}

const fn is_day(number: i64) -> bool {
    matches!(number, 1..=31)
}

pub const fn is_minute(number: i64) -> bool {
    matches!(number, 0..=59)
}
