//! [`Canonical`]: a form in which values with the same meaning are equal.

use super::FieldType;
use crate::value::Value;

/// The canonical form of a value: the same for all values with the same meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Canonical(Value);

impl Canonical {
    /// A value of any field type as canonical form.
    #[must_use]
    pub fn new<T: FieldType>(value: &T) -> Self {
        Canonical(value.to_value())
    }

    pub(crate) fn into_value(self) -> Value {
        self.0
    }
}

impl From<&str> for Canonical {
    fn from(text: &str) -> Self {
        Canonical(Value::from(text))
    }
}

impl From<String> for Canonical {
    fn from(text: String) -> Self {
        Canonical(Value::from(text))
    }
}

impl From<i64> for Canonical {
    fn from(number: i64) -> Self {
        Canonical(Value::from(number))
    }
}

impl From<bool> for Canonical {
    fn from(value: bool) -> Self {
        Canonical(Value::from(value))
    }
}
