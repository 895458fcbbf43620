//! [`Object`]: the trait that the derive implements for a struct.
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::object::{block, schema};
//!
//! assert_eq!(schema::<Image>().type_name.as_str(), "disk_image");
//! assert!(block::<Partition>().field("label").is_some());
//! ```

mod codec;
mod contained;
mod nested;
mod unported;
mod version;

use crate::field_type::{FieldType, Mismatch};
use crate::path::Step;
use crate::schema::{Block, FunctionSchema, IdentitySchema, IdentityTable, Schema};
use crate::value::Value;

#[doc(hidden)]
pub use codec::{Decoder, Encoder};
pub use codec::{decode, encode};
pub(crate) use codec::{decode_flat, encode_flat};
pub(crate) use contained::order;
#[doc(hidden)]
pub use contained::{
    Both, Depth, Holds, HoldsNone, NestingPaths, NoPath, Nothing, One, Structs, contains_itself,
    reports_cycle,
};
#[doc(hidden)]
pub use nested::{Objects, nesting};
#[doc(hidden)]
pub use unported::{Unported, UnportedList, UnportedRoot, Unwritten, unported};
#[doc(hidden)]
pub use version::{AnyVersion, Follows, Version};

/// A struct with `#[derive(Schema)]`: the object of a resource, data source, provider
/// configuration, `provider_meta`, block or nested attribute. Implemented by the derive only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a schema struct",
    label = "needs #[derive(Schema)]",
    note = "blocks and nested attributes hold structs: a string, a number, an enum or a list of these is an attribute, without `block(…)` and `nested(…)`"
)]
pub trait Object: Sized + 'static {
    /// The fields; use [`block`] to access them.
    #[doc(hidden)]
    const __BLOCK: &'static Block = Self::a_struct_cannot_contain_itself;
    /// The table of the fields; empty for structs that contain each other (R230). For cycles longer
    /// than the search, the compiler can only say which constant needs itself, so the name of this
    /// one says what is wrong. All references from one struct to another use this name and not the
    /// other, which would then be the one that is reported.
    #[doc(hidden)]
    #[allow(non_upper_case_globals)]
    const a_struct_cannot_contain_itself: &'static Block;
    /// The location and the name of the struct, which together are unique. Empty for a struct that
    /// contains no other struct.
    #[doc(hidden)]
    const __OF_STRUCT: &'static str = "";
    /// The type of `provider_meta`, as in [`ProviderRoot::Meta`]; [`NoProviderMeta`] for all other
    /// structs. A struct that lacks its `#[schema(provider = "…")]` has it too, so that only the
    /// missing attribute is reported.
    #[doc(hidden)]
    type __Meta: ?Sized;
    /// The client of a provider: this one, or [`Unwritten`] if any other fits as well.
    #[doc(hidden)]
    type __Client<C>: ?Sized;
    /// The structs in it, as a type.
    #[doc(hidden)]
    #[must_use]
    fn __nested() -> impl Structs {}
    /// Reads the struct's fields by position.
    #[doc(hidden)]
    fn __decode(decoder: &mut Decoder<'_>) -> Self;
    /// Writes the struct's fields by position.
    #[doc(hidden)]
    fn __encode(&self, encoder: &mut Encoder);
}

/// The root of a schema: a resource, data source or provider configuration struct. Implemented by
/// the derive only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the root of a schema",
    label = "needs #[derive(Schema)] with #[schema(resource = \"…\")], data_source or provider"
)]
pub trait Root: Object {
    /// The whole schema.
    #[doc(hidden)]
    const __SCHEMA: &'static Schema;
    /// The version of the schema, as a type.
    #[doc(hidden)]
    type __Version;
    /// See [`import_pattern`]; empty if not set.
    #[doc(hidden)]
    const __IMPORT: &'static str = "";
    /// Whether objects cannot be imported.
    #[doc(hidden)]
    const __REFUSES_IMPORT: bool = false;
    /// Whether a version above 0 may have no upgrade (R252).
    #[doc(hidden)]
    const __NO_UPGRADE_ALLOWED: bool = false;
    /// The struct's location, if its code is still to be written: `unported`.
    #[doc(hidden)]
    const __UNPORTED: Option<Unported> = None;
    /// Whether previous versions had no other fields than this one: their states are read
    /// unchanged.
    #[doc(hidden)]
    const __ONLY_ADDED: bool = false;
}

/// A [`Root`] that describes a resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a resource",
    label = "needs #[schema(resource = \"…\")]"
)]
pub trait ResourceRoot: Root {
    /// The identity of its objects, if that is a separate struct
    /// (`#[schema(resource = "…", identity = …)]`); else [`NoIdentity`].
    type Identity: OwnIdentity;
    /// The identity table of its struct.
    #[doc(hidden)]
    const __IDENTITY: Option<&'static IdentityTable> = <Self::Identity as OwnIdentity>::__STRUCT;
}

/// A [`Root`] that identifies the objects of a resource, which names it with `identity = …`.
/// Implemented by the derive only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe an identity",
    label = "needs #[schema(identity)]",
    note = "a resource whose identity consists of its fields, `identity(name)`, needs no code for it: set the fields"
)]
pub trait IdentityRoot: Root + Send {
    /// The identity table of a resource that names it.
    #[doc(hidden)]
    const __TABLE: &'static IdentityTable;
}

