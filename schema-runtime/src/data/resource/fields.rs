//! [`ResourceData`], and its methods that take a field constant.
//!
//! They share a module because the compiler's error about a wrong field would name any
//! other.

use std::marker::PhantomData;

use crate::attr::{FieldOf, Fields, InConfig, InState, IntoField, Places, WholeField, walk};
use crate::data::data_core::DataCore;
use crate::data::{Changes, Collection, Operation, Val, unreadable};
use crate::diagnostics::{Diagnostic, DiagnosticsError};
use crate::field_type::{FieldType, HasZero};
use crate::object::Object;
use crate::path::Path;
use crate::value::Value;

/// The data of a resource while it is created, read, updated or deleted.
///
/// It combines four layers, from the lowest priority to the highest: the prior state,
/// the configuration, the planned changes, and everything [`set`](Self::set). The
/// configuration is fully known here.
///
/// Field constants from the derive name the fields; a field of another resource, or a value of
/// another type, does not compile.
///
/// A stored value that its field's type cannot read (an earlier version of the provider allowed
/// more) counts as not set. The call fails unless it writes the field afterwards;
/// a read and a delete only warn.
///
/// ```
/// # use schema_runtime::__private::example::applying;
/// # use schema_runtime::{Schema, SchemaEnum, data::ResourceData, diagnostics::Diagnostics};
/// # use schema_runtime::field_type::{Secret, Set};
/// # use std::collections::BTreeMap;
/// # #[derive(SchemaEnum)] pub enum Format { Raw, Qcow2 }
/// /// A disk image; the examples of the methods are about this struct too.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image")]
/// pub struct Image {
///     #[field(required, force_new)]
///     name: String,
///     #[field(optional, computed)]
///     size_mb: Option<i64>,
///     #[field(optional, default = Format::Raw)]
///     format: Format,
///     #[field(optional)]
///     note: Option<String>,
///     #[field(optional)]
///     zones: Set<String>,
///     #[field(optional)]
///     labels: BTreeMap<String, String>,
///     #[field(optional, write_only)]
///     token: Option<Secret>,
///     #[field(block(list))]
///     partition: Vec<Partition>,
///     #[field(computed)]
///     sha256: String,
/// }
///
/// #[derive(Schema)]
/// pub struct Partition {
///     #[field(required)]
///     label: String,
///     #[field(optional)]
///     size_mb: Option<i64>,
/// }
///
/// // What a provider's `update` does (there it is async, and has a client).
/// fn update(data: &mut ResourceData<Image>) -> Result<(), Diagnostics> {
///     if data.has_change(Image::SIZE_MB)
///         && let (Some(old), Some(new)) = data.get_change(Image::SIZE_MB)
///     {
///         println!("{} grows by {} MiB", data.require_id()?, new - old);
///         data.set(Image::SHA256, "c0ffee");
///     }
///     Ok(())
/// }
/// # let mut data = applying(r#"{"id": "1", "name": "a", "size_mb": 8}"#, r#"{"name": "a", "size_mb": 16}"#);
/// # update(&mut data)?;
/// # assert_eq!(data.get(Image::SHA256), "c0ffee");
/// # Ok::<(), Diagnostics>(())
/// ```
pub struct ResourceData<R> {
    pub(super) core: DataCore,
    pub(super) marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for ResourceData<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.core.fmt(f)
    }
}

impl<R: Object> ResourceData<R> {
    /// The field's value. Null, an unknown computed value and a missing element read as the type's
    /// zero (`None` for an `Option`). For a type without a zero use [`get_ok`](Self::get_ok) and
    /// [`require`](Self::require).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     "null",
    /// #     r#"{"name": "a", "zones": ["eu"], "partition": [{"label": "root"}]}"#,
    /// # );
    /// assert_eq!(data.get(Image::NAME), "a");
    /// assert_eq!(data.get(Image::NOTE), None);
    /// assert!(data.get(Image::ZONES).contains(&"eu".to_owned()));
    /// // One step further: an element, a field of a struct.
    /// assert_eq!(data.get(Image::PARTITION.at(0).then(Partition::LABEL)), "root");
    /// // The plan left it open: it is for this call to find out.
    /// assert_eq!(data.get(Image::SHA256), "");
    /// ```
    #[must_use]
    pub fn get<T: HasZero>(&self, field: impl FieldOf<R, Value = T>) -> T {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core.unreadable.get(&steps, value)
    }

