//! The commands of a test, run by the local runner with the test's state.

use std::sync::Arc;

use super::observe::{listed_object, plan_view, state_view, to_message, to_messages};
use super::{InProcess, inputs};
use crate::checks::listed::ObservedQuery;
use crate::drivers::driver::{Answer, Command, CommandContext, PlanOptions, Reply};
use crate::observed::results::{Message, ObservedObject, checked};
use crate::observed::tree::{Tree, TreeShape};
use schema_local::{self as local, ImportText, ObjectAddress, Run, StateManager};

impl InProcess {
    /// Runs a command; `store` is where the state is kept, if not by the test.
    pub(super) async fn perform(
        &mut self,
        context: &CommandContext,
        command: Command<'_>,
        store: Option<&local::RemoteState>,
    ) -> Reply {
        match command {
            Command::Validate => self.validated(context).await,
            Command::Plan(options) => self.planned_view(context, options).await,
            Command::Apply => self.applied_plan(store).await,
            Command::Refresh => self.refreshed(context).await,
            Command::Import { address, by, keep } => {
                self.imported(context, address, by, keep).await
            }
            Command::Taint(address) => self.change_object(address, |state, address| {
                state.resources.get_mut(address)?.metadata.tainted = true;
                Some(())
            }),
            Command::Forget(address) => self.change_object(address, |state, address| {
                state.resources.remove(address).map(drop)
            }),
            Command::Invoke(address) => self.invoked(context, address).await,
            Command::Query => self.queried(context).await,
        }
    }

    async fn applied_plan(&mut self, store: Option<&local::RemoteState>) -> Reply {
        let Some((mut run, plan)) = self.planned.take() else {
            return Err(vec![Message::error("There is no plan", "")]);
        };
        run.state_manager = Arc::clone(&self.state_manager);
        self.watch.doing("applying");
        Ok(self.applied(&run, &plan, store).await.into())
    }

    /// Changes one object of the state; `None` from `change` means that it does not exist.
    fn change_object(
        &self,
        address: &str,
        change: impl FnOnce(&mut local::State, &ObjectAddress) -> Option<()>,
    ) -> Reply {
        let mut found = None;
        let changed = self.state_manager.change(|state| {
            let address = ObjectAddress::parse(address);
            found = address.and_then(|address| change(state, &address));
        });
        changed.map_err(|message| vec![to_message(&message)])?;
        match found {
            Some(()) => Ok(Answer::default()),
            None => {
                let text = format!("The state has no {address}");
                Err(vec![Message::error(text, "")])
            }
        }
    }

    /// Applies a plan, and keeps the results of data sources. A store gets the state repeatedly
    /// during a long apply.
    async fn applied(
        &mut self,
        run: &Run,
        plan: &local::Plan,
        store: Option<&local::RemoteState>,
    ) -> Vec<Message> {
        let work = run.apply(plan);
        let applied = match store {
            Some(store) => {
                let state_manager = Arc::clone(&self.state_manager);
                let stop = &self.stop.1;
                store.while_it_changes(&state_manager, stop, work).await
            }
            None => work.await,
        };
        let schemas = run.instance.schemas();
        let data = applied.data.into_iter();
        let objects = data.map(|(address, (value, sensitive))| {
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

    async fn validated(&mut self, context: &CommandContext) -> Reply {
        let (instance, bodies) = self.bodies(context)?;
        let (events, stop) = (self.events(), self.stop.1.clone());
        let opened = Run::to_validate(instance, bodies, events, stop).await;
        let (run, said) = opened.map_err(|said| to_messages(&said))?;
        let mut messages = to_messages(&said);
        self.watch.doing("validating");
        messages.extend(to_messages(&run.validate().await));
        Ok(messages.into())
    }

    async fn planned_view(&mut self, context: &CommandContext, options: &PlanOptions) -> Reply {
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
                stored.metadata.tainted = true;
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
                Ok(Answer {
                    plan: Some(view),
                    ..[messages, to_messages(&said)].concat().into()
                })
            }
            Err(said) => Err([messages, to_messages(&said)].concat()),
        }
    }

    async fn refreshed(&mut self, context: &CommandContext) -> Reply {
        let options = PlanOptions {
            refresh: true,
            ..PlanOptions::default()
        };
        let Answer { mut messages, .. } = self.planned_view(context, &options).await?;
        if let Some((run, mut plan)) = self.planned.take() {
            // The refreshed state is saved; nothing else is done.
            plan.changes.clear();
            messages.extend(self.applied(&run, &plan, None).await);
        }
        Ok(messages.into())
    }

    async fn imported(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> Reply {
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
        let mut answer = Answer::from(checked(messages)?);
        match state_view(&run.instance, &state_manager).await {
            Ok(mut state) => answer.imported = state.objects.remove(address),
            Err(error) => answer.messages.push(Message::error(error, "")),
        }
        Ok(answer)
    }

    async fn invoked(&mut self, context: &CommandContext, address: &str) -> Reply {
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
        let more = match run.plan_invoke(&parsed).await {
            Ok((planned, more)) => {
                messages.extend(to_messages(&more));
                run.invoke(planned).await.1
            }
            Err(more) => more,
        };
        messages.extend(to_messages(&more));
        Ok(messages.into())
    }

    async fn queried(&mut self, context: &CommandContext) -> Reply {
        let (instance, bodies) = self.bodies(context)?;
        let inputs = inputs(context);
        let opened = Run::to_query(
            instance,
            bodies,
            (&inputs, None),
            Arc::clone(&self.state_manager),
            self.events(),
            self.stop.1.clone(),
        );
        let (run, lists, said) = opened.await.map_err(|said| to_messages(&said))?;
        let mut messages = checked(to_messages(&said))?;
        self.watch.doing("listing");
        let mut said = local::Messages::new();
        let objects = run.query(&lists, false, &mut said).await.objects;
        messages.extend(to_messages(&said));
        let listed = objects.iter();
        let query = ObservedQuery {
            made: lists.addresses().into_iter().collect(),
            objects: listed
                .map(|one| listed_object(&run.instance, one))
                .collect(),
        };
        Ok(Answer {
            query: Some(query),
            ..checked(messages)?.into()
        })
    }
}
