//! An id that is a field of the struct.

use serde_json::json;

use super::object;
use crate::Schema;
use crate::attr::AttrPath;
use crate::data::{DataCore, Operation, Outcome, Private, ResourceData};
use crate::object::{Root, schema};
use crate::schema::Environment;
use crate::schema::Flags;
use crate::validate::validate;
use crate::value::Value;

#[derive(Schema)]
#[schema(crate = crate, resource = "x_named")]
struct Named {
    /// The user's name for it.
    #[field(required)]
    id: String,
    #[field(computed)]
    etag: String,
}

#[derive(Schema)]
#[schema(crate = crate, resource = "x_numbered")]
struct Numbered {
    #[field(optional, computed)]
    id: Option<i64>,
}

#[derive(Schema)]
#[schema(crate = crate, data_source = "x_listed")]
struct Listed {
    #[field(computed)]
    id: Vec<String>,
}

#[derive(Schema)]
#[schema(crate = crate, resource = "x_served", id(optional, computed, description = "As Go's SDK serves it."))]
struct Served {
    #[field(optional)]
    note: Option<String>,
}

fn data<R: Root>(
    operation: Operation,
    prior: &serde_json::Value,
    planned: &serde_json::Value,
) -> ResourceData<R> {
    let object = |json| object(&schema::<R>().block, json);
    ResourceData::new(DataCore::new(
        schema::<R>().into(),
        operation,
        object(prior),
        object(planned),
        object(planned),
        Private::default(),
    ))
}

fn saved<R: Root>(data: &ResourceData<R>, outcome: &Outcome) -> Value {
    data.dynamic().saved(outcome)
}

fn said<R: Root>(data: &ResourceData<R>) -> String {
    let said = data.dynamic().complaints();
    said.iter()
        .map(|said| format!("{} ", said.summary))
        .collect()
}

#[test]
fn a_configured_id_is_the_id() {
    let config = json!({"id": "a", "etag": null});
    let created = data::<Named>(Operation::Create, &json!(null), &config);
    assert_eq!(
        (created.id(), created.get(Named::ID).as_str()),
        (Some("a"), "a")
    );
    assert_eq!(
        saved(&created, &Outcome::Done),
        object(&schema::<Named>().block, &config)
    );
    assert_eq!(said(&created), "");
    // Nothing recorded that the object exists.
    assert_eq!(saved(&created, &Outcome::Failed), Value::Null);

    let mut created = data::<Named>(Operation::Create, &json!(null), &config);
    created.set_id("a");
    assert_eq!(said(&created), "");
    assert_ne!(saved(&created, &Outcome::Failed), Value::Null);
}

#[test]
fn create_returns_the_configured_id() {
    let config = json!({"id": "a"});
    let mut created = data::<Named>(Operation::Create, &json!(null), &config);
    created.set_id("b");
    let complaints = created.dynamic().complaints();
    let complaint = complaints.iter().next().unwrap();
    assert_eq!(
        complaint.summary,
        "x_named was created under another id than the configured one"
    );
    assert_eq!(complaint.path.to_string(), "id");
}

#[test]
fn a_number_is_read_and_set_as_a_text() {
    let mut created = data::<Numbered>(Operation::Create, &json!(null), &json!({"id": "?"}));
    assert_eq!(created.id(), None);
    created.set_id("7");
    assert_eq!(
        (created.id(), created.get(Numbered::ID)),
        (Some("7"), Some(7))
    );
    let seven = object(&schema::<Numbered>().block, &json!({"id": 7}));
    assert_eq!(saved(&created, &Outcome::Done), seven);

    let mut created = data::<Numbered>(Operation::Create, &json!(null), &json!({"id": "?"}));
    created.set(Numbered::ID, 7);
    assert_eq!(created.id(), Some("7"));
    assert_eq!(saved(&created, &Outcome::Failed), seven);

    let read = data::<Numbered>(Operation::Read, &json!({"id": 7}), &json!(null));
    assert_eq!(read.id(), Some("7"));
    assert_eq!(saved(&read, &Outcome::Done), seven);

    let mut wrong = data::<Numbered>(Operation::Create, &json!(null), &json!({"id": "?"}));
    wrong.set_id("seven");
    assert!(
        said(&wrong).contains("has no id that is the string"),
        "{}",
        said(&wrong)
    );
}

#[test]
fn a_list_is_set_as_a_field() {
    let mut read = data::<Listed>(Operation::ReadDataSource, &json!(null), &json!({"id": "?"}));
    read.set(Listed::ID, vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(read.id(), Some("a,b"));
    let both = object(&schema::<Listed>().block, &json!({"id": ["a", "b"]}));
    assert_eq!(saved(&read, &Outcome::Done), both);
}

#[test]
fn an_object_whose_id_is_taken_back_is_gone() {
    let mut read = data::<Named>(Operation::Read, &json!({"id": "a"}), &json!(null));
    read.mark_gone();
    assert_eq!(saved(&read, &Outcome::Done), Value::Null);
}

#[test]
fn an_id_as_go_serves_it_is_not_configured() {
    let schema = schema::<Served>();
    let field = schema.block.field("id").unwrap();
    assert_eq!(
        field.flags,
        Flags::OPTIONAL.with(Flags::COMPUTED).with(Flags::IMPLIED)
    );
    assert_eq!(field.description.as_str(), "As Go's SDK serves it.");
    let told = |json| {
        validate(
            schema,
            &object(&schema.block, &json),
            &Environment::default(),
        )
        .iter()
        .map(|said| (said.summary.to_string(), said.path.to_string()))
        .collect::<Vec<_>>()
    };
    assert_eq!(told(json!({"note": "a"})), []);
    let refused = (
        "Value for unconfigurable attribute".to_owned(),
        "id".to_owned(),
    );
    assert_eq!(told(json!({"id": "a"})), std::slice::from_ref(&refused));
    assert_eq!(told(json!({"id": "?"})), [refused]);
    assert_eq!(Named::ID.path().to_string(), "id");
}
