//! Access by flatmap path (`partition.0.size_mb`), for code that works with any resource.

use super::{DataCore, Val};
use crate::address::{Address, Located, locate};
use crate::attr::{TypedStep, walk};
use crate::diagnostics::Diagnostic;
use crate::path::{Path, PathError};
use crate::schema::{Field, Flags};
use crate::terraform_core::field_conformance;
use crate::value::Value;

impl DataCore {
    /// The value at a flatmap path: `partition.0.size_mb`, `labels.env`, the whole object for `""`;
    /// `partition.#` and `labels.%` count elements.
    ///
    /// Returns `None` for a path that the schema does not have (set elements have none), and the
    /// type's zero (`""`, 0, false, an empty collection, an object without values) for a null or
    /// unknown value. `id` always reads as `""`, since it is not a field: see [`id`](DataCore::id).
    #[must_use]
    pub fn get(&self, address: &str) -> Option<Value> {
        let place = self.locate(address)?;
        if self.is_id(&place.steps) {
            return Some(Value::from(""));
        }
        Some(or_zero(&place, self.look_at(&place.steps).as_deref()))
    }

    /// The value at a flatmap path if it is set, known and not zero. It may contain nested unknown
    /// values, which only the provider fills in.
    #[must_use]
    pub fn get_ok(&self, address: &str) -> Option<Value> {
        let place = self.locate(address)?;
        if self.is_id(&place.steps) {
            return None;
        }
        let found = self.look_at(&place.steps)?;
        if found.is_unknown() {
            return None;
        }
        Some(or_zero(&place, Some(&found))).filter(|value| !found.is_null() && !value.is_zero())
    }

    /// The exact value at a flatmap path: null, unknown or known; a count is known if its
    /// collection is. `None` for a path that the schema does not have. `id` is null: it is not a
    /// field.
    #[must_use]
    pub fn value(&self, address: &str) -> Option<Val<Value>> {
        let place = self.locate(address)?;
        if self.is_id(&place.steps) {
            return Some(Val::Null);
        }
        Some(exact(&place, self.look_at(&place.steps).as_deref()))
    }

    /// The configured value at a flatmap path, without defaults: null, or known; null in read and
    /// delete. `None` for a path that the schema does not have.
    #[must_use]
    pub fn configured(&self, address: &str) -> Option<Val<Value>> {
        let place = self.locate(address)?;
        Some(exact(&place, walk(self.config(), &place.steps)))
    }

    /// Whether any root field changes other than these, `id` and `timeouts`.
    #[must_use]
    pub fn has_changes_except(&self, names: &[&str]) -> bool {
        let block = &self.schema().block;
        let positions = names.iter().filter_map(|name| Some(block.find(name)?.0));
        self.changes_except(&positions.collect::<Vec<_>>())
    }

    /// In partial mode: marks the change of this root field as done, so that it is saved. An
    /// unknown name fails the call.
    pub fn set_partial(&mut self, name: &str) {
        let block = self.schema().block.clone();
        match block.find(name) {
            Some((position, field)) if !field.is(Flags::WRITE_ONLY) => {
                self.set_partial_at(position)
            }
            _ => {
                let type_name = self.schema().type_name.clone();
                self.misused(
                    Diagnostic::error(format!("{name} of {type_name} cannot be saved on its own"))
                        .with_detail(
                            "Partial mode knows root fields only. This is a bug in the provider.",
                        ),
                );
            }
        }
    }

    /// Whether the prior and the planned value at a flatmap path differ exactly; false for a path
    /// that the schema does not have.
    #[must_use]
    pub fn has_change(&self, address: &str) -> bool {
        let Some(place) = self.locate(address) else {
            return false;
        };
        let (old, new) = self.before_and_after(&place.steps);
        if place.address.is_count() {
            return or_zero(&place, old) != or_zero(&place, new);
        }
        old.unwrap_or(&Value::Null) != new.unwrap_or(&Value::Null)
    }

    /// The prior and the planned value at a flatmap path, each as [`get`](Self::get) returns it,
    /// ignoring what this call set.
    #[must_use]
    pub fn get_change(&self, address: &str) -> Option<(Value, Value)> {
        let place = self.locate(address)?;
        let (old, new) = self.before_and_after(&place.steps);
        Some((or_zero(&place, old), or_zero(&place, new)))
    }

