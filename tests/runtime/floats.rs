//! Numbers that a float cannot hold exactly: reading everything and writing it back is no change,
//! at plan, apply and read, wherever the float stands.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schema_runtime::Schema;
use schema_runtime::data::{DataCore, Operation, Outcome, Private, ResourceData};
use schema_runtime::field_type::Set;
use schema_runtime::object;
use schema_runtime::plan::{PlanInput, plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema as Table};
use schema_runtime::terraform_core::{object_compatible, plan_valid};
use schema_runtime::value::Value;

#[derive(Schema, Debug, Clone, PartialEq)]
struct Mix {
    #[field(required)]
    ratio: f64,
    #[field(optional)]
    part: Option<f32>,
    #[field(optional, computed)]
    note: Option<String>,
}

#[derive(Schema, Debug, PartialEq)]
#[schema(resource = "x_floats")]
struct Floats {
    #[field(required, force_new)]
    ratio: f64,
    #[field(optional)]
    maybe: Option<f64>,
    #[field(optional)]
    narrow: Option<f32>,
    #[field(optional)]
    list: Vec<f64>,
    #[field(optional)]
    deep: Vec<Vec<f64>>,
    #[field(optional)]
    set: Set<f64>,
    #[field(optional)]
    map: BTreeMap<String, f64>,
    #[field(optional)]
    tuple: Option<(f64, String)>,
    #[field(block(list))]
    mix: Vec<Mix>,
    #[field(block(set), allow(computed_in_set, reason = "nothing sets it"))]
    mixes: Set<Mix>,
    #[field(optional, nested(map))]
    by_name: BTreeMap<String, Mix>,
    #[field(
        optional,
        nested(set),
        allow(computed_in_set, reason = "nothing sets it")
    )]
    some: Option<Set<Mix>>,
    #[field(
        computed(when_changed(ratio, list, mixes)),
        allow(when_changed_replaces, reason = "to compare all that is a number")
    )]
    sum: f64,
}

/// Everything configured with this number.
fn config(schema: &Table, number: &Value) -> Value {
    let key = |name: &str, value: Value| Value::Map([(name.into(), value)].into());
    let mix = || Value::Object(vec![Value::Null, number.clone(), number.clone()]);
    let list = || Value::List(vec![number.clone(), Value::from(1)]);
    let fields = schema
        .block
        .fields
        .iter()
        .map(|field| match field.name.as_str() {
            "ratio" | "maybe" | "narrow" => number.clone(),
            "list" => list(),
            "deep" => Value::List(vec![list(), list()]),
            "set" => Value::Set([number.clone(), Value::from(1)].into_iter().collect()),
            "map" => key("a", number.clone()),
            "tuple" => Value::List(vec![number.clone(), Value::from("t")]),
            "mix" => Value::List(vec![mix()]),
            "mixes" | "some" => Value::Set([mix()].into_iter().collect()),
            "by_name" => key("a", mix()),
            _ => Value::Null,
        });
    Value::Object(fields.collect())
}

/// A plan that core accepts.
fn planned(schema: &Ref<Table>, prior: &Value, config: &Value) -> (Value, usize) {
    let input = PlanInput {
        schema: schema.clone(),
        prior: prior.clone(),
        config: config.clone(),
    };
    let made = plan(input, &Environment::default());
    assert!(!made.diagnostics.has_errors(), "{}", made.diagnostics);
    let refused = plan_valid(&schema.block, prior, config, &made.planned);
    assert!(refused.is_empty(), "{refused:?}");
    (made.planned, made.requires_replace.len())
}

/// The saved values when the provider developer reads everything and writes it back.
fn written_back(
    schema: &Ref<Table>,
    operation: Operation,
    [prior, planned, config]: [&Value; 3],
) -> Value {
    let core = DataCore::new(
        schema.clone(),
        operation,
        prior.clone(),
        planned.clone(),
        config.clone(),
        Private::default(),
    );
    let mut data = ResourceData::<Floats>::new(core);
    if operation == Operation::Create {
        data.set_id("1");
    }
    let all = data.read_struct().expect("every number fits");
    data.write_struct(&all);
    let core = data.into_core();
    assert!(core.complaints().is_empty(), "{}", core.complaints());
    core.saved(&Outcome::Done)
}

/// The object as reported by an API that has only floats.
fn from_floats(state: &Value) -> Value {
    let read = object::decode::<Floats>(state).expect("every number fits");
    object::encode(&read)
}

/// A life with this number.
fn lives(text: &str) {
    let schema = Ref::from(object::schema::<Floats>());
    let number = Value::Number(text.parse().unwrap());
    let config = config(&schema, &number);
    let none = Value::Null;
    let (wanted, _) = planned(&schema, &none, &config);
    let state = written_back(&schema, Operation::Create, [&none, &wanted, &config]);
    let errors = object_compatible(&schema.block, &wanted, &state);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    assert_eq!(
        planned(&schema, &state, &config),
        (state.clone(), 0),
        "{text}"
    );
    let read = written_back(&schema, Operation::Read, [&state, &state, &none]);
    assert_eq!(read, state, "{text}");
    // A state that was written as floats, by another version or after an import.
    let floats = from_floats(&state);
    assert_eq!(planned(&schema, &floats, &config), (floats, 0), "{text}");
}

#[test]
fn what_no_float_holds_is_no_difference() {
    let third = format!("0.{}", "3".repeat(150));
    let thirds = format!("0.{}7", "6".repeat(150));
    let sevenths = "14.28571428571428571428571428571428571428571428571428571428571428571428571429";
    for text in [
        &third,
        &thirds,
        sevenths,
        "1e23",
        "-1e23",
        "0.12345678901234567",
        "123456789012345678",
        "9007199254740993",
        "18446744073709551615",
        "1e-400",
        "0.1",
        "0",
        "1",
        "3.4e38",
    ] {
        lives(text);
    }
}

#[test]
fn another_float_is_a_change() {
    let schema = Ref::from(object::schema::<Floats>());
    let config = |text: &str| config(&schema, &Value::Number(text.parse().unwrap()));
    let (old, new) = (config("0.1"), config("0.10000000000000002"));
    let none = Value::Null;
    let (wanted, _) = planned(&schema, &none, &old);
    let state = written_back(&schema, Operation::Create, [&none, &wanted, &old]);
    let (changed, replaced) = planned(&schema, &state, &new);
    assert!(changed != state && replaced == 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_number_that_can_be_written_is_a_difference(
        text in "-?[0-9]{1,20}(\\.[0-9]{1,40})?(e-?[0-9])?"
    ) {
        lives(&text);
    }
}
