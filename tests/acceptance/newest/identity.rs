//! Identities, under a Terraform that saves them in its state (from 1.12): plan, create, read,
//! change, replacement, delete and upgrade.

use sdk_tests::terraform::Workspace;
use serde_json::{Value as Json, json};

use super::LIB;

#[track_caller]
pub(super) fn library() -> Option<Workspace> {
    Workspace::since("1.12", "it keeps no identities", &[LIB])
}

/// For failures, with which 1.12 saves no identity.
#[track_caller]
fn since_1_13() -> Option<Workspace> {
    Workspace::since("1.13", "it loses identities with what fails", &[LIB])
}

pub(super) fn book(arguments: &str) -> String {
    format!("resource \"lib_book\" \"b\" {{\n  shelf = \"s\"\n{arguments}\n}}\n")
}

pub(super) fn loan(how: &str) -> String {
    format!("resource \"lib_loan\" \"l\" {{\n  reader = \"r\"\n  how = \"{how}\"\n}}\n")
}

/// The identity of a resource's only instance in the state, and the version of its schema.
pub(super) fn instance(work: &Workspace, address: &str) -> (Json, Json) {
    let state = work.state();
    let (kind, name) = address.split_once('.').expect("type and name");
    let resources = state.json()["resources"].as_array().cloned();
    let found = resources
        .unwrap_or_default()
        .into_iter()
        .find(|one| one["type"] == kind && one["name"] == name);
    let instance = found.map_or(Json::Null, |found| found["instances"][0].clone());
    (
        instance["identity"].clone(),
        instance["identity_schema_version"].clone(),
    )
}

/// Writes another identity of this version into the state.
pub(super) fn store(work: &Workspace, identity: &Json, version: u64) {
    work.state().edit(|json| {
        let instance = &mut json["resources"][0]["instances"][0];
        instance["identity"] = identity.clone();
        instance["identity_schema_version"] = json!(version);
        if identity.is_null() {
            let instance = instance.as_object_mut().expect("an object");
            instance.remove("identity");
            instance.remove("identity_schema_version");
        }
    });
}

/// Reads all objects, and writes the state.
#[track_caller]
fn read_again(work: &Workspace) {
    work.terraform(&["apply", "-refresh-only", "-auto-approve"])
        .succeeded();
}

/// A different stored identity changes nothing, and the next read corrects it.
#[track_caller]
fn becomes(work: &Workspace, address: &str, old: (&Json, u64), now: &(Json, Json)) {
    store(work, old.0, old.1);
    work.nothing_to_do();
    read_again(work);
    assert_eq!(&instance(work, address), now, "{old:?}");
}

/// Destroys all, without a read before.
#[track_caller]
fn destroy_unread(work: &Workspace) {
    work.terraform(&["destroy", "-auto-approve", "-refresh=false"])
        .succeeded();
}

/// The identity before and after, in the plan of the only change.
pub(super) fn planned(work: &Workspace) -> (Json, Json) {
    let plan = work.plan();
    let change = plan.json()["resource_changes"][0]["change"].clone();
    (
        change["before_identity"].clone(),
        change["after_identity"].clone(),
    )
}

#[test]
fn from_the_first_plan_to_the_delete() {
    let Some(work) = library() else { return };
    // Known as far as it is configured.
    work.main(&book("code = \"c\""));
    assert_eq!(
        planned(&work),
        (Json::Null, json!({ "shelf": "s", "code": "c" }))
    );
    work.main(&book(""));
    // Terraform could not show a plan with a partly known identity.
    assert_eq!(planned(&work), (Json::Null, Json::Null));
    work.apply();
    let identity = json!({ "shelf": "s", "code": "c1" });
    assert_eq!(instance(&work, "lib_book.b"), (identity.clone(), json!(1)));
    work.nothing_to_do();
    // A change in place keeps it.
    work.main(&book("title = \"t\""));
    assert_eq!(planned(&work), (identity.clone(), identity.clone()));
    work.apply();
    assert_eq!(instance(&work, "lib_book.b").0, identity);
    // A replacement has another.
    work.main(&book("title = \"t\"").replace("\"s\"", "\"z\""));
    assert_eq!(planned(&work), (identity.clone(), Json::Null));
    work.main(&book("code = \"c1\"").replace("\"s\"", "\"z\""));
    assert_eq!(
        planned(&work),
        (identity, json!({ "shelf": "z", "code": "c1" }))
    );
    work.apply();
    assert_eq!(instance(&work, "lib_book.b").0["shelf"], "z");
    work.destroy();
    work.clean();
}

