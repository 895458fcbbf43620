//! What Terraform core itself does with a provider's values: which state it proposes, which plan it
//! accepts, which object it accepts after an apply.
//!
//! These are the rules of core 1.11 as our own code, over our schemas and values. The server asks
//! them before it answers, so that a provider developer hears about a contradiction from us, with
//! the field and the cure, and not from Terraform as a bug of the provider; the local runner needs
//! them to take core's place. They are tested against answers of core itself.
//!
//! All of them are functions of a [`Block`](crate::schema::Block) and positional
//! [`Value`](crate::value::Value)s, take time that is linear in the size of the values (sets are
//! joined by hash), and answer with errors, never with a panic, where core itself would crash. A
//! field counts as computed where it is exported as computed
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
mod compatible_sets;
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
pub use plan_valid::plan_valid;
pub use proposed::{DeferredMaps, planned_data, proposed_new};
pub use replace::replace_paths;
pub use set_order::order as set_order;
pub use value_type::{conformance, null_sensitive_elements, value_type};
pub(crate) use write_only::has_write_only;
pub use write_only::{core_overlooks_write_only, write_only_values};

/// Something that core would reject: where, and what is wrong there in plain words. Values of
/// sensitive attributes are never in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreError {
    /// The attribute; the root where it concerns the whole object.
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
