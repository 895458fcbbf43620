//! [`ResourceData`]: a resource in create, read, update and delete.

use std::marker::PhantomData;

use super::core::{DataCore, Operation};
use super::{Changes, Collection, Private, Val, unread};
use crate::attr::{FieldOf, Fields, InConfig, InState, IntoField, Places, WholeField, walk};
use crate::codec::flatmap;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::field_type::{FieldType, HasZero};
use crate::object::{Root, decode, encode};
use crate::path::Path;
use crate::schema::Flags;
use crate::value::Value;

/// What a resource should be, while it is created, read, updated or deleted.
///
/// It abstracts four things into one, in this order of priority: the prior state, the
/// configuration, the planned changes, and everything that was [`set`](Self::set). The
/// configuration is wholly known here.
///
/// Fields are named by the constants of the derive; a field of another resource, or a value of
/// another type, does not compile.
///
/// A stored value that its field's type cannot read (an earlier version of the provider allowed
/// more) is taken for one that is not set. The call fails for it unless it writes the field
/// afterwards; a read and a delete warn only.
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
///     size_mb: i64,
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
/// // What an author's `update` does (there it is async, and has a client).
/// fn update(data: &mut ResourceData<Image>) -> Result<(), Diagnostics> {
///     if data.has_change(Image::SIZE_MB) {
///         let (old, new) = data.get_change(Image::SIZE_MB);
///         println!("{} grows by {} MiB", data.id(), new - old);
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
    core: DataCore,
    marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for ResourceData<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.core.fmt(f)
    }
}

impl<R: Root> ResourceData<R> {
    /// Around the untyped data of a call; for the shell and for tests.
    #[must_use]
    pub fn new(core: DataCore) -> Self {
        ResourceData {
            core,
            marker: PhantomData,
        }
    }

    /// The untyped data.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.core().schema().type_name.as_str(), "disk_image");
    /// assert_eq!(data.core().operation(), Operation::Create);
    /// ```
    #[must_use]
    pub fn core(&self) -> &DataCore {
        &self.core
    }

    /// The untyped data, to change it: for code that works with any resource.
    pub fn core_mut(&mut self) -> &mut DataCore {
        &mut self.core
    }

    /// The untyped data, owned.
    #[must_use]
    pub fn into_core(self) -> DataCore {
        self.core
    }

    /// The field's value. Null, a computed value that is still unknown and an element that is not
    /// there read as the zero of the type (`None` for an `Option`). A type without zero has
    /// [`get_ok`](Self::get_ok) and [`require`](Self::require).
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
    pub fn get<T: HasZero, P: FieldOf<R, Value = T>>(&self, field: P) -> T {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core
            .unread
            .get(&self.core.schema().block, &steps, value)
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
    #[must_use]
    pub fn get_ok<P: FieldOf<R>>(&self, field: P) -> Option<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = self.core.value_at(&steps)?;
        if value.is_zero() || !value.is_wholly_known() {
            return None;
        }
        self.core
            .unread
            .known(&self.core.schema().block, &steps, Some(value))
    }

    /// The field's value, or an error that names the field where it is null or unknown.
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
    /// assert!(errors.to_string().starts_with("Error: note is needed here"));
    /// ```
    ///
    /// # Errors
    /// The field is null, or still unknown.
    pub fn require<P: FieldOf<R>>(
        &self,
        field: P,
    ) -> Result<<P::Value as FieldType>::Known, Diagnostics> {
        let value = self.core.value_at(&field.steps()).unwrap_or(&Value::Null);
        FieldType::from_value(value).map_err(|mismatch| {
            let path = field.path();
            let block = &self.core.schema().block;
            let reason = match value.is_null() || value.is_unknown() {
                true => mismatch.to_string(),
                false => unread::reason(block, &path, &mismatch.to_string()),
            };
            Diagnostic::error(format!("{path} is needed here"))
                .with_detail(format!(
                    "The field {path} has no value that can be used: {reason}."
                ))
                .at(path)
                .into()
        })
    }

