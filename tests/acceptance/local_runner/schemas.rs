//! `schema`: the local runner prints the schemas like Terraform, as far as Terraform supports the
//! kinds and members. Terraform 1.15 knows all of ours except those added in 1.16.

use std::collections::BTreeSet;
use std::process::Command;

use sdk_tests::terraform::{Plugin, Workspace, address, is_at_least, is_opentofu};
use serde_json::{Map, Value as Json};

use crate::{DISK, KITCHEN};

/// Removes a member, at any depth.
fn without(json: &mut Json, member: &str) {
    match json {
        Json::Object(members) => {
            members.remove(member);
            members.values_mut().for_each(|json| without(json, member));
        }
        Json::Array(list) => list.iter_mut().for_each(|json| without(json, member)),
        _ => {}
    }
}

/// Reports where the difference is: schemas are long.
#[track_caller]
fn assert_same(ours: &Json, terraform: &Json, place: &str) {
    let (Json::Object(left), Json::Object(right)) = (ours, terraform) else {
        assert_eq!(ours, terraform, "{place}");
        return;
    };
    let names = |members: &Map<String, Json>| members.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(left), names(right), "{place}");
    for (name, json) in left {
        assert_same(json, &right[name], &format!("{place}.{name}"));
    }
}

#[track_caller]
fn compare(plugin: Plugin) {
    let Some(work) = Workspace::new(&[plugin]) else {
        return;
    };
    let run = work
        .terraform(&["providers", "schema", "-json"])
        .succeeded();
    let mut printed: Json = serde_json::from_str(&run.stdout).expect("JSON");
    let terraform = printed["provider_schemas"][address(plugin.name)].take();
    let output = Command::new(plugin.binary).arg("schema").output();
    let mut printed: Json =
        serde_json::from_slice(&output.expect("the program runs").stdout).expect("JSON");
    let ours = printed["provider_schemas"]
        .as_object_mut()
        .expect("schemas");
    let mut ours = ours.values_mut().next().expect("a provider").take();
    let members = ours.as_object_mut().expect("an object");
    for (kind, since) in [
        ("ephemeral_resource_schemas", [1, 10]),
        ("resource_identity_schemas", [1, 12]),
        ("list_resource_schemas", [1, 14]),
        ("action_schemas", [1, 14]),
        ("state_store_schemas", [1, 15]),
    ] {
        if !is_at_least(since) {
            members.remove(kind);
        }
    }
    if !is_at_least([1, 15]) && !is_opentofu() {
        // Functions have had deprecation messages from the start.
        let mut functions = members.remove("functions");
        without(&mut ours, "deprecation_message");
        if let Some(functions) = functions.take() {
            ours["functions"] = functions;
        }
    }
    assert_same(&ours, &terraform, plugin.name);
    work.clean();
}

#[test]
fn schemas_of_the_disk_provider() {
    compare(DISK);
}

#[test]
fn of_the_kitchen() {
    compare(KITCHEN);
}
