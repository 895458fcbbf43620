//! Texts of errors that more than one caller of the rules says: of findings that take two structs, the
//! one that nests and the one that is nested, and of what constants check.
//!
//! The derive sees one struct at a time and leaves these to constants that the compiler
//! evaluates; it takes the texts from here, so that the checks on schemas built at run time
//! say the same.

mod field;
mod nesting;
mod registration;
mod root;

pub use field::{
    NOT_A_NUMBER, NOT_WRITE_ONLY, OPTIONAL_WITHOUT_ROOM, default_invalid, divisor_zero,
    interval_reversed, listed_twice, optional_without_room, relation_index,
};
pub use nesting::{
    BLOCK_IN_ATTRIBUTE, COMPUTED_BLOCK_CONTENT, COMPUTED_BLOCK_REQUIRED, DYNAMIC_IN_COLLECTION,
    RECURSIVE, ROOT_AS_BLOCK, STORED_IN_WRITE_ONLY, SUPPRESS_IN_SET, WRITE_ONLY_IN_COMPUTED,
    WRITE_ONLY_IN_SET, block_in_attribute, computed_block_content, computed_block_required,
    computed_in_set, dynamic_in_collection, recursive, set_in_set, stored_in_write_only,
    suppress_in_set, write_only_in_computed, write_only_in_set,
};
pub use registration::{
    DUPLICATE_TYPE, LIST_OF_ANOTHER, LIST_WITHOUT_IDENTITY, PROVIDER_META_NAME, TYPE_PREFIX,
    UPDATE_MISSING, UPDATE_SUPERFLUOUS, UPDATE_TIMEOUT, update_missing, update_superfluous,
};
pub use root::{
    COMPUTED_BLOCK_ELSEWHERE, COMPUTED_SETTING, SENSITIVE_IN_STATE_STORE,
    WRITE_ONLY_IN_STATE_STORE, WRITE_ONLY_OUTSIDE_RESOURCE, computed_block_elsewhere,
    computed_setting, sensitive_in_state_store, write_only_in_state_store,
    write_only_outside_resource,
};

use alloc::string::String;

use crate::violation::Text;

/// A text with places for names, so that a constant too can put it together.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What is wrong.
    pub message: &'static [Part],
    /// What to write instead.
    pub help: &'static [Part],
}

/// A piece of a [`Template`].
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// These words.
    Text(&'static str),
    /// The name of the field that nests.
    Outer,
    /// The dotted name of the nested field.
    Inner,
    /// An annotation key.
    Key,
}

impl Template {
    /// The text with these names.
    #[must_use]
    pub fn fill(&self, outer: &str, inner: &str, key: &str) -> Text {
        let join = |parts: &[Part]| {
            let mut joined = String::new();
            for part in parts {
                joined.push_str(match part {
                    Part::Text(text) => text,
                    Part::Outer => outer,
                    Part::Inner => inner,
                    Part::Key => key,
                });
            }
            joined
        };
        Text {
            message: join(self.message),
            help: Some(join(self.help)),
        }
    }
}

fn text(message: String, help: &str) -> Text {
    Text {
        message,
        help: Some(String::from(help)),
    }
}
