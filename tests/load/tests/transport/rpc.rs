//! Calls and their answers, good and bad.

use crate::client::{Client, start, start_protocol};
use bytes::Bytes;
use prost::Message as _;
use schema_client::{frame, unframe};
use schema_transport::proto::{go_plugin, v5, v6};
use schema_transport::{Options, Protocol};
use std::sync::atomic::Ordering;

const READ: &str = "/tfplugin6.Provider/ReadResource";
const PLAN: &str = "/tfplugin6.Provider/PlanResourceChange";

const NOT_FOUND: Option<u32> = Some(5);
const UNIMPLEMENTED: Option<u32> = Some(12);

fn read(type_name: &str) -> v6::read_resource::Request {
    let current_state = Some(v6::DynamicValue::from_msgpack("state"));
    let (type_name, private) = (type_name.to_owned(), "private".into());
    v6::read_resource::Request {
        type_name,
        current_state,
        private,
        ..Default::default()
    }
}

/// The error of a read that was not carried out: nothing else is in its answer.
fn refusal(answer: Bytes) -> String {
    let answer: v6::read_resource::Response = unframe(&answer).unwrap();
    assert_eq!(answer.new_state, None);
    let [told] = <[_; 1]>::try_from(answer.diagnostics).unwrap();
    assert_eq!(told.summary, "The provider cannot answer ReadResource");
    told.detail
}

async fn works(client: &Client) {
    let answer: v6::read_resource::Response = client.call(READ, &read("echo")).await.unwrap();
    assert_eq!(
        answer.new_state,
        Some(v6::DynamicValue::from_msgpack("state"))
    );
    assert_eq!(answer.private, "private");
}

#[tokio::test]
async fn protocol_6() {
    let server = start(Options::default());
    assert_eq!(server.line.protocol, "6");
    let client = server.client().await;
    works(&client).await;
    let path = "/tfplugin6.Provider/GetProviderSchema";
    let schema: v6::get_provider_schema::Response = client
        .call(path, &v6::get_provider_schema::Request {})
        .await
        .unwrap();
    let block = schema.resource_schemas["echo"].block.as_ref().unwrap();
    assert!(block.attributes[0].write_only && block.attributes[1].nested_type.is_some());
    let config = Some(v6::DynamicValue::from_msgpack("config"));
    let request = v6::validate_provider_config::Request { config };
    let path = "/tfplugin6.Provider/ValidateProviderConfig";
    let checked: v6::validate_provider_config::Response =
        client.call(path, &request).await.unwrap();
    assert_eq!(checked.diagnostics[0].summary, "config");
}

#[tokio::test]
async fn protocol_5() {
    let server = start_protocol(Protocol::V5);
    assert_eq!(server.line.protocol, "5");
    let client = server.client().await;
    let path = |name: &str| format!("/tfplugin5.Provider/{name}");

    let request = v5::get_provider_schema::Request {};
    let schema: v5::get_provider_schema::Response =
        client.call(&path("GetSchema"), &request).await.unwrap();
    let block = schema.resource_schemas["echo"].block.as_ref().unwrap();
    assert!(block.attributes[0].write_only);
    assert_eq!(
        block.attributes[1].r#type,
        r#"["list",["object",{"leaf":"string"}]]"#
    );

    let config = Some(v6::DynamicValue::from_msgpack("config"));
    let request = v5::prepare_provider_config::Request {
        config: config.clone(),
    };
    let prepared: v5::prepare_provider_config::Response = client
        .call(&path("PrepareProviderConfig"), &request)
        .await
        .unwrap();
    assert_eq!(
        (prepared.prepared_config, &*prepared.diagnostics[0].summary),
        (config, "config")
    );

    let request = v6::configure_provider::Request {
        terraform_version: "1.2".into(),
        ..Default::default()
    };
    let answer: v6::configure_provider::Response =
        client.call(&path("Configure"), &request).await.unwrap();
    assert_eq!(answer.diagnostics[0].summary, "1.2");
    let request = v6::validate_resource_config::Request {
        type_name: "r".into(),
        ..Default::default()
    };
    let answer: v6::validate_resource_config::Response = client
        .call(&path("ValidateResourceTypeConfig"), &request)
        .await
        .unwrap();
    assert_eq!(answer.diagnostics[0].summary, "resource r");
    let request = v6::validate_data_resource_config::Request {
        type_name: "d".into(),
        config: None,
    };
    let answer: v6::validate_data_resource_config::Response = client
        .call(&path("ValidateDataSourceConfig"), &request)
        .await
        .unwrap();
    assert_eq!(answer.diagnostics[0].summary, "data d");
    let answer: v6::read_resource::Response = client
        .call(&path("ReadResource"), &read("echo"))
        .await
        .unwrap();
    assert_eq!(answer.private, "private");
    let _: v6::stop_provider::Response = client
        .call(&path("Stop"), &v6::stop_provider::Request {})
        .await
        .unwrap();
    assert_eq!(server.echo.stops.load(Ordering::SeqCst), 1);
    let failure = client
        .raw("/tfplugin6.Provider/ReadResource", Bytes::new())
        .await
        .unwrap_err();
    assert_eq!(failure.status(), UNIMPLEMENTED);
}

