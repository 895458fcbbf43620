//! What a plan hook sees and does.

use serde_json::json;

use super::*;
use crate::attr::AttrPath;
use crate::data::{PlanData, Val};
use crate::plan::{PlanCore, PlanInput, draft, finish};
use crate::schema::Environment;

/// The plan before the hook.
fn plan(prior: &serde_json::Value, config: &serde_json::Value) -> PlanData<Image> {
    let block = &schema::<Image>().block;
    let input = PlanInput {
        schema: schema::<Image>().into(),
        prior: object(block, prior),
        config: object(block, config),
    };
    PlanData::new(draft(input, &Environment::default()).into_core().0)
}

/// What forces a replacement, and what is rejected.
fn end(plan: PlanData<Image>) -> (Vec<String>, Vec<String>) {
    let core: PlanCore = plan.into_core();
    let made = finish(core, false);
    (
        made.requires_replace
            .iter()
            .map(ToString::to_string)
            .collect(),
        made.diagnostics.iter().map(ToString::to_string).collect(),
    )
}

const PRIOR: &str = r#"{"id": "1", "name": "a", "encrypted": false, "size_mb": 8, "uuid": "u",
    "note": "n", "tags": ["x"]}"#;

fn prior() -> serde_json::Value {
    serde_json::from_str(PRIOR).unwrap()
}

#[test]
fn values_and_changes_are_null_unknown_or_known() {
    let plan = plan(
        &prior(),
        &json!({"name": "?", "size_mb": 4, "tags": ["x", "y"]}),
    );
    assert_eq!(
        plan.get_change(Image::SIZE_MB),
        (Val::Known(8), Val::Known(4))
    );
    assert_eq!(
        plan.get_change(Image::NOTE),
        (Val::Known("n".to_owned()), Val::Null)
    );
    assert_eq!(plan.get_change(Image::NAME).1, Val::Unknown);
    assert_eq!(plan.changes(Image::TAGS).added(), ["y"]);
    assert!(plan.has_changes((Image::UUID, Image::NAME)) && !plan.has_changes(Image::UUID));
    assert_eq!(plan.changed_fields(), ["name", "note", "size_mb", "tags"]);
}

#[test]
fn a_condition_is_undecided_while_its_value_is_unknown() {
    let mut plan = plan(&prior(), &json!({"name": "?", "size_mb": 4}));
    assert_eq!(
        plan.value_is(Image::SIZE_MB, |size| *size == 4),
        Val::Known(true)
    );
    assert_eq!(plan.value_is(Image::NAME, |_| false), Val::Unknown);
    assert_eq!(plan.value_is(Image::NOTE, |_| true), Val::Known(false));
    assert_eq!(
        plan.change_is(Image::SIZE_MB, |old, new| (*old, *new) == (8, 4)),
        Val::Known(true)
    );
    // Unknown, removed, unchanged.
    assert_eq!(plan.change_is(Image::NAME, |_, _| false), Val::Unknown);
    assert_eq!(plan.change_is(Image::NOTE, |_, _| true), Val::Known(false));
    assert_eq!(plan.change_is(Image::UUID, |_, _| true), Val::Known(false));
    let renamed = plan.value_is(Image::NAME, |_| false);
    plan.unknown_if(Image::UUID, renamed);
    assert_eq!(plan.value(Image::UUID), Val::Unknown);
    plan.check_value(Image::NAME, |_| Err("not asked yet"));
    plan.require_replace_if_change(Image::NAME, |_, _| false);
    plan.require_replace_if(Image::SIZE_MB, |_| false);
    let (paths, told) = end(plan);
    assert_eq!((&*paths, told.len()), (&["name".to_owned()][..], 0));
}

#[test]
fn an_object_that_is_made_has_no_change_to_decide_about() {
    let plan = plan(&json!(null), &json!({"name": "?"}));
    assert_eq!(plan.change_is(Image::NAME, |_, _| true), Val::Known(false));
}

