//! The commands of a test, run by the local runner with the test's state.

use std::sync::Arc;

use super::InProcess;
use super::observe::{plan_view, state_view, to_messages};
use crate::drivers::driver::{CommandContext, PlanOptions};
use crate::observed::results::{Message, ObservedObject, ObservedPlan, Reply, checked};
use crate::observed::tree::{Tree, TreeShape};
use schema_local::{self as local, ImportText, ObjectAddress, Run, StateManager};

impl InProcess {
    /// Applies a plan, and keeps the results of data sources. A store gets the state repeatedly
    /// during a long apply.
    pub(super) async fn applied(
        &mut self,
        run: &Run,
        plan: &local::Plan,
        store: Option<&local::RemoteState>,
    ) -> Vec<Message> {
        let work = run.apply(plan);
        let applied = match store {
            Some(store) => {
                let state_manager = Arc::clone(&self.state_manager);
                store
                    .while_it_changes(&state_manager, &self.stop.1, work)
                    .await
            }
            None => work.await,
        };
        let schemas = run.instance.schemas();
        let objects = applied
            .data
            .into_iter()
            .map(|(address, (value, sensitive))| {
                let block = local::block_of(schemas, &address);
                let shape = TreeShape::of_block(block.as_deref());
                let object = ObservedObject {
                    value: Tree::of_value(shape, &value),
                    block,
                    sensitive,
                    identity: None,
                    tainted: false,
                    version: 0,
                };
                (address.to_string(), object)
            });
        self.data = objects.collect();
        to_messages(&applied.messages)
    }

    pub(super) async fn validated(&mut self, context: &CommandContext) -> Reply<()> {
        let (instance, bodies) = self.bodies(context)?;
        let (events, stop) = (self.events(), self.stop.1.clone());
        let opened = Run::to_validate(instance, bodies, events, stop).await;
        let (run, said) = opened.map_err(|said| to_messages(&said))?;
        let mut messages = to_messages(&said);
        self.watch.doing("validating");
        messages.extend(to_messages(&run.validate().await));
        Ok((messages, ()))
    }

    pub(super) async fn planned_view(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
    ) -> Reply<ObservedPlan> {
        self.planned = None;
        // A requested replacement is treated like a tainted object.
        let state_manager = if options.replace.is_empty() {
            Arc::clone(&self.state_manager)
        } else {
            let mut state = self.state_manager.state();
            for text in &options.replace {
                let found = ObjectAddress::parse(text).and_then(|a| state.resources.get_mut(&a));
                let Some(stored) = found else {
                    let text = format!("There is no {text} to replace");
                    return Err(vec![Message::error(text, "")]);
                };
                stored.tainted = true;
            }
            StateManager::in_memory(state)
        };
        let (mut run, mut messages) = self.open(context, &state_manager).await?;
        self.watch.doing("validating");
        messages.extend(to_messages(&run.validate().await));
        let messages = checked(messages)?;
        self.watch.doing("planning");
        let options = local::PlanOptions {
            refresh: options.refresh,
            destroy: options.destroy,
        };
        match run.plan(options).await {
            Ok((plan, said)) => {
                let view = plan_view(&run, &plan);
                // The apply uses the real state, whatever the plan was made from.
                run.state_manager = Arc::clone(&self.state_manager);
                self.planned = Some((run, plan));
                Ok(([messages, to_messages(&said)].concat(), view))
            }
            Err(said) => Err([messages, to_messages(&said)].concat()),
        }
    }

    pub(super) async fn refreshed(&mut self, context: &CommandContext) -> Reply<()> {
        let options = PlanOptions {
            refresh: true,
            ..PlanOptions::default()
        };
        let (mut messages, _) = self.planned_view(context, &options).await?;
        if let Some((run, mut plan)) = self.planned.take() {
            // The refreshed state is saved; nothing else is done.
            plan.changes.clear();
            messages.extend(self.applied(&run, &plan, None).await);
        }
        Ok((messages, ()))
    }

    pub(super) async fn imported(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> Reply<Option<ObservedObject>> {
        let Some(parsed) = ObjectAddress::parse(address) else {
            let text = format!("{address} is not the address of a resource");
            return Err(vec![Message::error(text, "")]);
        };
        let state_manager = if keep {
            Arc::clone(&self.state_manager)
        } else {
            StateManager::in_memory(local::State::empty())
        };
        let (run, messages) = self.open(context, &state_manager).await?;
        let mut messages = checked(messages)?;
        self.watch.doing("importing");
        messages.extend(to_messages(&run.import(&parsed, by.clone()).await));
        let mut messages = checked(messages)?;
        match state_view(&run.instance, &state_manager).await {
            Ok(mut state) => Ok((messages, state.objects.remove(address))),
            Err(error) => {
                messages.push(Message::error(error, ""));
                Err(messages)
            }
        }
    }

    pub(super) async fn invoked(&mut self, context: &CommandContext, address: &str) -> Reply<()> {
        let Some(parsed) = ObjectAddress::parse(address) else {
            return Err(vec![Message::error(
                format!("{address} is not the address of an action"),
                "Write action, its type and its name, as in action.disk_verify.name.",
            )]);
        };
        let state_manager = Arc::clone(&self.state_manager);
        let (run, mut messages) = self.open(context, &state_manager).await?;
        messages.extend(to_messages(&run.validate().await));
        let mut messages = checked(messages)?;
        self.watch.doing("invoking");
        match run.plan_invoke(&parsed).await {
            Ok((planned, more)) => {
                messages.extend(to_messages(&more));
                let (_, more) = run.invoke(planned).await;
                messages.extend(to_messages(&more));
            }
            Err(more) => messages.extend(to_messages(&more)),
        }
        Ok((messages, ()))
    }
}
