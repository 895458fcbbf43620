//! Making a plan true.
//!
//! First everything that goes is deleted, dependents before what they depend on; then the rest is
//! created, changed and read in the order of dependencies. After every step the state is written.
//! What fails keeps what depends on it from being touched; everything else goes on.

mod step;

use std::collections::{BTreeMap, BTreeSet};

use super::address::{Mode, Node, ResourceAddress};
use super::changes::{Action, Counts, Plan, ResourceChange};
use super::eval::{Scope, TypedValue};
use super::graph::topological_order;
use super::message::{Message, Messages};
use super::run::Run;
use super::state::{StoredOutput, without_unknown};
use super::stop::interrupted;
use schema_runtime::path::Path;
use schema_runtime::value::Value;

/// What was done.
#[derive(Debug, Default)]
pub struct Applied {
    pub(crate) counts: Counts,
    pub messages: Messages,
    /// What data sources said, and what of it the configuration made sensitive.
    pub data: BTreeMap<ResourceAddress, (Value, Vec<Path>)>,
}

struct Applier<'a> {
    run: &'a Run,
    plan: &'a Plan,
    scope: Scope,
    applied: Applied,
    /// What failed or was left out because of that.
    failed: BTreeSet<ResourceAddress>,
}

impl Run {
    /// Makes a plan true. The provider was configured when the plan was made.
    pub async fn apply(&self, plan: &Plan) -> Applied {
        let mut applier = Applier {
            run: self,
            plan,
            scope: self.inputs.clone(),
            applied: Applied::default(),
            failed: BTreeSet::new(),
        };
        let changes: BTreeMap<&ResourceAddress, &ResourceChange> = plan
            .changes
            .iter()
            .map(|change| (&change.address, change))
            .collect();
        if applier.save_refreshed() {
            applier.deletions(&changes).await;
            if !plan.destroy {
                applier.apply_in_order(&changes).await;
            }
            applier.outputs();
            if let Err(message) = self.state_manager.finish() {
                applier.push(message);
            }
        }
        applier.applied
    }
}

