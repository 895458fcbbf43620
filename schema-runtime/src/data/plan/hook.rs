//! [`PlanData`]: what the provider's plan hook sees and may change.

use std::marker::PhantomData;

use crate::attr::{
    FieldIf, FieldOf, InState, IntoField, LastText, Places, Plannable, TypedStep, WholeField, walk,
};
use crate::data::secrets::{field_with_secrets, secret_block};
use crate::data::unreadable::Unreadable;
use crate::data::{Changes, Collection, Val};
use crate::diagnostics::{Diagnostics, IntoText};
use crate::field_type::FieldType;
use crate::object::Object;
use crate::plan::PlanCore;
use crate::schema::Flags;
use crate::value::{Value, field_of};

/// A resource in its plan hook. The configuration may hold unknowns, so each value is null, unknown
/// or known.
///
/// The examples of the methods use the image of
/// [`ResourceData`](crate::data::ResourceData).
///
/// The conditions of Go's `customdiff` are methods here. For an unknown value they
/// plan as if it satisfied them, so the plan stays true once it is known.
///
/// | customdiff | here |
/// |---|---|
/// | `All(f, g)` | one after the other: errors are collected |
/// | `Sequence(f, g)` | [`finish`](Self::finish)`()?` between them |
/// | `If`, `IfValue`, `IfValueChange` | `if`, with [`value`](Self::value), [`value_is`](Self::value_is), [`change_is`](Self::change_is) |
/// | `ValidateValue`, `ValidateChange` | [`check_value`](Self::check_value), [`check_change`](Self::check_change) |
/// | `ForceNewIf`, `ForceNewIfChange` | [`require_replace_if`](Self::require_replace_if), [`require_replace_if_change`](Self::require_replace_if_change) |
/// | `ComputedIf` | [`unknown_if`](Self::unknown_if) |
/// | `d.SetNew`, `SetNewComputed`, `Clear`, `ForceNew` | [`set_new`](Self::set_new), [`set_unknown`](Self::set_unknown), [`keep_prior`](Self::keep_prior), [`require_replace`](Self::require_replace) |
/// | `d.NewValueKnown`, `GetChangedKeysPrefix` | `!plan.value(…).is_unknown()`, [`changed_fields`](Self::changed_fields) |
///
/// ```
/// # use schema_runtime::Schema;
/// # use schema_runtime::data::PlanData;
/// # use schema_runtime::diagnostics::Diagnostics;
///
/// #[derive(Schema)]
/// #[schema(resource = "db_volume")]
/// struct Volume {
///     #[field(required)]
///     size_gb: i64,
///     #[field(optional)]
///     snapshot: Option<String>,
///     #[field(computed)]
///     checksum: String,
/// }
///
/// fn plan(plan: &mut PlanData<Volume>) -> Result<(), Diagnostics> {
///     plan.check_value(Volume::SIZE_GB, |size| match size % 8 {
///         0 => Ok(()),
///         _ => Err(format!("{size} is not a multiple of 8")),
///     });
///     plan.finish()?;
///     // A volume can grow in place, but not shrink.
///     plan.require_replace_if_change(Volume::SIZE_GB, |old, new| new < old);
///     let resized = plan.has_change(Volume::SIZE_GB);
///     plan.unknown_if(Volume::CHECKSUM, resized);
///     Ok(())
/// }
/// ```
pub struct PlanData<R> {
    pub(super) core: PlanCore,
    /// The planned values of root fields with write-only values, which come from the configuration:
    /// the hook cannot change these.
    shown: Vec<(usize, Value)>,
    pub(super) unreadable: Unreadable,
    marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for PlanData<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.write_str("PlanData")
    }
}

impl<R: Object> PlanData<R> {
    /// Wraps the untyped plan; for the runtime layer and tests.
    #[must_use]
    pub fn new(core: PlanCore) -> Self {
        PlanData {
            shown: shown(&core),
            unreadable: Unreadable::new(core.schema.clone()),
            core,
            marker: PhantomData,
        }
    }

