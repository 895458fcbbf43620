//! Plans one managed resource: upgrade, read, validate, plan, and possibly plan again.

use std::sync::Arc;

use schema_runtime::data::Private;
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use super::ignore::ignore_changes;
use super::walk::Planner;
use crate::address::ObjectAddress;
use crate::language::eval::{Scope, TypedValue, all_sensitive_paths};
use crate::message::{Message, Messages};
use crate::run::changes::{Action, Drift, Reason, ResourceChange, ResourceObject};
use crate::run::context::Run;
use crate::run::core_checks::{check_plan, check_plan_again, check_read, replacement};
use crate::state::{StoredIdentity, StoredResource};
use schema_shell::lifecycle::{PlanRequest, PlanResponse};
use schema_shell::{MovedState, OldIdentity, OldState};

/// The start of a resource's plan.
pub(crate) struct PlanStart {
    /// The current object, if there is one.
    pub(crate) prior: Option<ResourceObject>,
    /// Private data of the first plan, if this is the second.
    pub(crate) earlier_private: Option<Vec<u8>>,
    /// Whether something in its `replace_triggered_by` changes.
    pub(crate) triggered: bool,
}

impl Planner<'_> {
    /// Plans a configured resource; returns the value that references to it see.
    pub(super) async fn managed(&mut self, address: &ObjectAddress) -> Option<TypedValue> {
        let run = self.run;
        let schema = run.schema(address)?;
        let prior = self.refreshed(address).await?;
        if self.destroys_what_is_stored() {
            let (value, sensitive) = match &prior {
                Some(object) => (object.value.clone(), &*object.metadata.sensitive),
                None => (Value::UNKNOWN, &[][..]),
            };
            return Some(run.reference_value(address, value, sensitive));
        }
        let before = self.messages.error_count();
        let config = run.valid_config(address, &self.scope, &mut self.messages)?;
        let messages = &mut self.messages;
        if !run.validates(address, &config.value, messages).await {
            return None;
        }
        let mut own = Messages::new();
        let start = PlanStart {
            prior,
            earlier_private: None,
            triggered: self.replace_triggered(address, &mut own),
        };
        let change = match own.has_errors() {
            true => None,
            false => {
                run.planned_change(address, schema, config.value, start, &mut own)
                    .await
            }
        };
        self.messages.extend(run.with_locations(address, own));
        let mut change = change?;
        change.sensitive = config.sensitive;
        // As in Terraform, the saved value includes which of its parts are sensitive.
        if change.action == Action::NoOp
            && let Some(prior) = &change.prior
        {
            let sensitive = all_sensitive_paths(&schema.block, &change.planned, &change.sensitive);
            if !same_paths(&prior.metadata.sensitive, &sensitive) {
                change.action = Action::Update;
            }
        }
        change.previous = self.moves.previous.get(address).cloned();
        change.importing = self.imported.get(address).cloned();
        if change.deletes() {
            run.check_prevent_destroy(address, &mut self.messages);
        }
        let value = run.reference_value(address, change.planned.clone(), &change.sensitive);
        self.plan.changes.push(change);
        (self.messages.error_count() == before).then_some(value)
    }

    /// Whether objects are destroyed as stored, whatever the configuration and the provider say
    /// about them now.
    pub(super) fn destroys_what_is_stored(&self) -> bool {
        self.options.destroy && !self.options.refresh
    }

    /// The current object, if there is one; the outer `None` means that it could not be read.
    pub(super) async fn refreshed(
        &mut self,
        address: &ObjectAddress,
    ) -> Option<Option<ResourceObject>> {
        let Some(stored) = self.stored.resources.get(address).cloned() else {
            return self.imported(address).await;
        };
        let run = self.run;
        let before = self.messages.error_count();
        if let Some(error) = run.check_provider(address) {
            self.messages.push(error);
            return None;
        }
        let previous = self.moves.previous.get(address);
        let former_type = previous.map(|previous| Arc::clone(&previous.type_name));
        let messages = &mut self.messages;
        let mut object = match former_type.filter(|former| *former != address.type_name) {
            Some(former) => {
                let moved = run.moved_from_type(address, &former, stored, messages);
                moved.await?
            }
            None => {
                let value = run.upgraded(address, &stored, messages).await?;
                let identity = run.upgraded_identity(address, &stored, messages).await;
                ResourceObject::from_stored(stored, value, identity.flatten())
            }
        };
        if let Some(schema) = run.schema(address) {
            let wrong = check_read(&schema.block, &object.value);
            messages.extend(run.with_locations(address, wrong));
        }
        if messages.error_count() > before {
            return None;
        }
        if self.options.refresh {
            object = match self.read(address, object).await? {
                Some(object) => object,
                None => return Some(None),
            };
            run.learn_secrets(address, &object.value, &object.metadata.sensitive);
        }
        self.plan.objects.insert(address.clone(), object.clone());
        Some(Some(object))
    }

    async fn read(
        &mut self,
        address: &ObjectAddress,
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
                    .map_or(Vec::new(), |object| object.metadata.sensitive.clone()),
            });
        }
        Some(read)
    }
}

