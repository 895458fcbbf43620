//! One managed resource: upgrade, read, validate, plan, and perhaps plan again.

use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use super::ignore::ignore_changes;
use super::walk::Planner;
use super::{Action, Change, Drift, Object, Reason};
use crate::address::Address;
use crate::checks::{check_plan, check_plan_again, check_read, replacement};
use crate::eval::{Scope, Typed};
use crate::events::{Doing, Event};
use crate::message::{Message, Messages};
use crate::run::Run;
use schema_shell::lifecycle::{PlanRequest, PlanResponse, RawState, ReadRequest};

impl Planner<'_> {
    /// Plans a configured resource; the value that references to it see.
    pub(super) async fn managed(&mut self, address: &Address) -> Option<Typed> {
        let run = self.run;
        let schema = run.schema(address)?;
        let prior = self.refreshed(address).await?;
        let before = self.messages.error_count();
        let config = run.config(address, &self.scope, &mut self.messages)?;
        if self.messages.error_count() > before {
            return None;
        }
        let told = run
            .instance
            .validate_resource_config(&address.type_name, &config.value)
            .await;
        run.tell(address, told, &mut self.messages);
        if self.messages.error_count() > before {
            return None;
        }
        let mut own = Messages::new();
        let change = run
            .planned_change(address, schema, config.value, prior, &mut own)
            .await;
        self.messages.extend(run.placed_all(address, own));
        let mut change = change?;
        change.sensitive = config.sensitive;
        if change.deletes() {
            self.messages.extend(run.protected(address));
        }
        let seen = run.seen(address, change.planned.clone(), &change.sensitive);
        self.plan.changes.push(change);
        (self.messages.error_count() == before).then_some(seen)
    }

    /// The object as it is now, if there is one; the outer nothing says that it could not be
    /// read.
    pub(super) async fn refreshed(&mut self, address: &Address) -> Option<Option<Object>> {
        let Some(stored) = self.stored.resources.get(address).cloned() else {
            return Some(None);
        };
        let run = self.run;
        let before = self.messages.error_count();
        let text = serde_json::to_vec(&stored.attributes).unwrap_or_default();
        let upgraded = run
            .instance
            .upgrade_resource_state(
                &address.type_name,
                stored.schema_version,
                RawState::Json(text),
            )
            .await;
        let value = match upgraded {
            Ok((value, told)) => {
                run.tell(address, told, &mut self.messages);
                value
            }
            Err(told) => {
                run.tell(address, told, &mut self.messages);
                return None;
            }
        };
        let mut own = Messages::new();
        if let Some(schema) = run.schema(address) {
            check_read(&schema.block, &value, &mut own);
        }
        self.messages.extend(run.placed_all(address, own));
        if self.messages.error_count() > before {
            return None;
        }
        let mut object = Object {
            value,
            private: stored.private,
            tainted: stored.tainted,
            dependencies: stored.dependencies,
            sensitive: stored.sensitive,
        };
        if self.options.refresh {
            object = match self.read(address, object).await? {
                Some(object) => object,
                None => return Some(None),
            };
        }
        self.plan.objects.insert(address.clone(), object.clone());
        Some(Some(object))
    }

    async fn read(&mut self, address: &Address, object: Object) -> Option<Option<Object>> {
        let run = self.run;
        let before = object.value.clone();
        let mut own = Messages::new();
        let read = run.refresh(address, object, &mut own).await;
        self.messages.extend(own);
        let read = read?;
        let after = read.as_ref().map_or(&Value::Null, |object| &object.value);
        if *after != before {
            self.plan.drift.push(Drift {
                address: address.clone(),
                before,
                after: after.clone(),
                sensitive: read
                    .as_ref()
                    .map(|object| object.sensitive.clone())
                    .unwrap_or_default(),
            });
        }
        Some(read)
    }
}

impl Run {
    /// Reads an object as it is now; nothing inside if it is gone, nothing at all after an error.
    pub(crate) async fn refresh(
        &self,
        address: &Address,
        object: Object,
        messages: &mut Messages,
    ) -> Option<Option<Object>> {
        let schema = self.schema(address)?;
        let errors = messages.error_count();
        let timer = std::time::Instant::now();
        self.events.event(Event::Started {
            address,
            doing: Doing::Refresh,
            id: self.id(address, &object.value),
        });
        let response = self
            .instance
            .read_resource(ReadRequest {
                type_name: address.type_name.to_string(),
                current_state: object.value.clone(),
                private: object.private.clone(),
                progress: None,
            })
            .await;
        self.tell(address, response.diagnostics, messages);
        let value = normalised(schema, response.new_state);
        if messages.error_count() == errors && !value.is_null() {
            let mut wrong = Messages::new();
            check_read(&schema.block, &value, &mut wrong);
            messages.extend(self.placed_all(address, wrong));
        }
        let elapsed = timer.elapsed();
        if messages.error_count() > errors {
            self.events.event(Event::Failed {
                address,
                doing: Doing::Refresh,
                elapsed,
            });
            return None;
        }
        self.events.event(Event::Complete {
            address,
            doing: Doing::Refresh,
            elapsed,
            id: self.id(address, &value),
        });
        Some((!value.is_null()).then_some(Object {
            value,
            private: response.private,
            ..object
        }))
    }

