//! [`CaseInsensitive`]: a string whose case does not matter.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::{AttributeType, FieldType, HasZero, Mismatch};
use crate::schema::CanonicalFn;
use crate::ty::Type;
use crate::value::{Value, from};

/// A string whose case does not matter: `"Standard"` and `"STANDARD"` are equal. It keeps the
/// original case. Letters are compared in lower case, in any script.
///
/// ```
/// # use schema_runtime::field_type::CaseInsensitive;
///
/// let tier = CaseInsensitive::from("Standard");
/// assert_eq!(tier, CaseInsensitive::from("STANDARD"));
/// assert_eq!(tier.as_str(), "Standard");
/// ```
#[derive(Clone, Debug, Default)]
pub struct CaseInsensitive(String);

impl CaseInsensitive {
    /// The string, in its original case.
    ///
    /// ```
    /// # use schema_runtime::field_type::CaseInsensitive;
    /// // It is a `str`, too.
    /// let tier = CaseInsensitive::from("Standard");
    /// assert_eq!(tier.as_str().len(), tier.len());
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The string, owned.
    ///
    /// ```
    /// # use schema_runtime::field_type::CaseInsensitive;
    /// assert_eq!(CaseInsensitive::from("Standard").into_string(), "Standard");
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Deref for CaseInsensitive {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CaseInsensitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

from! { CaseInsensitive:
    |text: String| CaseInsensitive(text);
    |text: &str| CaseInsensitive(text.to_owned());
}

impl PartialEq for CaseInsensitive {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.0.to_lowercase() == other.0.to_lowercase()
    }
}

impl Eq for CaseInsensitive {}

impl PartialOrd for CaseInsensitive {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CaseInsensitive {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.to_lowercase().cmp(&other.0.to_lowercase())
    }
}

impl Hash for CaseInsensitive {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_lowercase().hash(state);
    }
}

impl FieldType for CaseInsensitive {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        String::from_value(value).map(CaseInsensitive)
    }

    fn to_value(&self) -> Value {
        self.0.to_value()
    }

    super::zero!(Self::default());
}

#[diagnostic::do_not_recommend]
impl AttributeType for CaseInsensitive {
    const TYPE: &'static Type = &Type::String;
    const CANONICAL: Option<CanonicalFn> = Some(|value| match value {
        Value::String(text) => Value::from(text.to_lowercase()),
        other => other.clone(),
    });
}

#[diagnostic::do_not_recommend]
impl HasZero for CaseInsensitive {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_count_and_is_kept() {
        let written = Value::from("Grün");
        let text = CaseInsensitive::from_value(&written).unwrap();
        assert_eq!(text.to_value(), written);
        assert_eq!(text, CaseInsensitive::from("GRÜN"));
        assert_ne!(text, CaseInsensitive::from("GRUN"));
        let canonical = CaseInsensitive::CANONICAL.unwrap();
        assert_eq!(canonical(&written), canonical(&Value::from("GRÜN")));
        let set: std::collections::BTreeSet<CaseInsensitive> =
            ["a", "A", "b"].map(CaseInsensitive::from).into();
        assert_eq!(set.len(), 2);
    }
}