    /// The field's value if it is set, known and not zero.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "note": "", "size_mb": 8}"#);
    /// assert_eq!(data.get_ok(Image::SIZE_MB), Some(8));
    /// // It is configured as "".
    /// assert_eq!(data.get_ok(Image::NOTE), None);
    /// ```
    #[doc(alias("GetOk", "get_opt"))]
    #[must_use]
    pub fn get_ok<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Option<T::Known> {
        let steps = field.steps();
        let value = self.core.value_at(&steps)?;
        // Nested values that only the provider fills in are unknown here and read as absent, as
        // with `get`.
        if value.is_zero() || value.is_null() || value.is_unknown() {
            return None;
        }
        self.core.unreadable.known(&steps, Some(value))
    }

    /// The field's value, or an error that names the field if it is null or unknown.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// # fn f(data: &ResourceData<Image>) -> Result<(), Diagnostics> {
    /// let format = data.require(Image::FORMAT)?;
    /// assert_eq!(format, Format::Raw);
    /// # Ok(())
    /// # }
    /// # f(&data).unwrap();
    /// let errors = data.require(Image::NOTE).unwrap_err();
    /// assert_eq!(errors.to_string(), "note is needed here (at note)");
    /// ```
    ///
    /// # Errors
    /// The field is null, or still unknown.
    pub fn require<T: FieldType>(
        &self,
        field: impl FieldOf<R, Value = T>,
    ) -> Result<T::Known, DiagnosticsError> {
        let value = self.core.value_at(&field.steps()).unwrap_or(&Value::Null);
        FieldType::from_value(value).map_err(|mismatch| {
            let path = field.path();
            let block = &self.core.schema().block;
            let reason = match value.is_null() || value.is_unknown() {
                true => mismatch.to_string(),
                false => unreadable::reason(block, &path, &mismatch.to_string()).to_owned(),
            };
            Diagnostic::error(format!("{path} is needed here"))
                .with_detail(format!(
                    "The field {path} has no value that can be used: {reason}."
                ))
                .at(path)
                .into()
        })
    }

    /// The field's exact value: null, unknown (a computed field that the plan left unknown) or
    /// known.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "note": ""}"#);
    /// // It is configured as "".
    /// assert_eq!(data.value(Image::NOTE), Val::Known(String::new()));
    /// assert_eq!(data.value(Image::SHA256), Val::Unknown);
    /// assert_eq!(data.value(Image::PARTITION.at(0).then(Partition::SIZE_MB)), Val::Null);
    /// ```
    #[must_use]
    pub fn value<T: FieldType>(&self, field: impl FieldOf<R, Value = T>) -> Val<T::Known> {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core.unreadable.val(&steps, value)
    }

    /// The field's Terraform value, borrowed; `None` if the path leads nowhere.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.get_ref(Image::NAME).and_then(Value::as_str), Some("a"));
    /// assert_eq!(data.get_ref(Image::PARTITION.at(3)), None);
    /// ```
    #[must_use]
    pub fn get_ref<P: FieldOf<R>>(&self, field: P) -> Option<&Value> {
        self.core.value_at(&field.steps())
    }

    /// The field's configured value, without defaults: null, or known. In read and delete
    /// there is no configuration, so it is always null.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "token": "t0p"}"#);
    /// assert_eq!(data.config(Image::TOKEN), Val::Known(Secret::from("t0p")));
    /// // Defaults are in the plan and not in the configuration.
    /// assert_eq!(data.config(Image::FORMAT), Val::Null);
    /// assert_eq!(data.value(Image::FORMAT), Val::Known(Format::Raw));
    /// ```
    #[must_use]
    pub fn config<T: FieldType, A: InConfig>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> Val<T::Known> {
        let steps = field.steps();
        let value = walk(self.core.config(), &steps);
        self.core.unreadable.val(&steps, value)
    }

