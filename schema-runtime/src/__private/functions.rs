//! The signatures of the provider's functions that annotations name. A function may take `&str` for
//! a `String`, and a slice for a `Vec`.

use std::ops::Deref;

use crate::attr::{Attr, IntoField};
use crate::data::Suppress;
use crate::diagnostics::Diagnostics;
use crate::field_type::{Canonical, FieldType, Mismatch, read};
use crate::object::{Object, Root, encode};
use crate::path::Path;
use crate::schema::{Environment, SuppressRequest};
use crate::value::Value;

/// The function takes the field's type.
#[derive(Debug)]
pub enum Plain {}

/// The function takes the deref target of the field's type.
#[derive(Debug)]
pub enum Borrowed {}

/// A field constant represents the function.
#[derive(Debug)]
pub enum Handle {}

/// Nothing implements it. If a trait has a second implementation, even one that never applies, the
/// compiler reports the trait as missing, not a bound of its first implementation.
pub trait Never {}

/// A check.
#[diagnostic::on_unimplemented(
    message = "`custom` takes a function `fn(&Path, &{T}) -> Diagnostics`",
    label = "this is `{Self}`"
)]
pub trait Check<T, M> {
    /// Calls it.
    fn check(&self, path: &Path, value: &T) -> Diagnostics;
}

impl<T, F: Fn(&Path, &T) -> Diagnostics> Check<T, Plain> for F {
    fn check(&self, path: &Path, value: &T) -> Diagnostics {
        self(path, value)
    }
}

impl<T: Deref, F: Fn(&Path, &T::Target) -> Diagnostics> Check<T, Borrowed> for F {
    fn check(&self, path: &Path, value: &T) -> Diagnostics {
        self(path, value)
    }
}

/// Calls a provider developer's check.
pub fn check<T: FieldType, M, F: Check<T, M>>(path: &Path, value: &Value, check: F) -> Diagnostics {
    match T::from_value(value) {
        Ok(value) => check.check(path, &value),
        Err(mismatch) => mismatched(path, &mismatch),
    }
}

/// Decides whether two values mean the same.
#[diagnostic::on_unimplemented(
    message = "`diff_suppress` takes a function `fn(&Suppress<'_, Struct>, &{T}, &{T}) -> bool`",
    label = "this is `{Self}`"
)]
pub trait Same<R: Root, T, M> {
    /// Calls it.
    fn same(&self, context: &Suppress<'_, R>, old: &T, new: &T) -> bool;
}

impl<R: Root, T, F: Fn(&Suppress<'_, R>, &T, &T) -> bool> Same<R, T, Plain> for F {
    fn same(&self, context: &Suppress<'_, R>, old: &T, new: &T) -> bool {
        self(context, old, new)
    }
}

impl<R: Root, T: Deref, F> Same<R, T, Borrowed> for F
where
    F: Fn(&Suppress<'_, R>, &T::Target, &T::Target) -> bool,
{
    fn same(&self, context: &Suppress<'_, R>, old: &T, new: &T) -> bool {
        self(context, old, new)
    }
}

/// Calls a provider developer's suppress function. Values that cannot be read as the field's type
/// differ.
pub fn suppress<T: FieldType, R: Root, M, F: Same<R, T, M>>(
    request: &SuppressRequest<'_>,
    old: &Value,
    new: &Value,
    suppress: F,
) -> bool {
    match (T::from_value(old), T::from_value(new)) {
        (Ok(old), Ok(new)) => suppress.same(&Suppress::new(request), &old, &new),
        _ => false,
    }
}

/// Asks a provider developer's function whether a change replaces the object. A value that cannot
/// be read as the field's type does.
pub fn force_new_when<T: FieldType>(
    old: &Value,
    new: &Value,
    when: impl Fn(&T, &T) -> bool,
) -> bool {
    match (T::from_value(old), T::from_value(new)) {
        (Ok(old), Ok(new)) => when(&old, &new),
        _ => true,
    }
}

/// A canonical form.
#[diagnostic::on_unimplemented(
    message = "`canonical` takes a function `fn(&{T}) -> Canonical`",
    label = "this is `{Self}`"
)]
pub trait Form<T, M> {
    /// Calls it.
    fn form(&self, value: &T) -> Canonical;
}

impl<T, F: Fn(&T) -> Canonical> Form<T, Plain> for F {
    fn form(&self, value: &T) -> Canonical {
        self(value)
    }
}

impl<T: Deref, F: Fn(&T::Target) -> Canonical> Form<T, Borrowed> for F {
    fn form(&self, value: &T) -> Canonical {
        self(value)
    }
}

