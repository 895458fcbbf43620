//! Walks a configuration in dependency order.

use std::collections::{BTreeMap, BTreeSet};

use schema_runtime::value::Value;

use crate::address::{InstanceKey, Mode, Node, ObjectAddress, ResourceAddress};
use crate::language::config::Repetition;
use crate::language::eval::{Scope, TypedValue};
use crate::language::expansion::{Expansion, expand_known, leave};
use crate::message::{Message, Messages};
use crate::run::changes::{Action, OutputChange, Plan, PlanOptions, Reason, ResourceChange};
use crate::run::context::Run;
use crate::run::ephemeral::OpenObjects;
use crate::run::graph::Failed;
use crate::run::moves::{Moves, move_objects};
use crate::run::stop::interrupted;
use crate::source::Location;
use crate::state::State;
use schema_shell::lifecycle::ImportBy;

/// The object that an `import` block imports to an address.
pub(super) struct ImportTarget {
    /// The id or identity it is found by, and its description; `None` if that is invalid.
    pub(super) by: Option<(ImportBy, String)>,
    /// Where the block is.
    pub(super) at: Location,
}

/// A plan under construction.
pub(super) struct Planner<'a> {
    pub(super) run: &'a Run,
    pub(super) options: PlanOptions,
    pub(super) stored: State,
    pub(super) scope: Scope,
    pub(super) plan: Plan,
    pub(super) messages: Messages,
    /// The former addresses of the objects in `stored`.
    pub(super) moves: Moves,
    /// The import targets of the resources planned so far.
    pub(super) import_targets: BTreeMap<ObjectAddress, ImportTarget>,
    /// The objects imported for this plan, with their id or identity in words.
    pub(super) imported: BTreeMap<ObjectAddress, String>,
    /// The instances of the resources planned so far.
    pub(super) expansions: BTreeMap<ResourceAddress, Expansion>,
    /// What could not be planned, and its dependents.
    failed: Failed,
    /// The ephemeral resources that are open.
    opened: OpenObjects,
    /// Everything is to be destroyed but nothing exists: as in Terraform Core, nothing is
    /// configured, read or opened.
    nothing_to_destroy: bool,
    /// The only nodes to evaluate, for a command that needs future values but changes nothing.
    only: Option<&'a BTreeSet<Node>>,
}

/// Plans everything; the messages show whether the plan is valid.
pub(super) async fn plan(run: &Run, options: PlanOptions) -> (Plan, Messages) {
    let mut planner = Planner::new(run, options);
    planner.walk().await;
    if options.destroy && !planner.messages.has_errors() {
        planner.plan.invocations.clear();
        planner.triggered_by_destroying_all().await;
    }
    let opened = std::mem::take(&mut planner.opened);
    run.close_all(opened, &mut planner.messages).await;
    (planner.plan, planner.messages)
}

impl Run {
    /// A scope with the planned values of these nodes, for changed and new objects alike. Ephemeral
    /// resources stay open.
    pub(crate) async fn planned_scope(
        &self,
        needed: &BTreeSet<Node>,
        messages: &mut Messages,
    ) -> (Scope, OpenObjects) {
        let options = PlanOptions {
            refresh: true,
            destroy: false,
        };
        let mut planner = Planner::new(self, options);
        planner.only = Some(needed);
        planner.walk().await;
        messages.extend(planner.messages);
        (planner.scope, planner.opened)
    }
}

impl<'a> Planner<'a> {
    fn new(run: &'a Run, options: PlanOptions) -> Self {
        let mut stored = run.state_manager.state();
        let moves = move_objects(&run.configuration, &mut stored);
        Planner {
            run,
            options,
            nothing_to_destroy: options.destroy && stored.resources.is_empty(),
            stored,
            scope: run.inputs.clone(),
            plan: Plan::default(),
            messages: moves.warning().map(Messages::from).unwrap_or_default(),
            moves,
            import_targets: BTreeMap::new(),
            imported: BTreeMap::new(),
            expansions: BTreeMap::new(),
            failed: Failed::default(),
            opened: OpenObjects::default(),
            only: None,
        }
    }
}

