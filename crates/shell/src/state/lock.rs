//! [`LockInfo`]: who holds the lock of a state, and the outcomes of locking and unlocking.

use std::time::Duration;

use jiff::Timestamp;
use schema_runtime::codec::document::Document;
use schema_runtime::schema::Environment;
use serde_json::{Map, Value};

use crate::context::call_timeout;
use crate::helpers::id;
use crate::result::Result;

/// Who holds the lock of a state: a [`StateStore`](crate::StateStore) stores it with the lock, and
/// returns it to anyone who finds the state locked.
///
/// The JSON form is that of Terraform's own backends. Fields that are not known are empty.
///
/// ```
/// use schema_provider::LockInfo;
///
/// let text = r#"{"ID": "7", "Operation": "OperationTypeApply", "Who": "ann@host", "Created": "2026-11-23T03:10:00Z"}"#;
/// let holder = LockInfo::from_json(text.as_bytes())?;
/// assert_eq!(holder.who, "ann@host");
/// assert_eq!(LockInfo::from_json(&holder.to_json())?, holder);
/// # Ok::<(), schema_provider::prelude::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockInfo {
    /// The id that unlocks it.
    pub id: String,
    /// The operation it was locked for, in Terraform's words: `OperationTypeApply`.
    pub operation: String,
    /// The user and the host.
    pub who: String,
    /// The version of Terraform.
    pub version: String,
    /// When, in RFC 3339.
    pub created: String,
}

impl LockInfo {
    /// A lock with only its id known; the other fields can be set.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        LockInfo {
            id: id.into(),
            ..LockInfo::default()
        }
    }

    /// A new lock, with a unique id.
    pub(crate) fn begin(operation: &str, version: Option<&str>, environment: &Environment) -> Self {
        LockInfo {
            id: id::prefixed("lock-"),
            operation: operation.to_owned(),
            who: who(environment),
            version: version.unwrap_or_default().to_owned(),
            created: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        }
    }

    /// The lock as JSON, on one line.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let members = [
            ("ID", &self.id),
            ("Operation", &self.operation),
            ("Who", &self.who),
            ("Version", &self.version),
            ("Created", &self.created),
        ];
        let members = members.map(|(key, text)| (key.to_owned(), Document::String(text.clone())));
        let json = Document::Object(members.into_iter().collect());
        format!("{json}\n").into_bytes()
    }

    /// Parses JSON; members that are missing or not strings are empty.
    ///
    /// # Errors
    /// It is not a JSON object with an `ID`. The message does not repeat it.
    pub fn from_json(json: &[u8]) -> Result<Self> {
        let unreadable = || {
            schema_runtime::diagnostics::Diagnostic::error("The lock cannot be read").with_detail(
                "Its content is not a JSON object with the ID of a lock. Find out who holds it, \
                 and remove it manually.",
            )
        };
        let members: Map<String, Value> = serde_json::from_slice(json).map_err(|_| unreadable())?;
        let text = |key: &str| {
            let text = members.get(key).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let info = LockInfo {
            id: text("ID"),
            operation: text("Operation"),
            who: text("Who"),
            version: text("Version"),
            created: text("Created"),
        };
        if info.id.is_empty() {
            return Err(unreadable().into());
        }
        Ok(info)
    }

    /// The lock in a sentence: who, since when, what for, and the id.
    pub(crate) fn told(&self, now: Timestamp) -> String {
        let mut told = match self.who.as_str() {
            "" => "Somebody".to_owned(),
            who => one_line(who),
        };
        told.push_str(" has locked it");
        if !self.created.is_empty() {
            told.push_str(&format!(" since {}", one_line(&self.created)));
            if let Some(age) = self.age(now) {
                told.push_str(&format!(" ({} ago)", call_timeout::text(age)));
            }
        }
        if !self.operation.is_empty() {
            let operation = self.operation.strip_prefix("OperationType");
            let operation = operation.unwrap_or(&self.operation).to_lowercase();
            told.push_str(&format!(", for: {}", one_line(&operation)));
        }
        match self.id.as_str() {
            "" => told.push_str("; the id of the lock is not known."),
            id => told.push_str(&format!("; the id of the lock is {}.", one_line(id))),
        }
        told
    }

    fn age(&self, now: Timestamp) -> Option<Duration> {
        let created: Timestamp = self.created.parse().ok()?;
        let seconds = now.as_second().checked_sub(created.as_second())?;
        Some(Duration::from_secs(seconds.try_into().ok()?))
    }
}

