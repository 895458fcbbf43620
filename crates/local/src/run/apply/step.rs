//! Applies one step: a create, an update, a delete or a read.

use std::sync::{Arc, Mutex};

use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::Applier;
use crate::address::ObjectAddress;
use crate::language::config::TriggerEvent;
use crate::language::eval::TypedValue;
use crate::message::{Message, Messages};
use crate::run::changes::{Action, ResourceChange, ResourceObject};
use crate::run::core_checks::{check_applied, check_final_plan, check_kept, check_saved};
use crate::run::events::{Begun, Operation};
use crate::run::plan::PlanStart;
use crate::state::StateJournal;
use schema_shell::lifecycle::{ApplyRequest, ApplyResponse};

impl<'a> Applier<'a> {
    pub(super) async fn read(&mut self, address: &ObjectAddress) -> Option<TypedValue> {
        let run = self.run;
        let config = run.valid_config(address, &self.scope, &mut self.applied.messages)?;
        let mut own = Messages::new();
        let work = run.read_data(address, config.value, &mut own);
        let provider = run.provider(address);
        let outcome = run.stop.watch(provider, &*run.events, work).await;
        self.applied.messages.extend(own);
        let Some(value) = outcome else {
            self.push(abandoned(address));
            return None;
        };
        let value = value?;
        let read = (value.clone(), config.sensitive.clone());
        self.applied.data.insert(address.clone(), read);
        Some(run.reference_value(address, value, &config.sensitive))
    }

    /// Deletes an object; returns true if it no longer exists.
    pub(super) async fn delete(&mut self, change: &ResourceChange) -> bool {
        let (address, run) = (&change.address, self.run);
        let (Some(prior), Some(schema)) = (&change.prior, run.schema(address)) else {
            return true;
        };
        let request = ApplyRequest {
            planned_identity: change.planned_identity.clone(),
            type_name: address.type_name.to_string(),
            prior_state: prior.value.clone(),
            planned_state: Value::Null,
            config: Value::Null,
            planned_private: change.planned_private.clone(),
            journal: Some(self.journal(change, schema, false)),
            progress: None,
        };
        let event = TriggerEvent::BeforeDestroy;
        if !self.trigger(address, event, None).await {
            return false;
        }
        let Some((response, begun)) = self.call(address, Operation::Delete, request).await else {
            return false;
        };
        let mut messages = Messages::new();
        run.report(address, response.diagnostics, &mut messages);
        if !messages.has_errors() {
            let wrong = check_applied(&schema.block, &Value::Null, &response.new_state, false);
            messages.extend(run.with_locations(address, wrong));
        }
        let mut failed = messages.has_errors();
        self.applied.messages.extend(messages);
        if failed {
            // The current object, or the previous one.
            if !response.new_state.is_null() {
                let object = ResourceObject {
                    value: response.new_state,
                    private: response.private,
                    identity: response.new_identity,
                    ..prior.clone()
                };
                self.save(address, &object);
            }
        } else if self.forget(address) {
            self.applied.counts.destroy += 1;
        } else {
            failed = true;
        }
        begun.end(failed, None);
        let event = TriggerEvent::AfterDestroy;
        !failed && self.trigger(address, event, None).await
    }

