//! [`DataCore`]: the untyped half of [`ResourceData`](super::ResourceData).

mod complaints;
mod saved;

use std::collections::BTreeSet;
use std::slice::from_ref;
use std::sync::Arc;

use super::secrets::{field_with_secrets, secret_block, with_secrets};
use super::unreadable::Unreadable;
use super::{Journal, Private, SecretWatch, is_written};
use crate::default_values::constant_default;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::reconcile::before_state_fn;
use crate::refs::Ref;
use crate::schema::{Block, Flags, Schema, id_text};
use crate::value::{Value, field_of, normalised};

/// The call that the data belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Creating the resource.
    Create,
    /// Reading the resource's current state.
    Read,
    /// Updating it in place.
    Update,
    /// Removing it.
    Delete,
    /// Reading a data source.
    ReadDataSource,
    /// Finding an existing resource by its id.
    Import,
    /// Opening an ephemeral resource.
    Open,
    /// Keeping an ephemeral resource open for longer.
    Renew,
    /// Closing an ephemeral resource.
    Close,
}

impl Operation {
    /// The name in messages and in the `timeouts` block: `create`, `read`, `update`, `delete`,
    /// `import`, `open`, `renew`, `close`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Create => "create",
            Operation::Read | Operation::ReadDataSource => "read",
            Operation::Update => "update",
            Operation::Delete => "delete",
            Operation::Import => "import",
            Operation::Open => "open",
            Operation::Renew => "renew",
            Operation::Close => "close",
        }
    }

    /// Whether its result exists without an id.
    fn answers(self) -> bool {
        matches!(self, Operation::ReadDataSource | Operation::Open)
    }

    fn applies(self) -> bool {
        matches!(self, Operation::Create | Operation::Update)
    }
}

/// How provider code ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Without error.
    Done,
    /// With an error or a panic, or interrupted.
    Failed,
}

/// A resource's values in layers: the prior state, the planned values above it (which hold the
/// configuration and the computed plan), and what was set on top.
#[derive(Clone)]
pub struct DataCore {
    schema: Ref<Schema>,
    operation: Operation,
    prior: Value,
    planned: Value,
    /// The planned object as provider code reads it, if state functions changed it or a block has
    /// write-only values.
    shown: Option<Value>,
    config: Value,
    written: Vec<Option<Written>>,
    id: Option<String>,
    /// The id before anything was set, if it is not a string.
    given_id: Option<String>,
    /// Whether the object exists, if provider code said so for one without an id.
    there: Option<bool>,
    partial: Option<BTreeSet<usize>>,
    private: Private,
    /// As received with the call.
    identity: Option<Value>,
    /// As provider code set it.
    identity_set: Option<Value>,
    journal: Option<Arc<dyn Journal>>,
    watch: Option<Arc<dyn SecretWatch>>,
    misuse: Diagnostics,
    pub(super) unreadable: Unreadable,
}

#[derive(Clone, Debug)]
struct Written {
    value: Value,
    /// Whether it was written as part of the whole struct.
    whole: bool,
}

// Values may be secret.
crate::debug::__debug!(
    DataCore,
    |it| type_name = it.schema.type_name,
    operation = it.operation,
    id = it.id()
);

impl DataCore {
    /// For one call. `prior`, `planned` and `config` are null if the call has none (read and delete
    /// have no plan or configuration).
    #[must_use]
    pub fn new(
        schema: Ref<Schema>,
        operation: Operation,
        prior: Value,
        planned: Value,
        config: Value,
        private: Private,
    ) -> Self {
        let fields = schema.block.fields.len();
        let unreadable = Unreadable::new(schema.clone());
        let shown = match operation.applies() {
            true => shown(&schema.block, &planned, &config),
            false => None,
        };
        let given_id = [&prior, &planned]
            .into_iter()
            .find_map(|object| schema.id_in(object))
            .map(|id| id.into_owned());
        DataCore {
            given_id,
            shown,
            schema,
            operation,
            prior,
            planned,
            config,
            written: vec![None; fields],
            id: None,
            there: None,
            partial: None,
            private,
            identity: None,
            identity_set: None,
            journal: None,
            watch: None,
            misuse: Diagnostics::new(),
            unreadable,
        }
    }

    /// Adds a watcher that receives every value that may be secret, both existing and set.
    #[must_use]
    pub fn with_secret_watch(mut self, watch: Arc<dyn SecretWatch>) -> Self {
        for object in [&self.prior, &self.planned, &self.config] {
            if let Value::Object(values) = object {
                watch.note(&self.schema.block.fields, values);
            }
        }
        self.watch = Some(watch);
        self
    }

