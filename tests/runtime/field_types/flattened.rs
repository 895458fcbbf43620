//! Structs whose fields are fields of another one.

use super::*;

/// What many resources have.
#[derive(Schema, Clone, Debug, PartialEq)]
struct Common {
    #[field(optional, conflicts_with(zone))]
    region: Option<String>,
    #[field(optional)]
    zone: Option<String>,
    #[field(computed)]
    arn: String,
}

#[derive(Schema, Clone, Debug, PartialEq)]
struct Tagged {
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(flatten)]
    common: Common,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(resource = "x_flat", timeouts(create = "1m"), id(when_changed(tagged.region)))]
struct Image {
    #[field(required, force_new)]
    name: String,
    /// What all have.
    #[field(flatten)]
    tagged: Tagged,
    #[field(optional, force_new, conflicts_with(tagged.labels))]
    alone: Option<bool>,
}

#[test]
fn flattened_fields_are_fields_as_any_other() {
    let names: Vec<&str> = object::block::<Image>()
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "alone", "arn", "id", "labels", "name", "region", "timeouts", "zone"
        ]
    );
    let region: Attr<Tagged, Option<String>> = Tagged::COMMON.then(Common::REGION);
    let arn: Attr<Image, String, ComputedOnly> =
        Image::TAGGED.then(Tagged::COMMON.then(Common::ARN));
    assert_eq!(arn.name(), "arn");
    // From the left, step by step.
    let arn: Attr<Image, String, ComputedOnly> =
        Image::TAGGED.then(Tagged::COMMON).then(Common::ARN);
    assert_eq!(arn.name(), "arn");
    let zone = Image::TAGGED.then(Tagged::COMMON).then(Common::ZONE);
    assert_eq!(zone.path().to_string(), "zone");
    assert_eq!(Image::TAGGED.then(region).path().to_string(), "region");
    assert_eq!(Image::NAME.name(), "name");
    assert_eq!(Image::ALONE.name(), "alone");
    let image = Image {
        name: "a".into(),
        tagged: Tagged {
            labels: BTreeMap::from([("k".into(), "v".into())]),
            common: Common {
                region: Some("r".into()),
                zone: None,
                arn: "arn".into(),
            },
        },
        alone: None,
    };
    let object = object::encode(&image);
    let schema = schema::<Image>();
    assert_eq!(field(&schema, &object, "region"), &Value::from("r"));
    assert_eq!(field(&schema, &object, "arn"), &Value::from("arn"));
    assert_eq!(object::decode::<Image>(&object), Ok(image));
    let error = object::decode::<Image>(&with(&schema, &object, "zone", Value::from(1)));
    assert_eq!(
        error.unwrap_err().to_string(),
        "zone: a string is required, but this is a number"
    );
}

#[test]
fn flattened_fields_live_through_plan_and_apply() {
    let schema = schema::<Image>();
    let config = with(
        &schema,
        &schema.block.empty_object(),
        "name",
        Value::from("a"),
    );
    let config = with(&schema, &config, "region", Value::from("r"));
    let made = planned(&schema, Value::Null, config.clone());
    let arn = Image::TAGGED.then(Tagged::COMMON.then(Common::ARN));
    let region = Image::TAGGED.then(Tagged::COMMON.then(Common::REGION));
    let state = applied::<Image>(
        &schema,
        Operation::Create,
        &Value::Null,
        &made.planned,
        &config,
        |data| {
            data.set_id("1");
            assert_eq!(data.get(region).as_deref(), Some("r"));
            assert_eq!(data.value(arn), Val::Unknown);
            assert!(data.has_change(region));
            data.set(arn, "made");
        },
    );
    assert_eq!(field(&schema, &state, "arn"), &Value::from("made"));
    assert_eq!(
        planned(&schema, state.clone(), config.clone()).planned,
        state
    );
    // Relations of both sides, and what changes the id.
    let both = with(&schema, &config, "zone", Value::from("z"));
    let found = validate(&schema, &both, &Environment::default());
    assert!(
        found.iter().any(|d| d.path.to_string() == "region"),
        "{found}"
    );
    let labels = Value::Map([("k".into(), Value::from("v"))].into());
    let alone = with(&schema, &config, "alone", Value::from(true));
    let found = validate(
        &schema,
        &with(&schema, &alone, "labels", labels),
        &Environment::default(),
    );
    // Named from outside, told on both sides.
    for (at, other) in [("alone", "labels"), ("labels", "alone")] {
        let told = found.iter().filter(|d| d.path.to_string() == at);
        let told: Vec<_> = told.map(|d| d.detail.as_str()).collect();
        assert_eq!(told.len(), 1, "{found}");
        assert!(
            told[0].contains(&format!("conflicts with {other}")),
            "{found}"
        );
    }
    let other = with(&schema, &config, "region", Value::from("s"));
    let plan = planned(&schema, state, other);
    assert!(field(&schema, &plan.planned, "id").is_unknown());
}
