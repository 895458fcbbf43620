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
    #[must_use]
    pub fn get<T: HasZero, P: FieldOf<R, Value = T>>(&self, field: P) -> T {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core
            .unread
            .get(&self.core.schema().block, &steps, value)
    }

    /// The field's value if it is set, known and not zero.
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
    #[must_use]
    pub fn value<P: FieldOf<R>>(&self, field: P) -> Val<<P::Value as FieldType>::Known> {
        let steps = field.steps();
        let value = self.core.value_at(&steps);
        self.core
            .unread
            .val(&self.core.schema().block, &steps, value)
    }

    /// The field's Terraform value, borrowed; `None` where the path leads nowhere.
    #[must_use]
    pub fn get_ref<P: FieldOf<R>>(&self, field: P) -> Option<&Value> {
        self.core.value_at(&field.steps())
    }

    /// Whether the prior value and the planned one differ, exactly: null and zero are different
    /// here. A planned unknown is a change. What was set during this call does not count.
    #[must_use]
    pub fn has_change<A: InState, P: FieldOf<R, Access = A>>(&self, field: P) -> bool {
        self.differs(&field.steps())
    }

    /// Whether one of several fields or places changed, as [`has_change`](Self::has_change) says:
    /// `data.has_changes((Image::NAME, Image::PARTITION.at(0)))`.
    #[must_use]
    pub fn has_changes<P: Places<R>>(&self, places: P) -> bool {
        places.steps().iter().any(|steps| self.differs(steps))
    }

    /// Whether any field changed but these (and `id` and `timeouts`):
    /// `data.has_changes_except((Image::LABELS, Image::NOTE))`, or `()` for any field at all.
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
    pub fn set<P: WholeField<R>, V: IntoField<P::Value>>(&mut self, field: P, value: V)
    where
        P::Access: InState,
    {
        self.core.write(field.place(), value.into_field(), false);
    }

    /// Reads all fields at once.
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
    pub fn set_all(&mut self, all: &R) {
        self.core.write_all(encode(all));
    }

    /// Writes the id and every field at once from flat text attributes (`part.0.size_mb`, with
    /// `part.#` and `labels.%`), as state was kept before Terraform 0.12; for upgrades. A field
    /// without a text becomes null, and texts that belong to no field are left out.
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
    pub fn set_id(&mut self, id: impl Into<String>) {
        self.core.set_id(id.into());
    }

    /// Says that the resource no longer exists: Terraform forgets it and plans to create it anew.
    pub fn gone(&mut self) {
        self.core.set_id(String::new());
    }

    /// Whether this is a create (also the second half of a replacement).
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.core.operation() == Operation::Create
    }

    /// Turns partial mode on or off: while it is on, only the fields named by
    /// [`set_partial`](Self::set_partial) are saved, whether the call fails or not. Turn it off
    /// when everything is done.
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
    #[must_use]
    pub fn get_path(&self, address: &str) -> Option<Value> {
        self.core.get_path(address)
    }

    /// The value at a dotted address if it is set, wholly known and not zero.
    #[must_use]
    pub fn get_ok_path(&self, address: &str) -> Option<Value> {
        self.core.get_ok_path(address)
    }

    /// The value at a dotted address exactly: null, unknown or known; see
    /// [`DataCore::value_path`].
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
    pub fn set_partial_path(&mut self, name: &str) {
        self.core.set_partial_path(name);
    }

    /// Whether the prior value and the planned one at a dotted address differ, exactly.
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
    pub fn set_path(&mut self, address: &str, value: impl Into<Value>) {
        self.core.set_path(address, value);
    }

    /// The prior object as its struct; `None` where there is none or it cannot be read.
    #[must_use]
    pub fn prior(&self) -> Option<R> {
        decode::<R>(self.core.prior()).ok()
    }

    /// The path of a field, for diagnostics.
    #[must_use]
    pub fn path_of<P: FieldOf<R>>(&self, field: P) -> Path {
        field.path()
    }
}
