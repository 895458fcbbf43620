//! The configuration that a person would write for an object that was imported or listed.
//!
//! Values that cannot be configured are always omitted. Values that a person would omit (deprecated
//! fields, values equal to their default, empty strings and collections, one of two alternatives
//! that exclude one another) are omitted if the object then still plans without a change: a
//! configuration that reads well but changes the object is useless.

use crate::context::CallKind;
use crate::process::masks::Masks;
use std::cmp::Reverse;
use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::plan::{PlanInput, differences, plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Environment, Field, Flags, Nesting, Schema, SchemaKind};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use crate::lifecycle::instance::Instance;

impl Instance {
    /// The configuration that a person would write for an object: it plans without a change to the
    /// object, as far as the schema decides that. Null gives null. The provider need not be
    /// configured.
    pub async fn generate_resource_config(
        &self,
        type_name: &str,
        state: Value,
    ) -> (Value, Diagnostics) {
        let schema = match self.schema_of(SchemaKind::Resource, type_name) {
            Ok(schema) => schema,
            Err(error) => return (Value::Null, error.into()),
        };
        if !matches!(state, Value::Object(_)) {
            return (Value::Null, Diagnostics::new());
        }
        if !state.is_wholly_known() {
            let error = Diagnostic::error(format!("{type_name}: the object is not fully known"))
                .with_detail("Configuration can only be generated for an existing object.");
            return (Value::Null, error.into());
        }
        let environment = Arc::clone(&self.inner.environment);
        // Validators, defaults and equality functions may be provider code. Their panics are
        // reported without secrets as long as these are held.
        let masks = Masks::default();
        masks.mask_secrets(&schema.block, [&state]);
        let made = self.run_checks(type_name, CallKind::GenerateConfiguration, move || {
            let config = generated(&schema, &state, &environment);
            let told = secrets_to_fill_in(&schema, &config);
            (config, told)
        });
        let made = made
            .await
            .unwrap_or_else(|error| (Value::Null, error.into()));
        drop(masks);
        made
    }
}

/// The place of a field in a schema: its positions in nested blocks.
type Place = Vec<usize>;

/// The same as a function of the schema, for tests with schemas of all kinds.
#[doc(hidden)]
#[must_use]
pub fn generated(schema: &Ref<Schema>, state: &Value, environment: &Environment) -> Value {
    let trial = Trial {
        schema,
        state,
        environment,
    };
    let mut config = configurable(&schema.block, state, true);
    // Set elements that differ only in computed parts cannot be written down: a value that the
    // provider computes if it is omitted as a whole is left to the provider, the innermost first.
    let mut places = Vec::new();
    optional_places(&schema.block, &mut Vec::new(), false, &mut places);
    let omit = |config: &Value, optional: &Optional| {
        dropped(&schema.block, config, &optional.place, &|_, value| {
            !value.is_null()
        })
    };
    let mut innermost: Vec<_> = places.iter().filter(|one| one.rank.0).collect();
    innermost.sort_by_key(|one| Reverse(one.place.len()));
    for one in innermost {
        let before = trial.run(&config);
        if before.changes == 0 {
            break;
        }
        let without = omit(&config, one);
        let other = trial.run(&without);
        if other.changes < before.changes && other.errors <= before.errors {
            config = without;
        }
    }
    // A set element is identified by its contents.
    let by_people = places
        .iter()
        .filter(|one| !one.in_set && one.place.len() <= MAX_CHOICE_DEPTH)
        .map(|one| &one.place);
    config = trial.without(config, by_people, &dropped_by_people);
    // Of alternatives that exclude one another, those that the provider chooses anyway are omitted
    // first, then deprecated ones, then those declared later.
    places.sort_by_key(|one| Reverse(one.rank));
    // Being valid matters more than changing nothing.
    for may_change in [false, true] {
        for one in &places {
            let before = trial.run(&config);
            if before.errors == 0 {
                return config;
            }
            let without = omit(&config, one);
            let other = trial.run(&without);
            if other.errors < before.errors && (may_change || other.changes <= before.changes) {
                config = without;
            }
        }
    }
    config
}

/// The errors in a configuration of an object.
#[derive(PartialEq)]
struct TrialResult {
    errors: usize,
    changes: usize,
}

struct Trial<'a> {
    schema: &'a Ref<Schema>,
    state: &'a Value,
    environment: &'a Environment,
}

