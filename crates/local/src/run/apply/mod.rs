//! Making a plan true.
//!
//! First everything that goes is deleted, dependents before what they depend on; then the rest is
//! created, changed and read in the order of dependencies; last goes what was to stay until what
//! takes its place is there (`create_before_destroy`). After every step the state is written. What
//! fails keeps what depends on it from being touched; everything else goes on.

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
use crate::run::stop::interrupted;
use crate::state::StoredOutput;
use schema_runtime::path::Path;
use schema_runtime::value::Value;

/// What was done.
#[derive(Debug, Default)]
pub struct Applied {
    pub(crate) counts: Counts,
    pub messages: Messages,
    /// What data sources said, and what of it the configuration made sensitive.
    pub data: BTreeMap<ObjectAddress, (Value, Vec<Path>)>,
}

struct Applier<'a> {
    run: &'a Run,
    plan: &'a Plan,
    scope: Scope,
    applied: Applied,
    /// What failed or was omitted because of that.
    failed: BTreeSet<ObjectAddress>,
    /// The resources of which an instance failed, so that nothing can be made from them.
    failed_resources: BTreeSet<ResourceAddress>,
    /// The variables whose values are rejected by their own rules.
    failed_variables: BTreeSet<Node>,
    /// The resources whose provider could not be configured.
    unconfigured: BTreeSet<ResourceAddress>,
    /// The resources of which an object should have gone and is still there.
    undeleted: BTreeSet<ResourceAddress>,
    /// What was replaced and is still to be deleted.
    deposed: Vec<ResourceChange>,
    /// What actions see that the resource triggers which is being worked on.
    instances: Option<actions::Instances>,
    /// The ephemeral resources that are open.
    opened: OpenObjects,
    /// What was done before anything was deleted, for the settings of the provider.
    prepared: BTreeSet<Node>,
}

impl Run {
    /// Makes a plan true. The provider was configured when the plan was made.
    pub async fn apply(&self, plan: &Plan) -> Applied {
        let _looking = self.state_manager.note_looking();
        let mut applier = Applier {
            run: self,
            plan,
            scope: self.inputs.clone(),
            applied: Applied::default(),
            failed: BTreeSet::new(),
            failed_resources: BTreeSet::new(),
            failed_variables: BTreeSet::new(),
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
            // Where nothing is to be destroyed, nothing was configured for the plan.
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
        self.applied.counts.import = self.plan.counts().import;
        prepared.map_err(|message| self.push(message)).is_ok()
    }

    fn fail(&mut self, address: &ObjectAddress) {
        self.failed.insert(address.clone());
        self.failed_resources.insert(address.resource.clone());
    }

    async fn apply_in_order(&mut self, changes: &BTreeMap<&ObjectAddress, &ResourceChange>) {
        for node in &self.run.graph.order {
            match node {
                _ if self.prepared.contains(node) => {}
                // What was not known in the plan may be now.
                Node::Variable(name) => {
                    let messages = &mut self.applied.messages;
                    if !self.run.check_variable(name, &self.scope, messages) {
                        self.failed_variables.insert(node.clone());
                    }
                }
                Node::CountIndex | Node::EachKey | Node::EachValue | Node::SelfObject => {}
                Node::Provider(alias) => self.configure(alias.as_ref()).await,
                Node::Local(name) => {
                    self.run
                        .local(name, &mut self.scope, &mut self.applied.messages);
                }
                Node::Resource(address) if address.mode == Mode::Action => {}
                Node::Resource(address) if self.run.configuration.is_in_check(address) => {}
                Node::Resource(address) => {
                    if let Some(value) = self.apply_instances(address, changes).await {
                        self.scope.set(node.clone(), value);
                    }
                }
            }
        }
    }

    /// Opens what the settings of the provider need, where nothing that is managed comes before,
    /// and configures it with that: also for what is deleted first.
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
                        if let Some(value) = self.apply_instances(address, changes).await {
                            self.scope.set(node.clone(), value);
                        }
                        self.prepared.insert(node.clone());
                    }
                    _ => {}
                }
            }
            self.configure(alias.as_ref()).await;
            self.prepared.insert(node.clone());
        }
    }

    /// Configures the provider again, or one of its aliases, where the plan did not know all of its
    /// settings, or what they were made of is closed.
    async fn configure(&mut self, alias: Option<&Arc<str>>) {
        let run = self.run;
        let unknown = self.plan.unknown_settings.contains(&alias.cloned());
        // What it was configured with in the plan is closed.
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

    /// Makes the changes of all instances of a resource; the value that references to it see,
    /// unless one of them failed.
    async fn apply_instances(
        &mut self,
        address: &ResourceAddress,
        changes: &BTreeMap<&ObjectAddress, &ResourceChange>,
    ) -> Option<TypedValue> {
        let run = self.run;
        let depends_on_failed = run
            .graph
            .resource_dependencies(address)
            .iter()
            .any(|before| self.failed_resources.contains(before));
        let refused = !self.failed_variables.is_empty()
            && !run
                .graph
                .before(&Node::Resource(address.clone()))
                .is_disjoint(&self.failed_variables);
        if refused || depends_on_failed || self.unconfigured.contains(address) {
            self.failed_resources.insert(address.clone());
            return None;
        }
        let block = run.block(address)?;
        let (name, messages) = (address.to_string(), &mut self.applied.messages);
        let expansion = expand_known(&block.repetition, &self.scope, &name, messages);
        let Some(expansion) = expansion else {
            self.failed_resources.insert(address.clone());
            return None;
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
        self.scope.remove(&Node::Resource(address.clone()));
        complete.then(|| expansion.value(values))
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
                    // Neither is a change: the one was opened above, the other is invoked with what
                    // triggers it.
                    Mode::Ephemeral | Mode::Action => None,
                }
            }
        }
    }

    /// What is kept beside an object may change although the object does not.
    pub(super) fn save_metadata(&mut self, change: &ResourceChange) {
        let dependencies = self.run.graph.managed_dependencies(&change.address);
        let create_before_destroy = self.run.creates_first(&change.address, false);
        let provider = self.run.alias(&change.address).cloned();
        let sensitive = match self.run.schema(&change.address) {
            Some(schema) => all_sensitive_paths(&schema.block, &change.planned, &change.sensitive),
            None => change.sensitive.clone(),
        };
        let state_manager = &self.run.state_manager;
        if state_manager.is_saved() {
            // A failure is kept, and told last.
            let _ = state_manager.update(&change.address, |stored| {
                stored.dependencies = dependencies;
                stored.create_before_destroy = create_before_destroy;
                stored.provider = provider;
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
        let failed = !self.failed.is_empty() || !self.failed_resources.is_empty();
        if failed || !self.run.state_manager.is_saved() {
            // Outputs of what failed keep their values.
            return;
        }
        let values = self
            .run
            .evaluate_outputs(&self.scope, true, &mut self.applied.messages);
        // Terraform keeps no output that is null either.
        let outputs = values
            .into_iter()
            .filter(|(_, typed)| !typed.value.is_null())
            .map(|(name, typed)| {
                let output = StoredOutput {
                    sensitive: typed.is_sensitive(),
                    value: kept(&typed.value),
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
