//! [`Version`]: the version of a server.

use std::fmt;

use super::{Connection, Error, Result, Server};

/// The version of a server, as far as features depend on it.
///
/// ```
/// use terraform_provider_postgresql::server::Version;
///
/// let version: Version = "15.2".parse().unwrap();
/// assert!(version.at_least(13) && version.at_least((15, 2)) && !version.at_least(17));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// The default of `expected_version`: the server is asked.
    pub const ASK: Version = Version {
        major: 9,
        minor: 0,
        patch: 0,
    };

    /// A version newer than any.
    pub(crate) const fn newest() -> Version {
        Version {
            major: u32::MAX,
            minor: 0,
            patch: 0,
        }
    }

    /// Whether it is this one or a newer one: `13`, `(9, 5)`.
    #[must_use]
    pub fn at_least(self, version: impl Into<Version>) -> bool {
        self >= version.into()
    }

    /// Parses the answer to `SELECT VERSION()`: `PostgreSQL 15.2 (Debian 15.2-1) on …`.
    #[must_use]
    pub fn of_banner(banner: &str) -> Option<Version> {
        banner.split_whitespace().nth(1)?.parse().ok()
    }
}

impl From<u32> for Version {
    fn from(major: u32) -> Self {
        Version::from((major, 0))
    }
}

impl From<(u32, u32)> for Version {
    fn from((major, minor): (u32, u32)) -> Self {
        Version {
            major,
            minor,
            patch: 0,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// A string that is not a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoVersion;

impl fmt::Display for NoVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a version is up to three numbers, such as 15, 15.2 or 9.6.7")
    }
}

impl std::error::Error for NoVersion {}

impl std::str::FromStr for Version {
    type Err = NoVersion;

    /// `15`, `15.2`, `9.6.7`, `v15`, `17beta1` and `18devel` are versions.
    fn from_str(text: &str) -> Result<Self, NoVersion> {
        let text = text.trim();
        let text = text.strip_prefix('v').unwrap_or(text);
        // A non-numeric suffix after a number names the kind of release.
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let numbers = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        let mut parts = [0; 3];
        for (place, number) in numbers.split('.').enumerate() {
            let part = parts.get_mut(place).ok_or(NoVersion)?;
            *part = number.parse().map_err(|_| NoVersion)?;
        }
        let [major, minor, patch] = parts;
        Ok(Version {
            major,
            minor,
            patch,
        })
    }
}

impl Server {
    /// Rejects a server that is older than a resource needs.
    ///
    /// # Errors
    /// It is older, or its version is not known.
    pub async fn needs(
        &self,
        connection: &Connection,
        resource: &str,
        least: (u32, u32),
    ) -> Result {
        let version = self.version(connection).await?;
        if version.at_least(least) {
            return Ok(());
        }
        let (major, minor) = least;
        Err(Error::new(
            format!("{resource} needs PostgreSQL {major}.{minor}, and the server is {version}"),
            match self.settings().expected_version {
                Some(_) => "expected_version of the provider says so",
                None => "the server says so",
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_tolerance() {
        for (text, read) in [
            ("15", "15.0.0"),
            ("15.2", "15.2.0"),
            ("9.6.7", "9.6.7"),
            (" v9.1.0 ", "9.1.0"),
            ("17beta1", "17.0.0"),
            ("18devel", "18.0.0"),
            ("16.1-rc1", "16.1.0"),
        ] {
            assert_eq!(text.parse::<Version>().unwrap().to_string(), read);
        }
        for text in ["", "latest", "1.2.3.4", ".1", "1..2", "-1", "99999999999"] {
            assert_eq!(text.parse::<Version>(), Err(NoVersion), "{text}");
        }
    }

    #[test]
    fn a_banner_tells_the_version() {
        let banner = "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu";
        let version = Version::of_banner(banner).unwrap();
        assert!(version.at_least((15, 18)) && version.at_least((9, 5)) && !version.at_least(16));
        assert_eq!(Version::of_banner("PostgreSQL"), None);
    }
}
