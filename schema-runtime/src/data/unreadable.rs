//! [`Unreadable`]: stored values that an accessor could not read as the field's Rust type.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::{Val, val};
use crate::attr::{FieldOf, TypedStep, to_path};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::field_type::{FieldType, HasZero, Mismatch, read};
use crate::lock::unpoisoned;
use crate::path::{Path, Step};
use crate::refs::Ref;
use crate::schema::{Block, Field, Schema};
use crate::value::Value;

/// Values that are set and known, but do not fit their field's Rust type: stored by another version
/// of the provider, or null for a type that is not nullable. An accessor can return only the zero
/// then, so the call must report it.
#[derive(Debug)]
pub(super) struct Unreadable {
    schema: Ref<Schema>,
    found: Mutex<BTreeMap<String, Found>>,
}

#[derive(Clone, Debug)]
struct Found {
    /// The root field.
    position: Option<usize>,
    path: Path,
    text: String,
}

impl Clone for Unreadable {
    fn clone(&self) -> Self {
        Unreadable {
            schema: self.schema.clone(),
            found: Mutex::new(self.found().clone()),
        }
    }
}

impl Unreadable {
    /// Of an object of this schema.
    pub(super) fn new(schema: Ref<Schema>) -> Self {
        let found = Mutex::default();
        Unreadable { schema, found }
    }

    fn found(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Found>> {
        unpoisoned(self.found.lock())
    }

    /// The result of `get`.
    pub(super) fn get<T: HasZero>(&self, steps: &[TypedStep], value: Option<&Value>) -> T {
        self.read(steps, value, read).unwrap_or_else(T::zero)
    }

    /// The value if it is set and known.
    pub(super) fn known<T: FieldType>(
        &self,
        steps: &[TypedStep],
        value: Option<&Value>,
    ) -> Option<T> {
        let value = value.filter(|value| !T::__is_none(value));
        self.read(steps, value, T::from_value)
    }

    /// Null, unknown or known.
    pub(super) fn val<T: FieldType>(&self, steps: &[TypedStep], value: Option<&Value>) -> Val<T> {
        self.read(steps, value, val).unwrap_or(Val::Null)
    }

    /// Checks whether a value can be read at all; null and unknown always can.
    pub(super) fn check<P: FieldOf<R>, R: crate::object::Object>(
        &self,
        field: &P,
        value: Option<&Value>,
    ) {
        let known = value.filter(|value| !value.is_null());
        self.known::<P::Value>(&field.steps(), known);
    }

    fn read<T>(
        &self,
        steps: &[TypedStep],
        value: Option<&Value>,
        read: impl FnOnce(&Value) -> Result<T, Mismatch>,
    ) -> Option<T> {
        let value = value?;
        let found = read(value).map_err(|mismatch| self.record(steps, value, &mismatch));
        found.ok()
    }

    fn record(&self, steps: &[TypedStep], value: &Value, mismatch: &Mismatch) {
        // An unknown or null value is fine.
        if value.is_null() || !value.is_wholly_known() {
            return;
        }
        let block = &self.schema.block;
        let at = to_path(block, steps);
        let position = match steps.first() {
            Some(TypedStep::Field(position)) => Some(usize::from(*position)),
            _ => None,
        };
        let secret = is_secret(block, at.steps());
        for (path, text) in mismatch.places() {
            let path = at.clone().join(path);
            let text = if secret { WITHHELD } else { text }.to_owned();
            let found = Found {
                position,
                path,
                text,
            };
            self.found().insert(found.path.to_string(), found);
        }
    }

    /// Adds warnings about all of them.
    pub(super) fn warn_in(&self, diagnostics: &mut Diagnostics) {
        diagnostics.extend(self.diagnostics(|_| false, Diagnostic::warning));
    }

    /// As diagnostics, without root fields for which `replaced` holds: provider code wrote them
    /// since.
    pub(super) fn diagnostics(
        &self,
        replaced: impl Fn(usize) -> bool,
        diagnostic: fn(String) -> Diagnostic,
    ) -> Diagnostics {
        let found = self.found();
        let left = found
            .values()
            .filter(|found| !found.position.is_some_and(&replaced));
        left.map(|Found { path, text, .. }| {
            diagnostic(format!("{path} has no usable value"))
                .with_detail(format!(
                    "The value of {path} cannot be read: {text}. It was treated as not \
                     set. A state of another version of the provider needs an upgrade."
                ))
                .at(path.clone())
        })
        .collect()
    }
}

/// The message for a secret value, instead of the reason, which may quote it.
const WITHHELD: &str = "it is not a value of the field's type";

/// The message for an object that its struct cannot read.
pub(super) fn unusable(block: &Block, mismatch: &Mismatch) -> Diagnostics {
    let places = mismatch.places().map(|(path, text)| {
        Diagnostic::error(format!("{path} has no usable value"))
            .with_detail(reason(block, path, text))
            .at(path.clone())
    });
    places.collect()
}

/// Why the value at a path cannot be used, without the value if it is secret.
pub(super) fn reason<'t>(block: &Block, path: &Path, text: &'t str) -> &'t str {
    match is_secret(block, path.steps()) {
        true => WITHHELD,
        false => text,
    }
}

/// Whether a path leads to, through or around a value that must not be shown.
fn is_secret(block: &Block, steps: &[Step]) -> bool {
    let mut inside = Some(block);
    for (_, field) in block.along(steps) {
        if field.is_secret() {
            return true;
        }
        inside = field.nested_block().map(|(_, nested)| &**nested);
    }
    inside.is_some_and(|block| block.any_field(&Field::is_secret))
}
