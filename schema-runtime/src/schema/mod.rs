//! Schemas: static tables that the derive emits, or the same tables built at run time.
//!
//! A [`Block`] is a list of [`Field`]s **sorted by name**; the object of a block (a
//! [`Value::Object`]) holds one value per field in the same order. Rare properties of a field are
//! in its list of [`Extra`]s. The derive emits a small row for each field; [`Fields`] makes a
//! [`Field`] of it when it is used.
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::object::schema;
//! use schema_runtime::schema::Flags;
//!
//! let image = schema::<Image>();
//! assert_eq!(image.type_name.as_str(), "disk_image");
//! let (position, field) = image.block.find("size_mb").unwrap();
//! assert!(field.is(Flags::OPTIONAL) && field.is(Flags::COMPUTED));
//! assert_eq!(image.block.fields[position].name.as_str(), "size_mb");
//! ```

mod as_blocks;
mod environment;
mod extra;
mod field;
mod function;
mod identity;
mod table;
mod timeouts;
mod validator;

pub use environment::{DefaultFn, Environment};
pub(crate) use extra::dotted;
pub use extra::{
    CanonicalFn, Default, Extra, FieldPath, ForceNewWhenFn, MakeFn, SetKeyFn, StateFn, SuppressFn,
    SuppressRequest, Total,
};
pub(crate) use field::DEPRECATED;
#[doc(hidden)]
pub use field::deprecation_message;
#[doc(hidden)]
pub use field::grouped;
pub use field::{Field, Flags, Kind, Nesting, Wire};
pub use function::{FunctionSchema, Parameter};
pub use identity::{IdentityChange, IdentityField, IdentitySchema, IdentityTable};
pub use table::Fields;
#[doc(hidden)]
pub use table::{Made, Row, StaticField, StaticKind, Table};
pub use validator::{CustomFn, Form, Predicate, Range, Validator};

use std::borrow::Cow;

use schema_rules::BlockKind;

use crate::number::Number;
use crate::path::Step;
use crate::refs::{Ref, Text};
use crate::ty::{ObjectAttribute, Type};
use crate::value::Value;

/// The kind of thing that a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaKind {
    /// A managed resource type.
    Resource,
    /// A data source.
    DataSource,
    /// A provider's own configuration.
    Provider,
    /// What a module tells a provider about itself, in its `provider_meta` block.
    ProviderMeta,
    /// The parameters of a function, as an object.
    Function,
    /// An ephemeral resource.
    Ephemeral,
    /// What a list resource takes: the content of its `config` block.
    List,
    /// What an action takes: the content of its `config` block.
    Action,
    /// The configuration of a state store.
    StateStore,
    /// What identifies the objects of a resource.
    Identity,
}

impl SchemaKind {
    /// The same for the rules, which have one more kind: nested blocks.
    #[doc(hidden)]
    #[must_use]
    pub const fn block_kind(self) -> BlockKind {
        match self {
            SchemaKind::Resource => BlockKind::Resource,
            SchemaKind::DataSource => BlockKind::DataSource,
            SchemaKind::Provider => BlockKind::Provider,
            SchemaKind::ProviderMeta => BlockKind::ProviderMeta,
            SchemaKind::Function => BlockKind::Function,
            SchemaKind::Ephemeral => BlockKind::Ephemeral,
            SchemaKind::List => BlockKind::List,
            SchemaKind::Action => BlockKind::Action,
            SchemaKind::StateStore => BlockKind::StateStore,
            SchemaKind::Identity => BlockKind::Identity,
        }
    }
}

/// The schema of a resource type, of a data source, of a provider's configuration or of its
/// `provider_meta` blocks.
#[derive(Clone, Debug)]
pub struct Schema {
    /// What it describes.
    pub kind: SchemaKind,
    /// The type name (`disk_image`), or the provider's name (`disk`) for its configuration and its
    /// `provider_meta`.
    pub type_name: Text,
    /// Version of the state's form, or of the identity's; 0 unless said otherwise. Only for
    /// resources and identities; Terraform ignores a data source's version.
    pub version: i64,
    /// The fields, `id` and `timeouts` included.
    pub block: Ref<Block>,
    /// Operations with a timeout of their own.
    pub timeouts: Ref<[Timeout]>,
    /// Under which heading the documentation lists its page; empty for none.
    pub subcategory: Text,
}

