//! Items that generated code uses. Not a public interface: it changes with every version.

pub use std::fmt::{self, Display, Formatter};
pub use std::marker::Send;
pub use std::option::Option::{self, None, Some};
pub use std::result::Result;
pub use std::string::String;

pub use crate::attr::{Attr, ComputedOnly, Flat, IntoField, OptionalComputed, Removed, WriteOnly};
pub use crate::data::Val;
pub use crate::field_type::canonical_parts as canonical_members;
pub use crate::field_type::{AttributeType, FieldType, HasZero, Mismatch};
pub use crate::object::{
    ActionRoot, DataSourceRoot, Decoder, Encoder, EphemeralRoot, FunctionRoot, IdentityRoot,
    ListRoot, NoIdentity, NoProviderMeta, Object, Objects, ProviderMetaRoot, ProviderRoot,
    ResourceRoot, Root, StateStoreRoot, Unported, UnportedList, UnportedRoot, nesting,
};
pub use crate::object::{AnyVersion, Version};
pub use crate::object::{Holds, HoldsNone, Structs, contains_itself, reports_cycle};
pub use crate::refs::Ref::{self, Static};
pub use crate::refs::Text;
pub use crate::schema::{
    Block, CanonicalFn, Default, Extra, Field, Fields, Flags, FunctionSchema, IdentityField,
    IdentityTable, Kind, Made, Nesting, Predicate, Range, Row, Schema, SchemaKind, StaticField,
    StaticKind, Table, Timeout, Total, Validator,
};
pub use crate::sealed::Sealed;
pub use crate::ty::Type;
pub use crate::validators;
pub use crate::value::Value;

use schema_rules::shared_texts;

use crate::diagnostics::Diagnostics;
use crate::path::Path;

/// A loop over a table of fields, or by reference over a slice (`&item`): constants have no `for`.
macro_rules! for_each {
    ($item:ident in $all:expr, $body:block) => {{
        let (all, mut next) = ($all, 0);
        while next < all.len() {
            let $item = all.get(next);
            next += 1;
            $body
        }
    }};
    (&$item:ident in $all:expr, $body:block) => {{
        let (all, mut next) = ($all, 0);
        while next < all.len() {
            let $item = &all[next];
            next += 1;
            $body
        }
    }};
}

mod as_blocks;
mod asserts;
mod choice;
mod const_checks;
mod cross_struct;
pub mod example;
mod field_of_type;
mod field_paths;
mod flatten;
mod function;
mod functions;
mod identity;
mod import;
mod listed;
mod message;
mod newtype;

pub use as_blocks::*;
// Not `*`: the compiler would show another path of `HasDefault`, which is not among these.
pub use asserts::{
    HasNoZero, Zero, assert_alone, assert_arguments, assert_attribute, assert_collection,
    assert_computed, assert_fallback, assert_fits, assert_listed, assert_may_be_absent,
    assert_optional, assert_possible, assert_required, assert_result, assert_secret, assert_single,
    assert_text, marks_default,
};
pub use choice::*;
pub use const_checks::{
    NoTexts, WholeNumber, anything_passes, assert_count, assert_end, assert_limit, assert_that,
    bits, count as count_limit, float_passes, has_sign, integer_passes, is_new_at, limit,
    range_end, text_passes, variant_passes, whole_number,
};
pub use cross_struct::*;
pub use field_of_type::*;
pub use field_paths::*;
pub use flatten::*;
pub use function::*;
pub use functions::{canonical, check, default_from, force_new_when, set_key, state_fn, suppress};
pub use identity::*;
pub use import::*;
pub use listed::{Listed, Lists, listed};
pub use message::{Message, equal};
pub use newtype::*;

/// The Rust type of a known value of a field: the type in an `Option`, else the type itself.
pub type Known<T> = <T as FieldType>::Known;

/// The same for an attribute's type.
pub type KnownAttribute<T> = <T as KnownOf>::Known;

/// Must be configured.
pub const REQUIRED: Flags = Flags::REQUIRED;
/// May be configured.
pub const OPTIONAL: Flags = Flags::OPTIONAL;
/// Set by the provider.
pub const COMPUTED: Flags = Flags::COMPUTED;
/// May be configured, and chosen by the provider if it is not.
pub const OPTIONAL_COMPUTED: Flags = Flags::OPTIONAL.with(Flags::COMPUTED);

