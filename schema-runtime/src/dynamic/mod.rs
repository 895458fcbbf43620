//! Schemas that are built at run time, for tools and tests.
//!
//! They come from Terraform's own schema JSON: one `block` ([`read_block`]), or the whole document
//! that `terraform providers schema -json` prints ([`read_document`]). [`block_json`],
//! [`schema_json`] and [`document_json`] write it back.
//!
//! The result is the same [`Schema`](crate::schema::Schema) and [`Block`](crate::schema::Block)
//! that the derive emits, only in shared memory. Reading checks the form alone;
//! [`check::rules`](crate::check::rules) checks the rules, with the messages of the compile errors.
//!
//! ```
//! use schema_runtime::dynamic::{read_schema, schema_json};
//! use schema_runtime::schema::{Flags, SchemaKind};
//!
//! let json = serde_json::json!({
//!     "version": 0,
//!     "block": {"attributes": {"name": {"type": "string", "required": true}}},
//! });
//! let image = read_schema(SchemaKind::Resource, "disk_image", &json).unwrap();
//! assert!(image.block.field("name").unwrap().is(Flags::REQUIRED));
//! assert_eq!(schema_json(&image)["block"]["attributes"]["name"]["type"], "string");
//! ```

mod document;
mod error;
mod function;
mod identity;
mod print;
mod terraform;
mod types;

pub use document::{ProviderSchemas, document_json, read_document};
pub use error::DynamicSchemaError;
pub use print::{block_json, schema_json};
pub use terraform::{read_block, read_schema};
pub use types::{type_from_json, type_to_json};