    /// The field's value exactly: null, unknown (a computed field that the plan left open) or
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
    pub fn value<P: FieldOf<R>>(&self, field: P) -> Val<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core
            .unread
            .val(&self.core.schema().block, &steps, value)
    }

    /// The field's Terraform value, borrowed; `None` where the path leads nowhere.
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

    /// Whether the prior value and the planned one differ, exactly: null and zero are different
    /// here. A planned unknown is a change. What was set during this call does not count.
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
    pub fn has_change<A: InState, P: FieldOf<R, Access = A>>(&self, field: P) -> bool {
        self.differs(&field.steps())
    }

    /// Whether one of several fields or places changed, as [`has_change`](Self::has_change) says:
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
    pub fn has_changes<P: Places<R>>(&self, places: P) -> bool {
        places.steps().iter().any(|steps| self.differs(steps))
    }

    /// Whether any field changed but these (and `id` and `timeouts`):
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

    /// The prior value and the planned one, each as the type's zero where it is null or unknown.
    /// They may be equal although [`has_change`](Self::has_change) is true (null before,
    /// configured `false` now): ask that first.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let (old, new) = data.get_change(Image::SIZE_MB);
    /// assert_eq!((old, new), (8, 16));
    /// ```
    #[must_use]
    pub fn get_change<T: HasZero, A: InState, P: FieldOf<R, Value = T, Access = A>>(
        &self,
        field: P,
    ) -> (T, T) {
        let steps = field.steps();
        let (old, new) = self.core.before_and_after(&steps);
        let block = &self.core.schema().block;
        let typed = |value| self.core.unread.get(block, &steps, value);
        (typed(old), typed(new))
    }

    /// The prior value and the planned one of a field whose type has no zero: `None` where it is
    /// null or unknown.
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
    #[expect(clippy::type_complexity, reason = "a pair of the same thing")]
    pub fn get_change_ok<A: InState, P: FieldOf<R, Access = A>>(
        &self,
        field: P,
    ) -> (
        Option<<P::Value as FieldType>::Known>,
        Option<<P::Value as FieldType>::Known>,
    ) {
        let steps = field.steps();
        let (old, new) = self.core.before_and_after(&steps);
        let block = &self.core.schema().block;
        let typed = |value| self.core.unread.known(block, &steps, value);
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
            // An element that cannot be read is in none of the lists.
            let block = &self.core.schema().block;
            self.core.unread.check(block, &field, side);
        }
        Changes::between(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null))
    }

    /// Writes a field: the value, a reference to it, a `&str` for text, or an `Option` of these
    /// whose `None` writes null. Lists, sets, maps and blocks are written whole.
    ///
    /// Nothing can fail here that the compiler did not check; a value that contradicts the plan
    /// is reported after the call, with the state saved as it really is.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.set(Image::SHA256, "c0ffee");
    /// data.set(Image::SIZE_MB, 8);
    /// data.set(Image::NOTE, None::<String>);
    /// data.set(Image::ZONES, Set::from(["eu".to_owned(), "us".to_owned()]));
    /// assert_eq!(data.get(Image::ZONES).len(), 2);
    /// ```
    pub fn set<P: WholeField<R>, V: IntoField<P::Value>>(&mut self, field: P, value: V)
    where
        P::Access: InState,
    {
        self.core.write(field.place(), value.into_field(), false);
    }

    /// Reads all fields at once.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(
    /// #     "null",
    /// #     r#"{"name": "a", "size_mb": 8, "labels": {"env": "test"}}"#,
    /// # );
    /// data.set(Image::SHA256, "c0ffee");
    /// // Wherever it came from: the configuration, the plan, this call.
    /// let image = data.all()?;
    /// assert_eq!((image.name.as_str(), image.size_mb), ("a", 8));
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// A field has no value although its type has no room for that (after an import, say); all
    /// such fields are named.
    pub fn all(&self) -> Result<R, Diagnostics> {
        let object = self.core.merged();
        decode::<R>(&object).map_err(|mismatch| {
            mismatch
                .places()
                .map(|(path, text)| {
                    Diagnostic::error(format!("{path} has no usable value"))
                        .with_detail(unread::reason(&self.core.schema().block, path, text))
                        .at(path.clone())
                })
                .collect()
        })
    }

    /// Writes all fields at once. Fields still at their zero take the planned form where that is
    /// null, so that reading everything and writing it back changes nothing.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(OLD);
    /// let mut image = data.all()?;
    /// image.size_mb = 16;
    /// data.set_all(&image);
    /// assert_eq!(data.get(Image::SIZE_MB), 16);
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn set_all(&mut self, all: &R) {
        self.core.write_all(encode(all));
    }

    /// Writes the id and every field at once from flat text attributes (`part.0.size_mb`, with
    /// `part.#` and `labels.%`), as state was kept before Terraform 0.12; for upgrades. A field
    /// without a text becomes null, and texts that belong to no field are left out.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// let mut old = BTreeMap::from([
    ///     ("id", "1"), ("name", "a"), ("size_kb", "8192"), ("partition.#", "1"), ("partition.0.label", "p"),
    /// ].map(|(key, text)| (key.to_owned(), text.to_owned())));
    ///
    /// // An early version kept KiB.
    /// if let Some(size) = old.remove("size_kb") {
    ///     old.insert("size_mb".to_owned(), (size.parse::<i64>()? / 1024).to_string());
    /// }
    /// data.set_attributes(&old)?;
    /// assert_eq!(data.get(Image::SIZE_MB), 8);
    /// assert_eq!(data.get(Image::PARTITION)[0].label, "p");
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// A text is no value of its field; with its path. Nothing is written then.
    pub fn set_attributes(
        &mut self,
        attributes: &std::collections::BTreeMap<String, String>,
    ) -> Result<(), Diagnostics> {
        let block = self.core.schema().block.clone();
        let object = flatmap::decode_block(&block, attributes)
            .map_err(|error| error.diagnostic("The attributes do not fit the schema"))?;
        if let Value::Object(values) = object {
            for (position, (field, value)) in block.fields.iter().zip(values).enumerate() {
                if !field.is(Flags::IMPLIED) && !field.is(Flags::WRITE_ONLY) {
                    self.core.write(position, value, false);
                }
            }
        }
        if let Some(id) = attributes.get("id") {
            self.set_id(id.clone());
        }
        Ok(())
    }

    /// The resource's id; `""` where it has none yet.
    #[must_use]
    pub fn id(&self) -> &str {
        self.core.id()
    }

    /// Sets the id. Do it as soon as the remote system names it, before waiting for anything: from
    /// then on Terraform knows of the resource, even if the rest of the create fails.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.id(), "");
    /// data.set_id("image-7");
    /// assert_eq!(data.id(), "image-7");
    /// ```
    pub fn set_id(&mut self, id: impl Into<String>) {
        self.core.set_id(id.into());
    }

    /// Says that the resource no longer exists: Terraform forgets it and plans to create it anew.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// # let found: Option<String> = None;
    /// match found {
    ///     Some(sum) => data.set(Image::SHA256, sum),
    ///     None => data.gone(),
    /// }
    /// assert_eq!(data.id(), "");
    /// ```
    pub fn gone(&mut self) {
        self.core.set_id(String::new());
    }

    /// Whether this is a create (also the second half of a replacement).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert!(data.is_new());
    /// ```
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.core.operation() == Operation::Create
    }

    /// Turns partial mode on or off: while it is on, only the fields named by
    /// [`set_partial`](Self::set_partial) are saved, whether the call fails or not. Turn it off
    /// when everything is done.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "note": "old", "size_mb": 8}"#,
    /// #     r#"{"name": "a", "note": "new", "size_mb": 16}"#,
    /// # );
    /// # fn rename(_: &str) -> Result<(), std::io::Error> { Ok(()) }
    /// # fn grow(_: i64) -> Result<(), std::io::Error> { Err(std::io::Error::other("full")) }
    /// # fn update(data: &mut ResourceData<Image>) -> Result<(), Diagnostics> {
    /// data.partial(true);
    /// rename(&data.get(Image::NOTE).unwrap_or_default())?;
    /// data.set_partial(Image::NOTE);
    /// // If this fails, the new note is saved and the old size.
    /// grow(data.get(Image::SIZE_MB))?;
    /// data.partial(false);
    /// # Ok(())
    /// # }
    /// # update(&mut data).unwrap_err();
    /// # let saved = data.core().saved(&Outcome::Failed);
    /// # let block = &data.core().schema().block;
    /// # let saved = |name: &str| saved.as_object().unwrap()[block.find(name).unwrap().0].clone();
    /// # assert_eq!((saved("note"), saved("size_mb")), (Value::from("new"), Value::from(8)));
    /// ```
    pub fn partial(&mut self, on: bool) {
        self.core.set_partial_mode(on);
    }

    /// In partial mode: this root field has been brought about and is saved.
    pub fn set_partial<P: WholeField<R>>(&mut self, field: P)
    where
        P::Access: InState,
    {
        self.core.set_partial(field.place());
    }

    /// The author's private data of this resource.
    #[must_use]
    pub fn private(&self) -> &Private {
        self.core.private()
    }

    /// Writes private data under a key.
    ///
    /// Keys that start with a dot are ours: writing one fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// data.set_private("etag", *b"v1");
    /// assert_eq!(data.private().get("etag"), Some(&b"v1"[..]));
    /// ```
    pub fn set_private(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let key = key.into();
        if key.starts_with('.') {
            self.core.misused(
                Diagnostic::error(format!("the private key {key:?} is reserved")).with_detail(
                    "Keys of private data that start with a dot belong to the SDK. This is a bug \
                     in the provider.",
                ),
            );
            return;
        }
        self.core.change_private(|private| private.set(key, bytes));
    }

    /// The field's value as it is configured, without defaults: null, or known. In read and delete
    /// there is no configuration, and everything is null.
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
    pub fn config<A: InConfig, P: FieldOf<R, Access = A>>(
        &self,
        field: P,
    ) -> Val<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = walk(self.core.config(), &steps);
        self.core
            .unread
            .val(&self.core.schema().block, &steps, value)
    }

    /// The configuration exactly as written, wholly known; null in read and delete.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// let name = data.raw_config().as_object().and_then(|values| values.iter().find(|v| !v.is_null()));
    /// assert_eq!(name, Some(&Value::from("a")));
    /// assert!(data.raw_state().is_null());
    /// assert!(!data.raw_plan().is_wholly_known());
    /// ```
    #[must_use]
    pub fn raw_config(&self) -> &Value {
        self.core.config()
    }

    /// The prior object exactly as stored; null in create.
    #[must_use]
    pub fn raw_state(&self) -> &Value {
        self.core.prior()
    }

    /// The planned object exactly, with unknowns; null in read and delete.
    #[must_use]
    pub fn raw_plan(&self) -> &Value {
        self.core.planned()
    }

    /// The value at a dotted address (`partition.0.size_mb`, `labels.env`; `partition.#` and
    /// `labels.%` count elements), for code that works with any resource. Nothing for an address
    /// that the schema does not have, the type's zero where nothing is there: see
    /// [`DataCore::get_path`].
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     "null",
    /// #     r#"{"name": "a", "labels": {"env": "test"}, "partition": [{"label": "p"}]}"#,
    /// # );
    /// assert_eq!(data.get_path("partition.0.label"), Some(Value::from("p")));
    /// assert_eq!(data.get_path("labels.env"), Some(Value::from("test")));
    /// assert_eq!(data.get_path("partition.#"), Some(Value::from(1)));
    /// // Nothing is there, and there is no such field.
    /// assert_eq!(data.get_path("note"), Some(Value::from("")));
    /// assert_eq!(data.get_path("colour"), None);
    /// ```
    #[must_use]
    pub fn get_path(&self, address: &str) -> Option<Value> {
        self.core.get_path(address)
    }

    /// The value at a dotted address if it is set, wholly known and not zero.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "note": ""}"#);
    /// assert_eq!(data.get_ok_path("name"), Some(Value::from("a")));
    /// // It is configured as "".
    /// assert_eq!(data.get_ok_path("note"), None);
    /// ```
    #[must_use]
    pub fn get_ok_path(&self, address: &str) -> Option<Value> {
        self.core.get_ok_path(address)
    }

    /// The value at a dotted address exactly: null, unknown or known; see
    /// [`DataCore::value_path`].
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.value_path("note"), Some(Val::Null));
    /// assert_eq!(data.value_path("sha256"), Some(Val::Unknown));
    /// assert_eq!(data.config_path("name"), Some(Val::Known(Value::from("a"))));
    /// assert_eq!(data.config_path("format"), Some(Val::Null));
    /// ```
    #[must_use]
    pub fn value_path(&self, address: &str) -> Option<Val<Value>> {
        self.core.value_path(address)
    }

    /// What is configured at a dotted address, without defaults; see [`DataCore::config_path`].
    #[must_use]
    pub fn config_path(&self, address: &str) -> Option<Val<Value>> {
        self.core.config_path(address)
    }

    /// Whether any root field changes but those of these names, `id` and `timeouts`.
    #[must_use]
    pub fn has_changes_except_path(&self, names: &[&str]) -> bool {
        self.core.has_changes_except_path(names)
    }

    /// [`set_partial`](Self::set_partial) by name; one that is no root field fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(OLD, r#"{"name": "a", "note": "new"}"#);
    /// data.partial(true);
    /// data.set_partial_path("note");
    /// # assert!(data.core().saved(&Outcome::Failed).as_object().unwrap().contains(&Value::from("new")));
    /// ```
    pub fn set_partial_path(&mut self, name: &str) {
        self.core.set_partial_path(name);
    }

    /// Whether the prior value and the planned one at a dotted address differ, exactly.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// // The size goes from 8 to 16.
    /// assert!(data.has_change_path("size_mb"));
    /// assert!(!data.has_changes_except_path(&["size_mb"]));
    /// assert_eq!(data.get_change_path("size_mb"), Some((Value::from(8), Value::from(16))));
    /// ```
    #[must_use]
    pub fn has_change_path(&self, address: &str) -> bool {
        self.core.has_change_path(address)
    }

    /// The prior value and the planned one at a dotted address, the type's zero where there is
    /// none; nothing for an address that the schema does not have.
    #[must_use]
    pub fn get_change_path(&self, address: &str) -> Option<(Value, Value)> {
        self.core.get_change_path(address)
    }

    /// Writes a root field by its name. A name or value that does not fit fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.set_path("sha256", "c0ffee");
    /// assert_eq!(data.get(Image::SHA256), "c0ffee");
    /// ```
    pub fn set_path(&mut self, address: &str, value: impl Into<Value>) {
        self.core.set_path(address, value);
    }

    /// The prior object as its struct; `None` where there is none or it cannot be read.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// let before = data.prior().expect("an update");
    /// assert_eq!(before.size_mb, 8);
    /// ```
    #[must_use]
    pub fn prior(&self) -> Option<R> {
        decode::<R>(self.core.prior()).ok()
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
