//! Applying a planned change, and what is saved of it.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Journal, Operation, Outcome};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::plan::completes_itself;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;

use super::core_checks;
use super::missing_id;
use super::recorder::Recorder;
use crate::context::{Call, Cx, Progress, call_timeout};
use crate::lifecycle::identity::{self, Carried};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::call::{Failure, guarded};
use crate::lifecycle::private::PrivateData;
use crate::process::crash_log::{AwaitedCall, RunningCode};
use crate::untyped::{UntypedResource, no_update};

/// A request to apply a change.
#[derive(Clone)]
pub struct ApplyRequest {
    /// The resource's type.
    pub type_name: String,
    /// The prior state; null for a create.
    pub prior_state: Value,
    /// The planned state; null for a delete.
    pub planned_state: Value,
    /// The configured object, fully known; null for a delete.
    pub config: Value,
    /// The private data of the plan, or for a delete, the object's private data.
    pub planned_private: Vec<u8>,
    /// The planned identity.
    pub planned_identity: Option<Value>,
    /// Receives everything that is set, before provider code continues.
    pub journal: Option<Arc<dyn Journal>>,
    /// Receives progress.
    pub progress: Option<Arc<dyn Progress>>,
}

/// The result of an apply.
#[derive(Clone, PartialEq)]
pub struct ApplyResponse {
    /// The object to save. With an error: null after a create means that there is nothing to save;
    /// anything else is saved and, after a create, tainted.
    pub new_state: Value,
    /// The private data kept with it.
    pub private: Vec<u8>,
    /// The identity of the object to save, if its type has one.
    pub new_identity: Option<Value>,
    /// The result needs Terraform Core's tolerance for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl ApplyResponse {
    /// A result without an identity.
    fn of(new_state: Value, private: Vec<u8>, diagnostics: Diagnostics) -> Self {
        ApplyResponse {
            new_state,
            private,
            new_identity: None,
            legacy_type_system: false,
            diagnostics,
        }
    }
}

impl Instance {
    /// Applies a planned change: creates, updates or deletes.
    ///
    /// In every case, the answer holds what to save. If a create failed after the id was set, that
    /// is what was planned and set, with unknowns as null; if an update or delete failed, the prior
    /// object; in partial mode, the id and the named fields; after a success whose values
    /// contradict the plan, the actual object, with an error that names the field and the remedy.
    pub async fn apply_resource_change(&self, mut request: ApplyRequest) -> ApplyResponse {
        if let Some(behind) = self.behind(SchemaKind::Resource, &request.type_name) {
            let asked = BehindRequest {
                prior_state: request.prior_state,
                planned_state: request.planned_state,
                private: request.planned_private,
                identity: request.planned_identity,
                provider_meta: self.provider_meta.clone(),
                ..BehindRequest::of(BehindCall::Apply, &request.type_name, request.config)
            };
            let answer = behind.ask(asked).await;
            return ApplyResponse {
                new_state: answer.object.state,
                private: answer.object.private,
                new_identity: answer.object.identity,
                legacy_type_system: answer.legacy_type_system,
                diagnostics: answer.diagnostics,
            };
        }
        let schema = self.inner.schemas.identities.get(&request.type_name);
        let operation = match (&request.prior_state, &request.planned_state) {
            (Value::Object(_), Value::Object(_)) => Operation::Update,
            (_, Value::Object(_)) => Operation::Create,
            (_, _) => Operation::Delete,
        };
        let (private, carried) =
            Carried::take(schema.map(|schema| &**schema), request.planned_private);
        request.planned_private = private;
        // A plan omits an identity with unknown parts; the other parts must still not change.
        let stored = schema.and_then(|schema| schema.of_object(&request.prior_state));
        let carried = match operation {
            Operation::Create => carried.planned,
            // Terraform sends no identity for an object to be deleted.
            _ => carried.prior.or_else(|| stored.clone()),
        };
        request.planned_identity = request.planned_identity.or(carried);
        let planned = request.planned_identity.clone();
        let mut response = self.apply(operation, request).await;
        response.private = self.stored(response.private);
        let Some(schema) = schema else {
            return response;
        };
        let set = response.new_identity.take();
        // A new object's planned identity comes from its fields, and is checked with them, or from
        // the hook.
        let counts = operation != Operation::Create || schema.positions.is_none();
        let before = planned.filter(|_| counts).or(stored);
        let state = &response.new_state;
        let mut wrong = Diagnostics::new();
        response.new_identity = if response.diagnostics.has_errors() {
            let stayed = operation != Operation::Create;
            identity::after_failure(schema, state, set, before, stayed)
        } else {
            let operation = operation.name();
            identity::after(schema, operation, state, set, before, false, &mut wrong)
        };
        if self.keeps_identities() {
            response.diagnostics.extend(wrong);
        }
        response
    }