    /// Adds a journal that records everything that is set.
    #[must_use]
    pub fn with_journal(mut self, journal: Option<Arc<dyn Journal>>) -> Self {
        self.journal = journal;
        self
    }

    /// Adds the object's identity.
    #[must_use]
    pub fn with_identity(mut self, identity: Option<Value>) -> Self {
        self.identity = identity;
        self
    }

    /// The object's identity: the one that was set, otherwise the one from the call.
    #[must_use]
    pub fn identity(&self) -> Option<&Value> {
        self.identity_set.as_ref().or(self.identity.as_ref())
    }

    /// The identity that was set.
    #[must_use]
    pub fn identity_set(&self) -> Option<&Value> {
        self.identity_set.as_ref()
    }

    /// Sets the object's identity.
    pub fn set_identity(&mut self, identity: Value) {
        if let Some(journal) = &self.journal {
            journal.identity(&identity);
        }
        self.identity_set = Some(identity);
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The call that these data belong to.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The prior object, or null.
    #[must_use]
    pub fn prior(&self) -> &Value {
        &self.prior
    }

    /// The planned object, or null.
    #[must_use]
    pub fn planned(&self) -> &Value {
        &self.planned
    }

    /// The configured object, or null.
    #[must_use]
    pub fn config(&self) -> &Value {
        &self.config
    }

    /// The provider's private data.
    #[must_use]
    pub fn private(&self) -> &Private {
        &self.private
    }

    /// Changes the provider's private data.
    pub fn change_private(&mut self, change: impl FnOnce(&mut Private)) {
        change(&mut self.private);
        self.record();
    }

    /// The target object, without what was set: the planned object, or the prior one if nothing is
    /// planned.
    pub(super) fn base(&self) -> &Value {
        if matches!(self.planned, Value::Object(_)) {
            &self.planned
        } else {
            &self.prior
        }
    }

    /// The value of a root field in the highest layer that has it. Write-only values, nested ones
    /// too, come from the configuration; in create and update, so do fields with a state function.
    #[must_use]
    pub fn root_value(&self, position: usize) -> &Value {
        let field = self.schema.block.fields.get(position);
        if field.is_some_and(|field| field.is(Flags::WRITE_ONLY)) {
            return field_of(&self.config, position);
        }
        match self.written.get(position) {
            Some(Some(written)) => &written.value,
            _ => field_of(self.shown.as_ref().unwrap_or(self.base()), position),
        }
    }

    /// The value at a typed path, read as by [`root_value`](Self::root_value).
    #[must_use]
    pub fn value_at(&self, steps: &[crate::attr::TypedStep]) -> Option<&Value> {
        let (crate::attr::TypedStep::Field(position), rest) = steps.split_first()? else {
            return None;
        };
        crate::attr::walk(self.root_value(usize::from(*position)), rest)
    }

    /// The prior and the planned value of a root field, ignoring what was set.
    #[must_use]
    pub fn change_of(&self, position: usize) -> (&Value, &Value) {
        (
            field_of(&self.prior, position),
            field_of(self.base(), position),
        )
    }

    /// Writes a root field.
    pub fn write(&mut self, position: usize, value: Value, whole: bool) {
        self.overlay(position, value, whole);
        self.record();
    }

    /// A write-only value always comes from the configuration, whatever provider code sets.
    fn overlay(&mut self, position: usize, value: Value, whole: bool) {
        let field = self.schema.block.fields.get(position);
        let value = match field {
            Some(field) => field.grouped(value),
            None => value,
        };
        if let (Some(watch), Some(field)) = (&self.watch, field) {
            watch.note(from_ref(field), from_ref(&value));
        }
        let value = match field.and_then(secret_block) {
            Some(block) => field_with_secrets(block, value, field_of(&self.config, position)),
            None => value,
        };
        // If the id is a field of the struct, this sets it too. A null id changes nothing.
        if self.schema.id_index() == Some(position)
            && let Some(id) = id_text(&value).filter(|id| !id.is_empty())
        {
            self.id = Some(id.into_owned());
        }
        if let Some(place) = self.written.get_mut(position) {
            *place = Some(Written { value, whole });
        }
    }

    /// Writes all fields of an object; `id` and `timeouts` are not part of a struct.
    pub fn write_all(&mut self, object: Value) {
        self.write_where(object, true, |_| true);
    }

    /// Writes those fields of an object whose positions are meant, `whole` if as part of its
    /// struct.
    pub(super) fn write_where(
        &mut self,
        object: Value,
        whole: bool,
        is_meant: impl Fn(usize) -> bool,
    ) {
        let Value::Object(values) = object else {
            return;
        };
        let schema = self.schema.clone();
        for (position, (field, value)) in schema.block.fields.iter().zip(values).enumerate() {
            if is_written(field) && is_meant(position) {
                self.overlay(position, value, whole);
            }
        }
        self.record();
    }

    /// Writes the default of each null root field that has a constant one.
    pub fn fill_defaults(&mut self) {
        let schema = self.schema.clone();
        for (position, field) in schema.block.fields.iter().enumerate() {
            if is_written(field)
                && self.root_value(position).is_null()
                && let Some(value) = constant_default(field)
            {
                self.overlay(position, value, false);
            }
        }
        self.record();
    }

    /// Records a mistake in provider code that the types could not prevent; it fails the call.
    pub fn misused(&mut self, diagnostic: Diagnostic) {
        self.misuse.push(diagnostic);
    }

    /// The resource's id: the one that was set, else the prior or the configured one, else `None`.
    /// An id that is not a string is converted to one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        let id = self.id.as_deref().or(self.given_id.as_deref())?;
        (!id.is_empty()).then_some(id)
    }

