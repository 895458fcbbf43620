//! A run of the kit: settings, given objects, every example.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::conformance::assemble::{self, Allowed};
use crate::conformance::builder::Conformance;
use crate::conformance::examples::example::UntypedExample;
use crate::conformance::examples::fields::{differences, field_places, get, name_of};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::collected::Findings;
use crate::conformance::findings::report::{Finding, Report};
use crate::conformance::findings::transcript::{self, Transcript};
use crate::conformance::kit::{Kit, StoredObject, errors_text};
use crate::conformance::operations::example_run::{ExampleRun, never_set};
use crate::conformance::operations::{ephemeral, functions, schemas, state_stores};
use crate::conformance::secrets;
use crate::helpers::deadline::CurrentActivity;
use crate::helpers::provider_setup::{ProviderSetup, place};
use crate::helpers::thread::{NoResult, WorkThread};
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
        let allowed = allowed(&self);
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
        let mut work = match WorkThread::start(move || transcript::capture_log(&captured), work) {
            Ok(work) => work,
            Err(error) => panic!("the conformance kit cannot begin: {error}"),
        };
        let ended = work.wait(|| limit.checked_sub(watch.elapsed().unwrap_or_default()));
        let mut findings = lock(&findings);
        match ended {
            Ok(()) => {}
            Err(NoResult::Panicked(panic)) => std::panic::resume_unwind(panic),
            Err(NoResult::TooLate) => assemble::report_blocked_kit(&mut findings, &watch),
        }
        assemble::report(std::mem::take(&mut *findings), &transcript, &allowed)
    }
}

/// Everything that the examples allow.
fn allowed(conformance: &Conformance) -> Vec<Allowed> {
    let given = conformance.given.iter().map(|(_, example)| example);
    let all = given
        .chain(&conformance.examples)
        .chain(&conformance.lookups)
        .chain(&conformance.actions)
        .chain(&conformance.opens)
        .chain(&conformance.state_stores);
    all.flat_map(|example| {
        example.allowed.iter().map(|(class, path, reason)| Allowed {
            resource: name_of(&example.schema),
            class: *class,
            path: path.clone(),
            reason: reason.clone(),
        })
    })
    .collect()
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
            lock(&findings).add_finding(Finding {
                class: Class::ExampleRefused,
                resource: "the provider".to_owned(),
                path: String::new(),
                at: place(at),
                step: "the schemas".to_owned(),
                text: errors_text(&errors),
                allowed: None,
            });
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
    for schema in all(&schemas) {
        schemas::documentation(&kit, schema);
    }
    let calls = &conformance.calls;
    functions::documentation(&kit, &schemas, calls);
    let stores = &conformance.state_stores;
    state_stores::documentation(&kit, &schemas, stores);
    let defaults = schemas::Defaults::first(&kit, all(&schemas));
    for (schemas, examples, how) in [
        (&schemas.resources, &conformance.examples, "example"),
        (&schemas.data_sources, &conformance.lookups, "lookup"),
        (&schemas.ephemeral_resources, &conformance.opens, "open"),
        (&schemas.actions, &conformance.actions, "invoke"),
    ] {
        without_example(&kit, schemas.values(), examples, how);
    }
    // Terraform calls them before anything is configured.
    functions::run(&kit, &schemas, calls).await;
    if configure(&kit, &schemas.provider, &conformance.setup).await {
        for example in stores {
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

fn without_example<'a>(
    kit: &Kit,
    schemas: impl Iterator<Item = &'a Ref<Schema>>,
    examples: &[UntypedExample],
    how: &str,
) {
    for schema in schemas {
        let tried = |example: &UntypedExample| example.schema.type_name == schema.type_name;
        if !examples.iter().any(tried) {
            kit.uncovered(
                &name_of(schema),
                "",
                format!("no example: give one with `{how}`"),
            );
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

async fn run_examples(kit: &Kit, conformance: Conformance) {
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
    for mut example in conformance.examples {
        let drifts = std::mem::take(&mut example.drifts);
        kit.about(example.at, "the example");
        let mut example_run = ExampleRun::new(kit, &example);
        example_run.run_lifecycle(drifts).await;
        let ExampleRun {
            with_values: now,
            summary,
            ..
        } = example_run;
        kit.findings().examples.push(summary);
        if !now.is_empty() {
            note_fields(&mut with_values, &example, now);
        }
    }
    for example in &conformance.lookups {
        if let Some(now) = look_up(kit, example).await {
            note_fields(&mut with_values, example, now);
        }
    }
    for example in &conformance.opens {
        ephemeral::run(kit, example).await;
    }
    for example in &conformance.actions {
        kit.about(example.at, "the example");
        let mut example_run = ExampleRun::new(kit, example);
        example_run.run_action().await;
        kit.findings().examples.push(example_run.summary);
    }
    kit.about(conformance.at, "all examples");
    for (schema, with_values) in with_values.values() {
        never_set(kit, schema, with_values);
    }
    for (example, object) in made.into_iter().rev() {
        kit.about(example.at, "the end of an object for the examples");
        ExampleRun::new(kit, example).remove(&object).await;
    }
}

/// The computed fields that had a value in some example, by the resource's name in reports.
type FieldsWithValues = BTreeMap<String, (Ref<Schema>, BTreeSet<String>)>;

fn note_fields(
    with_values: &mut FieldsWithValues,
    example: &UntypedExample,
    now: BTreeSet<String>,
) {
    let entry = with_values.entry(name_of(&example.schema));
    let entry = entry.or_insert_with(|| (example.schema.clone(), BTreeSet::new()));
    entry.1.extend(now);
}

/// Reads a data source twice; returns the fields that have a value.
async fn look_up(kit: &Kit, example: &UntypedExample) -> Option<BTreeSet<String>> {
    kit.about(example.at, "the example");
    let example_run = ExampleRun::new(kit, example);
    let config = example_run.config().await?;
    let block = &example.schema.block;
    let first = kit.look_up(&example.schema, &config).await;
    let first = example_run.succeeded(Class::OperationFails, "read", first)?;
    kit.step("two reads in a row");
    if let Ok(second) = kit.look_up(&example.schema, &config).await {
        for difference in differences(block, &first, &second) {
            let (a, b) = difference.shown();
            example_run.add_finding(
                Class::UnstableRead,
                &difference.place.path.to_string(),
                format!("two reads in a row, with nothing between them: {a}, then {b}"),
            );
        }
    }
    example_run.looks_up_with_nulls(&config).await;
    let has_value = |steps: &[crate::conformance::examples::fields::ValueStep]| {
        get(&first, steps).is_some_and(|v| *v != Value::Null)
    };
    let with_values = field_places(block, &first)
        .into_iter()
        .filter(|place| has_value(&place.steps))
        .map(|place| place.names)
        .collect();
    kit.findings().examples.push(example_run.summary);
    Some(with_values)
}
