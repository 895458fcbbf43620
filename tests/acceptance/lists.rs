//! Lists in the example's own program, in both protocols, as requested by `terraform query` from
//! 1.14 on: one process per alias of the provider, an import of the listed objects, and a
//! configuration generated from them.

use schema_client::CallError;
use schema_provider::plugin::proto::v6::{
    DynamicValue, generate_resource_config, list_resource, validate_list_resource_config,
};
use serde_json::{Value as Json, json};

use crate::client::{Object, PROTOCOLS, Served, decoded, encoded, texts};

const TYPE: &str = "disk_image";

impl Served {
    fn filter(&self, name: &str, config: &Json) -> DynamicValue {
        encoded(&self.instance.schemas().list_resources[name].block, config)
    }

    async fn list(
        &self,
        name: &str,
        config: &Json,
        limit: i64,
        whole: bool,
    ) -> Result<Vec<list_resource::Event>, CallError> {
        let request = list_resource::Request {
            type_name: name.to_owned(),
            config: Some(self.filter(name, config)),
            include_resource_object: whole,
            limit,
        };
        self.provider.list_resource(&request).await?.collect().await
    }

    /// The display names of objects listed without an error.
    async fn names(&self, config: &Json, limit: i64) -> Vec<String> {
        let events = self.list(TYPE, config, limit, false).await.unwrap();
        let names = events.into_iter().map(|event| {
            assert_eq!(event.diagnostics, []);
            assert_eq!(event.resource_object, None);
            let identity = self.identity_json(TYPE, &event.identity);
            assert_eq!(identity, json!({ "name": event.display_name }));
            event.display_name
        });
        names.collect()
    }
}

fn image(name: &str, size_mb: i64) -> Json {
    json!({ "name": name, "size_mb": size_mb, "labels": { "stage": "test" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_objects_are_listed_in_both_protocols() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        assert_eq!(served.names(&json!({}), 100).await, [""; 0]);
        for (name, size_mb) in [("a", 4), ("b", 8), ("c", 12)] {
            served.make(TYPE, None, &image(name, size_mb)).await;
        }
        assert_eq!(served.names(&json!({}), 100).await, ["a", "b", "c"]);
        // As many as requested, and zero.
        assert_eq!(served.names(&json!({}), 2).await, ["a", "b"]);
        assert_eq!(served.names(&json!({}), 0).await, [""; 0]);
        let large = json!({ "min_size_mb": 8 });
        assert_eq!(served.names(&large, 100).await, ["b", "c"]);
        let other = json!({ "labels": { "stage": "production" } });
        assert_eq!(served.names(&other, 100).await, [""; 0]);
        // Another resource of the same provider, without objects.
        let none = served.list("disk_snapshot", &json!({}), 10, true).await;
        assert_eq!(none.unwrap(), []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_is_the_only_event_and_the_process_continues() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        let request = validate_list_resource_config::Request {
            type_name: TYPE.to_owned(),
            config: Some(served.filter(TYPE, &json!({ "min_size_mb": 0 }))),
            ..Default::default()
        };
        let told = served
            .provider
            .validate_list_resource_config(&request)
            .await;
        let told = told.unwrap().diagnostics;
        assert!(texts(&told).contains("min_size_mb"), "{told:?}");
        for (name, config, part) in [
            (
                "disk_imgae",
                served.filter(TYPE, &json!({})),
                "no list resource",
            ),
            (
                TYPE,
                DynamicValue::from_msgpack(vec![0xc0]),
                "no configuration",
            ),
            (
                TYPE,
                DynamicValue::from_msgpack(vec![0xc1]),
                "the configuration",
            ),
        ] {
            let request = list_resource::Request {
                type_name: name.to_owned(),
                config: Some(config),
                include_resource_object: true,
                limit: 5,
            };
            let stream = served.provider.list_resource(&request).await.unwrap();
            let events = stream.collect().await.unwrap();
            assert_eq!(events.len(), 1, "{part}");
            assert!(texts(&events[0].diagnostics).contains(part), "{events:?}");
        }
        assert_eq!(served.names(&json!({}), 5).await, [""; 0]);
    }
}

/// Terraform cancels the stream when it has enough results: that is not an error, and the next call
/// is answered.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_cancel_a_list() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        for number in 0..6 {
            let name = format!("i{number}");
            served.make(TYPE, None, &image(&name, 2)).await;
        }
        let request = list_resource::Request {
            type_name: TYPE.to_owned(),
            config: Some(served.filter(TYPE, &json!({}))),
            include_resource_object: true,
            limit: 100,
        };
        let mut stream = served.provider.list_resource(&request).await.unwrap();
        let first = stream.next().await.unwrap().expect("an event");
        assert_eq!(first.display_name, "i0");
        drop(stream);
        assert_eq!(served.names(&json!({}), 100).await.len(), 6);
    }
}

