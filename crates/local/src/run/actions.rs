//! Actions: which of them a change triggers, and how they are invoked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::language::config::{ActionTrigger, TriggerEvent, TriggeredAction};
use crate::language::eval::{Scope, TypedValue, conversion, evaluate, nodes_of_expr};
use crate::language::expansion::{expand_known, leave};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages};
use crate::run::changes::Invocation;
use crate::run::context::Run;
use crate::run::events::{Event, InvokeStage, Operation, OperationStage};
use schema_shell::lifecycle::{InvokeActionRequest, PlanActionRequest, Progress};

/// How often a long operation reports that it is still running.
pub(crate) const STILL_RUNNING_INTERVAL: Duration = Duration::from_secs(10);

/// Shows the user the provider's progress reports for a call.
struct Reporter<F>(F);

impl<F: Fn(&str) + Send + Sync> Progress for Reporter<F> {
    fn report(&self, message: &str) {
        (self.0)(message);
    }
}

impl Run {
    /// The reporter for the progress of a call.
    pub(crate) fn progress(
        &self,
        address: &ObjectAddress,
        operation: Operation,
    ) -> Arc<dyn Progress> {
        let (events, secrets) = (Arc::clone(&self.events), Arc::clone(&self.secrets));
        let address = address.clone();
        Arc::new(Reporter(move |message: &str| {
            events.event(Event::Operation {
                address: &address,
                operation,
                stage: OperationStage::Progress(&secrets.redacted_text(message)),
            });
        }))
    }

    /// Runs a call that changes something, reports that it is still running, and handles
    /// interrupts; `None` if it was abandoned.
    pub(crate) async fn changing<T>(
        &self,
        address: &ObjectAddress,
        doing: &str,
        call: impl Future<Output = T>,
        still_running: impl Fn(),
    ) -> Option<T> {
        let work = async {
            let mut call = std::pin::pin!(call);
            loop {
                tokio::select! {
                    biased;
                    done = &mut call => return done,
                    () = tokio::time::sleep(STILL_RUNNING_INTERVAL) => still_running(),
                }
            }
        };
        let note = format!("{doing} {address}");
        self.state_manager.note(Some(&note));
        let provider = self.provider(address);
        let done = self.stop.watch(provider, &*self.events, work).await;
        self.state_manager.note(None);
        done
    }

    /// The `action_trigger` blocks of a resource.
    pub(crate) fn triggers(&self, object: &ObjectAddress) -> &[ActionTrigger] {
        self.block(object)
            .map_or(&[], |block| &block.lifecycle.triggers)
    }