impl Run {
    /// Registers the stored sensitive values, which a provider's message may show.
    fn learn_secrets(&self, address: &ObjectAddress, value: &Value, sensitive: &[Path]) {
        let object = self.reference_value(address, value.clone(), sensitive);
        self.secrets.remember_stored(&object);
    }

    /// The value of a stored object, upgraded to the current schema.
    pub(crate) async fn upgraded(
        &self,
        address: &ObjectAddress,
        stored: &StoredResource,
        messages: &mut Messages,
    ) -> Option<Value> {
        let (name, version) = (&address.type_name, stored.schema_version);
        let provider = self.provider(address);
        let upgraded = provider.upgrade_resource_state(name, version, stored.raw());
        let upgraded = upgraded.await;
        // Before its diagnostics are reported: they may show sensitive values.
        if let Ok((value, _)) = &upgraded {
            self.learn_secrets(address, value, &stored.metadata.sensitive);
        }
        self.reported(address, upgraded, messages)
    }

    /// The identity of a stored object, upgraded to the current schema. Like Terraform, this calls
    /// the provider only if the versions differ, even if no identity is stored.
    pub(crate) async fn upgraded_identity(
        &self,
        address: &ObjectAddress,
        stored: &StoredResource,
        messages: &mut Messages,
    ) -> Option<Option<Value>> {
        let Some(schema) = self.identity_schema(address) else {
            return Some(None);
        };
        let identity = stored.identity.as_ref();
        let version = identity.map_or(0, |identity| identity.schema_version);
        let raw = identity.map(StoredIdentity::raw);
        if raw.is_none() && version == schema.version() {
            return Some(None);
        }
        let (provider, name) = (self.provider(address), &address.type_name);
        let upgraded = provider.upgrade_resource_identity(name, version, raw).await;
        self.reported(address, upgraded, messages)
    }

    /// A stored object of a different type, which the provider converts to this type.
    async fn moved_from_type(
        &self,
        address: &ObjectAddress,
        former_type: &str,
        mut stored: StoredResource,
        messages: &mut Messages,
    ) -> Option<ResourceObject> {
        let old = OldState::new(stored.schema_version, stored.raw());
        let private = Private::from_bytes(&stored.private);
        let identity = stored.identity.as_ref();
        let identity = identity.map(|old| OldIdentity::new(old.schema_version, Some(old.raw())));
        let from = MovedState::new(&*self.source, former_type, old, private);
        let (provider, name) = (self.provider(address), &address.type_name);
        let moved = provider.move_resource_state(name, from.with_identity(identity));
        let moved = moved.await;
        if let Ok((moved, _)) = &moved {
            self.learn_secrets(address, &moved.state, &stored.metadata.sensitive);
        }
        let moved = self.reported(address, moved, messages)?;
        // Sensitive paths of an object of a different type do not apply to this one.
        stored.metadata.sensitive = Vec::new();
        stored.private = moved.private;
        let (value, identity) = (moved.state, moved.identity);
        Some(ResourceObject::from_stored(stored, value, identity))
    }

