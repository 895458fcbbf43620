//! Going through a configuration in the order of dependencies.

use std::collections::BTreeSet;

use schema_runtime::terraform_core::planned_data;
use schema_runtime::value::Value;

use super::{Action, Change, OutputChange, Plan, PlanOptions, Reason, deletion, interrupted};
use crate::address::{Address, Mode, Node};
use crate::checks::check_read;
use crate::eval::{Scope, Typed};
use crate::events::{Doing, Event};
use crate::message::{Message, Messages};
use crate::run::Run;
use crate::state::State;

/// A plan in the making.
pub(super) struct Planner<'a> {
    pub(super) run: &'a Run,
    pub(super) options: PlanOptions,
    pub(super) stored: State,
    pub(super) scope: Scope,
    pub(super) plan: Plan,
    pub(super) messages: Messages,
    /// What could not be planned, and what depends on it.
    failed: BTreeSet<Address>,
}

/// Plans everything; what was said says whether that is a plan.
pub(super) async fn plan(run: &Run, options: PlanOptions) -> (Plan, Messages) {
    let mut planner = Planner {
        run,
        options,
        stored: run.keeper.state(),
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
            if self.run.stop.asked() {
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
                        self.run.seen(address, Value::UNKNOWN, &[])
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

    fn depends_on_failed(&self, address: &Address) -> bool {
        !self.failed.is_empty()
            && self
                .run
                .graph
                .resources_before(address)
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
        let orphans: Vec<Address> = self
            .stored
            .resources
            .keys()
            .filter(|address| self.run.block(address).is_none())
            .cloned()
            .collect();
        for address in orphans {
            if self.run.stop.asked() {
                self.interrupted();
                return;
            }
            let Some(prior) = self.refreshed(&address).await else {
                continue;
            };
            if let Some(prior) = prior {
                self.plan
                    .changes
                    .push(deletion(&address, prior, Reason::NotConfigured));
            }
        }
    }

    async fn data(&mut self, address: &Address) -> Option<Typed> {
        let run = self.run;
        let before = self.messages.error_count();
        let config = run.config(address, &self.scope, &mut self.messages)?;
        let schema = run.schema(address)?;
        if self.messages.error_count() > before {
            return None;
        }
        // As core does: what it looks for may only be there once those changes are made, even where
        // the values that it is asked with are known already.
        let waits = run.graph.resources_before(address).iter().any(|on| {
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
                    self.messages.push(run.placed(address, message));
                    return None;
                }
            };
            self.plan.changes.push(Change {
                address: address.clone(),
                action: Action::Read,
                reason: None,
                prior: None,
                planned: planned.clone(),
                planned_private: Vec::new(),
                sensitive: config.sensitive.clone(),
                replace: Vec::new(),
            });
            return Some(run.seen(address, planned, &config.sensitive));
        }
        let value = run
            .read_data(address, config.value, &mut self.messages)
            .await?;
        self.plan.data.insert(address.clone(), value.clone());
        Some(run.seen(address, value, &config.sensitive))
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

impl Run {
    /// Validates and reads a data source whose configuration is known.
    pub(crate) async fn read_data(
        &self,
        address: &Address,
        config: Value,
        messages: &mut Messages,
    ) -> Option<Value> {
        let schema = self.schema(address)?;
        let before = messages.error_count();
        let told = self
            .instance
            .validate_data_resource_config(&address.type_name, &config)
            .await;
        self.tell(address, told, messages);
        if messages.error_count() > before {
            return None;
        }
        let timer = std::time::Instant::now();
        self.events.event(Event::Started {
            address,
            doing: Doing::Read,
            id: None,
        });
        let response = self
            .instance
            .read_data_source(&address.type_name, config)
            .await;
        self.tell(address, response.diagnostics, messages);
        if messages.error_count() == before {
            let mut wrong = Messages::new();
            if response.state.is_null() {
                wrong.push(Message::error("Provider produced null object").detail(
                    "The provider said that all went well, but returned no object.\n\nThis is a \
                     bug in the provider.",
                ));
            } else {
                check_read(&schema.block, &response.state, &mut wrong);
            }
            messages.extend(self.placed_all(address, wrong));
        }
        let elapsed = timer.elapsed();
        if messages.error_count() > before {
            self.events.event(Event::Failed {
                address,
                doing: Doing::Read,
                elapsed,
            });
            return None;
        }
        self.events.event(Event::Complete {
            address,
            doing: Doing::Read,
            elapsed,
            id: self.id(address, &response.state),
        });
        Some(response.state)
    }
}
