//! The proleptic Gregorian calendar.

use std::rc::Rc;

use super::super::super::number::{from_millis, integer};

/// What JavaScript has dates for, on both sides of 1970.
const LARGEST: f64 = 8.64e15;
const DAY: i64 = 86_400_000;

/// A point in time with the clock and calendar of its zone.
pub struct Moment {
    /// Milliseconds since 1970 in UTC.
    pub millis: i64,
    /// How many minutes the zone is behind UTC.
    pub behind: f64,
    /// The zone's name, empty if it has none.
    pub zone: Rc<str>,
    pub year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
    /// From 0, Sunday.
    pub weekday: i64,
    /// From 1.
    pub day_of_year: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub milli: i64,
}

impl Moment {
    /// `millis` by a clock that is so many minutes behind UTC, if JavaScript has a date for what it shows.
    pub fn new(millis: i64, behind: f64, zone: Rc<str>) -> Option<Self> {
        let shown = time_value(from_millis(millis) - behind * 60_000.0)?;
        let days = shown.div_euclid(DAY);
        let within = shown.rem_euclid(DAY);
        let (year, month, day) = date_of(days);
        Some(Self {
            millis,
            behind,
            zone,
            year,
            month,
            day,
            weekday: (days + 4).rem_euclid(7),
            day_of_year: days - days_to(year, 1, 1) + 1,
            hour: within / 3_600_000,
            minute: within / 60_000 % 60,
            second: within / 1000 % 60,
            milli: within % 1000,
        })
    }
}

/// `millis` cut to a whole number, if JavaScript has a date for it.
pub fn time_value(millis: f64) -> Option<i64> {
    (millis.abs() <= LARGEST).then(|| integer(millis))
}

/// Days from 1970-01-01 to a date; days and months may lie beyond their ends.
pub const fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let months = year * 12 + month - 1;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    // the year begins in March, so that the leap day is its last
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The year, month and day that is `days` from 1970-01-01.
const fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + if month <= 2 { 1 } else { 0 }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (date, days) in
            [((1970, 1, 1), 0), ((2000, 2, 29), 11_016), ((1969, 12, 31), -1), ((-1, 3, 1), -719_834), ((2024, 3, 10), 19_792)]
        {
            assert_eq!(days_to(date.0, date.1, date.2), days);
            assert_eq!(date_of(days), date);
        }
        assert_eq!(days_to(2024, 2, 30), days_to(2024, 3, 1));
        let moment = Moment::new(-1, 0.0, Rc::from("")).unwrap();
        assert_eq!((moment.year, moment.month, moment.day, moment.weekday, moment.day_of_year, moment.milli), (1969, 12, 31, 3, 365, 999));
        assert!(Moment::new(0, f64::NAN, Rc::from("")).is_none() && Moment::new(0, 1e12, Rc::from("")).is_none());
    }
}