/// The schema that a provider's `meta` names, which must be for a provider of this name (R234), or
/// for any if the name is empty.
#[must_use]
#[track_caller]
pub const fn provider_meta<M: ProviderMetaRoot>(provider: &str) -> &'static Schema {
    let named = M::__SCHEMA.type_name.const_str();
    // A struct with errors has no name: they have already been reported.
    if !named.is_empty() && !provider.is_empty() && !equal(named, provider) {
        Message::of(&shared_texts::PROVIDER_META_NAME, provider, named, "").stop();
    }
    M::__SCHEMA
}

/// Replaces the table of a struct with errors; never used.
pub const NO_BLOCK: &Block = &Block {
    fields: Fields::empty(),
    description: Text::text(MISTAKES),
    deprecated: Text::text(""),
    other_kind: false,
};

/// The description of [`NO_BLOCK`], which distinguishes it from a struct without fields.
const MISTAKES: &str = "a struct with mistakes";

/// Whether a table replaces that of a struct with errors, which have already been reported.
const fn has_mistakes(block: &Block) -> bool {
    equal(block.description.const_str(), MISTAKES)
}

/// Replaces the schema of a struct with errors; never used.
pub const NO_SCHEMA: &Schema = &Schema {
    kind: SchemaKind::Resource,
    type_name: Text::text(""),
    version: 0,
    block: Ref::Static { value: NO_BLOCK },
    timeouts: Ref::Static { value: &[] },
    subcategory: Text::text(""),
};

/// A static text.
#[must_use]
pub const fn text(text: &'static str) -> Text {
    Text::text(text)
}

/// A string of an enum's `other` variant. In a provider developer's module without a prelude,
/// `From` is out of reach.
#[must_use]
pub fn owned(text: &str) -> String {
    text.to_owned()
}

/// A list as a value.
#[must_use]
pub fn list(elements: Vec<Value>) -> Value {
    Value::List(elements)
}

/// A set as a value.
#[must_use]
pub fn set(elements: Vec<Value>) -> Value {
    Value::Set(elements.into_iter().collect())
}

/// The value of an enum's variant, or of a string in a default.
#[must_use]
pub fn string(text: &str) -> Value {
    Value::string(text)
}

/// The constant of the field at a position.
#[must_use]
pub const fn at<R, T, A>(position: u16) -> Attr<R, T, A> {
    Attr::__new(position)
}

/// The constant of a flattened struct.
#[must_use]
pub const fn flat<R, O>(positions: &'static [u16]) -> Flat<R, O> {
    Flat::__new(positions)
}

/// Calls a provider developer's check of values whose type is known only from the check.
pub fn check_any<T: FieldType>(
    path: &Path,
    value: &Value,
    check: fn(&Path, &T) -> Diagnostics,
) -> Diagnostics {
    functions::check::<T, functions::Plain, _>(path, value, check)
}

/// Reads an enum.
///
/// # Errors
/// The value is not a string, or none of the allowed ones.
pub fn read_enum<T>(
    value: &Value,
    names: &[&str],
    from_name: fn(&str) -> Option<T>,
) -> Result<T, Mismatch> {
    let Value::String(text) = value else {
        return Err(Mismatch::expected("a string", value));
    };
    from_name(text).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|it| schema_rules::quoted(it)).collect();
        let (names, given) = (names.join(", "), schema_rules::quoted(text));
        Mismatch::new(format!("one of {names} is required, but this is {given}"))
    })
}

/// The type of a field that could not be read. Its constant depends on the field, so that the
/// compiler treats it as the same error.
#[derive(Debug)]
pub struct Unread<const LOOK: usize>;

/// A number if a type fits. If it does not, the compiler treats the number as the same error as the
/// type, and so too the result of [`As`].
#[derive(Debug)]
pub struct Fits<const ZERO: usize>;

/// A type that fits is itself.
pub trait As<T> {
    /// The type.
    type Type;
}

impl<T> As<T> for Fits<0> {
    type Type = T;
}

/// The type of a field in its constant: itself if it fits, otherwise the same error to the compiler
/// as the number.
pub type Fitting<T, const ZERO: usize> = <Fits<ZERO> as As<T>>::Type;
