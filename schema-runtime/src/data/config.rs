//! [`ConfigData`]: a configuration that may hold unknowns.

use std::marker::PhantomData;

use super::{Val, val};
use crate::attr::{FieldOf, Flat, InConfig, Positions, walk};
use crate::diagnostics::{Diagnostic, Diagnostics, DiagnosticsError};
use crate::field_type::FieldType;
use crate::object::{Object, decode, decode_flat};
use crate::value::{Value, field_of};

/// A configuration, with defaults filled in, in which values may be unknown: the provider's own in
/// `configure`, a resource's in validation.
///
/// The examples use the image of [`ResourceData`](super::ResourceData).
///
/// ```
/// # schema_runtime::__example!();
/// // What a provider's `validate` does.
/// fn validate(config: ConfigData<'_, Image>) -> Diagnostics {
///     let mut wrong = Diagnostics::new();
///     // What is not known yet cannot be refused.
///     if let (Some(size), Some(format)) = (config.get_ok(Image::SIZE_MB), config.get_ok(Image::FORMAT))
///         && format == Format::Raw
///         && size > 4096
///     {
///         wrong.push(Diagnostic::error("A raw image is too big").at(Image::SIZE_MB.path()));
///     }
///     wrong
/// }
/// # let check = |text, errors| configured::<Image>(text, |config| {
/// #     assert_eq!(validate(config).len(), errors);
/// # });
/// # check(r#"{"name": "a", "size_mb": 5000, "format": "raw"}"#, 1);
/// # check(r#"{"name": "a", "size_mb": 5000, "format": "?"}"#, 0);
/// ```
#[derive(Clone, Copy)]
pub struct ConfigData<'a, R> {
    config: &'a Value,
    marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for ConfigData<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.write_str("ConfigData")
    }
}

impl<'a, R: Object> ConfigData<'a, R> {
    /// Wraps the object of `R`'s block.
    #[must_use]
    pub fn new(config: &'a Value) -> Self {
        ConfigData {
            config,
            marker: PhantomData,
        }
    }

    /// The field's value: null, unknown or known.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # configured::<Image>(r#"{"name": "a", "note": "?"}"#, |config| {
    /// assert_eq!(config.value(Image::NAME), Val::Known("a".to_owned()));
    /// assert_eq!(config.value(Image::NOTE), Val::Unknown);
    /// assert_eq!(config.value(Image::SIZE_MB), Val::Null);
    /// # });
    /// ```
    #[must_use]
    pub fn value<T: FieldType, A: InConfig>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> Val<T::Known> {
        match walk(self.config, &field.steps()) {
            None => Val::Null,
            Some(value) => val(value).unwrap_or(Val::Null),
        }
    }

    /// The field's value if it is set, known and not zero.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # configured::<Image>(r#"{"name": "a", "size_mb": 8, "note": "?"}"#, |config| {
    /// assert_eq!(config.get_ok(Image::SIZE_MB), Some(8));
    /// assert_eq!(config.get_ok(Image::NOTE), None);
    /// # });
    /// ```
    #[doc(alias("GetOk", "get_opt"))]
    #[must_use]
    pub fn get_ok<T: FieldType, A: InConfig>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> Option<T::Known> {
        let value = walk(self.config, &field.steps())?;
        if value.is_zero() {
            None
        } else {
            val(value).ok()?.known()
        }
    }

    /// The field's value, or an error that names the field.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # configured::<Image>(r#"{"name": "a", "note": "?"}"#, |config| {
    /// assert_eq!(config.require(Image::NAME).unwrap(), "a");
    /// let errors = config.require(Image::NOTE).unwrap_err();
    /// assert!(errors.to_string().starts_with("note must be known (at note)"));
    /// # });
    /// ```
    ///
    /// # Errors
    /// The field is null or unknown.
    pub fn require<T: FieldType, A: InConfig>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> Result<T::Known, DiagnosticsError> {
        let path = field.path();
        let (must, detail) = match self.value(field) {
            Val::Known(value) => return Ok(value),
            Val::Null => ("set", format!("The argument {path} has no value.")),
            Val::Unknown => (
                "known",
                format!(
                    "The value of {path} is not known before apply. Use a value that is known \
                     when the plan is made."
                ),
            ),
        };
        Err(Diagnostic::error(format!("{path} must be {must}"))
            .with_detail(detail)
            .at(path)
            .into())
    }

    /// The whole configuration as its struct.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # configured::<Image>(r#"{"name": "a", "size_mb": 8, "format": "raw", "sha256": ""}"#, |config| {
    /// let image = config.read_struct().unwrap();
    /// assert_eq!(image.name, "a");
    /// # });
    /// ```
    ///
    /// # Errors
    /// A value is unknown, or a field is null but its type is not nullable.
    pub fn read_struct(&self) -> Result<R, DiagnosticsError> {
        if !self.config.is_wholly_known() {
            return Err(Diagnostic::error("the configuration is not fully known yet").into());
        }
        decode::<R>(self.config).map_err(|mismatch| Diagnostics::from(mismatch).into())
    }

    /// A struct that is flattened into this one (`#[field(flatten)]`).
    ///
    /// # Errors
    /// As [`read_struct`](Self::read_struct), for the fields of the flattened struct.
    pub fn read_struct_at<O: Object, P: Positions>(
        &self,
        flattened: Flat<R, O, P>,
    ) -> Result<O, DiagnosticsError> {
        let places = flattened.places();
        let is_known = |place: &u16| field_of(self.config, usize::from(*place)).is_wholly_known();
        if !places.iter().all(is_known) {
            return Err(Diagnostic::error("the configuration is not fully known yet").into());
        }
        decode_flat::<R, O>(self.config, &places)
            .map_err(|mismatch| Diagnostics::from(mismatch).into())
    }

    /// The object itself.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # configured::<Image>(r#"{"name": "a", "note": "?"}"#, |config| {
    /// assert!(!config.raw().is_wholly_known());
    /// # });
    /// ```
    #[must_use]
    pub fn raw(&self) -> &'a Value {
        self.config
    }
}
