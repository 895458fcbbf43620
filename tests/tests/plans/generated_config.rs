//! Configuration that is generated of random objects is valid and changes nothing.

use schema_provider::lifecycle::generated_config;
use schema_provider::schema_runtime::plan::{PlanInput, plan};
use schema_provider::schema_runtime::schema::{Environment, Field, Flags, Nesting};
use schema_provider::schema_runtime::validate::validate;
use schema_provider::schema_runtime::value::Value;
use sdk_tests::strict::Case;

/// What an ordinary run does.
const CASES: u64 = 6_000;

/// Of every object that some configuration leaves as it is the generated one does, too; and it holds nothing that
/// cannot be configured.
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
        // What the provider computes inside an element of a set cannot be told from another element's (R107).
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
        // What is write-only and required nobody can generate.
        let secret = |field: &Field| field.is(Flags::WRITE_ONLY) && field.is(Flags::REQUIRED);
        if !case.schema.block.any_field(&secret) {
            assert_eq!(errors(&config), 0, "seed {seed}: {config:?}");
        }
        shorter += usize::from(config != *state);
    }
    sdk_tests::say!("{tried} objects, of {shorter} something was left out");
    assert!(tried > 200 && shorter > 100, "{tried} {shorter}");
}
