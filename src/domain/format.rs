//! The four string formats, judged as the `jsonschema` crate judges them (contract § 4); a property test holds the two together.

use serde::{Deserialize, Serialize};

mod address;
mod email;
mod time;
mod uri;

/// A `format` of a text property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    Email,
    Uri,
    Date,
    DateTime,
}

impl Format {
    /// The format named `name` in a schema, when it is one of the subset.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Email, Self::Uri, Self::Date, Self::DateTime].into_iter().find(|format| format.name() == name)
    }

    /// The name as a schema writes it: `email`, `uri`, `date`, `date-time`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// What to ask of a reviewer whose text is not of this format.
    #[must_use]
    pub const fn wanted(self) -> &'static str {
        match self {
            Self::Email => "Enter a full e-mail address, such as name@company.com",
            Self::Uri => "Enter a full address with its scheme, such as https://company.com",
            Self::Date => "Enter a real day as year-month-day, such as 2024-03-10",
            Self::DateTime => "Enter a date and time with its offset, such as 2024-03-10T15:30:00Z or 2024-03-10T15:30:00+02:00",
        }
    }

    /// Whether `text` is of this format. (What an A-label of an e-mail domain, `xn--…`, stands for is left to the server.)
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => email::accepts(text),
            Self::Uri => uri::accepts(text),
            Self::Date => time::is_date(text.as_bytes()),
            Self::DateTime => time::is_date_time(text),
        }
    }
}

#[cfg(test)]
mod tests;
