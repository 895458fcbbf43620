//! Applies a plan.
//!
//! First, deletions run, dependents first; then the other objects are created, changed and read in
//! dependency order; last, the objects that had to stay until their replacement exists
//! (`create_before_destroy`) are deleted. The state is written after every step. After a failure,
//! dependents of the failed object are skipped; everything else continues.

mod actions;
mod deletions;
mod step;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::address::{Mode, Node, ObjectAddress, ResourceAddress};
use crate::depth::kept;
use crate::language::eval::{Scope, TypedValue, all_sensitive_paths};
use crate::language::expansion::{expand_known, leave};
use crate::message::{Message, Messages};
use crate::run::changes::{Action, Counts, Plan, ResourceChange};
use crate::run::context::Run;
use crate::run::ephemeral::OpenObjects;
use crate::run::graph::Failed;
use crate::run::stop::interrupted;
use crate::state::StoredOutput;
use schema_runtime::path::Path;
use schema_runtime::value::Value;

/// The result of an apply.
#[derive(Debug, Default)]
pub struct Applied {
    pub(crate) counts: Counts,
    pub messages: Messages,
    /// The results of data sources, and their paths that are sensitive because of the
    /// configuration.
    pub data: BTreeMap<ObjectAddress, (Value, Vec<Path>)>,
}

struct Applier<'a> {
    run: &'a Run,
    plan: &'a Plan,
    scope: Scope,
    applied: Applied,
    /// Objects that failed, or were skipped because of a failure.
    failed: BTreeSet<ObjectAddress>,
    /// The resources and variables on which nothing can be built.
    unusable: Failed,
    /// The resources whose provider could not be configured.
    unconfigured: BTreeSet<ResourceAddress>,
    /// The resources with an object that should have been deleted but still exists.
    undeleted: BTreeSet<ResourceAddress>,
    /// Replaced objects that still have to be deleted.
    deposed: Vec<ResourceChange>,
    /// The scope of actions that the current resource triggers.
    instances: Option<actions::Instances>,
    /// The ephemeral resources that are open.
    opened: OpenObjects,
    /// What was done before the first deletion, for the settings of the provider.
    prepared: BTreeSet<Node>,
}

