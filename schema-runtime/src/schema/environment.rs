//! [`Environment`]: the variables that default functions may see.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The environment variables of the process, handed in by the shell around the core: the core
/// itself never reads them, so that a plan is a function of its arguments.
#[derive(Debug, Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    /// Whether somebody has looked into it.
    read: AtomicBool,
}

impl Clone for Environment {
    /// The same variables, into which nobody has looked yet.
    fn clone(&self) -> Self {
        Environment {
            variables: self.variables.clone(),
            read: AtomicBool::new(false),
        }
    }
}

impl PartialEq for Environment {
    fn eq(&self, other: &Self) -> bool {
        self.variables == other.variables
    }
}

impl Eq for Environment {}

impl Environment {
    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.read.store(true, Ordering::Relaxed);
        self.variables.get(name).map(String::as_str)
    }

    /// Whether somebody has looked into it since it was made: what a function gives without that
    /// does not depend on it.
    pub(crate) fn was_read(&self) -> bool {
        self.read.load(Ordering::Relaxed)
    }

    /// The value of the first of these variables that is set and not empty.
    #[must_use]
    pub fn first<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Option<&str> {
        names
            .into_iter()
            .find_map(|name| self.get(name).filter(|value| !value.is_empty()))
    }

    /// Adds or replaces a variable.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.variables.insert(name.into(), value.into());
    }

    /// All variables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.read.store(true, Ordering::Relaxed);
        self.variables
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Environment {
            variables: variables
                .into_iter()
                .map(|(n, v)| (n.into(), v.into()))
                .collect(),
            read: AtomicBool::new(false),
        }
    }
}
