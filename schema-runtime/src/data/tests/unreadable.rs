//! Stored values that the field's type cannot read.

use serde_json::json;

use super::*;
use crate::attr::AttrPath;
use crate::data::{PlanData, Val};
use crate::plan::PlanCore;

fn stored(operation: Operation) -> ResourceData<Image> {
    let object = json!({"id": "1", "name": "a", "kind": "beos", "ports": [1, 1.5]});
    match operation {
        Operation::Update => data(operation, &object, &object),
        _ => data(operation, &object, &json!(null)),
    }
}

fn complaints(data: &ResourceData<Image>) -> Vec<String> {
    let told = data.dynamic().complaints();
    told.iter().map(ToString::to_string).collect()
}

#[test]
fn what_cannot_be_read_fails_the_call_that_asked_for_it() {
    let data = stored(Operation::Update);
    assert!(complaints(&data).is_empty());
    assert_eq!(data.get(Image::KIND), None);
    assert_eq!(data.value(Image::KIND), Val::Null);
    assert_eq!(data.get_ok(Image::KIND), None);
    assert_eq!(data.get_change_ok(Image::KIND), (None, None));
    assert!(data.changes(Image::PORTS).is_empty());
    let told = complaints(&data);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("Error: kind has no usable value"),
        "{told:?}"
    );
    assert!(
        told[0].contains("\"linux\", \"swap\"") && told[0].contains("beos"),
        "{told:?}"
    );
    assert!(told[1].contains("ports[1]"), "{told:?}");
}

#[test]
fn null_unknown_and_what_is_written_again_are_no_complaint() {
    let planned = json!({"id": "?", "name": "a", "kind": "?", "uuid": "?", "ports": "?"});
    let fresh = data(Operation::Create, &json!(null), &planned);
    let _ = (
        fresh.get(Image::KIND),
        fresh.value(Image::UUID),
        fresh.get_change(Image::PORTS),
    );
    let _ = (
        fresh.get(Image::BOOT.then(Part::LABEL)),
        fresh.get_change_ok(Image::KIND),
    );
    let told = fresh.dynamic().complaints();
    assert!(
        told.iter().all(|d| d.summary.contains("without an id")),
        "{told}"
    );

    let mut update = stored(Operation::Update);
    let _ = update.get(Image::KIND);
    update.set(Image::KIND, Kind::Swap);
    assert!(complaints(&update).is_empty());
}

#[test]
fn a_refresh_and_a_delete_are_not_held_up() {
    for operation in [Operation::Read, Operation::Delete] {
        let data = stored(operation);
        let _ = data.get(Image::KIND);
        let told = complaints(&data);
        assert!(told[0].starts_with("Warning: "), "{told:?}");
    }
}

#[test]
fn a_plan_hook_is_warned() {
    let block = &schema::<Image>().block;
    let prior = object(block, &json!({"id": "1", "name": "a", "kind": "beos"}));
    let plan = PlanData::<Image>::new(PlanCore::new(
        schema::<Image>().into(),
        prior.clone(),
        prior.clone(),
        prior,
    ));
    assert_eq!(plan.prior(Image::KIND), None);
    let told = plan.into_core().diagnostics.to_string();
    assert!(
        told.starts_with("Warning: kind has no usable value"),
        "{told}"
    );
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_secret")]
struct Hidden {
    #[field(optional, sensitive)]
    kind: Option<Kind>,
}

#[test]
fn what_is_secret_is_not_shown() {
    let block = &schema::<Hidden>().block;
    let prior = object(block, &json!({"id": "1", "kind": "hunter2"}));
    let data: ResourceData<Hidden> = data_of(Operation::Read, prior, Value::Null, Value::Null);
    let _ = data.get(Hidden::KIND);
    let told = data.dynamic().complaints().to_string();
    let required = data.require(Hidden::KIND).unwrap_err().to_string();
    let all = data.read_struct().unwrap_err().to_string();
    for told in [&told, &required, &all] {
        assert!(told.contains("kind") && !told.contains("hunter2"), "{told}");
    }
}
