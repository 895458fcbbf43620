//! Flatmap paths: the documented contract.

use serde_json::json;

use super::*;
use crate::data::Val;
use crate::path::Path;

fn sample() -> ResourceData<Image> {
    data(
        Operation::Update,
        &json!({"id": "1", "name": "a", "part": [{"label": "p", "size_mb": 1}], "labels": {"a": "1"}}),
        &json!({"id": "1", "name": "a", "uuid": "?", "size_mb": 0,
            "part": [{"label": "p"}, {"label": "q", "size_mb": 2}],
            "labels": {"a": "1", "x.y": "2"}, "rule": [{"label": "r"}],
            "mount": {"/": {"device": "?", "flags": ["f"]}}}),
    )
}

#[test]
fn an_unknown_key_gives_nothing_and_an_unset_one_the_zero() {
    let data = sample();
    for address in [
        "nme",
        "part.x",
        "part.0.lable",
        "part.0.label.x",
        "name.0",
        "rule.0",
        "rule.123.label",
        "part.%",
        "name.#",
        ".",
        "part.-1",
        "mount./.flags.f",
    ] {
        assert_eq!(data.dynamic().get(address), None, "{address}");
        assert_eq!(data.dynamic().get_ok(address), None, "{address}");
        assert_eq!(data.dynamic().get_change(address), None, "{address}");
        assert!(!data.dynamic().has_change(address), "{address}");
    }
    let zero = |address: &str| data.dynamic().get(address).expect(address);
    for address in [
        "note",
        "uuid",
        "part.9.label",
        "labels.none",
        "mount./.device",
        "boot.label",
    ] {
        assert_eq!(zero(address), Value::from(""), "{address}");
        assert_eq!(data.dynamic().get_ok(address), None, "{address}");
    }
    assert_eq!(zero("part.0.size_mb"), Value::from(0));
    assert_eq!(zero("mount.gone.readonly"), Value::from(false));
    assert_eq!(zero("tags"), Value::List(vec![]));
    assert_eq!(zero("zones"), Value::Set(std::iter::empty().collect()));
    assert_eq!(zero("boot"), crate::object::block::<Part>().empty_object());
    for (address, count) in [
        ("part.#", 2),
        ("labels.%", 2),
        ("rule.#", 1),
        ("tags.#", 0),
        ("mount.%", 1),
        ("mount./.flags.#", 1),
        ("mount.x.flags.#", 0),
    ] {
        assert_eq!(zero(address), Value::from(count), "{address}");
    }
}

#[test]
fn what_is_there_is_given() {
    let data = sample();
    for (address, value) in [
        ("name", Value::from("a")),
        ("part.1.label", Value::from("q")),
        ("part.1.size_mb", Value::from(2)),
        ("labels.a", Value::from("1")),
        ("labels.x.y", Value::from("2")),
    ] {
        assert_eq!(
            data.dynamic().get(address).as_ref(),
            Some(&value),
            "{address}"
        );
        assert_eq!(data.dynamic().get_ok(address), Some(value), "{address}");
    }
    assert_eq!(data.dynamic().get_ok("size_mb"), None);
    assert_eq!(data.dynamic().get_ok("part.#"), Some(Value::from(2)));
    assert_eq!(data.dynamic().get_ok("tags.#"), None);
    // A nested unknown, for the provider to fill in.
    assert!(data.dynamic().get_ok("mount").is_some());
    let whole = data.dynamic().get("").unwrap();
    assert_eq!(
        whole.as_object().unwrap().len(),
        schema::<Image>().block.fields.len()
    );
}

#[test]
fn the_id_is_no_field() {
    let data = sample();
    assert_eq!(data.dynamic().get("id"), Some(Value::from("")));
    assert_eq!(data.dynamic().get_ok("id"), None);
    assert_eq!(data.id(), Some("1"));
}

#[test]
fn changes_by_address() {
    let data = sample();
    for (address, changed) in [
        ("name", false),
        ("part", true),
        ("part.#", true),
        ("part.0.label", false),
        ("part.0.size_mb", true),
        ("part.1", true),
        ("labels.%", true),
        ("labels.a", false),
        ("uuid", true),
        ("size_mb", true),
        ("tags.#", false),
        ("", true),
    ] {
        assert_eq!(data.dynamic().has_change(address), changed, "{address}");
    }
    assert_eq!(
        data.dynamic().get_change("part.#"),
        Some((Value::from(1), Value::from(2)))
    );
    assert_eq!(
        data.dynamic().get_change("part.0.size_mb"),
        Some((Value::from(1), Value::from(0)))
    );
    // Null before and zero now: changed, and both read as zero.
    assert_eq!(
        data.dynamic().get_change("size_mb"),
        Some((Value::from(0), Value::from(0)))
    );
}

