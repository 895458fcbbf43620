//! [`Kit`]: the provider under test, and everything that is found on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schema_runtime::core::proposed_new;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;

use super::example::Source;
use super::heard::Heard;
use super::places::name_of;
use super::report::{Finding, Life, Uncovered};
use super::{Class, places};
use crate::lifecycle::{
    ApplyRequest, Instance, PANICKED, PlanRequest, PlanResponse, Progress, ReadRequest,
    is_abandoned, is_contradiction, is_panic,
};
use crate::local::{
    Address, Location, Messages, Node, Scope, SourceFile, Typed, decode_body, parse,
};

/// The provider under test.
pub(super) struct Kit {
    pub(super) instance: Instance,
    pub(super) heard: Arc<Heard>,
    pub(super) deadline: Duration,
    pub(super) scope: Mutex<Scope>,
    found: Mutex<Found>,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) findings: Vec<Finding>,
    pub(super) uncovered: Vec<Uncovered>,
    pub(super) lives: Vec<Life>,
    /// Fields that were changed, by resource and name: where one example cannot, another may.
    pub(super) changed: BTreeSet<(String, String)>,
    /// Texts that nobody may say, with whose they are.
    pub(super) secrets: BTreeMap<String, (String, String)>,
}

/// An object, and what is kept with it.
#[derive(Clone)]
pub(super) struct Thing {
    pub(super) value: Value,
    pub(super) private: Vec<u8>,
}

impl Thing {
    pub(super) fn none() -> Self {
        Thing {
            value: Value::Null,
            private: Vec::new(),
        }
    }
}

impl Kit {
    pub(super) fn new(instance: Instance, heard: Arc<Heard>, deadline: Duration) -> Self {
        Kit {
            instance,
            heard,
            deadline,
            scope: Mutex::default(),
            found: Mutex::default(),
        }
    }

