//! Plans of any schema, prior object and configuration.

use schema_runtime::plan::{PlanInput, ResourcePlan, differences, plan as make_plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::terraform_core::{conformance, object_compatible, plan_valid, proposed_new};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use super::input::Input;
use crate::strict::{Case, Random, Tally, schema};

fn make(schema: &Ref<Schema>, prior: &Value, config: &Value) -> ResourcePlan {
    let input = PlanInput {
        schema: schema.clone(),
        prior: prior.clone(),
        config: config.clone(),
    };
    make_plan(input, &Environment::default())
}

/// Schema, state and configuration that fit together, made by the generator of the property test
/// from bytes: everything that the property test holds of its cases must hold.
pub fn plan(bytes: &[u8]) {
    if let Err(failure) = Case::of_bytes(bytes).check(&mut Tally::default()) {
        panic!("{}", failure.text);
    }
}

/// Any schema with any values, which need not fit it: everything that looks at them ends without a
/// panic, and a plan that is made twice is the same.
pub fn plan_any(bytes: &[u8]) {
    let half = bytes.len() / 2;
    let (first, second) = bytes.split_at(half);
    let schema = schema(&mut Random::of_bytes(first), None);
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
    let _ = differences(block, &prior, &plan.planned, &plan.requires_replace);
    let _ = plan_valid(block, &prior, &config, &plan.planned);
    let _ = object_compatible(block, &plan.planned, &config);
    let _ = conformance(block, &config);
    let _ = proposed_new(block, &prior, &config);
}
