//! One managed resource: upgrade, read, validate, plan, and perhaps plan again.

use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use super::ignore::ignore_changes;
use super::walk::Planner;
use crate::address::ResourceAddress;
use crate::changes::{Action, Drift, Reason, ResourceChange, ResourceObject};
use crate::checks::{check_plan, check_plan_again, check_read, replacement};
use crate::eval::{Scope, TypedValue};
use crate::message::{Message, Messages};
use crate::run::Run;
use schema_shell::lifecycle::{PlanRequest, PlanResponse, RawState};

impl Planner<'_> {
    /// Plans a configured resource; the value that references to it see.
    pub(super) async fn managed(&mut self, address: &ResourceAddress) -> Option<TypedValue> {
        let run = self.run;
        let schema = run.schema(address)?;
        let prior = self.refreshed(address).await?;
        let before = self.messages.error_count();
        let config = run.config(address, &self.scope, &mut self.messages)?;
        if self.messages.error_count() > before {
            return None;
        }
        let diagnostics = run
            .instance
            .validate_resource(&address.type_name, &config.value)
            .await;
        run.report(address, diagnostics, &mut self.messages);
        if self.messages.error_count() > before {
            return None;
        }
        let mut own = Messages::new();
        let change = run
            .planned_change(address, schema, config.value, prior, &mut own)
            .await;
        self.messages.extend(run.with_locations(address, own));
        let mut change = change?;
        change.sensitive = config.sensitive;
        if change.deletes() {
            self.messages.extend(run.check_prevent_destroy(address));
        }
        let value = run.reference_value(address, change.planned.clone(), &change.sensitive);
        self.plan.changes.push(change);
        (self.messages.error_count() == before).then_some(value)
    }

    /// The object as it is now, if there is one; the outer nothing says that it could not be
    /// read.
    pub(super) async fn refreshed(
        &mut self,
        address: &ResourceAddress,
    ) -> Option<Option<ResourceObject>> {
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
            Ok((value, diagnostics)) => {
                run.report(address, diagnostics, &mut self.messages);
                value
            }
            Err(diagnostics) => {
                run.report(address, diagnostics, &mut self.messages);
                return None;
            }
        };
        let mut own = Messages::new();
        if let Some(schema) = run.schema(address) {
            check_read(&schema.block, &value, &mut own);
        }
        self.messages.extend(run.with_locations(address, own));
        if self.messages.error_count() > before {
            return None;
        }
        let mut object = ResourceObject {
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

    async fn read(
        &mut self,
        address: &ResourceAddress,
        object: ResourceObject,
    ) -> Option<Option<ResourceObject>> {
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
    /// Plans a change of a resource whose configuration is valid, as core does.
    pub(crate) async fn planned_change(
        &self,
        address: &ResourceAddress,
        schema: &Schema,
        config: Value,
        prior: Option<ResourceObject>,
        messages: &mut Messages,
    ) -> Option<ResourceChange> {
        let tainted = prior.as_ref().is_some_and(|prior| prior.tainted);
        // A tainted object is planned as if it were not there.
        let (before, private) = match &prior {
            Some(prior) if !tainted => (prior.value.clone(), prior.private.clone()),
            _ => (Value::Null, Vec::new()),
        };
        let written = config.clone();
        let config = self.apply_ignore_changes(address, schema, config, &before);
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
        let mut change = ResourceChange {
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

    fn apply_ignore_changes(
        &self,
        address: &ResourceAddress,
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
    pub(crate) fn config_to_apply(
        &self,
        address: &ResourceAddress,
        schema: &Schema,
        config: Value,
        change: &ResourceChange,
    ) -> Value {
        match &change.prior {
            Some(prior) if change.action == Action::Update => {
                self.apply_ignore_changes(address, schema, config, &prior.value)
            }
            _ => config,
        }
    }

    /// What is sensitive in a configured object.
    pub(crate) fn configured_sensitive(
        &self,
        address: &ResourceAddress,
        scope: &Scope,
    ) -> Vec<Path> {
        let mut already_reported = Messages::new();
        self.config(address, scope, &mut already_reported)
            .map(|config| config.sensitive)
            .unwrap_or_default()
    }

    /// One call of the provider's plan, with what core proposes.
    async fn plan_once(
        &self,
        address: &ResourceAddress,
        schema: &Schema,
        prior: &Value,
        config: &Value,
        private: Vec<u8>,
        messages: &mut Messages,
    ) -> Option<PlanResponse> {
        let proposed = match proposed_new(&schema.block, prior, config) {
            Ok(proposed) => proposed,
            Err(error) => {
                messages.push(
                    Message::error("Invalid configuration")
                        .detail(error.message)
                        .path(error.path),
                );
                return None;
            }
        };
        let mut response = self
            .instance
            .plan_resource(PlanRequest {
                type_name: address.type_name.to_string(),
                prior_state: prior.clone(),
                config: config.clone(),
                proposed_new_state: proposed,
                prior_private: private,
            })
            .await;
        let diagnostics = std::mem::take(&mut response.diagnostics);
        messages.extend_with(diagnostics, Message::from);
        (!messages.has_errors()).then_some(response)
    }
}
