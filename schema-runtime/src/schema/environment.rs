//! [`Environment`]: the variables that default functions may read.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostics::Diagnostics;
use crate::lock::unpoisoned;
use crate::value::Value;

/// A default function: `Ok(Null)` if there is no default.
pub type DefaultFn = fn(&Environment) -> Result<Value, Diagnostics>;

/// The environment variables of the process, passed in by the runtime layer: this
/// crate never reads them, so a plan is a function of its arguments.
#[derive(Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    /// Whether it was read.
    read: AtomicBool,
    /// The results of default functions. Each is called once, so that a function with changing
    /// results contradicts neither itself nor an earlier plan.
    given: Mutex<HashMap<usize, Value>>,
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        let names = self.variables.keys();
        f.debug_tuple("Environment")
            .field(&names.collect::<Vec<_>>())
            .finish()
    }
}

impl Clone for Environment {
    /// The same variables, marked as unread, without results.
    fn clone(&self) -> Self {
        Environment {
            variables: self.variables.clone(),
            ..Environment::default()
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

    /// Whether it was read since it was created: if not, a function's result does not depend on it.
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
        self.given = Mutex::default();
        self.variables.insert(name.into(), value.into());
    }

    /// The result of a default function, which is called once.
    pub(crate) fn given_by(&self, function: DefaultFn) -> Result<Value, Diagnostics> {
        // Functions at the same address have the same code.
        let key = function as usize;
        // The lock is not held while the function runs: it may call another one, or take long.
        let known = unpoisoned(self.given.lock()).get(&key).cloned();
        if let Some(value) = known {
            return Ok(value);
        }
        let value = function(self)?;
        let mut given = unpoisoned(self.given.lock());
        // The first result counts, even if two calls ran at the same time.
        Ok(given.entry(key).or_insert(value).clone())
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
            ..Environment::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;
    use crate::diagnostics::Diagnostic;

    #[test]
    fn a_default_function_is_asked_once() {
        fn next(_: &Environment) -> Result<Value, Diagnostics> {
            static CALLS: AtomicI64 = AtomicI64::new(0);
            Ok(Value::from(CALLS.fetch_add(1, Ordering::Relaxed)))
        }
        let mut environment = Environment::default();
        let first = environment.given_by(next).unwrap();
        assert_eq!(environment.given_by(next).unwrap(), first);
        assert_ne!(environment.clone().given_by(next).unwrap(), first);
        // A different environment has its own results.
        environment.set("A", "b");
        assert_ne!(environment.given_by(next).unwrap(), first);
    }

    #[test]
    fn one_that_failed_is_asked_again() {
        fn fails_first(_: &Environment) -> Result<Value, Diagnostics> {
            static CALLS: AtomicI64 = AtomicI64::new(0);
            match CALLS.fetch_add(1, Ordering::Relaxed) {
                0 => Err(Diagnostic::error("not yet").into()),
                _ => Ok(Value::from("now")),
            }
        }
        let environment = Environment::default();
        assert!(environment.given_by(fails_first).is_err());
        assert_eq!(
            environment.given_by(fails_first).unwrap(),
            Value::from("now")
        );
    }

    #[test]
    fn its_values_are_not_printed() {
        let environment: Environment = [("TOKEN", "hunter2")].into_iter().collect();
        assert_eq!(format!("{environment:?}"), "Environment([\"TOKEN\"])");
    }
}
