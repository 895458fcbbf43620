//! What can be written to a field.
//!
//! A bare `None` cannot be among it: `Option<T>` and `Option<&T>` are, so nothing says which of them it
//! is, and the compiler infers no type from what is possible but from what is the only possibility.
//! `set_null` is for that.

use crate::field_type::{CaseInsensitive, FieldType, Secret, Set};
use crate::value::Value;

/// What `set` accepts for a field of type `T`: the value, a reference to it, a `&str` for text, and an
/// `Option` of these, whose `None` writes null.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be set to a `{Self}`",
    label = "wrong type for this field",
    note = "help: give a value of the field's type, a reference to one, or an `Option` of these, whose `None` is null; a `&str` is enough for text",
    note = "help: another number is converted (`i64::from(n)`, `i64::try_from(n)?`), a list made of owned texts (`.map(String::from).collect::<Vec<_>>()`), a text for an enum read with its `from_name`"
)]
pub trait IntoField<T> {
    /// The value to write.
    fn into_field(self) -> Value;
}

/// Types that every text is a value of, so that a `&str` is enough to set a field of one.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be set to a text",
    label = "wrong type for this field",
    note = "help: write a value of that type: of an enum a variant, or what its `from_name` answers; of a `SchemaNewtype` the struct around the text; of an address, a CIDR block, JSON, a URL or a time what `text.parse::<Type>()?` gives; a number or truth value without quotes"
)]
pub trait FromText: FieldType {}

impl FromText for String {}
impl FromText for CaseInsensitive {}
impl FromText for Secret {}
#[diagnostic::do_not_recommend]
impl<T: FromText> FromText for Option<T> {}

impl<T: FieldType> IntoField<T> for T {
    fn into_field(self) -> Value {
        self.to_value()
    }
}

impl<T: FieldType> IntoField<T> for &T {
    fn into_field(self) -> Value {
        self.to_value()
    }
}

impl<T: FieldType> IntoField<Option<T>> for T {
    fn into_field(self) -> Value {
        self.to_value()
    }
}

impl<T: FieldType> IntoField<Option<T>> for &T {
    fn into_field(self) -> Value {
        self.to_value()
    }
}

impl<T: FieldType> IntoField<T> for Option<T> {
    fn into_field(self) -> Value {
        self.to_value()
    }
}

impl<T: FieldType> IntoField<T> for Option<&T> {
    fn into_field(self) -> Value {
        self.map_or(Value::Null, T::to_value)
    }
}

impl<T: FieldType> IntoField<Option<T>> for Option<&T> {
    fn into_field(self) -> Value {
        self.map_or(Value::Null, T::to_value)
    }
}

impl<T: FromText> IntoField<T> for &str {
    fn into_field(self) -> Value {
        Value::from(self)
    }
}

impl<T: FromText> IntoField<T> for Option<&str> {
    fn into_field(self) -> Value {
        self.map_or(Value::Null, Value::from)
    }
}

macro_rules! of_owned_text {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl IntoField<$ty> for String {
            fn into_field(self) -> Value {
                Value::from(self)
            }
        }
    )*};
}

of_owned_text!(
    CaseInsensitive,
    Option<CaseInsensitive>,
    Secret,
    Option<Secret>
);

impl<T: FieldType> IntoField<Set<T>> for Vec<T> {
    fn into_field(self) -> Value {
        Value::Set(self.iter().map(T::to_value).collect())
    }
}
