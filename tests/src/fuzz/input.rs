//! Types, schemas and values from bytes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use schema_runtime::dynamic::read_block;
use schema_runtime::number::Number;
use schema_runtime::schema::Block;
use schema_runtime::ty::Type;
use schema_runtime::value::{Refinement, Value};

/// Bytes, read from the front. Behind their end everything is zero.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
    /// How many values may still be made, so that few bytes make no giant.
    budget: usize,
}

/// The purpose of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Make {
    /// A value of the type.
    Fitting,
    /// A value that may be of another type, at any place.
    Anything,
}

impl<'a> Input<'a> {
    /// All of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Input { bytes, budget: 200 }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below `limit`, which is not 0 and at most 256.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// Everything that is left.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }

    /// As many bytes as the next byte says.
    pub fn slice(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()).min(self.bytes.len());
        let (slice, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        slice
    }

    /// A type: out of a list that covers everything, or made of bytes.
    pub fn ty(&mut self) -> Type {
        let choice = self.below(32);
        match types().get(choice) {
            Some(ty) => ty.clone(),
            None => self.made_type(0),
        }
    }

    fn made_type(&mut self, depth: usize) -> Type {
        let kinds = if depth < 6 { 9 } else { 4 };
        match self.below(kinds) {
            0 => Type::String,
            1 => Type::Number,
            2 => Type::Bool,
            3 => Type::Dynamic,
            4 => Type::list(self.made_type(depth + 1)),
            5 => Type::set(self.made_type(depth + 1)),
            6 => Type::map(self.made_type(depth + 1)),
            7 => {
                let count = self.below(4);
                Type::tuple((0..count).map(|_| self.made_type(depth + 1)).collect())
            }
            _ => {
                let count = self.below(4);
                let names = ["a", "b", "c", "é"];
                Type::object(
                    names
                        .into_iter()
                        .take(count)
                        .map(|name| (name, self.made_type(depth + 1)))
                        .collect::<Vec<_>>(),
                )
            }
        }
    }

    /// A value of a type.
    pub fn value(&mut self, ty: &Type) -> Value {
        self.make(ty, Make::Fitting, 0)
    }

    /// A value that need not be of the type.
    pub fn any_value(&mut self, ty: &Type) -> Value {
        self.make(ty, Make::Anything, 0)
    }

    fn make(&mut self, ty: &Type, how: Make, depth: usize) -> Value {
        let choice = self.byte();
        if self.budget == 0 || depth > 12 {
            return Value::Null;
        }
        self.budget -= 1;
        if how == Make::Anything && choice >= 240 {
            let other = self.made_type(4);
            return self.make(&other, how, depth + 1);
        }
        match choice % 16 {
            0 => return Value::Null,
            1 => return Value::UNKNOWN,
            2 => return self.refined(ty),
            _ => {}
        }
        let count = usize::from(choice / 16) % 5;
        let mut elements = |input: &mut Self, ty: &Type| -> Vec<Value> {
            (0..count).map(|_| input.make(ty, how, depth + 1)).collect()
        };
        match ty {
            Type::Bool => Value::from(choice.is_multiple_of(2)),
            Type::Number => Value::Number(self.number(choice)),
            Type::String => Value::from(self.text()),
            Type::List(element) => Value::List(self.uniform(element, how, depth, &mut elements)),
            Type::Set(element) => {
                let values = self.uniform(element, how, depth, &mut elements);
                Value::Set(values.into_iter().collect())
            }
            Type::Map(element) => {
                let values = self.uniform(element, how, depth, &mut elements);
                let map: BTreeMap<Arc<str>, Value> = values
                    .into_iter()
                    .map(|value| (Arc::from(self.text()), value))
                    .collect();
                Value::Map(map)
            }
            Type::Tuple(types) => Value::List(
                types
                    .iter()
                    .map(|ty| self.make(ty, how, depth + 1))
                    .collect(),
            ),
            Type::Object(attributes) => Value::Object(
                attributes
                    .iter()
                    .map(|attribute| self.make(&attribute.ty, how, depth + 1))
                    .collect(),
            ),
            Type::Dynamic => {
                let ty = self.own_type();
                let value = self.make(&ty, how, depth + 1);
                Value::dynamic(ty, value)
            }
        }
    }