    /// The prior value, if there is one.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// assert_eq!(data.prior(Image::SIZE_MB), Some(8));
    /// assert_eq!(data.prior(Image::NOTE), None);
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows the line.
    pub fn prior<T: FieldType, A: InState, P: FieldOf<R, Value = T, Access = A>>( // of one field; the whole object: `prior_struct()`
        &self,
        field: P,
    ) -> Option<T::Known> {
        let steps = field.steps();
        let (old, _) = self.core.before_and_after(&steps);
        self.core.unreadable.known(&steps, old)
    }

    /// Whether the prior and the planned value differ exactly: null and zero are different here. A
    /// planned unknown is a change. Values set during this call are ignored.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// // The size goes from 8 to 16.
    /// if data.has_change(Image::SIZE_MB) {
    ///     // Grow the image.
    /// }
    /// # assert!(data.has_change(Image::SIZE_MB));
    /// assert!(!data.has_change(Image::NAME));
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows this line where more is written.
    #[doc(alias("HasChange", "has_changed", "is_changed"))]
    pub fn has_change<A: InState, P: FieldOf<R, Access = A>>(&self, field: P) -> bool { // one field; of several: `has_changes((…, …))`
        self.differs(&field.steps())
    }

    /// Whether any of several fields or elements changed, as [`has_change`](Self::has_change) says:
    /// `data.has_changes((Image::NAME, Image::PARTITION.at(0)))`.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// // The size goes from 8 to 16.
    /// assert!(data.has_changes((Image::SIZE_MB, Image::NOTE)));
    /// assert!(!data.has_changes((Image::NAME, Image::PARTITION.at(0))));
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows this line where more is written.
    #[doc(alias("HasChanges"))]
    pub fn has_changes<P: Places<R>>(&self, places: P) -> bool { // several fields in one tuple: `has_changes((…, …))`
        places.steps().iter().any(|steps| self.differs(steps))
    }

    /// Whether any field changed other than these (and `id` and `timeouts`):
    /// `data.has_changes_except((Image::LABELS, Image::NOTE))`, or `()` for any field at all.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// // The size goes from 8 to 16.
    /// assert!(data.has_changes_except((Image::LABELS, Image::NOTE)));
    /// assert!(!data.has_changes_except(Image::SIZE_MB));
    /// assert!(data.has_changes_except(()));
    /// ```
    #[must_use]
    pub fn has_changes_except<F: Fields<R>>(&self, fields: F) -> bool {
        self.core.changes_except(&fields.positions())
    }

    fn differs(&self, steps: &[crate::attr::TypedStep]) -> bool {
        let (old, new) = self.core.before_and_after(steps);
        old.unwrap_or(&Value::Null) != new.unwrap_or(&Value::Null)
    }

    /// The prior and the planned value, each as the type's zero if it is null or unknown. They may
    /// be equal although [`has_change`](Self::has_change) is true (null before, configured `false`
    /// now): check that first.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let (old, new) = data.get_change(Image::SIZE_MB);
    /// assert_eq!((old, new), (Some(8), Some(16)));
    /// ```
    #[doc(alias("GetChange", "old_value"))]
    #[must_use]
    pub fn get_change<T: HasZero, A: InState>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> (T, T) {
        let steps = field.steps();
        let (old, new) = self.core.before_and_after(&steps);
        let typed = |value| self.core.unreadable.get(&steps, value);
        (typed(old), typed(new))
    }

    /// The prior and the planned value of a field whose type has no zero: `None` if it is null or
    /// unknown.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "format": "raw"}"#,
    /// #     r#"{"name": "a", "format": "qcow2"}"#,
    /// # );
    /// let (old, new) = data.get_change_ok(Image::FORMAT);
    /// assert_eq!((old, new), (Some(Format::Raw), Some(Format::Qcow2)));
    /// ```
    #[must_use]
    pub fn get_change_ok<T: FieldType, A: InState>(
        &self,
        field: impl FieldOf<R, Value = T, Access = A>,
    ) -> (Option<T::Known>, Option<T::Known>) {
        let steps = field.steps();
        let (old, new) = self.core.before_and_after(&steps);
        let typed = |value| self.core.unreadable.known(&steps, value);
        (typed(old), typed(new))
    }