#[tokio::test]
async fn defaults_of_the_handler() {
    let server = start(Options::default());
    let client = server.client().await;
    let path = |name: &str| format!("/tfplugin6.Provider/{name}");
    let names: v6::get_metadata::Response = client
        .call(&path("GetMetadata"), &v6::get_metadata::Request {})
        .await
        .unwrap();
    assert_eq!(
        (&*names.resources[0].name, names.data_sources.len()),
        ("echo", 1)
    );
    let functions: v6::get_functions::Response = client
        .call(&path("GetFunctions"), &v6::get_functions::Request {})
        .await
        .unwrap();
    assert!(functions.functions.contains_key("f"));
    let request = v6::call_function::Request {
        name: "g".into(),
        arguments: vec![],
    };
    let answer: v6::call_function::Response =
        client.call(&path("CallFunction"), &request).await.unwrap();
    assert!(answer.error.unwrap().text.contains("\"g\""));
    let request = v6::open_ephemeral_resource::Request {
        type_name: "e".into(),
        ..Default::default()
    };
    let answer: v6::open_ephemeral_resource::Response = client
        .call(&path("OpenEphemeralResource"), &request)
        .await
        .unwrap();
    assert!(answer.diagnostics[0].detail.contains("\"e\""));
}

#[tokio::test]
async fn bad_calls_fail_alone() {
    let server = start(Options::default());
    let client = server.client().await;
    let unknown = [
        "/tfplugin6.Provider/Nonsense",
        "/tfplugin5.Provider/GetSchema",
        "/x/y",
        "/",
    ];
    for path in unknown {
        assert_eq!(
            client.raw(path, Bytes::new()).await.unwrap_err().status(),
            UNIMPLEMENTED,
            "{path}"
        );
    }
    let frame =
        |message: &[u8]| Bytes::from([&[0, 0, 0, 0, message.len() as u8], message].concat());
    // A length beyond the end, a wrong wire type, a string that is not UTF-8.
    for message in [
        b"\x0a\x7fx".as_slice(),
        b"\x08\x01",
        b"\x0a\x01\xff",
        b"\xff\xff\xff",
    ] {
        let told = refusal(client.raw(READ, frame(message)).await.unwrap());
        assert!(told.contains("Malformed message"), "{message:?}: {told}");
    }
    // Endless nested groups must not overflow the stack.
    let deep = [0x0b_u8; 200];
    let told = refusal(client.raw(READ, frame(&deep)).await.unwrap());
    assert!(told.contains("Malformed message"), "{told}");
    // Frames: none, cut off, compressed.
    for bytes in [&b""[..], b"\0\0\0\0\x05ab", b"\x01\0\0\0\0", b"\0\0"] {
        let failure = client
            .raw(READ, Bytes::from_static(bytes))
            .await
            .unwrap_err();
        assert!(
            failure.status().is_some_and(|status| status != 0),
            "{bytes:?}: {failure:?}"
        );
    }
    assert_eq!(server.echo.calls.load(Ordering::SeqCst), 0);
    works(&client).await;
}

#[tokio::test]
async fn panics_fail_their_call_alone() {
    let server = start(Options::default());
    let client = server.client().await;
    for (name, text) in [("panic", "as asked"), ("late panic", "as asked, later")] {
        let panicked = client.raw(READ, frame(&read(name)).unwrap()).await.unwrap();
        let told = refusal(panicked);
        let expected = format!("The provider panicked: {text}. This is a bug in the provider.");
        assert_eq!(told, expected);
        works(&client).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_calls_keep_their_data_apart() {
    let server = start(Options::default());
    let client = server.client().await;
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..400_u32 {
        let client = client.clone();
        calls.spawn(async move {
            let value =
                v6::DynamicValue::from_msgpack(number.to_be_bytes().repeat(1 + number as usize));
            let request = v6::plan_resource_change::Request {
                proposed_new_state: Some(value.clone()),
                prior_private: number.to_string().into(),
                ..Default::default()
            };
            let answer: v6::plan_resource_change::Response =
                client.call(PLAN, &request).await.unwrap();
            assert_eq!(answer.planned_state, Some(value));
            assert_eq!(answer.planned_private, number.to_string());
        });
    }
    let mut done = 0;
    while let Some(result) = calls.join_next().await {
        result.unwrap();
        done += 1;
    }
    assert_eq!(done, 400);
}

#[tokio::test]
async fn large_messages() {
    let server = start(Options::default());
    let client = server.client().await;
    // Beyond gRPC's default of 4 MiB, both ways.
    let state = v6::DynamicValue::from_msgpack(vec![3; 20 << 20]);
    let request = v6::read_resource::Request {
        current_state: Some(state),
        ..Default::default()
    };
    let answer: v6::read_resource::Response = client.call(READ, &request).await.unwrap();
    assert!(answer.new_state == request.current_state);
}

#[tokio::test]
async fn health() {
    let server = start(Options::default());
    let client = server.client().await;
    let check = async |service: &str| {
        let request = go_plugin::HealthCheckRequest {
            service: service.to_owned(),
        };
        client
            .call::<go_plugin::HealthCheckResponse>("/grpc.health.v1.Health/Check", &request)
            .await
    };
    for service in ["plugin", ""] {
        assert_eq!(
            check(service).await.unwrap().status(),
            go_plugin::ServingStatus::Serving
        );
    }
    assert_eq!(check("other").await.unwrap_err().status(), NOT_FOUND);
    let request = go_plugin::HealthCheckRequest {
        service: "other".to_owned(),
    }
    .encode_to_vec();
    let frame = [&[0, 0, 0, 0, request.len() as u8], request.as_slice()].concat();
    let watch = client
        .open("/grpc.health.v1.Health/Watch", frame.into())
        .await
        .unwrap();
    use http_body_util::BodyExt as _;
    let first = watch
        .into_body()
        .frame()
        .await
        .unwrap()
        .unwrap()
        .into_data()
        .unwrap();
    assert_eq!(first, [0, 0, 0, 0, 2, 8, 3].as_slice());
}