/// Terraform sends no identity for a destroy: delete has it all the same.
#[test]
fn deleted_objects_are_identified() {
    let Some(work) = library() else { return };
    let config = |reader: &str, rest: &str| {
        loan("identified")
            .replace("\"r\"", &format!("\"{reader}\""))
            .replace("}\n", &format!("{rest}\n}}\n"))
    };
    let first = "lifecycle {\n    create_before_destroy = true\n  }";
    let identity = json!({ "serial": 7, "branch": null, "pages": [1, 2] });
    work.main(&config("a", ""));
    work.apply();
    // Both orders of a replacement.
    for (reader, rest) in [("b", ""), ("c", ""), ("d", first), ("e", first)] {
        work.main(&config(reader, rest));
        work.apply();
        assert_eq!(instance(&work, "lib_loan.l").0, identity);
    }
    // Identities carried from plan to apply are not saved with the object: the next plan does not
    // get them.
    let state = work.state();
    assert_eq!(
        state.json()["resources"][0]["instances"][0].get("private"),
        None
    );
    work.nothing_to_do();
    // A saved plan of a replacement, and one of a destroy.
    work.main(&config("f", ""));
    work.terraform(&["plan", "-out=saved"]).succeeded();
    work.terraform(&["apply", "saved"]).succeeded();
    work.terraform(&["plan", "-destroy", "-out=saved"])
        .succeeded();
    work.terraform(&["apply", "saved"]).succeeded();
    work.clean();
    // By removing its block, without a read before.
    work.main(&config("g", ""));
    work.apply();
    work.main("");
    work.terraform(&["apply", "-auto-approve", "-refresh=false"])
        .succeeded();
    work.clean();
}

/// An object that could not be deleted after its replacement was created is deleted later, with its
/// own identity.
#[test]
fn deposed_objects_are_identified() {
    let Some(work) = since_1_13() else { return };
    let config = |reader: &str, how: &str| {
        let lifecycle = "  lifecycle {\n    create_before_destroy = true\n  }\n}\n";
        loan(how)
            .replace("\"r\"", &format!("\"{reader}\""))
            .replace("}\n", lifecycle)
    };
    work.main(&config("a", "stuck"));
    work.apply();
    work.main(&config("b", "identified"));
    work.apply_fails().says("nobody gives it back");
    // Its identity still exists.
    work.state().edit(|json| {
        let instances = json["resources"][0]["instances"]
            .as_array_mut()
            .expect("instances");
        let deposed = instances.iter_mut().find(|one| !one["deposed"].is_null());
        let deposed = deposed.expect("a deposed object");
        assert_eq!(deposed["identity"]["serial"], 7);
        deposed["attributes"]["how"] = json!("identified");
    });
    work.apply();
    work.destroy();
    work.clean();
}

