//! [`ConfigData`]: a configuration that may hold unknowns.

use std::marker::PhantomData;

use super::{Val, val};
use crate::attr::{FieldOf, InConfig, walk};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::field_type::FieldType;
use crate::object::{Object, decode};
use crate::value::Value;

/// A configuration, with defaults filled in, in which values may be unknown: the provider's own in
/// `configure`, a resource's in validation.
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
    /// Over the object of `R`'s block.
    #[must_use]
    pub fn new(config: &'a Value) -> Self {
        ConfigData {
            config,
            marker: PhantomData,
        }
    }

    /// The field's value: null, unknown or known.
    #[must_use]
    pub fn get<A: InConfig, P: FieldOf<R, Access = A>>(
        &self,
        field: P,
    ) -> Val<<P::Value as FieldType>::Known> {
        match walk(self.config, &field.steps()) {
            None => Val::Null,
            Some(value) => val(value).unwrap_or(Val::Null),
        }
    }

    /// The field's value if it is set, known and not zero.
    #[must_use]
    pub fn get_ok<A: InConfig, P: FieldOf<R, Access = A>>(
        &self,
        field: P,
    ) -> Option<<P::Value as FieldType>::Known> {
        let value = walk(self.config, &field.steps())?;
        if value.is_zero() {
            None
        } else {
            val(value).ok()?.known()
        }
    }

    /// The field's value, or an error that names the field.
    ///
    /// # Errors
    /// The field is null or unknown.
    pub fn require<A: InConfig, P: FieldOf<R, Access = A>>(
        &self,
        field: P,
    ) -> Result<<P::Value as FieldType>::Known, Diagnostics> {
        let path = field.path();
        match self.get(field) {
            Val::Known(value) => Ok(value),
            Val::Null => Err(Diagnostic::error(format!("{path} must be set"))
                .with_detail(format!("The argument {path} has no value."))
                .at(path)
                .into()),
            Val::Unknown => Err(Diagnostic::error(format!("{path} must be known"))
                .with_detail(format!(
                    "The value of {path} is not known before apply. Use a value that is known \
                     when the plan is made."
                ))
                .at(path)
                .into()),
        }
    }

    /// The whole configuration as its struct.
    ///
    /// # Errors
    /// A value is unknown, or a field has none although its type has no room for that.
    pub fn all(&self) -> Result<R, Diagnostics> {
        if !self.config.is_wholly_known() {
            return Err(Diagnostic::error("the configuration is not wholly known yet").into());
        }
        Ok(decode::<R>(self.config)?)
    }

    /// The object itself.
    #[must_use]
    pub fn raw(&self) -> &'a Value {
        self.config
    }
}
