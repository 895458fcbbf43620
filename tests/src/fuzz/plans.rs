//! Plans of any schema, prior object and configuration.

use schema_runtime::core::{conformance, object_compatible, plan_valid, proposed_new};
use schema_runtime::plan::{Plan, PlanInput, changes, plan as make_plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use super::input::Input;
use crate::strict::{Random, apply, config, must_replace, mutate, resolve, schema, state};

fn make(schema: &Ref<Schema>, prior: &Value, config: &Value) -> Plan {
    let input = PlanInput {
        schema: schema.clone(),
        prior: prior.clone(),
        config: config.clone(),
        proposed: Value::Null,
    };
    make_plan(input, &Environment::default())
}

/// Schema, state and configuration that fit together, made by the generator of the property test
/// from bytes: what core and the user expect of a plan must hold.
pub fn plan(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let schema = schema(&mut random);
    let block = &schema.block;
    let first = config(&mut random, block, 0);
    let prior = match random.below(8) {
        0 => Value::Null,
        1 => state(&mut random, block),
        _ => {
            let planned = make(&schema, &Value::Null, &first);
            if planned.diagnostics.has_errors() {
                return;
            }
            apply(&mut random, &schema, &Value::Null, &planned.planned, &first).0
        }
    };
    let config = match random.below(8) {
        0 => config(&mut random, block, 15),
        1 => first,
        _ => mutate(&mut random, block, &first, 10, &mut |random, field| {
            let one = schema_runtime::schema::Block {
                fields: vec![field.clone()].into(),
                description: Ref::text(""),
                deprecated: Ref::text(""),
            };
            match config(random, &one, 15) {
                Value::Object(values) => values.into_iter().next().unwrap_or(Value::Null),
                other => other,
            }
        }),
    };
    let found = validate(&schema, &config, &Environment::default());
    assert!(!found.has_errors(), "{found}");
    let Some(first) = strict(&schema, &prior, &config) else {
        return;
    };
    let replaces = !prior.is_null() && !first.requires_replace.is_empty();
    if !prior.is_null() {
        let must = must_replace(block, &prior, &first.planned, &config);
        assert_eq!(replaces, must, "replacement");
    }
    let (prior, first) = if replaces {
        match strict(&schema, &Value::Null, &config) {
            Some(second) => (Value::Null, second),
            None => return,
        }
    } else {
        (prior, first)
    };
    // What was unknown becomes known, and core asks again.
    let config = resolve(&mut random, block, &config);
    let Some(last) = strict(&schema, &prior, &config) else {
        return;
    };
    let differences = object_compatible(block, &first.planned, &last.planned);
    assert!(differences.is_empty(), "{differences:?}");
    let (applied, merged) = apply(&mut random, &schema, &prior, &last.planned, &config);
    let differences = object_compatible(block, &last.planned, &applied);
    assert!(differences.is_empty(), "{differences:?}");
    if !merged {
        let after = make(&schema, &applied, &config);
        assert_eq!(after.planned, applied, "the plan after apply is not empty");
        assert!(after.requires_replace.is_empty());
    }
}

/// A plan that core accepts, and that is the same when it is asked for again. Nothing where
/// elements of a set that defaults make equal are refused.
fn strict(schema: &Ref<Schema>, prior: &Value, config: &Value) -> Option<Plan> {
    let plan = make(schema, prior, config);
    if plan.diagnostics.has_errors() {
        let mut found = plan.diagnostics.iter();
        assert!(found.all(|d| d.summary.contains("are the same")));
        return None;
    }
    let block = &schema.block;
    let mut errors = plan_valid(block, prior, config, &plan.planned);
    errors.extend(conformance(block, &plan.planned));
    assert!(errors.is_empty(), "core refuses the plan: {errors:?}");
    let again = make(schema, prior, config);
    assert_eq!(again.planned, plan.planned);
    assert_eq!(again.requires_replace, plan.requires_replace);
    let listed = changes(block, prior, &plan.planned, &plan.requires_replace);
    assert_eq!(listed.is_empty(), plan.planned == *prior);
    Some(plan)
}

/// Any schema with any values, which need not fit it: everything that looks at them ends without a
/// panic, and a plan that is made twice is the same.
pub fn plan_any(bytes: &[u8]) {
    let half = bytes.len() / 2;
    let (first, second) = bytes.split_at(half);
    let schema = schema(&mut Random::of_bytes(first));
    let block = &schema.block;
    let ty = block.implied_type();
    let mut input = Input::new(second);
    let (prior, config) = (input.any_value(&ty), input.any_value(&ty));
    let environment = Environment::default();
    let _ = validate(&schema, &config, &environment);
    let plan = make(&schema, &prior, &config);
    let again = make(&schema, &prior, &config);
    assert_eq!(again.planned, plan.planned);
    assert_eq!(again.requires_replace, plan.requires_replace);
    let _ = changes(block, &prior, &plan.planned, &plan.requires_replace);
    let _ = plan_valid(block, &prior, &config, &plan.planned);
    let _ = object_compatible(block, &plan.planned, &config);
    let _ = conformance(block, &config);
    let _ = proposed_new(block, &prior, &config);
}
