//! The action of the example in both protocols, called by a protocol client: its stream and its
//! end.

use std::time::{Duration, Instant};

use schema_client::Client;
use schema_client::Identity;
use schema_client::Program;
use schema_client::Provider;
use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Protocol;
use schema_provider::plugin::proto::v6::{
    DynamicValue, configure_provider, invoke_action, plan_action, stop_provider,
    validate_action_config,
};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Schema;
use terraform_provider_disk::Disk;

use crate::DISK;

/// An object of the schema, from JSON; `"?"` at the top is unknown.
fn encoded(schema: &Schema, text: &str) -> Option<DynamicValue> {
    let value = json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    );
    let Ok(Value::Object(values)) = value else {
        panic!("no object: {text}");
    };
    let unknown = Value::from("?");
    let known = |value| {
        if value == unknown {
            Value::UNKNOWN
        } else {
            value
        }
    };
    let value = Value::Object(values.into_iter().map(known).collect());
    let bytes = msgpack::encode_block(&schema.block, &value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

/// The events of a stream: its progress, and the errors of the single completion.
fn told(events: Vec<invoke_action::Event>) -> (Vec<String>, Vec<String>) {
    use invoke_action::event::Type;
    let (mut progress, mut ends) = (Vec::new(), Vec::new());
    for event in events {
        assert!(ends.is_empty(), "after the end");
        match event.r#type.expect("an event with content") {
            Type::Progress(said) => progress.push(said.message),
            Type::Completed(end) => ends.push(
                end.diagnostics
                    .into_iter()
                    .map(|one| format!("{} {}", one.summary, one.detail))
                    .collect::<Vec<_>>(),
            ),
        }
    }
    (progress, ends.pop().expect("an end"))
}

#[tokio::test]
async fn an_action_over_both_protocols() {
    let instance = Instance::new::<Disk>(Environment::default()).unwrap();
    let verify = &instance.schemas().actions["disk_verify"];
    for protocol in [Protocol::V5, Protocol::V6] {
        let directory = tempfile::tempdir().unwrap();
        let images = directory.path().join("disks");
        std::fs::create_dir(&images).unwrap();
        std::fs::write(images.join("a.img"), vec![7_u8; 8 << 20]).unwrap();
        // The file is almost entirely a hole, so that reading it takes minutes but creating it no
        // time.
        let huge = std::fs::File::create(images.join("huge.img")).unwrap();
        huge.set_len(1 << 40).unwrap();
        let identity = Identity::new().unwrap();
        let start = Program::new(DISK.binary)
            .protocols([protocol])
            .directory(directory.path());
        let process = start.start(&identity).unwrap();
        let client = Client::connect(&process.line, Some(&identity))
            .await
            .unwrap();
        let provider = Provider::new(client.clone(), protocol);
        let invoke = async |action: &str, config: Option<DynamicValue>| {
            let request = invoke_action::Request {
                action_type: action.to_owned(),
                config,
                client_capabilities: None,
            };
            let stream = provider.invoke_action(&request).await.unwrap();
            told(stream.collect().await.unwrap())
        };
        let with = |image: &str, sha256: &str| {
            let text = format!(r#"{{"image_id":"{image}","sha256":"{sha256}"}}"#);
            encoded(verify, &text)
        };
        let zeros = "0".repeat(64);
        let (_, end) = invoke("disk_verify", with("a", &zeros)).await;
        assert!(
            end[0].contains("which was not configured before"),
            "{end:?}"
        );
        // It has a different name in protocol 5.
        let name = if protocol == Protocol::V5 {
            "Configure"
        } else {
            "ConfigureProvider"
        };
        let request = configure_provider::Request {
            terraform_version: "1.14.0".to_owned(),
            config: encoded(&instance.schemas().provider, r#"{"directory":"disks"}"#),
            ..Default::default()
        };
        let answer: configure_provider::Response =
            client.call(&provider.path(name), &request).await.unwrap();
        assert_eq!(answer.diagnostics, []);
        let (progress, end) = invoke("disk_verify", with("a", &zeros)).await;
        assert_eq!(progress.last().unwrap(), "read 8 of 8 MiB");
        assert!(end[0].contains("has another content"), "{end:?}");
        let words: Vec<&str> = end[0].split([' ', ',']).collect();
        let real = words.iter().find(|word| word.len() == 64).unwrap();
        let (progress, end) = invoke("disk_verify", with("a", real)).await;
        assert_eq!(
            (progress.last().unwrap().as_str(), end.len()),
            ("read 8 of 8 MiB", 0)
        );
        for (action, config, part) in [
            ("disk_verify", with("b", real), "There is no image b"),
            ("disk_verify", with("?", real), "not known yet"),
            ("disk_verify", with("a", "short"), "sha256"),
            ("disk_verify", None, "Missing required argument"),
            (
                "disk_verify",
                Some(DynamicValue::from_msgpack(vec![0xff])),
                "the configuration",
            ),
            (
                "disk_verfiy",
                with("a", real),
                "has no action \"disk_verfiy\"",
            ),
        ] {
            let (progress, end) = invoke(action, config).await;
            assert_eq!(progress, [""; 0]);
            let told = end.iter().all(|told| told.contains(part));
            assert!(!end.is_empty() && told, "{part}: {end:?}");
        }
        let request = validate_action_config::Request {
            action_type: "disk_verify".to_owned(),
            config: with("?", real),
        };
        let answer = provider.validate_action_config(&request).await.unwrap();
        assert_eq!(answer.diagnostics, []);
        let plan = async |config| {
            let request = plan_action::Request {
                action_type: "disk_verify".to_owned(),
                config,
                client_capabilities: None,
            };
            provider.plan_action(&request).await.unwrap().diagnostics
        };
        assert_eq!(plan(with("?", real)).await, []);
        assert_eq!(
            plan(with("../a", real)).await[0].summary,
            "No image has such an id"
        );
        // The user interrupts: the action soon ends with an error.
        let request = invoke_action::Request {
            action_type: "disk_verify".to_owned(),
            config: with("huge", real),
            client_capabilities: None,
        };
        let mut stream = provider.invoke_action(&request).await.unwrap();
        let mut events = vec![stream.next().await.unwrap().expect("progress")];
        let name = if protocol == Protocol::V5 {
            "Stop"
        } else {
            "StopProvider"
        };
        let asked = Instant::now();
        let _: stop_provider::Response = client
            .call(&provider.path(name), &stop_provider::Request {})
            .await
            .unwrap();
        events.extend(stream.collect().await.unwrap());
        let (_, end) = told(events);
        assert!(end[0].contains("invoke was interrupted"), "{end:?}");
        assert!(asked.elapsed() < Duration::from_secs(60));
        // The client abandons the call: the next one is answered.
        let mut stream = provider.invoke_action(&request).await.unwrap();
        let _ = stream.next().await.unwrap().expect("progress");
        drop(stream);
        let (_, end) = invoke("disk_verify", with("a", real)).await;
        assert_eq!(end, [""; 0]);
    }
}