    /// What a list, set or map gained, lost and changed between the prior state and the plan.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "labels": {"env": "test", "team": "x"}}"#,
    /// #     r#"{"name": "a", "labels": {"env": "live", "cost": "7"}}"#,
    /// # );
    /// let changes = data.changes(Image::LABELS);
    /// for (key, value) in changes.added() {
    ///     // Add the label.
    /// #   assert_eq!((key.as_str(), value.as_str()), ("cost", "7"));
    /// }
    /// for change in changes.changed() {
    ///     assert_eq!((change.at.as_str(), change.new.as_str()), ("env", "live"));
    /// }
    /// assert_eq!(changes.removed(), [("team".to_owned(), "x".to_owned())]);
    /// ```
    #[must_use]
    pub fn changes<A, C, P>(&self, field: P) -> Changes<C>
    where
        A: InState,
        C: Collection,
        P: FieldOf<R, Value = C, Access = A>,
    {
        let (old, new) = self.core.before_and_after(&field.steps());
        for side in [old, new] {
            // Elements that cannot be read are in none of the lists.
            self.core.unreadable.check(&field, side);
        }
        Changes::between(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null))
    }

    /// Writes a field: the value, a reference to it, a `&str` for text, or an `Option` of these
    /// whose `None` writes null ([`set_null`](Self::set_null) always writes null). Lists,
    /// sets, maps and blocks are written as a whole.
    ///
    /// The compiler checks everything that could fail here; a value that contradicts the
    /// plan is reported after the call, and the real value is saved.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.set(Image::SHA256, "c0ffee");
    /// data.set(Image::SIZE_MB, 8);
    /// data.set(Image::NOTE, std::env::var("NO_SUCH_NOTE").ok());
    /// data.set(Image::ZONES, Set::from(["eu".to_owned(), "us".to_owned()]));
    /// assert_eq!(data.get(Image::ZONES).len(), 2);
    /// ```
    pub fn set<T: FieldType, A: InState>(
        &mut self,
        field: impl WholeField<R, Value = T, Access = A>,
        value: impl IntoField<T>, // `None` alone has no type: write `set_null`
    ) {
        self.core.write(field.place(), value.into_field(), false);
    }

    /// Writes null. A `None` alone has no type that [`set`](Self::set) could infer.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.set_null(Image::NOTE);
    /// assert_eq!(data.get(Image::NOTE), None);
    /// ```
    #[doc(alias("unset", "clear"))]
    pub fn set_null<A: InState>(&mut self, field: impl WholeField<R, Access = A>) {
        self.core.write(field.place(), Value::Null, false);
    }

    /// Writes a field that the plan left unknown, as [`set`](Self::set) does, and keeps
    /// a known one: for an `optional, computed` field, which the remote system chooses
    /// if it is not configured.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// // What the remote system made of it.
    /// # let create = |config: &str| {
    /// # let mut data = applying::<Image>("null", config);
    /// data.set_if_unknown(Image::SIZE_MB, 8);
    /// # data.get(Image::SIZE_MB)
    /// # };
    /// assert_eq!(create(r#"{"name": "a"}"#), Some(8));
    /// // What is configured stays; a difference is shown by the next refresh.
    /// assert_eq!(create(r#"{"name": "a", "size_mb": 10}"#), Some(10));
    /// ```
    ///
    /// In read there is no plan, so it does the same as `set`.
    pub fn set_if_unknown<T: FieldType, A: InState>(
        &mut self,
        field: impl WholeField<R, Value = T, Access = A>,
        value: impl IntoField<T>,
    ) {
        let is_planned = matches!(self.core.operation(), Operation::Create | Operation::Update);
        if !is_planned || self.core.root_value(field.place()).is_unknown() {
            self.set(field, value);
        }
    }

    /// The path of a field, for diagnostics.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "partition": [{"label": "p"}]}"#);
    /// let place = Image::PARTITION.at(0).then(Partition::LABEL);
    /// let refused = Diagnostic::error("the label is taken").at(data.path_of(place));
    /// assert_eq!(refused.to_string(), "Error: the label is taken (at partition[0].label)");
    /// ```
    #[must_use]
    pub fn path_of<P: FieldOf<R>>(&self, field: P) -> Path {
        field.path()
    }
}