impl Run {
    /// Applies a plan. The provider was configured when the plan was made.
    pub async fn apply(&self, plan: &Plan) -> Applied {
        let _looking = self.state_manager.note_looking();
        let mut applier = Applier {
            run: self,
            plan,
            scope: self.inputs.clone(),
            applied: Applied::default(),
            failed: BTreeSet::new(),
            unusable: Failed::default(),
            unconfigured: BTreeSet::new(),
            undeleted: BTreeSet::new(),
            deposed: Vec::new(),
            instances: None,
            opened: OpenObjects::default(),
            prepared: BTreeSet::new(),
        };
        let changes: BTreeMap<&ObjectAddress, &ResourceChange> = plan
            .changes
            .iter()
            .map(|change| (&change.address, change))
            .collect();
        if applier.save_refreshed() {
            // A destroy plan without changes has configured no provider.
            if !(plan.destroy && plan.changes.is_empty()) {
                applier.prepare_settings(&changes).await;
            }
            let (first, mut last) = deletions::in_phases(self, plan);
            applier.delete_in_order(first).await;
            if !plan.destroy {
                applier.apply_in_order(&changes).await;
            }
            last.append(&mut applier.deposed);
            applier.delete_in_order(last).await;
            applier.outputs();
            if !plan.destroy {
                let (scope, messages) = (&mut applier.scope, &mut applier.applied.messages);
                self.make_checks(scope, false, messages).await;
            }
            let opened = std::mem::take(&mut applier.opened);
            self.close_all(opened, &mut applier.applied.messages).await;
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

    /// Saves the result of the refresh in the state; returns false if the state cannot be written:
    /// then it is better not to start. The state is always written before the first operation,
    /// because an object that cannot be recorded must not be created.
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
        let state_manager = &self.run.state_manager;
        let prepared = state_manager.prepare(|state| state.resources = objects, begins);
        self.applied.counts.import = self.plan.counts().import;
        prepared.map_err(|message| self.push(message)).is_ok()
    }

    fn fail(&mut self, address: &ObjectAddress) {
        self.failed.insert(address.clone());
        self.unusable.resources.insert(address.resource.clone());
    }

    async fn apply_in_order(&mut self, changes: &BTreeMap<&ObjectAddress, &ResourceChange>) {
        for node in &self.run.graph.order {
            match node {
                _ if self.prepared.contains(node) => {}
                // Values that were unknown in the plan may be known now.
                Node::Variable(name) => {
                    let messages = &mut self.applied.messages;
                    if !self.run.check_variable(name, &self.scope, messages) {
                        self.unusable.variables.insert(node.clone());
                    }
                }
                Node::Provider(alias) => self.configure(alias.as_ref()).await,
                Node::Local(name) => {
                    self.run
                        .local(name, &mut self.scope, &mut self.applied.messages);
                }
                Node::Resource(address)
                    if address.mode != Mode::Action
                        && !self.run.configuration.is_in_check(address) =>
                {
                    self.apply_instances(address, changes).await;
                }
                _ => {}
            }
        }
    }

    /// Opens the ephemeral resources that the provider's settings need and configures the provider
    /// with them, unless they depend on managed resources; deletions, which come first, need that
    /// too.
    async fn prepare_settings(&mut self, changes: &BTreeMap<&ObjectAddress, &ResourceChange>) {
        let run = self.run;
        let providers = run.graph.order.iter().filter_map(|node| match node {
            Node::Provider(alias) => Some((node, alias)),
            _ => None,
        });
        for (node, alias) in providers {
            let before = run.graph.before(node);
            let managed = |node: &Node| matches!(node, Node::Resource(address) if address.mode == Mode::Managed);
            if !before.iter().any(Node::is_ephemeral) || before.iter().any(managed) {
                continue;
            }
            for node in run.graph.order.iter().filter(|node| before.contains(*node)) {
                match node {
                    Node::Local(name) => {
                        run.local(name, &mut self.scope, &mut self.applied.messages);
                    }
                    Node::Resource(address) if !self.prepared.contains(node) => {
                        self.apply_instances(address, changes).await;
                        self.prepared.insert(node.clone());
                    }
                    _ => {}
                }
            }
            self.configure(alias.as_ref()).await;
            self.prepared.insert(node.clone());
        }
    }

    /// Configures the provider or an alias again, if the plan did not know all settings, or if
    /// their ephemeral resources are closed.
    async fn configure(&mut self, alias: Option<&Arc<str>>) {
        let run = self.run;
        let unknown = self.plan.unknown_settings.contains(&alias.cloned());
        // The ephemeral resources that it was configured with in the plan are closed.
        let closed = || {
            let before = run.graph.before(&Node::Provider(alias.cloned()));
            before.iter().any(Node::is_ephemeral)
        };
        if run.stop.is_requested() || !(unknown || closed()) {
            return;
        }
        let mut own = Messages::new();
        let configured = run.configure(alias, &self.scope, &mut own).await;
        self.applied.messages.extend(own);
        if !configured {
            let resources = run.configuration.resources.keys();
            let of_alias = resources.filter(|address| run.alias(address) == alias);
            self.unconfigured.extend(of_alias.cloned());
        }
    }

    /// Applies the changes of all instances of a resource; references see its value, unless one of
    /// them failed.
    async fn apply_instances(
        &mut self,
        address: &ResourceAddress,
        changes: &BTreeMap<&ObjectAddress, &ResourceChange>,
    ) {
        let run = self.run;
        let refused = self.unusable.before_resource(address, &run.graph);
        let block = run.block(address);
        let Some(block) = block.filter(|_| !refused && !self.unconfigured.contains(address)) else {
            self.unusable.resources.insert(address.clone());
            return;
        };
        let (name, messages) = (address.to_string(), &mut self.applied.messages);
        let expansion = expand_known(&block.repetition, &self.scope, &name, messages);
        let Some(expansion) = expansion else {
            self.unusable.resources.insert(address.clone());
            return;
        };
        if !block.lifecycle.triggers.is_empty() {
            let planned = expansion.keys().into_iter().map(|key| {
                let object = ObjectAddress::new(address.clone(), key);
                let planned = changes.get(&object).map(|change| change.planned.clone());
                run.reference_value(address, planned.unwrap_or(Value::UNKNOWN), &[])
            });
            self.enter_instances(&expansion, planned.collect());
        }
        let mut values = Vec::new();
        let mut complete = true;
        for key in expansion.keys() {
            expansion.enter(&key, &mut self.scope);
            let object = ObjectAddress::new(address.clone(), key);
            let change = changes.get(&object).copied();
            let (scope, messages) = (&mut self.scope, &mut self.applied.messages);
            let mut applied = match run.preconditions_hold(&object, scope, messages) {
                true => self.apply_object(&object, change).await,
                false => None,
            };
            let (scope, messages) = (&mut self.scope, &mut self.applied.messages);
            applied =
                applied.filter(|value| run.postconditions_hold(&object, value, scope, messages));
            self.next_instance(applied.as_ref());
            match applied {
                Some(value) => values.push(value),
                None => {
                    complete = false;
                    self.fail(&object);
                }
            }
        }
        leave(&mut self.scope);
        self.instances = None;
        let node = Node::Resource(address.clone());
        self.scope.remove(&node);
        if complete {
            self.scope.set(node, expansion.value(values));
        }
    }

    async fn apply_object(
        &mut self,
        address: &ObjectAddress,
        change: Option<&ResourceChange>,
    ) -> Option<TypedValue> {
        let run = self.run;
        if self.failed.contains(address) {
            return None;
        }
        if address.mode == Mode::Ephemeral {
            if !self.may_continue() {
                return None;
            }
            let (opened, messages) = (&mut self.opened, &mut self.applied.messages);
            return run.open(address, &self.scope, opened, messages).await;
        }
        match change {
            None => {
                let value = self.plan.data.get(address)?.clone();
                let sensitive = run.configured_sensitive(address, &self.scope);
                let read = (value.clone(), sensitive.clone());
                self.applied.data.insert(address.clone(), read);
                Some(run.reference_value(address, value, &sensitive))
            }
            Some(change) if change.action == Action::NoOp => {
                self.save_metadata(change);
                Some(run.reference_value(address, change.planned.clone(), &change.sensitive))
            }
            Some(_) if !self.may_continue() => None,
            Some(change) => match address.mode {
                Mode::Data => self.read(address).await,
                Mode::Managed => self.create_or_update(change).await,
                // These are not changes: ephemeral resources were opened above, and actions are
                // invoked with their triggers.
                Mode::Ephemeral | Mode::Action => None,
            },
        }
    }

    /// Saves metadata, which may change although the object does not.
    pub(super) fn save_metadata(&mut self, change: &ResourceChange) {
        let mut metadata = self.run.new_metadata(&change.address);
        metadata.sensitive = match self.run.schema(&change.address) {
            Some(schema) => all_sensitive_paths(&schema.block, &change.planned, &change.sensitive),
            None => change.sensitive.clone(),
        };
        let state_manager = &self.run.state_manager;
        if state_manager.is_saved() {
            // The state manager keeps a failure, which is reported last.
            let _ = state_manager.update(&change.address, |stored| {
                metadata.tainted = stored.metadata.tainted;
                stored.metadata = metadata;
            });
        }
    }

    /// Whether the user has not asked to stop and the state can be saved.
    fn may_continue(&mut self) -> bool {
        if !self.run.state_manager.is_saved() {
            return false;
        }
        if self.run.stop.is_requested() {
            // The interrupted operation has already reported it.
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
        let failed = !self.failed.is_empty() || !self.unusable.resources.is_empty();
        if failed || !self.run.state_manager.is_saved() {
            // Outputs that depend on a failed object keep their values.
            return;
        }
        let (run, messages) = (self.run, &mut self.applied.messages);
        let mut values = run.evaluate_outputs(&self.scope, true, messages);
        // Terraform does not store null outputs either.
        values.retain(|(_, typed)| !typed.value.is_null());
        let outputs = values.into_iter().map(|(name, typed)| {
            let output = StoredOutput {
                sensitive: typed.is_sensitive(),
                value: kept(&typed.value),
                ty: typed.ty,
            };
            (name, output)
        });
        self.save_outputs(outputs.collect());
    }

    /// The state manager keeps a failure, which is reported last.
    fn save_outputs(&self, outputs: BTreeMap<String, StoredOutput>) {
        let state_manager = &self.run.state_manager;
        if state_manager.is_saved() {
            let _ = state_manager.change(|state| state.outputs = outputs);
        }
    }
}
