//! How the values that provider code wrote are stored.
//!
//! Terraform holds a provider to its plan: a planned known value must come back equal. Values that
//! only mean the same are therefore stored in the form of the reference (the planned object after
//! apply, the prior object after read).

mod equality;
mod nulls;
mod state_fn;
#[cfg(test)]
mod tests;

use crate::correlate::{Comparison, Zeros, assign, assign_more, change_beside};
use crate::path::{Path, Step};
use crate::schema::{Block, Default, Field, Flags, Kind, Nesting};
use crate::value::{SetValue, Value, field_of};

pub(crate) use equality::{RootObjects, same_meaning};
use nulls::{restored, restored_elements};
use state_fn::after_state_fn;
pub(crate) use state_fn::before_state_fn;

/// The value to store for a field when provider code wrote `written` and `reference` was planned
/// (or stored before). `whole` says that it was written as part of a struct, where a zero may
/// represent "not set".
pub(crate) fn reconcile_field(
    field: &Field,
    path: &Path,
    root: RootObjects<'_>,
    written: Value,
    reference: &Value,
    whole: bool,
) -> Value {
    let mut reconcile = Reconcile {
        root,
        path: path.clone(),
    };
    reconcile.field(field, written, reference, whole)
}

struct Reconcile<'a> {
    root: RootObjects<'a>,
    path: Path,
}

impl Reconcile<'_> {
    fn field(&mut self, field: &Field, written: Value, reference: &Value, whole: bool) -> Value {
        if field.is(Flags::WRITE_ONLY) {
            return field.absent_value();
        }
        if stands_for_null(field, &written, reference, whole) {
            return Value::Null;
        }
        match &field.kind {
            Kind::Attribute { ty } => {
                let written = match field.is(Flags::HOLDS_NULLS) {
                    true => written,
                    false => restored(ty, written, reference),
                };
                let written = after_state_fn(field, written, reference);
                if same_meaning(field, &self.path, self.root, reference, &written) {
                    reference.clone()
                } else {
                    written
                }
            }
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                self.nested(*nesting, block, written, reference)
            }
        }
    }

    fn nested(
        &mut self,
        nesting: Nesting,
        block: &Block,
        written: Value,
        reference: &Value,
    ) -> Value {
        match (nesting, written, reference) {
            (Nesting::Single | Nesting::Group, written @ Value::Object(_), _) => {
                self.object(block, written, reference)
            }
            (Nesting::Set, Value::Set(elements), reference) => {
                Value::Set(self.set(block, elements, reference.elements()))
            }
            (Nesting::List | Nesting::Map, mut written, reference) => {
                change_beside(&mut written, reference, |step, place, old| {
                    let element = std::mem::replace(place, Value::Null);
                    let old = old.unwrap_or(&Value::Null);
                    *place = self.element(step.step(), block, element, old);
                });
                written
            }
            (_, written, _) => written,
        }
    }

    /// Elements are reconciled with the reference element that means the same.
    fn set(&mut self, block: &Block, elements: SetValue, reference: &[Value]) -> SetValue {
        let mut elements = elements.into_vec();
        restored_elements(block, &mut elements, reference);
        let mut found = vec![None; reference.len()];
        // A zero may have been planned null.
        for zeros in [Zeros::Exact, Zeros::Null] {
            let how = Comparison::returned(zeros);
            assign_more(block, reference, &elements, how, |_| true, &mut found);
        }
        pair_without_sets(block, reference, &elements, &mut found);
        let mut old: Vec<&Value> = vec![&Value::Null; elements.len()];
        let mut unmatched = Vec::new();
        for (reference, j) in reference.iter().zip(found) {
            match j.and_then(|j| old.get_mut(j)) {
                Some(place) => *place = reference,
                None => unmatched.push(reference.clone()),
            }
        }
        let duplicates = duplicates(block, unmatched, &elements);
        let mut reconciled = Vec::with_capacity(elements.len() + duplicates.len());
        for (element, old) in elements.into_iter().zip(old) {
            reconciled.push(self.element(set_element(), block, element, old));
        }
        for (element, duplicate) in duplicates {
            reconciled.push(self.element(set_element(), block, element, &duplicate));
        }
        reconciled.into_iter().collect()
    }

    fn element(&mut self, step: Step, block: &Block, written: Value, reference: &Value) -> Value {
        self.path.push(step);
        let reconciled = self.object(block, written, reference);
        self.path.pop();
        reconciled
    }

    fn object(&mut self, block: &Block, written: Value, reference: &Value) -> Value {
        let Value::Object(values) = written else {
            return written;
        };
        let mut reconciled = Vec::with_capacity(values.len());
        for (position, (field, value)) in block.fields.iter().zip(values).enumerate() {
            let old = field_of(reference, position);
            self.path.push(Step::Attribute(field.name.clone()));
            reconciled.push(self.field(field, value, old, true));
            self.path.pop();
        }
        Value::Object(reconciled)
    }
}

