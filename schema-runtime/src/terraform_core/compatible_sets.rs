//! Comparing the elements of a planned and an actual set.
//!
//! Core asks that every planned element is compatible with some actual one and the reverse, and
//! compares each with each. Here planned elements are grouped by which of their leaves are open
//! (unknown, or of a type still to come); each group has one hash index over the other leaves of
//! the actual elements, and only elements with the same key are compared.

use std::collections::HashMap;

use super::compatible::{AttributeKind, block_object, value};
use super::support::{Report, UNKNOWN, child, show};
use crate::schema::{Block, Kind, Nesting};
use crate::ty::Type;
use crate::value::{SetValue, Value, hash_of};

/// What the elements of a set are.
#[derive(Clone, Copy)]
pub(super) enum Element<'a> {
    /// Values within an attribute.
    Value(AttributeKind<'a>),
    /// Blocks.
    Block(&'a Block),
}

impl Element<'_> {
    fn compatible(self, planned: &Value, actual: &Value) -> bool {
        let mut report = Report::default();
        match self {
            Element::Value(kind) => value(kind, planned, actual, &mut report),
            Element::Block(block) => block_object(block, planned, actual, &mut report),
        }
        report.count() == 0
    }

    fn has_dynamic(self) -> bool {
        match self {
            Element::Value(kind) => kind.has_dynamic(),
            Element::Block(block) => block.has_dynamic(),
        }
    }
}

/// Reports every element that has no partner on the other side, at the set.
pub(super) fn check(
    element: Element<'_>,
    planned: &SetValue,
    actual: &SetValue,
    report: &mut Report,
) {
    let mut matching = Matching::new(element, planned.as_slice(), actual.as_slice());
    matching.run();
    for (element, found) in planned.iter().zip(&matching.planned_found) {
        if !found {
            report.error(format!("the planned element {} is missing", show(element)));
        }
    }
    for (element, found) in actual.iter().zip(&matching.actual_found) {
        if !found {
            report.error(format!("the element {} was not planned", show(element)));
        }
    }
}

/// Which elements have a partner, found by the join or by comparing each with each.
#[cfg(test)]
pub(super) fn partners(
    element: Element<'_>,
    planned: &SetValue,
    actual: &SetValue,
    pairwise: bool,
) -> (Vec<bool>, Vec<bool>) {
    let mut matching = Matching::new(element, planned.as_slice(), actual.as_slice());
    if pairwise {
        let all = |count: usize| (0..count).collect::<Vec<_>>();
        matching.compare(&all(planned.len()), &all(actual.len()));
    } else {
        matching.run();
    }
    (matching.planned_found, matching.actual_found)
}

struct Matching<'a> {
    element: Element<'a>,
    planned: &'a [Value],
    actual: &'a [Value],
    planned_found: Vec<bool>,
    actual_found: Vec<bool>,
}

/// Positions of planned and of actual elements with the same key.
type Buckets = HashMap<u64, (Vec<usize>, Vec<usize>)>;

impl<'a> Matching<'a> {
    fn new(element: Element<'a>, planned: &'a [Value], actual: &'a [Value]) -> Self {
        Matching {
            element,
            planned,
            actual,
            planned_found: vec![false; planned.len()],
            actual_found: vec![false; actual.len()],
        }
    }

    fn run(&mut self) {
        let dynamic = self.element.has_dynamic();
        // A wholly known element is its own model: all such elements share one index.
        let mut closed: Vec<usize> = Vec::new();
        let mut open: HashMap<u64, Vec<usize>> = HashMap::new();
        for (position, element) in self.planned.iter().enumerate() {
            if !dynamic && element.is_wholly_known() {
                closed.push(position);
            } else {
                let mut mask = Key::default();
                mask.walk(self.element, element, None);
                open.entry(mask.finish()).or_default().push(position);
            }
        }
        // A block collection that is null or unknown is compatible with any other, so that its
        // element has no key. No correct provider returns such a thing.
        let (odd, ordinary): (Vec<usize>, Vec<usize>) = (0..self.actual.len())
            .partition(|&i| self.actual.get(i).is_some_and(|v| is_odd(self.element, v)));
        if !closed.is_empty() {
            self.join(&closed, &ordinary, None);
        }
        for group in open.values() {
            let model = group.first().and_then(|&first| self.planned.get(first));
            self.join(group, &ordinary, model);
        }
        if !odd.is_empty() {
            let all: Vec<usize> = (0..self.planned.len()).collect();
            self.compare(&all, &odd);
        }
    }