/// Calls a provider developer's canonical function. A value that cannot be read as the field's type
/// is its own canonical form.
pub fn canonical<T: FieldType, M, F: Form<T, M>>(value: &Value, canonical: F) -> Value {
    T::from_value(value).map_or_else(|_| value.clone(), |read| canonical.form(&read).0)
}

/// A function for the value to store instead of the configured one.
#[diagnostic::on_unimplemented(
    message = "`state_fn` takes a function `fn(&{T}) -> {T}`",
    label = "this is `{Self}`"
)]
pub trait Stored<T, M> {
    /// Calls it.
    fn stored(&self, value: &T) -> T;
}

impl<T, F: Fn(&T) -> T> Stored<T, Plain> for F {
    fn stored(&self, value: &T) -> T {
        self(value)
    }
}

impl<T: Deref, F: Fn(&T::Target) -> T> Stored<T, Borrowed> for F {
    fn stored(&self, value: &T) -> T {
        self(value)
    }
}

/// Calls a provider developer's state function. A value that cannot be read as the field's type is
/// stored unchanged.
pub fn state_fn<T: FieldType, M, F: Stored<T, M>>(value: &Value, state_fn: F) -> Value {
    T::from_value(value).map_or_else(|_| value.clone(), |read| state_fn.stored(&read).to_value())
}

/// A function for the key of a set's elements.
#[diagnostic::on_unimplemented(
    message = "`set_key` takes a function `fn(&{T}) -> Key`, where Key is a schema type",
    label = "this is `{Self}`",
    note = "help: or the constant of a field of the elements, `{T}::NAME`"
)]
pub trait Keyed<T, K, M> {
    /// Calls it.
    fn key(&self, element: &T) -> K;

    /// The key inside the element's own value, if it is there verbatim.
    fn part<'v>(&self, _: &'v Value) -> Option<&'v Value> {
        None
    }
}

/// A field constant: the field's value is the key. No provider code is called.
#[diagnostic::do_not_recommend]
impl<T: Object, K: FieldType, A> Keyed<T, K, Handle> for Attr<T, K, A> {
    fn key(&self, element: &T) -> K {
        let element = encode(element);
        let key = self.part(&element).map(K::from_value);
        key.and_then(Result::ok).unwrap_or_else(K::placeholder)
    }

    fn part<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match value {
            Value::Object(fields) => fields.get(self.position()),
            _ => None,
        }
    }
}

impl<T, K: FieldType, F: Fn(&T) -> K> Keyed<T, K, Plain> for F {
    fn key(&self, element: &T) -> K {
        self(element)
    }
}

impl<T: Deref, K: FieldType, F: Fn(&T::Target) -> K> Keyed<T, K, Borrowed> for F {
    fn key(&self, element: &T) -> K {
        self(element)
    }
}

/// Calls a provider developer's key function. An element that cannot be read is its own key.
pub fn set_key<T: FieldType, K: FieldType, M, F: Keyed<T, K, M>>(value: &Value, key: F) -> Value {
    if let Some(part) = key.part(value) {
        return part.clone();
    }
    read::<T>(value).map_or_else(|_| value.clone(), |element| key.key(&element).to_value())
}

/// A function that returns a default.
#[diagnostic::on_unimplemented(
    message = "`default_fn` takes a function `fn(&Environment) -> Result<{T}>`",
    label = "this is `{Self}`"
)]
pub trait DefaultFunction<T, V, E, M> {
    /// Calls it.
    ///
    /// # Errors
    /// The function's own.
    fn default_value(&self, environment: &Environment) -> Result<V, E>;
}

impl<T: FieldType, V, E, F> DefaultFunction<T, V, E, Plain> for F
where
    F: Fn(&Environment) -> Result<V, E>,
    V: IntoField<T>,
    E: Into<Diagnostics>,
{
    fn default_value(&self, environment: &Environment) -> Result<V, E> {
        self(environment)
    }
}

impl<T, V, E, F> DefaultFunction<T, V, E, Borrowed> for F
where
    F: Never + Fn(&Environment) -> Result<V, E>,
{
    fn default_value(&self, environment: &Environment) -> Result<V, E> {
        self(environment)
    }
}

/// Calls a provider developer's default function.
///
/// # Errors
/// The function's own.
pub fn default_from<T, V, E, M, F>(
    environment: &Environment,
    function: F,
) -> Result<Value, Diagnostics>
where
    T: FieldType,
    F: DefaultFunction<T, V, E, M>,
    V: IntoField<T>,
    E: Into<Diagnostics>,
{
    function
        .default_value(environment)
        .map(IntoField::into_field)
        .map_err(Into::into)
}

fn mismatched(path: &Path, mismatch: &Mismatch) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for (place, text) in mismatch.places() {
        diagnostics.error_at(path.clone().join(place), "Wrong type of value", text);
    }
    diagnostics
}
