//! Identities in the messages of the protocol, which Terraform sends from 1.12 on.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, ResourceIdentityData, apply_resource_change, get_resource_identity_schemas,
    import_resource_state, move_resource_state, plan_resource_change, read_resource,
};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Block;
use schema_provider::server::ProviderServer;

use crate::library::Library;

pub struct Client {
    pub server: ProviderServer,
    pub instance: Instance,
}

impl Client {
    pub fn new() -> Client {
        let instance = Instance::new::<Library>(Environment::default()).unwrap();
        let server = ProviderServer::new(instance.clone());
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
    // Unknown values are written so; JSON has none.
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
async fn schemas_are_what_the_structs_say() {
    let client = Client::new();
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
            r#"lib_member 0 id:"string""#,
            r#"lib_tag 0 name:"string""#,
            r#"lib_volume 0 place?:"string" serial:"number" shelf:"string""#,
        ]
    );
    let shelf = &response.identity_schemas["lib_book"].identity_attributes[1];
    assert_eq!(shelf.description, "Where it stands.");
}

#[tokio::test(flavor = "multi_thread")]
async fn read_gives_the_identity_whether_one_is_stored_or_not() {
    let client = Client::new();
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
async fn an_object_that_is_gone_has_no_identity() {
    let client = Client::new();
    let read = client
        .read("lib_book", &book("gone"), Some(BOOK_IDENTITY), b"")
        .await;
    assert_eq!(read.diagnostics, []);
    assert_eq!(read.new_identity, None);
    assert_eq!(client.state_text("lib_book", &read.new_state), "null");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_fails_changes_nothing() {
    let client = Client::new();
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
    let client = Client::new();
    let read = client
        .read("lib_book", &book("moved"), Some(BOOK_IDENTITY), b"")
        .await;
    let error = error(&read.diagnostics);
    assert!(
        error.starts_with("lib_book: read changes what identifies the object: "),
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
    // Where none was stored there is nothing to compare.
    let read = client.read("lib_book", &book("moved"), None, b"").await;
    assert_eq!(read.diagnostics, []);
    // What was left out is found out.
    let read = client
        .read("lib_book", BOOK, Some(r#"{"shelf": "s"}"#), b"")
        .await;
    assert_eq!(read.diagnostics, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_struct_of_an_identity_says_what_may_change() {
    let client = Client::new();
    let state = |how| format!(r#"{{"id": "7", "reader": "r", "how": "{how}"}}"#);
    let before = Some(r#"{"serial": 7, "branch": "south", "pages": [1, 2]}"#);
    let read = client.read("lib_loan", &state("branch"), before, b"").await;
    assert_eq!(read.diagnostics, []);
    let identity = client.identity_text("lib_loan", &read.new_identity);
    assert_eq!(identity, r#"branch="north" pages=[1,2] serial=7"#);
    let read = client.read("lib_loan", &state("other"), before, b"").await;
    assert!(error(&read.diagnostics).contains("serial was 7 and is 8"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_without_an_identity_is_an_error_unless_one_is_stored() {
    let client = Client::new();
    let state = r#"{"id": "7", "reader": "r", "how": "silent"}"#;
    let read = client.read("lib_loan", state, None, b"").await;
    let error = error(&read.diagnostics);
    assert!(
        error.contains("nothing identifies the object after read"),
        "{error}"
    );
    assert!(error.contains("data.set_identity"), "{error}");
    let read = client
        .read("lib_loan", state, Some(r#"{"serial": 7}"#), b"")
        .await;
    assert_eq!(read.diagnostics, []);
    assert!(
        client
            .identity_text("lib_loan", &read.new_identity)
            .contains("serial=7")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_of_another_type_is_refused() {
    let client = Client::new();
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

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_new_object_says_what_is_known() {
    let client = Client::new();
    let plan = client
        .plan("lib_book", "null", r#"{"shelf": "s"}"#, None)
        .await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        r#"code=? shelf="s""#
    );
    let plan = client.plan("lib_member", "null", "{}", None).await;
    assert_eq!(
        client.identity_text("lib_member", &plan.planned_identity),
        "id=?"
    );
    // Only the provider's code knows.
    let plan = client
        .plan("lib_loan", "null", r#"{"reader": "r"}"#, None)
        .await;
    assert_eq!(plan.planned_identity, None);
    let plan = client
        .plan("lib_plain", "null", r#"{"name": "r"}"#, None)
        .await;
    assert_eq!(plan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_change_in_place_keeps_the_identity() {
    let client = Client::new();
    let config = r#"{"shelf": "s", "title": "t"}"#;
    let kept = r#"code="c1" shelf="s""#;
    let plan = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        kept
    );
    // Also where none is stored.
    let plan = client.plan("lib_book", BOOK, config, None).await;
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        kept
    );
    let loan = r#"{"id": "7", "reader": "r"}"#;
    let change = r#"{"reader": "r", "how": "x"}"#;
    let plan = client
        .plan("lib_loan", loan, change, Some(r#"{"serial": 7}"#))
        .await;
    let identity = client.identity_text("lib_loan", &plan.planned_identity);
    assert_eq!(identity, "branch=null pages=null serial=7");
    let plan = client.plan("lib_loan", loan, change, None).await;
    assert_eq!(plan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_would_change_the_identity_in_place_is_an_error_unless_it_may() {
    let client = Client::new();
    // The code is computed, so that it is no replacement.
    let config = r#"{"shelf": "s", "code": "c2"}"#;
    let plan = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    let error = error(&plan.diagnostics);
    assert!(error.contains(r#"code was "c1" and is "c2""#), "{error}");
    let (tag, config) = (r#"{"id": "a", "name": "a"}"#, r#"{"name": "b"}"#);
    let plan = client
        .plan("lib_tag", tag, config, Some(r#"{"name": "a"}"#))
        .await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_tag", &plan.planned_identity),
        r#"name="b""#
    );
    let applied = client
        .apply("lib_tag", tag, config, Some(r#"{"name": "a"}"#))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_tag", &applied.new_identity),
        r#"name="b""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_names_the_old_object_and_then_the_new_one() {
    let client = Client::new();
    let config = r#"{"shelf": "other"}"#;
    let first = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(first.diagnostics, []);
    assert_eq!(first.requires_replace.len(), 1);
    assert_eq!(
        client.identity_text("lib_book", &first.planned_identity),
        r#"code="c1" shelf="s""#
    );
    // Terraform hands the first plan's identity to the second.
    let second = client
        .plan("lib_book", "null", config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(second.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &second.planned_identity),
        r#"code=? shelf="other""#
    );
    let applied = client
        .apply("lib_book", "null", config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &applied.new_identity),
        r#"code="c1" shelf="other""#
    );
    let loan = client
        .plan(
            "lib_loan",
            "null",
            r#"{"reader": "q"}"#,
            Some(r#"{"serial": 7}"#),
        )
        .await;
    assert_eq!(loan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroy_keeps_the_identity_in_the_plan_and_drops_it_when_done() {
    let client = Client::new();
    let plan = client
        .plan("lib_book", BOOK, "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        r#"code="c1" shelf="s""#
    );
    let applied = client
        .apply("lib_book", BOOK, "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(applied.new_identity, None);
    let stuck = client
        .apply("lib_book", &book("stuck"), "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(error(&stuck.diagnostics), "the book is stuck: ");
    assert_eq!(
        client.identity_text("lib_book", &stuck.new_identity),
        r#"code="c1" shelf="s""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_gives_the_identity_also_where_it_fails_later() {
    let client = Client::new();
    let applied = client
        .apply("lib_loan", "null", r#"{"reader": "r"}"#, None)
        .await;
    assert_eq!(applied.diagnostics, []);
    let identity = "branch=null pages=[1,2] serial=7";
    assert_eq!(
        client.identity_text("lib_loan", &applied.new_identity),
        identity
    );
    let failed = client
        .apply(
            "lib_loan",
            "null",
            r#"{"reader": "r", "how": "fail"}"#,
            None,
        )
        .await;
    assert_eq!(error(&failed.diagnostics), "lent to nobody: ");
    assert_eq!(
        client.identity_text("lib_loan", &failed.new_identity),
        identity
    );
    let failed = client
        .apply("lib_book", "null", r#"{"shelf": "s", "how": "fail"}"#, None)
        .await;
    assert_eq!(
        client.identity_text("lib_book", &failed.new_identity),
        r#"code="c1" shelf="s""#
    );
    let silent = client
        .apply(
            "lib_loan",
            "null",
            r#"{"reader": "r", "how": "silent"}"#,
            None,
        )
        .await;
    let error = error(&silent.diagnostics);
    assert!(
        error.contains("nothing identifies the object after create"),
        "{error}"
    );
    // The object is saved all the same.
    assert!(
        client
            .state_text("lib_loan", &silent.new_state)
            .contains(r#"id="7""#)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_changes_the_identity_is_an_error_and_the_object_is_saved() {
    let client = Client::new();
    let (prior, config) = (
        r#"{"id": "7", "reader": "r"}"#,
        r#"{"reader": "r", "how": "other"}"#,
    );
    let applied = client
        .apply("lib_loan", prior, config, Some(r#"{"serial": 7}"#))
        .await;
    assert!(error(&applied.diagnostics).contains("serial was 7 and is 8"));
    assert!(
        client
            .state_text("lib_loan", &applied.new_state)
            .contains("other")
    );
    // None was stored, and none is said: read and create say it.
    let config = r#"{"reader": "r", "how": "x"}"#;
    let applied = client.apply("lib_loan", prior, config, None).await;
    assert!(error(&applied.diagnostics).contains("nothing identifies the object after update"));
    let applied = client
        .apply("lib_loan", prior, config, Some(r#"{"serial": 7}"#))
        .await;
    assert_eq!(applied.diagnostics, []);
    let failed = r#"{"shelf": "s", "how": "fail"}"#;
    let applied = client
        .apply("lib_book", BOOK, failed, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(error(&applied.diagnostics), "it stays as it is: ");
    assert_eq!(
        client.identity_text("lib_book", &applied.new_identity),
        r#"code="c1" shelf="s""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn import_by_identity_fills_the_fields_and_the_read_may_say_it_better() {
    let client = Client::new();
    let imported = client
        .import("lib_book", "", Some(r#"{"shelf": "S", "code": "c9"}"#))
        .await;
    assert_eq!(imported.diagnostics, []);
    let [object] = &imported.imported_resources[..] else {
        panic!("one object");
    };
    assert_eq!(
        client.identity_text("lib_book", &object.identity),
        r#"code="c9" shelf="S""#
    );
    let state = client.state_text("lib_book", &object.state);
    assert_eq!(
        state,
        r#"code="c9" how=null id="S/c9" shelf="S" title=null"#
    );
    // The remote system spells it otherwise: that is no change yet, and is one from then on.
    let read = |private: Vec<u8>| read_resource::Request {
        type_name: "lib_book".into(),
        current_state: object.state.clone(),
        current_identity: object.identity.clone(),
        private: private.into(),
        ..Default::default()
    };
    let first = client
        .server
        .read_resource(read(object.private.to_vec()))
        .await;
    assert_eq!(first.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &first.new_identity),
        r#"code="c9" shelf="s""#
    );
    let later = client
        .server
        .read_resource(read(first.private.to_vec()))
        .await;
    assert!(error(&later.diagnostics).contains(r#"shelf was "S" and is "s""#));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_may_leave_out_what_is_optional() {
    let client = Client::new();
    let imported = client
        .import("lib_book", "", Some(r#"{"shelf": "s"}"#))
        .await;
    assert_eq!(imported.diagnostics, []);
    let object = &imported.imported_resources[0];
    assert_eq!(
        client.identity_text("lib_book", &object.identity),
        r#"code=null shelf="s""#
    );
    let request = read_resource::Request {
        type_name: "lib_book".into(),
        current_state: object.state.clone(),
        current_identity: object.identity.clone(),
        private: object.private.clone(),
        ..Default::default()
    };
    let read = client.server.read_resource(request).await;
    assert_eq!(read.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &read.new_identity),
        r#"code="c1" shelf="s""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_without_what_is_required_is_refused() {
    let client = Client::new();
    for (name, identity, missing) in [
        ("lib_book", r#"{"code": "c1"}"#, "It must say shelf."),
        ("lib_book", r#"{"shelf": null}"#, "It must say shelf."),
        ("lib_card", "{}", "It must say number and series."),
        ("lib_card", "null", "It is no object"),
    ] {
        let imported = client.import(name, "", Some(identity)).await;
        let error = error(&imported.diagnostics);
        assert!(
            error.contains("cannot be imported by this identity"),
            "{error}"
        );
        assert!(error.contains(missing), "{error}");
        assert_eq!(imported.imported_resources, []);
    }
    let request = import_resource_state::Request {
        type_name: "lib_plain".into(),
        identity: client.identity("lib_book", BOOK_IDENTITY),
        ..Default::default()
    };
    let imported = client.server.import_resource_state(request).await;
    assert!(error(&imported.diagnostics).contains("lib_plain cannot be imported by an identity"));
}

#[tokio::test(flavor = "multi_thread")]
async fn unless_written_an_import_by_identity_is_that_of_the_text_it_stands_for() {
    let client = Client::new();
    let object = async |name: &str, identity: &str| {
        let imported = client.import(name, "", Some(identity)).await;
        assert_eq!(imported.diagnostics, []);
        let object = imported.imported_resources[0].clone();
        let identity = client.identity_text(name, &object.identity);
        (client.state_text(name, &object.state), identity)
    };
    let (state, identity) = object("lib_member", r#"{"id": "m1"}"#).await;
    assert_eq!(
        (&*state, &*identity),
        (r#"id="m1" name=null"#, r#"id="m1""#)
    );
    // The author's import has the text.
    let (state, identity) = object("lib_tag", r#"{"name": "a"}"#).await;
    assert_eq!(
        (&*state, &*identity),
        (r#"id="tag:a" name="a""#, r#"name="a""#)
    );
    // Without an id the fields are all there is.
    let (state, _) = object("lib_card", r#"{"number": 3, "series": "x"}"#).await;
    assert_eq!(state, r#"number=3 series="x""#);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_by_the_struct_of_an_identity() {
    let client = Client::new();
    let imported = client
        .import("lib_loan", "", Some(r#"{"serial": 9, "branch": "b"}"#))
        .await;
    assert_eq!(imported.diagnostics, []);
    let object = &imported.imported_resources[0];
    let identity = client.identity_text("lib_loan", &object.identity);
    assert_eq!(identity, r#"branch="b" pages=null serial=9"#);
    assert!(
        client
            .state_text("lib_loan", &object.state)
            .contains(r#"id="9""#)
    );
    let imported = client
        .import("lib_loan", "", Some(r#"{"serial": 404}"#))
        .await;
    assert_eq!(error(&imported.diagnostics), "there is no loan 404: ");
    let imported = client
        .import("lib_loan", "", Some(r#"{"serial": 0}"#))
        .await;
    assert!(error(&imported.diagnostics).contains("the import found nothing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_by_id_says_the_identity_as_far_as_it_is_known() {
    let client = Client::new();
    let imported = client.import("lib_book", "s/c2", None).await;
    assert_eq!(imported.diagnostics, []);
    let object = &imported.imported_resources[0];
    assert_eq!(
        client.identity_text("lib_book", &object.identity),
        r#"code="c2" shelf="s""#
    );
    let imported = client.import("lib_loan", "7", None).await;
    let object = imported.imported_resources[0].clone();
    assert_eq!(object.identity, None);
    let request = read_resource::Request {
        type_name: "lib_loan".into(),
        current_state: object.state,
        private: object.private,
        ..Default::default()
    };
    let read = client.server.read_resource(request).await;
    assert_eq!(read.diagnostics, []);
    assert!(
        client
            .identity_text("lib_loan", &read.new_identity)
            .contains("serial=7")
    );
    assert_eq!(read.private, b""[..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_sees_the_old_identity_and_gives_the_new_one() {
    let client = Client::new();
    let request = |name: &str, identity: &[u8]| move_resource_state::Request {
        source_provider_address: "example.com/x/y".into(),
        source_type_name: "y_thing".into(),
        source_state: Some(v6::RawState {
            json: b"{}".to_vec().into(),
            ..Default::default()
        }),
        target_type_name: name.into(),
        source_identity: Some(v6::RawState {
            json: identity.to_vec().into(),
            ..Default::default()
        }),
        ..Default::default()
    };
    let moved = client
        .server
        .move_resource_state(request("lib_book", br#"{"number": "n7"}"#))
        .await;
    assert_eq!(moved.diagnostics, []);
    let identity = client.identity_text("lib_book", &moved.target_identity);
    assert_eq!(identity, r#"code="moved" shelf="n7""#);
    let moved = client
        .server
        .move_resource_state(request("lib_book", b""))
        .await;
    assert_eq!(moved.diagnostics, []);
    assert_eq!(moved.target_identity, None);
    let moved = client
        .server
        .move_resource_state(request("lib_loan", b""))
        .await;
    assert!(
        client
            .identity_text("lib_loan", &moved.target_identity)
            .contains("serial=7")
    );
}
