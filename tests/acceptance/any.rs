//! Schemas of well-known providers, served as dynamic schemas: Terraform accepts them, prints them
//! unchanged, and creates, changes and destroys every resource in them.

use std::collections::BTreeMap;
use std::fs;

use sdk_tests::config_json::{Amount, body};
use sdk_tests::terraform::{Workspace, address};
use sdk_tests::vectors::directory;
use serde_json::{Map, Value as Json, json};

use schema_runtime::dynamic::{ProviderSchemas, read_document};

/// A workspace with the provider of a schema file; `None` if that file is not available.
fn workspace(name: &'static str) -> Option<(Workspace, Json, ProviderSchemas)> {
    let Some(vectors) = directory() else {
        assert!(std::env::var_os("CI").is_none(), "the schemas are missing");
        sdk_tests::say!("SKIPPED: no provider schemas here");
        return None;
    };
    let path = vectors.join(format!("../provider-schemas/{name}.json"));
    let work = Workspace::new(&[crate::any(name)])?;
    work.set("ANY_SCHEMA", path.as_os_str());
    let document: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let schemas = read_document(&document).unwrap().remove(0);
    Some((work, document, schemas))
}

/// What Terraform adds or omits by default.
fn strip(json: &mut Json) {
    match json {
        Json::Object(members) => {
            members.retain(|_, member| {
                !matches!(member, Json::Null | Json::Bool(false))
                    && !member.as_object().is_some_and(Map::is_empty)
                    && member.as_str() != Some("")
            });
            members.values_mut().for_each(strip);
        }
        Json::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

fn live(name: &'static str, protocol: u8) {
    let Some((work, document, schemas)) = workspace(name) else {
        return;
    };
    work.set("ANY_PROTOCOL", protocol.to_string());
    // Terraform prints the content of the file.
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

    // Every resource, with the fewest and the most arguments.
    let configuration = |word: &str| {
        let mut resources = Map::new();
        for schema in &schemas.resources {
            let mut instances = Map::new();
            for (label, amount) in [("least", Amount::Least), ("most", Amount::Most)] {
                if let Some(body) = body(schema, amount, &format!("{word}-{label}")) {
                    instances.insert(label.to_owned(), body);
                }
            }
            resources.insert(schema.type_name.to_string(), Json::Object(instances));
        }
        let settings = schemas.provider.as_ref().unwrap();
        let provider = body(settings, Amount::Least, "p").unwrap();
        let text = json!({ "resource": &resources, "provider": { name: provider } });
        work.write("all.tf.json", &text.to_string());
        let all = resources.into_iter().flat_map(|(type_name, instances)| {
            let instances = instances.as_object().cloned().unwrap_or_default();
            instances
                .into_iter()
                .map(move |(label, body)| (format!("{type_name}.{label}"), body))
        });
        all.collect::<BTreeMap<String, Json>>()
    };
    let one = configuration("one");
    let count = one.len();
    assert!(count >= schemas.resources.len(), "{count}");
    work.apply()
        .says(&format!("{count} added, 0 changed, 0 destroyed"));
    work.nothing_to_do();
    // A changed argument is updated in place, and nothing else changes: these schemas do not have
    // what forces a replacement.
    let two = configuration("two");
    let changed = two.iter().filter(|(address, body)| one[*address] != **body);
    let changed = changed.count();
    assert!(changed > 0 && two.len() == count, "{changed}");
    work.apply()
        .says(&format!(" 0 added, {changed} changed, 0 destroyed"));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// Fails with the first place that differs.
#[track_caller]
fn assert_same(found: &Json, expected: &Json, place: &str) {
    // Each member is compared twice below; without this check, the work would double at each level.
    if found == expected {
        return;
    }
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
    live("azuread", 6);
}

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn elasticstack() {
    live("elasticstack", 6);
}

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn github() {
    live("github", 6);
}

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn vault() {
    live("vault", 6);
}

#[test]
fn vsphere() {
    live("vsphere", 5);
}
