//! [`Validator`]: checks of configured values, as data.

use crate::diagnostics::Diagnostics;
use crate::path::Path;
use crate::refs::Ref;
use crate::value::Value;

pub use schema_rules::validator::{Form, Predicate, Range};

/// A check of a configured value. Null and unknown values are not checked: other rules cover them.
///
/// A [`Predicate`] says what one value must be; this type combines predicates.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Validator {
    /// One value.
    Value {
        /// What it must be.
        predicate: Predicate,
    },
    /// Every element of a list or set, every value of a map.
    Each {
        /// The checks of one element.
        validators: Ref<[Validator]>,
    },
    /// Every key of a map.
    Keys {
        /// The checks of one key.
        validators: Ref<[Validator]>,
    },
    /// The element at one position of a tuple.
    At {
        /// The position, from 0.
        position: u32,
        /// The checks of that element.
        validators: Ref<[Validator]>,
        /// Whether null is a value of its type.
        nullable: bool,
        /// Which levels inside it hold nulls, as in [`Flags::nulls_at`](super::Flags::nulls_at).
        null_levels: u32,
    },
    /// Passes if all of these do.
    All {
        /// The checks.
        validators: Ref<[Validator]>,
    },
    /// Passes if one of these does.
    Any {
        /// The checks.
        validators: Ref<[Validator]>,
    },
    /// Passes if this does not.
    Not {
        /// The check, a list of one.
        validators: Ref<[Validator]>,
    },
    /// The provider developer's own function.
    Custom(CustomFn),
}

impl Validator {
    /// A check of one value.
    #[must_use]
    pub const fn new(predicate: Predicate) -> Self {
        Validator::Value { predicate }
    }

    /// What the value must be, if this is a check of one value.
    #[must_use]
    pub const fn predicate(&self) -> Option<&Predicate> {
        match self {
            Validator::Value { predicate } => Some(predicate),
            _ => None,
        }
    }
}

/// A provider developer's check: gets the path and a known value that is not null, returns any
/// number of errors and warnings.
pub type CustomFn = fn(&Path, &Value) -> Diagnostics;