    /// The same; `new_identity` is the identity that provider code set.
    async fn apply(&self, operation: Operation, request: ApplyRequest) -> ApplyResponse {
        let resource = match self.resource(&request.type_name) {
            Ok(resource) => resource.clone(),
            Err(error) => return unchanged(request, error),
        };
        let schema = resource.schema();
        if let Some(error) = no_change(&request) {
            return unchanged(request, error);
        }
        // Such a field stores a string that differs from the configured one, which core only
        // tolerates.
        let legacy = schema.block.any_field(&|field| field.state_fn().is_some());
        if operation == Operation::Update {
            if completes_itself(&schema, &request.prior_state, &request.planned_state) {
                let (planned, private) = (request.planned_state, request.planned_private);
                return ApplyResponse {
                    legacy_type_system: legacy,
                    ..ApplyResponse::of(planned, private, Diagnostics::new())
                };
            }
            if !resource.can_update() {
                return unchanged(request, no_update(&schema.type_name));
            }
        }
        if missing_id::is_missing(&schema, &request.prior_state) {
            return match operation {
                Operation::Delete => {
                    let warning = missing_id::warning(&schema, "Nothing was deleted.");
                    ApplyResponse {
                        legacy_type_system: legacy,
                        ..ApplyResponse::of(Value::Null, Vec::new(), warning.into())
                    }
                }
                _ => unchanged(request, missing_id::error(&schema)),
            };
        }
        let applied = self.run_operation(resource, &schema, operation, request);
        ApplyResponse {
            legacy_type_system: legacy,
            ..applied.await
        }
    }

    async fn run_operation(
        &self,
        resource: Ref<dyn UntypedResource>,
        schema: &Ref<Schema>,
        operation: Operation,
        request: ApplyRequest,
    ) -> ApplyResponse {
        let (prior, planned) = (request.prior_state, request.planned_state);
        let kept = PrivateData::read(&request.planned_private);
        // Before anything is created.
        let crash = self.inner.crash_log.as_ref().map(|log| {
            let id = schema.id_in(&prior);
            let id = id.as_deref();
            let has_id = schema.id_index().is_some();
            Arc::new(log.begin(operation.name(), &schema.type_name, id, has_id))
        });
        let crash_id = crash.clone().map(|entry| (entry, schema.id_index()));
        let recorder = Recorder::new(request.journal, kept.clone(), crash_id);
        let object = if operation == Operation::Delete {
            &prior
        } else {
            &planned
        };
        let timeout = call_timeout::of(schema, object, operation.name());
        let call = self.call_reporting(&schema.type_name, operation, timeout, request.progress);
        call.about(schema, &prior);
        let config = request.config.clone();
        let data = DataCore::new(
            schema.clone(),
            operation,
            prior.clone(),
            planned.clone(),
            request.config,
            kept.provider.clone(),
        )
        .with_identity(request.planned_identity.filter(Value::is_wholly_known))
        .with_journal(Some(recorder.clone()));
        let cx = Cx::of(Arc::clone(&call));
        let finishing = ResultContext {
            schema: schema.clone(),
            call: Arc::clone(&call),
            kept,
            planned,
            config,
        };
        let running_code = crash.clone().map(RunningCode);
        let provider_code = async move {
            // Dropped last.
            let _at_work = running_code;
            let data = cx.watched(data);
            let (data, result) = match operation {
                Operation::Create => resource.create(cx, data).await,
                Operation::Update => resource.update(cx, data).await,
                _ => resource.delete(cx, data).await,
            };
            finishing.finish_result(operation, data, result)
        };
        let awaited = AwaitedCall(crash.clone());
        let ended = self.run(&call, provider_code).await;
        awaited.returned();
        let given_up = matches!(ended, Err(Failure::Abandoned { .. }));
        if let (Some(entry), true) = (&crash, given_up) {
            // First, so that each id either is in the answer or is known to be missing.
            entry.given_up();
        }
        let (record, identity) = recorder.close();
        if let (Some(entry), false) = (&crash, given_up) {
            entry.answered();
        }
        let (private, diagnostics) = match ended {
            Ok(Ok(applied)) => return applied,
            Ok(Err(panicked)) => panicked,
            Err(failure) => (request.planned_private, failure.diagnostic(&call).into()),
        };
        // The object in the journal, or else the prior object.
        let (object, private) = match record {
            Some(record) => (record.object, record.private.to_bytes()),
            None => (prior, private),
        };
        ApplyResponse {
            new_identity: identity,
            ..ApplyResponse::of(object, private, diagnostics)
        }
    }
}
/// The data needed when provider code has returned.
struct ResultContext {
    schema: Ref<Schema>,
    call: Arc<Call>,
    kept: PrivateData,
    planned: Value,
    config: Value,
}

