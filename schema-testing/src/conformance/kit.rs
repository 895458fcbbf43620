//! [`Kit`]: the provider under test, and everything that is found on the way.

use std::future::Future;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::field_type::SecretAbsent;
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Schema, SchemaKind};
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use super::class::Class;
use super::example::ExampleSource;
use super::fields;
use super::fields::name_of;
use super::findings::{Findings, SecretOwner};
use super::kept::Kept;
use super::report::{Finding, Uncovered};
use super::transcript::Transcript;
use crate::deadline::{CurrentActivity, seconds};
use crate::provider_setup::{self, place};
use schema_local::{Node, ResourceAddress, Scope, TypedValue};
use schema_panic::caught;
use schema_shell::lifecycle::{
    ApplyRequest, IdentityFault, ImportBy, Instance, PlanRequest, PlanResponse, Progress,
    ReadRequest, identity_fault, is_abandoned, is_contradiction, is_panic,
};

/// The provider under test.
pub(super) struct Kit {
    pub(super) instance: Instance,
    pub(super) transcript: Arc<Transcript>,
    pub(super) deadline: Duration,
    pub(super) scope: Mutex<Scope>,
    /// Where the kit is, for findings and for whoever waits for it.
    pub(super) watch: Arc<CurrentActivity>,
    /// Shared with whoever waits: what was found is told even if the kit itself cannot go on.
    pub(super) findings: Arc<Mutex<Findings>>,
    /// Those of the provider, for whatever is configured once more.
    pub(super) settings: Mutex<Value>,
}

/// See [`Kit::busy`].
struct InProgress<'a>(&'a CurrentActivity);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.idle();
    }
}

/// An object, and what is kept with it.
#[derive(Clone)]
pub(super) struct StoredObject {
    pub(super) value: Value,
    pub(super) private: Vec<u8>,
    /// What identifies it, if its type says that.
    pub(super) identity: Option<Value>,
}

impl StoredObject {
    pub(super) fn none() -> Self {
        StoredObject {
            value: Value::Null,
            private: Vec::new(),
            identity: None,
        }
    }
}

impl Kit {
    pub(super) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What comes is about something else: where it is written.
    pub(super) fn about(&self, at: &'static Location<'static>, step: &str) {
        self.watch.step(0, step, at);
        self.watch.provider(&self.instance);
    }

    /// What comes is another step of the same.
    pub(super) fn step(&self, step: &str) {
        let (_, _, at) = self.watch.current();
        self.about(at, step);
    }

    /// Adds a finding, with where the kit is.
    pub(super) fn add_finding(
        &self,
        class: Class,
        resource: &str,
        path: &str,
        text: impl Into<String>,
    ) {
        let (_, step, at) = self.watch.current();
        self.findings().add_finding(Finding {
            class,
            resource: resource.to_owned(),
            path: path.to_owned(),
            at: place(at),
            step,
            text: text.into(),
            allowed: None,
        });
    }

    pub(super) fn uncovered(&self, resource: &str, path: &str, text: impl Into<String>) {
        let (_, _, at) = self.watch.current();
        self.findings().uncovered(Uncovered {
            resource: resource.to_owned(),
            path: path.to_owned(),
            at: place(at),
            text: text.into(),
        });
    }

    /// The owner of a secret, which is in what the kit is about.
    pub(super) fn secret_owner(&self, resource: &str, path: &Path) -> SecretOwner {
        let (_, _, at) = self.watch.current();
        SecretOwner {
            field: (resource.to_owned(), path.to_string()),
            at: place(at),
        }
    }

