//! Keys of set elements.

use crate::schema::{Block, Kind, Nesting};
use crate::terraform_core::element::{AttributeKind, Element};
use crate::terraform_core::support::{UNKNOWN, child};
use crate::ty::Type;
use crate::value::{Value, hash_of};

/// A key: equal for a planned and an actual element whenever they are compatible. Without a value
/// it is the mask of a model: which leaves are open.
#[derive(Default)]
pub(super) struct Key {
    hash: u64,
    pub(super) impossible: bool,
}

impl Key {
    pub(super) fn finish(&self) -> u64 {
        self.hash
    }

    fn add(&mut self, hash: u64) {
        self.hash = (self.hash.rotate_left(23) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    pub(super) fn walk(&mut self, element: Element<'_>, model: &Value, value: Option<&Value>) {
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

    /// An object, as distinct from null: elements of one group have the same shape.
    fn object(&mut self) {
        self.add(5);
    }

    /// The length of a collection, which must agree.
    fn length(&mut self, model: usize, value: Option<usize>) {
        // A length is hashed as its own kind: 3 elements are not an open leaf.
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
                    self.value(AttributeKind::of(field), model, value);
                }
            }
        }
    }

    /// The fields of both objects; impossible if one is not an object or their numbers differ.
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
                Kind::Block { nesting, block, .. } => {
                    self.nested_block(*nesting, block, model, value);
                }
                _ => self.value(AttributeKind::of(field), model, value),
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
                // Its content is unknown, and it may turn out to be absent.
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
            // Keys of map blocks need not agree, and elements of set blocks can merge: neither
            // distinguishes elements for certain.
            _ => self.open(value),
        }
    }
}
