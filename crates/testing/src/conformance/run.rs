//! A run of the kit: settings, given objects, every example.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;

use crate::conformance::assemble;
use crate::conformance::builder::Conformance;
use crate::conformance::examples::example::{Allowed, UntypedExample};
use crate::conformance::examples::fields::{differences, name_of};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::collected::Findings;
use crate::conformance::findings::report::{Finding, Report};
use crate::conformance::findings::transcript::{self, Transcript};
use crate::conformance::kit::{Kit, StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use crate::conformance::operations::{functions, schemas, state_stores};
use crate::conformance::secrets;
use crate::helpers::deadline::CurrentActivity;
use crate::helpers::provider_setup::{ProviderSetup, place};
use crate::helpers::thread::WorkThread;
use schema_local::Scope;
use schema_panic::lock;
use schema_shell::lifecycle::{Grace, Schemas};

impl Conformance {
    /// Runs the kit and waits for its end. It has its own runtime and threads, and records their
    /// log: the log of provider code is not shown meanwhile.
    ///
    /// Code that does not end is a finding, and the kit continues without it. If an example's code
    /// blocks the kit's thread, the report says how far it came.
    ///
    /// # Panics
    /// The system cannot start a thread.
    pub fn run(self) -> Report {
        let transcript = Arc::new(Transcript::default());
        let watch = Arc::new(CurrentActivity::new(self.at));
        let findings = Arc::new(Mutex::new(Findings::default()));
        let given = self.given.iter().map(|(_, example)| example);
        let all = given.chain(&self.examples);
        let allowed: Vec<Allowed> = all.flat_map(|example| example.allowed.clone()).collect();
        // Longer than the kit needs to abandon a call itself.
        let limit = self
            .deadline
            .saturating_add(self.patience.saturating_mul(2))
            .saturating_add(Duration::from_secs(1));
        let captured = Arc::clone(&transcript);
        let work = {
            let (transcript, watch) = (Arc::clone(&transcript), Arc::clone(&watch));
            let findings = Arc::clone(&findings);
            move || run(self, transcript, watch, findings)
        };
        let mut work = WorkThread::start(move || transcript::capture_log(&captured), work)
            .unwrap_or_else(|error| panic!("the conformance kit cannot begin: {error}"));
        let ended = work.wait(|| limit.checked_sub(watch.elapsed().unwrap_or_default()));
        let mut findings = lock(&findings);
        match ended {
            Some(Ok(())) => {}
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => assemble::report_blocked_kit(&mut findings, &watch),
        }
        assemble::report(std::mem::take(&mut *findings), &transcript, &allowed)
    }
}

async fn run(
    conformance: Conformance,
    transcript: Arc<Transcript>,
    watch: Arc<CurrentActivity>,
    findings: Arc<Mutex<Findings>>,
) {
    let (at, patience) = (conformance.at, conformance.patience);
    let grace = Grace {
        apply: patience,
        other: patience,
    };
    let instance = match conformance.setup.instance() {
        Ok(instance) => instance.with_grace(grace),
        Err(errors) => {
            let field = ("the provider".to_owned(), String::new());
            let found = (place(at), "the schemas".to_owned());
            let text = errors_text(&errors);
            let finding = Finding::new(Class::ExampleRefused, field, found, text);
            lock(&findings).add_finding(finding);
            return;
        }
    };
    let captured = Arc::clone(&transcript);
    instance.on_each_thread(move || transcript::capture_log(&captured));
    let scope = Mutex::new(Scope::with_functions(&instance));
    let kit = Kit {
        instance,
        transcript,
        deadline: conformance.deadline,
        scope,
        watch,
        findings,
        settings: Mutex::new(Value::Null),
    };
    kit.about(at, "the schemas");
    let schemas = kit.instance.schemas().clone();
    let stores = schemas.state_stores.values().map(|schema| &**schema);
    for schema in all(&schemas).chain(stores) {
        schemas::documentation(&kit, schema);
    }
    let calls = &conformance.calls;
    functions::documentation(&kit, &schemas, calls);
    let defaults = schemas::Defaults::first(&kit, all(&schemas));
    without_example(&kit, &schemas, &conformance.examples);
    // Terraform calls them before anything is configured.
    functions::run(&kit, &schemas, calls).await;
    if configure(&kit, &schemas.provider, &conformance.setup).await {
        for example in of_kind(&conformance.examples, SchemaKind::StateStore) {
            state_stores::run(&kit, example).await;
        }
        run_examples(&kit, conformance).await;
    }
    kit.about(at, "the default functions");
    defaults.again(&kit).await;
}

fn all(schemas: &Schemas) -> impl Iterator<Item = &Schema> {
    std::iter::once(&schemas.provider)
        .chain(schemas.resources.values())
        .chain(schemas.data_sources.values())
        .chain(schemas.actions.values())
        .chain(schemas.ephemeral_resources.values())
        .map(|schema| &**schema)
}

/// The examples of a kind.
fn of_kind(examples: &[UntypedExample], kind: SchemaKind) -> impl Iterator<Item = &UntypedExample> {
    let examples = examples.iter();
    examples.filter(move |example| example.schema.kind == kind)
}

/// Types without an example.
fn without_example(kit: &Kit, schemas: &Schemas, examples: &[UntypedExample]) {
    for (kind, how) in [
        (SchemaKind::Resource, "example"),
        (SchemaKind::DataSource, "lookup"),
        (SchemaKind::Ephemeral, "open"),
        (SchemaKind::Action, "invoke"),
        (SchemaKind::StateStore, "state_store"),
    ] {
        for schema in schemas.of_kind(kind).into_iter().flat_map(BTreeMap::values) {
            let mut tried = of_kind(examples, kind);
            if !tried.any(|example| example.schema.type_name == schema.type_name) {
                let text = format!("no example: give one with `{how}`");
                kit.uncovered(&name_of(schema), "", text);
            }
        }
    }
}

/// Configures the provider; returns whether it succeeded.
async fn configure(kit: &Kit, schema: &Ref<Schema>, setup: &ProviderSetup) -> bool {
    match &setup.settings {
        Some((_, at)) => kit.about(at, "the settings"),
        None => kit.step("no settings, since none were given"),
    }
    let refused = |text: String| {
        kit.add_finding(Class::ExampleRefused, &schema.type_name, "", text);
        false
    };
    let config = match setup.object(&kit.instance) {
        Ok(config) => config,
        Err(text) => return refused(text),
    };
    kit.guard(schema, &config);
    // Made-up settings are only validated: the provider must still work.
    let _ = secrets::with_canaries(kit, schema, &config).await;
    let diagnostics = kit.validate(schema, &config).await;
    if diagnostics.has_errors() {
        return refused(errors_text(&diagnostics));
    }
    *lock(&kit.settings) = config.clone();
    let diagnostics = kit.configure(config).await;
    if diagnostics.has_errors() {
        return refused(errors_text(&diagnostics));
    }
    true
}

async fn run_examples(kit: &Kit, mut conformance: Conformance) {
    let mut made: Vec<(&UntypedExample, StoredObject)> = Vec::new();
    for (name, example) in &conformance.given {
        kit.about(example.at, "an object for the examples");
        let mut example_run = ExampleRun::new(kit, example);
        let created = match example_run.config().await {
            Some(config) => example_run.create(&config, true).await,
            None => None,
        };
        // The examples that refer to a missing object report it.
        if let Some(object) = created {
            kit.name(&example.schema, name, &object);
            made.push((example, object));
        }
    }
    let mut with_values = FieldsWithValues::new();
    for example in &mut conformance.examples {
        if example.schema.kind == SchemaKind::Resource {
            let drifts = std::mem::take(&mut example.drifts);
            kit.about(example.at, "the example");
            let mut example_run = ExampleRun::new(kit, example);
            example_run.run_lifecycle(drifts).await;
            note_fields(&mut with_values, example_run);
        }
    }
    for example in of_kind(&conformance.examples, SchemaKind::DataSource) {
        if let Some(example_run) = look_up(kit, example).await {
            note_fields(&mut with_values, example_run);
        }
    }
    for example in of_kind(&conformance.examples, SchemaKind::Ephemeral) {
        kit.about(example.at, "the example");
        ExampleRun::new(kit, example).run_open().await;
    }
    for example in of_kind(&conformance.examples, SchemaKind::Action) {
        kit.about(example.at, "the example");
        let mut example_run = ExampleRun::new(kit, example);
        example_run.run_action().await;
        kit.findings().examples.push(example_run.summary);
    }
    kit.about(conformance.at, "all examples");
    for (schema, with_values) in with_values.values() {
        schemas::never_set(kit, schema, with_values);
    }
    for (example, object) in made.into_iter().rev() {
        kit.about(example.at, "the end of an object for the examples");
        ExampleRun::new(kit, example).remove(&object).await;
    }
}

/// The computed fields that had a value in some example, by the resource's name in reports.
type FieldsWithValues = BTreeMap<String, (Ref<Schema>, BTreeSet<String>)>;

/// Ends an example.
fn note_fields(with_values: &mut FieldsWithValues, example_run: ExampleRun<'_>) {
    let name = example_run.name().to_owned();
    let kit = example_run.kit;
    kit.findings().examples.push(example_run.summary);
    // A resource without values was never made; a data source was read.
    let was_read = example_run.schema.kind == SchemaKind::DataSource;
    if was_read || !example_run.with_values.is_empty() {
        let entry = with_values.entry(name);
        let (_, known) = entry.or_insert_with(|| (example_run.schema, BTreeSet::new()));
        known.extend(example_run.with_values);
    }
}

/// Reads a data source twice; `None` if it cannot be read.
async fn look_up<'k>(kit: &'k Kit, example: &'k UntypedExample) -> Option<ExampleRun<'k>> {
    kit.about(example.at, "the example");
    let mut example_run = ExampleRun::new(kit, example);
    let config = example_run.config().await?;
    let first = example_run.look_up(&config).await;
    let first = example_run.succeeded(Class::OperationFails, "read", first)?;
    kit.step("two reads in a row");
    if let Ok(second) = example_run.look_up(&config).await {
        example_run.two_reads(differences(&example.schema.block, &first, &second));
    }
    example_run.looks_up_with_nulls(&config).await;
    example_run.note_values(&first);
    Some(example_run)
}