/// The default timeout of one operation of a resource or data source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeout {
    /// `create`, `read`, `update`, `delete` or `default`.
    pub operation: Text,
    /// In nanoseconds.
    pub nanoseconds: u64,
}

/// The content of a block or of a nested attribute's object.
#[derive(Clone, Debug)]
pub struct Block {
    /// The fields, sorted by name.
    pub fields: Fields,
    /// The description; may be empty.
    pub description: Text,
    /// Why it should not be used any more; empty if it may.
    pub deprecated: Text,
    /// The description has an unusual format, like a field's with [`Flags::OTHER_KIND`].
    pub other_kind: bool,
}

impl Block {
    /// A block of these fields, sorted by name, without a description.
    #[doc(hidden)]
    #[must_use]
    pub fn plain(fields: impl IntoIterator<Item = Field>) -> Self {
        Block {
            fields: Fields::Shared(fields.into_iter().collect()),
            description: Ref::text(""),
            deprecated: Ref::text(""),
            other_kind: false,
        }
    }

    /// Whether the description is Markdown.
    #[must_use]
    pub fn is_markdown(&self) -> bool {
        is_markdown(&self.description, self.other_kind)
    }

    /// Each field with its value in an object; nothing if this is no object.
    #[doc(hidden)]
    pub fn with_values<'a>(
        &'a self,
        object: &'a Value,
    ) -> impl Iterator<Item = (&'a Field, &'a Value)> {
        self.fields
            .iter()
            .zip(object.as_object().unwrap_or_default())
    }

    /// The object with the value of each field replaced; anything else as it is.
    #[doc(hidden)]
    #[must_use]
    pub fn map_values<'a>(
        &'a self,
        object: &'a Value,
        mut change: impl FnMut(&'a Field, &'a Value) -> Value,
    ) -> Value {
        if !matches!(object, Value::Object(_)) {
            return object.clone();
        }
        let changed = self.with_values(object);
        Value::Object(changed.map(|(field, value)| change(field, value)).collect())
    }

    /// The object with every field replaced for which there is a replacement. Where there is none,
    /// the same is done in the objects of the field.
    #[doc(hidden)]
    #[must_use]
    pub fn replace_fields(
        &self,
        object: &Value,
        replacement: &dyn Fn(&Field, &Value) -> Option<Value>,
    ) -> Value {
        self.map_values(object, |field, value| {
            replacement(field, value).unwrap_or_else(|| match field.nested_block() {
                Some((_, block)) => value.map_objects(|it| block.replace_fields(it, replacement)),
                None => value.clone(),
            })
        })
    }

    /// The position and the field of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(usize, &Field)> {
        let index = self
            .fields
            .binary_search_by(|field| (*field.name).cmp(name))
            .ok()?;
        self.fields.get(index).map(|field| (index, field))
    }

    /// The field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.find(name).map(|(_, field)| field)
    }

    /// The type of this block's object: every attribute and every block type. As on the wire,
    /// a list or map block that holds something dynamic is dynamic as a whole.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let fields = self.fields.iter();
        let attribute =
            |field: &Field| ObjectAttribute::new(field.name.clone(), field.implied_type());
        Type::Object(fields.map(attribute).collect())
    }

    /// Whether a field along these steps is write-only.
    #[must_use]
    pub fn leads_to_write_only(&self, steps: &[Step]) -> bool {
        self.along(steps)
            .any(|(_, field)| field.is(Flags::WRITE_ONLY))
    }

    /// The fields on a path, as far as they exist, with the number of steps to each.
    pub(crate) fn along<'b>(
        &'b self,
        steps: &'b [Step],
    ) -> impl Iterator<Item = (usize, &'b Field)> {
        let mut inside = Some(self);
        let names = (1..).zip(steps).filter_map(|(count, step)| match step {
            Step::Attribute(name) => Some((count, name)),
            // Elements of collections have no fields of their own.
            _ => None,
        });
        names.map_while(move |(count, name)| {
            let field = inside?.field(name)?;
            inside = field.nested_block().map(|(_, block)| &**block);
            Some((count, field))
        })
    }

    /// Whether this holds for any field, at any depth.
    #[must_use]
    pub fn any_field(&self, holds: &impl Fn(&Field) -> bool) -> bool {
        self.fields.passing().iter().any(|field| {
            let inside = || {
                field
                    .nested_block()
                    .is_some_and(|(_, block)| block.any_field(holds))
            };
            holds(field) || inside()
        })
    }

    /// Whether something in this block is dynamic, at any depth.
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        self.any_field(&|field| field.attribute_type().is_some_and(Type::has_dynamic))
    }

    /// The object that replaces this block when nothing is configured: attributes and single
    /// blocks null, block collections empty, a group block as an object of such values.
    #[must_use]
    pub fn empty_object(&self) -> Value {
        Value::Object(self.fields.iter().map(Field::absent_value).collect())
    }
}

