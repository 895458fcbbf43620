//! Typed accessors at all depths.

use serde_json::json;

use super::*;
use crate::attr::AttrPath;
use crate::data::Val;

#[test]
fn get_gives_the_zero_where_nothing_is_there() {
    let data = data(
        Operation::Create,
        &json!(null),
        &json!({"name": "a", "uuid": "?", "id": "?", "part": [{"label": "p"}]}),
    );
    assert_eq!(data.get(Image::NAME), "a");
    assert_eq!(data.get(Image::UUID), "");
    assert_eq!(data.get(Image::SIZE_MB), None);
    assert!(!data.get(Image::ENCRYPTED));
    assert_eq!(data.get(Image::NOTE), None);
    assert!(data.get(Image::TAGS).is_empty() && data.get(Image::ZONES).is_empty());
    assert!(data.get(Image::LABELS).is_empty() && data.get(Image::MOUNT).is_empty());
    assert_eq!(data.get(Image::BOOT), None);
    assert_eq!(data.get(Image::KIND), None);
    let part = |i| Image::PART.at(i).then(Part::LABEL);
    assert_eq!(
        (data.get(part(0)), data.get(part(7))),
        ("p".to_owned(), String::new())
    );
    assert_eq!(data.get(Image::PART.at(0).then(Part::SIZE_MB)), None);
    assert_eq!(data.get(Image::LABELS.at("env")), None);
    assert_eq!(data.get(Image::MOUNT.at("/").then(Mount::DEVICE)), "");
    assert_eq!(data.get(Image::BOOT.then(Part::LABEL)), "");
}

#[test]
fn an_unknown_part_reads_as_zero_without_hiding_the_rest() {
    let data = data(
        Operation::Create,
        &json!(null),
        &json!({"name": "a", "mount": {"/": {"readonly": true, "device": "?"}}}),
    );
    let mount = data.get(Image::MOUNT);
    assert_eq!(
        (mount["/"].readonly, mount["/"].device.as_str()),
        (Some(true), "")
    );
    assert_eq!(data.value(Image::MOUNT), Val::Unknown);
    assert_eq!(
        data.value(Image::MOUNT.at("/").then(Mount::READONLY)),
        Val::Known(true)
    );
    assert_eq!(data.get_ok(Image::MOUNT), Some(mount));
}

#[test]
fn set_known_and_not_zero_is_what_get_ok_gives() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a"}),
        &json!({"id": "1", "name": "", "note": "", "size_mb": 0, "encrypted": true, "kind": "swap",
            "uuid": "?", "tags": [], "labels": {"env": ""}, "ports": [0]}),
    );
    assert_eq!(data.get_ok(Image::NAME), None);
    assert_eq!(data.get_ok(Image::NOTE), None);
    assert_eq!(data.get_ok(Image::SIZE_MB), None);
    assert_eq!(data.get_ok(Image::ENCRYPTED), Some(true));
    assert_eq!(data.get_ok(Image::KIND), Some(Kind::Swap));
    assert_eq!(data.get_ok(Image::UUID), None);
    assert_eq!(data.get_ok(Image::TAGS), None);
    assert_eq!(data.get_ok(Image::LABELS).map(|l| l.len()), Some(1));
    assert_eq!(data.get_ok(Image::LABELS.at("env")), None);
    assert_eq!(data.get_ok(Image::PORTS), Some(vec![0]));
    // `value` distinguishes all of them, and an `Option` distinguishes null from zero in `get`.
    assert_eq!(data.value(Image::NOTE), Val::Known(String::new()));
    assert_eq!(data.value(Image::UUID), Val::Unknown);
    assert_eq!(data.value(Image::BOOT), Val::Null);
    assert_eq!(data.get(Image::NOTE), Some(String::new()));
}

#[test]
fn require_names_the_field() {
    let data = data(
        Operation::Create,
        &json!(null),
        &json!({"name": "a", "part": [{"label": "p"}]}),
    );
    assert_eq!(data.require(Image::NAME).unwrap(), "a");
    for (error, path) in [
        (data.require(Image::KIND).unwrap_err(), "kind"),
        (data.require(Image::PART.at(3)).unwrap_err(), "part[3]"),
    ] {
        let error = error.diagnostics().iter().next().unwrap();
        assert_eq!(error.path.to_string(), path);
        assert!(error.summary.contains(path), "{error}");
    }
}

#[test]
fn what_was_set_is_on_top_of_plan_and_state() {
    let mut data = data(
        Operation::Update,
        &json!({"id": "1", "name": "old", "note": "kept", "size_mb": 5}),
        &json!({"id": "1", "name": "new", "note": "kept", "size_mb": 5}),
    );
    assert_eq!(data.get(Image::NAME), "new");
    let name = "set".to_owned();
    data.set(Image::NAME, &name);
    data.set(Image::NOTE, None::<String>);
    data.set(Image::SIZE_MB, 7);
    data.set(Image::KIND, Kind::Linux);
    data.set(Image::ZONES, vec!["a".to_owned(), "a".to_owned()]);
    assert_eq!(data.get(Image::NAME), name);
    assert_eq!(data.value(Image::NOTE), Val::Null);
    assert_eq!(data.get(Image::SIZE_MB), Some(7));
    assert_eq!(data.get(Image::ZONES).len(), 1);
    // Changes are between state and plan, ignoring what was set since.
    assert!(data.has_change(Image::NAME) && !data.has_change(Image::SIZE_MB));
    assert_eq!(
        data.get_change(Image::NAME),
        ("old".to_owned(), "new".to_owned())
    );
}

#[test]
fn raw_values_and_the_configuration_are_exact() {
    let block = &schema::<Image>().block;
    let prior = object(block, &json!({"id": "1", "name": "a"}));
    let planned = object(
        block,
        &json!({"id": "1", "name": "a", "encrypted": false, "uuid": "?"}),
    );
    let config = object(block, &json!({"name": "a", "token": "t0p"}));
    let data: ResourceData<Image> = data_of(
        Operation::Update,
        prior.clone(),
        planned.clone(),
        config.clone(),
    );
    assert_eq!(
        (
            data.dynamic().prior(),
            data.dynamic().planned(),
            data.dynamic().config()
        ),
        (&prior, &planned, &config)
    );
    // A default is in the plan, not in the configuration; a write-only value is the reverse.
    assert_eq!(data.config(Image::ENCRYPTED), Val::Null);
    assert_eq!(data.value(Image::ENCRYPTED), Val::Known(false));
    assert_eq!(data.config(Image::TOKEN), Val::Known("t0p".to_owned()));
    assert_eq!(data.get(Image::TOKEN), Some("t0p".to_owned()));
    assert_eq!(data.dynamic().get("token"), Some(Value::from("t0p")));
    assert!(!data.is_new());
    let read: ResourceData<Image> = data_of(Operation::Read, prior, Value::Null, Value::Null);
    assert_eq!(read.config(Image::NAME), Val::Null);
    assert_eq!(read.get(Image::NAME), "a");
    assert!(!read.has_changes_except(()));
}

#[test]
fn the_id_is_the_one_that_was_set_else_the_stored_one() {
    let mut data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a"}),
        &json!({"id": "1", "name": "a"}),
    );
    assert_eq!(data.id(), Some("1"));
    data.set_id("2");
    assert_eq!(data.id(), Some("2"));
    data.mark_gone();
    assert_eq!(data.id(), None);
}
