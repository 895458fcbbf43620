//! Keys of set elements.

use crate::codec::expected::{Expected, Form};
use crate::path::{BorrowedStep, steps};
use crate::schema::{Block, Kind, Nesting};
use crate::terraform_core::element::{Element, declarations, declared};
use crate::terraform_core::support::{OrderedHash, child, is_object_of};
use crate::ty::Type;
use crate::value::{Value, hash_of};

/// The key of an element: equal for a planned and an actual element whenever they are compatible;
/// `None` if the value can be no such element. The model says which leaves are open. Without a
/// value it is the mask of the model: which leaves are open in it.
pub(super) fn key(element: Element<'_>, model: &Value, value: Option<&Value>) -> Option<u64> {
    let mut key = Key::default();
    match element {
        Element::Value(expected) => key.value(expected, model, value)?,
        Element::Block(block) => key.block(block, model, value)?,
    }
    Some(key.0.0)
}

#[derive(Default)]
struct Key(OrderedHash);

/// Each method returns `None` where the value does not fit the model.
impl Key {
    fn add(&mut self, hash: u64) -> Option<()> {
        self.0.add(hash);
        Some(())
    }

    /// A leaf, or a set: one hash for the whole.
    fn leaf(&mut self, value: Option<&Value>) -> Option<()> {
        self.add(value.map_or(2, hash_of))
    }

    /// An open leaf does not count.
    fn open(&mut self, value: Option<&Value>) -> Option<()> {
        match value {
            None => self.add(3),
            Some(_) => Some(()),
        }
    }

    fn null(&mut self, value: Option<&Value>) -> Option<()> {
        match value {
            Some(value) if !value.is_null() => None,
            _ => self.add(4),
        }
    }

    /// An object, as distinct from null: elements of one group have the same shape.
    fn object(&mut self, value: Option<&Value>) -> Option<()> {
        if value.is_none() {
            // An object with one open leaf is not an open object, and a block with one absent block
            // is not an absent block.
            self.add(5)?;
        }
        self.add(5)
    }

    /// The length of a collection, which must agree.
    fn length(&mut self, model: &Value, value: Option<&Value>) -> Option<()> {
        let length = model.element_count()?;
        if value.is_some_and(|value| value.element_count() != Some(length)) {
            return None;
        }
        // A length is hashed as its own kind: 3 elements are not an open leaf.
        self.add(6)?;
        self.add(length as u64)
    }

    fn value(
        &mut self,
        expected: Expected<'_>,
        model: &Value,
        value: Option<&Value>,
    ) -> Option<()> {
        if let Expected::Type(Type::Dynamic) = expected {
            let Value::Dynamic(model) = model else {
                return self.open(value);
            };
            let value = match value {
                Some(Value::Dynamic(value)) => Some(&value.value),
                Some(_) => return None,
                None => None,
            };
            return self.value(Expected::Type(&model.ty), &model.value, value);
        }
        if model.is_unknown() {
            return self.open(value);
        }
        if model.is_null() {
            return self.null(value);
        }
        match (expected.form(), model) {
            (Form::List(element), Value::List(_)) | (Form::Map(element), Value::Map(_)) => {
                self.elements(|_| element, model, value)
            }
            (Form::Tuple(types), Value::List(_)) => {
                let element = |i| Expected::Type(types.get(i).unwrap_or(&Type::Dynamic));
                self.elements(element, model, value)
            }
            (Form::Set(_), _) if expected.has_dynamic() || !model.is_wholly_known() => {
                self.open(value)
            }
            (Form::Set(_) | Form::String | Form::Number | Form::Bool, _) => self.leaf(value),
            (Form::Object(members), Value::Object(models)) => {
                let values = match value {
                    Some(Value::Object(values)) if values.len() == models.len() => Some(values),
                    Some(_) => return None,
                    None => None,
                };
                self.object(value)?;
                for (i, ((_, expected), model)) in declarations(members).zip(models).enumerate() {
                    self.value(expected, model, values.and_then(|values| values.get(i)))?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// The elements of a list or map.
    fn elements<'s>(
        &mut self,
        expected: impl Fn(usize) -> Expected<'s>,
        model: &Value,
        value: Option<&Value>,
    ) -> Option<()> {
        self.length(model, value)?;
        for (i, (step, model)) in steps(model).enumerate() {
            if let BorrowedStep::Key(key) = step {
                self.add(hash_of(&Value::String(key.clone())))?;
            }
            let value = match value {
                Some(value) => Some(step.of(value)?),
                None => None,
            };
            self.value(expected(i), model, value)?;
        }
        Some(())
    }

    fn block(&mut self, block: &Block, model: &Value, value: Option<&Value>) -> Option<()> {
        if model.is_null() {
            return self.null(value);
        }
        if value.is_some_and(Value::is_null) || !is_object_of(block, model) {
            return None;
        }
        self.object(value)?;
        for (position, field) in block.fields.iter().enumerate() {
            let model = child(model, position);
            let value = value.map(|value| child(value, position));
            match &field.kind {
                Kind::Block { nesting, block, .. } => {
                    self.nested_block(*nesting, block, model, value)?;
                }
                _ => self.value(declared(field), model, value)?,
            }
        }
        Some(())
    }

    fn nested_block(
        &mut self,
        nesting: Nesting,
        block: &Block,
        model: &Value,
        value: Option<&Value>,
    ) -> Option<()> {
        match (nesting, model) {
            // Its content is unknown, and it may turn out to be absent.
            (Nesting::Single | Nesting::Group, Value::Unknown(_)) => self.open(value),
            (Nesting::Single | Nesting::Group, _) => self.block(block, model, value),
            (Nesting::List, Value::List(models)) => {
                self.length(model, value)?;
                for (i, model) in models.iter().enumerate() {
                    let value = value.and_then(|values| values.elements().get(i));
                    self.block(block, model, value)?;
                }
                Some(())
            }
            // Keys of map blocks need not agree, and elements of set blocks can merge: neither
            // distinguishes elements for certain.
            _ => self.open(value),
        }
    }
}
