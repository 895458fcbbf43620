//! What the checks share: an error list with a current path, and access to values.

use std::sync::Arc;

use super::CoreError;
use crate::path::{Path, Step};
use crate::refs::Text;
use crate::schema::Block;
use crate::value::Value;

pub(super) const NULL: Value = Value::Null;
pub(super) const UNKNOWN: Value = Value::UNKNOWN;

/// Errors, and the path of the current check.
#[derive(Default)]
pub(super) struct Report {
    path: Path,
    errors: Vec<CoreError>,
}

impl Report {
    /// Adds an error here.
    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.errors.push(CoreError {
            path: self.path.clone(),
            message: message.into(),
        });
    }

    /// Adds an error one step deeper.
    pub(super) fn error_at(&mut self, step: Step, message: impl Into<String>) {
        self.within(step, |report| report.error(message));
    }

    /// Goes one step deeper.
    pub(super) fn within<T>(&mut self, step: Step, check: impl FnOnce(&mut Self) -> T) -> T {
        self.enter(step);
        let result = check(self);
        self.leave();
        result
    }

    pub(super) fn enter(&mut self, step: Step) {
        self.path.push(step);
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    pub(super) fn within_field<T>(&mut self, name: &Text, check: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Step::Attribute(name.clone()), check)
    }

    /// The number of errors so far.
    pub(super) fn count(&self) -> usize {
        self.errors.len()
    }

    /// Forgets the errors after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// Replaces the message of the errors after the first `count`.
    pub(super) fn reword(&mut self, count: usize, message: &str) {
        for error in self.errors.iter_mut().skip(count) {
            error.message = message.to_owned();
        }
    }

    pub(super) fn is_at_root(&self) -> bool {
        self.path.is_root()
    }

    pub(super) fn finish(self) -> Vec<CoreError> {
        self.errors
    }
}

pub(super) fn index_step(index: usize) -> Step {
    Step::Index(index as u64)
}

pub(super) fn key_step(key: &Arc<str>) -> Step {
    Step::Key(Text::from(Arc::clone(key)))
}

/// The field at a position of an object: null for null, unknown for unknown. `None` if the value is
/// not an object of this block.
pub(super) fn child<'a>(block: &Block, object: &'a Value, position: usize) -> Option<&'a Value> {
    match object {
        Value::Null => Some(&NULL),
        Value::Unknown(_) => Some(&UNKNOWN),
        Value::Object(fields) if fields.len() == block.fields.len() => fields.get(position),
        _ => None,
    }
}

/// The checks of presence alone; false if there is nothing more to check.
pub(super) fn presence(config: &Value, planned: &Value, report: &mut Report) -> bool {
    match (config.is_null(), planned.is_null()) {
        (false, true) => {
            report.error("the plan is null, but the configuration has a value");
            false
        }
        (true, false) => {
            report.error("the plan has a value, but the configuration has none");
            false
        }
        (true, true) => false,
        (false, false) => true,
    }
}

/// Whether a value has the form of an object of this block: the object, null or unknown.
pub(super) fn is_object_of(block: &Block, value: &Value) -> bool {
    match value {
        Value::Null | Value::Unknown(_) => true,
        Value::Object(fields) => fields.len() == block.fields.len(),
        _ => false,
    }
}

pub(super) const NOT_OF_SCHEMA: &str = "the value is not of the schema's type";

/// A value in a message: short, on one line.
pub(super) fn show(value: &Value) -> String {
    const LONGEST: usize = 60;
    match value {
        Value::Null => "null".to_owned(),
        Value::Unknown(_) => "unknown".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => shorten(&number.to_string(), LONGEST),
        Value::String(text) => {
            if text.chars().count() > LONGEST {
                let start = shorten(text, LONGEST);
                format!("{}…", schema_rules::quoted(start.trim_end_matches('…')))
            } else {
                schema_rules::quoted(text)
            }
        }
        Value::List(elements) => counted("a list", elements.len()),
        Value::Set(set) => counted("a set", set.len()),
        Value::Map(map) => counted("a map", map.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::Dynamic(dynamic) => match &dynamic.value {
            Value::Null => format!("null of type {}", dynamic.ty),
            inner => show(inner),
        },
    }
}

fn counted(what: &str, count: usize) -> String {
    match count {
        1 => format!("{what} of 1 element"),
        _ => format!("{what} of {count} elements"),
    }
}

fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest).chain(['…']).collect()
}

/// `1 block`, `2 blocks`.
pub(super) fn count_of(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
