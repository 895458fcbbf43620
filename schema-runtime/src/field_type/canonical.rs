//! [`Canonical`]: a form in which values with the same meaning are equal.

use super::FieldType;
use crate::schema::CanonicalFn;
use crate::value::{Value, from};

/// The canonical form of a value: the same for all values with the same meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Canonical(pub(crate) Value);

impl Canonical {
    /// A value of any field type as canonical form.
    #[must_use]
    pub fn new<T: FieldType>(value: &T) -> Self {
        Canonical(value.to_value())
    }
}

/// The canonical form of a value inside another one; null, and what is not known yet, has none.
pub(crate) fn canonical_part(value: &Value, form: Option<CanonicalFn>) -> Value {
    match form {
        Some(form) if !value.is_null() && value.is_wholly_known() => form(value),
        _ => value.clone(),
    }
}

/// A tuple or an object with each part in its canonical form.
#[must_use]
pub fn canonical_parts(value: &Value, forms: &[Option<CanonicalFn>]) -> Value {
    let mut forms = forms.iter().copied();
    value.map_children(|part| canonical_part(part, forms.next().flatten()))
}

from! { Canonical:
    |text: &str| Canonical(Value::from(text));
    |text: String| Canonical(Value::from(text));
    |number: i64| Canonical(Value::from(number));
    |value: bool| Canonical(Value::from(value));
}