    pub(super) async fn create_or_update(&mut self, change: &ResourceChange) -> Option<TypedValue> {
        let (address, run) = (&change.address, self.run);
        let schema = run.schema(address)?;
        let creates = change.action != Action::Update;
        let mut own = Messages::new();
        let planned = self.plan_again(change, schema, &mut own).await;
        let own = run.with_locations(address, own);
        self.applied.messages.extend(own);
        let (again, config, sensitive) = planned?;
        let prior = change.prior.as_ref().filter(|_| !creates);
        let change = ResourceChange {
            sensitive: sensitive.clone(),
            ..change.clone()
        };
        if again.action == Action::NoOp {
            self.save_metadata(&change);
            return Some(run.reference_value(address, again.planned, &sensitive));
        }
        let (operation, before, after) = match creates {
            true => (
                Operation::Create,
                TriggerEvent::BeforeCreate,
                TriggerEvent::AfterCreate,
            ),
            false => (
                Operation::Update,
                TriggerEvent::BeforeUpdate,
                TriggerEvent::AfterUpdate,
            ),
        };
        let request = ApplyRequest {
            planned_identity: again.planned_identity,
            type_name: address.type_name.to_string(),
            prior_state: prior.map_or(Value::Null, |prior| prior.value.clone()),
            planned_state: again.planned.clone(),
            config,
            planned_private: again.planned_private,
            journal: Some(self.journal(&change, schema, creates)),
            progress: Some(run.progress(address, operation)),
        };
        let planned = run.reference_value(address, again.planned.clone(), &sensitive);
        if !self.trigger(address, before, Some(planned)).await {
            return None;
        }
        let deposed = self.depose(&change)?;
        let called = self.call(address, operation, request).await;
        let saved = called.map(|(response, begun)| {
            let saved = self.save_result(&change, schema, &again.planned, response, creates);
            (saved, begun)
        });
        if let Some(deposed) = deposed {
            let complete = saved.as_ref().is_some_and(|((failed, _), _)| !failed);
            self.deposed_object(&change, deposed, complete);
        }
        let ((failed, kept), begun) = saved?;
        let id = kept.as_ref().and_then(|value| run.id(address, value));
        begun.end(failed, id.as_deref());
        if failed {
            return None;
        }
        if creates {
            self.applied.counts.add += 1;
        } else {
            self.applied.counts.change += 1;
        }
        let value = run.reference_value(address, kept?, &sensitive);
        let went_on = self.trigger(address, after, Some(value.clone())).await;
        went_on.then_some(value)
    }

    /// Deposes the old object if its replacement is created first, and returns its new address. The
    /// outer `None` means that this could not be saved.
    fn depose(&self, change: &ResourceChange) -> Option<Option<ObjectAddress>> {
        if change.action != (Action::Replace { create_first: true }) {
            return Some(None);
        }
        let deposed = self.run.state_manager.depose(&change.address);
        // The state manager keeps a failure, which is reported last.
        deposed.ok().map(Some)
    }

    /// Handles the old object after the new one was created, or failed to be.
    fn deposed_object(&mut self, change: &ResourceChange, deposed: ObjectAddress, complete: bool) {
        if complete {
            self.deposed.push(ResourceChange {
                address: deposed,
                action: Action::Delete,
                planned: Value::Null,
                ..change.clone()
            });
        } else {
            // The old object returns to its address, unless a part of the new one exists. The state
            // manager keeps a failure, which is reported last.
            let _ = self.run.state_manager.restore(&deposed);
        }
    }

    /// Plans again with all values known; the result must not contradict the first plan.
    async fn plan_again(
        &mut self,
        change: &ResourceChange,
        schema: &Schema,
        messages: &mut Messages,
    ) -> Option<(ResourceChange, Value, Vec<Path>)> {
        let (address, run) = (&change.address, self.run);
        let config = run.valid_config(address, &self.scope, messages)?;
        if !config.value.is_wholly_known() {
            let error = Message::error("Configuration contains unknown value");
            messages.push(error.detail(
                "Part of the configuration is still unknown although everything it depends on is \
                 done.",
            ));
            return None;
        }
        if !run.validates(address, &config.value, messages).await {
            return None;
        }
        let updates = change.action == Action::Update;
        let start = PlanStart {
            prior: change.prior.clone().filter(|_| updates),
            // As in Terraform 1.16 and newer.
            earlier_private: Some(change.planned_private.clone()),
            // A replacement is planned here as a new object.
            triggered: false,
        };
        let again = run
            .planned_change(address, schema, config.value.clone(), start, messages)
            .await?;
        let expected = match change.action {
            Action::Update => matches!(again.action, Action::Update | Action::NoOp),
            _ => again.action == Action::Create,
        };
        if expected {
            let wrong = check_final_plan(&schema.block, &change.planned, &again.planned);
            messages.extend(wrong);
        } else {
            let error = Message::error("Provider produced inconsistent final plan");
            messages.push(error.detail(
                "When the plan was made again with all values known, it led to a different action \
                 than before.\n\nThis is a bug in the provider.",
            ));
        }
        // Ignored values stay unchanged.
        let before = change.prior.as_ref().filter(|_| updates);
        let before = before.map_or(&Value::Null, |prior| &prior.value);
        let config = run.apply_ignore_changes(address, schema, config.value, before);
        let sensitive = run.configured_sensitive(address, &self.scope);
        (!messages.has_errors()).then_some((again, config, sensitive))
    }

