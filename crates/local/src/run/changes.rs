//! [`Plan`]: the planned changes, as data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schema_runtime::path::Path;
use schema_runtime::value::Value;

use crate::address::ObjectAddress;
use crate::language::config::TriggerEvent;
use crate::language::eval::TypedValue;
use crate::state::{Metadata, StoredOutput, StoredResource};

/// The action on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// No change.
    NoOp,
    /// It is created.
    Create,
    /// It is updated in place.
    Update,
    /// It is deleted and created: in this order, or the other way round with
    /// `create_before_destroy`.
    Replace {
        /// Whether the new object is created before the old one is deleted.
        create_first: bool,
    },
    /// It is deleted.
    Delete,
    /// A data source that can only be read after other changes.
    Read,
}

/// The reason for an action, if the values alone do not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Its creation failed halfway.
    Tainted,
    /// Something in its `replace_triggered_by` changes.
    ReplaceTriggeredBy,
    /// It is not in the configuration.
    NotConfigured,
    /// Everything is destroyed.
    Destroy,
    /// Its resource now uses another kind of key: `count`, `for_each` or neither.
    WrongRepetition,
    /// `count` is too small.
    CountIndex,
    /// `for_each` has no such key.
    EachKey,
    /// It was moved to an address that is not configured.
    NoMoveTarget,
    /// Its replacement already exists.
    Deposed,
    /// An argument is not known yet.
    ConfigUnknown,
    /// A dependency changes first.
    DependencyPending,
}

/// An object that exists, with its metadata.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResourceObject {
    pub(crate) value: Value,
    pub(crate) private: Vec<u8>,
    /// Its identity, if its type has one.
    pub(crate) identity: Option<Value>,
    pub(crate) metadata: Metadata,
}

impl ResourceObject {
    /// A stored object, with its value and its identity in the form of the current schema.
    pub(crate) fn from_stored(
        stored: StoredResource,
        value: Value,
        identity: Option<Value>,
    ) -> Self {
        ResourceObject {
            value,
            private: stored.private,
            identity,
            metadata: stored.metadata,
        }
    }
}

/// The planned change of one object.
#[derive(Clone, Debug)]
pub struct ResourceChange {
    pub address: ObjectAddress,
    /// The id it is imported by, or the identity in words, if it was not managed before.
    pub importing: Option<String>,
    /// The former address of the object, if it was moved.
    pub previous: Option<ObjectAddress>,
    pub action: Action,
    pub(crate) reason: Option<Reason>,
    /// The current object.
    pub(crate) prior: Option<ResourceObject>,
    /// The planned object; null for a delete.
    pub planned: Value,
    pub(crate) planned_private: Vec<u8>,
    /// The planned identity.
    pub(crate) planned_identity: Option<Value>,
    /// The paths that are sensitive because of the configuration.
    pub sensitive: Vec<Path>,
    /// The paths that require a replacement.
    pub replace: Vec<Path>,
}

impl ResourceChange {
    /// A change of an object that did not exist before.
    pub(crate) fn new(address: &ObjectAddress, action: Action, planned: Value) -> Self {
        ResourceChange {
            address: address.clone(),
            importing: None,
            previous: None,
            action,
            reason: None,
            prior: None,
            planned,
            planned_private: Vec::new(),
            planned_identity: None,
            sensitive: Vec::new(),
            replace: Vec::new(),
        }
    }

    /// The deletion of an object.
    pub(crate) fn deletion(address: &ObjectAddress, prior: ResourceObject, reason: Reason) -> Self {
        ResourceChange {
            reason: Some(reason),
            planned_private: prior.private.clone(),
            planned_identity: prior.identity.clone(),
            prior: Some(prior),
            ..ResourceChange::new(address, Action::Delete, Value::Null)
        }
    }

    pub fn before(&self) -> &Value {
        let prior = self.prior.as_ref();
        prior.map_or(&Value::Null, |prior| &prior.value)
    }

    pub(crate) fn deletes(&self) -> bool {
        matches!(self.action, Action::Delete | Action::Replace { .. })
    }

    /// Whether there is anything to do or to save.
    pub(crate) fn is_change(&self) -> bool {
        self.action != Action::NoOp || self.previous.is_some() || self.importing.is_some()
    }
}

/// An object that has changed since it was last saved.
#[derive(Clone, Debug)]
pub struct Drift {
    pub address: ObjectAddress,
    pub before: Value,
    /// Null if it no longer exists.
    pub after: Value,
    pub sensitive: Vec<Path>,
}

/// The change of an output.
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
            // As in Terraform, a null output does not exist.
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

/// The planned changes.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// In dependency order, including objects without a change.
    pub changes: Vec<ResourceChange>,
    /// Changes outside of Terraform.
    pub drift: Vec<Drift>,
    /// All outputs, with their changes.
    pub outputs: Vec<OutputChange>,
    /// Every existing object, in its current form.
    pub(crate) objects: BTreeMap<ObjectAddress, ResourceObject>,
    /// The results of data sources.
    pub(crate) data: BTreeMap<ObjectAddress, Value>,
    /// The aliases (`None` for the default) whose settings are only known after other changes.
    pub(crate) unknown_settings: BTreeSet<Option<Arc<str>>>,
    pub(crate) destroy: bool,
    /// The actions that the changes trigger.
    pub(crate) invocations: Vec<Invocation>,
}

/// An action that a change of an object triggers.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The object that changes.
    pub object: ObjectAddress,
    /// The event that triggers the action.
    pub(crate) event: TriggerEvent,
    /// The index of the `action_trigger` block in the resource.
    pub(crate) trigger: usize,
    /// The index of the action in the block.
    pub(crate) place: usize,
    /// The action.
    pub(crate) action: ObjectAddress,
    /// Its configuration, if the one from the plan is used.
    pub(crate) config: Option<Value>,
}

/// How many objects are imported, added, changed and destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) import: usize,
    pub(crate) add: usize,
    pub(crate) change: usize,
    pub(crate) destroy: usize,
    /// How many actions are invoked.
    pub(crate) invoke: usize,
}

impl Counts {
    /// The last line of a plan, an apply or a destroy.
    pub(crate) fn text(self, operation: &str) -> String {
        let Counts {
            import,
            add,
            change,
            destroy,
            invoke,
        } = self;
        let (imported, invoked) = match operation {
            "plan" => ("to import", "to invoke"),
            _ => ("imported", "invoked"),
        };
        let imports = match import {
            0 => String::new(),
            import => format!("{import} {imported}, "),
        };
        let mut text = match operation {
            "plan" => {
                format!("Plan: {imports}{add} to add, {change} to change, {destroy} to destroy.")
            }
            "destroy" => format!("Destroy complete! Resources: {destroy} destroyed."),
            _ => format!(
                "Apply complete! Resources: {imports}{add} added, {change} changed, {destroy} destroyed."
            ),
        };
        if invoke > 0 {
            text.push_str(&format!(" Actions: {invoke} {invoked}."));
        }
        text
    }
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
        let mut outputs = self.outputs.iter();
        !self.changes.iter().any(ResourceChange::is_change)
            && outputs.all(|output| output.action() == Action::NoOp)
    }
}

/// The options of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanOptions {
    /// Whether objects are read first.
    pub refresh: bool,
    /// Whether everything is destroyed.
    pub destroy: bool,
}
