//! Moves in messages: of any source, with its private data, on a provider that is not configured.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{RawState, move_resource_state};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;

use super::hub::Hub;
use super::served::{self, Server};

async fn moved(
    server: &Server,
    source: &str,
    state: &str,
    private: &[u8],
) -> move_resource_state::Response {
    let request = move_resource_state::Request {
        source_provider_address: "x/y/z".into(),
        source_type_name: source.into(),
        source_schema_version: 3,
        source_state: Some(RawState {
            json: state.as_bytes().to_vec().into(),
            ..Default::default()
        }),
        source_private: private.to_vec().into(),
        target_type_name: "hub_box".into(),
        ..Default::default()
    };
    server.move_resource_state(request).await
}

#[track_caller]
fn field(instance: &Instance, moved: &move_resource_state::Response, name: &str) -> Value {
    let block = &instance.schemas().resources["hub_box"].block;
    let state = moved.target_state.as_ref().unwrap();
    let state = msgpack::decode_block(block, &state.msgpack).unwrap();
    state.as_object().unwrap()[block.find(name).unwrap().0].clone()
}

/// Only the private data that the provider developer takes over from the source is kept.
#[tokio::test]
async fn a_mover_sees_the_private_data_of_the_source() {
    let (server, instance) = served::unconfigured::<Hub>().await;
    let private = |entries: &[&str]| {
        let mut private = Private::default();
        for key in entries {
            private.set(*key, *b"s9");
        }
        private.to_bytes()
    };
    let mut kept = Private::default();
    kept.set("kept", *b"here too");
    for (source, id, target) in [
        (private(&["serial"]), "s9", Vec::new()),
        (private(&["serial", "kept"]), "s9", kept.to_bytes()),
        // Another SDK's data is unchanged.
        (br#"{"e2e": 1}"#.to_vec(), r#"{"e2e": 1}"#, Vec::new()),
        (Vec::new(), "any", Vec::new()),
        // Our internal data does not reach the new object.
        (private(&[".imported"]), "any", Vec::new()),
    ] {
        let moved = moved(&server, "with_private", r#"{"x": 1}"#, &source).await;
        assert_eq!(moved.diagnostics, []);
        assert_eq!(field(&instance, &moved, "id"), Value::from(id));
        assert_eq!(moved.target_private[..], target[..], "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn movers_are_tried_for_a_source_of_any_type() {
    let (server, instance) = served::unconfigured::<Hub>().await;
    for (source, state, id) in [
        // Typed, but of a version that the mover does not know: the raw one takes it.
        ("old_box", r#"{"label": "a", "title": "t"}"#, "t"),
        ("old_box", r#"{"label": ["x"], "title": "b"}"#, "b"),
        ("other", r#"{"title": "c", "code": "hush"}"#, "c"),
        ("other", r#"{"x": 1}"#, "any"),
    ] {
        let moved = moved(&server, source, state, b"").await;
        assert_eq!(moved.diagnostics, [], "{state}");
        assert_eq!(field(&instance, &moved, "id"), Value::from(id), "{state}");
        // No state contains write-only values.
        assert_eq!(field(&instance, &moved, "code"), Value::Null);
        assert_eq!(moved.target_private, b""[..]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_mover_that_fails_ends_the_move() {
    let (server, _) = served::unconfigured::<Hub>().await;
    for (source, state, said) in [
        ("other", r#"{"title": ""}"#, "the title is empty"),
        ("other", "{", "JSON"),
    ] {
        let moved = moved(&server, source, state, b"").await;
        let [one] = &moved.diagnostics[..] else {
            panic!("{state}: {:?}", moved.diagnostics);
        };
        let told = format!("{} {}", one.summary, one.detail);
        assert!(told.contains(said), "{state}: {told}");
        assert_eq!(moved.target_state, None);
    }
}

/// OpenTofu's request if the source's provider is on another host.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_of_the_same_type_on_another_host_is_upgraded() {
    let (server, instance) = served::unconfigured::<Hub>().await;
    let version = instance.schemas().resources["hub_box"].version;
    let mut private = Private::default();
    private.set("kept", *b"here too");
    let request = |address: &str| move_resource_state::Request {
        source_provider_address: address.into(),
        source_type_name: "hub_box".into(),
        source_schema_version: version,
        source_state: Some(RawState {
            json: br#"{"id": "same", "name": "t"}"#.to_vec().into(),
            ..Default::default()
        }),
        source_private: private.to_bytes().into(),
        target_type_name: "hub_box".into(),
        ..Default::default()
    };
    for host in ["registry.terraform.io", "registry.opentofu.org", "x"] {
        let moved = server
            .move_resource_state(request(&format!("{host}/x/hub")))
            .await;
        assert_eq!(moved.diagnostics, [], "{host}");
        assert_eq!(field(&instance, &moved, "id"), Value::from("same"));
        assert_eq!(moved.target_private[..], private.to_bytes()[..]);
    }
    // A state that is newer than this provider is unchanged.
    let mut newer = request("registry.opentofu.org/x/hub");
    newer.source_schema_version = version + 1;
    let refused = server.move_resource_state(newer).await;
    assert!(refused.diagnostics[0].summary.contains("newer version"));
    // Movers handle another provider's type of this name.
    let other = server
        .move_resource_state(request("registry.terraform.io/x/other"))
        .await;
    assert_ne!(field(&instance, &other, "id"), Value::from("same"));
}