    /// The id to save: the one that was set, else the planned or the prior one.
    fn saved_id(&self, position: usize) -> Value {
        match (&self.id, self.written.get(position)) {
            (Some(id), _) if id.is_empty() => Value::Null,
            (Some(_), Some(Some(written))) => written.value.clone(),
            (Some(id), _) => Value::from(id.as_str()),
            (None, _) => {
                let ids = [self.base(), &self.prior].map(|object| field_of(object, position));
                let mut ids = ids.into_iter();
                let known = ids.find(|id| !id.is_null() && id.is_wholly_known());
                known.cloned().unwrap_or(Value::Null)
            }
        }
    }

    /// Sets the id; an empty one means that the resource no longer exists. For a resource without
    /// an id, this only records whether it exists.
    pub fn set_id(&mut self, id: String) {
        if let Some(position) = self.schema.id_index() {
            let value = self.schema.id_value(&id);
            if let (Some(place), Some(value)) = (self.written.get_mut(position), value) {
                *place = Some(Written {
                    value,
                    whole: false,
                });
            }
            self.id = Some(normalised(&id).into_owned());
        } else {
            self.there = Some(!id.is_empty());
        }
        self.record();
    }

    /// Records that the object of a resource without an id exists now; otherwise
    /// [`set_id`](Self::set_id) does.
    pub fn mark_created(&mut self) {
        if self.schema.id_index().is_none() {
            self.there = Some(true);
        }
        self.record();
    }

    /// Whether there is an object to save. A failed create has made none unless its code said so:
    /// by setting the id, or with [`mark_created`](Self::mark_created) if there is no id.
    fn is_there(&self, failed: bool) -> bool {
        match (self.schema.id_index(), self.there) {
            // A configured id does not show whether the object exists.
            (Some(position), _) if failed && self.id.is_none() => {
                !field_of(&self.prior, position).is_null()
            }
            (Some(_), _) => self.id().is_some(),
            (None, Some(there)) => there,
            (None, None) => !(failed && self.operation == Operation::Create),
        }
    }

    /// Whether provider code reported that the object no longer exists.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.id.as_deref() == Some("") || self.there == Some(false)
    }

    /// The object of a list result: everything that was set, with or without an id.
    #[must_use]
    pub fn listed(&self) -> Value {
        self.overlaid(self.base(), |_| true)
    }

    /// Turns partial mode on or off. Turning it off forgets the named fields; turning it on while
    /// it is on does not.
    pub fn set_partial_mode(&mut self, on: bool) {
        self.partial = on.then(|| self.partial.take().unwrap_or_default());
        self.record();
    }

    /// Names a root field to save even in partial mode.
    pub(crate) fn set_partial_at(&mut self, position: usize) {
        if let Some(named) = &mut self.partial {
            named.insert(position);
        }
        self.record();
    }

    fn record(&self) {
        if let Some(journal) = &self.journal {
            journal.record(&self.saved(&Outcome::Failed), &self.private);
        }
    }
}

/// The planned object as provider code reads it, if it differs from the planned object.
fn shown(block: &Block, planned: &Value, config: &Value) -> Option<Value> {
    let shown = before_state_fn(block, planned, config);
    let mut fields = block.fields.iter();
    if !fields.any(|field| secret_block(field).is_some()) {
        return shown;
    }
    let shown = shown.as_ref().unwrap_or(planned);
    Some(with_secrets(block, shown, config).into_owned())
}
