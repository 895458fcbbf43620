//! Structs flattened into another one, read and written as a whole.

use serde_json::json;

use super::*;
use crate::data::{ConfigData, PlanData, Val};
use crate::plan::{PlanInput, draft, finish};
use crate::schema::Environment;

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Zone {
    #[field(required)]
    area: String,
    #[field(computed)]
    code: String,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Common {
    #[field(optional)]
    owner: Option<String>,
    #[field(flatten)]
    zone: Zone,
    #[field(optional, write_only)]
    token: Option<String>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_label")]
struct Label {
    #[field(required)]
    name: String,
    #[field(flatten)]
    common: Common,
    #[field(computed)]
    uuid: String,
}

fn value(of: serde_json::Value) -> Value {
    object(&schema::<Label>().block, &of)
}

fn plan(prior: serde_json::Value, config: serde_json::Value) -> PlanData<Label> {
    let input = PlanInput {
        schema: schema::<Label>().into(),
        prior: value(prior),
        config: value(config),
    };
    PlanData::new(draft(input, &Environment::default()).into_core().0)
}

#[test]
fn it_is_read_and_written_alone_in_a_call() {
    let config = json!({"name": "a", "owner": "ann", "area": "eu", "token": "t"});
    let planned = json!({"name": "a", "owner": "ann", "area": "eu"});
    let (planned, config) = (value(planned), value(config));
    let mut data = data_of::<Label>(Operation::Create, Value::Null, planned, config);
    let mut common = data.read_struct_at(Label::COMMON).unwrap();
    assert_eq!(
        (common.owner.as_deref(), common.token.as_deref()),
        (Some("ann"), Some("t"))
    );
    common.zone.code = "eu-1".to_owned();
    data.write_struct_at(Label::COMMON, &common);
    let deep = Label::COMMON.then(Common::ZONE);
    let zone = data.read_struct_at(deep).unwrap();
    assert_eq!((zone.area.as_str(), zone.code.as_str()), ("eu", "eu-1"));
    // Other fields stay unchanged, and write-only values are not stored.
    data.set(Label::UUID, "u");
    data.write_struct_at(deep, &zone);
    let saved =
        value(json!({"name": "a", "owner": "ann", "area": "eu", "code": "eu-1", "uuid": "u"}));
    data.set_id("1");
    let Value::Object(mut expected) = saved else {
        panic!("not an object");
    };
    let (id, _) = schema::<Label>().block.find("id").unwrap();
    expected[id] = Value::from("1");
    assert_eq!(
        data.into_core().saved(&crate::data::Outcome::Done),
        Value::Object(expected)
    );
}

#[test]
fn it_is_read_and_written_alone_in_the_plan_hook() {
    // The name is unknown, but is not part of this struct.
    let mut made = plan(
        json!({"id": "1", "name": "b", "area": "us", "code": "us-1", "uuid": "u"}),
        json!({"name": "?", "area": "eu"}),
    );
    assert!(made.read_struct().is_err());
    let mut common = made.read_struct_at(Label::COMMON).unwrap();
    assert_eq!(common.zone.area, "eu");
    common.zone.code = "eu-1".to_owned();
    made.write_struct_at(Label::COMMON, &common);
    let code = Label::COMMON.then(Common::ZONE).then(Zone::CODE);
    assert_eq!(made.value(code), Val::Known("eu-1".to_owned()));
    assert_eq!(made.value(Label::NAME), Val::Unknown);
    assert!(!finish(made.into_core(), false).diagnostics.has_errors());
}

#[test]
fn in_the_plan_hook_what_is_configured_cannot_be_planned_otherwise() {
    let mut made = plan(json!(null), json!({"name": "a", "area": "eu"}));
    let unknown = made.read_struct_at(Label::COMMON).unwrap_err().to_string();
    assert!(
        unknown.contains("code is not known yet") && !unknown.contains("uuid"),
        "{unknown}"
    );
    let common = Common {
        owner: None,
        zone: Zone {
            area: "us".to_owned(),
            code: "us-1".to_owned(),
        },
        token: None,
    };
    made.write_struct_at(Label::COMMON, &common);
    let made = finish(made.into_core(), false);
    let told = made.diagnostics.to_string();
    assert!(
        made.diagnostics.has_errors() && told.contains("area"),
        "{told}"
    );
}

#[test]
fn it_is_read_alone_in_a_configuration() {
    let config = value(json!({"name": "?", "area": "eu"}));
    let zone = ConfigData::<Label>::new(&config).read_struct_at(Label::COMMON.then(Common::ZONE));
    assert_eq!(zone.unwrap().area, "eu");
    let config = value(json!({"name": "a", "area": "?"}));
    assert!(
        ConfigData::<Label>::new(&config)
            .read_struct_at(Label::COMMON)
            .is_err()
    );
}
