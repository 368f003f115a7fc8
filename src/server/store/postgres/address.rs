//! `--database postgres://…`.

use std::fmt;
use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;

/// What an address may say after its question mark.
const KNOWN: [&str; 10] = ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "port", "dbname", "user", "application_name", "options"];

/// Where a database is, and as whom. Neither `Debug` nor `Display` shows the password.
#[derive(Clone)]
pub struct Address {
    options: Box<PgConnectOptions>,
    /// As it was given.
    text: String,
}

impl Address {
    /// Whether `text` is meant to be one.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres:") || text.starts_with("postgresql:")
    }

    /// The address that `text` is. What it leaves out is as PostgreSQL's own programs have it: from PGHOST, PGUSER, PGPASSWORD, ~/.pgpass and so on.
    ///
    /// # Errors
    /// What to give instead; says nothing of `text`, in which there may be a password.
    pub fn read(text: &str) -> Result<Self, String> {
        let wanted =
            || "give postgres://USER:PASSWORD@HOST:PORT/DATABASE, with anything but letters and digits in the password as %XX".to_owned();
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(wanted());
        }
        let (_, query) = text.split_once('?').unwrap_or_default();
        for (key, _) in form_urlencoded::parse(query.as_bytes()) {
            if !KNOWN.contains(&&*key) && !key.starts_with("options[") {
                return Err(format!("its address may say {} after the question mark, and nothing else", KNOWN.join(", ")));
            }
        }
        let options = PgConnectOptions::from_str(text).map_err(|_| wanted())?;
        // what PostgreSQL notes in passing is nothing for our log
        let options = options.options([("client_min_messages", "warning")]);
        Ok(Self { options: Box::new(options), text: text.to_owned() })
    }

    pub(super) fn options(&self) -> PgConnectOptions {
        let named = self.options.get_application_name().is_some();
        if named { (*self.options).clone() } else { (*self.options).clone().application_name("countersign") }
    }

    /// The user that it is opened as.
    pub(super) fn user(&self) -> &str {
        self.options.get_username()
    }

    /// The name of the database.
    pub(super) fn database(&self) -> &str {
        self.options.get_database().unwrap_or_else(|| self.user())
    }

    /// All of it, password included.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Address {}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.options.get_socket().map_or_else(|| self.options.get_host().to_owned(), |path| path.display().to_string());
        write!(f, "postgres://{}@{host}:{}/{}", self.user(), self.options.get_port(), self.database())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_their_password() {
        for (text, shown) in [
            ("postgres://ada:p%40ss@db.example:5433/reviews?sslmode=verify-full", "postgres://ada@db.example:5433/reviews"),
            ("postgresql://ada@db.example/reviews", "postgres://ada@db.example:5432/reviews"),
            ("postgres://ada:p@%2Fvar%2Frun/reviews?options=-csearch_path%3Dx", "postgres://ada@/var/run:5432/reviews"),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!((address.to_string(), address.expose()), (shown.to_owned(), text));
            assert!(!format!("{address:?}").contains("p%40ss"));
        }
    }

    #[test]
    fn refusals_do_not_repeat_what_was_given() {
        for text in [
            "postgres:secret",
            "postgres://ada:secret@host:port/x",
            "postgres://ada:secret@h/x?sslmode=sometimes",
            "postgres://ada@h/x?password=secret",
            "postgres://ada@h/x?ssl=secret",
        ] {
            let refusal = Address::read(text).unwrap_err();
            assert!(
                !refusal.contains("secret") && (refusal.contains("give postgres://") || refusal.contains("sslmode")),
                "{text}: {refusal}"
            );
        }
    }
}
