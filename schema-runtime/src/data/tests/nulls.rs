//! Nulls inside collections of types that are not nullable.

use serde_json::json;

use super::*;
use crate::data::Outcome;
use crate::tests::show;

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
struct Holder {
    #[field(optional)]
    names: Vec<String>,
    #[field(optional)]
    lists: BTreeMap<String, Vec<i64>>,
    #[field(optional)]
    flags: Vec<bool>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_nulls")]
struct Nulls {
    #[field(optional)]
    names: Vec<String>,
    #[field(optional)]
    open: Vec<Option<String>>,
    #[field(optional)]
    lists: BTreeMap<String, Vec<i64>>,
    #[field(optional)]
    sets: Set<Vec<String>>,
    #[field(optional, validate = each(length(..=9)))]
    checked: Option<Vec<String>>,
    #[field(block(list))]
    list: Vec<Holder>,
    #[field(block(set))]
    set: Set<Holder>,
}

#[test]
fn a_null_inside_a_collection_survives_reading_and_writing_everything() {
    let planned = json!({"id": "1", "names": ["a", null, ""], "open": [null, "", "b"],
        "lists": {"a": null, "b": [null, 1, 0], "c": []}, "sets": [[null], [""], ["x"], []],
        "checked": [null],
        "list": [{"names": [null], "lists": {"k": null}}, {"flags": [null, false, true]}],
        "set": [{"names": [null]}, {"names": ["a"]}, {"lists": {"k": [null]}}]});
    let object = object(&schema::<Nulls>().block, &planned);
    for (operation, prior) in [
        (Operation::Create, Value::Null),
        (Operation::Update, object.clone()),
        (Operation::Read, object.clone()),
    ] {
        let planned = match operation {
            Operation::Read => Value::Null,
            _ => object.clone(),
        };
        let mut data: ResourceData<Nulls> = data_of(operation, prior, planned, object.clone());
        data.set_id("1");
        let all = data.read_struct().unwrap();
        data.write_struct(&all);
        assert_eq!(
            data.dynamic().saved(&Outcome::Done),
            object,
            "{operation:?}"
        );
        data.set(Nulls::NAMES, data.get(Nulls::NAMES));
        data.set(Nulls::SET, data.get(Nulls::SET));
        assert_eq!(
            data.dynamic().saved(&Outcome::Done),
            object,
            "{operation:?}"
        );
    }
}

#[test]
fn options_inside_a_collection_are_exact() {
    let planned = object(
        &schema::<Nulls>().block,
        &json!({"id": "1", "open": [null], "names": [null]}),
    );
    let mut data: ResourceData<Nulls> = data_of(Operation::Read, planned, Value::Null, Value::Null);
    data.set(Nulls::OPEN, vec![Some(String::new())]);
    data.set(Nulls::NAMES, vec![String::new(), "new".to_owned()]);
    let saved = show(
        &schema::<Nulls>().block,
        &data.dynamic().saved(&Outcome::Done),
    );
    assert_eq!(saved["open"], json!([""]));
    // A null that is written as the zero stays null.
    assert_eq!(saved["names"], json!([null, "new"]));
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, data_source = "x_found")]
struct Found {
    #[field(optional)]
    filter: Vec<String>,
    #[field(optional, computed)]
    zones: Set<String>,
    #[field(computed)]
    names: Vec<String>,
    #[field(computed)]
    labels: BTreeMap<String, String>,
    #[field(computed, nested(list))]
    holders: Vec<FoundHolder>,
    #[field(computed)]
    note: String,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, block)]
struct FoundHolder {
    #[field(computed)]
    name: String,
}

#[test]
fn nothing_found_is_empty_and_not_null() {
    let nothing = schema::<Found>().block.empty_object();
    let mut data: ResourceData<Found> = data_of(
        Operation::ReadDataSource,
        Value::Null,
        nothing.clone(),
        nothing.clone(),
    );
    data.set_id("1");
    data.set(Found::ZONES, Set::new());
    data.set(Found::NAMES, Vec::<String>::new());
    data.set(Found::LABELS, BTreeMap::new());
    data.set(Found::HOLDERS, Vec::<FoundHolder>::new());
    data.set(Found::NOTE, "");
    let saved = data.dynamic().saved(&Outcome::Done);
    let expected =
        json!({"id": "1", "zones": [], "names": [], "labels": {}, "holders": [], "note": ""});
    assert_eq!(saved, object(&schema::<Found>().block, &expected));
    // What was neither configured nor set is null, even when everything is written back as read.
    let mut data: ResourceData<Found> = data_of(
        Operation::ReadDataSource,
        Value::Null,
        nothing.clone(),
        nothing,
    );
    data.set_id("1");
    let all = data.read_struct().unwrap();
    data.write_struct(&all);
    let saved = data.dynamic().saved(&Outcome::Done);
    assert_eq!(saved, object(&schema::<Found>().block, &json!({"id": "1"})));
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_imported")]
struct Imported {
    #[field(optional)]
    tags: Vec<String>,
    #[field(computed)]
    members: Vec<String>,
}

#[test]
fn what_only_the_provider_gives_is_read_after_an_import_as_it_was_created() {
    let block = &schema::<Imported>().block;
    let read = |prior: &serde_json::Value| {
        let prior = object(block, prior);
        let mut data: ResourceData<Imported> =
            data_of(Operation::Read, prior, Value::Null, Value::Null);
        data.set(Imported::TAGS, Vec::<String>::new());
        data.set(Imported::MEMBERS, Vec::<String>::new());
        data.dynamic().saved(&Outcome::Done)
    };
    let expected = object(block, &json!({"id": "1", "members": []}));
    assert_eq!(read(&json!({"id": "1"})), expected);
    assert_eq!(read(&json!({"id": "1", "members": ["a"]})), expected);
}

#[test]
fn what_was_planned_null_stays_null() {
    let block = &schema::<Imported>().block;
    let stored = object(block, &json!({"id": "1"}));
    let mut data: ResourceData<Imported> = data_of(
        Operation::Update,
        stored.clone(),
        stored.clone(),
        stored.clone(),
    );
    data.set(Imported::MEMBERS, Vec::<String>::new());
    assert_eq!(data.dynamic().saved(&Outcome::Done), stored);
}
