//! Listing what exists, and configuration made of it.

use std::path::Path;

use schema_provider::Value;
use schema_provider::lifecycle::{ImportBy, Instance, ListRequest, PlanRequest, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use terraform_provider_disk::Disk;
use terraform_provider_disk::store::{NewImage, Store};

async fn disk(directory: &Path) -> Instance {
    let instance = Instance::new::<Disk>(Environment::default()).unwrap();
    let config = serde_json::json!({ "directory": directory }).to_string();
    let block = &instance.schemas().provider.block;
    let config = json::decode_block(block, config.as_bytes(), UnsupportedAttributes::Refuse);
    let found = instance.configure_provider(config.unwrap()).await;
    assert!(!found.has_errors(), "{found}");
    instance
}

/// Names, identities and objects.
async fn list(
    instance: &Instance,
    type_name: &str,
    filter: &str,
    whole: bool,
) -> Vec<(String, Value, Option<Value>)> {
    let block = &instance.schemas().list_resources[type_name].block;
    let config = json::decode_block(block, filter.as_bytes(), UnsupportedAttributes::Refuse);
    let mut listing = instance.list_resource(ListRequest {
        type_name: type_name.to_owned(),
        config: config.unwrap(),
        include_object: whole,
        limit: 100,
    });
    let mut listed = Vec::new();
    while let Some(event) = listing.next().await {
        assert!(event.diagnostics.is_empty(), "{}", event.diagnostics);
        listed.push((event.display_name, event.identity.unwrap(), event.object));
    }
    listed
}

fn store(directory: &Path) -> Store {
    let store = Store::open(directory).unwrap();
    for (name, size, team) in [("boot", 8, "a"), ("data-1", 16, "b"), ("data-2", 32, "b")] {
        store
            .create(&NewImage {
                name: name.into(),
                size_mb: Some(size),
                labels: [("team".to_owned(), team.to_owned())].into(),
                ..NewImage::default()
            })
            .unwrap();
    }
    store.start_snapshot("data-1", "yesterday").unwrap().wait();
    store
}

#[tokio::test(flavor = "multi_thread")]
async fn images_and_snapshots_are_listed_by_a_filter() {
    let directory = tempfile::tempdir().unwrap();
    let disk = disk(directory.path()).await;
    assert!(list(&disk, "disk_image", "{}", false).await.is_empty());
    let _store = store(directory.path());
    for (type_name, filter, expected) in [
        ("disk_image", "{}", vec!["boot", "data-1", "data-2"]),
        (
            "disk_image",
            r#"{"name_prefix": "data"}"#,
            vec!["data-1", "data-2"],
        ),
        ("disk_image", r#"{"min_size_mb": 20}"#, vec!["data-2"]),
        ("disk_image", r#"{"labels": {"team": "a"}}"#, vec!["boot"]),
        ("disk_image", r#"{"labels": {"team": "c"}}"#, vec![]),
        ("disk_snapshot", "{}", vec!["yesterday"]),
        (
            "disk_snapshot",
            r#"{"image_id": "data-1"}"#,
            vec!["yesterday"],
        ),
        ("disk_snapshot", r#"{"image_id": "boot"}"#, vec![]),
    ] {
        for whole in [false, true] {
            let listed = list(&disk, type_name, filter, whole).await;
            let names: Vec<&str> = listed.iter().map(|(name, ..)| name.as_str()).collect();
            assert_eq!(names, expected, "{type_name} {filter}");
            assert!(listed.iter().all(|(.., object)| object.is_some() == whole));
        }
    }
}

/// What is listed is imported by its identity, is what the list gave, and its configuration changes
/// nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_listed_is_taken_over_without_a_change() {
    let directory = tempfile::tempdir().unwrap();
    let disk = disk(directory.path()).await;
    let _store = store(directory.path());
    for type_name in ["disk_image", "disk_snapshot"] {
        for (name, identity, object) in list(&disk, type_name, "{}", true).await {
            let by = ImportBy::Identity(identity.clone());
            let (imported, _) = disk.import_resource_state(type_name, by).await.unwrap();
            let read = disk
                .read_resource(ReadRequest {
                    type_name: type_name.to_owned(),
                    current_state: imported[0].state.clone(),
                    private: imported[0].private.clone(),
                    current_identity: imported[0].identity.clone(),
                    progress: None,
                })
                .await;
            assert!(!read.diagnostics.has_errors(), "{}", read.diagnostics);
            assert_eq!(read.new_identity, Some(identity));
            assert!(Some(&read.new_state) == object.as_ref(), "{name}");
            let state = read.new_state;
            let (config, found) = disk
                .generate_resource_config(type_name, state.clone())
                .await;
            assert!(found.is_empty(), "{found}");
            let found = disk.validate_resource_config(type_name, &config).await;
            assert!(!found.has_errors(), "{found}");
            let planned = disk
                .plan_resource_change(PlanRequest {
                    type_name: type_name.to_owned(),
                    prior_state: state.clone(),
                    config,
                    prior_private: read.private,
                    planned_private: None,
                    prior_identity: None,
                })
                .await;
            assert!(!planned.diagnostics.has_errors(), "{}", planned.diagnostics);
            assert!(planned.planned_state == state, "{name}");
        }
    }
}
