//! The conditions and checks of Go's `customdiff` in a plan hook.

use super::PlanData;
use super::hook::Plannable;
use crate::attr::{FieldOf, InState, WholeField, walk};
use crate::data::Val;
use crate::field_type::FieldType;
use crate::object::Object;

/// Conditions and checks; a value that is not known yet satisfies none.
impl<R: Object> PlanData<R> {
    /// Whether the planned value is set and known, and satisfies a condition.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 16, "note": "?"}"#);
    /// assert!(plan.value_is(Image::SIZE_MB, |size| *size > 8));
    /// assert!(!plan.value_is(Image::NOTE, |_| true));
    /// ```
    pub fn value_is<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
        condition: impl FnOnce(&T::Known) -> bool,
    ) -> bool {
        self.value(field)
            .known()
            .is_some_and(|value| condition(&value))
    }

    /// Whether there is a prior value and a known planned one, they differ, and they satisfy a
    /// condition (old, new).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 4}"#);
    /// assert!(plan.change_is(Image::SIZE_MB, |old, new| new < old));
    /// ```
    pub fn change_is<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
        condition: impl FnOnce(&T::Known, &T::Known) -> bool,
    ) -> bool {
        let steps = field.steps();
        if walk(&self.core().prior, &steps) == walk(&self.core().planned, &steps) {
            return false;
        }
        match self.get_change(field) {
            (Val::Known(old), Val::Known(new)) => condition(&old, &new),
            _ => false,
        }
    }

    /// Plans a computed field that is not configured as unknown if a condition holds.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let resized = plan.has_change(Image::SIZE_MB);
    /// plan.unknown_if(Image::SHA256, resized);
    /// assert_eq!(plan.value(Image::SHA256), Val::Unknown);
    /// ```
    pub fn unknown_if<A: InState + Plannable>(
        &mut self,
        field: impl WholeField<R, Whole = A>,
        condition: bool,
    ) {
        if condition {
            self.set_unknown(field);
        }
    }

    /// Replaces the resource if this field changes and its planned value, set and known,
    /// satisfies a condition.
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
        if self.value_is(field.clone(), condition) {
            self.require_replace(field);
        }
    }

    /// Replaces the resource if this field changes from one value to another that satisfy a
    /// condition (old, new).
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
        if self.change_is(field.clone(), condition) {
            self.require_replace(field);
        }
    }

    /// Adds an error to the plan at this field where a check of its planned value, set and known, fails.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 12}"#);
    /// plan.check_value(Image::SIZE_MB, |size| match size % 8 {
    ///     0 => Ok(()),
    ///     _ => Err(format!("{size} is no multiple of 8")),
    /// });
    /// let errors = plan.finish().unwrap_err();
    /// assert_eq!(
    ///     errors.to_string(),
    ///     "Error: Invalid value for size_mb (at size_mb): 12 is no multiple of 8"
    /// );
    /// ```
    pub fn check_value<T: FieldType, E: std::fmt::Display>(
        &mut self,
        field: impl FieldOf<R, Value = T> + Clone,
        check: impl FnOnce(&T::Known) -> Result<(), E>,
    ) {
        let mut failed = None;
        self.value_is(field.clone(), |value| {
            failed = check(value).err();
            true
        });
        self.error_if(field, failed);
    }

    /// Adds an error to the plan at this field where a check of its change (old, new) fails. Only a change
    /// from one value to another is checked.
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
        self.change_is(field.clone(), |old, new| {
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
