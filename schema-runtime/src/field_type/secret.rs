//! [`Secret`]: a string that is never shown, and may be absent.

use std::fmt;

use zeroize::Zeroizing;

use super::{AttributeType, FieldType, HasZero, Mismatch};
use crate::ty::Type;
use crate::value::{Value, from};

/// A string that is never shown: it prints as `[sensitive]`, and its memory is overwritten when it
/// is dropped. Its field must be `sensitive` or `write_only`.
///
/// The object that it was read from stays in memory until the call is over,
/// and Terraform stores its state in plain text (without `write_only` fields).
///
/// A secret may be absent: a `write_only` field has a value in create and update, but none in
/// read and delete, even if it is required. So [`expose`](Self::expose) returns an `Option`, and an
/// absent secret is never mistaken for an empty one.
///
/// ```
/// # use schema_runtime::field_type::Secret;
///
/// let passphrase = Secret::from("hunter2");
/// assert_eq!(format!("{passphrase:?}"), "[sensitive]");
/// assert_eq!(passphrase.expose(), Some("hunter2"));
/// assert_eq!(Secret::absent().expose(), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Option<Zeroizing<String>>);

impl Secret {
    /// The absent secret.
    #[must_use]
    pub const fn absent() -> Self {
        Secret(None)
    }

    /// The string, if present. The distinctive name makes uses of secrets easy to find.
    ///
    /// ```
    /// # use schema_runtime::field_type::Secret;
    /// # fn sign_in(_: &str, password: &str) -> bool { password == "hunter2" }
    /// let password = Secret::from("hunter2");
    /// assert!(password.expose().is_some_and(|password| sign_in("admin", password)));
    ///
    /// let optional: Option<Secret> = None;
    /// assert_eq!(optional.as_ref().and_then(Secret::expose), None);
    /// ```
    #[doc(alias("expose_secret", "reveal"))]
    #[must_use]
    pub fn expose(&self) -> Option<&str> {
        self.0.as_ref().map(|text| text.as_str())
    }

    /// The string if it must be present: in create and update, with `?`.
    ///
    /// ```
    /// # use schema_runtime::{diagnostics::Diagnostics, field_type::Secret};
    /// fn log_in(password: &Secret) -> Result<String, Diagnostics> {
    ///     Ok(format!("Basic {}", password.require()?))
    /// }
    /// assert_eq!(log_in(&Secret::from("hunter2")).unwrap(), "Basic hunter2");
    /// assert!(log_in(&Secret::absent()).unwrap_err().to_string().contains("is absent"));
    /// ```
    ///
    /// # Errors
    /// It is absent.
    pub fn require(&self) -> Result<&str, SecretAbsent> {
        self.expose().ok_or(SecretAbsent)
    }

    /// Whether there is a string, even an empty one.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Whether there is no string, or an empty one.
    ///
    /// ```
    /// # use schema_runtime::field_type::Secret;
    /// assert!(Secret::absent().is_empty() && Secret::from("").is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expose().is_none_or(str::is_empty)
    }
}

/// A required [`Secret`] is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecretAbsent;

impl fmt::Display for SecretAbsent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a required secret is absent: a write-only value exists in create and \
             update only",
        )
    }
}

impl std::error::Error for SecretAbsent {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "[sensitive]",
            None => "[absent]",
        })
    }
}

/// Nothing implements this: a secret is not shown.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `Secret` is not shown as text",
    label = "a secret",
    note = "help: write `secret.require()?` if it must be present, or `secret.expose()`, an `Option<&str>`; `{{:?}}` prints `[sensitive]`"
)]
pub trait ShownSecret {}

/// Exists only for its message: a bound that may depend on a lifetime is checked at the use, and
/// never holds.
#[doc(hidden)]
impl fmt::Display for Secret
where
    for<'a> &'a Secret: ShownSecret,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

super::__not_here! { impl[] Secret, "a secret" {
    as_str() is SecretAsStr: "a `Secret` has no `as_str`, because it may be absent",
        "help: write `secret.require()?` if it must be present, or `secret.expose()`, an `Option<&str>`";
}}

from! { Secret:
    |text: String| Secret(Some(Zeroizing::new(text)));
    |text: &str| Secret::from(text.to_owned());
}

impl FieldType for Secret {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        String::from_value(value).map(Secret::from)
    }

    fn to_value(&self) -> Value {
        self.expose().map_or(Value::Null, Value::from)
    }

    super::zero!(Self::absent());
}

#[diagnostic::do_not_recommend]
impl AttributeType for Secret {
    const TYPE: &'static Type = &Type::String;
    const MAY_BE_ABSENT: bool = true;
    const SECRET: bool = true;
}

#[diagnostic::do_not_recommend]
impl HasZero for Secret {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::read;

    #[test]
    fn prints_nothing_of_it() {
        let secret = Secret::from_value(&Value::from("hunter2")).unwrap();
        assert_eq!(format!("{:?}", Some(&secret)), "Some([sensitive])");
        assert_eq!(secret.to_value(), Value::from("hunter2"));
        assert_eq!(secret, Secret::from("hunter2".to_owned()));
        assert!(Secret::zero().is_empty() && !secret.is_empty());
        const {
            assert!(<Option<Vec<Secret>>>::SECRET);
            assert!(<(bool, Secret)>::SECRET);
            assert!(!<Vec<String>>::SECRET);
        }
        let error = Secret::from_value(&Value::Null).unwrap_err();
        assert_eq!(error.to_string(), "a string is required, but this is null");
    }

    #[test]
    fn one_that_is_not_there_is_no_empty_one() {
        let absent = read::<Secret>(&Value::Null).unwrap();
        let empty = read::<Secret>(&Value::from("")).unwrap();
        assert_ne!(absent, empty);
        assert_eq!((absent.expose(), empty.expose()), (None, Some("")));
        assert_eq!(absent.to_value(), Value::Null);
        assert_eq!(empty.to_value(), Value::from(""));
        assert!(absent.require().is_err() && empty.require() == Ok(""));
    }
}
