//! The smallest provider on the bare transport: one resource `stub_thing` with a `name` and a
//! computed `id`.
//!
//! It works on messages and bytes, to test the plugin server with the real Terraform and nothing
//! above it; `--debug` serves for `TF_REATTACH_PROVIDERS`, `--protocol5` speaks only protocol 5. A
//! name that begins with `panic` makes the plan panic, one with `crash` ends the process during it.
//! With `print` an apply prints a line of 8 MiB on standard output, with `block` it holds its
//! thread for ever, with `hang` it waits for ever, with `wait` until it is asked to stop (it first
//! writes the file `STUB_WAITS`), with `die` it ends the process, with `large` it answers with 8
//! MiB. With `STUB_SETTINGS` it has an attribute `region`; it rejects each configuration with
//! `STUB_REFUSES`, warns of it with `STUB_WARNS`, and ends there with `STUB_DIES`. With `STUB_MORE`
//! it has a resource `stub_more`, and with `STUB_NEWER` its resources have version 1.

use schema_transport::proto::v6::*;
use schema_transport::{self as plugin, Bytes, Handler, Options, Protocol};
use std::process::ExitCode;
use std::sync::LazyLock;
use tokio::sync::watch;

fn main() -> ExitCode {
    let mut options = Options::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--debug" => options.debug = Some("registry.terraform.io/example/stub".to_owned()),
            "--protocol5" => options.protocols = vec![Protocol::V5],
            other => {
                eprintln!("unknown argument {other}");
                return ExitCode::from(2);
            }
        }
    }
    // Terraform passes no arguments, so that a test needs another way to select protocol 5.
    if std::env::var_os("STUB_PROTOCOL5").is_some() {
        options.protocols = vec![Protocol::V5];
    }
    if options.debug.is_none() {
        // As a provider developer's program may, before the handshake.
        plugin::reserve_output();
        println!("the stub starts");
    }
    plugin::run(Stub, options)
}

/// The provider.
struct Stub;

/// Whether it was asked to stop.
static STOPPED: LazyLock<watch::Sender<bool>> = LazyLock::new(|| watch::Sender::new(false));

/// The value's bytes up to those of the id: a map of two, whose first key is `id` (keys are
/// sorted).
const ID: &[u8] = b"\x82\xa2id";
const NULL: &[u8] = b"\xc0";
const UNKNOWN: &[u8] = b"\xd4\x00\x00";

/// The value with the id `from` replaced by `to`, otherwise unchanged.
fn replace_id(value: Option<DynamicValue>, from: &[u8], to: &[u8]) -> Option<DynamicValue> {
    let value = value?;
    let replaced = value
        .msgpack
        .strip_prefix(ID)
        .and_then(|rest| rest.strip_prefix(from))
        .map(|rest| DynamicValue::from_msgpack([ID, to, rest].concat()));
    Some(replaced.unwrap_or(value))
}

/// What follows the name's length, which takes one byte below 32.
fn name(value: &DynamicValue) -> &[u8] {
    let key = b"\xa4name";
    let at = value
        .msgpack
        .windows(key.len())
        .position(|bytes| bytes == key);
    at.and_then(|at| value.msgpack.get(at + key.len() + 1..))
        .unwrap_or_default()
}

