//! The values that can be written to a field.
//!
//! A bare `None` is not among them, because it could be an `Option<T>`
//! or an `Option<&T>`, and the compiler cannot infer which. Use `set_null` for that.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use crate::field_type::{CaseInsensitive, FieldType, Secret, Set};
use crate::sealed::Sealed;
use crate::value::Value;

/// What `set` accepts for a field of type `T`: the value, a reference to it, a `&str` for text, an
/// array or a slice for a list, and an `Option` of these, where `None` writes null.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be set to a `{Self}`",
    label = "wrong type for this field",
    note = "help: give a value of the field's type, a reference to one, or an `Option` of these, whose `None` is null: another number is converted (`i64::from(n)`, `i64::try_from(n)?`) and has no quotes; for an enum give a variant, or the result of `from_name`; for a `SchemaNewtype` the struct; for an address, JSON, a URL or a time the result of `text.parse::<Type>()?`"
)]
pub trait IntoField<T> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The value to write.
    fn into_field(self) -> Value;
}

/// Types for which every string is a value, so that a `&str` can set their fields.
pub trait FromText: FieldType {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

impl FromText for String {
    const __SEALED: Sealed = Sealed;
}
impl FromText for CaseInsensitive {
    const __SEALED: Sealed = Sealed;
}
impl FromText for Secret {
    const __SEALED: Sealed = Sealed;
}
#[diagnostic::do_not_recommend]
impl<T: FromText> FromText for Option<T> {
    const __SEALED: Sealed = Sealed;
}

/// Implements what can be written to a field of each type. The message above replaces the
/// compiler's list of implementations.
macro_rules! written {
    (@ $given:tt $written:ty, [] $it:ident $value:expr) => {};
    (@ [$($given:tt)*] $written:ty, [$field:ty $(, $more:ty)*] $it:ident $value:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($given)*> IntoField<$field> for $written {
            #[doc(hidden)]
            const __SEALED: Sealed = Sealed;

            fn into_field(self) -> Value {
                let $it = self;
                $value
            }
        }
        written!(@ [$($given)*] $written, [$($more),*] $it $value);
    };
    ($($given:tt $written:ty as $fields:tt: |$it:ident| $value:expr;)*) => {
        $(written!(@ $given $written, $fields $it $value);)*
    };
}

written! {
    [T: FieldType] T as [T, Option<T>]: |it| it.to_value();
    [T: FieldType] &T as [T, Option<T>]: |it| it.to_value();
    [T: FieldType] &Box<T> as [T, Option<T>]: |it| it.to_value();
    [T: FieldType] &Arc<T> as [T, Option<T>]: |it| it.to_value();
    [T: FieldType] &Rc<T> as [T, Option<T>]: |it| it.to_value();
    [T: FieldType] Option<T> as [T]: |it| it.to_value();
    [T: FieldType] Option<&T> as [T, Option<T>]: |it| it.map_or(Value::Null, T::to_value);
    [T: FromText] &str as [T]: |it| Value::from(it);
    [T: FromText] &&str as [T]: |it| Value::from(*it);
    [T: FromText] Cow<'_, str> as [T]: |it| Value::from(&*it);
    [T: FromText] &Cow<'_, str> as [T]: |it| Value::from(&**it);
    [T: FromText] Box<str> as [T]: |it| Value::from(&*it);
    [T: FromText] &Box<str> as [T]: |it| Value::from(&**it);
    [T: FromText] Arc<str> as [T]: |it| Value::from(&*it);
    [T: FromText] &Arc<str> as [T]: |it| Value::from(&**it);
    [T: FromText] Option<&str> as [T]: |it| it.map_or(Value::Null, Value::from);
    [T: FromText] Option<Cow<'_, str>> as [T]: |it| it.map_or(Value::Null, |it| Value::from(&*it));
    [] String as [CaseInsensitive, Option<CaseInsensitive>, Secret, Option<Secret>]: |it| Value::from(it);
    [T: FieldType, V: IntoField<T>, const N: usize] [V; N] as [Vec<T>, Option<Vec<T>>]: |it| list(it);
    [T: FieldType, V: IntoField<T>, const N: usize] [V; N] as [Set<T>, Option<Set<T>>]: |it| set(it);
    [T: FieldType] Vec<T> as [Set<T>]: |it| set::<T, _>(it);
}

/// Slices, and arrays behind a reference, whose elements are references in turn.
macro_rules! of_slices {
    ($([$($size:tt)*] $slice:ty as $field:ty: $make:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, T: FieldType, V $($size)*> IntoField<$field> for &'v $slice
        where
            &'v V: IntoField<T>,
        {
            const __SEALED: Sealed = Sealed;

            fn into_field(self) -> Value {
                $make(self)
            }
        }
    )*};
}

of_slices! {
    [] [V] as Vec<T>: list;
    [] [V] as Option<Vec<T>>: list;
    [] [V] as Set<T>: set;
    [] [V] as Option<Set<T>>: set;
    [, const N: usize] [V; N] as Vec<T>: list;
    [, const N: usize] [V; N] as Option<Vec<T>>: list;
    [, const N: usize] [V; N] as Set<T>: set;
    [, const N: usize] [V; N] as Option<Set<T>>: set;
}

fn list<T, V: IntoField<T>>(elements: impl IntoIterator<Item = V>) -> Value {
    Value::List(elements.into_iter().map(V::into_field).collect())
}

fn set<T, V: IntoField<T>>(elements: impl IntoIterator<Item = V>) -> Value {
    Value::Set(elements.into_iter().map(V::into_field).collect())
}
