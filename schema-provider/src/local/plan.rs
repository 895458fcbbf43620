//! [`Plan`]: what is to be done, and how it is found out.

mod ignore;
mod resource;

use std::collections::{BTreeMap, BTreeSet};

use schema_runtime::core::planned_data;
use schema_runtime::path::Path;
use schema_runtime::value::Value;

use super::address::{Address, Mode, Node};
use super::checks::check_read;
use super::eval::{Scope, Typed};
use super::events::{Doing, Event};
use super::message::{Message, Messages};
use super::run::Run;
use super::state::{State, StoredOutput};

/// What is done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    NoOp,
    Create,
    Update,
    /// Delete, then create.
    Replace,
    Delete,
    /// A data source that can only be read when other things are done.
    Read,
}

/// Why, where the values alone do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Its creation failed half-way.
    Tainted,
    /// It is not in the configuration.
    NotConfigured,
    /// Everything is destroyed.
    Destroy,
}

/// An object that exists, with what is kept beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) value: Value,
    pub(crate) private: Vec<u8>,
    pub(crate) tainted: bool,
    pub(crate) dependencies: BTreeSet<Address>,
    pub(crate) sensitive: Vec<Path>,
}

/// What is to be done to one resource.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) address: Address,
    pub(crate) action: Action,
    pub(crate) reason: Option<Reason>,
    /// The object as it is.
    pub(crate) prior: Option<Object>,
    /// The object as it should be; null for a delete.
    pub(crate) planned: Value,
    pub(crate) planned_private: Vec<u8>,
    /// What is sensitive in it because of the configuration.
    pub(crate) sensitive: Vec<Path>,
    /// Why it cannot be changed in place.
    pub(crate) replace: Vec<Path>,
}

impl Change {
    pub(crate) fn before(&self) -> &Value {
        self.prior
            .as_ref()
            .map_or(&Value::Null, |prior| &prior.value)
    }

    pub(crate) fn deletes(&self) -> bool {
        matches!(self.action, Action::Delete | Action::Replace)
    }
}

/// An object that is no longer as it was left.
#[derive(Clone, Debug)]
pub(crate) struct Drift {
    pub(crate) address: Address,
    pub(crate) before: Value,
    /// Null if it is gone.
    pub(crate) after: Value,
    pub(crate) sensitive: Vec<Path>,
}

/// What becomes of an output.
#[derive(Clone, Debug)]
pub(crate) struct OutputChange {
    pub(crate) name: String,
    pub(crate) before: Option<StoredOutput>,
    pub(crate) after: Option<Typed>,
}

impl OutputChange {
    pub(crate) fn action(&self) -> Action {
        match (&self.before, &self.after) {
            (None, None) => Action::NoOp,
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
pub(crate) struct Plan {
    /// In the order of dependencies; those without change too.
    pub(crate) changes: Vec<Change>,
    pub(crate) drift: Vec<Drift>,
    pub(crate) outputs: Vec<OutputChange>,
    /// Everything that exists, as it is now.
    pub(crate) objects: BTreeMap<Address, Object>,
    /// What data sources said.
    pub(crate) data: BTreeMap<Address, Value>,
    pub(crate) destroy: bool,
}

/// How many objects are added, changed, destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) add: usize,
    pub(crate) change: usize,
    pub(crate) destroy: usize,
}

impl Plan {
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for change in &self.changes {
            match change.action {
                Action::Create => counts.add += 1,
                Action::Update => counts.change += 1,
                Action::Delete => counts.destroy += 1,
                Action::Replace => {
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
        self.changes
            .iter()
            .all(|change| change.action == Action::NoOp)
            && self
                .outputs
                .iter()
                .all(|output| output.action() == Action::NoOp)
    }
}

/// How a plan is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanOptions {
    /// Whether objects are read first.
    pub(crate) refresh: bool,
    /// Whether everything is to go.
    pub(crate) destroy: bool,
}

/// A plan in the making.
struct Planner<'a> {
    run: &'a Run,
    options: PlanOptions,
    stored: State,
    scope: Scope,
    plan: Plan,
    messages: Messages,
    /// What could not be planned, and what depends on it.
    failed: BTreeSet<Address>,
}

impl Run {
    /// Configures the provider, refreshes what exists and plans what is to be done. The
    /// configuration must have been validated.
    ///
    /// # Errors
    /// There is no plan; nothing was changed.
    pub(crate) async fn plan(&self, options: PlanOptions) -> Result<(Plan, Messages), Messages> {
        let mut planner = Planner {
            run: self,
            options,
            stored: self.keeper.state(),
            scope: self.inputs.clone(),
            plan: Plan::default(),
            messages: Messages::new(),
            failed: BTreeSet::new(),
        };
        planner.walk().await;
        let Planner { plan, messages, .. } = planner;
        if messages.has_errors() {
            return Err(messages);
        }
        if options.destroy {
            plan.turn_to_destroy(self, messages)
        } else {
            Ok((plan, messages))
        }
    }

    /// Configures the provider.
    pub(crate) async fn configure(&self, scope: &Scope, messages: &mut Messages) -> bool {
        let before = messages.error_count();
        let settings = self.settings(scope, messages);
        if messages.error_count() > before {
            return false;
        }
        let told = self.instance.validate_provider_config(&settings).await;
        self.tell_settings(told, messages);
        if messages.error_count() > before {
            return false;
        }
        let told = self.instance.configure(settings).await;
        self.tell_settings(told, messages);
        messages.error_count() == before
    }
}

impl Planner<'_> {
    async fn walk(&mut self) {
        for node in &self.run.graph.order {
            if self.run.stop.asked() {
                self.messages.push(interrupted());
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
                self.messages.push(interrupted());
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
            .validate_data_source(&address.type_name, &config)
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

impl Plan {
    /// The same objects, all to be deleted.
    fn turn_to_destroy(
        mut self,
        run: &Run,
        mut messages: Messages,
    ) -> Result<(Plan, Messages), Messages> {
        self.changes = self
            .objects
            .iter()
            .map(|(address, object)| deletion(address, object.clone(), Reason::Destroy))
            .collect();
        for change in &self.changes {
            messages.extend(run.protected(&change.address));
        }
        for output in &mut self.outputs {
            output.after = None;
        }
        self.outputs.retain(|output| output.before.is_some());
        self.destroy = true;
        if messages.has_errors() {
            Err(messages)
        } else {
            Ok((self, messages))
        }
    }
}

impl Run {
    /// An error if the configuration forbids to destroy this.
    fn protected(&self, address: &Address) -> Messages {
        let mut messages = Messages::new();
        if let Some(block) = self.block(address)
            && block.lifecycle.prevent_destroy
        {
            messages.push(
                Message::error("Instance cannot be destroyed")
                    .detail(format!(
                        "Resource {address} has lifecycle.prevent_destroy set, but the plan calls \
                         for this resource to be destroyed."
                    ))
                    .address(address)
                    .at(&block.at),
            );
        }
        messages
    }
}

fn deletion(address: &Address, prior: Object, reason: Reason) -> Change {
    Change {
        address: address.clone(),
        action: Action::Delete,
        reason: Some(reason),
        planned: Value::Null,
        planned_private: prior.private.clone(),
        sensitive: Vec::new(),
        replace: Vec::new(),
        prior: Some(prior),
    }
}

pub(crate) fn interrupted() -> Message {
    Message::error("Interrupted").detail("The command was asked to end before it was done.")
}
