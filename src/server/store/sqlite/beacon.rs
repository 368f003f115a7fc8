//! Where the database is served: a file beside it, which the server that does holds locked, with its address in it. The lock goes when the
//! process goes, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often, and how far apart, the file is tried: whoever looks at it holds it for a moment.
const TRIES: (u32, Duration) = (10, Duration::from_millis(20));

pub(super) struct Beacon {
    path: PathBuf,
    /// Locked by us.
    held: Mutex<Option<File>>,
}

impl Beacon {
    /// The one of the database at `database`; nothing is done yet.
    pub(super) fn beside(database: &Path) -> Self {
        let mut path = database.as_os_str().to_owned();
        path.push("-serve");
        Self { path: path.into(), held: Mutex::new(None) }
    }

    /// Says that the database is served at `url`, unless another process said so of itself and still runs.
    pub(super) async fn light(&self, url: &str) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&self.path)?;
        let (tries, apart) = TRIES;
        for _ in 0..tries {
            match file.try_lock() {
                Ok(()) => {
                    file.set_len(0)?;
                    file.write_all(url.as_bytes())?;
                    *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
                    break;
                }
                Err(TryLockError::WouldBlock) => tokio::time::sleep(apart).await,
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// What another process says.
    pub(super) fn seen(&self) -> Option<String> {
        let mut file = File::open(&self.path).ok()?;
        // a lock to be had is nobody's; ours goes with the file
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then_some(())?;
        let mut url = String::new();
        file.read_to_string(&mut url).ok()?;
        (!url.is_empty()).then_some(url)
    }

    /// From now on we say nothing.
    pub(super) fn put_out(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_is_heard_until_it_ends() {
        let directory = tempfile::tempdir().unwrap();
        let beacon = || Beacon::beside(&directory.path().join("x.db"));
        let (first, second, other) = (beacon(), beacon(), beacon());
        assert_eq!(other.seen(), None);
        first.light("http://127.0.0.1:3000").await.unwrap();
        second.light("http://127.0.0.1:3001").await.unwrap();
        for _ in 0..2 {
            assert_eq!(other.seen().as_deref(), Some("http://127.0.0.1:3000"));
        }
        first.put_out();
        assert_eq!(other.seen(), None, "what it said still stands there, but nobody says it");
        second.light("https://r.example").await.unwrap();
        assert_eq!(other.seen().as_deref(), Some("https://r.example"), "nothing is left of the longer one");
        drop(second);
        assert_eq!(other.seen(), None);
    }
}
