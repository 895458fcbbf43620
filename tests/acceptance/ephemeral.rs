//! Calls to an ephemeral resource that Terraform never makes, in both protocols, from a protocol
//! client.

use std::ffi::OsStr;
use std::path::Path;

use plugin_load::remote::Remote;
use schema_client::Client;
use schema_client::Identity;
use schema_client::Program;
use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v5;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, apply_resource_change, close_ephemeral_resource, configure_provider,
    diagnostic, get_provider_schema, open_ephemeral_resource, plan_resource_change,
    renew_ephemeral_resource, validate_ephemeral_resource_config,
};
use schema_provider::plugin::{Handler as _, Protocol};
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Schema;
use sdk_tests::kinds::lease::Leases;
use terraform_provider_disk::Disk;

use crate::DISK;
use crate::kitchen::failures::kill;

fn dynamic(schema: &Schema, text: &str) -> DynamicValue {
    let value = json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    );
    DynamicValue::from_msgpack(msgpack::encode_block(&schema.block, &value.unwrap()).unwrap())
}

fn has_error(diagnostics: &[v6::Diagnostic], text: &str) {
    let found = diagnostics
        .iter()
        .any(|told| told.summary.contains(text) || told.detail.contains(text));
    assert!(found, "{text}: {diagnostics:?}");
}

