//! The actions that changes trigger before and after they are applied.

use super::Applier;
use crate::address::{Node, ObjectAddress};
use crate::language::config::{OnFailure, TriggerEvent};
use crate::language::eval::TypedValue;
use crate::language::expansion::Expansion;
use crate::message::Messages;
use crate::run::changes::Invocation;

/// The instances of the current resource, for actions that refer to it.
pub(super) struct Instances {
    expansion: Expansion,
    /// The known value of each instance, in key order.
    values: Vec<TypedValue>,
    /// The index of the current instance.
    current: usize,
}

impl Applier<'_> {
    /// Starts with a resource that triggers actions.
    pub(super) fn enter_instances(&mut self, expansion: &Expansion, values: Vec<TypedValue>) {
        self.instances = Some(Instances {
            expansion: expansion.clone(),
            values,
            current: 0,
        });
    }

    /// Moves on to the next instance; `value` is what is known of it now.
    pub(super) fn next_instance(&mut self, value: Option<&TypedValue>) {
        if let Some(instances) = &mut self.instances {
            if let (Some(value), Some(place)) = (value, instances.values.get_mut(instances.current))
            {
                *place = value.clone();
            }
            instances.current += 1;
        }
    }

    /// Invokes the actions that a change of an object triggers, with its known value; returns false
    /// if the object must not be changed further.
    pub(super) async fn trigger(
        &mut self,
        object: &ObjectAddress,
        event: TriggerEvent,
        value: Option<TypedValue>,
    ) -> bool {
        let (run, plan) = (self.run, self.plan);
        let object = object.current();
        // Collected: a closure that lives across an await point would make the future not `Send`.
        let triggered = plan.invocations.iter();
        let triggered: Vec<&Invocation> = triggered
            .filter(|invocation| invocation.object == object && invocation.event == event)
            .collect();
        if triggered.is_empty() {
            return true;
        }
        if let (Some(value), Some(instances)) = (value, &mut self.instances) {
            if let Some(place) = instances.values.get_mut(instances.current) {
                *place = value;
            }
            let value = instances.expansion.value(instances.values.clone());
            self.scope
                .set(Node::Resource(object.resource.clone()), value);
        }
        for invocation in triggered {
            if !self.may_continue() {
                return false;
            }
            let mut messages = Messages::new();
            let done = self.invoke(invocation, &mut messages).await;
            let trigger = run.triggers(&object).get(invocation.trigger);
            let on_failure = trigger.map_or(OnFailure::Halt, |trigger| trigger.on_failure);
            if done {
                self.applied.messages.extend(messages);
                continue;
            }
            if on_failure == OnFailure::Continue && !run.stop.is_requested() {
                self.applied.messages.extend(messages.into_warnings());
                continue;
            }
            self.applied.messages.extend(messages);
            if on_failure == OnFailure::Taint && event == TriggerEvent::AfterCreate {
                let state_manager = &run.state_manager;
                // The state manager keeps a failure, which is reported last.
                let _ = state_manager.update(&object, |stored| stored.metadata.tainted = true);
            }
            return false;
        }
        true
    }

    /// Returns whether the action succeeded.
    async fn invoke(&mut self, invocation: &Invocation, messages: &mut Messages) -> bool {
        let run = self.run;
        let config = match &invocation.config {
            Some(planned) => planned.clone(),
            None => {
                let triggers = run.triggers(&invocation.object);
                let Some(trigger) = triggers.get(invocation.trigger) else {
                    return true;
                };
                let mut own = Messages::new();
                let wanted = run.condition(trigger, &self.scope, &mut own);
                if let (Some(false), Some(condition)) = (wanted, &trigger.condition) {
                    let detail = format!(
                        "{} was to be invoked when the plan was made, but now the condition does not hold.",
                        invocation.action
                    );
                    let summary = "Condition changed evaluation during apply";
                    own.fail(summary, detail, &condition.at);
                }
                messages.extend(own.with_default_address(&invocation.object.to_string()));
                if wanted != Some(true) {
                    return false;
                }
                let resource = &invocation.action.resource;
                let named = trigger.actions.iter();
                let mut found = None;
                for action in named.filter(|action| action.address == *resource) {
                    let instance = run.triggered_instance(action, &self.scope, messages);
                    found = found.or(instance.filter(|(address, _)| *address == invocation.action));
                }
                let Some((address, scope)) = found else {
                    return !messages.has_errors();
                };
                match run.valid_config(&address, &scope, messages) {
                    Some(config) => config.value,
                    None => return false,
                }
            }
        };
        let invoked = run.invoke_action(&invocation.action, Some(invocation), config, messages);
        let done = invoked.await;
        self.applied.counts.invoke += usize::from(done);
        done
    }
}
