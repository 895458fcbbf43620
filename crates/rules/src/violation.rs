//! The findings of a check.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::catalogue::{Rule, Severity};

/// The part of the declaration to blame; the derive puts the span there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The struct as a whole (its name).
    Struct,
    /// The struct's generic parameters.
    Generics,
    /// A struct-level key, for example `version`.
    StructKey(&'static str),
    /// An entry of a struct-level list: the second of `timeouts(…)` has index 1.
    StructItem {
        /// The key of the list.
        key: &'static str,
        /// The index of the entry.
        index: usize,
    },
    /// The field's name.
    FieldName,
    /// The field's Rust type.
    FieldType,
    /// A field-level key, for example `default`.
    Key(&'static str),
    /// An entry of a field-level list, for example the first of `conflicts_with(…)`.
    Item {
        /// The key of the list.
        key: &'static str,
        /// The index of the entry.
        index: usize,
    },
}

impl From<&'static str> for Subject {
    fn from(key: &'static str) -> Self {
        Subject::Key(key)
    }
}

/// A message and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What is wrong, in Terraform's words.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Text {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Text {
            message: message.into(),
            help: help.into(),
        }
    }
}

/// One mistake in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule.
    pub rule: Rule,
    /// Whether it rejects the schema.
    pub severity: Severity,
    /// Names of the nested fields that lead to the field's struct; empty for the struct that was
    /// checked.
    pub path: Vec<String>,
    /// The field's wire name; `None` if the struct itself is to blame.
    pub field: Option<String>,
    /// The field's position in its struct, which identifies it even if two share a name.
    pub index: Option<usize>,
    /// The part of the declaration to blame.
    pub at: Subject,
    /// Positions of the validators inside the one at [`at`](Violation::at), from the outside in: 1
    /// for the second validator of `each(…)`. Empty if that one itself is to blame.
    pub inside: Vec<usize>,
    /// The position of the argument to blame, if a validator has several.
    pub argument: Option<usize>,
    /// What is wrong, in Terraform's words.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Violation {
    /// Dotted path of the field, from the struct that was checked; empty for that struct.
    #[must_use]
    pub fn address(&self) -> String {
        let mut out = self.path.join(".");
        if let Some(field) = &self.field {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(field);
        }
        out
    }
}

impl fmt::Display for Violation {
    /// The message with the rule's number and, on a second line, the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join("."))?;
        }
        write!(f, "{} [{}]", self.message, self.rule)?;
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}
