//! Configuration generated from random objects is valid and changes nothing.

use schema_provider::lifecycle::generated_config;
use schema_provider::schema_runtime::plan::{PlanInput, plan};
use schema_provider::schema_runtime::schema::{Block, Environment, Field, Flags, Nesting};
use schema_provider::schema_runtime::validate::validate;
use schema_provider::schema_runtime::value::Value;
use sdk_tests::strict::Case;

/// The number of cases in an ordinary run.
const CASES: u64 = 6_000;

/// If any configuration leaves an object unchanged, so does the generated one; and it contains
/// nothing that cannot be configured.
#[test]
fn generated_configuration_is_valid_and_changes_nothing() {
    let environment = Environment::default();
    let (mut tried, mut shorter) = (0, 0);
    for seed in 0..CASES {
        let case = Case::new(seed);
        let (state, before) = (&case.prior, &case.before);
        let planned = |config: &Value| {
            let input = PlanInput {
                schema: case.schema.clone(),
                prior: state.clone(),
                config: config.clone(),
            };
            plan(input, &environment)
        };
        let errors = |config: &Value| {
            let found = validate(&case.schema, config, &environment);
            found.iter().filter(|found| found.is_error()).count()
        };
        // What the provider computes in an element of a set cannot be distinguished from another
        // element's (R107).
        let in_set = |field: &Field| {
            let computed = |inner: &Field| inner.is(Flags::COMPUTED) || inner.is(Flags::WRITE_ONLY);
            matches!(field.nested_block(), Some((Nesting::Set, block)) if block.any_field(&computed))
        };
        if case.schema.block.any_field(&in_set) {
            continue;
        }
        if !matches!(state, Value::Object(_)) || !state.is_wholly_known() {
            continue;
        }
        let kept = planned(before);
        if kept.diagnostics.has_errors() || kept.planned != *state || errors(before) > 0 {
            continue;
        }
        tried += 1;
        let config = generated_config(&case.schema, state, &environment);
        let again = generated_config(&case.schema, state, &environment);
        assert_eq!(config, again, "seed {seed}: one answer to one question");
        let made = planned(&config);
        assert!(
            !made.diagnostics.has_errors() && made.planned == *state,
            "seed {seed}: the object would change\n{state:?}\n{config:?}\n{:?}\n{}\n{before:?}\n{:?}",
            made.planned,
            made.diagnostics,
            case.schema.block,
        );
        // Required write-only arguments cannot be generated.
        let secret = |field: &Field| field.is(Flags::WRITE_ONLY) && field.is(Flags::REQUIRED);
        if !case.schema.block.any_field(&secret) {
            assert_eq!(errors(&config), 0, "seed {seed}: {config:?}");
        }
        shorter += usize::from(config != *state);
    }
    sdk_tests::say!("{tried} objects, of which {shorter} had something omitted");
    assert!(tried > 200 && shorter > 100, "{tried} {shorter}");
}

/// The part of an object that a configuration can express.
fn sayable(block: &Block, object: &Value) -> Value {
    let Value::Object(values) = object else {
        return object.clone();
    };
    let fields = block.fields.iter().zip(values);
    let fields = fields.map(|(field, value)| {
        if !field.is_configurable() || field.is(Flags::WRITE_ONLY) {
            return Value::Null;
        }
        match field.nested_block() {
            None => in_one_case(value),
            Some((_, block)) => each(value, &|object| sayable(block, object)),
        }
    });
    Value::Object(fields.collect())
}

