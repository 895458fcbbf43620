//! [`Unreadable`]: stored values that an accessor could not read as the field's Rust type.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::{Val, val};
use crate::attr::{FieldOf, TypedStep, to_path};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::field_type::{FieldType, HasZero, Mismatch, read};
use crate::lock::unpoisoned;
use crate::path::{Path, Step};
use crate::schema::{Block, Flags};
use crate::value::Value;

/// Values that are set and known, but do not fit their field's Rust type: stored by another version
/// of the provider, or null for a type that is not nullable. An accessor can return only the zero
/// then, so the call must report it.
#[derive(Debug, Default)]
pub(super) struct Unreadable(Mutex<BTreeMap<String, Found>>);

#[derive(Clone, Debug)]
struct Found {
    /// The root field.
    position: Option<usize>,
    path: Path,
    text: String,
}

impl Clone for Unreadable {
    fn clone(&self) -> Self {
        Unreadable(Mutex::new(self.found().clone()))
    }
}

impl Unreadable {
    fn found(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Found>> {
        unpoisoned(self.0.lock())
    }

    /// The result of `get`.
    pub(super) fn get<T: HasZero>(
        &self,
        block: &Block,
        steps: &[TypedStep],
        value: Option<&Value>,
    ) -> T {
        let Some(value) = value else { return T::zero() };
        read(value).unwrap_or_else(|mismatch| {
            self.record(block, steps, value, &mismatch);
            T::zero()
        })
    }

    /// The value if it is set and known.
    pub(super) fn known<T: FieldType>(
        &self,
        block: &Block,
        steps: &[TypedStep],
        value: Option<&Value>,
    ) -> Option<T> {
        let value = value.filter(|value| !T::__is_none(value))?;
        let found = T::from_value(value);
        found
            .map_err(|mismatch| self.record(block, steps, value, &mismatch))
            .ok()
    }

    /// Null, unknown or known.
    pub(super) fn val<T: FieldType>(
        &self,
        block: &Block,
        steps: &[TypedStep],
        value: Option<&Value>,
    ) -> Val<T> {
        let Some(value) = value else { return Val::Null };
        val(value).unwrap_or_else(|mismatch| {
            self.record(block, steps, value, &mismatch);
            Val::Null
        })
    }

    /// Checks whether a value can be read at all; null and unknown always can.
    pub(super) fn check<P: FieldOf<R>, R: crate::object::Object>(
        &self,
        block: &Block,
        field: &P,
        value: Option<&Value>,
    ) {
        let known = value.filter(|value| !value.is_null());
        self.known::<P::Value>(block, &field.steps(), known);
    }

    fn record(&self, block: &Block, steps: &[TypedStep], value: &Value, mismatch: &Mismatch) {
        // An unknown or null value is fine.
        if value.is_null() || !value.is_wholly_known() {
            return;
        }
        let at = to_path(block, steps);
        let position = match steps.first() {
            Some(TypedStep::Field(position)) => Some(usize::from(*position)),
            _ => None,
        };
        let secret = is_secret(block, steps);
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
pub(super) fn reason(block: &Block, path: &Path, text: &str) -> String {
    let mut steps = Vec::new();
    let mut inside = Some(block);
    for step in path.steps() {
        let Step::Attribute(name) = step else {
            continue;
        };
        let Some((position, field)) = inside.and_then(|block| block.find(name)) else {
            break;
        };
        steps.extend(u16::try_from(position).map(TypedStep::Field));
        inside = field.nested_block().map(|(_, nested)| &**nested);
    }
    if is_secret(block, &steps) {
        WITHHELD.to_owned()
    } else {
        text.to_owned()
    }
}

/// Whether a path leads to, through or around a value that must not be shown.
fn is_secret(block: &Block, steps: &[TypedStep]) -> bool {
    let hidden = Flags::SENSITIVE;
    let secret = |field: &crate::schema::Field| field.is(hidden) || field.is(Flags::WRITE_ONLY);
    let mut block = Some(block);
    for step in steps {
        let TypedStep::Field(position) = step else {
            continue;
        };
        let field = block.and_then(|block| block.fields.get(usize::from(*position)));
        let Some(field) = field else { return false };
        if secret(field) {
            return true;
        }
        block = field.nested_block().map(|(_, nested)| &**nested);
    }
    block.is_some_and(|block| block.any_field(&secret))
}
