//! Identities in the messages of the protocol, which Terraform sends from 1.12 on.

mod apply;
mod deposed;
mod import;
mod older;
mod plan;

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, ResourceIdentityData, apply_resource_change, get_resource_identity_schemas,
    import_resource_state, plan_resource_change, read_resource,
};
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Block;

use super::library::Library;
use super::served::{self, Server};

pub struct Client {
    pub server: Server,
    pub instance: Instance,
}

impl Client {
    pub async fn new() -> Client {
        let (server, instance) = served::configured::<Library>("{}").await;
        Client { server, instance }
    }

    fn state_block(&self, name: &str) -> Block {
        (*self.instance.schemas().resources[name].block).clone()
    }

    fn identity_block(&self, name: &str) -> Block {
        self.instance.schemas().identities[name].block().clone()
    }

    pub fn state(&self, name: &str, text: &str) -> Option<DynamicValue> {
        Some(encode(&self.state_block(name), text))
    }

    pub fn identity(&self, name: &str, text: &str) -> Option<ResourceIdentityData> {
        Some(ResourceIdentityData {
            identity_data: Some(encode(&self.identity_block(name), text)),
        })
    }

    #[track_caller]
    pub fn identity_text(&self, name: &str, data: &Option<ResourceIdentityData>) -> String {
        let Some(data) = data else {
            return "none".to_owned();
        };
        let data = data.identity_data.as_ref().unwrap();
        let block = self.identity_block(name);
        let value = msgpack::decode_block(&block, &data.msgpack).unwrap();
        shown(&block, &value)
    }

    #[track_caller]
    pub fn state_text(&self, name: &str, data: &Option<DynamicValue>) -> String {
        let block = self.state_block(name);
        let value = msgpack::decode_block(&block, &data.as_ref().unwrap().msgpack).unwrap();
        shown(&block, &value)
    }

    pub async fn read(
        &self,
        name: &str,
        state: &str,
        identity: Option<&str>,
        private: &[u8],
    ) -> read_resource::Response {
        let request = read_resource::Request {
            type_name: name.to_owned(),
            current_state: self.state(name, state),
            private: private.to_vec().into(),
            current_identity: identity.and_then(|text| self.identity(name, text)),
            ..Default::default()
        };
        self.server.read_resource(request).await
    }

    pub async fn plan(
        &self,
        name: &str,
        prior: &str,
        config: &str,
        identity: Option<&str>,
    ) -> plan_resource_change::Response {
        let config = self.state(name, config);
        let request = plan_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: self.state(name, prior),
            proposed_new_state: config.clone(),
            config,
            prior_identity: identity.and_then(|text| self.identity(name, text)),
            ..Default::default()
        };
        self.server.plan_resource_change(request).await
    }

    /// Plans and applies.
    pub async fn apply(
        &self,
        name: &str,
        prior: &str,
        config: &str,
        identity: Option<&str>,
    ) -> apply_resource_change::Response {
        let planned = self.plan(name, prior, config, identity).await;
        assert_eq!(planned.diagnostics, []);
        let request = apply_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: self.state(name, prior),
            planned_state: planned.planned_state,
            config: self.state(name, config),
            planned_private: planned.planned_private,
            planned_identity: planned.planned_identity,
            ..Default::default()
        };
        self.server.apply_resource_change(request).await
    }

    /// Plans and applies like Terraform before 1.12, which sends private data and no identity.
    pub async fn apply_older(
        &self,
        name: &str,
        prior: &str,
        config: &str,
        private: &[u8],
    ) -> apply_resource_change::Response {
        let configured = self.state(name, config);
        let request = plan_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: self.state(name, prior),
            proposed_new_state: configured.clone(),
            config: configured.clone(),
            prior_private: private.to_vec().into(),
            ..Default::default()
        };
        let planned = self.server.plan_resource_change(request).await;
        assert_eq!(planned.diagnostics, []);
        let request = apply_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: self.state(name, prior),
            planned_state: planned.planned_state,
            config: configured,
            planned_private: planned.planned_private,
            ..Default::default()
        };
        self.server.apply_resource_change(request).await
    }

    pub async fn import(
        &self,
        name: &str,
        id: &str,
        identity: Option<&str>,
    ) -> import_resource_state::Response {
        let request = import_resource_state::Request {
            type_name: name.to_owned(),
            id: id.to_owned(),
            identity: identity.and_then(|text| self.identity(name, text)),
            ..Default::default()
        };
        self.server.import_resource_state(request).await
    }
}

fn encode(block: &Block, text: &str) -> DynamicValue {
    // The notation for unknown values, which JSON lacks.
    let decoded = json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse);
    DynamicValue::from_msgpack(msgpack::encode_block(block, &decoded.unwrap()).unwrap())
}

