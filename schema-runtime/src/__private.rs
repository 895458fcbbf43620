//! What generated code names. Not an interface: it changes with every version.

pub use std::fmt::{self, Display, Formatter};
pub use std::option::Option::{self, None, Some};
pub use std::result::Result;
pub use std::string::String;

pub use crate::attr::{Attr, ComputedOnly, WriteOnly};
pub use crate::field_type::{AttributeType, FieldType, Mismatch, nesting};
pub use crate::object::{
    Changeable, DataSourceRoot, Decoder, Encoder, Fixed, NoProviderMeta, Object, ProviderMetaRoot,
    ProviderRoot, ResourceRoot, Root,
};
pub use crate::refs::Ref::{self, Static};
pub use crate::refs::Text;
pub use crate::schema::{
    Block, Default, Extra, Field, Flags, Kind, Nesting, Range, Schema, SchemaKind, Timeout,
    Validator,
};
pub use crate::ty::Type;
pub use crate::value::Value;

use crate::attr::IntoField;
use crate::diagnostics::Diagnostics;
use crate::field_type::read;
use crate::path::Path;
use crate::schema::{Canonical, Suppress, SuppressRequest};

mod across;
mod asserts;
mod message;
mod of;

pub use across::{
    Place, assert_nested, assert_path, assert_stored, elements_compute, elements_hold_sets,
};
pub use asserts::{
    HasNoZero, Zero, assert_computed, assert_optional, assert_required, assert_single,
};
pub use of::{
    Of, OfObjects, attribute, block, extra_of, field, flags_of, kind, kind_of, nested, objects,
    of_type, plain, single_block,
};

/// What a known value of a field is read as: what is in an `Option`, else the type itself.
pub type Known<T> = <T as FieldType>::Known;

/// Must be configured.
pub const REQUIRED: Flags = Flags::REQUIRED;
/// May be configured.
pub const OPTIONAL: Flags = Flags::OPTIONAL;
/// Set by the provider.
pub const COMPUTED: Flags = Flags::COMPUTED;
/// May be configured, and chosen by the provider if it is not.
pub const OPTIONAL_COMPUTED: Flags = Flags::OPTIONAL.with(Flags::COMPUTED);

/// The schema that a provider's `meta` names.
#[must_use]
pub const fn provider_meta<M: ProviderMetaRoot>(provider: &str) -> &'static Schema {
    let named = M::__SCHEMA.type_name.const_str();
    // A struct with mistakes has no name: they have been told already.
    if !named.is_empty() && !provider.is_empty() && !message::equal(named, provider) {
        message::Message::new()
            .add("the struct that `meta` names is for the provider ")
            .name(named)
            .add(", and this is ")
            .name(provider)
            .help("write the same name in both")
            .stop();
    }
    M::__SCHEMA
}

/// What `id` is.
pub const ID_DESCRIPTION: &str = "Identifies the object; chosen by the provider.";
/// What `timeouts` is.
pub const TIMEOUTS_DESCRIPTION: &str = "How long operations may take.";

/// Stands for the table of a struct with mistakes, which is never used.
pub const NO_BLOCK: &Block = &Block {
    fields: Ref::Static { value: &[] },
    description: Text::text(""),
    deprecated: Text::text(""),
};

/// Stands for the schema of a struct with mistakes, which is never used.
pub const NO_SCHEMA: &Schema = &Schema {
    kind: SchemaKind::Resource,
    type_name: Text::text(""),
    version: 0,
    block: Ref::Static { value: NO_BLOCK },
    timeouts: Ref::Static { value: &[] },
};

/// A static text.
#[must_use]
pub const fn text(text: &'static str) -> Text {
    Text::text(text)
}

/// The handle of the field at a position.
#[must_use]
pub const fn at<R, T, A>(position: u16) -> Attr<R, T, A> {
    Attr::__new(position)
}

/// The field `id` that resources and data sources have.
#[must_use]
pub const fn id() -> Field {
    field::<String>("id", COMPUTED.with(Flags::IMPLIED), ID_DESCRIPTION)
}

/// One operation in the block `timeouts`.
#[must_use]
pub const fn timeout(operation: &'static str) -> Field {
    field::<Option<String>>(operation, OPTIONAL.with(Flags::IMPLIED), "")
}

/// Calls an author's check.
pub fn check<T: FieldType>(
    path: &Path,
    value: &Value,
    check: fn(&Path, &T) -> Diagnostics,
) -> Diagnostics {
    match T::from_value(value) {
        Ok(value) => check(path, &value),
        Err(mismatch) => mismatched(path, &mismatch),
    }
}

fn mismatched(path: &Path, mismatch: &Mismatch) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for (place, text) in mismatch.places() {
        diagnostics.error_at(path.clone().join(place), "Wrong type of value", text);
    }
    diagnostics
}

/// Turns what an author's default function returns into a value of the field.
///
/// # Errors
/// The function's own.
pub fn default_from<F, V, E>(result: Result<V, E>) -> Result<Value, Diagnostics>
where
    F: FieldType,
    V: IntoField<F>,
    E: Into<Diagnostics>,
{
    result.map(IntoField::into_field).map_err(Into::into)
}

/// Calls an author's suppress function. Values that cannot be read as the field's type differ.
pub fn suppress<R, T: FieldType>(
    request: &SuppressRequest<'_>,
    old: &Value,
    new: &Value,
    suppress: fn(&Suppress<'_, R>, &T, &T) -> bool,
) -> bool {
    match (T::from_value(old), T::from_value(new)) {
        (Ok(old), Ok(new)) => suppress(&Suppress::new(request), &old, &new),
        _ => false,
    }
}

/// Calls an author's canonical function. A value that cannot be read as the field's type is its
/// own canonical form.
pub fn canonical<T: FieldType>(value: &Value, canonical: fn(&T) -> Canonical) -> Value {
    T::from_value(value).map_or_else(|_| value.clone(), |read| canonical(&read).into_value())
}

/// Calls an author's state function. A value that cannot be read as the field's type is stored
/// as it is.
pub fn state_fn<T: FieldType>(value: &Value, state_fn: fn(&T) -> T) -> Value {
    T::from_value(value).map_or_else(|_| value.clone(), |read| state_fn(&read).to_value())
}

/// Calls an author's key function. An element that cannot be read is its own key.
pub fn set_key<T: FieldType, K: FieldType>(value: &Value, key: fn(&T) -> K) -> Value {
    read::<T>(value).map_or_else(|_| value.clone(), |element| key(&element).to_value())
}

/// Reads an enum.
///
/// # Errors
/// The value is no text, or none of the allowed ones.
pub fn read_enum<T>(
    value: &Value,
    names: &[&str],
    from_name: fn(&str) -> Option<T>,
) -> Result<T, Mismatch> {
    let Value::String(text) = value else {
        return Err(Mismatch::expected("a string", value));
    };
    from_name(text).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        Mismatch::new(format!(
            "one of {} is required, but this is {text:?}",
            names.join(", ")
        ))
    })
}