    /// Writes the root field of this name; `Value::Null` writes null. A wrong name or
    /// value fails the call.
    pub fn set(&mut self, address: &str, value: impl Into<Value>) {
        if let Err(error) = self.try_set(address, value.into()) {
            let name = self.schema().type_name.clone();
            self.misused(
                Diagnostic::error(format!("{address} of {name} cannot be set"))
                    .with_detail(format!("{error}. This is a bug in the provider.")),
            );
        }
    }

    fn try_set(&mut self, address: &str, value: Value) -> Result<(), PathError> {
        let block = self.schema().block.clone();
        let Some((position, field)) = block.find(address) else {
            return Err(match Address::parse(&block, address) {
                Ok(_) => PathError::new("Lists, sets, maps and blocks can only be set whole"),
                Err(error) => error,
            });
        };
        if field.is(Flags::IMPLIED) {
            let instead = match field.name.as_str() {
                "id" => "Use `set_id` for the id",
                _ => "Timeouts are the user's",
            };
            return Err(PathError::new(instead));
        }
        if field.is(Flags::WRITE_ONLY) {
            return Err(PathError::new("A write-only field is never in the state"));
        }
        if let Some(error) = type_error(field, &value) {
            return Err(PathError::new(error));
        }
        self.write(position, value, false);
        Ok(())
    }

    fn locate(&self, address: &str) -> Option<Located<'_>> {
        locate(&self.schema().block, address).ok()
    }

    fn is_id(&self, steps: &[TypedStep]) -> bool {
        let id = self.schema().id_index();
        matches!(steps, [TypedStep::Field(position)] if Some(usize::from(*position)) == id)
    }

    fn look_at(&self, steps: &[TypedStep]) -> Option<std::borrow::Cow<'_, Value>> {
        if steps.is_empty() {
            return Some(std::borrow::Cow::Owned(self.merged()));
        }
        self.value_at(steps).map(std::borrow::Cow::Borrowed)
    }

    /// The whole object, each root field in its highest layer.
    pub(super) fn merged(&self) -> Value {
        let fields = 0..self.schema().block.fields.len();
        Value::Object(fields.map(|at| self.root_value(at).clone()).collect())
    }

    /// The prior and the planned value at a typed path.
    pub(super) fn before_and_after(&self, steps: &[TypedStep]) -> (Option<&Value>, Option<&Value>) {
        let Some((TypedStep::Field(position), rest)) = steps.split_first() else {
            return (Some(self.prior()), Some(self.base()));
        };
        let (old, new) = self.change_of(usize::from(*position));
        (walk(old, rest), walk(new, rest))
    }

    /// Whether any root field changes other than `id`, `timeouts` and those at these positions.
    pub(super) fn changes_except(&self, positions: &[usize]) -> bool {
        let fields = self.schema().block.fields.iter().enumerate();
        fields
            .filter(|(position, field)| !field.is(Flags::IMPLIED) && !positions.contains(position))
            .any(|(position, _)| {
                let (old, new) = self.change_of(position);
                old != new
            })
    }
}

/// Null, unknown or known; a count is as its collection.
pub(super) fn exact(place: &Located<'_>, found: Option<&Value>) -> Val<Value> {
    match found {
        None | Some(Value::Null) => Val::Null,
        Some(value) if place.address.is_count() => match value.element_count() {
            Some(count) => Val::Known(Value::from(i64::try_from(count).unwrap_or(i64::MAX))),
            None => Val::Unknown,
        },
        Some(value) if !value.is_wholly_known() => Val::Unknown,
        Some(value) => Val::Known(value.clone()),
    }
}

/// The value, or the zero of its type.
fn or_zero(place: &Located<'_>, found: Option<&Value>) -> Value {
    if place.address.is_count() {
        let count = found.and_then(Value::element_count).unwrap_or(0);
        return Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    }
    match found {
        None | Some(Value::Null | Value::Unknown(_)) => place.expected.zero(),
        Some(value) => value.clone(),
    }
}

/// Why a value does not fit this field.
fn type_error(field: &Field, value: &Value) -> Option<String> {
    let errors = field_conformance(field, value);
    // The value itself may be secret.
    let error = errors.first()?;
    let ty = field.implied_type();
    Some(if error.path == Path::new(field.name.clone()) {
        format!("A value of type {ty} is required")
    } else {
        format!("The value at {} does not fit the type {ty}", error.path)
    })
}