#[tokio::test]
async fn ephemeral_resources_over_both_protocols() {
    let instance = schema_provider::lifecycle::Instance::new::<Disk>(Default::default()).unwrap();
    let schemas = instance.schemas().clone();
    let copy = &schemas.ephemeral_resources["disk_copy"];
    for protocol in [Protocol::V5, Protocol::V6] {
        let directory = tempfile::tempdir().unwrap();
        let identity = Identity::new().unwrap();
        let start = Program::new(DISK.binary)
            .protocols([protocol])
            .directory(directory.path());
        let process = start.start(&identity).unwrap();
        let client = Client::connect(&process.line, Some(&identity))
            .await
            .unwrap();
        let number = protocol.number();
        let path = |call: &str| format!("/tfplugin{number}.Provider/{call}");
        let images = directory.path().join("images");
        let settings = serde_json::json!({ "directory": images }).to_string();
        let configured: configure_provider::Response = client
            .call(
                &path(if protocol == Protocol::V5 {
                    "Configure"
                } else {
                    "ConfigureProvider"
                }),
                &configure_provider::Request {
                    config: Some(dynamic(&schemas.provider, &settings)),
                    ..Default::default()
                },
            )
            .await
            .unwrap();
        assert_eq!(configured.diagnostics, []);
        let request = get_provider_schema::Request {};
        // Attributes have other numbers in protocol 5.
        let known = if protocol == Protocol::V5 {
            let schema: v5::get_provider_schema::Response =
                client.call(&path("GetSchema"), &request).await.unwrap();
            schema.ephemeral_resource_schemas.contains_key("disk_copy")
        } else {
            let schema: get_provider_schema::Response = client
                .call(&path("GetProviderSchema"), &request)
                .await
                .unwrap();
            schema.ephemeral_resource_schemas.contains_key("disk_copy")
        };
        assert!(known);
        // An image to copy.
        let image = &schemas.resources["disk_image"];
        let config = dynamic(image, r#"{"name":"a","size_mb":8}"#);
        let planned: plan_resource_change::Response = client
            .call(
                &path("PlanResourceChange"),
                &plan_resource_change::Request {
                    type_name: "disk_image".to_owned(),
                    config: Some(config.clone()),
                    ..Default::default()
                },
            )
            .await
            .unwrap();
        assert_eq!(planned.diagnostics, []);
        let applied: apply_resource_change::Response = client
            .call(
                &path("ApplyResourceChange"),
                &apply_resource_change::Request {
                    type_name: "disk_image".to_owned(),
                    planned_state: planned.planned_state,
                    config: Some(config),
                    ..Default::default()
                },
            )
            .await
            .unwrap();
        assert_eq!(applied.diagnostics, []);
        let open = |text: &str| open_ephemeral_resource::Request {
            type_name: "disk_copy".to_owned(),
            config: Some(dynamic(copy, text)),
            ..Default::default()
        };
        let validated: validate_ephemeral_resource_config::Response = client
            .call(
                &path("ValidateEphemeralResourceConfig"),
                &validate_ephemeral_resource_config::Request {
                    type_name: "disk_copy".to_owned(),
                    config: Some(dynamic(copy, r#"{"image":""}"#)),
                },
            )
            .await
            .unwrap();
        assert_eq!(validated.diagnostics.len(), 1);
        let opened: open_ephemeral_resource::Response = client
            .call(&path("OpenEphemeralResource"), &open(r#"{"image":"a"}"#))
            .await
            .unwrap();
        assert_eq!(opened.diagnostics, []);
        assert_eq!((opened.renew_at, opened.deferred), (None, None));
        let result = msgpack::decode_block(&copy.block, &opened.result.unwrap().msgpack).unwrap();
        let (position, _) = copy.block.find("path").unwrap();
        let Value::Object(values) = &result else {
            panic!("an object")
        };
        let file = values[position].as_str().unwrap().to_owned();
        assert!(Path::new(&file).exists());
        let close = |private: Option<&[u8]>| close_ephemeral_resource::Request {
            type_name: "disk_copy".to_owned(),
            private: private.map(|bytes| bytes.to_vec().into()),
        };
        // It is not renewed, and an unknown one is not closed.
        let renewed: renew_ephemeral_resource::Response = client
            .call(
                &path("RenewEphemeralResource"),
                &renew_ephemeral_resource::Request {
                    type_name: "disk_copy".to_owned(),
                    private: opened.private.clone(),
                },
            )
            .await
            .unwrap();
        has_error(&renewed.diagnostics, "disk_copy cannot be renewed");
        assert_eq!(renewed.private, opened.private);
        for private in [None, Some(&b"{}"[..])] {
            let closed: close_ephemeral_resource::Response = client
                .call(&path("CloseEphemeralResource"), &close(private))
                .await
                .unwrap();
            has_error(&closed.diagnostics, "what close is for is not known");
        }
        assert!(Path::new(&file).exists());
        for _ in 0..2 {
            let closed: close_ephemeral_resource::Response = client
                .call(
                    &path("CloseEphemeralResource"),
                    &close(opened.private.as_deref()),
                )
                .await
                .unwrap();
            assert_eq!(closed.diagnostics, []);
            assert!(!Path::new(&file).exists());
        }
        let refused: open_ephemeral_resource::Response = client
            .call(&path("OpenEphemeralResource"), &open(r#"{"image":"b"}"#))
            .await
            .unwrap();
        has_error(&refused.diagnostics, "there is no image");
        assert_eq!((refused.result, refused.private), (None, None));
        // Ephemeral resources left open end with the process.
        let left: open_ephemeral_resource::Response = client
            .call(&path("OpenEphemeralResource"), &open(r#"{"image":"a"}"#))
            .await
            .unwrap();
        assert_eq!(left.diagnostics, []);
        assert_eq!(std::fs::read_dir(images.join("copies")).unwrap().count(), 1);
        process.shut_down(client).await.unwrap();
        assert!(!images.join("copies").exists());
    }
}

/// The next process reports what a dead one left open, and closes it when Terraform asks it to.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_process_that_died_left_open_is_reported_and_closed_by_the_next() {
    const TOKEN: &str = "lease_token";
    let instance = Instance::new::<Leases>(Default::default()).unwrap();
    let schemas = instance.schemas();
    for protocol in [Protocol::V5, Protocol::V6] {
        let directory = tempfile::tempdir().unwrap();
        let (log, crashes) = (
            directory.path().join("log"),
            directory.path().join("crashes"),
        );
        std::fs::create_dir(&crashes).unwrap();
        let settings = serde_json::json!({ "log": log }).to_string();
        let started = async || {
            let environment = [
                ("TEST_PROVIDER", OsStr::new("lease")),
                ("SCHEMA_CRASH_LOG", crashes.as_os_str()),
            ];
            let program = Path::new(env!("CARGO_BIN_EXE_test-provider-kinds"));
            let remote = Remote::start(program, protocol, &environment)
                .await
                .unwrap();
            let request = configure_provider::Request {
                config: Some(dynamic(&schemas.provider, &settings)),
                ..Default::default()
            };
            let told = remote.configure_provider(request).await.diagnostics;
            (remote, told)
        };
        let open = async |remote: &Remote, name: &str| {
            let config = serde_json::json!({ "name": name }).to_string();
            let request = open_ephemeral_resource::Request {
                type_name: TOKEN.to_owned(),
                config: Some(dynamic(&schemas.ephemeral_resources[TOKEN], &config)),
                ..Default::default()
            };
            let opened = remote.open_ephemeral_resource(request).await;
            assert_eq!(opened.diagnostics, []);
            opened.private
        };
        let close = async |remote: &Remote, private| {
            let request = close_ephemeral_resource::Request {
                type_name: TOKEN.to_owned(),
                private,
            };
            remote.close_ephemeral_resource(request).await.diagnostics
        };
        let (first, told) = started().await;
        assert_eq!(told, []);
        let kept = open(&first, "kept").await;
        let closed = open(&first, "closed").await;
        assert_eq!(close(&first, closed).await, []);
        kill("-9", first.process_id());
        // Waits until the process no longer exists, so that nobody owns its crash log.
        drop(first);

        let (next, told) = started().await;
        let [told] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(told.severity, i32::from(diagnostic::Severity::Warning));
        let told = format!("{} {}", told.summary, told.detail);
        assert!(
            told.contains("open of lease_token, id token kept"),
            "{told}"
        );
        assert!(!told.contains("token closed"), "{told}");
        // The file contains neither the opened values nor the private data.
        let mut texts = vec![told];
        for file in std::fs::read_dir(&crashes).unwrap() {
            texts.push(std::fs::read_to_string(file.unwrap().path()).unwrap());
        }
        assert!(texts.len() > 1, "{texts:?}");
        for text in texts {
            assert!(
                !text.contains("hush") && !text.contains("kept-xxx"),
                "{text}"
            );
        }
        assert_eq!(close(&next, kept).await, []);
        let lines = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<&str> = lines.lines().collect();
        let expected = [
            "open kept of 3",
            "open closed of 3",
            "close closed closed-xxx 0",
            "close kept kept-xxx 0",
        ];
        assert_eq!(lines, expected, "{protocol:?}");
    }
}
