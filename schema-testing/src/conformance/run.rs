//! A run of the kit: settings, given objects, every example.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::assemble::Allowed;
use super::builder::Conformance;
use super::class::Class;
use super::example::One;
use super::example_run::{Subject, never_set};
use super::fields::{differences, get, name_of, places};
use super::findings::Found;
use super::kit::{Kit, Thing, said};
use super::report::{Finding, Report};
use super::transcript::Heard;
use super::{assemble, schemas, secrets, transcript};
use crate::deadline::Watch;
use crate::setup::{Setup, place};
use crate::thread::{Apart, Missing};
use schema_shell::lifecycle::{Grace, Schemas};

impl Conformance {
    /// Runs the kit and waits for its end. It has a runtime and threads of its own, so that it
    /// hears the log of all of them: what author code logs is not shown meanwhile.
    ///
    /// Code that does not end is a finding, and the kit goes on without it; where it cannot, since
    /// the code blocks its thread, the report says how far it came.
    ///
    /// # Panics
    /// The system gives no thread.
    pub fn run(self) -> Report {
        let heard = Arc::new(Heard::default());
        let watch = Arc::new(Watch::new(self.at));
        let found = Arc::new(Mutex::new(Found::default()));
        let allowed = allowed(&self);
        // Longer than the kit needs to give up on a call by itself.
        let limit = self
            .deadline
            .saturating_add(self.patience.saturating_mul(2))
            .saturating_add(Duration::from_secs(1));
        let listener = Arc::clone(&heard);
        let work = {
            let (heard, watch) = (Arc::clone(&heard), Arc::clone(&watch));
            let found = Arc::clone(&found);
            move || run(self, heard, watch, found)
        };
        let mut work = match Apart::start(move || transcript::listen(&listener), work) {
            Ok(work) => work,
            Err(error) => panic!("the conformance kit cannot begin: {error}"),
        };
        let ended = work.wait(|| limit.checked_sub(watch.busy_for().unwrap_or_default()));
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        match ended {
            Ok(()) => {}
            Err(Missing::Panicked(panic)) => std::panic::resume_unwind(panic),
            Err(Missing::TooLate) => assemble::stuck(&mut found, &watch),
        }
        assemble::report(std::mem::take(&mut *found), &heard, &allowed)
    }
}

/// Everything that the examples allow.
fn allowed(conformance: &Conformance) -> Vec<Allowed> {
    let given = conformance.given.iter().map(|(_, one)| one);
    let all = given
        .chain(&conformance.examples)
        .chain(&conformance.lookups);
    all.flat_map(|one| {
        one.allowed.iter().map(|(class, path, reason)| Allowed {
            resource: name_of(&one.schema),
            class: *class,
            path: path.clone(),
            reason: reason.clone(),
        })
    })
    .collect()
}

async fn run(
    conformance: Conformance,
    heard: Arc<Heard>,
    watch: Arc<Watch>,
    found: Arc<Mutex<Found>>,
) {
    let Conformance {
        setup,
        given,
        examples,
        lookups,
        deadline,
        patience,
        at,
    } = conformance;
    let instance = match setup.instance() {
        Ok(instance) => instance.with_grace(Grace {
            apply: patience,
            other: patience,
        }),
        Err(errors) => {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.find(Finding {
                class: Class::ExampleRefused,
                resource: "the provider".to_owned(),
                path: String::new(),
                at: place(at),
                step: "the schemas".to_owned(),
                text: said(&errors),
                allowed: None,
            });
            return;
        }
    };
    let kit = Kit {
        instance,
        heard,
        deadline,
        scope: Mutex::default(),
        watch,
        found,
    };
    kit.about(at, "the schemas");
    let schemas = kit.instance.schemas().clone();
    for schema in all(&schemas) {
        schemas::documentation(&kit, schema);
    }
    let defaults = schemas::Defaults::first(&kit, all(&schemas));
    without_example(&kit, schemas.resources.values(), &examples, "example");
    without_example(&kit, schemas.data_sources.values(), &lookups, "lookup");
    if configure(&kit, &schemas.provider, &setup).await {
        lives(&kit, given, examples, lookups, at).await;
    }
    kit.about(at, "the default functions");
    defaults.again(&kit).await;
}

fn all(schemas: &Schemas) -> impl Iterator<Item = &Schema> {
    std::iter::once(&schemas.provider)
        .chain(schemas.resources.values())
        .chain(schemas.data_sources.values())
        .map(|schema| &**schema)
}

