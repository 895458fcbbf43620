//! The messages of ephemeral resources in protocol 6, including cases that only a protocol client
//! can produce.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, ClientCapabilities, DynamicValue, close_ephemeral_resource, diagnostic, get_metadata,
    get_provider_schema, open_ephemeral_resource, renew_ephemeral_resource,
    validate_ephemeral_resource_config,
};
use schema_provider::schema_runtime::codec::msgpack;

use super::lease::{Leases, object};
use super::served::{self, Server};

pub const TOKEN: &str = "lease_token";

/// A provider with its log, which is a file.
pub struct Host {
    pub server: Server,
    pub instance: Instance,
    directory: tempfile::TempDir,
}

impl Host {
    pub async fn new() -> Host {
        let host = Host::unconfigured().await;
        host.configure().await;
        host
    }

    pub async fn unconfigured() -> Host {
        let (server, instance) = served::unconfigured::<Leases>().await;
        Host {
            server,
            instance,
            directory: tempfile::tempdir().unwrap(),
        }
    }

    pub async fn configure(&self) {
        let settings = serde_json::json!({ "log": self.directory.path().join("log") });
        served::configure(&self.server, &self.instance, &settings.to_string()).await;
    }

    pub fn log(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.directory.path().join("log"));
        let log = log.unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

pub fn dynamic(host: &Host, type_name: &str, text: &str) -> DynamicValue {
    served::encoded(
        &host.instance.schemas().ephemeral_resources[type_name],
        text,
    )
    .unwrap()
}

pub async fn open_as(
    server: &Server,
    type_name: &str,
    config: DynamicValue,
) -> open_ephemeral_resource::Response {
    let request = open_ephemeral_resource::Request {
        type_name: type_name.to_owned(),
        config: Some(config),
        client_capabilities: Some(ClientCapabilities::default()),
    };
    server.open_ephemeral_resource(request).await
}

pub async fn close(
    server: &Server,
    private: Option<schema_provider::plugin::Bytes>,
) -> Vec<v6::Diagnostic> {
    let request = close_ephemeral_resource::Request {
        type_name: TOKEN.to_owned(),
        private,
    };
    server.close_ephemeral_resource(request).await.diagnostics
}

#[track_caller]
pub fn error(diagnostics: &[v6::Diagnostic]) -> &v6::Diagnostic {
    let error = i32::from(diagnostic::Severity::Error);
    let found = diagnostics.iter().find(|told| told.severity == error);
    found.expect("an error")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_names_ephemeral_resources() {
    let host = Host::new().await;
    let server = host.server.clone();
    let schema = server
        .get_provider_schema(get_provider_schema::Request {})
        .await;
    let names: Vec<&String> = schema.ephemeral_resource_schemas.keys().collect();
    assert_eq!(names, ["lease_kinds", "lease_once", "lease_token"]);
    let token = schema.ephemeral_resource_schemas[TOKEN]
        .block
        .as_ref()
        .unwrap();
    let flags = |name: &str| {
        let found = token
            .attributes
            .iter()
            .find(|attribute| attribute.name == name);
        let found = found.unwrap();
        (
            found.required,
            found.optional,
            found.computed,
            found.sensitive,
        )
    };
    assert!(
        token
            .attributes
            .iter()
            .all(|attribute| attribute.name != "id")
    );
    assert_eq!(flags("name"), (true, false, false, false));
    assert_eq!(flags("length"), (false, true, true, false));
    assert_eq!(flags("hidden"), (false, false, true, true));
    let metadata = server.get_metadata(get_metadata::Request {}).await;
    let named: Vec<&str> = metadata
        .ephemeral_resources
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(named, ["lease_kinds", "lease_once", "lease_token"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_a_whole_life_cycle() {
    let host = Host::new().await;
    let server = host.server.clone();
    let config = dynamic(&host, TOKEN, r#"{"name":"a","mode":"renews-3000"}"#);
    let request = validate_ephemeral_resource_config::Request {
        type_name: TOKEN.to_owned(),
        config: Some(config.clone()),
    };
    let told = server.validate_ephemeral_resource_config(request).await;
    assert_eq!(told.diagnostics, []);
    let opened = open_as(&server, TOKEN, config).await;
    assert_eq!(opened.diagnostics, []);
    assert_eq!(opened.deferred, None);
    let now = std::time::SystemTime::now();
    let now = now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let renew_at = opened.renew_at.unwrap().seconds - i64::try_from(now).unwrap();
    assert!((1..=4).contains(&renew_at), "{renew_at}");
    assert!(opened.private.is_some());
    let request = renew_ephemeral_resource::Request {
        type_name: TOKEN.to_owned(),
        private: opened.private.clone(),
    };
    let renewed = server.renew_ephemeral_resource(request).await;
    assert_eq!(renewed.diagnostics, []);
    assert!(renewed.renew_at.is_some() && renewed.private.is_some());
    assert_ne!(renewed.private, opened.private);
    assert_eq!(close(&server, opened.private).await, []);
    assert_eq!(
        host.log(),
        ["open a of 3", "renew a-xxx 0", "close a a-xxx 0"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn attributes_and_blocks_of_all_kinds_come_back() {
    let host = Host::new().await;
    let server = host.server.clone();
    let schema = host.instance.schemas().ephemeral_resources["lease_kinds"].clone();
    for text in [
        "{}",
        r#"{"text":"a","number":1.5,"flag":false,"list":["a",""],"set":["b","a"],"map":{"k":1},
            "dynamic":{"type":["list","string"],"value":["d"]},
            "nested":{"name":"n"},"nested_list":[{"name":"m","size":1},{"name":"n"}],
            "single":{"name":"s"},"many":[{"name":"x"},{"name":"y","size":2}],
            "unordered":[{"name":"u"},{"name":"v"}],"named":{"k":{"name":"w"}}}"#,
        r#"{"list":[],"set":[],"map":{},"nested_list":[],"text":""}"#,
    ] {
        let config = object(&schema, text);
        let opened = open_as(&server, "lease_kinds", dynamic(&host, "lease_kinds", text)).await;
        assert_eq!(opened.diagnostics, [], "{text}");
        let result = msgpack::decode_block(&schema.block, &opened.result.unwrap().msgpack).unwrap();
        let (Value::Object(config), Value::Object(result)) = (config, result) else {
            panic!("objects");
        };
        let (filled, _) = schema.block.find("filled").unwrap();
        for (position, (config, result)) in config.iter().zip(&result).enumerate() {
            if position != filled {
                assert!(
                    config == result,
                    "{} of {text}",
                    schema.block.fields[position].name
                );
            }
        }
        assert_eq!(result[filled].element_count(), Some(2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_comes_without_result() {
    let host = Host::new().await;
    let server = host.server.clone();
    for mode in ["fails", "fails late", "changes", "panics"] {
        let config = dynamic(&host, TOKEN, &format!(r#"{{"name":"a","mode":"{mode}"}}"#));
        let opened = open_as(&server, TOKEN, config).await;
        error(&opened.diagnostics);
        let rest = (
            &opened.result,
            &opened.private,
            &opened.renew_at,
            &opened.deferred,
        );
        assert_eq!(rest, (&None, &None, &None, &None), "{mode}");
    }
    let config = dynamic(&host, TOKEN, r#"{"name":"a","mode":"changes"}"#);
    let opened = open_as(&server, TOKEN, config).await;
    let path = error(&opened.diagnostics).attribute.clone().unwrap();
    assert!(format!("{path:?}").contains("name"), "{path:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_come_with_the_opened_values() {
    let host = Host::new().await;
    let server = host.server.clone();
    let config = dynamic(&host, TOKEN, r#"{"name":"a","mode":"warns"}"#);
    let opened = open_as(&server, TOKEN, config).await;
    assert_eq!(opened.diagnostics.len(), 1);
    assert_eq!(opened.diagnostics[0].summary, "it is the last one");
    assert!(opened.result.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_of_clients_are_errors() {
    let host = Host::new().await;
    let server = host.server.clone();
    let unknown = |diagnostics: &[v6::Diagnostic]| {
        let told = error(diagnostics);
        assert!(
            told.summary.contains("has no ephemeral resource"),
            "{}",
            told.summary
        );
    };
    let nothing = || DynamicValue::from_msgpack(vec![0xc0]);
    unknown(
        &open_as(&server, "lease_tokens", nothing())
            .await
            .diagnostics,
    );
    let request = validate_ephemeral_resource_config::Request {
        type_name: "lease_tokens".to_owned(),
        config: Some(nothing()),
    };
    unknown(
        &server
            .validate_ephemeral_resource_config(request)
            .await
            .diagnostics,
    );
    let request = renew_ephemeral_resource::Request {
        type_name: "lease_tokens".to_owned(),
        private: None,
    };
    unknown(&server.renew_ephemeral_resource(request).await.diagnostics);
    // No private data, and data that is not ours.
    for private in [None, Some(Vec::new()), Some(vec![0xff; 40])] {
        let private = private.map(schema_provider::plugin::Bytes::from);
        let told = close(&server, private.clone()).await;
        assert!(
            error(&told)
                .summary
                .contains("what close is for is not known")
        );
        let request = renew_ephemeral_resource::Request {
            type_name: TOKEN.to_owned(),
            private,
        };
        let told = server.renew_ephemeral_resource(request).await;
        assert!(
            error(&told.diagnostics)
                .summary
                .contains("what renew is for is not known")
        );
        assert_eq!(told.renew_at, None);
    }
    // No configuration, malformed bytes, and one of a different type.
    for config in [
        vec![],
        vec![0xc0],
        vec![0xc1],
        vec![0x80],
        vec![0x93, 1, 2, 3],
    ] {
        let opened = open_as(&server, TOKEN, DynamicValue::from_msgpack(config)).await;
        error(&opened.diagnostics);
        assert_eq!(opened.result, None);
    }
    assert_eq!(host.log(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn before_configure_there_is_no_client() {
    let host = Host::unconfigured().await;
    let server = host.server.clone();
    let config = dynamic(&host, TOKEN, r#"{"name":"a"}"#);
    let opened = open_as(&server, TOKEN, config.clone()).await;
    assert!(error(&opened.diagnostics).detail.contains("not configured"));
    // Configured repeatedly, like a debugged provider.
    for _ in 0..2 {
        host.configure().await;
        let opened = open_as(&server, TOKEN, config.clone()).await;
        assert_eq!(opened.diagnostics, []);
        server.stop_provider(v6::stop_provider::Request {}).await;
        assert_eq!(close(&server, opened.private).await, []);
    }
}

/// Terraform up to 1.16 does not show it, and the resource still counts as open: it is not renewed
/// again, and is closed.
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_renewal_is_reported_and_the_resource_can_be_closed() {
    let host = Host::new().await;
    let server = &host.server;
    for (note, said) in [
        ("no renewal", "the token cannot be renewed"),
        (
            "renewal panics",
            "out of renewals of Some(\"(sensitive value)\")",
        ),
        (
            r#"renewal waits","timeouts":{"renew":"50ms"},"mode":"renews-9000"#,
            "took longer than 50ms",
        ),
    ] {
        let config = dynamic(&host, TOKEN, &format!(r#"{{"name":"a","note":"{note}"}}"#));
        let opened = open_as(server, TOKEN, config).await;
        assert_eq!(opened.diagnostics, [], "{note}");
        let renew = || renew_ephemeral_resource::Request {
            type_name: TOKEN.to_owned(),
            private: opened.private.clone(),
        };
        let renewed = server.renew_ephemeral_resource(renew()).await;
        let told = error(&renewed.diagnostics);
        let told = format!("{} {}", told.summary, told.detail);
        assert!(told.contains(said), "{note}: {told}");
        assert!(!told.contains("hush"), "{note}: {told}");
        // Terraform forgets data that is not sent back.
        assert_eq!(
            (renewed.renew_at, renewed.private),
            (None, opened.private.clone())
        );
        assert_eq!(close(server, opened.private).await, [], "{note}");
        assert_eq!(host.log().last().unwrap(), "close a a-xxx 0");
    }
    // Without a renewal of its own.
    let config = dynamic(&host, "lease_once", "{}");
    let opened = open_as(server, "lease_once", config).await;
    let request = renew_ephemeral_resource::Request {
        type_name: "lease_once".to_owned(),
        private: opened.private.clone(),
    };
    let renewed = server.renew_ephemeral_resource(request).await;
    assert!(
        error(&renewed.diagnostics)
            .summary
            .contains("lease_once cannot be renewed")
    );
    assert_eq!(renewed.renew_at, None);
}

/// Terraform waits until it is due: a past time would be due immediately, again and again.
#[tokio::test(flavor = "multi_thread")]
async fn a_past_renewal_is_requested_later() {
    let host = Host::new().await;
    let config = dynamic(&host, TOKEN, r#"{"name":"a","mode":"past"}"#);
    let opened = open_as(&host.server, TOKEN, config).await;
    let request = renew_ephemeral_resource::Request {
        type_name: TOKEN.to_owned(),
        private: opened.private,
    };
    let renewed = host.server.renew_ephemeral_resource(request).await;
    let now = std::time::SystemTime::now();
    let now = now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    for renew_at in [opened.renew_at, renewed.renew_at] {
        assert!(
            renew_at.unwrap().seconds >= i64::try_from(now).unwrap(),
            "{renew_at:?}"
        );
    }
}
