//! Imports and moves.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, import_resource_state, move_resource_state, read_resource,
};

use super::{BOOK_IDENTITY, Client, error};

#[tokio::test(flavor = "multi_thread")]
async fn import_by_identity_fills_the_fields_and_read_may_correct_them() {
    let client = Client::new().await;
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
    // The remote system spells it differently: this is not a change yet, but is one from then on.
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
async fn an_import_may_omit_optional_parts() {
    let client = Client::new().await;
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
async fn an_import_without_required_parts_is_rejected() {
    let client = Client::new().await;
    for (name, identity, missing) in [
        ("lib_book", r#"{"code": "c1"}"#, "It must say shelf."),
        ("lib_book", r#"{"shelf": null}"#, "It must say shelf."),
        ("lib_card", "{}", "It must say number and series."),
        ("lib_card", "null", "It is not an object"),
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
async fn by_default_an_import_by_identity_uses_its_import_id() {
    let client = Client::new().await;
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
    // The provider developer's import gets the string.
    let (state, identity) = object("lib_tag", r#"{"name": "a"}"#).await;
    assert_eq!(
        (&*state, &*identity),
        (r#"id="tag:a" name="a""#, r#"name="a""#)
    );
    // Without an id only the fields identify it.
    let (state, _) = object("lib_card", r#"{"number": 3, "series": "x"}"#).await;
    assert_eq!(state, r#"number=3 series="x""#);
}

/// A default replaces what the identity omits; other arguments are required from the user.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_by_identity_may_omit_optional_parts() {
    let client = Client::new().await;
    let import = async |identity: &str| client.import("lib_place", "", Some(identity)).await;
    for identity in [
        r#"{"room": "r", "row": 1}"#,
        r#"{"room": "r", "row": 1, "light": null}"#,
    ] {
        let imported = import(identity).await;
        assert_eq!(imported.diagnostics, [], "{identity}");
        let state = client.state_text("lib_place", &imported.imported_resources[0].state);
        assert_eq!(state, r#"id="r/lamp/1" light="lamp" room="r" row=1"#);
    }
    for identity in [r#"{"row": 1}"#, r#"{"row": 1, "room": ""}"#] {
        let imported = import(identity).await;
        let error = error(&imported.diagnostics);
        assert!(!error.contains("bug in the provider"), "{error}");
        assert!(
            error.contains("{room}/{light}/{row}, so the identity must contain room;"),
            "{error}"
        );
        assert_eq!(steps(&imported.diagnostics), ["room"]);
    }
}

/// Nothing is dropped, or mistaken for something else.
#[tokio::test(flavor = "multi_thread")]
async fn an_identity_of_values_that_do_not_fit_is_rejected_at_the_attribute() {
    let client = Client::new().await;
    for (name, identity, at, what) in [
        (
            "lib_place",
            r#"{"room": "r", "row": 1.5}"#,
            "row",
            "whole number",
        ),
        (
            "lib_place",
            r#"{"room": "r", "row": 1e30}"#,
            "row",
            "whole number",
        ),
        (
            "lib_place",
            r#"{"room": "r", "row": 1, "light": "sun"}"#,
            "light",
            "lamp",
        ),
        (
            "lib_loan",
            r#"{"serial": 7, "pages": [1, 2.5]}"#,
            "pages",
            "whole number",
        ),
        ("lib_loan", r#"{"serial": 7.5}"#, "serial", "whole number"),
        (
            "lib_card",
            r#"{"number": 0.1, "series": "x"}"#,
            "number",
            "whole number",
        ),
    ] {
        let imported = client.import(name, "", Some(identity)).await;
        let error = error(&imported.diagnostics);
        assert!(error.contains(at) && error.contains(what), "{error}");
        assert_eq!(steps(&imported.diagnostics), [at], "{error}");
        assert_eq!(imported.imported_resources, []);
    }
}

/// The first step of each diagnostic's path.
fn steps(diagnostics: &[v6::Diagnostic]) -> Vec<String> {
    let paths = diagnostics.iter().filter_map(|one| one.attribute.as_ref());
    paths
        .filter_map(|path| match path.steps.first()?.selector.as_ref()? {
            v6::attribute_path::Selector::AttributeName(name) => Some(name.clone()),
            _ => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_by_the_struct_of_an_identity() {
    let client = Client::new().await;
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
    let told = "there is no loan 404: It was lib_loan {\"branch\":null,\"pages\":null,\"serial\":404} that was to be imported.";
    assert_eq!(error(&imported.diagnostics), told);
    let imported = client
        .import("lib_loan", "", Some(r#"{"serial": 0}"#))
        .await;
    assert!(error(&imported.diagnostics).contains("the import found nothing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_by_id_returns_the_known_identity() {
    let client = Client::new().await;
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
async fn a_move_receives_the_old_identity_and_returns_the_new_one() {
    let client = Client::new().await;
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
