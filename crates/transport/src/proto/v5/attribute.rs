//! Attributes of protocol 5: not nested, and write-only has a different number.

use crate::proto::common::StringKind;
use crate::proto::schema::AttributeMessage;
use bytes::Bytes;

messages! {
    /// An attribute.
    Attribute {
        /// Its name.
        [string, tag = "1"] name: String,
        /// Its type constraint in JSON.
        [bytes = "bytes", tag = "2"] r#type: Bytes,
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
        /// Only in the configuration, never in plan or state (5.8).
        [bool, tag = "10"] write_only: bool,
        /// Terraform's warning, since 1.15; without `deprecated` it must be empty, or the schema is
        /// rejected.
        [string, tag = "11"] deprecation_message: String,
    }
}

impl AttributeMessage for Attribute {}
