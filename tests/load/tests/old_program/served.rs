//! A provider with one ported resource, and the stub behind it.

use schema_client::{Client, HandshakeLine, Identity, Provider};
use schema_old_program::{Kind, Ported, Spec, WithOldProgram};
use schema_transport::proto::v6::*;
use schema_transport::{Environment, Handler, MAGIC_COOKIE, Options, Protocol, Server};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::programs::write_program;

/// The ported `stub_mine`, whose plan is as proposed. `stub_thing` is marked unported.
pub(crate) struct Ours;

fn schema(names: &[&str]) -> Schema {
    let attributes = names.iter().map(|name| Attribute {
        name: (*name).to_owned(),
        r#type: "\"string\"".into(),
        computed: *name == "id",
        required: *name == "name",
        description: "ours".to_owned(),
        ..Default::default()
    });
    Schema {
        version: 0,
        block: Some(Block {
            attributes: attributes.collect(),
            ..Default::default()
        }),
    }
}

macro_rules! nothing {
    ($($call:ident)+) => {$(
        async fn $call(&self, _: $call::Request) -> $call::Response {
            Default::default()
        }
    )+};
}

impl Handler for Ours {
    async fn get_provider_schema(
        &self,
        _: get_provider_schema::Request,
    ) -> get_provider_schema::Response {
        let resources = ["stub_mine", "stub_thing"];
        get_provider_schema::Response {
            provider: Some(schema(&[])),
            resource_schemas: resources
                .map(|name| (name.to_owned(), schema(&["id", "name"])))
                .into(),
            server_capabilities: Some(ServerCapabilities {
                get_provider_schema_optional: true,
                generate_resource_config: true,
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        assert_eq!(request.type_name, "stub_mine");
        plan_resource_change::Response {
            planned_state: request.proposed_new_state,
            ..Default::default()
        }
    }

    nothing! {
        validate_provider_config configure_provider validate_resource_config validate_data_resource_config
        upgrade_resource_state read_resource apply_resource_change import_resource_state read_data_source
    }

    fn for_connection(&self) -> Option<Self> {
        Some(Self)
    }

    fn stop(&self) {}
}

/// The stub's program.
pub(crate) fn stub() -> PathBuf {
    env!("CARGO_BIN_EXE_stub-provider").into()
}

/// A program that is this shell script.
pub(crate) fn script(directory: &Path, text: &str) -> PathBuf {
    let path = directory.join("terraform-provider-old");
    write_program(&path, &format!("#!/bin/sh\n{text}\n"));
    path
}

pub(crate) fn spec(path: PathBuf) -> Spec {
    Spec {
        path,
        variable: Some("STUB_OLD_PROGRAM".to_owned()),
        snapshot: None,
        start: Duration::from_secs(20),
        call: None,
        largest: 4 << 20,
        variables: Vec::new(),
    }
}

/// A connection to both.
pub(crate) struct Served {
    pub(crate) provider: Provider,
    pub(crate) directory: tempfile::TempDir,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A provider with this program behind it.
pub(crate) async fn serve(spec: Spec, protocol: Protocol) -> Served {
    let directory = tempfile::tempdir().unwrap();
    serve_in(directory, spec, protocol).await
}

pub(crate) async fn serve_in(
    directory: tempfile::TempDir,
    spec: Spec,
    protocol: Protocol,
) -> Served {
    let (served, stop) = serve_until(directory, spec, protocol, Options::default()).await;
    // It ends with the test.
    std::mem::forget(stop);
    served
}

/// The same until it is asked to end.
pub(crate) async fn serve_until(
    directory: tempfile::TempDir,
    spec: Spec,
    protocol: Protocol,
    options: Options,
) -> (Served, tokio::sync::oneshot::Sender<()>) {
    let identity = Identity::new().unwrap();
    let environment = Environment {
        magic_cookie: Some(MAGIC_COOKIE.to_owned()),
        protocol_versions: Some(protocol.number().to_string()),
        client_cert: Some(identity.pem()),
        temp_dir: directory.path().to_owned(),
        ..Environment::default()
    };
    let ported: Ported = [(Kind::Resource, "stub_mine".to_owned())]
        .into_iter()
        .collect();
    let handler = WithOldProgram::new(Ours, ported, spec);
    let debug = options.debug.is_some();
    let server = Server::bind(handler, options, &environment).unwrap();
    let line = match debug {
        true => HandshakeLine::from_reattach(&server.reattach(), None).unwrap(),
        false => HandshakeLine::parse(&server.announcement()).unwrap(),
    };
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let task = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let identity = (!debug).then_some(&identity);
    let client = Client::connect(&line, identity).await.unwrap();
    let served = Served {
        provider: Provider::new(client, protocol),
        directory,
        task,
    };
    (served, stop)
}

/// An object with this name.
pub(crate) fn thing(name: &str) -> DynamicValue {
    let length = 0xa0 + u8::try_from(name.len()).unwrap();
    let bytes = [b"\x82\xa2id\xc0\xa4name", &[length][..], name.as_bytes()].concat();
    DynamicValue::from_msgpack(bytes)
}

/// A plan of an object with this name.
pub(crate) fn plan(type_name: &str, name: &str) -> plan_resource_change::Request {
    plan_resource_change::Request {
        type_name: type_name.to_owned(),
        prior_state: Some(DynamicValue::from_msgpack(vec![0xc0])),
        proposed_new_state: Some(thing(name)),
        config: Some(thing(name)),
        ..Default::default()
    }
}

/// An update of an object from a name to another one.
pub(crate) fn update(from: &str, to: &str) -> apply_resource_change::Request {
    apply_resource_change::Request {
        type_name: "stub_thing".to_owned(),
        prior_state: Some(thing(from)),
        planned_state: Some(thing(to)),
        config: Some(thing(to)),
        planned_private: "private".into(),
        ..Default::default()
    }
}
