//! Attributes of protocol 6: they may be nested.

use super::StringKind;
use crate::proto::schema::AttributeMessage;
use bytes::Bytes;

messages! {
    /// An attribute.
    Attribute {
        /// Its name.
        [string, tag = "1"] name: String,
        /// Its type constraint in JSON; empty when `nested_type` is set. Malformed JSON makes
        /// Terraform panic.
        [bytes = "bytes", tag = "2"] r#type: Bytes,
        /// The inner attributes of a nested attribute.
        [message, optional, tag = "10"] nested_type: Option<Object>,
        /// Documentation.
        [string, tag = "3"] description: String,
        /// Must be configured.
        [bool, tag = "4"] required: bool,
        /// May be configured.
        [bool, tag = "5"] optional: bool,
        /// May be filled by the provider.
        [bool, tag = "6"] computed: bool,
        /// Hidden in output.
        [bool, tag = "7"] sensitive: bool,
        /// How `description` is written.
        [enumeration = "StringKind", tag = "8"] description_kind: i32,
        /// Terraform warns when it is used.
        [bool, tag = "9"] deprecated: bool,
        /// Only in the configuration, never in plan or state (6.8).
        [bool, tag = "11"] write_only: bool,
        /// Terraform's warning, since 1.15; without `deprecated` it must be empty, or the schema is
        /// rejected.
        [string, tag = "12"] deprecation_message: String,
    }
}

impl AttributeMessage for Attribute {}

messages! {
    /// The inside of a nested attribute.
    Object {
        /// Attributes.
        [message, repeated, tag = "1"] attributes: Vec<Attribute>,
        /// An [`ObjectNesting`].
        [enumeration = "ObjectNesting", tag = "3"] nesting: i32,
    }
}

/// How a nested attribute repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum ObjectNesting {
    /// Not set.
    Invalid = 0,
    /// One object.
    Single = 1,
    /// A list of objects.
    List = 2,
    /// A set of objects.
    Set = 3,
    /// A map of objects.
    Map = 4,
}