/// A string that another program wrote, safe to show within a line.
fn one_line(text: &str) -> String {
    let shown = text.chars().filter(|c| !c.is_control()).take(200);
    shown.collect()
}

/// The user and the host, as far as they are known.
fn who(environment: &Environment) -> String {
    let user = environment.first(["USER", "LOGNAME", "USERNAME"]);
    let host = host(environment);
    match (user, host) {
        (Some(user), Some(host)) => format!("{user}@{host}"),
        (Some(one), None) => one.to_owned(),
        (None, Some(host)) => format!("somebody@{host}"),
        (None, None) => String::new(),
    }
}

#[cfg(unix)]
fn host(_: &Environment) -> Option<String> {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}

#[cfg(not(unix))]
fn host(environment: &Environment) -> Option<String> {
    environment
        .first(["COMPUTERNAME", "HOSTNAME"])
        .map(str::to_owned)
}

/// The outcome of an attempt to lock a state; see [`StateStore::lock`](crate::StateStore::lock).
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum LockOutcome {
    /// It is locked now, under this id: that of the [`LockInfo`] that was given, or one of the
    /// store's own.
    Taken(String),
    /// Somebody else holds the lock. The SDK reports the holder to the user.
    HeldBy(LockInfo),
    /// This store, or this configuration of it, has no locks: its user must make sure that
    /// nobody else uses it.
    Unsupported,
}

/// The outcome of an attempt to unlock a state; see
/// [`StateStore::unlock`](crate::StateStore::unlock).
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum UnlockOutcome {
    /// The lock with this id was released.
    Released,
    /// There is a lock with a different id.
    HeldBy(LockInfo),
    /// There is no lock.
    NotLocked,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_reported_with_what_is_known() {
        let now: Timestamp = "2026-11-23T04:10:05Z".parse().unwrap();
        let mut lock = LockInfo::new("7");
        assert_eq!(
            lock.told(now),
            "Somebody has locked it; the id of the lock is 7."
        );
        lock.who = "ann@host\n\u{1b}[2J".to_owned();
        lock.operation = "OperationTypeApply".to_owned();
        lock.created = "2026-11-23T03:10:00Z".to_owned();
        assert_eq!(
            lock.told(now),
            "ann@host[2J has locked it since 2026-11-23T03:10:00Z (1h0m5s ago), for: apply; the id of the lock is 7."
        );
        lock.created = "2027-01-01T00:00:00Z".to_owned();
        assert!(!lock.told(now).contains("ago"));
        assert!(LockInfo::default().told(now).ends_with("not known."));
    }

    #[test]
    fn what_is_not_a_lock_is_an_error_that_does_not_repeat_it() {
        for text in ["", "[]", "{}", "s3cret", r#"{"ID": 7, "Who": "s3cret"}"#] {
            let errors = LockInfo::from_json(text.as_bytes()).unwrap_err();
            assert!(!errors.to_string().contains("s3cret"), "{errors}");
        }
    }

    #[test]
    fn a_new_lock_says_who_and_when() {
        let mut environment = Environment::default();
        environment.set("USER", "ann");
        let lock = LockInfo::begin("OperationTypePlan", Some("1.16.0"), &environment);
        assert!(lock.who.starts_with("ann"), "{lock:?}");
        assert_eq!(lock.version, "1.16.0");
        let age = lock.age(Timestamp::now()).unwrap();
        assert!(age < Duration::from_secs(60), "{lock:?}");
        assert_ne!(lock.id, LockInfo::begin("", None, &environment).id);
        assert_eq!(LockInfo::from_json(&lock.to_json()).unwrap(), lock);
    }
}
