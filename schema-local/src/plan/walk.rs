//! Going through a configuration in the order of dependencies.

use std::collections::BTreeSet;

use schema_runtime::terraform_core::planned_data;
use schema_runtime::value::Value;

use crate::address::{Mode, Node, ResourceAddress};
use crate::changes::{Action, OutputChange, Plan, PlanOptions, Reason, ResourceChange};
use crate::eval::{Scope, TypedValue};
use crate::message::{Message, Messages};
use crate::run::Run;
use crate::state::State;
use crate::stop::interrupted;

/// A plan in the making.
pub(super) struct Planner<'a> {
    pub(super) run: &'a Run,
    pub(super) options: PlanOptions,
    pub(super) stored: State,
    pub(super) scope: Scope,
    pub(super) plan: Plan,
    pub(super) messages: Messages,
    /// What could not be planned, and what depends on it.
    failed: BTreeSet<ResourceAddress>,
}

/// Plans everything; what was said says whether that is a plan.
pub(super) async fn plan(run: &Run, options: PlanOptions) -> (Plan, Messages) {
    let mut planner = Planner {
        run,
        options,
        stored: run.state_manager.state(),
        scope: run.inputs.clone(),
        plan: Plan::default(),
        messages: Messages::new(),
        failed: BTreeSet::new(),
    };
    planner.walk().await;
    (planner.plan, planner.messages)
}

impl Planner<'_> {
    async fn walk(&mut self) {
        for node in &self.run.graph.order {
            if self.run.stop.is_requested() {
                self.interrupted();
                return;
            }
            match node {
                Node::Variable(_) => {}
                Node::Local(name) => {
                    self.run.local(name, &mut self.scope, &mut self.messages);
                }
                Node::Provider => {
                    // Without the provider nothing can be said about anything.
                    if !self.run.configure(&self.scope, &mut self.messages).await {
                        return;
                    }
                }
                Node::Resource(address) => {
                    let planned = if self.depends_on_failed(address) {
                        None
                    } else {
                        match address.mode {
                            Mode::Managed => self.managed(address).await,
                            Mode::Data => self.data(address).await,
                        }
                    };
                    let value = planned.unwrap_or_else(|| {
                        self.failed.insert(address.clone());
                        self.run.reference_value(address, Value::UNKNOWN, &[])
                    });
                    self.scope.set(node.clone(), value);
                }
            }
        }
        self.orphans().await;
        if self.messages.has_errors() {
            return;
        }
        self.outputs();
    }

    fn depends_on_failed(&self, address: &ResourceAddress) -> bool {
        !self.failed.is_empty()
            && self
                .run
                .graph
                .resource_dependencies(address)
                .iter()
                .any(|before| self.failed.contains(before))
    }

    /// Says so, unless what was running when the user asked has said it.
    fn interrupted(&mut self) {
        if !self.messages.has_errors() {
            self.messages.push(interrupted());
        }
    }

    /// What exists and is not in the configuration.
    async fn orphans(&mut self) {
        let orphans: Vec<ResourceAddress> = self
            .stored
            .resources
            .keys()
            .filter(|address| self.run.block(address).is_none())
            .cloned()
            .collect();
        for address in orphans {
            if self.run.stop.is_requested() {
                self.interrupted();
                return;
            }
            let Some(prior) = self.refreshed(&address).await else {
                continue;
            };
            if let Some(prior) = prior {
                self.plan.changes.push(ResourceChange::deletion(
                    &address,
                    prior,
                    Reason::NotConfigured,
                ));
            }
        }
    }

    async fn data(&mut self, address: &ResourceAddress) -> Option<TypedValue> {
        let run = self.run;
        let before = self.messages.error_count();
        let config = run.config(address, &self.scope, &mut self.messages)?;
        let schema = run.schema(address)?;
        if self.messages.error_count() > before {
            return None;
        }
        // As core does: what it looks for may only be there once those changes are made, even where
        // the values that it is asked with are known already.
        let waits = run.graph.resource_dependencies(address).iter().any(|on| {
            on.mode == Mode::Managed
                && self
                    .plan
                    .changes
                    .iter()
                    .any(|change| change.address == *on && change.action != Action::NoOp)
        });
        if waits || !config.value.is_wholly_known() {
            let planned = match planned_data(&schema.block, &config.value) {
                Ok(planned) => planned,
                Err(error) => {
                    let message = Message::error("Invalid configuration")
                        .detail(error.message)
                        .path(error.path);
                    self.messages.push(run.with_location(address, message));
                    return None;
                }
            };
            self.plan.changes.push(ResourceChange {
                address: address.clone(),
                action: Action::Read,
                reason: None,
                prior: None,
                planned: planned.clone(),
                planned_private: Vec::new(),
                sensitive: config.sensitive.clone(),
                replace: Vec::new(),
            });
            return Some(run.reference_value(address, planned, &config.sensitive));
        }
        let value = run
            .read_data(address, config.value, &mut self.messages)
            .await?;
        self.plan.data.insert(address.clone(), value.clone());
        Some(run.reference_value(address, value, &config.sensitive))
    }

    fn outputs(&mut self) {
        let values = self.run.evaluate_outputs(&self.scope, &mut self.messages);
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
