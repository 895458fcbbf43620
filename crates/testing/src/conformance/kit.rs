//! [`Kit`]: the provider under test, and everything that is found during a run.

use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::field_type::SecretAbsent;
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Schema};
use schema_runtime::value::Value;

use crate::conformance::examples::example::ExampleSource;
use crate::conformance::examples::fields;
use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::findings::collected::{Findings, SecretOwner};
use crate::conformance::findings::report::{Finding, Uncovered};
use crate::conformance::findings::transcript::Transcript;
use crate::helpers::deadline::{CurrentActivity, StepPosition};
use crate::helpers::provider_setup::{self, place};
use schema_local::{Node, ResourceAddress, Scope, TypedValue};
use schema_panic::lock;
use schema_shell::lifecycle::{Instance, Progress, is_panic};

/// The provider under test.
pub(super) struct Kit {
    pub(super) instance: Instance,
    pub(super) transcript: Arc<Transcript>,
    pub(super) deadline: Duration,
    pub(super) scope: Mutex<Scope>,
    /// What the kit is doing, for findings and for the thread that waits for it.
    pub(super) watch: Arc<CurrentActivity>,
    /// Shared with the waiting thread: findings are reported even if the kit cannot continue.
    pub(super) findings: Arc<Mutex<Findings>>,
    /// The provider's settings, for instances that are configured later.
    pub(super) settings: Mutex<Value>,
}

/// An object and the data stored with it.
#[derive(Clone)]
pub(super) struct StoredObject {
    pub(super) value: Value,
    pub(super) private: Vec<u8>,
    /// Its identity, if its type has one.
    pub(super) identity: Option<Value>,
}

/// What an apply saves, whether it succeeds or not.
pub(super) type Applied = (StoredObject, Result<(), Diagnostics>);

impl StoredObject {
    pub(super) fn none() -> Self {
        StoredObject {
            value: Value::Null,
            private: Vec::new(),
            identity: None,
        }
    }

    /// Its id, if its schema has one.
    pub(super) fn id(&self, schema: &Schema) -> Option<&Value> {
        self.value.as_object()?.get(schema.id_index()?)
    }
}

impl Kit {
    pub(super) fn findings(&self) -> MutexGuard<'_, Findings> {
        lock(&self.findings)
    }

    /// Starts a step of a different example, which is written at `at`.
    pub(super) fn about(&self, at: &'static Location<'static>, step: &str) {
        self.watch.step(StepPosition::outside(step, at));
        self.watch.provider(&self.instance);
    }

    /// Starts the next step of the same example.
    pub(super) fn step(&self, step: &str) {
        self.about(self.watch.current().at, step);
    }

    /// Adds a finding with the kit's current step.
    pub(super) fn add_finding(
        &self,
        class: Class,
        resource: &str,
        path: impl ToString,
        text: impl Into<String>,
    ) {
        let field = (resource.to_owned(), path.to_string());
        let position = self.watch.current();
        let found = (place(position.at), position.title);
        self.findings()
            .add_finding(Finding::new(class, field, found, text.into()));
    }

    pub(super) fn uncovered(&self, resource: &str, path: impl ToString, text: impl Into<String>) {
        self.findings().uncovered(Uncovered {
            resource: resource.to_owned(),
            path: path.to_string(),
            at: place(self.watch.current().at),
            text: text.into(),
        });
    }

    /// The owner of a secret in the current example.
    pub(super) fn secret_owner(&self, resource: &str, path: &Path) -> SecretOwner {
        SecretOwner {
            field: (resource.to_owned(), path.to_string()),
            at: place(self.watch.current().at),
        }
    }

    /// Remembers the secrets of an object.
    pub(super) fn guard(&self, schema: &Schema, object: &Value) {
        let name = name_of(schema);
        let all = fields::field_places(&schema.block, object);
        let text = |place: &fields::FieldPlace<'_>| {
            let value = fields::get(object, &place.steps)?;
            // A short string occurs everywhere.
            Some(value.as_str()?.to_owned()).filter(|text| text.chars().count() >= 8)
        };
        let (secret, open): (Vec<_>, Vec<_>) = all.iter().partition(|place| place.is_secret());
        let open: Vec<String> = open.into_iter().filter_map(text).collect();
        for place in secret {
            if let Some(secret) = text(place).filter(|secret| !open.contains(secret)) {
                let owner = self.secret_owner(&name, &place.path);
                let write_only = place.field.is(Flags::WRITE_ONLY);
                self.findings().register_secret(secret, owner, write_only);
            }
        }
    }

    /// Records the messages of a call: panics and hanging code are always findings.
    pub(super) fn record(&self, resource: &str, operation: &str, diagnostics: &Diagnostics) {
        self.transcript
            .diagnostics(&format!("{operation} {resource}"), diagnostics);
        for diagnostic in diagnostics.iter() {
            if is_panic(diagnostic) {
                let text = format!("{operation}: {}", diagnostic.detail);
                self.add_finding(Class::Panic, resource, "", text);
            }
            // The error says that a requested secret is absent.
            let (text, absent) = (diagnostic.to_string(), SecretAbsent.to_string());
            let needed = diagnostic.is_error() && text.contains(&absent);
            let without = matches!(operation, "read" | "import" | "delete");
            if without && needed && self.is_of_write_only(resource, &diagnostic.path) {
                let text = format!("{operation}: {text}");
                self.add_finding(Class::WriteOnlyNeeded, resource, "", text);
            }
        }
    }

    /// Whether an absent secret is write-only: the one at the path, or any if no path is given.
    fn is_of_write_only(&self, resource: &str, path: &Path) -> bool {
        let schema = self.instance.schemas().resources.get(resource);
        schema.is_some_and(|schema| match path.steps() {
            [] => schema.block.any_field(&|field| field.is(Flags::WRITE_ONLY)),
            steps => schema.block.leads_to_write_only(steps),
        })
    }

    /// Where a call reports its progress.
    pub(super) fn progress(&self) -> Option<Arc<dyn Progress>> {
        Some(Arc::clone(&self.transcript) as Arc<dyn Progress>)
    }

    /// The settings of the provider.
    pub(super) fn settings(&self) -> Value {
        lock(&self.settings).clone()
    }

    /// The configured object of an example, fully known.
    pub(super) fn object(
        &self,
        schema: &Schema,
        source: &ExampleSource,
        at: &Location<'_>,
    ) -> Result<Value, String> {
        let text = match source {
            ExampleSource::Value(object) => return Ok(object.clone()),
            ExampleSource::Hcl(text) => text,
        };
        let name = format!("{} (example)", place(at));
        let object = provider_setup::object(schema, text, &name, &lock(&self.scope))?;
        if !object.is_wholly_known() {
            let text = "it refers to something that is not given: only what `given` made can be referred to";
            return Err(text.to_owned());
        }
        Ok(object)
    }

    /// The value of an expression for an attribute, fully known.
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
        lock(&self.scope).set(node, typed);
    }
}

/// Nothing, or the diagnostics if they contain an error.
pub(super) fn without_errors(diagnostics: Diagnostics) -> Result<(), Diagnostics> {
    match diagnostics.has_errors() {
        true => Err(diagnostics),
        false => Ok(()),
    }
}

/// All messages as one string.
pub(super) fn errors_text(diagnostics: &Diagnostics) -> String {
    let errors = diagnostics.iter().filter(|one| one.is_error());
    let lines: Vec<String> = errors.map(ToString::to_string).collect();
    lines.join("\n")
}