    /// Compares those with equal keys. The model says which leaves are open; without one nothing
    /// is.
    fn join(&mut self, planned: &[usize], actual: &[usize], model: Option<&Value>) {
        let mut buckets = Buckets::new();
        for &position in planned {
            if let Some(key) = self.key(self.planned, position, model) {
                buckets.entry(key).or_default().0.push(position);
            }
        }
        for &position in actual {
            if let Some(key) = self.key(self.actual, position, model)
                && let Some(bucket) = buckets.get_mut(&key)
            {
                bucket.1.push(position);
            }
        }
        for (planned, actual) in buckets.values() {
            self.compare(planned, actual);
        }
    }

    fn key(&self, elements: &[Value], position: usize, model: Option<&Value>) -> Option<u64> {
        let value = elements.get(position)?;
        let mut key = Key::default();
        key.walk(self.element, model.unwrap_or(value), Some(value));
        (!key.impossible).then(|| key.finish())
    }

    /// Marks who has a partner among these.
    fn compare(&mut self, planned: &[usize], actual: &[usize]) {
        for &a in actual {
            if self.actual_found.get(a) == Some(&true) {
                continue;
            }
            if let Some(&p) = planned.iter().find(|&&p| self.pair(p, a)) {
                self.mark(p, a);
            }
        }
        for &p in planned {
            if self.planned_found.get(p) == Some(&true) {
                continue;
            }
            if let Some(&a) = actual.iter().find(|&&a| self.pair(p, a)) {
                self.mark(p, a);
            }
        }
    }

    fn pair(&self, planned: usize, actual: usize) -> bool {
        match (self.planned.get(planned), self.actual.get(actual)) {
            (Some(planned), Some(actual)) => self.element.compatible(planned, actual),
            _ => false,
        }
    }

    fn mark(&mut self, planned: usize, actual: usize) {
        if let Some(found) = self.planned_found.get_mut(planned) {
            *found = true;
        }
        if let Some(found) = self.actual_found.get_mut(actual) {
            *found = true;
        }
    }
}

/// Whether a block collection inside is null or unknown.
fn is_odd(element: Element<'_>, value: &Value) -> bool {
    let Element::Block(block) = element else {
        return false;
    };
    block.fields.iter().enumerate().any(|(position, field)| {
        let (Kind::Block { nesting, block, .. }, Some(value)) =
            (&field.kind, child(block, value, position))
        else {
            return false;
        };
        let element = Element::Block(block);
        match value {
            Value::Null | Value::Unknown(_) => {
                !matches!(nesting, Nesting::Single | Nesting::Group)
                    || (value.is_unknown() && is_odd(element, value))
            }
            Value::List(list) => list.iter().any(|value| is_odd(element, value)),
            Value::Set(set) => set.iter().any(|value| is_odd(element, value)),
            Value::Map(map) => map.values().any(|value| is_odd(element, value)),
            other => is_odd(element, other),
        }
    })
}

/// A key: equal for a planned and an actual element wherever they are compatible. Without a value
/// it is the mask of a model: which leaves are open.
#[derive(Default)]
struct Key {
    hash: u64,
    impossible: bool,
}

impl Key {
    fn finish(&self) -> u64 {
        self.hash
    }