    /// Remembers what nobody may say of an object.
    pub(super) fn guard(&self, schema: &Schema, object: &Value) {
        let name = name_of(schema);
        let all = fields::field_places(&schema.block, object);
        let text = |place: &fields::FieldPlace<'_>| {
            let value = fields::get(object, &place.steps)?;
            // A short text is found everywhere.
            Some(value.as_str()?.to_owned()).filter(|text| text.chars().count() >= 8)
        };
        let open: Vec<String> = all
            .iter()
            .filter(|place| !place.is_secret())
            .filter_map(text)
            .collect();
        for place in all.iter().filter(|place| place.is_secret()) {
            if let Some(secret) = text(place).filter(|secret| !open.contains(secret)) {
                let owner = self.secret_owner(&name, &place.path);
                let write_only = place.field.is(Flags::WRITE_ONLY);
                self.findings().protect(secret, owner, write_only);
            }
        }
    }

    /// Records what a call said: panics and code that hangs are findings whatever the call was for.
    pub(super) fn record(&self, resource: &str, operation: &str, diagnostics: &Diagnostics) {
        self.transcript
            .diagnostics(&format!("{operation} {resource}"), diagnostics);
        for diagnostic in diagnostics.iter() {
            if is_panic(diagnostic) {
                let text = format!("{operation}: {}", diagnostic.detail);
                self.add_finding(Class::Panic, resource, "", text);
            }
            let there = !matches!(operation, "read" | "import" | "delete");
            let needed = diagnostic.is_error() && says_secret_absent(diagnostic);
            if !there && needed && self.has_write_only(resource) {
                let text = format!("{operation}: {diagnostic}");
                self.add_finding(Class::WriteOnlyNeeded, resource, "", text);
            }
        }
    }

    fn has_write_only(&self, resource: &str) -> bool {
        let schema = self.instance.schemas().resources.get(resource);
        schema.is_some_and(|schema| schema.block.any_field(&|field| field.is(Flags::WRITE_ONLY)))
    }

    /// Looks for write-only values in what is kept of an object.
    fn search_kept(&self, schema: &Schema, object: &StoredObject, when: &str) {
        let kept = Kept {
            object: &object.value,
            private: &object.private,
            identity: object.identity.as_ref(),
        };
        self.findings().search_kept(&schema.block, &kept, when);
    }

    /// The settings of the provider.
    pub(super) fn settings(&self) -> Value {
        let settings = self.settings.lock();
        settings.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Code of others runs as long as this lives.
    fn busy(&self, resource: &str, what: &str) -> InProgress<'_> {
        resource.clone_into(&mut self.findings().busy_with);
        self.watch.doing(format!("{what} of {resource}"));
        InProgress(&self.watch)
    }

    /// Runs code of the author that is no call of the provider.
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

    /// Runs a call of the provider until it ends or the kit's deadline is over.
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

    pub(super) async fn validate(&self, schema: &Schema, config: &Value) -> Diagnostics {
        let name = schema.type_name.as_str();
        let validate = async {
            match schema.kind {
                SchemaKind::Provider => self.instance.validate_provider_config(config).await,
                SchemaKind::Resource => self.instance.validate_resource_config(name, config).await,
                SchemaKind::DataSource => {
                    self.instance
                        .validate_data_resource_config(name, config)
                        .await
                }
                // It stands in the blocks of Terraform itself, and no example is one.
                SchemaKind::ProviderMeta => Diagnostics::new(),
                // Its arguments are checked where it is called.
                SchemaKind::Function => Diagnostics::new(),
                SchemaKind::Ephemeral => {
                    self.instance
                        .validate_ephemeral_resource_config(name, config)
                        .await
                }
                SchemaKind::List => {
                    self.instance
                        .validate_list_resource_config(name, config)
                        .await
                }
                SchemaKind::Action => self.instance.validate_action_config(name, config).await,
                SchemaKind::StateStore => {
                    self.instance
                        .validate_state_store_config(name, config)
                        .await
                }
                // What identifies an object is not configured.
                SchemaKind::Identity => Diagnostics::new(),
            }
        };
        let name = &name_of(schema);
        let diagnostics = self.call(name, "validate", validate).await;
        self.record(name, "validate", &diagnostics);
        diagnostics
    }

    /// Plans what core would ask for.
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
        let kept = Kept {
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

    /// Applies a plan; the object that is saved, whether it succeeded or not.
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
            planned_identity: plan.planned_identity.clone(),
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

    /// Whether something is wrong with what identifies the object, which is told then, and nothing else is.
    fn identity_faults(&self, name: &str, operation: &str, diagnostics: &Diagnostics) -> bool {
        let errors = || diagnostics.iter().filter(|one| one.is_error());
        let faults = errors().filter_map(|error| Some((identity_fault(error)?, error)));
        for (fault, error) in faults {
            let class = match fault {
                IdentityFault::Missing => Class::IdentityMissing,
                IdentityFault::Changes => Class::IdentityChanges,
            };
            let text = format!("{operation}: {}", error.detail);
            self.add_finding(class, name, "", text);
        }
        errors().count() > 0 && errors().all(|error| identity_fault(error).is_some())
    }

    /// Reads an object; `None` where it is gone.
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
        // The object stays as it was.
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

    /// The configured object of an example, wholly known.
    pub(super) fn object(
        &self,
        schema: &Schema,
        source: &ExampleSource,
        at: &Location<'_>,
    ) -> Result<Value, String> {
        let text = match source {
            ExampleSource::Object(object) => return Ok(object.clone()),
            ExampleSource::Hcl(text) => text,
        };
        let name = format!("{} (example)", place(at));
        let scope = self.scope.lock().unwrap_or_else(PoisonError::into_inner);
        let object = provider_setup::object(schema, text, &name, &scope)?;
        if !object.is_wholly_known() {
            return Err(
                "it refers to something that is not given: only what `given` made can be referred \
                 to"
                .to_owned(),
            );
        }
        Ok(object)
    }

    /// What an expression gives an attribute, wholly known.
    pub(super) fn expression(
        &self,
        field: &Field,
        text: &str,
        at: &Location<'_>,
    ) -> Result<Value, String> {
        if field.is_block() {
            return Err("a block has no expression: say its value with `alternative`".to_owned());
        }
        let mut schema = Schema::clone(&self.instance.schemas().provider);
        schema.block = Ref::Shared(Arc::new(Block {
            fields: vec![field.clone()].into(),
            ..Block::clone(&schema.block)
        }));
        let body = ExampleSource::Hcl(format!("{} = {text}", field.name));
        let object = self.object(&schema, &body, at)?;
        let value = object.as_object().and_then(|fields| fields.first());
        Ok(value.cloned().unwrap_or(Value::Null))
    }

    /// Lets examples refer to an object.
    pub(super) fn name(&self, schema: &Ref<Schema>, name: &str, object: &StoredObject) {
        let node = Node::Resource(ResourceAddress::managed(schema.type_name.as_str(), name));
        let typed = TypedValue::of_block(&schema.block, object.value.clone(), &[]);
        let mut scope = self.scope.lock().unwrap_or_else(PoisonError::into_inner);
        scope.set(node, typed);
    }

    /// Whether author code was given up on.
    pub(super) fn abandoned(diagnostics: &Diagnostics) -> bool {
        diagnostics.iter().any(is_abandoned)
    }
}

/// Whether an error is that of a secret that was asked for and is not there.
fn says_secret_absent(diagnostic: &Diagnostic) -> bool {
    let text = SecretAbsent.to_string();
    diagnostic.summary.contains(&text) || diagnostic.detail.contains(&text)
}

/// Everything that was said, for a text.
pub(super) fn errors_text(diagnostics: &Diagnostics) -> String {
    let lines: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(ToString::to_string)
        .collect();
    lines.join("\n")
}
