//! [`IdentitySchema`]: what identifies the objects of a resource.

use super::{Block, Field, Flags, Schema, SchemaKind};
use crate::refs::{Ref, Text};
use crate::ty::Type;
use crate::value::{Value, field_of};

/// How a resource's struct defines its identity.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum IdentityTable {
    /// These fields of the object.
    Fields {
        /// The version of the identity.
        version: i64,
        /// The fields.
        fields: Ref<[IdentityField]>,
    },
    /// A separate struct.
    Struct {
        /// Its fields; required fields are required for import.
        schema: Ref<Schema>,
        /// The names of those that may change in place.
        mutable: Ref<[Text]>,
    },
}

/// A field of a resource that identifies its objects.
#[derive(Clone, Debug)]
pub struct IdentityField {
    /// Its name.
    pub name: Text,
    /// An import may omit it.
    pub optional: bool,
    /// It may change while the object stays.
    pub mutable: bool,
}

/// What identifies the objects of a resource: attributes with single values or lists of these,
/// which import an object and distinguish it from others.
///
/// An identity as a value is an object of [`block`](Self::block).
#[derive(Clone, Debug)]
pub struct IdentitySchema {
    /// The attributes, of kind [`Identity`](SchemaKind::Identity): an import needs those that are
    /// required, and may have those that are optional. It has the version of the identity and the
    /// type name of the resource.
    pub schema: Ref<Schema>,
    /// The position of each in the resource's object, if the identity consists of the object's
    /// fields; otherwise provider code sets it.
    pub positions: Option<Ref<[u16]>>,
    /// Whether each may change while the object stays.
    pub mutable: Ref<[bool]>,
}

/// An identity attribute that has changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct IdentityChange {
    /// Its name.
    pub name: Text,
    /// The old value.
    pub before: Value,
    /// The new value.
    pub after: Value,
}

impl IdentitySchema {
    /// The identity of a resource, from what its struct says.
    #[must_use]
    pub fn new(table: &IdentityTable, resource: &Schema) -> IdentitySchema {
        let (schema, positions, mutable): (Schema, Option<Vec<u16>>, Vec<bool>) = match table {
            IdentityTable::Struct { schema, mutable } => {
                let fields = schema.block.fields.iter();
                let is_mutable = |field: &Field| mutable.contains(&field.name);
                ((**schema).clone(), None, fields.map(is_mutable).collect())
            }
            IdentityTable::Fields { version, fields } => {
                let mut parts: Vec<(u16, &IdentityField, &Field)> = fields
                    .iter()
                    .filter_map(|part| {
                        let (position, field) = resource.block.find(&part.name)?;
                        Some((u16::try_from(position).ok()?, part, field))
                    })
                    .collect();
                // The resource's fields are sorted by name, like those of any block.
                parts.sort_by_key(|(position, ..)| *position);
                let fields = parts.iter().map(|(_, part, field)| Field {
                    flags: match part.optional {
                        true => Flags::OPTIONAL.with(Flags::NULLABLE),
                        false => Flags::REQUIRED,
                    },
                    description: field.description.clone(),
                    ..Field::plain(field.name.clone(), field.kind.clone())
                });
                let (kind, block) = (SchemaKind::Identity, Block::plain(fields));
                let schema = Schema::plain(kind, Ref::text(""), *version, block);
                let places = parts.iter().map(|(position, ..)| *position);
                let mutable = parts.iter().map(|(_, part, _)| part.mutable);
                (schema, Some(places.collect()), mutable.collect())
            }
        };
        let type_name = resource.type_name.clone();
        IdentitySchema {
            schema: Ref::Shared(
                Schema {
                    type_name,
                    ..schema
                }
                .into(),
            ),
            positions: positions.map(Into::into),
            mutable: mutable.into(),
        }
    }

    /// The attributes.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.schema.block
    }

    /// The version of identities.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.schema.version
    }

    /// The identity of an object from its fields, including the unknowns of a planned object;
    /// `None` if provider code sets it, or there is no object.
    #[must_use]
    pub fn of_object(&self, object: &Value) -> Option<Value> {
        let (Some(positions), Value::Object(_)) = (&self.positions, object) else {
            return None;
        };
        let values = positions
            .iter()
            .map(|position| field_of(object, usize::from(*position)).clone());
        Some(Value::Object(values.collect()))
    }

    /// The attributes that an import needs and that are null here.
    #[must_use]
    pub fn missing(&self, identity: &Value) -> Vec<&str> {
        let fields = self.block().fields.iter().enumerate();
        fields
            .filter(|(position, field)| {
                field.is(Flags::REQUIRED) && field_of(identity, *position).is_null()
            })
            .map(|(_, field)| field.name.as_str())
            .collect()
    }

    /// Whether all required attributes are set, and nothing is unknown.
    #[must_use]
    pub fn is_complete(&self, identity: &Value) -> bool {
        matches!(identity, Value::Object(_))
            && identity.is_wholly_known()
            && self.missing(identity).is_empty()
    }

    /// The attributes that changed although they must not. Neither an unknown is a change, nor an
    /// optional attribute that was not set before.
    #[must_use]
    pub fn changes(&self, before: &Value, after: &Value) -> Vec<IdentityChange> {
        if !matches!((before, after), (Value::Object(_), Value::Object(_))) {
            return Vec::new();
        }
        let fields = self.block().fields.iter().enumerate();
        fields
            .filter_map(|(position, field)| {
                let mutable = self.mutable.get(position).copied().unwrap_or(false);
                let (old, new) = (field_of(before, position), field_of(after, position));
                let known = old.is_wholly_known() && new.is_wholly_known();
                // A list that is not an `Option` is never null.
                let unset = old.is_null()
                    || field.is(Flags::OPTIONAL)
                        && matches!(old, Value::List(list) if list.is_empty());
                (!mutable && known && !unset && old != new).then(|| IdentityChange {
                    name: field.name.clone(),
                    before: old.clone(),
                    after: new.clone(),
                })
            })
            .collect()
    }

    /// Whether all attributes are single values or lists of these.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.block()
            .fields
            .iter()
            .all(|field| match field.attribute_type() {
                Some(Type::List(element)) => element.is_primitive(),
                ty => ty.is_some_and(Type::is_primitive),
            })
    }
}