    /// Plans the change of a resource with a valid configuration, as Terraform Core does.
    pub(crate) async fn planned_change(
        &self,
        address: &ObjectAddress,
        schema: &Schema,
        config: Value,
        start: PlanStart,
        messages: &mut Messages,
    ) -> Option<ResourceChange> {
        let PlanStart {
            prior,
            earlier_private,
            triggered,
        } = start;
        let tainted = prior.as_ref().is_some_and(|prior| prior.metadata.tainted);
        // A tainted object is planned as if it did not exist.
        let (before, private, identity) = match &prior {
            Some(prior) if !tainted => (
                prior.value.clone(),
                prior.private.clone(),
                prior.identity.clone(),
            ),
            _ => (Value::Null, Vec::new(), None),
        };
        let written = config.clone();
        let config = self.apply_ignore_changes(address, schema, config, &before);
        let kept = (private, earlier_private, identity);
        let response = self.plan_once(address, schema, (&before, &config), kept, messages);
        let response = response.await?;
        let planned = response.planned_state;
        let values = (&before, &config, &planned);
        let wrong = check_plan(&schema.block, values, response.legacy_type_system);
        messages.extend(wrong);
        if messages.has_errors() {
            return None;
        }
        let requires = &response.requires_replace;
        let replace = replacement(&schema.block, &before, &planned, requires);
        let replace = replace.map_err(|wrong| messages.extend(wrong)).ok()?;
        let mut change = ResourceChange {
            reason: match (triggered, tainted) {
                (true, _) => Some(Reason::ReplaceTriggeredBy),
                (false, true) => Some(Reason::Tainted),
                (false, false) => None,
            },
            prior,
            planned_private: response.planned_private,
            planned_identity: response.planned_identity,
            replace,
            ..ResourceChange::new(address, Action::Update, planned)
        };
        let replace = Action::Replace {
            create_first: self.creates_first(address, false),
        };
        if tainted {
            change.action = replace;
        } else if before.is_null() {
            change.action = Action::Create;
        } else if triggered || !change.replace.is_empty() {
            change.action = replace;
            let private = std::mem::take(&mut change.planned_private);
            let kept = (private, None, change.planned_identity.take());
            let again = self.plan_once(address, schema, (&Value::Null, &written), kept, messages);
            let again = again.await?;
            messages.extend(check_plan_again(&schema.block, &again.planned_state));
            change.planned = again.planned_state;
            change.planned_private = again.planned_private;
            change.planned_identity = again.planned_identity;
        } else if change.planned == before {
            change.action = Action::NoOp;
        }
        (!messages.has_errors()).then_some(change)
    }

    /// The configuration with the prior values where changes are ignored.
    pub(crate) fn apply_ignore_changes(
        &self,
        address: &ObjectAddress,
        schema: &Schema,
        config: Value,
        prior: &Value,
    ) -> Value {
        match self.block(address).map(|block| &block.lifecycle) {
            Some(lifecycle) if !prior.is_null() => {
                if lifecycle.ignore_all {
                    return prior.clone();
                }
                let paths = lifecycle.ignore_changes.iter().map(|(path, _)| path);
                ignore_changes(&schema.block, config, prior, paths)
            }
            _ => config,
        }
    }

    /// The sensitive paths of a configured object.
    pub(crate) fn configured_sensitive(&self, address: &ObjectAddress, scope: &Scope) -> Vec<Path> {
        let mut already_reported = Messages::new();
        self.config(address, scope, &mut already_reported)
            .map(|config| config.sensitive)
            .unwrap_or_default()
    }

    /// Calls the provider's plan once, if Terraform Core itself has no objection.
    async fn plan_once(
        &self,
        address: &ObjectAddress,
        schema: &Schema,
        (prior, config): (&Value, &Value),
        (prior_private, planned_private, identity): (Vec<u8>, Option<Vec<u8>>, Option<Value>),
        messages: &mut Messages,
    ) -> Option<PlanResponse> {
        if let Err(error) = proposed_new(&schema.block, prior, config) {
            let message = Message::error("Invalid configuration").detail(error.message);
            messages.push(message.path(error.path));
            return None;
        }
        let mut response = self
            .provider(address)
            .plan_resource_change(PlanRequest {
                prior_identity: identity,
                type_name: address.type_name.to_string(),
                prior_state: prior.clone(),
                config: config.clone(),
                prior_private,
                planned_private,
            })
            .await;
        let diagnostics = std::mem::take(&mut response.diagnostics);
        messages.extend_with(diagnostics, Message::from);
        (!messages.has_errors()).then_some(response)
    }
}

fn same_paths(a: &[Path], b: &[Path]) -> bool {
    a.iter().all(|path| b.contains(path)) && b.iter().all(|path| a.contains(path))
}
