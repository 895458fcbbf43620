//! Typed access for provider code to a resource while it is created, read, changed, deleted or
//! planned.
//!
//! [`ResourceData`] is for calls with a known configuration; [`PlanData`] and [`ConfigData`]
//! are for those where it may be unknown (plan hook, validation, provider configuration). Their
//! `value` returns null, unknown or known, so an unknown value never looks like an empty string.
//!
//! ```
//! # schema_runtime::__example!();
//! # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
//! // In create, `data` is what is planned, and takes what was made.
//! assert_eq!(data.get(Image::NAME), "a");
//! assert_eq!(data.get_ok(Image::NOTE), None);
//! data.set_id("1");
//! data.set(Image::SHA256, "c0ffee");
//!
//! # let plan = planning::<Image>("null", r#"{"name": "?"}"#);
//! // In the plan hook, the name may be one that another resource has not made yet.
//! assert!(plan.value(Image::NAME).is_unknown());
//! ```

mod changes;
mod compared;
mod config;
mod data_core;
mod dotted;
mod journal;
mod not_finite;
mod not_here;
mod plan;
mod resource;
mod secrets;
mod suppress;
#[cfg(test)]
mod tests;
mod unreadable;

pub use changes::{Change, Changes, Collection, Keyed};
#[doc(hidden)]
pub use compared::{ComparedWithVal, OrderedWithVal};
pub use config::ConfigData;
#[doc(hidden)]
pub use data_core::Outcome;
pub use data_core::{DataCore, Operation};
#[doc(hidden)]
pub use journal::Journal;
#[doc(hidden)]
pub use not_finite::not_finite;
#[doc(hidden)]
pub use not_here::SameType;
pub use plan::{PlanData, PlanKind};
pub use resource::{IntoId, ResourceData};
pub use suppress::Suppress;

pub use crate::private::Private;
#[doc(hidden)]
pub use crate::secrets::SecretWatch;

use crate::diagnostics::Diagnostic;
use crate::field_type::{FieldType, Mismatch};
use crate::schema::{Field, Flags};
use crate::value::Value;

/// The error for private data under a key reserved for the SDK.
fn reserved_private_key(key: &str) -> Diagnostic {
    Diagnostic::error(format!("the private key {key:?} is reserved")).with_detail(
        "Keys of private data that start with a dot belong to the SDK. This is a bug in the provider.",
    )
}

/// Whether provider code may write a field as part of its struct.
fn is_written(field: &Field) -> bool {
    !field.is(Flags::IMPLIED) && !field.is(Flags::WRITE_ONLY)
}

/// Whether a position is one of those of a flattened struct.
fn is_among(places: &[u16], position: usize) -> bool {
    places.iter().any(|place| usize::from(*place) == position)
}

/// A value that may be null, unknown or known.
///
/// ```
/// # use schema_runtime::data::Val;
///
/// fn told(size: Val<i64>) -> String {
///     match size {
///         Val::Null => "the provider chooses".to_owned(),
///         Val::Unknown => "known after apply".to_owned(),
///         Val::Known(size) => format!("{size} MiB"),
///     }
/// }
/// assert_eq!(told(Val::Unknown), "known after apply");
/// assert_eq!(told(Val::Known(8)), "8 MiB");
///
/// assert_eq!(Val::Known(8).known(), Some(8));
/// assert_eq!(Val::<i64>::Null.known(), None);
/// assert!(Val::<i64>::Null.is_null() && Val::<i64>::Unknown.is_unknown());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub enum Val<T> {
    /// Not set.
    #[default]
    Null,
    /// Not known before apply.
    Unknown,
    /// Set and known.
    Known(T),
}

impl<T> Val<T> {
    /// The value, if it is set and known.
    #[must_use]
    pub fn known(self) -> Option<T> {
        match self {
            Val::Known(value) => Some(value),
            Val::Null | Val::Unknown => None,
        }
    }

    /// Whether it is not set.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Val::Null)
    }

    /// Whether it is not known before apply.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Val::Unknown)
    }

    /// Whether it is set and known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(self, Val::Known(_))
    }

    /// The same by reference.
    #[must_use]
    pub fn as_ref(&self) -> Val<&T> {
        match self {
            Val::Null => Val::Null,
            Val::Unknown => Val::Unknown,
            Val::Known(value) => Val::Known(value),
        }
    }

    /// Applies the function to the value, if it is set and known.
    ///
    /// ```
    /// # use schema_runtime::data::Val;
    /// let doubled = Val::Known(4).map(|size| size * 2);
    /// assert_eq!(doubled.known(), Some(8));
    /// assert!(Val::<i64>::Unknown.map(|size| size * 2).is_unknown());
    /// ```
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Val<U> {
        match self {
            Val::Null => Val::Null,
            Val::Unknown => Val::Unknown,
            Val::Known(value) => Val::Known(change(value)),
        }
    }

    /// The value, or this one if it is null or unknown.
    #[must_use]
    pub fn unwrap_or(self, other: T) -> T {
        self.known().unwrap_or(other)
    }

    /// The value, or the function's result if it is null or unknown.
    #[must_use]
    pub fn unwrap_or_else(self, other: impl FnOnce() -> T) -> T {
        self.known().unwrap_or_else(other)
    }

    /// The value, or the type's default if it is null or unknown.
    #[must_use]
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        self.known().unwrap_or_default()
    }
}

/// `None` is null.
impl<T> From<Option<T>> for Val<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Val::Null, Val::Known)
    }
}

impl<T> From<T> for Val<T> {
    fn from(value: T) -> Self {
        Val::Known(value)
    }
}

impl Val<bool> {
    /// Whether a condition holds, or may hold once the value is known.
    ///
    /// ```
    /// # use schema_runtime::data::Val;
    ///
    /// assert!(Val::Known(true).may_hold() && Val::<bool>::Unknown.may_hold());
    /// assert!(!Val::Known(false).may_hold() && !Val::<bool>::Null.may_hold());
    /// ```
    #[must_use]
    pub fn may_hold(self) -> bool {
        matches!(self, Val::Unknown | Val::Known(true))
    }
}

/// Reads a value as null, unknown or known. A value with an unknown nested inside counts as
/// unknown, since the Rust type cannot hold it.
pub(crate) fn val<T: FieldType>(value: &Value) -> Result<Val<T>, Mismatch> {
    if T::__is_none(value) {
        Ok(Val::Null)
    } else if !value.is_wholly_known() {
        Ok(Val::Unknown)
    } else {
        T::from_value(value).map(Val::Known)
    }
}