/// Whether a description is Markdown: usually it is, unless it is empty, which is usually plain, as
/// from other providers.
fn is_markdown(description: &str, other_kind: bool) -> bool {
    description.is_empty() == other_kind
}

/// An id as a string; `None` if it is null or unknown.
#[must_use]
#[doc(hidden)]
pub fn id_text(id: &Value) -> Option<Cow<'_, str>> {
    let elements = match id {
        Value::String(text) => return Some(text.as_ref().into()),
        Value::Number(number) => return Some(number.to_string().into()),
        Value::Bool(truth) => return Some(truth.to_string().into()),
        Value::List(elements) => elements.iter().map(id_text).collect::<Option<Vec<_>>>(),
        Value::Set(elements) => elements.iter().map(id_text).collect(),
        _ => None,
    };
    Some(elements?.join(",").into())
}

/// The id of this type that [`id_text`] writes like this. List elements are separated by commas, so
/// an element that contains commas is read as several.
fn id_of_type(ty: &Type, text: &str) -> Option<Value> {
    let elements = |element: &Type| {
        let parts = text.split(',').map(|part| id_of_type(element, part));
        (!text.is_empty() && element.is_primitive())
            .then(|| parts.collect::<Option<Vec<_>>>())
            .flatten()
    };
    match ty {
        Type::String => Some(Value::from(text)),
        Type::Number => Number::parse(text).ok().map(Value::Number),
        Type::Bool => text.parse().ok().map(Value::Bool),
        Type::List(element) => Some(Value::List(elements(element)?)),
        Type::Set(element) => Some(Value::Set(elements(element)?.into_iter().collect())),
        _ => None,
    }
}

impl Schema {
    /// A schema of this block, without timeouts and a place in the documentation.
    pub(crate) fn plain(kind: SchemaKind, type_name: Text, version: i64, block: Block) -> Self {
        Schema {
            kind,
            type_name,
            version,
            block: Ref::Shared(block.into()),
            timeouts: Ref::empty(),
            subcategory: Ref::text(""),
        }
    }

    /// The position of `id` among the root's fields (resources and data sources have one).
    #[must_use]
    pub fn id_index(&self) -> Option<usize> {
        self.block.find("id").map(|(index, _)| index)
    }

    /// The id in an object, as a string: a number as digits, a list as its elements separated by
    /// commas.
    #[must_use]
    pub fn id_in<'v>(&self, object: &'v Value) -> Option<Cow<'v, str>> {
        id_text(object.as_object()?.get(self.id_index()?)?)
    }

    /// The value of an id; `None` if the field `id` cannot hold such values.
    #[must_use]
    pub fn id_value(&self, text: &str) -> Option<Value> {
        id_of_type(self.block.field("id")?.attribute_type()?, text)
    }

    /// The position of `timeouts`, where users set how long operations may take: the block that the
    /// schema's timeouts add, or a field that holds only strings.
    #[must_use]
    pub fn timeouts_index(&self) -> Option<usize> {
        let (index, field) = self.block.find("timeouts")?;
        field.holds_timeouts().then_some(index)
    }
}