impl Trial<'_> {
    fn run(&self, config: &Value) -> TrialResult {
        let found = validate(self.schema, config, self.environment);
        let block = &self.schema.block;
        // Write-only values are not in objects: omitting something else could not fix that.
        let errors = found
            .iter()
            .filter(|found| found.is_error() && !block.leads_to_write_only(found.path.steps()))
            .count();
        let input = PlanInput {
            schema: self.schema.clone(),
            prior: self.state.clone(),
            config: config.clone(),
        };
        let planned = plan(input, self.environment);
        let wrong = planned.diagnostics.iter().filter(|found| found.is_error());
        TrialResult {
            errors: errors + wrong.count(),
            changes: differences(block, self.state, &planned.planned, &[]).len(),
        }
    }

    /// The configuration without the optional values at these places, if that makes nothing worse.
    fn without<'p>(
        &self,
        mut config: Value,
        places: impl Iterator<Item = &'p Place> + Clone,
        goes: Goes<'_>,
    ) -> Value {
        let block = &self.schema.block;
        let mut before = self.run(&config);
        let fits = |other: &TrialResult, before: &TrialResult| {
            other.errors <= before.errors && other.changes <= before.changes
        };
        let all = places.clone().fold(config.clone(), |config, place| {
            dropped(block, &config, place, goes)
        });
        let other = self.run(&all);
        if fits(&other, &before) {
            return all;
        }
        for place in places {
            let without = dropped(block, &config, place, goes);
            if without == config {
                continue;
            }
            let other = self.run(&without);
            if fits(&other, &before) {
                (config, before) = (without, other);
            }
        }
        config
    }
}

/// The object with only the values that can be configured.
fn configurable(block: &Block, object: &Value, root: bool) -> Value {
    block.map_values(object, |field, value| {
        let chosen = root && field.name.as_str() == "id" && !field.is(Flags::REQUIRED);
        let cannot = field.is(Flags::WRITE_ONLY)
            || field.removed().is_some()
            || !(field.is_configurable() || field.name.as_str() == "timeouts");
        if chosen || cannot {
            return field.absent_value();
        }
        match field.nested_block() {
            None => value.clone(),
            Some((_, block)) => value.map_objects(|object| configurable(block, object, false)),
        }
    })
}

/// Deeper fields are left unchanged; recursive schemas are only as deep as they are written.
const MAX_CHOICE_DEPTH: usize = 8;

/// Whether a person would remove it, if that changes nothing.
fn dropped_by_people(field: &Field, value: &Value) -> bool {
    let empty = match value {
        Value::String(text) => text.is_empty(),
        value => value.element_count() == Some(0),
    };
    let nested = field.nested_block();
    let deprecated = field.deprecated().is_some()
        || nested.is_some_and(|(_, block)| !block.deprecated.is_empty());
    empty || deprecated || field.default().is_some()
}

/// A field that may be omitted.
struct Optional {
    place: Place,
    /// How readily it is omitted: if it is computed, deprecated, and by its position.
    rank: (bool, bool, usize),
    /// Whether it is in an element of a set.
    in_set: bool,
}

fn optional_places(block: &Block, place: &mut Place, in_set: bool, found: &mut Vec<Optional>) {
    for (position, field) in block.fields.iter().enumerate() {
        place.push(position);
        if !field.is(Flags::REQUIRED) && field.is_configurable() {
            let (computed, deprecated) = (field.is(Flags::COMPUTED), field.deprecated().is_some());
            found.push(Optional {
                place: place.clone(),
                rank: (computed, deprecated, position),
                in_set,
            });
        }
        if let Some((nesting, block)) = field.nested_block()
            && place.len() <= MAX_CHOICE_DEPTH
        {
            let in_set = in_set || nesting == Nesting::Set;
            optional_places(block, place, in_set, found);
        }
        place.pop();
    }
}

/// Whether a field with this value is omitted.
type Goes<'a> = &'a dyn Fn(&Field, &Value) -> bool;

/// The object without the optional value at this place of the schema.
fn dropped(block: &Block, object: &Value, place: &[usize], goes: Goes<'_>) -> Value {
    let (Value::Object(values), Some((position, rest))) = (object, place.split_first()) else {
        return object.clone();
    };
    let mut values = values.clone();
    if let (Some(field), Some(value)) = (block.fields.get(*position), values.get_mut(*position)) {
        match field.nested_block() {
            Some((_, block)) if !rest.is_empty() => {
                *value = value.map_objects(|object| dropped(block, object, rest, goes));
            }
            _ if goes(field, value) => *value = field.absent_value(),
            _ => {}
        }
    }
    Value::Object(values)
}

/// Required values that no object contains.
fn secrets_to_fill_in(schema: &Schema, config: &Value) -> Diagnostics {
    let fields = schema.block.with_values(config);
    fields
        .filter(|(field, value)| {
            field.is(Flags::REQUIRED) && field.is(Flags::WRITE_ONLY) && value.is_null()
        })
        .map(|(field, _)| {
            Diagnostic::warning(format!("{} must be filled in", field.name))
                .with_detail(format!(
                    "It is write-only: no object of {} holds it, so it cannot be generated.",
                    schema.type_name
                ))
                .at(Path::new(field.name.clone()))
        })
        .collect()
}
