//! What the checks share: an error list with a current path, and access to values.

use super::CoreError;
use crate::path::{BorrowedStep, Path, Step, steps};
use crate::refs::Text;
use crate::schema::Block;
use crate::validate::show_number;
use crate::value::{Value, hash_of};

pub(super) const NULL: Value = Value::Null;
pub(super) const UNKNOWN: Value = Value::UNKNOWN;

/// Errors, and the path of the current check.
#[derive(Default)]
pub(super) struct Report {
    pub(super) path: Path,
    pub(super) errors: Vec<CoreError>,
}

impl Report {
    /// The errors that a check adds.
    pub(super) fn of(check: impl FnOnce(&mut Self)) -> Vec<CoreError> {
        let mut report = Report::default();
        check(&mut report);
        report.errors
    }

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
        self.path.push(step);
        let result = check(self);
        self.path.pop();
        result
    }

    pub(super) fn within_field<T>(&mut self, name: &Text, check: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Step::Attribute(name.clone()), check)
    }

    /// Reports every element of a list or map that the other one does not have.
    pub(super) fn only_in(&mut self, own: &Value, other: &Value, text: impl Fn(&str) -> String) {
        for (step, _) in steps(own).filter(|(step, _)| step.of(other).is_none()) {
            self.error(text(&place(step)));
        }
    }
}

/// The index or key of an element, as messages show it.
pub(super) fn place(step: BorrowedStep<'_>) -> String {
    match step {
        BorrowedStep::Index(index) => index.to_string(),
        BorrowedStep::Key(key) => format!("{key:?}"),
        step => Path::from_iter([step.step()]).to_string(),
    }
}

/// Order-dependent mixing of hashes that are already well distributed.
#[derive(Default)]
pub(super) struct OrderedHash(pub(super) u64);

impl OrderedHash {
    pub(super) fn add(&mut self, hash: u64) {
        self.0 = (self.0.rotate_left(23) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// Core's comparison ignores refinements.
    pub(super) fn add_value(&mut self, value: &Value) {
        if value.is_wholly_known() {
            self.add(hash_of(value));
        } else {
            self.add(hash_of(&value.without_refinements()));
        }
    }
}

/// The field at a position of an [object of a block](is_object_of): null for null, unknown for
/// unknown.
pub(super) fn child(object: &Value, position: usize) -> &Value {
    match object {
        Value::Object(fields) => fields.get(position).unwrap_or(&NULL),
        Value::Unknown(_) => &UNKNOWN,
        _ => &NULL,
    }
}

/// The checks of presence alone; false if there is nothing more to check.
pub(super) fn presence(config: &Value, planned: &Value, report: &mut Report) -> bool {
    match (config.is_null(), planned.is_null()) {
        (false, true) => report.error("the plan is null, but the configuration has a value"),
        (true, false) => report.error("the plan has a value, but the configuration has none"),
        (true, true) => {}
        (false, false) => return true,
    }
    false
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
        Value::Number(number) => show_number(number),
        Value::String(text) => match text.char_indices().nth(LONGEST) {
            Some((end, _)) => {
                let start = text.get(..end).unwrap_or_default();
                format!("{}…", schema_rules::quoted(start.trim_end_matches('…')))
            }
            None => schema_rules::quoted(text),
        },
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
    format!("{what} of {}", count_of(count, "element"))
}

/// `1 block`, `2 elements`.
pub(super) fn count_of(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
