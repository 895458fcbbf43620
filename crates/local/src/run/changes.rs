//! [`Plan`]: what is to be done, as data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schema_runtime::path::Path;
use schema_runtime::value::Value;

use crate::address::{ObjectAddress, ResourceAddress};
use crate::language::config::TriggerEvent;
use crate::language::eval::TypedValue;
use crate::state::{StoredOutput, StoredResource};

/// What is done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing.
    NoOp,
    /// It is made.
    Create,
    /// It is changed in place.
    Update,
    /// Delete and create: in this order, or in the other one where the resource says
    /// `create_before_destroy`.
    Replace {
        /// Whether the new object is there before the old one goes.
        create_first: bool,
    },
    /// It is removed.
    Delete,
    /// A data source that can only be read when other things are done.
    Read,
}

/// Why, where the values alone do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Its creation failed half-way.
    Tainted,
    /// Something changes that its `replace_triggered_by` names.
    ReplaceTriggeredBy,
    /// It is not in the configuration.
    NotConfigured,
    /// Everything is destroyed.
    Destroy,
    /// Its resource has instances of another kind: `count`, `for_each` or neither.
    WrongRepetition,
    /// `count` is not that large.
    CountIndex,
    /// `for_each` has no such key.
    EachKey,
    /// It was moved to where nothing is configured.
    NoMoveTarget,
    /// Its replacement is there already.
    Deposed,
    /// Something that it is asked with is not known yet.
    ConfigUnknown,
    /// Something that it depends on changes first.
    DependencyPending,
}

/// An object that exists, with what is kept beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResourceObject {
    pub(crate) value: Value,
    pub(crate) private: Vec<u8>,
    /// What identifies it, if its type says that.
    pub(crate) identity: Option<Value>,
    pub(crate) tainted: bool,
    pub(crate) dependencies: BTreeSet<ResourceAddress>,
    pub(crate) create_before_destroy: bool,
    pub(crate) sensitive: Vec<Path>,
}

impl ResourceObject {
    /// An object of the state, with what became of it in the form of its schema now.
    pub(crate) fn from_stored(
        stored: StoredResource,
        value: Value,
        private: Vec<u8>,
        identity: Option<Value>,
    ) -> Self {
        ResourceObject {
            value,
            private,
            identity,
            tainted: stored.tainted,
            dependencies: stored.dependencies,
            create_before_destroy: stored.create_before_destroy,
            sensitive: stored.sensitive,
        }
    }
}

/// What is to be done to one resource.
#[derive(Clone, Debug)]
pub struct ResourceChange {
    pub address: ObjectAddress,
    /// What it is taken over by, if nobody managed it before: an id, or an identity in words.
    pub importing: Option<String>,
    /// Where the object was before, if it was moved.
    pub previous: Option<ObjectAddress>,
    pub action: Action,
    pub(crate) reason: Option<Reason>,
    /// The object as it is.
    pub(crate) prior: Option<ResourceObject>,
    /// The object as it should be; null for a delete.
    pub planned: Value,
    pub(crate) planned_private: Vec<u8>,
    /// What is to identify it.
    pub(crate) planned_identity: Option<Value>,
    /// What is sensitive in it because of the configuration.
    pub sensitive: Vec<Path>,
    /// Why it cannot be changed in place.
    pub replace: Vec<Path>,
}

impl ResourceChange {
    /// The deletion of an object.
    pub(crate) fn deletion(address: &ObjectAddress, prior: ResourceObject, reason: Reason) -> Self {
        ResourceChange {
            address: address.clone(),
            importing: None,
            previous: None,
            action: Action::Delete,
            reason: Some(reason),
            planned: Value::Null,
            planned_private: prior.private.clone(),
            planned_identity: prior.identity.clone(),
            sensitive: Vec::new(),
            replace: Vec::new(),
            prior: Some(prior),
        }
    }