fn shown(block: &Block, value: &Value) -> String {
    let Value::Object(values) = value else {
        return "null".to_owned();
    };
    let fields = block.fields.iter().zip(values);
    let fields = fields.map(|(field, value)| {
        let value = match value {
            Value::Null => "null".to_owned(),
            Value::Unknown(_) => "?".to_owned(),
            value => json::encode(&field.implied_type(), value).unwrap(),
        };
        format!("{}={value}", field.name)
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[track_caller]
pub fn error(diagnostics: &[v6::Diagnostic]) -> String {
    let [one] = diagnostics else {
        panic!("one error expected: {diagnostics:#?}");
    };
    assert_eq!(one.severity, i32::from(v6::diagnostic::Severity::Error));
    format!("{}: {}", one.summary, one.detail)
}

const BOOK: &str = r#"{"id": "s/c1", "shelf": "s", "code": "c1"}"#;

const BOOK_IDENTITY: &str = r#"{"shelf": "s", "code": "c1"}"#;

fn book(how: &str) -> String {
    format!(r#"{{"id": "s/c1", "shelf": "s", "code": "c1", "how": "{how}"}}"#)
}

#[tokio::test(flavor = "multi_thread")]
async fn identity_schemas_match_the_structs() {
    let client = Client::new().await;
    let request = get_resource_identity_schemas::Request {};
    let response = client.server.get_resource_identity_schemas(request).await;
    assert_eq!(response.diagnostics, []);
    let shown: Vec<String> = response
        .identity_schemas
        .iter()
        .map(|(name, schema)| {
            let attributes = schema.identity_attributes.iter().map(|attribute| {
                assert_ne!(attribute.required_for_import, attribute.optional_for_import);
                let mark = if attribute.optional_for_import {
                    "?"
                } else {
                    ""
                };
                let ty = String::from_utf8(attribute.r#type.to_vec()).unwrap();
                format!("{}{mark}:{ty}", attribute.name)
            });
            format!(
                "{name} {} {}",
                schema.version,
                attributes.collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"lib_book 1 code?:"string" shelf:"string""#,
            r#"lib_card 0 number:"number" series:"string""#,
            r#"lib_loan 2 branch?:"string" pages?:["list","number"] serial:"number""#,
            r#"lib_mark 0 code:"string" label:"string""#,
            r#"lib_member 0 id:"string""#,
            r#"lib_place 0 light?:"string" room?:"string" row:"number""#,
            r#"lib_seat 0 height?:"number" lamps?:["list","string"] row:"number" window:"bool""#,
            r#"lib_tag 0 name:"string""#,
            r#"lib_volume 0 place?:"string" serial:"number" shelf:"string""#,
        ]
    );
    let shelf = &response.identity_schemas["lib_book"].identity_attributes[1];
    assert_eq!(shelf.description, "Where it stands.");
}

#[tokio::test(flavor = "multi_thread")]
async fn read_returns_the_identity_with_and_without_a_stored_one() {
    let client = Client::new().await;
    for before in [None, Some(BOOK_IDENTITY)] {
        let read = client.read("lib_book", BOOK, before, b"").await;
        assert_eq!(read.diagnostics, []);
        assert_eq!(
            client.identity_text("lib_book", &read.new_identity),
            r#"code="c1" shelf="s""#
        );
    }
    for before in [None, Some(r#"{"serial": 7, "pages": [1, 2]}"#)] {
        let read = client
            .read("lib_loan", r#"{"id": "7", "reader": "r"}"#, before, b"")
            .await;
        assert_eq!(read.diagnostics, []);
        assert_eq!(
            client.identity_text("lib_loan", &read.new_identity),
            "branch=null pages=[1,2] serial=7"
        );
    }
    // Without an id, and from a flattened struct.
    let read = client
        .read("lib_card", r#"{"series": "a", "number": 3}"#, None, b"")
        .await;
    assert_eq!(
        client.identity_text("lib_card", &read.new_identity),
        r#"number=3 series="a""#
    );
    let read = client
        .read("lib_plain", r#"{"id": "a", "name": "a"}"#, None, b"")
        .await;
    assert_eq!(read.new_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_object_has_no_identity() {
    let client = Client::new().await;
    let read = client
        .read("lib_book", &book("gone"), Some(BOOK_IDENTITY), b"")
        .await;
    assert_eq!(read.diagnostics, []);
    assert_eq!(read.new_identity, None);
    assert_eq!(client.state_text("lib_book", &read.new_state), "null");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_fails_changes_nothing() {
    let client = Client::new().await;
    let read = client
        .read("lib_book", &book("fail"), Some(BOOK_IDENTITY), b"")
        .await;
    assert_eq!(error(&read.diagnostics), "nobody reads it: ");
    assert_eq!(
        client.identity_text("lib_book", &read.new_identity),
        r#"code="c1" shelf="s""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_changes_the_identity_is_an_error_with_both_values() {
    let client = Client::new().await;
    let read = client
        .read("lib_book", &book("moved"), Some(BOOK_IDENTITY), b"")
        .await;
    let error = error(&read.diagnostics);
    assert!(
        error.starts_with("lib_book: read changes the object's identity: "),
        "{error}"
    );
    assert!(
        error.contains(r#"shelf was "s" and is "elsewhere""#),
        "{error}"
    );
    // Nothing has changed.
    assert_eq!(
        client.identity_text("lib_book", &read.new_identity),
        r#"code="c1" shelf="s""#
    );
    assert!(
        client
            .state_text("lib_book", &read.new_state)
            .contains(r#"shelf="s""#)
    );
    // If none was stored there is nothing to compare.
    let read = client.read("lib_book", &book("moved"), None, b"").await;
    assert_eq!(read.diagnostics, []);
    // The omitted part is determined.
    let read = client
        .read("lib_book", BOOK, Some(r#"{"shelf": "s"}"#), b"")
        .await;
    assert_eq!(read.diagnostics, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_identity_struct_declares_mutable_parts() {
    let client = Client::new().await;
    let state = |how| format!(r#"{{"id": "7", "reader": "r", "how": "{how}"}}"#);
    let before = Some(r#"{"serial": 7, "branch": "south", "pages": [1, 2]}"#);
    let read = client.read("lib_loan", &state("branch"), before, b"").await;
    assert_eq!(read.diagnostics, []);
    let identity = client.identity_text("lib_loan", &read.new_identity);
    assert_eq!(identity, r#"branch="north" pages=[1,2] serial=7"#);
    let read = client.read("lib_loan", &state("other"), before, b"").await;
    assert!(error(&read.diagnostics).contains("serial was 7 and is 8"));
}

/// A client that sends no identity may not save any, and loses nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_without_identity_keeps_the_stored_one() {
    let client = Client::new().await;
    let state = r#"{"id": "7", "reader": "r", "how": "silent"}"#;
    let read = client.read("lib_loan", state, None, b"").await;
    assert_eq!((read.diagnostics, read.new_identity), (vec![], None));
    let read = client
        .read("lib_loan", state, Some(r#"{"serial": 7}"#), b"")
        .await;
    assert_eq!(read.diagnostics, []);
    assert!(
        client
            .identity_text("lib_loan", &read.new_identity)
            .contains("serial=7")
    );
    // The stored identity lacks a required part.
    let read = client
        .read("lib_loan", state, Some(r#"{"branch": "north"}"#), b"")
        .await;
    let error = error(&read.diagnostics);
    assert!(
        error.contains("nothing identifies the object after read"),
        "{error}"
    );
    assert!(error.contains("lacks: serial"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_of_another_type_is_rejected() {
    let client = Client::new().await;
    for bytes in [&b"\x81\xa5shelf\x07"[..], b"\xc1", b"\x81\xa5other\xa1a"] {
        let request = read_resource::Request {
            type_name: "lib_book".into(),
            current_state: client.state("lib_book", BOOK),
            current_identity: Some(ResourceIdentityData {
                identity_data: Some(DynamicValue::from_msgpack(bytes.to_vec())),
            }),
            ..Default::default()
        };
        let read = client.server.read_resource(request).await;
        let error = error(&read.diagnostics);
        assert!(
            error.contains("the identity does not fit the schema"),
            "{error}"
        );
    }
}

/// No state contains one; it must not count as the object's identity.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_identity_is_rejected() {
    let client = Client::new().await;
    // Unknown as a whole, and in a part.
    let unknown = b"\xd4\x00\x00";
    let part = [&b"\x83\xa6branch\xc0\xa5pages\xc0\xa6serial"[..], unknown].concat();
    for bytes in [unknown.to_vec(), part] {
        let identity = Some(ResourceIdentityData {
            identity_data: Some(DynamicValue::from_msgpack(bytes)),
        });
        let state = r#"{"id": "7", "reader": "r", "how": "silent"}"#;
        let request = read_resource::Request {
            type_name: "lib_loan".into(),
            current_state: client.state("lib_loan", state),
            current_identity: identity.clone(),
            ..Default::default()
        };
        let read = client.server.read_resource(request.clone()).await;
        let told = error(&read.diagnostics);
        assert!(told.contains("the identity is not known"), "{told}");
        assert_eq!(read.new_state, request.current_state);
        assert_eq!(read.new_identity, request.current_identity);
        let request = plan_resource_change::Request {
            type_name: "lib_loan".into(),
            prior_state: client.state("lib_loan", state),
            config: client.state("lib_loan", r#"{"reader": "r"}"#),
            prior_identity: identity,
            ..Default::default()
        };
        let planned = client.server.plan_resource_change(request).await;
        let told = error(&planned.diagnostics);
        assert!(told.contains("the prior identity is not known"), "{told}");
    }
}
