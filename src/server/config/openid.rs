//! The options by which reviewers sign in at an OpenID provider: all of them, or none.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::{BadOption, given, issuer};
use crate::server::args::Options;

/// Where reviewers sign in, and who we are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenId {
    /// The provider's URL, spelled as it spells itself.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: ClientSecret,
    /// Whether an address counts that the provider says nothing about (`email_verified`).
    pub trust_email: bool,
}

/// What shows the provider that it is us. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientSecret(String);

impl ClientSecret {
    /// The secret itself, to send it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for ClientSecret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

/// What `options` say; `None` when none of them is given.
pub(super) fn read(options: &Options) -> Result<Option<OpenId>, BadOption> {
    let (url, id) = (given(options.oidc_issuer.as_deref()), given(options.oidc_client_id.as_deref()));
    let secret = given(options.oidc_client_secret.as_ref().map(ClientSecret::expose));
    let file = given(options.oidc_client_secret_file.as_deref());
    let secret = match (secret, file) {
        (Some(_), Some(_)) => {
            return Err(BadOption("give one of --oidc-client-secret and --oidc-client-secret-file, not both".to_owned()));
        }
        (secret, None) => secret.map(str::to_owned),
        (None, Some(path)) => Some(secret_in(path)?),
    };
    match (url, id, secret) {
        (None, None, None) if options.oidc_trust_email => {
            Err(BadOption("--oidc-trust-email is about the provider that --oidc-issuer names: give that too, or leave it out".to_owned()))
        }
        (None, None, None) => Ok(None),
        (Some(url), Some(id), Some(secret)) => {
            let issuer = issuer("--oidc-issuer", url)?;
            let (client_id, client_secret) = (id.to_owned(), ClientSecret(secret));
            Ok(Some(OpenId { issuer, client_id, client_secret, trust_email: options.oidc_trust_email }))
        }
        (url, id, secret) => {
            let missing = [
                (url.is_none(), "--oidc-issuer"),
                (id.is_none(), "--oidc-client-id"),
                (secret.is_none(), "the secret (COUNTERSIGN_OIDC_CLIENT_SECRET or --oidc-client-secret-file)"),
            ];
            let missing: Vec<_> = missing.into_iter().filter_map(|(is_missing, what)| is_missing.then_some(what)).collect();
            Err(BadOption(format!(
                "signing in at an OpenID provider takes its issuer, a client id and its secret: give {}",
                missing.join(" and ")
            )))
        }
    }
}

fn secret_in(path: &str) -> Result<String, BadOption> {
    let text = std::fs::read_to_string(path).map_err(|error| BadOption(format!("--oidc-client-secret-file {path}: {error}")))?;
    let secret = given(Some(&text)).ok_or_else(|| BadOption(format!("--oidc-client-secret-file {path}: there is nothing in it")))?;
    Ok(secret.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(issuer: &str, id: &str, secret: &str, file: &str) -> Options {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Options {
            oidc_issuer: given(issuer),
            oidc_client_id: given(id),
            oidc_client_secret: given(secret).map(ClientSecret),
            oidc_client_secret_file: given(file),
            ..Options::default()
        }
    }

    #[test]
    fn all_of_them_or_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("secret");
        std::fs::write(&file, "from a file\n").unwrap();
        let file = file.to_str().unwrap();
        let url = "https://id.example";
        assert_eq!(read(&options("", "", "", "")), Ok(None));
        assert_eq!(read(&options(" ", " ", " ", " ")), Ok(None));
        let trusting = |options| Options { oidc_trust_email: true, ..options };
        assert!(read(&trusting(options(url, "us", "hush", ""))).unwrap().unwrap().trust_email);
        assert!(read(&trusting(options("", "", "", ""))).unwrap_err().to_string().contains("--oidc-issuer"));
        for (secret, file, wanted) in [("hush", "", "hush"), ("", file, "from a file"), (" ", file, "from a file")] {
            let found = read(&options(url, "us", secret, file)).unwrap().unwrap();
            assert_eq!((found.issuer.as_str(), found.client_id.as_str(), found.client_secret.expose()), (url, "us", wanted));
            assert!(!format!("{found:?}").contains(wanted), "{found:?}");
        }
        for (issuer, id, secret, path, mention) in [
            (url, "us", "", "", "give the secret (COUNTERSIGN_OIDC_CLIENT_SECRET"),
            (url, "", "s", "", "give --oidc-client-id"),
            ("", "", "s", "", "give --oidc-issuer and --oidc-client-id"),
            ("", "", "", file, "give --oidc-issuer and --oidc-client-id"),
            (url, "us", "s", file, "not both"),
            (url, "us", "", "/nowhere/at/all", "--oidc-client-secret-file /nowhere/at/all"),
            ("http://id.example", "us", "s", "", "--oidc-issuer http://id.example: give"),
            ("https://id.example?a", "us", "s", "", "--oidc-issuer"),
        ] {
            let told = read(&options(issuer, id, secret, path)).unwrap_err().to_string();
            assert!(told.contains(mention) && !told.contains('\n'), "{told}");
        }
    }
}
