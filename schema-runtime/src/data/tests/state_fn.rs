//! State functions: provider code works with the configured string, the state has the other one.

use serde_json::json;

use super::*;
use crate::attr::AttrPath;
use crate::data::Outcome;
use crate::tests::show;

#[expect(clippy::ptr_arg, reason = "the form of a state function")]
fn digest(text: &String) -> String {
    format!("{}:{}", text.len(), text.chars().next().unwrap_or('-'))
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Script {
    #[field(required, state_fn = digest)]
    text: String,
    #[field(computed)]
    log: String,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_machine")]
struct Machine {
    #[field(required, force_new, state_fn = digest)]
    user_data: String,
    #[field(optional, default = "none", state_fn = digest)]
    note: String,
    #[field(block(list))]
    script: Vec<Script>,
}

fn plan(prior: &Value, config: &serde_json::Value) -> (Value, Value) {
    let schema = schema::<Machine>();
    let config = object(&schema.block, config);
    let input = crate::plan::PlanInput {
        schema: schema.into(),
        prior: prior.clone(),
        config: config.clone(),
    };
    let plan = crate::plan::plan(input, &crate::schema::Environment::default());
    (config, plan.planned)
}

#[test]
fn provider_code_reads_what_is_configured_and_the_state_keeps_the_other_text() {
    let config = json!({"user_data": "echo hello", "script": [{"text": "one"}, {"text": "three"}]});
    let (config, planned) = plan(&Value::Null, &config);
    let mut data: ResourceData<Machine> = data_of(Operation::Create, Value::Null, planned, config);
    assert_eq!(data.get(Machine::USER_DATA), "echo hello");
    assert_eq!(data.get(Machine::NOTE), "none");
    assert_eq!(data.get(Machine::SCRIPT.at(1).then(Script::TEXT)), "three");
    assert_eq!(
        data.dynamic().get("script.0.text"),
        Some(Value::from("one"))
    );
    // Both sides of a change are stored forms.
    assert_eq!(
        data.get_change(Machine::USER_DATA),
        (String::new(), "10:e".to_owned())
    );

    data.set_id("1");
    let before = data.dynamic().saved(&Outcome::Done);
    let shown = show(&schema::<Machine>().block, &before);
    assert_eq!(
        (&shown["user_data"], &shown["note"]),
        (&json!("10:e"), &json!("4:n"))
    );
    let all = data.read_struct().unwrap();
    data.write_struct(&all);
    assert_eq!(data.dynamic().saved(&Outcome::Done), before);
    data.set(Machine::USER_DATA, "echo hello");
    assert_eq!(data.dynamic().saved(&Outcome::Done), before);

    // A refresh that finds the same string finds no change; a different string is a change.
    let mut read: ResourceData<Machine> =
        data_of(Operation::Read, before.clone(), Value::Null, Value::Null);
    assert_eq!(read.get(Machine::USER_DATA), "10:e");
    let all = read.read_struct().unwrap();
    read.write_struct(&all);
    read.set(Machine::USER_DATA, "echo hello");
    assert_eq!(read.dynamic().saved(&Outcome::Done), before);
    read.set(Machine::USER_DATA, "tampered");
    let saved = show(
        &schema::<Machine>().block,
        &read.dynamic().saved(&Outcome::Done),
    );
    assert_eq!(saved["user_data"], "tampered");
}