impl Applier<'_> {
    fn push(&mut self, message: Message) {
        self.applied.messages.push(message);
    }

    /// What the refresh found becomes the state; false if it cannot be written, when it is better
    /// to begin nothing. It is written before the first operation in any case: whoever cannot
    /// record what is made must not make it.
    fn save_refreshed(&mut self) -> bool {
        let mut objects = BTreeMap::new();
        for (address, object) in &self.plan.objects {
            match self.run.stored(address, object) {
                Ok(stored) => {
                    objects.insert(address.clone(), stored);
                }
                Err(message) => self.push(message),
            }
        }
        if self.applied.messages.has_errors() {
            return false;
        }
        let begins = (self.plan.changes.iter()).any(|change| change.action != Action::NoOp);
        let prepared = self
            .run
            .state_manager
            .prepare(|state| state.resources = objects, begins);
        prepared.map_err(|message| self.push(message)).is_ok()
    }

    async fn deletions(&mut self, changes: &BTreeMap<&ResourceAddress, &ResourceChange>) {
        let deleted: BTreeSet<&ResourceAddress> = changes
            .iter()
            .filter(|(_, change)| change.deletes())
            .map(|(address, _)| *address)
            .collect();
        // What an object depends on is known from when it was made, and from the configuration.
        let dependencies: BTreeMap<&ResourceAddress, BTreeSet<&ResourceAddress>> = deleted
            .iter()
            .map(|address| {
                let mut on: BTreeSet<ResourceAddress> =
                    self.run.graph.managed_dependencies(address);
                if let Some(object) = self.plan.objects.get(address) {
                    on.extend(object.dependencies.iter().cloned());
                }
                let on = on
                    .iter()
                    .filter(|other| other != address)
                    .filter_map(|other| deleted.get(other).copied())
                    .collect();
                (*address, on)
            })
            .collect();
        let mut dependents: BTreeMap<&ResourceAddress, Vec<&ResourceAddress>> = BTreeMap::new();
        for (address, on) in &dependencies {
            for before in on {
                dependents.entry(before).or_default().push(address);
            }
        }
        // Old and new dependencies may contradict each other; any order is as good then.
        let order =
            topological_order(&dependencies).unwrap_or_else(|_| deleted.iter().copied().collect());
        for address in order.into_iter().rev() {
            let Some(change) = changes.get(address) else {
                continue;
            };
            let blocked = dependents
                .get(address)
                .is_some_and(|on_it| on_it.iter().any(|other| self.failed.contains(*other)));
            let done = !blocked && self.may_continue() && self.delete(change).await;
            if !done {
                self.failed.insert(address.clone());
            }
        }
    }

    async fn apply_in_order(&mut self, changes: &BTreeMap<&ResourceAddress, &ResourceChange>) {
        for node in &self.run.graph.order {
            match node {
                Node::Variable(_) | Node::Provider => {}
                Node::Local(name) => {
                    self.run
                        .local(name, &mut self.scope, &mut self.applied.messages);
                }
                Node::Resource(address) => {
                    let value = self
                        .apply_resource(address, changes.get(address).copied())
                        .await;
                    if let Some(value) = value {
                        self.scope.set(node.clone(), value);
                    } else {
                        self.failed.insert(address.clone());
                    }
                }
            }
        }
    }

    async fn apply_resource(
        &mut self,
        address: &ResourceAddress,
        change: Option<&ResourceChange>,
    ) -> Option<TypedValue> {
        let run = self.run;
        if self.failed.contains(address)
            || run
                .graph
                .resource_dependencies(address)
                .iter()
                .any(|before| self.failed.contains(before))
        {
            return None;
        }
        match change {
            None => {
                let value = self.plan.data.get(address)?.clone();
                let mut ignored = Messages::new();
                let sensitive = run
                    .config(address, &self.scope, &mut ignored)
                    .map(|config| config.sensitive)
                    .unwrap_or_default();
                let read = (value.clone(), sensitive.clone());
                self.applied.data.insert(address.clone(), read);
                Some(run.reference_value(address, value, &sensitive))
            }
            Some(change) if change.action == Action::NoOp => {
                self.save_metadata(change);
                Some(run.reference_value(address, change.planned.clone(), &change.sensitive))
            }
            Some(change) => {
                if !self.may_continue() {
                    return None;
                }
                match address.mode {
                    Mode::Data => self.read(address).await,
                    Mode::Managed => self.create_or_update(change).await,
                }
            }
        }
    }

    /// What is kept beside an object may change although the object does not.
    fn save_metadata(&mut self, change: &ResourceChange) {
        let dependencies = self.run.graph.managed_dependencies(&change.address);
        let sensitive = change.sensitive.clone();
        let state_manager = &self.run.state_manager;
        if state_manager.is_saved() {
            // A failure is kept, and told last.
            let _ = state_manager.update(&change.address, |stored| {
                stored.dependencies = dependencies;
                stored.sensitive = sensitive;
            });
        }
    }

    /// Whether the user still wants it, and the state can be saved.
    fn may_continue(&mut self) -> bool {
        if !self.run.state_manager.is_saved() {
            return false;
        }
        if self.run.stop.is_requested() {
            // What was running when the user asked has said so.
            if !self.applied.messages.has_errors() {
                self.push(interrupted());
            }
            return false;
        }
        true
    }

    fn outputs(&mut self) {
        if self.plan.destroy {
            if !self.applied.messages.has_errors() {
                self.save_outputs(BTreeMap::new());
            }
            return;
        }
        if !self.failed.is_empty() || !self.run.state_manager.is_saved() {
            // Outputs of what failed keep their values.
            return;
        }
        let values = self
            .run
            .evaluate_outputs(&self.scope, &mut self.applied.messages);
        let outputs = values
            .into_iter()
            .map(|(name, typed)| {
                let output = StoredOutput {
                    sensitive: typed.is_sensitive(),
                    value: without_unknown(&typed.value),
                    ty: typed.ty,
                };
                (name, output)
            })
            .collect();
        self.save_outputs(outputs);
    }

    /// A failure is kept, and told last.
    fn save_outputs(&self, outputs: BTreeMap<String, StoredOutput>) {
        let state_manager = &self.run.state_manager;
        if state_manager.is_saved() {
            let _ = state_manager.change(|state| state.outputs = outputs);
        }
    }
}