/// Each alias has its own process with other settings, and lists its own objects.
#[tokio::test(flavor = "multi_thread")]
async fn each_alias_lists_its_own_objects() {
    for protocol in PROTOCOLS {
        let (west, east) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let west = Served::start(west.path(), protocol).await;
        let east = Served::start(east.path(), protocol).await;
        west.make(TYPE, None, &image("w", 2)).await;
        east.make(TYPE, None, &image("e", 2)).await;
        assert_eq!(west.names(&json!({}), 10).await, ["w"]);
        assert_eq!(east.names(&json!({}), 10).await, ["e"]);
    }
}

/// From the list through the import block to an empty plan.
#[tokio::test(flavor = "multi_thread")]
async fn listed_objects_are_imported_and_their_configuration_changes_nothing() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        let config = json!({
            "name": "root",
            "size_mb": 64,
            "labels": { "stage": "test" },
            "partition": [{ "label": "root", "size_mb": 32, "kind": "linux" }],
        });
        let made = served.make(TYPE, None, &config).await;
        let events = served.list(TYPE, &json!({}), 10, true).await.unwrap();
        assert_eq!(events.len(), 1);
        let listed = events[0].resource_object.clone().expect("whole objects");
        let block = &served.resource(TYPE).block;
        let (mut listed_json, mut made_json) =
            (decoded(block, &listed), decoded(block, &made.state));
        // Values that only the configuration has are in no list.
        for object in [&mut listed_json, &mut made_json] {
            object["timeouts"] = Json::Null;
        }
        assert_eq!(listed_json, made_json);
        let imported = served.import(TYPE, "", events[0].identity.clone()).await;
        assert_eq!(imported.diagnostics, []);
        let imported = &imported.imported_resources[0];
        let imported = Object {
            state: imported.state.clone().unwrap(),
            private: imported.private.clone(),
            identity: imported.identity.clone(),
        };
        let read = served.read(TYPE, &imported).await;
        assert_eq!(read.diagnostics, []);
        let taken_over = Object {
            state: read.new_state.unwrap(),
            private: read.private,
            identity: read.new_identity,
        };
        assert_eq!(decoded(block, &taken_over.state), decoded(block, &listed));
        let generate = async |state: DynamicValue| {
            let request = generate_resource_config::Request {
                type_name: TYPE.to_owned(),
                state: Some(state),
            };
            let generated = served.provider.generate_resource_config(&request).await;
            let generated = generated.unwrap();
            assert_eq!(generated.diagnostics, []);
            decoded(block, &generated.config.unwrap())
        };
        let generated = generate(listed).await;
        assert_eq!(generated["name"], "root");
        assert_eq!(generated["path"], Json::Null);
        let planned = served.plan(TYPE, Some(&taken_over), &generated).await;
        assert_eq!(planned.diagnostics, []);
        assert_eq!(
            decoded(block, &planned.planned_state.unwrap()),
            decoded(block, &taken_over.state)
        );
        // A list without whole objects: absent objects stay absent.
        assert_eq!(
            generate(DynamicValue::from_msgpack(vec![0xc0])).await,
            Json::Null
        );
    }
}