/// The identity type of a resource without a separate
/// identity struct.
#[derive(Clone, Copy, Debug)]
pub enum NoIdentity {}

/// What a resource names as its identity: the struct of one, or [`NoIdentity`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe an identity",
    label = "needs #[derive(Schema)] with #[schema(identity)]"
)]
pub trait OwnIdentity: Send + 'static {
    /// The identity table of a resource that names it.
    #[doc(hidden)]
    const __STRUCT: Option<&'static IdentityTable> = None;
    /// As a value.
    #[doc(hidden)]
    fn __value(self) -> Value;
}

impl<I: IdentityRoot> OwnIdentity for I {
    const __STRUCT: Option<&'static IdentityTable> = Some(I::__TABLE);

    fn __value(self) -> Value {
        encode(&self)
    }
}

impl OwnIdentity for NoIdentity {
    fn __value(self) -> Value {
        match self {}
    }
}

/// The schema of a resource's identity, if it has one.
#[must_use]
pub fn identity_schema<R: ResourceRoot>() -> Option<IdentitySchema> {
    R::__IDENTITY.map(|table| IdentitySchema::new(table, R::__SCHEMA))
}

/// A [`Root`] that describes a data source.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a data source",
    label = "needs #[schema(data_source = \"…\")]"
)]
pub trait DataSourceRoot: Root {}

/// A [`Root`] that describes a provider's configuration.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a provider's configuration",
    label = "needs #[schema(provider = \"…\")]"
)]
pub trait ProviderRoot: Root {
    /// The content of this provider's `provider_meta` blocks: the struct that
    /// `#[schema(provider = "…", meta = …)]` names, or [`NoProviderMeta`].
    type Meta: Send + Sync + 'static;
    /// Its schema.
    #[doc(hidden)]
    const __META: Option<&'static Schema>;
}

/// A [`Root`] that describes what modules tell a provider about themselves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a provider_meta block",
    label = "needs #[schema(provider_meta = \"…\")]",
    note = "a provider names the struct of its `provider_meta` blocks with \
            `#[schema(provider = \"…\", meta = …)]`"
)]
pub trait ProviderMetaRoot: Root {}

/// A [`Root`] that describes an ephemeral resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe an ephemeral resource",
    label = "needs #[schema(ephemeral = \"…\")]"
)]
pub trait EphemeralRoot: Root {}

/// A [`Root`] that describes the configuration of a list resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a list resource's configuration",
    label = "needs #[schema(list = \"…\")]"
)]
pub trait ListRoot: Root {}

/// A [`Root`] that describes the configuration of an action.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe an action",
    label = "needs #[schema(action = \"…\")]"
)]
pub trait ActionRoot: Root {}

/// A [`Root`] that describes the configuration of a state store.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a state store",
    label = "needs #[schema(state_store = \"…\")]"
)]
pub trait StateStoreRoot: Root {}

/// A [`Root`] that describes a function: its fields are the parameters. Implemented by
/// `#[derive(Function)]` only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a function",
    label = "needs #[derive(Function)]"
)]
pub trait FunctionRoot: Root {
    /// The result type, from `#[function(output = …)]`.
    type Output: Send + 'static;
    /// Its signature.
    #[doc(hidden)]
    const __FUNCTION: &'static FunctionSchema;
    /// Its result as a value.
    #[doc(hidden)]
    fn __result(output: Self::Output) -> Value;
}

/// The signature of a function.
#[must_use]
pub fn function_schema<F: FunctionRoot>() -> &'static FunctionSchema {
    F::__FUNCTION
}

/// The `provider_meta` type of a provider without these blocks.
#[derive(Debug)]
pub enum NoProviderMeta {}

/// The fields of a schema struct.
#[must_use]
pub fn block<T: Object>() -> &'static Block {
    T::__BLOCK
}

/// The schema of a provider's `provider_meta` blocks, if it takes any.
#[must_use]
pub fn provider_meta_schema<P: ProviderRoot>() -> Option<&'static Schema> {
    P::__META
}

/// The schema of a root struct.
#[must_use]
pub fn schema<T: Root>() -> &'static Schema {
    T::__SCHEMA
}

/// The pattern of a resource's import ids (`{directory}/{name}`), if its struct has one.
#[must_use]
pub fn import_pattern<T: Root>() -> Option<&'static str> {
    Some(T::__IMPORT).filter(|pattern| !pattern.is_empty())
}

/// Whether objects of a resource cannot be imported, as its struct says.
#[must_use]
pub fn refuses_import<T: Root>() -> bool {
    T::__REFUSES_IMPORT
}

impl<T: Object> FieldType for T {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        // The single block of a list or set with `max_items = 1`.
        let [only] = value.elements() else {
            return decode(value);
        };
        decode(only).map_err(|mismatch| match value {
            Value::Set(_) => mismatch.under(Step::Element(Box::new(only.clone()))),
            _ => mismatch.under(Step::Index(0)),
        })
    }

    #[doc(hidden)]
    fn __is_none(value: &Value) -> bool {
        match value {
            Value::List(_) | Value::Set(_) => value.elements().is_empty(),
            value => value.is_null(),
        }
    }

    fn to_value(&self) -> Value {
        encode(self)
    }

    fn placeholder() -> Self {
        // Fields of an empty object read as absent or as their own placeholder; mismatches are
        // dropped with the decoder.
        T::__decode(&mut Decoder::new(T::__BLOCK, &[]))
    }
}