impl Handler for Stub {
    async fn get_provider_schema(
        &self,
        _: get_provider_schema::Request,
    ) -> get_provider_schema::Response {
        let text = Bytes::from_static(b"\"string\"");
        let id = Attribute {
            name: "id".into(),
            r#type: text.clone(),
            computed: true,
            ..Default::default()
        };
        let name = Attribute {
            name: "name".into(),
            r#type: text.clone(),
            required: true,
            ..Default::default()
        };
        let region = Attribute {
            name: "region".into(),
            r#type: text.clone(),
            optional: true,
            ..Default::default()
        };
        let settings = std::env::var_os("STUB_SETTINGS").map(|_| region);
        let schema = |attributes| {
            let block = Block {
                attributes,
                ..Default::default()
            };
            Schema {
                version: std::env::var_os("STUB_NEWER").map_or(0, |_| 1),
                block: Some(block),
            }
        };
        let thing = schema(vec![id, name]);
        let more = std::env::var_os("STUB_MORE").map(|_| ("stub_more".to_owned(), thing.clone()));
        let things = [("stub_thing".to_owned(), thing)].into_iter().chain(more);
        get_provider_schema::Response {
            provider: Some(schema(settings.into_iter().collect())),
            resource_schemas: things.collect(),
            server_capabilities: Some(ServerCapabilities {
                get_provider_schema_optional: true,
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    async fn validate_provider_config(
        &self,
        _: validate_provider_config::Request,
    ) -> validate_provider_config::Response {
        Default::default()
    }

    async fn configure_provider(
        &self,
        request: configure_provider::Request,
    ) -> configure_provider::Response {
        tracing::info!(terraform = request.terraform_version, "configured");
        let mut answer = configure_provider::Response::default();
        if std::env::var_os("STUB_DIES").is_some() {
            std::process::abort();
        }
        if std::env::var_os("STUB_WARNS").is_some() {
            let warning = Diagnostic {
                severity: diagnostic::Severity::Warning.into(),
                ..Diagnostic::error("An old token", "")
            };
            answer.diagnostics.push(warning);
        }
        if std::env::var_os("STUB_REFUSES").is_some() {
            answer
                .diagnostics
                .push(Diagnostic::error("No credentials", "Set STUB_TOKEN."));
        }
        answer
    }

    async fn validate_resource_config(
        &self,
        _: validate_resource_config::Request,
    ) -> validate_resource_config::Response {
        Default::default()
    }

    async fn validate_data_resource_config(
        &self,
        request: validate_data_resource_config::Request,
    ) -> validate_data_resource_config::Response {
        let diagnostics = vec![Diagnostic::error("No such data source", request.type_name)];
        validate_data_resource_config::Response { diagnostics }
    }

    async fn upgrade_resource_state(
        &self,
        request: upgrade_resource_state::Request,
    ) -> upgrade_resource_state::Response {
        // There is one version, so the JSON's text is all that changes its form.
        let json = request.raw_state.map(|raw| DynamicValue {
            json: raw.json,
            msgpack: Bytes::new(),
        });
        upgrade_resource_state::Response {
            upgraded_state: json,
            diagnostics: vec![],
        }
    }

    async fn read_resource(&self, request: read_resource::Request) -> read_resource::Response {
        read_resource::Response {
            new_state: request.current_state,
            private: request.private,
            ..Default::default()
        }
    }

    async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        tracing::info!(type_name = request.type_name, "planning");
        let proposed = request.proposed_new_state;
        let panics = proposed
            .as_ref()
            .is_some_and(|value| name(value).starts_with(b"panic"));
        assert!(!panics, "the name begins with panic");
        if proposed
            .as_ref()
            .is_some_and(|value| name(value).starts_with(b"crash"))
        {
            // In a separate thread, nothing catches it.
            let _ = std::thread::spawn(|| panic!("the name begins with crash")).join();
            std::process::abort();
        }
        plan_resource_change::Response {
            planned_state: replace_id(proposed, NULL, UNKNOWN),
            planned_private: request.prior_private,
            ..Default::default()
        }
    }

    async fn apply_resource_change(
        &self,
        request: apply_resource_change::Request,
    ) -> apply_resource_change::Response {
        let named = |text| {
            let planned = request.planned_state.as_ref();
            planned.is_some_and(|value| name(value).starts_with(text))
        };
        if named(b"print") {
            println!("{}", "x".repeat(8 << 20));
        }
        if named(b"die") {
            std::process::abort();
        }
        if named(b"hang") {
            std::future::pending::<()>().await;
        }
        if named(b"wait") {
            if let Some(file) = std::env::var_os("STUB_WAITS") {
                std::fs::write(file, "").unwrap();
            }
            // The sender is never dropped.
            let _ = STOPPED.subscribe().wait_for(|stopped| *stopped).await;
        }
        if named(b"block") {
            loop {
                std::thread::park();
            }
        }
        let private = match named(b"large") {
            true => vec![b'x'; 8 << 20].into(),
            false => request.planned_private,
        };
        apply_resource_change::Response {
            new_state: replace_id(request.planned_state, UNKNOWN, b"\xa1x"),
            private,
            ..Default::default()
        }
    }

    async fn import_resource_state(
        &self,
        request: import_resource_state::Request,
    ) -> import_resource_state::Response {
        let detail = format!("{} cannot be imported.", request.type_name);
        let diagnostics = vec![Diagnostic::error("No import", detail)];
        import_resource_state::Response {
            diagnostics,
            ..Default::default()
        }
    }

    async fn read_data_source(
        &self,
        request: read_data_source::Request,
    ) -> read_data_source::Response {
        let diagnostics = vec![Diagnostic::error("No such data source", request.type_name)];
        read_data_source::Response {
            diagnostics,
            ..Default::default()
        }
    }

    fn stop(&self) {
        STOPPED.send_replace(true);
    }
}
