//! The command line (contract § 11), as typed.

use clap::{Parser, Subcommand};

use super::config::ClientSecret;

/// Put a person between an AI agent and the records it wants to change.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub options: Options,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options that every command takes, before or after its name; [`super::config::Config`] checks them.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Address and port to listen on [default: 127.0.0.1:3000]
    #[arg(long, global = true, env = "COUNTERSIGN_LISTEN", value_name = "ADDRESS:PORT")]
    pub listen: Option<String>,
    /// Where everything is kept, sqlite:PATH or postgres://… [default: countersign.db in your data directory]
    #[arg(long, global = true, env = "COUNTERSIGN_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// Where reviewers reach this server, for the links it hands out [default: the address it listens on]
    #[arg(long, global = true, env = "COUNTERSIGN_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// How many days a closed request is kept [default: 90]
    #[arg(long, global = true, env = "COUNTERSIGN_RETENTION_DAYS", value_name = "DAYS")]
    pub retention_days: Option<String>,
    /// How many calls an agent may make in a minute [default: 3000]
    #[arg(long, global = true, env = "COUNTERSIGN_CALLS_PER_MINUTE", value_name = "CALLS")]
    pub calls_per_minute: Option<String>,
    /// How many pending requests an agent may have at once [default: 10000]
    #[arg(long, global = true, env = "COUNTERSIGN_MAX_PENDING", value_name = "REQUESTS")]
    pub max_pending: Option<String>,
    /// Also take agents in by access tokens of this OAuth issuer
    #[arg(long, global = true, env = "COUNTERSIGN_OAUTH_ISSUER", value_name = "URL")]
    pub oauth_issuer: Option<String>,
    /// Also sign reviewers in at this OpenID Connect provider
    #[arg(long, global = true, env = "COUNTERSIGN_OIDC_ISSUER", value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// The provider's name for this server
    #[arg(long, global = true, env = "COUNTERSIGN_OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// What this server shows the provider; better in the environment or a file than here, where `ps` shows it
    #[arg(long, global = true, env = "COUNTERSIGN_OIDC_CLIENT_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub oidc_client_secret: Option<ClientSecret>,
    /// The same, in a file
    #[arg(long, global = true, env = "COUNTERSIGN_OIDC_CLIENT_SECRET_FILE", value_name = "PATH")]
    pub oidc_client_secret_file: Option<String>,
    /// Take an address that the provider does not say is verified, as its own users'; for directories that assign the addresses themselves
    #[arg(long, global = true, env = "COUNTERSIGN_OIDC_TRUST_EMAIL", value_parser = clap::builder::FalseyValueParser::new())]
    pub oidc_trust_email: bool,
    /// Let signed-in reviewers alone decide
    #[arg(long, global = true, env = "COUNTERSIGN_REQUIRE_SIGN_IN", value_parser = clap::builder::FalseyValueParser::new())]
    pub require_sign_in: bool,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve agents and reviewers until told to stop
    Serve,
    /// Make, list and revoke agents' tokens
    #[command(subcommand, arg_required_else_help = true)]
    Token(Token),
    /// Verify and export the audit log
    #[command(subcommand, arg_required_else_help = true)]
    Audit(Audit),
    /// Copy the database to the new file FILE, also while it is served; restoring is serving the copy
    Backup { file: std::path::PathBuf },
    /// Make reviewers, sign them in, list and revoke them
    #[command(subcommand, arg_required_else_help = true)]
    Reviewer(Reviewer),
    /// Serve one agent over standard input and output, with the review pages beside on a free port
    Mcp,
    /// Make an example proposal and print its review link
    Demo,
}

/// What to do with tokens.
#[derive(Clone, Debug, Subcommand)]
pub enum Token {
    /// Make a token for the agent NAME and print it, this once
    Create {
        name: String,
        /// The agent may see the whole organisation's history
        #[arg(long)]
        admin: bool,
    },
    /// List all tokens with their last use
    List,
    /// Revoke the token of NAME
    Revoke { name: String },
}

/// What to do with the audit log.
#[derive(Clone, Debug, Subcommand)]
pub enum Audit {
    /// Say that the log is intact, with its length and last hash, or name the first broken event (exit code 1)
    Verify,
    /// Write the log to standard output as JSON Lines, one event a line
    Export {
        /// Begin with this event, by its number, or with the first at this time or later, such as 2026-01-31 or 2026-01-31T09:30:00Z
        #[arg(long, value_name = "NUMBER|TIME")]
        since: Option<String>,
    },
}

/// What to do with reviewers.
#[derive(Clone, Debug, Subcommand)]
pub enum Reviewer {
    /// Make the reviewer NAME and print a link that signs them in, once, within 24 hours
    Add {
        name: String,
        /// The reviewer also sees each request's history
        #[arg(long)]
        admin: bool,
    },
    /// Print a fresh sign-in link for NAME; any made before is void
    Link { name: String },
    /// List all reviewers with when they last signed in
    List,
    /// Revoke NAME and end their sessions
    Revoke { name: String },
}
