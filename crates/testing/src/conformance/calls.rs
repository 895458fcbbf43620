//! Code that the kit runs: calls of the provider, and code of examples.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::findings::stored_data::StoredData;
use crate::conformance::findings::transcript;
use crate::conformance::kit::{Kit, StoredObject};
use crate::helpers::deadline::{CurrentActivity, seconds};
use schema_panic::caught;
use schema_shell::lifecycle::{
    ApplyRequest, IdentityFault, ImportBy, PlanRequest, PlanResponse, Progress, ReadRequest,
    identity_fault, is_contradiction,
};

/// See [`Kit::busy`].
struct InProgress<'a>(&'a CurrentActivity);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.idle();
    }
}

impl Kit {
    /// Foreign code runs as long as this value lives.
    fn busy(&self, resource: &str, what: &str) -> InProgress<'_> {
        resource.clone_into(&mut self.findings().busy_with);
        self.watch.doing(format!("{what} of {resource}"));
        InProgress(&self.watch)
    }

    /// Runs provider code that is not a call of the provider.
    ///
    /// # Errors
    /// It panicked.
    pub(super) fn run<T>(
        &self,
        resource: &str,
        what: &str,
        code: impl FnOnce() -> T,
    ) -> Result<T, String> {
        let _busy = self.busy(resource, what);
        caught(code).map_err(|panic| panic.to_string())
    }

    /// Runs a call of the provider until it ends or reaches the kit's deadline.
    pub(super) async fn call<T>(
        &self,
        resource: &str,
        operation: &str,
        call: impl Future<Output = T>,
    ) -> T {
        let _busy = self.busy(resource, operation);
        let before = self.transcript.count();
        tokio::pin!(call);
        match tokio::time::timeout(self.deadline, &mut call).await {
            Ok(answer) => answer,
            Err(_) => {
                let mut text = format!(
                    "{operation} did not end within {}; it was waiting for\n  {}",
                    seconds(self.deadline),
                    self.watch.waiting_for()
                );
                if let Some(last) = self.transcript.last_since(before) {
                    text.push_str(&format!("\nthe last it said: {last}"));
                }
                self.add_finding(Class::Hangs, resource, "", text);
                self.instance.stop();
                call.await
            }
        }
    }

    /// Runs a call of the provider, and tells its code to end at once.
    pub(super) async fn stopped_at_once<T>(&self, call: impl Future<Output = T>) -> T {
        tokio::pin!(call);
        loop {
            // The time counts from the start of the call.
            match tokio::time::timeout(Duration::from_millis(1), &mut call).await {
                Ok(answer) => return answer,
                Err(_) => self.instance.stop(),
            }
        }
    }

    /// Runs an example's code on its own thread until it ends or reaches the kit's deadline. Code
    /// that does not end is a finding, and the kit continues without its result.
    ///
    /// # Errors
    /// It panicked.
    pub(super) async fn run_isolated<T: Send + 'static>(
        &self,
        resource: &str,
        what: &str,
        code: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Result<T, String>> {
        let _busy = self.busy(resource, what);
        let (tell, told) = tokio::sync::oneshot::channel();
        let transcript = Arc::clone(&self.transcript);
        // A runtime waits for its blocking threads when it ends, and this one may never end.
        let thread = std::thread::Builder::new().name("example".to_owned());
        let started = thread.spawn(move || {
            transcript::capture_log(&transcript);
            // The receiver may have been dropped.
            let _ = tell.send(caught(code).map_err(|panic| panic.to_string()));
        });
        if let Err(error) = started {
            return Some(Err(format!("there is no thread for it: {error}")));
        }
        match tokio::time::timeout(self.deadline, told).await {
            Ok(Ok(result)) => Some(result),
            Ok(Err(_)) => Some(Err("it ended without a result".to_owned())),
            Err(_) => {
                let text = format!("{what} did not end within {}", seconds(self.deadline));
                self.add_finding(Class::Hangs, resource, "", text);
                None
            }
        }
    }

    pub(super) async fn validate(&self, schema: &Schema, config: &Value) -> Diagnostics {
        let name = schema.type_name.as_str();
        let instance = &self.instance;
        let validate = async {
            match schema.kind {
                // It is in Terraform's own blocks, and no example is one.
                SchemaKind::ProviderMeta => Diagnostics::new(),
                // Its arguments are checked where it is called.
                SchemaKind::Function => Diagnostics::new(),
                // An identity is not configured.
                SchemaKind::Identity => Diagnostics::new(),
                kind => instance.validate_config(kind, name, config).await,
            }
        };
        let name = &name_of(schema);
        let diagnostics = self.call(name, "validate", validate).await;
        self.record(name, "validate", &diagnostics);
        diagnostics
    }

    /// Plans as Terraform Core would.
    pub(super) async fn plan(
        &self,
        schema: &Schema,
        prior: &StoredObject,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        let name = schema.type_name.as_str();
        proposed_new(&schema.block, &prior.value, config).map_err(|error| {
            Diagnostics::from(Diagnostic::error(error.message.clone()).at(error.path))
        })?;
        let request = PlanRequest {
            prior_identity: prior.identity.clone(),
            type_name: name.to_owned(),
            prior_state: prior.value.clone(),
            config: config.clone(),
            prior_private: prior.private.clone(),
            planned_private: None,
        };
        let response = self.instance.plan_resource_change(request);
        let response = self.call(name, "plan", response).await;
        self.record(name, "plan", &response.diagnostics);
        let kept = StoredData {
            object: &response.planned_state,
            private: &response.planned_private,
            identity: response.planned_identity.as_ref(),
        };
        self.findings().search_kept(&schema.block, &kept, "plan");
        let told = self.identity_faults(name, "plan", &response.diagnostics);
        if response.diagnostics.has_errors() && !told {
            return Err(response.diagnostics);
        }
        Ok(response)
    }

    /// Applies a plan; returns the saved object, whether the apply succeeded or not.
    pub(super) async fn apply(
        &self,
        schema: &Schema,
        prior: &StoredObject,
        config: &Value,
        plan: &PlanResponse,
    ) -> (StoredObject, Result<(), Diagnostics>) {
        let name = schema.type_name.as_str();
        let operation = match (&prior.value, &plan.planned_state) {
            (Value::Null, _) => "create",
            (_, Value::Null) => "delete",
            _ => "update",
        };
        let response = self.instance.apply_resource_change(ApplyRequest {
            // Terraform sends no identity with a delete.
            planned_identity: plan
                .planned_identity
                .clone()
                .filter(|_| operation != "delete"),
            type_name: name.to_owned(),
            prior_state: prior.value.clone(),
            planned_state: plan.planned_state.clone(),
            config: config.clone(),
            planned_private: plan.planned_private.clone(),
            journal: None,
            progress: Some(Arc::clone(&self.transcript) as Arc<dyn Progress>),
        });
        let response = self.call(name, operation, response).await;
        self.record(name, operation, &response.diagnostics);
        let object = StoredObject {
            value: response.new_state,
            private: response.private,
            identity: response.new_identity,
        };
        self.guard(schema, &object.value);
        self.search_kept(schema, &object, operation);
        let mut contradicted = self.identity_faults(name, operation, &response.diagnostics);
        for diagnostic in response.diagnostics.iter() {
            if is_contradiction(diagnostic) {
                contradicted = true;
                let path = diagnostic.path.to_string();
                let text = format!("{operation}: {}", diagnostic.detail);
                self.add_finding(Class::ContradictsPlan, name, &path, text);
            }
        }
        let result = if response.diagnostics.has_errors() && !contradicted {
            Err(response.diagnostics)
        } else {
            Ok(())
        };
        (object, result)
    }

    /// Whether the object's identity is wrong; if so, reports that and nothing else.
    fn identity_faults(&self, name: &str, operation: &str, diagnostics: &Diagnostics) -> bool {
        let errors = || diagnostics.iter().filter(|one| one.is_error());
        let faults = errors().filter_map(|error| Some((identity_fault(error)?, error)));
        for (fault, error) in faults {
            let class = match fault {
                IdentityFault::Missing => Class::IdentityMissing,
                _ => Class::IdentityChanges,
            };
            let text = format!("{operation}: {}", error.detail);
            self.add_finding(class, name, "", text);
        }
        errors().count() > 0 && errors().all(|error| identity_fault(error).is_some())
    }

    /// Reads an object; `None` if it no longer exists.
    pub(super) async fn read(
        &self,
        schema: &Schema,
        object: &StoredObject,
    ) -> Result<Option<StoredObject>, Diagnostics> {
        let name = schema.type_name.as_str();
        let response = self.instance.read_resource(ReadRequest {
            current_identity: object.identity.clone(),
            type_name: name.to_owned(),
            current_state: object.value.clone(),
            private: object.private.clone(),
            progress: Some(Arc::clone(&self.transcript) as Arc<dyn Progress>),
        });
        let response = self.call(name, "read", response).await;
        self.record(name, "read", &response.diagnostics);
        // The object stays unchanged.
        let told = self.identity_faults(name, "read", &response.diagnostics);
        if response.diagnostics.has_errors() && !told {
            return Err(response.diagnostics);
        }
        self.guard(schema, &response.new_state);
        let identified = self.instance.schemas().identities.contains_key(name);
        let found = !response.diagnostics.has_errors() && !response.new_state.is_null();
        if identified && found && response.new_identity.is_none() {
            let text = "read: nothing was said of what identifies the object, and none was stored, as of an object from \
                        before there were identities or one imported by its id: call `data.set_identity(…)` in read.";
            self.add_finding(Class::IdentityMissing, name, "", text);
        }
        let object = StoredObject {
            value: response.new_state,
            private: response.private,
            identity: response.new_identity,
        };
        self.search_kept(schema, &object, "read");
        Ok((!object.value.is_null()).then_some(object))
    }

    /// Imports, without the read that follows.
    pub(super) async fn import(
        &self,
        schema: &Schema,
        by: impl Into<ImportBy>,
    ) -> Result<StoredObject, Diagnostics> {
        let name = schema.type_name.as_str();
        let imported = self.instance.import_resource_state(name, by);
        match self.call(name, "import", imported).await {
            Ok((imported, warnings)) => {
                self.record(name, "import", &warnings);
                match imported.into_iter().next() {
                    Some(imported) if imported.type_name == name => {
                        let object = StoredObject {
                            value: imported.state,
                            private: imported.private,
                            identity: imported.identity,
                        };
                        self.search_kept(schema, &object, "import");
                        Ok(object)
                    }
                    _ => Err(Diagnostic::error("the import found no object of this type").into()),
                }
            }
            Err(errors) => {
                self.record(name, "import", &errors);
                Err(errors)
            }
        }
    }

    /// Reads a data source.
    pub(super) async fn look_up(
        &self,
        schema: &Schema,
        config: &Value,
    ) -> Result<Value, Diagnostics> {
        let name = &name_of(schema);
        let response = self
            .instance
            .read_data_source(&schema.type_name, config.clone());
        let response = self.call(name, "read", response).await;
        self.record(name, "read", &response.diagnostics);
        if response.diagnostics.has_errors() {
            return Err(response.diagnostics);
        }
        self.guard(schema, &response.state);
        Ok(response.state)
    }

    pub(super) async fn configure(&self, config: Value) -> Diagnostics {
        let name = self.instance.schemas().provider.type_name.clone();
        let diagnostics = self
            .call(&name, "configure", self.instance.configure_provider(config))
            .await;
        self.record(&name, "configure", &diagnostics);
        diagnostics
    }
}