    pub fn before(&self) -> &Value {
        self.prior
            .as_ref()
            .map_or(&Value::Null, |prior| &prior.value)
    }

    pub(crate) fn deletes(&self) -> bool {
        matches!(self.action, Action::Delete | Action::Replace { .. })
    }

    /// Whether there is anything to do or to remember.
    pub(crate) fn is_change(&self) -> bool {
        self.action != Action::NoOp || self.previous.is_some() || self.importing.is_some()
    }
}

/// An object that is no longer as it was left.
#[derive(Clone, Debug)]
pub struct Drift {
    pub address: ObjectAddress,
    pub before: Value,
    /// Null if it no longer exists.
    pub after: Value,
    pub sensitive: Vec<Path>,
}

/// What becomes of an output.
#[derive(Clone, Debug)]
pub struct OutputChange {
    pub name: String,
    pub before: Option<StoredOutput>,
    pub after: Option<TypedValue>,
}

impl OutputChange {
    pub fn action(&self) -> Action {
        match (&self.before, &self.after) {
            (None, None) => Action::NoOp,
            // Null is no output, as in Terraform.
            (None, Some(after)) if after.value.is_null() => Action::NoOp,
            (None, Some(_)) => Action::Create,
            (Some(_), None) => Action::Delete,
            (Some(before), Some(after)) => {
                let same = before.value == after.value
                    && before.ty == after.ty
                    && before.sensitive == after.is_sensitive();
                if same { Action::NoOp } else { Action::Update }
            }
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// In the order of dependencies; those without change too.
    pub changes: Vec<ResourceChange>,
    /// What was changed outside of Terraform.
    pub drift: Vec<Drift>,
    /// All outputs, with what is done to each.
    pub outputs: Vec<OutputChange>,
    /// Everything that exists, as it is now.
    pub(crate) objects: BTreeMap<ObjectAddress, ResourceObject>,
    /// What data sources said.
    pub(crate) data: BTreeMap<ObjectAddress, Value>,
    /// The aliases (nothing for the default) whose settings are only known when other things are
    /// done.
    pub(crate) unknown_settings: BTreeSet<Option<Arc<str>>>,
    pub(crate) destroy: bool,
    /// The actions that the changes trigger.
    pub(crate) invocations: Vec<Invocation>,
}

/// An action that a change of an object triggers.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The object.
    pub object: ObjectAddress,
    /// What becomes of it.
    pub(crate) event: TriggerEvent,
    /// The place of the `action_trigger` block among those of the resource.
    pub(crate) trigger: usize,
    /// The place of the action among those of the block.
    pub(crate) place: usize,
    /// The action.
    pub(crate) action: ObjectAddress,
    /// Its configuration, where that of the plan is used.
    pub(crate) config: Option<Value>,
}

/// How many objects are imported, added, changed, destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) import: usize,
    pub(crate) add: usize,
    pub(crate) change: usize,
    pub(crate) destroy: usize,
    /// How many actions are invoked.
    pub(crate) invoke: usize,
}

impl Plan {
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts {
            invoke: self.invocations.len(),
            ..Counts::default()
        };
        for change in &self.changes {
            counts.import += usize::from(change.importing.is_some());
            match change.action {
                Action::Create => counts.add += 1,
                Action::Update => counts.change += 1,
                Action::Delete => counts.destroy += 1,
                Action::Replace { .. } => {
                    counts.add += 1;
                    counts.destroy += 1;
                }
                Action::NoOp | Action::Read => {}
            }
        }
        counts
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        !self.changes.iter().any(ResourceChange::is_change)
            && self
                .outputs
                .iter()
                .all(|output| output.action() == Action::NoOp)
    }
}

/// How a plan is made.
#[derive(Clone, Copy, Debug)]
pub struct PlanOptions {
    /// Whether objects are read first.
    pub refresh: bool,
    /// Whether everything is to go.
    pub destroy: bool,
}