    pub(super) fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_found(self) -> Found {
        self.found
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a finding; one of a class and field is enough.
    pub(super) fn find(&self, class: Class, resource: &str, path: &str, text: impl Into<String>) {
        let text = text.into();
        // A panic, and what was stopped because it hangs, are findings of their own.
        let fails = matches!(
            class,
            Class::OperationFails
                | Class::ImportFails
                | Class::ReadOfMissingFails
                | Class::DeleteNotIdempotent
        );
        if fails && (text.contains(PANICKED) || text.contains(" was interrupted")) {
            return;
        }
        let mut found = self.found();
        let known = |finding: &Finding| {
            finding.class == class && finding.resource == resource && finding.path == path
        };
        if !found.findings.iter().any(known) {
            found.findings.push(Finding {
                class,
                resource: resource.to_owned(),
                path: path.to_owned(),
                text,
                allowed: None,
            });
        }
    }

    pub(super) fn has_found(&self, class: Class, resource: &str, path: &str) -> bool {
        self.found().findings.iter().any(|finding| {
            finding.class == class && finding.resource == resource && finding.path == path
        })
    }

    pub(super) fn uncovered(&self, resource: &str, path: &str, text: impl Into<String>) {
        let uncovered = Uncovered {
            resource: resource.to_owned(),
            path: path.to_owned(),
            text: text.into(),
        };
        let mut found = self.found();
        if !found.uncovered.contains(&uncovered) {
            found.uncovered.push(uncovered);
        }
    }

    /// Remembers what nobody may say of an object.
    pub(super) fn guard(&self, schema: &Schema, object: &Value) {
        let name = name_of(schema);
        let all = places::places(&schema.block, object);
        let text = |place: &places::Place<'_>| {
            let value = places::get(object, &place.steps)?;
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
                let whose = (name.clone(), place.path.to_string());
                self.found().secrets.entry(secret).or_insert(whose);
            }
        }
    }

    /// Hears what a call said: panics and code that hangs are findings whatever the call was for.
    fn hear(&self, resource: &str, operation: &str, diagnostics: &Diagnostics) {
        self.heard
            .diagnostics(&format!("{operation} {resource}"), diagnostics);
        for diagnostic in diagnostics.iter() {
            if is_panic(diagnostic) {
                let text = format!("{operation}: {}", diagnostic.detail);
                self.find(Class::Panic, resource, "", text);
            }
        }
    }

    /// Runs a call of the provider until it ends or the kit's deadline is over.
    pub(super) async fn call<T>(
        &self,
        resource: &str,
        operation: &str,
        call: impl Future<Output = T>,
    ) -> T {
        tokio::pin!(call);
        match tokio::time::timeout(self.deadline, &mut call).await {
            Ok(answer) => answer,
            Err(_) => {
                self.find(
                    Class::Hangs,
                    resource,
                    "",
                    format!("{operation} did not end within {:?}", self.deadline),
                );
                self.instance.stop();
                call.await
            }
        }
    }

    pub(super) async fn validate(&self, schema: &Schema, config: &Value) -> Diagnostics {
        let name = schema.type_name.as_str();
        let diagnostics = match schema.kind {
            SchemaKind::Provider => self.instance.validate_provider_config(config).await,
            SchemaKind::Resource => self.instance.validate_resource(name, config).await,
            SchemaKind::DataSource => self.instance.validate_data_source(name, config).await,
            // It stands in the blocks of Terraform itself, and no example is one.
            SchemaKind::ProviderMeta => Diagnostics::new(),
        };
        self.hear(&name_of(schema), "validate", &diagnostics);
        diagnostics
    }

    /// Plans what core would ask for.
    pub(super) async fn plan(
        &self,
        schema: &Schema,
        prior: &Thing,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        let name = schema.type_name.as_str();
        let proposed = proposed_new(&schema.block, &prior.value, config).map_err(|error| {
            Diagnostics::from(Diagnostic::error(error.message.clone()).at(error.path))
        })?;
        let request = PlanRequest {
            type_name: name.to_owned(),
            prior_state: prior.value.clone(),
            config: config.clone(),
            proposed_new_state: proposed,
            prior_private: prior.private.clone(),
        };
        let response = self.instance.plan_resource(request);
        let response = self.call(name, "plan", response).await;
        self.hear(name, "plan", &response.diagnostics);
        if response.diagnostics.has_errors() {
            return Err(response.diagnostics);
        }
        Ok(response)
    }

    /// Applies a plan; the object that is saved, whether it succeeded or not.
    pub(super) async fn apply(
        &self,
        schema: &Schema,
        prior: &Thing,
        config: &Value,
        plan: &PlanResponse,
    ) -> (Thing, Result<(), Diagnostics>) {
        let name = schema.type_name.as_str();
        let operation = match (&prior.value, &plan.planned_state) {
            (Value::Null, _) => "create",
            (_, Value::Null) => "delete",
            _ => "update",
        };
        let response = self.instance.apply_resource(ApplyRequest {
            type_name: name.to_owned(),
            prior_state: prior.value.clone(),
            planned_state: plan.planned_state.clone(),
            config: config.clone(),
            planned_private: plan.planned_private.clone(),
            journal: None,
            progress: Some(Arc::clone(&self.heard) as Arc<dyn Progress>),
        });
        let response = self.call(name, operation, response).await;
        self.hear(name, operation, &response.diagnostics);
        let thing = Thing {
            value: response.new_state,
            private: response.private,
        };
        self.guard(schema, &thing.value);
        let mut contradicted = false;
        for diagnostic in response.diagnostics.iter() {
            if is_contradiction(diagnostic) {
                contradicted = true;
                let path = diagnostic.path.to_string();
                let text = format!("{operation}: {}", diagnostic.detail);
                self.find(Class::ContradictsPlan, name, &path, text);
            }
        }
        let result = if response.diagnostics.has_errors() && !contradicted {
            Err(response.diagnostics)
        } else {
            Ok(())
        };
        (thing, result)
    }

    /// Reads an object; `None` where it is gone.
    pub(super) async fn read(
        &self,
        schema: &Schema,
        thing: &Thing,
    ) -> Result<Option<Thing>, Diagnostics> {
        let name = schema.type_name.as_str();
        let response = self.instance.read_resource(ReadRequest {
            type_name: name.to_owned(),
            current_state: thing.value.clone(),
            private: thing.private.clone(),
            progress: Some(Arc::clone(&self.heard) as Arc<dyn Progress>),
        });
        let response = self.call(name, "read", response).await;
        self.hear(name, "read", &response.diagnostics);
        if response.diagnostics.has_errors() {
            return Err(response.diagnostics);
        }
        self.guard(schema, &response.new_state);
        Ok((!response.new_state.is_null()).then_some(Thing {
            value: response.new_state,
            private: response.private,
        }))
    }

    /// Imports, without the read that follows.
    pub(super) async fn import(&self, schema: &Schema, id: &str) -> Result<Thing, Diagnostics> {
        let name = schema.type_name.as_str();
        let imported = self.instance.import_resource(name, id);
        match self.call(name, "import", imported).await {
            Ok((imported, warnings)) => {
                self.hear(name, "import", &warnings);
                match imported.into_iter().next() {
                    Some(imported) if imported.type_name == name => Ok(Thing {
                        value: imported.state,
                        private: imported.private,
                    }),
                    _ => Err(Diagnostic::error("the import found no object of this type").into()),
                }
            }
            Err(errors) => {
                self.hear(name, "import", &errors);
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
        self.hear(name, "read", &response.diagnostics);
        if response.diagnostics.has_errors() {
            return Err(response.diagnostics);
        }
        self.guard(schema, &response.state);
        Ok(response.state)
    }

    pub(super) async fn configure(&self, config: Value) -> Diagnostics {
        let name = self.instance.schemas().provider.type_name.clone();
        let diagnostics = self
            .call(&name, "configure", self.instance.configure(config))
            .await;
        self.hear(&name, "configure", &diagnostics);
        diagnostics
    }

    /// The configured object of an example, wholly known.
    pub(super) fn object(
        &self,
        schema: &Schema,
        source: &Source,
        written: &str,
    ) -> Result<Value, String> {
        let text = match source {
            Source::Object(object) => return Ok(object.clone()),
            Source::Hcl(text) => text,
        };
        let name = format!("{written} (example)");
        let body = parse(&name, text.clone()).map_err(|messages| messages.to_string())?;
        let start = Location::new(&SourceFile::new(name, text.clone()), 0..0);
        let scope = self.scope.lock().unwrap_or_else(PoisonError::into_inner);
        let mut messages = Messages::new();
        let object = decode_body(
            &schema.block,
            schema.kind,
            &body,
            &start,
            &scope,
            &mut messages,
        )
        .value;
        if messages.has_errors() {
            return Err(messages.to_string());
        }
        if !object.is_wholly_known() {
            return Err(
                "it refers to something that is not given: only what `given` made can be referred \
                 to"
                .to_owned(),
            );
        }
        Ok(object)
    }

    /// Lets examples refer to an object.
    pub(super) fn name(&self, schema: &Ref<Schema>, name: &str, thing: &Thing) {
        let node = Node::Resource(Address::managed(schema.type_name.as_str(), name));
        let typed = Typed::of_block(&schema.block, thing.value.clone(), &[]);
        let mut scope = self.scope.lock().unwrap_or_else(PoisonError::into_inner);
        scope.set(node, typed);
    }

    /// Whether author code was given up on.
    pub(super) fn gave_up(diagnostics: &Diagnostics) -> bool {
        diagnostics.iter().any(is_abandoned)
    }
}

/// Everything that was said, for a text.
pub(super) fn said(diagnostics: &Diagnostics) -> String {
    let lines: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(ToString::to_string)
        .collect();
    lines.join("\n")
}