fn without_example<'a>(
    kit: &Kit,
    schemas: impl Iterator<Item = &'a Ref<Schema>>,
    examples: &[One],
    how: &str,
) {
    for schema in schemas {
        let tried = |one: &One| one.schema.type_name == schema.type_name;
        if !examples.iter().any(tried) {
            kit.uncovered(
                &name_of(schema),
                "",
                format!("no example: give one with `{how}`"),
            );
        }
    }
}

/// Configures the provider; whether that went well.
async fn configure(kit: &Kit, schema: &Ref<Schema>, setup: &Setup) -> bool {
    match &setup.settings {
        Some((_, at)) => kit.about(at, "the settings"),
        None => kit.step("no settings, since none were given"),
    }
    let refused = |text: String| {
        kit.find(Class::ExampleRefused, &schema.type_name, "", text);
        false
    };
    let config = match setup.object(schema) {
        Ok(config) => config,
        Err(text) => return refused(text),
    };
    kit.guard(schema, &config);
    // What is made up is only validated: the provider must be able to work.
    let _ = secrets::with_canaries(kit, schema, &config).await;
    let diagnostics = kit.validate(schema, &config).await;
    if diagnostics.has_errors() {
        return refused(said(&diagnostics));
    }
    let diagnostics = kit.configure(config).await;
    if diagnostics.has_errors() {
        return refused(said(&diagnostics));
    }
    true
}

async fn lives(
    kit: &Kit,
    given: Vec<(String, One)>,
    examples: Vec<One>,
    lookups: Vec<One>,
    at: &'static Location<'static>,
) {
    let mut made: Vec<(&One, Thing)> = Vec::new();
    for (name, one) in &given {
        kit.about(one.at, "an object for the examples");
        let mut subject = Subject::new(kit, one);
        let created = match subject.config().await {
            Some(config) => subject.create(&config, true).await,
            None => None,
        };
        // What is missing is told by the examples that refer to it.
        if let Some(thing) = created {
            kit.name(&one.schema, name, &thing);
            made.push((one, thing));
        }
    }
    let mut seen = Seen::new();
    for mut one in examples {
        let drifts = std::mem::take(&mut one.drifts);
        kit.about(one.at, "the example");
        let mut subject = Subject::new(kit, &one);
        subject.live(drifts).await;
        let Subject {
            seen: now, life, ..
        } = subject;
        kit.found().lives.push(life);
        if !now.is_empty() {
            saw(&mut seen, &one, now);
        }
    }
    for one in &lookups {
        if let Some(now) = look_up(kit, one).await {
            saw(&mut seen, one, now);
        }
    }
    kit.about(at, "all examples");
    for (schema, seen) in seen.values() {
        never_set(kit, schema, seen);
    }
    for (one, thing) in made.into_iter().rev() {
        kit.about(one.at, "the end of an object for the examples");
        Subject::new(kit, one).remove(&thing).await;
    }
}

/// The computed fields that had a value in some example, by what reports call the resource.
type Seen = BTreeMap<String, (Ref<Schema>, BTreeSet<String>)>;

fn saw(seen: &mut Seen, one: &One, now: BTreeSet<String>) {
    let entry = seen.entry(name_of(&one.schema));
    let entry = entry.or_insert_with(|| (one.schema.clone(), BTreeSet::new()));
    entry.1.extend(now);
}

/// Reads a data source twice; the fields that have a value.
async fn look_up(kit: &Kit, one: &One) -> Option<BTreeSet<String>> {
    kit.about(one.at, "the example");
    let subject = Subject::new(kit, one);
    let config = subject.config().await?;
    let block = &one.schema.block;
    let first = match kit.look_up(&one.schema, &config).await {
        Ok(state) => state,
        Err(errors) => {
            let text = format!("read: {}", said(&errors));
            subject.find(Class::OperationFails, "", text);
            return None;
        }
    };
    kit.step("two reads in a row");
    if let Ok(second) = kit.look_up(&one.schema, &config).await {
        for difference in differences(block, &first, &second) {
            let (a, b) = difference.shown();
            subject.find(
                Class::UnstableRead,
                &difference.place.path.to_string(),
                format!("two reads in a row, with nothing between them: {a}, then {b}"),
            );
        }
    }
    let has_value =
        |steps: &[super::fields::Into]| get(&first, steps).is_some_and(|v| *v != Value::Null);
    let seen = places(block, &first)
        .into_iter()
        .filter(|place| has_value(&place.steps))
        .map(|place| place.names)
        .collect();
    kit.found().lives.push(subject.life);
    Some(seen)
}
