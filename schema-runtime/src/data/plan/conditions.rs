//! The conditions and checks of Go's `customdiff` in a plan hook.

use super::PlanData;
use crate::attr::{FieldOf, InState, Plannable, TypedStep, walk};
use crate::data::Val;
use crate::field_type::FieldType;
use crate::object::Object;
use crate::plan::PlanCore;
use crate::value::Value;

impl PlanCore {
    /// A planned value at a typed path as conditions see it: unknown while its configuration is.
    /// Other unknowns in it become known only in the apply, so waiting for them is useless.
    #[must_use]
    pub fn settled<'v>(&self, steps: &[TypedStep], planned: Option<&'v Value>) -> Val<&'v Value> {
        match planned {
            None | Some(Value::Null) => Val::Null,
            Some(Value::Unknown(_)) => Val::Unknown,
            Some(value) if value.is_wholly_known() => Val::Known(value),
            Some(value) => match walk(&self.config, steps) {
                Some(config) if !config.is_wholly_known() => Val::Unknown,
                _ => Val::Known(value),
            },
        }
    }
}

/// Conditions and checks.
///
/// An unknown value leaves a condition undecided, and a plan that says no now must not say yes when
/// it is repeated before the apply. So [`value_is`](Self::value_is) and
/// [`change_is`](Self::change_is) answer a `Val<bool>`; a method that plans something because of a
/// condition also does so while the condition is undecided; checks wait.
///
/// Nested values that only the provider fills in, such as the id of each element, do not become
/// known before the apply. Conditions and checks see such an unknown as the zero of its type
/// (`None` of an `Option`), as `get` in create does.
impl<R: Object> PlanData<R> {
    /// Whether the planned value is set and satisfies a condition; unknown while the value is
    /// unknown.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 16, "note": "?"}"#);
    /// assert_eq!(plan.value_is(Image::SIZE_MB, |size| *size > 8), Val::Known(true));
    /// assert_eq!(plan.value_is(Image::NOTE, |_| true), Val::Unknown);
    /// assert_eq!(plan.value_is(Image::SHA256, String::is_empty), Val::Unknown);
    /// ```
    pub fn value_is<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
        condition: impl FnOnce(&T::Known) -> bool,
    ) -> Val<bool> {
        match self.settled(&field) {
            Val::Null => Val::Known(false),
            settled => settled.map(|value| condition(&value)),
        }
    }

    /// The planned value, in which only what the provider fills in is unknown; that reads as
    /// absent.
    fn settled<P: FieldOf<R>>(&self, field: &P) -> Val<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = self.planned_at(&steps);
        match self.core.settled(&steps, value) {
            Val::Null => Val::Null,
            Val::Unknown => Val::Unknown,
            Val::Known(value) => self.unreadable.known(&steps, Some(value)).into(),
        }
    }

    /// Whether the prior and the planned value exist, differ, and satisfy a condition (old, new);
    /// unknown while the planned value is unknown.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 4}"#);
    /// assert_eq!(plan.change_is(Image::SIZE_MB, |old, new| new < old), Val::Known(true));
    /// ```
    pub fn change_is<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
        condition: impl FnOnce(&T::Known, &T::Known) -> bool,
    ) -> Val<bool> {
        let steps = field.steps();
        let planned = walk(&self.core.planned, &steps);
        // Neither object has write-only values.
        if planned.is_none_or(Value::is_null) || walk(&self.core.prior, &steps) == planned {
            return Val::Known(false);
        }
        match (self.read(&self.core.prior, &field), self.settled(&field)) {
            (Val::Known(_), Val::Unknown) => Val::Unknown,
            (Val::Known(old), Val::Known(new)) => Val::Known(condition(&old, &new)),
            _ => Val::Known(false),
        }
    }

    /// Plans a computed field that is not configured as unknown if a condition holds or is
    /// undecided.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let resized = plan.has_change(Image::SIZE_MB);
    /// plan.unknown_if(Image::SHA256, resized);
    /// assert_eq!(plan.value(Image::SHA256), Val::Unknown);
    /// let grows = plan.change_is(Image::SIZE_MB, |old, new| new > old);
    /// plan.unknown_if(Image::SHA256, grows);
    /// ```
    pub fn unknown_if<A: InState + Plannable>(
        &mut self,
        field: impl FieldOf<R, Access = A>,
        condition: impl Into<Val<bool>>,
    ) {
        if condition.into().may_hold() {
            self.set_unknown(field);
        }
    }

    /// Replaces the resource if this field changes and its planned value satisfies a condition, or
    /// may do so while it is unknown, as `force_new` does.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(
    /// #     OLD,
    /// #     r#"{"name": "a", "size_mb": 16, "format": "qcow2"}"#,
    /// # );
    /// // Another format is another file, unless it is raw.
    /// plan.require_replace_if(Image::FORMAT, |format| *format != Format::Raw);
    /// # let made = schema_runtime::plan::finish(plan.into_core(), false);
    /// # let paths: Vec<String> = made.requires_replace.iter().map(ToString::to_string).collect();
    /// # assert_eq!(paths, ["format"]);
    /// ```
    pub fn require_replace_if<T: FieldType>(
        &mut self,
        field: impl FieldOf<R, Value = T> + Clone,
        condition: impl FnOnce(&T::Known) -> bool,
    ) {
        if self.value_is(field.clone(), condition).may_hold() {
            self.require_replace(field);
        }
    }

    /// Replaces the resource if this field changes from one value to another that satisfy a
    /// condition (old, new), or may do so while the new one is unknown, as `force_new` does.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 4}"#);
    /// // An image can grow in place, but not shrink.
    /// plan.require_replace_if_change(Image::SIZE_MB, |old, new| new < old);
    /// # let made = schema_runtime::plan::finish(plan.into_core(), false);
    /// # let paths: Vec<String> = made.requires_replace.iter().map(ToString::to_string).collect();
    /// # assert_eq!(paths, ["size_mb"]);
    /// ```
    pub fn require_replace_if_change<T: FieldType>(
        &mut self,
        field: impl FieldOf<R, Value = T> + Clone,
        condition: impl FnOnce(&T::Known, &T::Known) -> bool,
    ) {
        if self.change_is(field.clone(), condition).may_hold() {
            self.require_replace(field);
        }
    }

    /// Adds an error to the plan at this field if a check of its known planned value
    /// fails. An unknown value is not checked yet.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 12}"#);
    /// plan.check_value(Image::SIZE_MB, |size| match size % 8 {
    ///     0 => Ok(()),
    ///     _ => Err(format!("{size} is not a multiple of 8")),
    /// });
    /// let errors = plan.finish().unwrap_err();
    /// assert_eq!(
    ///     errors.to_string(),
    ///     "Error: Invalid value for size_mb (at size_mb): 12 is not a multiple of 8"
    /// );
    /// ```
    pub fn check_value<T: FieldType, E: std::fmt::Display>(
        &mut self,
        field: impl FieldOf<R, Value = T> + Clone,
        check: impl FnOnce(&T::Known) -> Result<(), E>,
    ) {
        let mut failed = None;
        let _ = self.value_is(field.clone(), |value| {
            failed = check(value).err();
            true
        });
        self.error_if(field, failed);
    }

    /// Adds an error to the plan at this field if a check of its change (old, new) fails. Only a
    /// change from one value to another is checked.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 4}"#);
    /// plan.check_change(Image::SIZE_MB, |old, new| match new < old {
    ///     true => Err("an image cannot shrink"),
    ///     false => Ok(()),
    /// });
    /// assert!(plan.finish().is_err());
    /// ```
    pub fn check_change<T: FieldType, E: std::fmt::Display>(
        &mut self,
        field: impl FieldOf<R, Value = T> + Clone,
        check: impl FnOnce(&T::Known, &T::Known) -> Result<(), E>,
    ) {
        let mut failed = None;
        let _ = self.change_is(field.clone(), |old, new| {
            failed = check(old, new).err();
            true
        });
        self.error_if(field, failed);
    }

    fn error_if<P: FieldOf<R>, E: std::fmt::Display>(&mut self, field: P, failed: Option<E>) {
        if let Some(error) = failed {
            let summary = format!("Invalid value for {}", field.path());
            self.error_at(field, summary, error.to_string());
        }
    }
}