    /// Saves the result of an apply by Terraform Core's rules; returns whether it failed, and the
    /// object.
    fn save_result(
        &mut self,
        change: &ResourceChange,
        schema: &Schema,
        planned: &Value,
        response: ApplyResponse,
        creates: bool,
    ) -> (bool, Option<Value>) {
        let (address, run) = (&change.address, self.run);
        let mut messages = Messages::new();
        run.report(address, response.diagnostics, &mut messages);
        let value = response.new_state;
        let mut own = match value.is_null() {
            true => Messages::new(),
            false => check_saved(&schema.block, &value),
        };
        let savable = !own.has_errors();
        if savable {
            own.extend(check_kept(&schema.block, &value));
        }
        if savable && !messages.has_errors() {
            let legacy = response.legacy_type_system;
            own.extend(check_applied(&schema.block, planned, &value, legacy));
        }
        messages.extend(run.with_locations(address, own));
        let failed = messages.has_errors();
        self.applied.messages.extend(messages);
        if !savable {
            self.forget(address);
            return (true, None);
        }
        if value.is_null() {
            // Nothing to save: an existing object stays unchanged.
            let saved = match &change.prior {
                _ if creates => self.forget(address),
                Some(prior) => self.save(address, prior),
                None => true,
            };
            return (failed || !saved, None);
        }
        let (private, identity) = (response.private, response.new_identity);
        let mut object = run.new_object(address, value, private, identity);
        object.metadata.tainted = failed && creates;
        object.metadata.sensitive = change.sensitive.clone();
        let saved = self.save(address, &object);
        (failed || !saved, Some(object.value))
    }

    /// Saves an object; the state manager keeps a state that cannot be written, and reports it
    /// last.
    fn save(&mut self, address: &ObjectAddress, object: &ResourceObject) -> bool {
        match self.run.stored(address, object) {
            Ok(stored) => self.run.state_manager.put(address, stored).is_ok(),
            Err(message) => {
                self.push(message);
                false
            }
        }
    }

    /// Removes an object from the state.
    fn forget(&self, address: &ObjectAddress) -> bool {
        self.run.state_manager.remove(address).is_ok()
    }

    fn journal(
        &self,
        change: &ResourceChange,
        schema: &Schema,
        creating: bool,
    ) -> Arc<StateJournal> {
        let (run, address) = (self.run, &change.address);
        let mut metadata = run.new_metadata(address);
        if let Some(prior) = &change.prior {
            let before = prior.metadata.create_before_destroy;
            metadata.create_before_destroy = run.creates_first(address, before);
            if !creating {
                metadata.dependencies = prior.metadata.dependencies.clone();
            }
        }
        metadata.tainted = creating;
        metadata.sensitive = change.sensitive.clone();
        Arc::new(StateJournal {
            state_manager: Arc::clone(&run.state_manager),
            schema: Arc::new(schema.clone()),
            address: address.clone(),
            metadata,
            last_id: Mutex::new(None),
        })
    }

    /// Calls the provider, reports that the call is still running, and handles interrupts; `None`
    /// if the call was abandoned.
    async fn call<'c>(
        &mut self,
        address: &'c ObjectAddress,
        operation: Operation,
        request: ApplyRequest,
    ) -> Option<(ApplyResponse, Begun<'c>)>
    where
        'a: 'c,
    {
        let run = self.run;
        let id = run.id(address, &request.prior_state);
        let begun = Begun::new(&*run.events, address, operation, id.as_deref());
        let doing = match operation {
            Operation::Create => "creating",
            Operation::Delete => "destroying",
            _ => "changing",
        };
        let call = run.provider(address).apply_resource_change(request);
        let still_running = || begun.still_running();
        match run.changing(address, doing, call, still_running).await {
            Some(response) => Some((response, begun)),
            None => {
                self.push(abandoned(address));
                begun.end(true, None);
                None
            }
        }
    }
}

fn abandoned(address: &ObjectAddress) -> Message {
    Message::error("Abandoned")
        .detail(
            "The operation was abandoned while it was running. The state holds what was known \
             of it; the state of the real object is not known.",
        )
        .address(address)
}