/// Some of the random fields ignore the case of strings.
fn in_one_case(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.to_lowercase()),
        Value::List(all) => Value::List(all.iter().map(in_one_case).collect()),
        Value::Set(all) => Value::Set(all.iter().map(in_one_case).collect()),
        Value::Map(all) => {
            let all = all.iter();
            Value::Map(
                all.map(|(key, value)| (key.clone(), in_one_case(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

fn each(value: &Value, change: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::Object(_) => change(value),
        Value::List(elements) => Value::List(elements.iter().map(change).collect()),
        // Elements that become equal stay two elements.
        Value::Set(elements) => Value::List(elements.iter().map(change).collect()),
        Value::Map(elements) => Value::List(elements.values().map(change).collect()),
        other => other.clone(),
    }
}

/// Whether two elements of a set, at any depth, differ only in what no configuration contains; or
/// are elements of sets with a set in them whose elements have computed values.
fn told_apart_by_nothing_written(block: &Block, object: &Value, in_set: bool) -> bool {
    let Value::Object(values) = object else {
        return false;
    };
    let computed = |inner: &Field| inner.is(Flags::COMPUTED) || inner.is(Flags::WRITE_ONLY);
    block.fields.iter().zip(values).any(|(field, value)| {
        let Some((nesting, block)) = field.nested_block() else {
            return false;
        };
        let set = nesting == Nesting::Set;
        if set && in_set && block.any_field(&computed) {
            return true;
        }
        if let (true, Value::Set(elements)) = (set, value) {
            let said: Vec<Value> = elements.iter().map(|one| sayable(block, one)).collect();
            let twice = |(at, one): (usize, &Value)| said[..at].contains(one);
            if said.iter().enumerate().any(twice) {
                return true;
            }
        }
        let found = std::cell::Cell::new(false);
        each(value, &|object| {
            let inside = told_apart_by_nothing_written(block, object, in_set || set);
            found.set(found.get() || inside);
            Value::Null
        });
        found.get()
    })
}

/// For objects with sets whose elements have computed parts this is not guaranteed, but nearly
/// always so: an omitted field is omitted from all elements of a set, and two elements with equal
/// configurable parts can only be distinguished by omitting something from one of them.
#[test]
fn generated_configuration_of_sets_with_computed_fields_changes_nothing() {
    let environment = Environment::default();
    let (mut tried, mut apart, mut kept_apart, mut failed) = (0, 0, 0, Vec::new());
    for seed in 0..CASES {
        let case = Case::new(seed);
        let (state, before) = (&case.prior, &case.before);
        let block = &case.schema.block;
        let in_set = |field: &Field| {
            let computed = |inner: &Field| inner.is(Flags::COMPUTED) || inner.is(Flags::WRITE_ONLY);
            matches!(field.nested_block(), Some((Nesting::Set, block)) if block.any_field(&computed))
        };
        if !block.any_field(&in_set) || !state.is_wholly_known() {
            continue;
        }
        let planned = |config: &Value| {
            let input = PlanInput {
                schema: case.schema.clone(),
                prior: state.clone(),
                config: config.clone(),
            };
            plan(input, &environment)
        };
        let wrong = validate(&case.schema, before, &environment).has_errors();
        let kept = planned(before);
        if wrong || kept.diagnostics.has_errors() || kept.planned != *state || state.is_null() {
            continue;
        }
        let made = planned(&generated_config(&case.schema, state, &environment));
        let same = !made.diagnostics.has_errors() && made.planned == *state;
        if told_apart_by_nothing_written(block, state, false) {
            apart += 1;
            kept_apart += usize::from(same);
            continue;
        }
        tried += 1;
        if !same {
            failed.push(format!(
                "seed {seed}\n{state:?}\n{:?}\n{before:?}",
                made.planned
            ));
        }
    }
    let changed = failed.len();
    sdk_tests::say!(
        "{tried} objects, of which {changed} would change; of {apart} more with elements that nothing tells apart {}",
        apart - kept_apart
    );
    failed.sort_by_key(String::len);
    let first = failed.first().map_or("", String::as_str);
    assert!(changed * 200 < tried, "{changed} of {tried}: {first}");
    assert!((apart - kept_apart) * 20 < apart, "{kept_apart} of {apart}");
    assert!(tried > 500 && apart > 20, "{tried} {apart}");
}