#[test]
fn identities_have_scalars_and_lists() {
    let Some(work) = library() else { return };
    work.main(
        "resource \"lib_seat\" \"s\" {\n  row = 9007199254740993\n  window = true\n}\n\
         resource \"lib_card\" \"c\" {\n  series = \"a\"\n  number = -1\n}\n\
         resource \"lib_member\" \"m\" {}\n",
    );
    work.apply();
    let seat = json!({ "row": 9_007_199_254_740_993_i64, "window": true, "height": 0.75, "lamps": ["left", "right"] });
    assert_eq!(instance(&work, "lib_seat.s").0, seat);
    let card = json!({ "series": "a", "number": -1 });
    assert_eq!(instance(&work, "lib_card.c"), (card, json!(0)));
    assert_eq!(instance(&work, "lib_member.m").0, json!({ "id": "m1" }));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// Objects of a provider without identities: for versions 0, 1 and 2 the next read adds one. For
/// the latter two Terraform asks for an upgrade of nothing.
#[test]
fn objects_without_identity_get_one_from_the_next_read() {
    let Some(work) = library() else { return };
    for (config, address, version) in [
        (
            "resource \"lib_seat\" \"s\" {\n  row = 1\n}\n".to_owned(),
            "lib_seat.s",
            0,
        ),
        (book(""), "lib_book.b", 1),
        (loan(""), "lib_loan.l", 2),
    ] {
        work.main(&config);
        work.apply();
        let before = instance(&work, address);
        assert_eq!(before.1, json!(version), "{address}");
        store(&work, &Json::Null, 0);
        assert_eq!(instance(&work, address).0, Json::Null);
        becomes(&work, address, (&Json::Null, 0), &before);
        // It can also be deleted without.
        store(&work, &Json::Null, 0);
        destroy_unread(&work);
        assert_eq!(work.state().count(), 0);
    }
    work.clean();
}

#[test]
fn an_older_identity_is_upgraded() {
    let Some(work) = library() else { return };
    work.main(&loan("silent"));
    work.apply_fails().says("identif");
    work.main(&loan(""));
    work.apply();
    let now = instance(&work, "lib_loan.l");
    for (version, old) in [(0, json!({ "number": "7" })), (1, json!({ "serial": "7" }))] {
        becomes(&work, "lib_loan.l", (&old, version), &now);
    }
    // The identity consists of fields: what fits is kept, and the next read adds the rest.
    work.destroy();
    work.main(&book(""));
    work.apply();
    let now = instance(&work, "lib_book.b");
    for old in [
        json!({ "shelf": "s", "room": 1 }),
        json!({ "room": 1 }),
        json!({ "shelf": ["s"] }),
    ] {
        becomes(&work, "lib_book.b", (&old, 0), &now);
    }
    work.destroy();
    work.clean();
}

#[test]
fn a_failed_upgrade_is_an_error_and_keeps_the_state() {
    let Some(work) = library() else { return };
    work.main(&loan(""));
    work.apply();
    let now = instance(&work, "lib_loan.l").0;
    for (version, old, wrong) in [
        (1, json!({ "serial": "seven" }), "invalid digit"),
        (1, json!({ "serial": "panic" }), "no such loan"),
        (0, json!({ "serial": "7" }), "cannot parse integer"),
        // Terraform's own message: it came from a newer provider.
        (3, json!({ "serial": 7 }), "newer"),
    ] {
        store(&work, &old, version);
        work.terraform(&["plan"]).failed().says(wrong);
        assert_eq!(instance(&work, "lib_loan.l"), (old, json!(version)));
    }
    store(&work, &now, 2);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// What another provider stored for a type without identity here: Terraform drops version 0, and
/// rejects any other, even if nothing else is wrong. The remedy is an identity of that version, as
/// above.
#[test]
fn a_type_without_identity_accepts_only_version_0() {
    let reason = "it does not compare the versions";
    let Some(work) = Workspace::since("1.15", reason, &[LIB]) else {
        return;
    };
    work.main("resource \"lib_plain\" \"p\" {\n  name = \"p\"\n}\n");
    work.apply();
    store(&work, &json!({ "name": "p" }), 1);
    work.terraform(&["plan"])
        .failed()
        .says("managed by newer provider version");
    store(&work, &json!({ "name": "p" }), 0);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn a_read_that_changes_the_identity_is_an_error() {
    let Some(work) = library() else { return };
    work.main(&book("how = \"moved\""));
    work.apply();
    work.terraform(&["plan"])
        .failed()
        .says("read changes the object's identity");
    destroy_unread(&work);
    // In a separate identity struct, one part may change and another may not.
    work.main(&loan("other"));
    work.apply();
    work.terraform(&["plan"])
        .failed()
        .says("read changes the object's identity");
    destroy_unread(&work);
    work.main(&loan("branch"));
    work.apply();
    assert_eq!(instance(&work, "lib_loan.l").0["branch"], Json::Null);
    read_again(&work);
    assert_eq!(instance(&work, "lib_loan.l").0["branch"], "north");
    work.destroy();
    work.clean();
}

#[test]
fn an_update_may_change_only_a_mutable_identity() {
    let Some(work) = since_1_13() else { return };
    work.main(&book(""));
    work.apply();
    let identity = instance(&work, "lib_book.b").0;
    work.main(&book("how = \"recode\""));
    work.apply_fails().says("the result contradicts the plan");
    assert_eq!(instance(&work, "lib_book.b").0["shelf"], identity["shelf"]);
    destroy_unread(&work);
    work.main(&loan(""));
    work.apply();
    let identity = instance(&work, "lib_loan.l").0;
    work.main(&loan("other"));
    work.apply_fails()
        .says("update changes the object's identity");
    // The new identity is saved.
    assert_eq!(
        (
            &identity["serial"],
            &instance(&work, "lib_loan.l").0["serial"]
        ),
        (&json!(7), &json!(8))
    );
    destroy_unread(&work);
    let tag = |name: &str| format!("resource \"lib_tag\" \"t\" {{\n  name = \"{name}\"\n}}\n");
    work.main(&tag("a"));
    work.apply();
    work.main(&tag("b"));
    assert_eq!(
        planned(&work),
        (json!({ "name": "a" }), json!({ "name": "b" }))
    );
    work.apply();
    assert_eq!(instance(&work, "lib_tag.t").0, json!({ "name": "b" }));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// The plan hook sets a part before the object is created.
#[test]
fn the_plan_contains_what_the_plan_hook_sets() {
    let Some(work) = library() else { return };
    let volume = |how: &str| {
        format!(
            "resource \"lib_volume\" \"v\" {{\n  shelf = \"a\"\n  place = \"p\"\n  how = \"{how}\"\n}}\n"
        )
    };
    work.main(&volume("whole"));
    let whole = json!({ "shelf": "shelf a", "serial": 7, "place": "p" });
    assert_eq!(planned(&work).1, whole);
    work.apply();
    assert_eq!(instance(&work, "lib_volume.v").0, whole);
    work.nothing_to_do();
    work.destroy();
    work.main(&volume("other"));
    work.apply_fails().says("the object's identity");
    work.terraform(&["destroy", "-auto-approve"]).succeeded();
    work.clean();
}

#[test]
fn a_deposed_object_keeps_its_identity() {
    let Some(work) = since_1_13() else { return };
    let of = |shelf: &str, how: &str| {
        book(&format!(
            "how = \"{how}\"\nlifecycle {{\n  create_before_destroy = true\n}}"
        ))
        .replace("\"s\"", &format!("\"{shelf}\""))
    };
    work.main(&of("one", "stuck"));
    work.apply();
    work.main(&of("two", ""));
    work.apply_fails().says("the book is stuck");
    let state = work.state();
    let instances = state.json()["resources"][0]["instances"]
        .as_array()
        .expect("two")
        .clone();
    let mut shelves: Vec<_> = instances
        .iter()
        .map(|one| {
            (
                one["deposed"].is_string(),
                one["identity"]["shelf"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
            )
        })
        .collect();
    shelves.sort();
    assert_eq!(
        shelves,
        [(false, "two".to_owned()), (true, "one".to_owned())]
    );
    // The cause of the failure is removed.
    state.edit(|json| {
        for one in json["resources"][0]["instances"]
            .as_array_mut()
            .expect("two")
        {
            one["attributes"]["how"] = Json::Null;
        }
    });
    work.main(&of("two", "").replace("how = \"\"", ""));
    work.apply();
    assert_eq!(work.state().count(), 1);
    work.destroy();
    work.clean();
}

#[test]
fn a_failed_create_saves_its_identity() {
    let Some(work) = since_1_13() else { return };
    for how in ["fail", "panic"] {
        work.main(&loan(how));
        work.apply_fails();
        assert!(work.state().object("lib_loan.l").is_tainted());
        assert_eq!(
            work.state().object("lib_loan.l").identity()["serial"],
            7,
            "{how}"
        );
        work.terraform(&["destroy", "-auto-approve"]).succeeded();
    }
    work.clean();
}
