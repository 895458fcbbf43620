//! Schemas of well-known providers, served through the dynamic door: Terraform accepts them, prints
//! them as they were, and creates, changes and destroys every resource in them.

use std::fs;

use sdk_tests::configure::{Amount, body};
use sdk_tests::terraform::{Workspace, address};
use sdk_tests::vectors::directory;
use serde_json::{Map, Value as Json, json};

use schema_runtime::dynamic::{ProviderSchemas, read_document};

/// A workspace with the provider of a schema file; nothing where that is not at hand.
fn workspace(test: &str, name: &'static str) -> Option<(Workspace, Json, ProviderSchemas)> {
    let Some(vectors) = directory() else {
        assert!(std::env::var_os("CI").is_none(), "the schemas are missing");
        eprintln!("skipped {test}: no provider schemas here");
        return None;
    };
    let path = vectors.join(format!("../provider-schemas/{name}.json"));
    let work = Workspace::new(test, &[crate::any(name)])?;
    work.set("ANY_SCHEMA", path.as_os_str());
    let document: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let schemas = read_document(&document).unwrap().remove(0);
    Some((work, document, schemas))
}

/// What Terraform adds or leaves out where nothing is said.
fn strip(json: &mut Json) {
    match json {
        Json::Object(members) => {
            members.retain(|name, member| {
                name != "description_kind"
                    && !matches!(member, Json::Null | Json::Bool(false))
                    && !member.as_object().is_some_and(Map::is_empty)
                    && member.as_str() != Some("")
            });
            members.values_mut().for_each(strip);
        }
        Json::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

fn live(test: &str, name: &'static str, protocol: u8) {
    let Some((work, document, schemas)) = workspace(test, name) else {
        return;
    };
    work.set("ANY_PROTOCOL", protocol.to_string());
    // What Terraform prints is what the file says.
    let run = work
        .terraform(&["providers", "schema", "-json"])
        .succeeded();
    let mut printed: Json = serde_json::from_str(&run.stdout).unwrap();
    let mut printed = printed["provider_schemas"][address(name)].take();
    let mut expected = document["provider_schemas"][&schemas.address].clone();
    for part in [&mut printed, &mut expected] {
        strip(part);
    }
    assert_same(&printed, &expected, name);

    // Every resource, with as little and as much as there can be.
    let configuration = |word: &str| {
        let mut resources = Map::new();
        let mut count = 0;
        for schema in &schemas.resources {
            let mut instances = Map::new();
            for (label, amount) in [("least", Amount::Least), ("most", Amount::Most)] {
                if let Some(body) = body(schema, amount, &format!("{word}-{label}")) {
                    instances.insert(label.to_owned(), body);
                    count += 1;
                }
            }
            resources.insert(schema.type_name.to_string(), Json::Object(instances));
        }
        let settings = schemas.provider.as_ref().unwrap();
        let provider = body(settings, Amount::Least, "p").unwrap();
        let text = json!({ "resource": resources, "provider": { name: provider } });
        work.write("all.tf.json", &text.to_string());
        count
    };
    let count = configuration("one");
    assert!(count >= schemas.resources.len(), "{count}");
    work.apply()
        .says(&format!("{count} added, 0 changed, 0 destroyed"));
    work.nothing_to_do();
    configuration("two");
    let run = work.apply();
    assert!(
        run.text().contains("0 added, ") && run.text().contains(", 0 destroyed"),
        "{}",
        run.text()
    );
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// Fails with the first place that differs.
#[track_caller]
fn assert_same(found: &Json, expected: &Json, place: &str) {
    match (found, expected) {
        (Json::Object(found), Json::Object(expected)) => {
            for name in found.keys().chain(expected.keys()) {
                let (found, expected) = (found.get(name), expected.get(name));
                let place = format!("{place}.{name}");
                match (found, expected) {
                    (Some(found), Some(expected)) => assert_same(found, expected, &place),
                    _ => assert_eq!(found, expected, "{place}"),
                }
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

#[test]
fn azuread() {
    live("azuread", "azuread", 6);
}

#[test]
fn elasticstack() {
    live("elasticstack", "elasticstack", 6);
}

#[test]
fn github() {
    live("github", "github", 6);
}

#[test]
fn vault() {
    live("vault", "vault", 6);
}

#[test]
fn vsphere() {
    live("vsphere", "vsphere", 5);
}