    /// The untyped plan, owned. Unreadable values are warnings in it.
    #[must_use]
    pub fn into_core(self) -> PlanCore {
        let mut core = self.core;
        self.unreadable.warn_in(&mut core.diagnostics);
        core
    }

    pub(super) fn read<P: FieldOf<R>>(
        &self,
        object: &Value,
        field: &P,
    ) -> Val<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = walk(object, &steps);
        self.unreadable.val(&steps, value)
    }

    /// The planned value: null, unknown or known. Write-only values, nested ones too, come from the
    /// configuration.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "note": "?"}"#);
    /// match plan.value(Image::NOTE) {
    ///     Val::Known(note) => println!("it will be {note}"),
    ///     Val::Unknown => println!("it is known after apply"),
    ///     Val::Null => println!("there is none"),
    /// }
    /// assert_eq!(plan.value(Image::NOTE), Val::Unknown);
    /// assert_eq!(plan.value(Image::FORMAT), Val::Known(Format::Raw));
    /// ```
    #[must_use]
    pub fn value<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Val<T::Known> {
        let steps = field.steps();
        let value = self.planned_at(&steps);
        self.unreadable.val(&steps, value)
    }

    pub(super) fn planned_at(&self, steps: &[TypedStep]) -> Option<&Value> {
        let (TypedStep::Field(root), rest) = steps.split_first()? else {
            return None;
        };
        let root = usize::from(*root);
        let shown = self.shown.iter().find(|(position, _)| *position == root);
        let value = shown.map_or_else(|| field_of(&self.core.planned, root), |(_, value)| value);
        walk(value, rest)
    }

    /// The configured value, without defaults: null, unknown or known.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(plan.config(Image::NAME), Val::Known("a".to_owned()));
    /// // The default is planned, and not configured.
    /// assert_eq!(plan.config(Image::FORMAT), Val::Null);
    /// ```
    #[must_use]
    pub fn config<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Val<T::Known> {
        self.read(&self.core.config, &field)
    }

    /// The prior value, if there is one.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// assert_eq!(plan.prior(Image::SIZE_MB), Some(8));
    /// assert_eq!(plan.prior(Image::NOTE), None);
    /// ```
    #[doc(alias("old_value"))]
    #[must_use]
    pub fn prior<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Option<T::Known> {
        self.read(&self.core.prior, &field).known()
    }

    /// The planned value as its Terraform value, borrowed; it may hold nested unknowns.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "labels": {"env": "?"}}"#);
    /// assert_eq!(plan.value(Image::LABELS), Val::Unknown);
    /// let labels = plan.get_ref(Image::LABELS).expect("a field");
    /// assert!(matches!(labels, Value::Map(labels) if labels.contains_key("env")));
    /// ```
    #[must_use]
    pub fn get_ref<P: FieldOf<R>>(&self, field: P) -> Option<&Value> {
        self.planned_at(&field.steps())
    }

    /// Whether the prior and the planned value differ exactly; a planned unknown is a change.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// assert!(plan.has_change(Image::SIZE_MB));
    /// assert!(!plan.has_change(Image::NAME));
    /// assert!(plan.has_changes((Image::NAME, Image::SIZE_MB)));
    /// assert_eq!(plan.changed_fields(), ["size_mb"]);
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows this line where more is written.
    #[doc(alias("HasChange", "has_changed"))]
    pub fn has_change<P: FieldOf<R>>(&self, field: P) -> bool { // one field; of several: `has_changes((…, …))`
        self.core.differs(&field.steps())
    }

    /// Whether any of several fields or elements changes.
    #[must_use]
    #[rustfmt::skip] // The compiler shows this line where more is written.
    pub fn has_changes<P: Places<R>>(&self, places: P) -> bool { // several fields in one tuple: `has_changes((…, …))`
        places.steps().iter().any(|steps| self.core.differs(steps))
    }

    /// The prior and the planned value, each null, unknown or known; neither has write-only values.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "note": "?"}"#);
    /// assert_eq!(plan.get_change(Image::NOTE), (Val::Null, Val::Unknown));
    /// ```
    #[doc(alias("GetChange"))]
    #[must_use]
    pub fn get_change<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
    ) -> (Val<T::Known>, Val<T::Known>) {
        let new = self.read(&self.core.planned, &field);
        (self.read(&self.core.prior, &field), new)
    }

    /// What a list, set or map gains, loses and changes.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "zones": ["eu"]}"#);
    /// assert_eq!(plan.changes(Image::ZONES).added(), ["eu"]);
    /// ```
    #[must_use]
    pub fn changes<C: Collection>(&self, field: impl FieldOf<R, Value = C>) -> Changes<C> {
        let [old, new] = self.core.before_and_after(&field.steps());
        for side in [old, new] {
            self.unreadable.check(&field, Some(side));
        }
        Changes::between(old, new)
    }

    /// Plans the id of a new object, if it is certain before the create, which sets the same id. If
    /// objects have no id, it plans nothing.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_id("a");
    /// ```
    pub fn set_id(&mut self, id: impl Into<String>) {
        if let Some(position) = self.core.schema.id_index() {
            let id: String = id.into();
            let step = TypedStep::Field(u16::try_from(position).unwrap_or(u16::MAX));
            self.core.set_new_at(&[step], Value::from(id));
        }
    }

    /// Plans a value for a computed field that is not configured, even in a nested struct:
    /// `plan.set_new(Image::PARTITION.at(0).then(Partition::UUID), …)`. If there is no such
    /// element, nothing happens.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_new(Image::SIZE_MB, 8);
    /// assert_eq!(plan.value(Image::SIZE_MB), Val::Known(8));
    /// ```
    #[doc(alias("SetNew"))]
    pub fn set_new<T: FieldType, A: InState + Plannable>(
        &mut self,
        field: impl FieldOf<R, Value = T, Access = A>,
        value: impl IntoField<T>, // `None` alone has no type: write `set_null`
    ) {
        self.plan_value(&field.steps(), value.into_field());
    }

    fn plan_value(&mut self, steps: &[TypedStep], value: Value) {
        self.core.set_new_at(steps, value);
        let Some(TypedStep::Field(root)) = steps.first() else {
            return;
        };
        let root = usize::from(*root);
        let field = self.core.schema.block.fields.get(root);
        if let (Some(block), Some((_, shown))) = (
            field.and_then(secret_block),
            self.shown
                .iter_mut()
                .find(|(position, _)| *position == root),
        ) {
            let planned = field_of(&self.core.planned, root).clone();
            *shown = field_with_secrets(block, planned, field_of(&self.core.config, root));
        }
    }

    /// Plans null for a computed field that is not configured. A `None` alone has no type that
    /// [`set_new`](Self::set_new) could infer.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_null(Image::SHA256);
    /// assert_eq!(plan.value(Image::SHA256), Val::Null);
    /// ```
    pub fn set_null<A: InState + Plannable>(&mut self, field: impl FieldOf<R, Access = A>) {
        self.plan_value(&field.steps(), Value::Null);
    }

    /// Plans a computed field that is not configured as unknown: it will be known after apply.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// assert_eq!(plan.value(Image::SHA256), Val::Known("c0ffee".to_owned()));
    /// if plan.has_change(Image::SIZE_MB) {
    ///     plan.set_unknown(Image::SHA256);
    /// }
    /// assert_eq!(plan.value(Image::SHA256), Val::Unknown);
    /// ```
    #[doc(alias("SetNewComputed", "set_new_computed", "set_computed"))]
    pub fn set_unknown<A: InState + Plannable>(&mut self, field: impl FieldOf<R, Access = A>) {
        self.plan_value(&field.steps(), Value::UNKNOWN);
    }

    /// Keeps the prior value of a computed field that is not configured, whatever was planned for
    /// it. Without a prior object, the field's plan is unchanged.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a"}"#);
    /// plan.set_unknown(Image::SHA256);
    /// plan.keep_prior(Image::SHA256);
    /// assert_eq!(plan.value(Image::SHA256), Val::Known("c0ffee".to_owned()));
    /// ```
    pub fn keep_prior<A: InState + Plannable>(&mut self, field: impl WholeField<R, Whole = A>) {
        if matches!(self.core.prior, Value::Object(_)) {
            let prior = field_of(&self.core.prior, field.place()).clone();
            self.core.set_new_field(field.place(), prior);
        }
    }

    /// Fails if there was an error so far, so the hook can stop with `?`; each error is reported
    /// once.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 3}"#);
    /// # fn hook(plan: &mut PlanData<Image>) -> Result<(), Diagnostics> {
    /// plan.check_value(Image::SIZE_MB, |size| if *size < 8 { Err("it is too small") } else { Ok(()) });
    /// plan.finish()?;
    /// // Here the size is good, or not known yet.
    /// # Ok(())
    /// # }
    /// # assert!(hook(&mut plan).is_err());
    /// ```
    ///
    /// # Errors
    /// The errors and warnings so far.
    pub fn finish(&mut self) -> Result<(), Diagnostics> {
        if self.core.diagnostics.has_errors() {
            return Err(std::mem::take(&mut self.core.diagnostics));
        }
        Ok(())
    }

    /// Requires that a change of this field replaces the resource. An unchanged field forces
    /// nothing.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "note": "new"}"#);
    /// if plan.has_change(Image::NOTE) && plan.value_is(Image::SIZE_MB, |size| *size < 16).may_hold() {
    ///     plan.require_replace(Image::NOTE);
    /// }
    /// # let made = schema_runtime::plan::finish(plan.into_core(), false);
    /// # let paths: Vec<String> = made.requires_replace.iter().map(ToString::to_string).collect();
    /// # assert_eq!(paths, ["note"]);
    /// ```
    #[doc(alias("ForceNew", "RequiresReplace", "requires_replace"))]
    pub fn require_replace<P: FieldOf<R>>(&mut self, field: P) {
        let path = field.path();
        self.core.require_replace_at(path);
    }

    /// Rejects the plan, with an error at a field.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.error_at(Image::NAME, "The name is taken", "There is an image of this name already.");
    /// assert!(plan.finish().is_err());
    /// ```
    #[rustfmt::skip] // The compiler shows the line.
    pub fn error_at< // a field, a summary, a detail
        // The compiler asks about a field only where no argument is missing; readers need not know.
        #[cfg(not(doc))] P: FieldIf<R, G>,
        #[cfg(doc)] P: FieldOf<R>,
        S: IntoText,
        #[cfg(not(doc))] D: LastText<G>,
        #[cfg(doc)] D: Into<String>,
        #[cfg(not(doc))] G,
    >(
        &mut self,
        field: P,
        summary: S,
        detail: D,
    ) {
        let path = field.path_if();
        self.core.diagnostics.error_at(path, summary.into_text(), detail.last_text());
    }

    /// Adds a warning at a field.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a", "size_mb": 4}"#);
    /// plan.warn(Image::SIZE_MB, "The image is small", "Most systems need 8 MiB.");
    /// assert!(plan.finish().is_ok());
    /// ```
    #[rustfmt::skip] // The compiler shows the line.
    pub fn warn< // a field, a summary, a detail
        // The compiler asks about a field only where no argument is missing; readers need not know.
        #[cfg(not(doc))] P: FieldIf<R, G>,
        #[cfg(doc)] P: FieldOf<R>,
        S: IntoText,
        #[cfg(not(doc))] D: LastText<G>,
        #[cfg(doc)] D: Into<String>,
        #[cfg(not(doc))] G,
    >(
        &mut self,
        field: P,
        summary: S,
        detail: D,
    ) {
        let path = field.path_if();
        self.core.diagnostics.warn_at(path, summary.into_text(), detail.last_text());
    }
}

/// The planned values of root fields with write-only values. It does not depend on the type, so
/// that it is not compiled for each of them.
fn shown(core: &PlanCore) -> Vec<(usize, Value)> {
    let fields = core.schema.block.fields.iter().enumerate();
    let shown = fields.filter_map(|(position, field)| {
        let config = field_of(&core.config, position);
        if field.is(Flags::WRITE_ONLY) {
            return Some((position, config.clone()));
        }
        let planned = field_of(&core.planned, position).clone();
        secret_block(field).map(|block| (position, field_with_secrets(block, planned, config)))
    });
    shown.collect()
}
