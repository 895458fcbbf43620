//! What Terraform Core itself does with a provider's values: which state it proposes, and which
//! plans and results of an apply it accepts.
//!
//! Our own implementation of the rules of core 1.11, over our schemas and values. The server
//! applies them before it answers, so that we report a contradiction to the provider developer,
//! with the field and the remedy, instead of Terraform reporting a bug in the provider. The local
//! runner needs them to replace core. They are tested against core's own answers.
//!
//! All of them are functions of a [`Block`](crate::schema::Block) and positional
//! [`Value`](crate::value::Value)s, take time linear in the size of the values (sets are joined by
//! hash), and return errors, never panic, where core itself would crash. A field counts as computed
//! if it is exported as computed
//! ([`Field::is_wire_computed`](crate::schema::Field::is_wire_computed)).
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::codec::{UnsupportedAttributes, json};
//! use schema_runtime::object::schema;
//! use schema_runtime::terraform_core::plan_valid;
//!
//! let block = &schema::<Image>().block;
//! let object = |text: &str| json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
//! let config = object(r#"{"name": "a", "note": "kept", "format": "raw"}"#);
//! assert!(plan_valid(block, &Value::Null, &config, &config).is_empty());
//! // What is configured must be planned as it is.
//! let planned = object(r#"{"name": "a", "note": "lost", "format": "raw"}"#);
//! let errors = plan_valid(block, &Value::Null, &config, &planned);
//! assert_eq!(errors[0].path.to_string(), "note");
//! ```

mod compatible;
mod element;
mod plan_attributes;
mod plan_valid;
mod proposed;
mod proposed_sets;
mod refinements;
mod replace;
mod set_order;
mod support;
mod value_type;
mod write_only;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::path::Path;

pub use compatible::object_compatible;
pub(crate) use element::{declared, each_part};
pub use plan_valid::plan_valid;
pub use proposed::{DeferredMaps, planned_data, proposed_new};
pub use replace::replace_paths;
pub use set_order::order as set_order;
pub(crate) use value_type::field_conformance;
pub use value_type::{conformance, null_sensitive_elements, value_type};
pub(crate) use write_only::has_write_only;
pub use write_only::{core_overlooks_write_only, write_only_values};

/// Something that core would reject: where, and what is wrong there, in plain words. The text never
/// contains values of sensitive attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreError {
    /// The attribute; the root if the whole object is concerned.
    pub path: Path,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for CoreError {}