#[test]
fn set_by_name_is_checked_at_run_time() {
    let mut data = sample();
    data.dynamic_mut().set("note", "n");
    data.dynamic_mut().set("size_mb", Value::Null);
    assert_eq!(data.get(Image::NOTE), Some("n".to_owned()));
    assert!(data.dynamic().complaints().is_empty());
    for (address, value, says) in [
        ("part.0.label", Value::from("x"), "only be set whole"),
        ("gone", Value::from("x"), "is nothing"),
        ("name", Value::from(1), "type string is required"),
        (
            "tags",
            Value::List(vec![Value::from("s3cret"), Value::from(1)]),
            "tags[1]",
        ),
        ("token", Value::from("s3cret"), "write-only"),
        ("id", Value::from("x"), "set_id"),
        ("timeouts", Value::Null, "the user's"),
    ] {
        let mut data = sample();
        data.dynamic_mut().set(address, value);
        let told = data.dynamic().complaints();
        assert!(told.has_errors(), "{address}");
        let text = told.iter().next().unwrap().to_string();
        assert!(text.contains(says) && !text.contains("s3cret"), "{text}");
    }
}

#[test]
fn the_exact_value_and_the_configured_one() {
    let mut data = sample();
    let value = |address: &str| data.dynamic().value(address);
    assert_eq!(value("nme"), None);
    assert_eq!(value("note"), Some(Val::Null));
    assert_eq!(value("uuid"), Some(Val::Unknown));
    assert_eq!(value("mount./.device"), Some(Val::Unknown));
    assert_eq!(value("size_mb"), Some(Val::Known(Value::from(0))));
    assert_eq!(value("part.#"), Some(Val::Known(Value::from(2))));
    assert_eq!(value("tags.#"), Some(Val::Null));
    assert_eq!(value("id"), Some(Val::Null));
    assert_eq!(data.dynamic().configured("gone"), None);
    assert_eq!(
        data.dynamic().configured("part.1.label"),
        Some(Val::Known(Value::from("q")))
    );
    assert_eq!(data.dynamic().configured("note"), Some(Val::Null));
    assert!(data.dynamic().has_changes_except(&["part"]));
    assert!(
        !data
            .dynamic()
            .has_changes_except(&["part", "labels", "uuid", "size_mb", "rule", "mount"])
    );
    data.begin_partial();
    data.dynamic_mut().set_partial("part");
    data.dynamic_mut().set_partial("part.0");
    let told = data.dynamic().complaints().to_string();
    assert!(
        told.contains("part.0 of x_image cannot be saved on its own"),
        "{told}"
    );
}

#[test]
fn a_plan_hook_by_address() {
    let block = &schema::<Image>().block;
    let prior = json!({"id": "1", "name": "a", "uuid": "u", "part": [{"label": "p"}]});
    let planned = json!({"id": "1", "name": "a", "uuid": "u", "size_mb": "?",
        "part": [{"label": "q"}, {"label": "r"}]});
    let config = json!({"name": "a", "part": [{"label": "q"}, {"label": "r"}], "token": "t"});
    let [prior, config, planned] = [&prior, &config, &planned].map(|json| object(block, json));
    let mut plan = crate::data::PlanData::<Image>::new(crate::plan::PlanCore::new(
        schema::<Image>().into(),
        prior,
        config,
        planned,
    ));
    assert_eq!(plan.dynamic().value("size_mb"), Some(Val::Unknown));
    assert_eq!(plan.dynamic().value("gone"), None);
    assert_eq!(
        plan.dynamic().value("token"),
        Some(Val::Known(Value::from("t")))
    );
    assert_eq!(plan.dynamic().configured("size_mb"), Some(Val::Null));
    assert!(plan.dynamic().has_change("part.#") && plan.dynamic().has_change("part.0.label"));
    assert!(!plan.dynamic().has_change("uuid") && !plan.dynamic().has_change("gone"));
    let known = |text: &str| Val::Known(Value::from(text));
    assert_eq!(
        plan.dynamic().get_change("part.0.label"),
        Some((known("p"), known("q")))
    );
    plan.dynamic_mut().set_new("uuid", Value::UNKNOWN);
    assert_eq!(plan.dynamic().value("uuid"), Some(Val::Unknown));
    plan.dynamic_mut().require_replace("part.0.label");
    plan.dynamic_mut().set_new("gone", "x");
    plan.dynamic_mut().require_replace("part.x");
    let core = plan.into_core();
    assert_eq!(core.forced, [Path::new("part").index(0).attribute("label")]);
    let told = core.diagnostics.to_string();
    assert!(
        told.contains("x_image has no gone") && told.contains("no part.x"),
        "{told}"
    );
}
