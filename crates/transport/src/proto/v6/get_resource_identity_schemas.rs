//! The identity schemas of the resources (6.9); requested since Terraform 1.12.

use super::Diagnostic;
use bytes::Bytes;
use std::collections::BTreeMap;

messages! {
    /// Asks for the identity schemas.
    #[derive(Copy)]
    Request {}

    /// The identity schemas.
    Response {
        /// By the resource's type.
        [btree_map = "string, message", tag = "1"] identity_schemas: BTreeMap<String, ResourceIdentitySchema>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }

    /// The identity schema of one resource.
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
        /// Required in an import.
        [bool, tag = "3"] required_for_import: bool,
        /// Optional in an import.
        [bool, tag = "4"] optional_for_import: bool,
        /// Its description.
        [string, tag = "5"] description: String,
    }
}
