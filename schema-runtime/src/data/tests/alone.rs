//! Blocks that occur at most once, as the struct itself.

use serde_json::json;

use super::object;
use crate::attr::AttrPath;
use crate::data::{ConfigData, DataCore, Operation, Outcome, Private, ResourceData, Val};
use crate::object::{decode, encode, schema};
use crate::schema::{Kind, Nesting};
use crate::value::Value;
use crate::{Schema, field_type::Set};

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Boot {
    #[field(required)]
    label: String,
    #[field(block(set, max_items = 1))]
    limit: Option<Limit>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Limit {
    #[field(optional)]
    mb: Option<i64>,
}

type Several = Vec<Limit>;

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_image")]
struct Image {
    #[field(block(list, max_items = 1))]
    boot: Option<Boot>,
    #[field(block(list, min_items = 1, max_items = 1))]
    disk: Limit,
    #[field(block(set, max_items = 1))]
    limit: Option<Limit>,
    #[field(block(list, max_items = 1))]
    several: Several,
    #[field(block(set, max_items = 1))]
    set: Set<Limit>,
}

fn data(
    operation: Operation,
    prior: &serde_json::Value,
    planned: &serde_json::Value,
) -> ResourceData<Image> {
    let object = |json| object(&schema::<Image>().block, json);
    ResourceData::new(DataCore::new(
        schema::<Image>().into(),
        operation,
        object(prior),
        object(planned),
        object(planned),
        Private::default(),
    ))
}

#[test]
fn the_schema_has_lists_and_sets() {
    let counts = |name| match &schema::<Image>().block.field(name).unwrap().kind {
        Kind::Block {
            nesting,
            min_items,
            max_items,
            ..
        } => (*nesting, *min_items, *max_items),
        _ => panic!(),
    };
    assert_eq!(counts("boot"), (Nesting::List, 0, 1));
    assert_eq!(counts("disk"), (Nesting::List, 1, 1));
    assert_eq!(counts("limit"), (Nesting::Set, 0, 1));
    assert_eq!(counts("several"), (Nesting::List, 0, 1));
}

#[test]
fn the_only_block_is_read_as_the_struct() {
    let data = data(
        Operation::Create,
        &json!(null),
        &json!({"boot": [{"label": "b", "limit": [{"mb": 3}]}], "disk": [{"mb": 1}], "limit": [{"mb": 2}]}),
    );
    let boot = Boot {
        label: "b".into(),
        limit: Some(Limit { mb: Some(3) }),
    };
    assert_eq!(data.get(Image::BOOT), Some(boot.clone()));
    assert_eq!(data.value(Image::BOOT), Val::Known(boot.clone()));
    assert_eq!(data.get_ok(Image::BOOT), Some(boot));
    assert_eq!(data.get(Image::BOOT.then(Boot::LABEL)), "b");
    assert_eq!(
        data.get(Image::BOOT.then(Boot::LIMIT).then(Limit::MB)),
        Some(3)
    );
    assert_eq!(data.require(Image::DISK).unwrap().mb, Some(1));
    assert_eq!(data.get(Image::DISK.then(Limit::MB)), Some(1));
    assert_eq!(data.get(Image::LIMIT.then(Limit::MB)), Some(2));
    assert!(data.get(Image::SEVERAL).is_empty() && data.get(Image::SET).is_empty());
    let config = data.dynamic().config().clone();
    assert_eq!(
        ConfigData::<Image>::new(&config)
            .value(Image::LIMIT.then(Limit::MB))
            .known(),
        Some(2)
    );
}

#[test]
fn none_is_no_block() {
    let data = data(
        Operation::Create,
        &json!(null),
        &json!({"boot": [], "disk": [{"mb": 1}], "limit": []}),
    );
    assert_eq!(data.get(Image::BOOT), None);
    assert_eq!(data.get_ok(Image::BOOT), None);
    assert_eq!(data.value(Image::LIMIT), Val::Null);
    assert_eq!(data.get(Image::BOOT.then(Boot::LABEL)), "");
    assert!(
        data.dynamic()
            .complaints()
            .iter()
            .all(|said| said.summary.contains("without an id"))
    );
    let config = data.dynamic().config().clone();
    assert_eq!(ConfigData::<Image>::new(&config).get_ok(Image::BOOT), None);
}

#[test]
fn a_struct_is_written_as_the_only_block() {
    let mut data = data(
        Operation::ReadDataSource,
        &json!(null),
        &json!({"boot": [], "disk": [{"mb": 1}], "limit": [{"mb": 2}]}),
    );
    let boot = Boot {
        label: "b".into(),
        limit: Some(Limit { mb: None }),
    };
    data.set(Image::BOOT, &boot);
    data.set(Image::DISK, Limit { mb: Some(5) });
    data.set(Image::LIMIT, None::<Limit>);
    assert_eq!(data.get(Image::BOOT), Some(boot));
    data.set_id("1");
    let saved = data.dynamic().saved(&Outcome::Done);
    let expected = json!({
        "id": "1", "boot": [{"label": "b", "limit": [{"mb": null}]}], "disk": [{"mb": 5}], "limit": [],
    });
    assert_eq!(saved, object(&schema::<Image>().block, &expected));
}

#[test]
fn a_whole_struct_comes_back() {
    let image = Image {
        boot: None,
        disk: Limit { mb: Some(1) },
        limit: Some(Limit { mb: None }),
        several: vec![Limit { mb: Some(2) }],
        set: Set::new(),
    };
    let value = encode(&image);
    let expected = json!({"disk": [{"mb": 1}], "limit": [{"mb": null}], "several": [{"mb": 2}]});
    assert_eq!(value, object(&schema::<Image>().block, &expected));
    assert_eq!(decode::<Image>(&value).unwrap(), image);
}

#[test]
fn what_does_not_fit_is_reported_where_it_is() {
    let two = |json| decode::<Image>(&object(&schema::<Image>().block, &json)).unwrap_err();
    let error = two(json!({"disk": [{"mb": 1}, {"mb": 2}]})).to_string();
    assert_eq!(error, "disk: an object is required, but this is a list");
    let error = two(json!({"disk": []})).to_string();
    assert_eq!(error, "disk: an object is required, but this is a list");
    let Value::Object(mut fields) = object(&schema::<Image>().block, &json!({"disk": [{"mb": 1}]}))
    else {
        panic!()
    };
    let (boot, _) = schema::<Image>().block.find("boot").unwrap();
    fields[boot] = Value::List(vec![Value::Object(vec![
        Value::Bool(true),
        Value::Set([].into_iter().collect()),
    ])]);
    let error = decode::<Image>(&Value::Object(fields)).unwrap_err();
    assert!(error.to_string().starts_with("boot[0].label: "), "{error}");
}

#[test]
fn a_path_goes_through_the_only_block_of_a_list_and_ends_at_a_set() {
    assert_eq!(
        Image::BOOT.then(Boot::LABEL).path().to_string(),
        "boot[0].label"
    );
    let inner = Image::BOOT.then(Boot::LIMIT).then(Limit::MB);
    assert_eq!(inner.path().to_string(), "boot[0].limit");
    assert_eq!(Image::LIMIT.then(Limit::MB).path().to_string(), "limit");
    assert_eq!(
        Image::SEVERAL.at(0).then(Limit::MB).path().to_string(),
        "several[0].mb"
    );
}
