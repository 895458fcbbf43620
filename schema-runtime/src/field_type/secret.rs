//! [`Secret`]: text that is not shown.

use std::fmt;

use zeroize::Zeroizing;

use super::{AttributeType, FieldType, HasZero, Mismatch};
use crate::ty::Type;
use crate::value::Value;

/// Text that is not shown: it prints as `[sensitive]`, and its memory is overwritten when it is
/// dropped. Its field must be `sensitive` or `write_only`.
///
/// That holds for this value. The object that it was read from lives until the call is over, and
/// what Terraform keeps in its state it keeps in clear (a `write_only` field is not in it).
///
/// ```
/// use schema_runtime::field_type::Secret;
///
/// let passphrase = Secret::from("hunter2");
/// assert_eq!(format!("{passphrase:?}"), "[sensitive]");
/// assert_eq!(passphrase.expose(), "hunter2");
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The text. The word is long so that one sees where secrets go.
    ///
    /// ```
    /// # use schema_runtime::field_type::Secret;
    /// # fn sign_in(_: &str, password: &str) -> bool { password == "hunter2" }
    /// let password = Secret::from("hunter2");
    /// assert!(sign_in("admin", password.expose()));
    /// ```
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether the text is empty.
    ///
    /// ```
    /// # use schema_runtime::field_type::Secret;
    /// assert!(Secret::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[sensitive]")
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(Zeroizing::new(text))
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Secret(Zeroizing::new(text.to_owned()))
    }
}

impl FieldType for Secret {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        String::from_value(value).map(Secret::from)
    }

    fn to_value(&self) -> Value {
        Value::from(self.expose())
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

#[diagnostic::do_not_recommend]
impl AttributeType for Secret {
    const TYPE: &'static Type = &Type::String;
    const SECRET: bool = true;
}

#[diagnostic::do_not_recommend]
impl HasZero for Secret {
    fn zero() -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