#[test]
fn what_only_the_provider_fills_in_further_inside_reads_as_zero() {
    let mount = |flags: serde_json::Value| json!({"name": "a", "mount": {"m": {"flags": flags}}});
    let mut made = plan(&json!(null), &mount(json!(["x", "y"])));
    assert_eq!(made.value(Image::MOUNT), Val::Unknown);
    let asked = made.value_is(Image::MOUNT, |mounts| {
        mounts["m"].flags.len() == 2 && mounts["m"].device.is_empty()
    });
    assert_eq!(asked, Val::Known(true));
    made.check_value(Image::MOUNT, |_| Err("too many flags"));
    assert!(made.finish().is_err());
    // The configured value may still become anything.
    let waits = plan(&json!(null), &mount(json!(["x", "?"])));
    assert_eq!(waits.value_is(Image::MOUNT, |_| true), Val::Unknown);
}

#[test]
fn a_replacement_is_forced_by_a_condition() {
    let shrinks = |size: i64| {
        let mut plan = plan(
            &prior(),
            &json!({"name": "a", "note": "n", "tags": ["x"], "size_mb": size}),
        );
        plan.require_replace_if_change(Image::SIZE_MB, |old, new| new < old);
        end(plan).0
    };
    assert_eq!(shrinks(4), ["size_mb"]);
    assert_eq!(shrinks(16), [""; 0]);
    let named = |config: serde_json::Value| {
        let mut plan = plan(&prior(), &config);
        plan.require_replace_if(Image::NOTE, |note| note == "new");
        plan.require_replace_if(Image::TAGS.at(0), |tag| tag == "x");
        end(plan).0
    };
    assert_eq!(
        named(json!({"name": "a", "note": "new", "tags": ["x"]})),
        ["note"]
    );
    // An unchanged field forces nothing.
    assert_eq!(
        named(json!({"name": "a", "note": "n", "tags": ["x", "y"]})),
        [""; 0]
    );
}

#[test]
fn checks_are_collected_until_asked_for() {
    let mut plan = plan(&prior(), &json!({"name": "a", "size_mb": 4, "note": "bad"}));
    plan.check_value(Image::NOTE, |note| match note.as_str() {
        "bad" => Err("this note is bad"),
        _ => Ok(()),
    });
    plan.check_change(Image::SIZE_MB, |old, new| match new < old {
        true => Err(format!("{old} cannot shrink to {new}")),
        false => Ok(()),
    });
    plan.check_value(Image::NAME, |_| Ok::<(), String>(()));
    let told = plan.finish().unwrap_err();
    let paths: Vec<String> = told.iter().map(|d| d.path.to_string()).collect();
    assert_eq!(paths, ["note", "size_mb"]);
    assert!(told.iter().any(|d| d.detail == "8 cannot shrink to 4"));
    // Reported once.
    assert!(plan.finish().is_ok());
    assert_eq!(end(plan).1, [""; 0]);
}

#[test]
fn computed_fields_are_opened_and_kept() {
    let mut plan = plan(&prior(), &json!({"name": "b"}));
    plan.unknown_if(Image::UUID, false);
    assert_eq!(plan.value(Image::UUID), Val::Known("u".to_owned()));
    plan.unknown_if(Image::UUID, true);
    assert_eq!(plan.value(Image::UUID), Val::Unknown);
    plan.keep_prior(Image::UUID);
    assert_eq!(plan.value(Image::UUID), Val::Known("u".to_owned()));
}

#[test]
fn what_is_configured_is_not_the_providers_to_plan() {
    // The provider may fill this in if it is not configured, and it fills in a default.
    let mut open = plan(&prior(), &json!({"name": "b"}));
    open.set_new(Image::SIZE_MB, 9);
    open.set_new(Image::ENCRYPTED, true);
    assert_eq!(open.value(Image::SIZE_MB), Val::Known(9));
    assert_eq!(open.value(Image::ENCRYPTED), Val::Known(true));
    assert!(open.finish().is_ok());
    let mut configured = plan(&prior(), &json!({"name": "b", "size_mb": 8}));
    configured.set_new(Image::SIZE_MB, 9);
    assert_eq!(configured.value(Image::SIZE_MB), Val::Known(8));
    assert!(configured.finish().is_err());
}
