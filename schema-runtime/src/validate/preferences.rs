//! `prefer_write_only`: warns of attributes that would better be set through their write-only one.

use super::is_set;
use super::relations::{Found, find, shown};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{Path, Step};
use crate::schema::{Block, Extra};
use crate::value::Value;

/// A warning at each field that is configured although a write-only one says the same
/// (`prefer_write_only` of an annotation) and is not. For clients that know write-only attributes:
/// an older one would keep their values in its state.
pub fn write_only_preferences(block: &Block, config: &Value) -> Diagnostics {
    let mut found = Diagnostics::new();
    object(block, config, &Path::root(), &mut found);
    found
}

fn object(block: &Block, object: &Value, path: &Path, found: &mut Diagnostics) {
    let Value::Object(values) = object else {
        return;
    };
    for (field, value) in block.fields.iter().zip(values) {
        if !is_set(field, value) {
            continue;
        }
        let at = path.clone().attribute(field.name.clone());
        for extra in field.extras.iter() {
            let Extra::PreferWriteOnly { field: other } = extra else {
                continue;
            };
            let taken = match find(block, object, other) {
                Found::At(field, value) => is_set(field, value),
                Found::Unknown => true,
                Found::Unset => false,
            };
            if !taken {
                let other = shown(other);
                found.push(
                    Diagnostic::warning(format!("{at} is kept in the state"))
                        .with_detail(format!(
                            "The write-only argument {other} says the same and is kept neither in \
                             the plan nor in the state: set it instead of {}.",
                            field.name
                        ))
                        .at(at.clone()),
                );
            }
        }
        if let Some((_, inner)) = field.nested_block() {
            nested(inner, value, &at, found);
        }
    }
}

fn nested(block: &Block, value: &Value, path: &Path, found: &mut Diagnostics) {
    let mut below = |step: Step, element: &Value| {
        let mut path = path.clone();
        path.push(step);
        object(block, element, &path, found);
    };
    match value {
        Value::List(elements) => {
            for (i, element) in elements.iter().enumerate() {
                below(Step::Index(i as u64), element);
            }
        }
        Value::Map(elements) => {
            for (key, element) in elements {
                below(Step::Key(std::sync::Arc::clone(key).into()), element);
            }
        }
        Value::Set(elements) => {
            for element in elements {
                below(Step::Element(Box::new(element.clone())), element);
            }
        }
        single => object(block, single, path, found),
    }
}
