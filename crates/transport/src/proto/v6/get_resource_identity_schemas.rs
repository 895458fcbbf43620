//! What identifies the objects of the resources (6.9); asked for from Terraform 1.12 on.

use super::Diagnostic;
use bytes::Bytes;
use std::collections::BTreeMap;

messages! {
    /// Asks for them.
    #[derive(Copy)]
    Request {}

    /// Those that there are.
    Response {
        /// By the resource's type.
        [btree_map = "string, message", tag = "1"] identity_schemas: BTreeMap<String, ResourceIdentitySchema>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
with_diagnostics!(Response);

messages! {
    /// What identifies the objects of one resource.
    ResourceIdentitySchema {
        /// The version of identities in states.
        [int64, tag = "1"] version: i64,
        /// The attributes.
        [message, repeated, tag = "2"] identity_attributes: Vec<IdentityAttribute>,
    }

    /// An attribute of an identity; required for import, or optional.
    IdentityAttribute {
        /// Its name.
        [string, tag = "1"] name: String,
        /// Its type in JSON.
        [bytes = "bytes", tag = "2"] r#type: Bytes,
        /// An import must say it.
        [bool, tag = "3"] required_for_import: bool,
        /// An import may say it.
        [bool, tag = "4"] optional_for_import: bool,
        /// What it is.
        [string, tag = "5"] description: String,
    }
}