    /// Plans the actions that a change of an object triggers; `scope` is the scope of its resource.
    pub(crate) async fn plan_triggers(
        &self,
        object: &ObjectAddress,
        event: TriggerEvent,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Vec<Invocation> {
        let mut planned = Vec::new();
        for (place, trigger) in self.triggers(object).iter().enumerate() {
            if !trigger.events.contains(&event) {
                continue;
            }
            let mut own = Messages::new();
            let wanted = self.condition(trigger, scope, &mut own);
            messages.extend(own.with_default_address(&object.to_string()));
            if wanted != Some(true) {
                continue;
            }
            for (at, action) in trigger.actions.iter().enumerate() {
                let Some((address, scope)) = self.triggered_instance(action, scope, messages)
                else {
                    continue;
                };
                let Some(config) = self.valid_config(&address, &scope, messages) else {
                    continue;
                };
                let config = config.value;
                if event.destroys() && !config.is_wholly_known() {
                    messages.push(self.with_location(&address, not_known(
                        "It is invoked when an object is destroyed, with the configuration of the plan, so all of it must be known then.",
                    )));
                    continue;
                }
                if self.plan_action(&address, &config, messages).await {
                    planned.push(Invocation {
                        object: object.clone(),
                        event,
                        trigger: place,
                        place: at,
                        action: address,
                        config: event.destroys().then_some(config),
                    });
                }
            }
        }
        planned
    }

    /// Whether a trigger's condition holds, which must already be known in the plan; `None` after
    /// an error.
    pub(crate) fn condition(
        &self,
        trigger: &ActionTrigger,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<bool> {
        let Some(expr) = &trigger.condition else {
            return Some(true);
        };
        let before = messages.error_count();
        check_instance(trigger, expr, messages);
        let value = evaluate(scope, expr, messages);
        if messages.error_count() > before {
            return None;
        }
        let kinds = value.kinds();
        let (summary, detail) = match conversion(&value, &Type::Bool).map(|typed| typed.value) {
            _ if kinds.sensitive || kinds.ephemeral => {
                let what = match kinds.sensitive {
                    true => "a sensitive",
                    false => "an ephemeral",
                };
                let detail = format!(
                    "It is made of {what} value, over which Terraform 1.14 and 1.15 crash."
                );
                ("Invalid condition", detail)
            }
            Ok(Value::Bool(holds)) => return Some(holds),
            Ok(Value::Null) => {
                let detail = "It is null, and must be true or false.";
                ("Invalid condition", detail.to_owned())
            }
            Ok(_) => {
                let detail = "The condition depends on values that are only known during apply. Whether an \
                     action is invoked must be known in the plan: use what is configured, or \
                     decide in the action itself. (Terraform accepts such conditions from \
                     Terraform 1.16 on.)";
                ("Condition must be known", detail.to_owned())
            }
            Err(reason) => {
                let detail = format!("It must be true or false: {reason}.");
                ("Invalid condition", detail)
            }
        };
        messages.fail(summary, detail, &expr.at);
        None
    }

    /// The action that a trigger names, and the scope for its configuration.
    pub(crate) fn triggered_instance(
        &self,
        triggered: &TriggeredAction,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<(ObjectAddress, Scope)> {
        let block = self.block(&triggered.address)?;
        let key = match &triggered.key {
            None => InstanceKey::None,
            Some(expr) => instance_key(expr, scope, messages)?,
        };
        let address = ObjectAddress::new(triggered.address.clone(), key);
        let mut scope = scope.clone();
        leave(&mut scope);
        let name = triggered.address.to_string();
        let expansion = expand_known(&block.repetition, &scope, &name, messages)?;
        if !expansion.contains(&address.key) {
            let detail = format!("The configuration has no {address}.");
            messages.fail("There is no such instance", detail, &triggered.at);
            return None;
        }
        expansion.enter(&address.key, &mut scope);
        Some((address, scope))
    }

    /// Has the provider validate and plan an action; returns whether it may be invoked.
    pub(crate) async fn plan_action(
        &self,
        address: &ObjectAddress,
        config: &Value,
        messages: &mut Messages,
    ) -> bool {
        if !self.validates(address, config, messages).await {
            return false;
        }
        let before = messages.error_count();
        let request = PlanActionRequest {
            type_name: address.type_name.to_string(),
            config: config.clone(),
            deferral_allowed: false,
        };
        let response = self.provider(address).plan_action(request).await;
        self.report(address, response.diagnostics, messages);
        messages.error_count() == before
    }

    /// Invokes an action, which a change triggers or the user requests; reports progress and
    /// handles interrupts. Returns whether it succeeded.
    pub(crate) async fn invoke_action(
        &self,
        address: &ObjectAddress,
        trigger: Option<&Invocation>,
        config: Value,
        messages: &mut Messages,
    ) -> bool {
        if !config.is_wholly_known() {
            messages.push(self.with_location(
                address,
                not_known("An action is invoked when all of its arguments are known."),
            ));
            return false;
        }
        let tell = |stage: InvokeStage<'_>| {
            self.events.event(Event::Invoked {
                action: address,
                trigger,
                stage,
            });
        };
        let timer = Instant::now();
        tell(InvokeStage::Started);
        let (events, secrets) = (Arc::clone(&self.events), Arc::clone(&self.secrets));
        let (action, by) = (address.clone(), trigger.cloned());
        let request = InvokeActionRequest {
            type_name: address.type_name.to_string(),
            config,
            progress: Some(Arc::new(Reporter(move |message: &str| {
                events.event(Event::Invoked {
                    action: &action,
                    trigger: by.as_ref(),
                    stage: InvokeStage::Progress(&secrets.redacted_text(message)),
                });
            }))),
        };
        let call = self.provider(address).invoke_action(request);
        let still_running = || tell(InvokeStage::StillRunning(timer.elapsed()));
        let mut own = Messages::new();
        match self
            .changing(address, "invoking", call, still_running)
            .await
        {
            Some(said) => self.report(address, said, &mut own),
            None => {
                let detail =
                    "The action was abandoned while it was running. What it has done is not known.";
                own.fail_for("Abandoned", detail, address);
            }
        }
        let (failed, elapsed) = (own.has_errors(), timer.elapsed());
        if failed {
            let error = &own.errors_in_words();
            tell(InvokeStage::Failed { elapsed, error });
        } else {
            tell(InvokeStage::Complete(elapsed));
        }
        messages.extend(own);
        !failed
    }
}

/// A condition for an event before the change cannot depend on the instance of the resource.
fn check_instance(trigger: &ActionTrigger, condition: &Expr, messages: &mut Messages) {
    let Some(event) = trigger.events.iter().find(|event| event.is_before_apply()) else {
        return;
    };
    for node in nodes_of_expr(condition) {
        let (summary, name) = match node {
            Node::CountIndex => ("Count reference not allowed", "count"),
            Node::EachKey | Node::EachValue => ("Each reference not allowed", "each"),
            _ => continue,
        };
        let detail = format!(
            "The condition cannot refer to \"{name}\" where an action is invoked before something is done with the \
             resource ({}).",
            event.name()
        );
        messages.fail(summary, detail, &condition.at);
    }
}

/// The value of an expression, if there is no error in it.
pub(crate) fn evaluated(scope: &Scope, expr: &Expr, messages: &mut Messages) -> Option<TypedValue> {
    let before = messages.error_count();
    let value = evaluate(scope, expr, messages);
    (messages.error_count() == before).then_some(value)
}

fn not_known(detail: &str) -> Message {
    Message::error("The configuration of the action is not known").detail(detail)
}

/// `0` or `"a"`, possibly from `count.index` or `each.key`.
pub(crate) fn instance_key(
    expr: &Expr,
    scope: &Scope,
    messages: &mut Messages,
) -> Option<InstanceKey> {
    let key = match evaluated(scope, expr, messages)?.value {
        Value::String(key) => Some(InstanceKey::Key(key)),
        Value::Number(index) => index.as_u64().map(InstanceKey::Index),
        _ => None,
    };
    if key.is_none() {
        let detail =
            "The key of an instance is a whole number or a string that is known in the plan.";
        messages.fail("Invalid instance key", detail, &expr.at);
    }
    key
}