    fn add(&mut self, hash: u64) {
        self.hash = (self.hash.rotate_left(23) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn walk(&mut self, element: Element<'_>, model: &Value, value: Option<&Value>) {
        match element {
            Element::Value(kind) => self.value(kind, model, value),
            Element::Block(block) => self.block(block, model, value),
        }
    }

    /// A leaf, or a set: one hash for the whole.
    fn leaf(&mut self, value: Option<&Value>) {
        self.add(value.map_or(2, hash_of));
    }

    /// An open leaf does not count.
    fn open(&mut self, value: Option<&Value>) {
        if value.is_none() {
            self.add(3);
        }
    }

    /// An object, which is told from null: elements of one group have the same shape.
    fn object(&mut self) {
        self.add(5);
    }

    /// The length of a collection, which must agree.
    fn length(&mut self, model: usize, value: Option<usize>) {
        // A length of its own kind: 3 elements are no open leaf.
        self.add(6);
        self.add(value.unwrap_or(model) as u64);
    }

    fn value(&mut self, kind: AttributeKind<'_>, model: &Value, value: Option<&Value>) {
        if let AttributeKind::Type(Type::Dynamic) = kind {
            return match (model, value) {
                (Value::Dynamic(model), None) => {
                    self.value(AttributeKind::Type(&model.ty), &model.value, None);
                }
                (Value::Dynamic(model), Some(Value::Dynamic(value))) => {
                    self.value(
                        AttributeKind::Type(&model.ty),
                        &model.value,
                        Some(&value.value),
                    );
                }
                (Value::Dynamic(_), Some(_)) => self.impossible = true,
                _ => self.open(value),
            };
        }
        if model.is_unknown() {
            return self.open(value);
        }
        if model.is_null() {
            return match value {
                Some(value) if !value.is_null() => self.impossible = true,
                _ => self.add(4),
            };
        }
        match kind {
            AttributeKind::Type(Type::List(element)) => {
                self.list(|_| AttributeKind::Type(element), model, value)
            }
            AttributeKind::Type(Type::Tuple(types)) => self.list(
                |i| AttributeKind::Type(types.get(i).unwrap_or(&Type::Dynamic)),
                model,
                value,
            ),
            AttributeKind::Type(Type::Map(element)) => {
                self.map(AttributeKind::Type(element), model, value)
            }
            AttributeKind::Type(Type::Set(_)) | AttributeKind::Nested(Nesting::Set, _) => {
                if kind.has_dynamic() || !model.is_wholly_known() {
                    self.open(value);
                } else {
                    self.leaf(value);
                }
            }
            AttributeKind::Type(Type::Object(attributes)) => {
                let Some((models, values)) = self.objects(model, value) else {
                    return;
                };
                for (i, (attribute, model)) in attributes.iter().zip(models).enumerate() {
                    self.value(
                        AttributeKind::Type(&attribute.ty),
                        model,
                        values.and_then(|v| v.get(i)),
                    );
                }
            }
            AttributeKind::Type(_) => self.leaf(value),
            AttributeKind::Nested(Nesting::List, block) => {
                self.list(|_| AttributeKind::Object(block), model, value)
            }
            AttributeKind::Nested(Nesting::Map, block) => {
                self.map(AttributeKind::Object(block), model, value)
            }
            AttributeKind::Nested(_, block) | AttributeKind::Object(block) => {
                let Some((models, values)) = self.objects(model, value) else {
                    return;
                };
                for (i, (field, model)) in block.fields.iter().zip(models).enumerate() {
                    let value = values.and_then(|v| v.get(i));
                    match &field.kind {
                        Kind::Attribute { ty } => self.value(AttributeKind::Type(ty), model, value),
                        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                            self.value(AttributeKind::Nested(*nesting, block), model, value);
                        }
                    }
                }
            }
        }
    }

    /// The fields of both objects; impossible if one of them is none or they differ in number.
    fn objects<'v>(
        &mut self,
        model: &'v Value,
        value: Option<&'v Value>,
    ) -> Option<(&'v [Value], Option<&'v [Value]>)> {
        let (Value::Object(models), value) = (model, value) else {
            self.impossible = true;
            return None;
        };
        self.object();
        match value {
            None => {
                // An object with one open leaf is not an open object.
                self.add(5);
                Some((models, None))
            }
            Some(Value::Object(values)) if values.len() == models.len() => {
                Some((models, Some(values)))
            }
            Some(_) => {
                self.impossible = true;
                None
            }
        }
    }