    /// Plans a change of a resource whose configuration is valid, as core does.
    pub(crate) async fn planned_change(
        &self,
        address: &Address,
        schema: &Schema,
        config: Value,
        prior: Option<Object>,
        messages: &mut Messages,
    ) -> Option<Change> {
        let tainted = prior.as_ref().is_some_and(|prior| prior.tainted);
        // A tainted object is planned as if it were not there.
        let (before, private) = match &prior {
            Some(prior) if !tainted => (prior.value.clone(), prior.private.clone()),
            _ => (Value::Null, Vec::new()),
        };
        let written = config.clone();
        let config = self.with_ignored(address, schema, config, &before);
        let response = self
            .plan_once(address, schema, &before, &config, private, messages)
            .await?;
        check_plan(
            &schema.block,
            (&before, &config, &response.planned_state),
            response.legacy_type_system,
            messages,
        );
        if messages.has_errors() {
            return None;
        }
        let replace = replacement(
            &schema.block,
            &before,
            &response.planned_state,
            &response.requires_replace,
            messages,
        );
        if messages.has_errors() {
            return None;
        }
        let mut change = Change {
            address: address.clone(),
            action: Action::Update,
            reason: tainted.then_some(Reason::Tainted),
            prior,
            planned: response.planned_state,
            planned_private: response.planned_private,
            sensitive: Vec::new(),
            replace,
        };
        if tainted {
            change.action = Action::Replace;
        } else if before.is_null() {
            change.action = Action::Create;
        } else if !change.replace.is_empty() {
            change.action = Action::Replace;
            let again = self
                .plan_once(
                    address,
                    schema,
                    &Value::Null,
                    &written,
                    std::mem::take(&mut change.planned_private),
                    messages,
                )
                .await?;
            check_plan_again(&schema.block, &again.planned_state, messages);
            change.planned = again.planned_state;
            change.planned_private = again.planned_private;
        } else if change.planned == before {
            change.action = Action::NoOp;
        }
        (!messages.has_errors()).then_some(change)
    }

    fn with_ignored(
        &self,
        address: &Address,
        schema: &Schema,
        config: Value,
        prior: &Value,
    ) -> Value {
        match self.block(address).map(|block| &block.lifecycle) {
            Some(lifecycle) if !prior.is_null() => {
                if lifecycle.ignore_all {
                    return prior.clone();
                }
                let paths: Vec<&Path> = lifecycle
                    .ignore_changes
                    .iter()
                    .map(|(path, _)| path)
                    .collect();
                ignore_changes(&schema.block, config, prior, paths)
            }
            _ => config,
        }
    }

    /// The configuration that an apply gets: what is ignored in it stays as it is.
    pub(crate) fn with_ignored_of(
        &self,
        address: &Address,
        schema: &Schema,
        config: Value,
        change: &Change,
    ) -> Value {
        match &change.prior {
            Some(prior) if change.action == Action::Update => {
                self.with_ignored(address, schema, config, &prior.value)
            }
            _ => config,
        }
    }

    /// What is sensitive in a configured object.
    pub(crate) fn sensitive_of(&self, address: &Address, scope: &Scope) -> Vec<Path> {
        let mut told_before = Messages::new();
        self.config(address, scope, &mut told_before)
            .map(|config| config.sensitive)
            .unwrap_or_default()
    }

    /// One call of the provider's plan, for what core itself has no objection to.
    async fn plan_once(
        &self,
        address: &Address,
        schema: &Schema,
        prior: &Value,
        config: &Value,
        private: Vec<u8>,
        messages: &mut Messages,
    ) -> Option<PlanResponse> {
        if let Err(error) = proposed_new(&schema.block, prior, config) {
            messages.push(
                Message::error("Invalid configuration")
                    .detail(error.message)
                    .path(error.path),
            );
            return None;
        }
        let mut response = self
            .instance
            .plan_resource_change(PlanRequest {
                type_name: address.type_name.to_string(),
                prior_state: prior.clone(),
                config: config.clone(),
                prior_private: private,
            })
            .await;
        let told = std::mem::take(&mut response.diagnostics);
        messages.extend_with(told, Message::from);
        (!messages.has_errors()).then_some(response)
    }
}

/// Null block collections are empty ones, as core reads them.
fn normalised(schema: &Schema, value: Value) -> Value {
    let Value::Object(values) = value else {
        return value;
    };
    Value::Object(
        schema
            .block
            .fields
            .iter()
            .zip(values)
            .map(|(field, value)| match value {
                Value::Null if field.is_block() => field.absent_value(),
                value => value,
            })
            .collect(),
    )
}