impl ResultContext {
    /// The object to save; runs on the thread of provider code, whose functions may be called
    /// again.
    ///
    /// # Errors
    /// One of them panicked: then the record is saved, with this error.
    fn finish_result(
        self,
        operation: Operation,
        data: DataCore,
        result: crate::result::Result,
    ) -> Result<ApplyResponse, (Vec<u8>, Diagnostics)> {
        let mut diagnostics = Diagnostics::new();
        let mut private = self.kept.with(data.private()).to_bytes();
        let identity = data.identity_set().cloned();
        let done = self.call.conclude(result, &mut diagnostics);
        let outcome = if done { Outcome::Done } else { Outcome::Failed };
        let saved = guarded(&self.schema.type_name, operation, || {
            let complaints = match (done, operation) {
                (true, _) => data.complaints(),
                // The object is saved with the values that were set.
                (false, Operation::Create) => data.not_finite(),
                (false, _) => Diagnostics::new(),
            };
            let unsaved = data.unsaved().into_iter().map(str::to_owned);
            let names = data.not_finite();
            let names = names.iter().filter_map(|found| found.path.first_name());
            let told: Vec<String> = unsaved.chain(names.map(str::to_owned)).collect();
            (data.saved(&outcome), complaints, told)
        });
        let (new_state, complaints, told) = match saved {
            Ok(saved) => saved,
            Err(error) => {
                diagnostics.push(error);
                return Err((private, diagnostics));
            }
        };
        diagnostics.extend(complaints);
        if done && operation != Operation::Delete {
            if !new_state.is_null() {
                // For these fields the reason was reported already: partial mode did not save them,
                // or nothing can.
                let is_told = |found: &Diagnostic| {
                    let name = found.path.first_name();
                    name.is_some_and(|name| told.iter().any(|told| told == name))
                };
                let (schema, planned, config) = (&self.schema, &self.planned, &self.config);
                let found = core_checks::check_result(schema, planned, config, &new_state);
                diagnostics.extend(found.into_iter().filter(|found| !is_told(found)));
            } else if !diagnostics.has_errors() {
                let (name, done) = (&self.call.type_name, operation.name());
                let error = Diagnostic::error(format!("{name}: nothing is left after {done}"));
                diagnostics.push(error.with_detail(
                    "The provider marked the object as gone, without an error. Only read \
                             may do that. This is a bug in the provider.",
                ));
            }
        }
        if new_state.is_null() && done {
            private.clear();
        }
        Ok(ApplyResponse {
            new_identity: identity,
            ..ApplyResponse::of(new_state, private, diagnostics)
        })
    }
}

/// The error for a request without a change: no provider code may run then, least of all a delete.
fn no_change(request: &ApplyRequest) -> Option<Diagnostic> {
    let (prior, planned) = (&request.prior_state, &request.planned_state);
    let what = match (prior, planned) {
        (Value::Null, Value::Null) => "There is neither a prior nor a planned object",
        (Value::Object(_) | Value::Null, Value::Object(_) | Value::Null) => return None,
        _ => "The prior or the planned object is not known",
    };
    let name = &request.type_name;
    Some(
        Diagnostic::error(format!("{name}: there is no change")).with_detail(format!(
            "{what}, so there is nothing to create, update or delete. Nothing was done. This is \
             a bug in the program that called the provider."
        )),
    )
}

/// Nothing was done.
fn unchanged(request: ApplyRequest, error: Diagnostic) -> ApplyResponse {
    ApplyResponse::of(request.prior_state, request.planned_private, error.into())
}