    fn list<'s>(
        &mut self,
        kind: impl Fn(usize) -> AttributeKind<'s>,
        model: &Value,
        value: Option<&Value>,
    ) {
        let Value::List(models) = model else {
            self.impossible = true;
            return;
        };
        let values = match value {
            None => None,
            Some(Value::List(values)) if values.len() == models.len() => Some(values),
            Some(_) => {
                self.impossible = true;
                return;
            }
        };
        self.length(models.len(), values.map(Vec::len));
        for (i, model) in models.iter().enumerate() {
            self.value(kind(i), model, values.and_then(|v| v.get(i)));
        }
    }

    fn map(&mut self, kind: AttributeKind<'_>, model: &Value, value: Option<&Value>) {
        let Value::Map(models) = model else {
            self.impossible = true;
            return;
        };
        let values = match value {
            None => None,
            Some(Value::Map(values)) if values.len() == models.len() => Some(values),
            Some(_) => {
                self.impossible = true;
                return;
            }
        };
        self.length(models.len(), values.map(std::collections::BTreeMap::len));
        for (key, model) in models {
            let value = match values.map(|values| values.get(key)) {
                None => None,
                Some(Some(value)) => Some(value),
                Some(None) => {
                    self.impossible = true;
                    return;
                }
            };
            self.add(hash_of(&Value::String(key.clone())));
            self.value(kind, model, value);
        }
    }

    fn block(&mut self, block: &Block, model: &Value, value: Option<&Value>) {
        if model.is_null() {
            return match value {
                Some(value) if !value.is_null() => self.impossible = true,
                _ => self.add(4),
            };
        }
        match value {
            Some(value) if value.is_null() => {
                self.impossible = true;
                return;
            }
            Some(_) => {}
            // A block with one absent block is not an absent block.
            None => self.add(5),
        }
        self.object();
        for (position, field) in block.fields.iter().enumerate() {
            let Some(model) = child(block, model, position) else {
                self.impossible = true;
                return;
            };
            let value = value.map(|value| child(block, value, position).unwrap_or(&UNKNOWN));
            match &field.kind {
                Kind::Attribute { ty } => self.value(AttributeKind::Type(ty), model, value),
                Kind::Nested { nesting, block } => {
                    self.value(AttributeKind::Nested(*nesting, block), model, value);
                }
                Kind::Block { nesting, block, .. } => {
                    self.nested_block(*nesting, block, model, value);
                }
            }
        }
    }

    fn nested_block(
        &mut self,
        nesting: Nesting,
        block: &Block,
        model: &Value,
        value: Option<&Value>,
    ) {
        match (nesting, model) {
            (Nesting::Single | Nesting::Group, Value::Unknown(_)) => {
                // What it holds is unknown, and it may also turn out to be none.
                self.open(value);
            }
            (Nesting::Single | Nesting::Group, _) => self.block(block, model, value),
            (Nesting::List, Value::List(models)) => match value {
                None => {
                    self.length(models.len(), None);
                    for model in models {
                        self.block(block, model, None);
                    }
                }
                Some(Value::List(values)) if values.len() == models.len() => {
                    self.length(models.len(), Some(values.len()));
                    for (model, value) in models.iter().zip(values) {
                        self.block(block, model, Some(value));
                    }
                }
                Some(_) => self.impossible = true,
            },
            // Keys of map blocks need not agree, and what set blocks hold can coalesce: neither
            // tells elements apart for certain.
            _ => self.open(value),
        }
    }
}