impl Planner<'_> {
    async fn walk(&mut self) {
        for node in &self.run.graph.order {
            if self.only.is_some_and(|needed| !needed.contains(node)) {
                continue;
            }
            if self.run.stop.is_requested() {
                self.interrupted();
                return;
            }
            match node {
                Node::Variable(name) => {
                    let (scope, messages) = (&self.scope, &mut self.messages);
                    if !self.run.check_variable(name, scope, messages) {
                        self.failed.variables.insert(node.clone());
                    }
                }
                Node::Local(name) => {
                    self.run.local(name, &mut self.scope, &mut self.messages);
                }
                Node::Provider(_) if self.nothing_to_destroy => {}
                Node::Resource(address) if self.nothing_to_destroy => {
                    let value = self.run.unknown_reference(address);
                    self.scope.set(node.clone(), value);
                }
                // Without the provider, nothing can be planned.
                Node::Provider(_) if self.failed.before(node, &self.run.graph) => return,
                // The provider is called right away, and not only for a plan.
                Node::Provider(alias) if self.only.is_some() => {
                    let (scope, messages) = (&self.scope, &mut self.messages);
                    let configured = self.run.configure_now(alias.as_ref(), scope, messages);
                    if !configured.await {
                        return;
                    }
                }
                Node::Provider(alias) => {
                    let (scope, messages) = (&self.scope, &mut self.messages);
                    let configured = self.run.configure(alias.as_ref(), scope, messages);
                    if !configured.await {
                        return;
                    }
                    let mut said = Messages::new();
                    let settings = self.run.settings(alias.as_ref(), scope, &mut said);
                    if !settings.is_wholly_known() {
                        self.plan.unknown_settings.insert(alias.clone());
                    }
                }
                // A data source in a check is read together with it.
                Node::Resource(address)
                    if address.mode != Mode::Action
                        && !self.run.configuration.is_in_check(address) =>
                {
                    let value = self.resource(address).await;
                    self.scope.set(node.clone(), value);
                }
                _ => {}
            }
        }
        if self.only.is_some() {
            return;
        }
        self.check_moved_instances();
        self.check_import_targets();
        self.orphans().await;
        if self.messages.has_errors() {
            return;
        }
        self.outputs();
        if !self.options.destroy {
            let (scope, messages) = (&mut self.scope, &mut self.messages);
            self.run.make_checks(scope, true, messages).await;
        }
    }

    /// Plans all instances of a resource; returns the value that references to it see.
    async fn resource(&mut self, address: &ResourceAddress) -> TypedValue {
        let run = self.run;
        let repetition = run.block(address).map(|block| &block.repetition);
        let usable = repetition.filter(|_| !self.failed.before_resource(address, &run.graph));
        let expansion = usable.and_then(|repetition| {
            let (scope, messages) = (&self.scope, &mut self.messages);
            expand_known(repetition, scope, &address.to_string(), messages)
        });
        let Some(expansion) = expansion else {
            self.failed.resources.insert(address.clone());
            return match repetition.and_then(Repetition::expr) {
                Some(_) => run.unknown_reference(address),
                None => run.reference_value(address, Value::UNKNOWN, &[]),
            };
        };
        if address.mode == Mode::Managed {
            self.find_import_targets(address);
        }
        let mut values = Vec::new();
        let first_change = self.plan.changes.len();
        for key in expansion.keys() {
            if self.run.stop.is_requested() {
                // The walk ends at the next step.
                self.failed.resources.insert(address.clone());
                values.push(TypedValue::unknown());
                continue;
            }
            expansion.enter(&key, &mut self.scope);
            let object = ObjectAddress::new(address.clone(), key);
            // A destroy needs no conditions.
            let without = self.options.destroy;
            let (scope, messages) = (&self.scope, &mut self.messages);
            let mut planned = match address.mode {
                _ if !(without || run.preconditions_hold(&object, scope, messages)) => None,
                Mode::Managed => self.managed(&object).await,
                Mode::Data => self.data(&object).await,
                // Actions are planned with their triggers.
                Mode::Action => None,
                Mode::Ephemeral => {
                    let (opened, messages) = (&mut self.opened, &mut self.messages);
                    run.open(&object, &self.scope, opened, messages).await
                }
            };
            let (scope, messages) = (&mut self.scope, &mut self.messages);
            planned = planned.filter(|value| {
                without || run.postconditions_hold(&object, value, scope, messages)
            });
            values.push(planned.unwrap_or_else(|| {
                self.failed.resources.insert(address.clone());
                self.run.reference_value(address, Value::UNKNOWN, &[])
            }));
        }
        leave(&mut self.scope);
        let value = expansion.value(values);
        if self.only.is_none() && !self.failed.resources.contains(address) {
            self.triggered(address, &expansion, &value, first_change)
                .await;
        }
        self.expansions.insert(address.clone(), expansion);
        value
    }

    /// Reports moves from an instance that still exists.
    fn check_moved_instances(&mut self) {
        for block in &self.run.configuration.moved {
            let (from, to) = (&block.from, &block.to);
            let instances = self.expansions.get(&from.resource);
            if instances.is_some_and(|instances| instances.contains(&from.key)) && !block.is_whole()
            {
                let detail = format!(
                    "This statement declares a move from {from}, but that resource \
                             instance is still declared.\n\nChange your configuration so that \
                             this resource instance will be declared as {to} instead."
                );
                let summary = "Moved object still exists";
                self.messages.fail(summary, detail, &block.at);
            }
        }
    }

    /// Reports imports to an address that is not configured.
    fn check_import_targets(&mut self) {
        for block in &self.run.configuration.imports {
            if self.run.block(&block.to.resource).is_none() {
                self.messages.push(no_target(&block.to, &block.at));
            }
        }
        for (to, target) in &self.import_targets {
            // Resources that could not be planned have been reported.
            let expansion = self.expansions.get(&to.resource);
            if expansion.is_some_and(|instances| !instances.contains(&to.key)) {
                self.messages.push(no_target(to, &target.at));
            }
        }
    }

    /// Reports the interrupt, unless the interrupted operation has done so.
    fn interrupted(&mut self) {
        if !self.messages.has_errors() {
            self.messages.push(interrupted());
        }
    }

    /// Why an existing object is deleted; `None` if it stays, or if that is unknown.
    fn orphaned(&self, address: &ObjectAddress) -> Option<Reason> {
        if address.deposed.is_some() {
            return Some(Reason::Deposed);
        }
        if self.run.block(address).is_none() {
            let moved = self.moves.previous.contains_key(address);
            return Some(if moved {
                Reason::NoMoveTarget
            } else {
                Reason::NotConfigured
            });
        }
        let expansion = self.expansions.get(&address.resource)?;
        if expansion.contains(&address.key) {
            return None;
        }
        Some(match (expansion, &address.key) {
            (Expansion::Count(_), InstanceKey::Index(_)) => Reason::CountIndex,
            (Expansion::ForEach(_), InstanceKey::Key(_)) => Reason::EachKey,
            _ => Reason::WrongRepetition,
        })
    }

    /// Plans the deletion of objects that exist but are not configured.
    async fn orphans(&mut self) {
        let orphans: Vec<(ObjectAddress, Reason)> = self
            .stored
            .resources
            .keys()
            .filter_map(|address| Some((address.clone(), self.orphaned(address)?)))
            .collect();
        for (address, reason) in orphans {
            if self.run.stop.is_requested() {
                self.interrupted();
                return;
            }
            let Some(prior) = self.refreshed(&address).await else {
                continue;
            };
            if let Some(prior) = prior {
                if !self.options.destroy {
                    let expansion = self.expansions.get(&address.resource).cloned();
                    self.triggered_by_destroy(&address, &prior, expansion.as_ref())
                        .await;
                }
                let mut change = ResourceChange::deletion(&address, prior, reason);
                change.previous = self.moves.previous.get(&address).cloned();
                self.run.check_prevent_destroy(&address, &mut self.messages);
                self.plan.changes.push(change);
            }
        }
    }

    async fn data(&mut self, address: &ObjectAddress) -> Option<TypedValue> {
        let run = self.run;
        let config = run.valid_config(address, &self.scope, &mut self.messages)?;
        let schema = run.schema(address)?;
        // As in Terraform Core: the object it looks for may exist only after those changes, even if
        // its own arguments are already known.
        let references = run.graph.resource_references(address);
        let waits = self.plan.changes.iter().any(|change| {
            let resource = &change.address.resource;
            let is_managed = resource.mode == Mode::Managed;
            is_managed && change.action != Action::NoOp && references.contains(resource)
        });
        if waits || !config.value.is_wholly_known() {
            let planned = run.planned_data(address, schema, &config.value, &mut self.messages)?;
            self.plan.changes.push(ResourceChange {
                reason: Some(match config.value.is_wholly_known() {
                    true => Reason::DependencyPending,
                    false => Reason::ConfigUnknown,
                }),
                sensitive: config.sensitive.clone(),
                ..ResourceChange::new(address, Action::Read, planned.clone())
            });
            return Some(run.reference_value(address, planned, &config.sensitive));
        }
        let mut said = Messages::new();
        let read = run.read_data(address, config.value, &mut said).await;
        if read.is_none() && self.destroys_what_is_stored() {
            // Terraform Core has the result of the read for the apply; a read that fails now does
            // no harm here either.
            return Some(run.reference_value(address, Value::UNKNOWN, &config.sensitive));
        }
        self.messages.extend(said);
        let value = read?;
        self.plan.data.insert(address.clone(), value.clone());
        Some(run.reference_value(address, value, &config.sensitive))
    }

    fn outputs(&mut self) {
        let (with_conditions, messages) = (!self.options.destroy, &mut self.messages);
        let values = self
            .run
            .evaluate_outputs(&self.scope, with_conditions, messages);
        let mut before = std::mem::take(&mut self.stored.outputs);
        for (name, after) in values {
            self.plan.outputs.push(OutputChange {
                before: before.remove(&name),
                name,
                after: Some(after),
            });
        }
        for (name, before) in before {
            self.plan.outputs.push(OutputChange {
                name,
                before: Some(before),
                after: None,
            });
        }
    }
}

/// The error for an import to an address that is not configured.
pub(crate) fn no_target(to: &dyn std::fmt::Display, at: &Location) -> Message {
    Message::error("Configuration for import target does not exist")
        .detail(format!(
            "The configuration for the given import target {to} does not exist. All target instances \
             must have an associated configuration to be imported."
        ))
        .at(at)
}