    /// Elements; all of one type where that is dynamic.
    fn uniform(
        &mut self,
        element: &Type,
        how: Make,
        depth: usize,
        elements: &mut dyn FnMut(&mut Self, &Type) -> Vec<Value>,
    ) -> Vec<Value> {
        if *element != Type::Dynamic || how == Make::Anything || depth > 10 {
            return elements(self, element);
        }
        let ty = self.own_type();
        elements(self, &ty)
            .into_iter()
            .map(|value| Value::dynamic(ty.clone(), value))
            .collect()
    }

    /// A type without a dynamic part, of a value that carries it.
    fn own_type(&mut self) -> Type {
        let ty = self.made_type(3);
        if ty.has_dynamic() { Type::String } else { ty }
    }

    fn refined(&mut self, ty: &Type) -> Value {
        let mut known = Refinement {
            null: Some(false),
            ..Refinement::default()
        };
        match ty {
            Type::String => known.prefix = Some(Arc::from(self.text())),
            Type::Number => {
                let choice = self.byte();
                known.number_min = Some((self.number(choice), choice.is_multiple_of(2)));
            }
            Type::List(_) | Type::Set(_) | Type::Map(_) => {
                known.length_min = Some(u64::from(self.byte()));
            }
            Type::Dynamic => return Value::UNKNOWN,
            _ => {}
        }
        Value::Unknown(Some(Arc::new(known)))
    }

    fn number(&mut self, choice: u8) -> Number {
        match choice / 32 {
            0..4 => Number::from(i64::from(self.byte()) - 128),
            4 => {
                let digits = std::str::from_utf8(self.slice()).unwrap_or("0");
                Number::parse(digits).unwrap_or(Number::from(7_i64))
            }
            5 => {
                let bytes = std::array::from_fn(|_| self.byte());
                Number::from_f64(f64::from_le_bytes(bytes)).unwrap_or(Number::from(8_i64))
            }
            6 => Number::INFINITY,
            _ => Number::from_f64(f64::from(self.byte()) / 4.0).unwrap_or(Number::from(9_i64)),
        }
    }

    /// A string in normal form.
    pub fn text(&mut self) -> String {
        use unicode_normalization::UnicodeNormalization;
        let choice = self.below(8);
        match ["", "a", "b", "10", "true", "1.50"].get(choice) {
            Some(text) => (*text).to_owned(),
            None => String::from_utf8_lossy(self.slice()).nfc().collect(),
        }
    }
}

/// Types that cover every kind, nested in every other.
fn types() -> &'static [Type] {
    static TYPES: OnceLock<Vec<Type>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let object = || {
            Type::object([
                ("a", Type::String),
                ("b", Type::list(Type::Number)),
                ("c", Type::set(Type::Bool)),
            ])
        };
        vec![
            Type::Dynamic,
            Type::String,
            Type::Number,
            Type::Bool,
            Type::list(Type::String),
            Type::set(Type::Number),
            Type::map(Type::Bool),
            Type::list(Type::Dynamic),
            Type::set(Type::Dynamic),
            Type::map(Type::Dynamic),
            Type::tuple(vec![]),
            Type::tuple(vec![Type::Bool, Type::String, Type::Dynamic]),
            object(),
            Type::list(object()),
            Type::set(object()),
            Type::map(object()),
            Type::map(Type::list(Type::set(Type::map(Type::Number)))),
            Type::set(Type::set(Type::String)),
            Type::object([("a", Type::Dynamic), ("b", Type::map(object()))]),
            Type::list(Type::list(Type::list(Type::list(Type::Number)))),
        ]
    })
}

/// A block with attributes of every kind of type, and nested attributes and blocks of every mode,
/// also with places of dynamic type in them.
pub(super) fn block() -> &'static Block {
    static BLOCK: OnceLock<Block> = OnceLock::new();
    BLOCK.get_or_init(|| {
        let json: serde_json::Value =
            serde_json::from_str(include_str!("block.json")).expect("JSON");
        read_block(&json).expect("a block")
    })
}
