//! [`Suppress`]: what a provider's suppress function sees.

use std::marker::PhantomData;

use super::{Val, val};
use crate::attr::{FieldOf, walk};
use crate::field_type::FieldType;
use crate::object::Root;
use crate::path::Path;
use crate::schema::SuppressRequest;
use crate::value::Value;

/// What a provider's suppress function sees besides the two values. `R` is the resource, even if
/// the field is in a nested struct. A nested struct does not compile:
///
/// ```compile_fail,E0277
/// # use schema_runtime::{Schema, data::Suppress};
/// #[derive(Schema)]
/// struct Part {
///     #[field(optional, diff_suppress = same)]
///     name: Option<String>,
/// }
///
/// fn same(_: &Suppress<'_, Part>, old: &str, new: &str) -> bool {
///     old == new
/// }
/// ```
pub struct Suppress<'a, R: Root> {
    request: &'a SuppressRequest<'a>,
    marker: PhantomData<fn() -> R>,
}

impl<'a, R: Root> Suppress<'a, R> {
    pub(crate) fn new(request: &'a SuppressRequest<'a>) -> Self {
        Suppress {
            request,
            marker: PhantomData,
        }
    }

    /// The path of the value in question.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.request.path
    }
}

impl<R: Root> Suppress<'_, R> {
    /// The configured value of another field. Null if the function is called for a resource
    /// other than `R`.
    pub fn config<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Val<T::Known> {
        self.read(self.request.config, &field)
    }

    /// The prior value of another field. Null if the function is called for a resource other
    /// than `R`.
    pub fn prior<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Val<T::Known> {
        self.read(self.request.prior, &field)
    }

    fn read<P: FieldOf<R>>(
        &self,
        object: &Value,
        field: &P,
    ) -> Val<<P::Value as FieldType>::Known> {
        // Positions are valid only in R's own table. One constant may have several addresses, so
        // names are compared.
        let (asked, own) = (&self.request.block.fields, &R::__BLOCK.fields);
        if asked.len() != own.len() || asked.iter().zip(own.iter()).any(|(a, b)| a.name != b.name) {
            return Val::Null;
        }
        walk(object, &field.steps())
            .and_then(|value| val(value).ok())
            .unwrap_or(Val::Null)
    }
}

impl<R: Root> std::fmt::Debug for Suppress<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Suppress").field(&self.request).finish()
    }
}