/// Reference elements that differ only in spelling may have come back as one, which represents all
/// of them: pairs each one without its own element with the one that it became.
fn duplicates(block: &Block, mut unmatched: Vec<Value>, elements: &[Value]) -> Vec<(Value, Value)> {
    let mut pairs: Vec<(Value, Value)> = Vec::new();
    // Exact matches come first: a null is not the zero that was planned beside it. Nested sets that
    // lost elements this way come last.
    for how in [
        Comparison::EXACT,
        Comparison::of(Zeros::Null),
        Comparison::returned(Zeros::Exact),
        Comparison::returned(Zeros::Null),
    ] {
        for _ in 0..MOST_FORMS {
            let known = pairs.len();
            if unmatched.is_empty() {
                break;
            }
            let found = assign(block, &unmatched, elements, how, |_| true);
            let mut rest = Vec::new();
            for (duplicate, j) in unmatched.into_iter().zip(found) {
                match j.and_then(|j| elements.get(j)) {
                    Some(element) => pairs.push((element.clone(), duplicate)),
                    None => rest.push(duplicate),
                }
            }
            unmatched = rest;
            if pairs.len() == known {
                break;
            }
        }
    }
    pairs
}

/// How many spellings one element may have at once.
const MOST_FORMS: usize = 8;

/// The step into a set element, which has no address.
fn set_element() -> Step {
    Step::Element(Box::new(Value::Null))
}

/// Whether a zero that provider code wrote means "not set": the field is not nullable, and the
/// reference is null (or, as part of a struct, a computed value that is still unknown), which was
/// read as zero. An empty collection always takes the form of a null reference.
fn stands_for_null(field: &Field, written: &Value, reference: &Value, whole: bool) -> bool {
    if field.is(Flags::NULLABLE) || field.is_block() || !written.is_zero() {
        return false;
    }
    if reference.is_unknown() {
        return whole && field.is(Flags::COMPUTED);
    }
    if !reference.is_null() {
        return false;
    }
    // A field that is never planned null was not read from a planned null.
    let never_null = field.is(Flags::REQUIRED)
        || matches!(
            field.default(),
            Some(
                Default::Bool(_)
                    | Default::Integer(_)
                    | Default::Float(_)
                    | Default::Text(_)
                    | Default::Constant(_)
                    | Default::Make(_)
                    | Default::Value(_)
            )
        );
    !never_null && (whole || written.element_count().is_some())
}

/// Finds partners for elements that have none yet. Their nested sets may have lost elements because
/// of zeros, so they are identified by what is beside their sets.
fn pair_without_sets(
    block: &Block,
    reference: &[Value],
    elements: &[Value],
    found: &mut Vec<Option<usize>>,
) {
    let mut left = vec![true; elements.len()];
    for j in found.iter().flatten() {
        left[*j] = false;
    }
    if !found.contains(&None) || !left.contains(&true) {
        return;
    }
    let reduced = |(element, is_left): (&Value, bool)| match is_left {
        true => without_sets(block, element),
        false => Value::Null,
    };
    let open = found.iter().map(Option::is_none);
    let masks: Vec<Value> = reference.iter().zip(open).map(reduced).collect();
    let values: Vec<Value> = elements.iter().zip(left).map(reduced).collect();
    let how = Comparison::returned(Zeros::Null);
    assign_more(block, &masks, &values, how, |_| true, found);
}

/// An element without its nested sets.
fn without_sets(block: &Block, element: &Value) -> Value {
    block.replace_fields(element, &|field, _| {
        let is_set = matches!(field.nested_block(), Some((Nesting::Set, _)));
        is_set.then_some(Value::Null)
    })
}

/// The value with null for everything that a state cannot hold (unknowns, infinite numbers,
/// write-only values) at any depth: how an object is saved when nothing better is known. A wholly
/// unknown or missing block collection becomes empty.
pub(crate) fn storable(block: &Block, object: &Value) -> Value {
    block.map_values(object, storable_field)
}

fn storable_field(field: &Field, value: &Value) -> Value {
    if field.is(Flags::WRITE_ONLY) {
        return Value::Null;
    }
    match (&field.kind, value) {
        (_, Value::Unknown(_)) | (Kind::Block { .. }, Value::Null) => field.absent_value(),
        (Kind::Attribute { .. }, value) => storable_leaf(value),
        (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => {
            value.map_objects(|object| storable_element(block, object))
        }
    }
}

fn storable_element(block: &Block, value: &Value) -> Value {
    match value {
        Value::Unknown(_) => block.empty_object(),
        other => storable(block, other),
    }
}

fn storable_leaf(value: &Value) -> Value {
    match value {
        Value::Unknown(_) => Value::Null,
        Value::Number(number) if !number.is_finite() => Value::Null,
        Value::Dynamic(dynamic) if dynamic.value.is_unknown() => Value::Null,
        other => other.map_children(storable_leaf),
    }
}
