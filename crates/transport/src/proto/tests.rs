//! Field numbers, checked against bytes assembled manually from the reference sheet.

use super::{v5, v6};
use prost::Message as _;

/// A length-delimited field (wire type 2).
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    prost::encoding::encode_varint(u64::from(number) << 3 | 2, &mut out);
    prost::encoding::encode_varint(bytes.len() as u64, &mut out);
    out.extend_from_slice(bytes);
    out
}

/// A varint field (wire type 0).
fn number(number: u8, value: u8) -> Vec<u8> {
    vec![number << 3, value]
}

fn value(text: &'static str) -> v6::DynamicValue {
    v6::DynamicValue::from_msgpack(text)
}

#[test]
fn plan_request_and_response() {
    let request = v6::plan_resource_change::Request {
        type_name: "t".into(),
        prior_state: Some(value("p")),
        proposed_new_state: Some(value("n")),
        config: Some(value("c")),
        prior_private: "x".into(),
        provider_meta: Some(value("m")),
        client_capabilities: Some(v6::ClientCapabilities {
            deferral_allowed: true,
            write_only_attributes_allowed: true,
            store_planned_private: true,
            computed_blocks_allowed: true,
        }),
        prior_identity: None,
        planned_private: "y".into(),
    };
    let mut expected = field(1, b"t");
    for (index, byte) in [(2, b"p"), (3, b"n"), (4, b"c")] {
        expected.extend(field(index, &field(1, byte)));
    }
    expected.extend(field(5, b"x"));
    expected.extend(field(6, &field(1, b"m")));
    expected.extend(field(
        7,
        &[number(1, 1), number(2, 1), number(3, 1), number(4, 1)].concat(),
    ));
    expected.extend(field(9, b"y"));
    assert_eq!(request.encode_to_vec(), expected);

    let step = |selector| v6::attribute_path::Step {
        selector: Some(selector),
    };
    let response = v6::plan_resource_change::Response {
        planned_state: Some(value("p")),
        requires_replace: vec![v6::AttributePath {
            steps: vec![
                step(v6::attribute_path::Selector::AttributeName("a".into())),
                step(v6::attribute_path::Selector::ElementKeyString("k".into())),
                step(v6::attribute_path::Selector::ElementKeyInt(0)),
            ],
        }],
        planned_private: "x".into(),
        diagnostics: vec![v6::Diagnostic::error("s", "d")],
        legacy_type_system: true,
        planned_identity: None,
        deferred: Some(v6::Deferred {
            reason: v6::deferred::Reason::AbsentPrereq.into(),
        }),
    };
    let steps = [
        field(1, &field(1, b"a")),
        field(1, &field(2, b"k")),
        field(1, &number(3, 0)),
    ]
    .concat();
    let diagnostic = [number(1, 1), field(2, b"s"), field(3, b"d")].concat();
    let expected = [
        field(1, &field(1, b"p")),
        field(2, &steps),
        field(3, b"x"),
        field(4, &diagnostic),
        number(5, 1),
        field(6, &number(1, 3)),
    ]
    .concat();
    assert_eq!(response.encode_to_vec(), expected);
}

#[test]
fn attributes_of_both_protocols() {
    let six = v6::Attribute {
        name: "n".into(),
        r#type: "t".into(),
        nested_type: Some(v6::Object {
            attributes: vec![],
            nesting: v6::ObjectNesting::Map.into(),
        }),
        write_only: true,
        deprecated: true,
        ..Default::default()
    };
    // prost writes fields in the order of their numbers.
    let expected = [
        field(1, b"n"),
        field(2, b"t"),
        number(9, 1),
        field(10, &number(3, 4)),
        number(11, 1),
    ]
    .concat();
    assert_eq!(six.encode_to_vec(), expected);
    let five = v5::Attribute {
        name: "n".into(),
        write_only: true,
        ..Default::default()
    };
    assert_eq!(
        five.encode_to_vec(),
        [field(1, b"n"), number(10, 1)].concat()
    );
}

#[test]
fn lists_and_generated_configuration() {
    let request = v6::list_resource::Request {
        type_name: "t".into(),
        config: Some(value("c")),
        include_resource_object: true,
        limit: 7,
    };
    let expected = [
        field(1, b"t"),
        field(2, &field(1, b"c")),
        number(3, 1),
        number(4, 7),
    ];
    assert_eq!(request.encode_to_vec(), expected.concat());
    let event = v6::list_resource::Event {
        identity: Some(v6::ResourceIdentityData {
            identity_data: Some(value("i")),
        }),
        display_name: "n".into(),
        resource_object: Some(value("o")),
        diagnostics: vec![v6::Diagnostic::error("s", "")],
    };
    let diagnostic = [number(1, 1), field(2, b"s")].concat();
    let expected = [
        field(1, &field(1, &field(1, b"i"))),
        field(2, b"n"),
        field(3, &field(1, b"o")),
        field(4, &diagnostic),
    ];
    assert_eq!(event.encode_to_vec(), expected.concat());
    let generated = v6::generate_resource_config::Response {
        config: Some(value("c")),
        diagnostics: vec![v6::Diagnostic::error("s", "")],
    };
    let expected = [field(1, &field(1, b"c")), field(2, &diagnostic)];
    assert_eq!(generated.encode_to_vec(), expected.concat());
    let capabilities = v6::ServerCapabilities {
        generate_resource_config: true,
        ..Default::default()
    };
    assert_eq!(capabilities.encode_to_vec(), number(4, 1));
}

#[test]
fn actions() {
    let request = v6::invoke_action::Request {
        action_type: "t".into(),
        config: Some(value("c")),
        client_capabilities: Some(v6::ClientCapabilities::default()),
    };
    let expected = [field(1, b"t"), field(2, &field(1, b"c")), field(3, b"")];
    assert_eq!(request.encode_to_vec(), expected.concat());
    let progress = v6::invoke_action::Event::progress("m");
    assert_eq!(progress.encode_to_vec(), field(1, &field(1, b"m")));
    let end = v6::invoke_action::Event::completed(vec![v6::Diagnostic::error("s", "")]);
    let diagnostic = [number(1, 1), field(2, b"s")].concat();
    assert_eq!(end.encode_to_vec(), field(2, &field(1, &diagnostic)));
    // An end without diagnostics is also an end.
    let end = v6::invoke_action::Event::completed(vec![]);
    assert_eq!(end.encode_to_vec(), field(2, b""));
}

#[test]
fn state_stores() {
    let configure = v6::configure_state_store::Response {
        diagnostics: vec![],
        capabilities: Some(v6::configure_state_store::StateStoreServerCapabilities {
            chunk_size: 9,
        }),
    };
    assert_eq!(configure.encode_to_vec(), field(2, &number(1, 9)));
    let configure = v6::configure_state_store::Request {
        capabilities: Some(v6::configure_state_store::StateStoreClientCapabilities {
            chunk_size: 9,
        }),
        ..Default::default()
    };
    assert_eq!(configure.encode_to_vec(), field(3, &number(1, 9)));
    let range = Some(v6::StateRange { start: 1, end: 2 });
    let chunk = v6::write_state_bytes::RequestChunk {
        meta: Some(v6::write_state_bytes::RequestChunkMeta {
            type_name: "t".into(),
            state_id: "i".into(),
        }),
        bytes: "bb".into(),
        total_length: 3,
        range,
    };
    let wire_range = [number(1, 1), number(2, 2)].concat();
    let expected = [
        field(1, &[field(1, b"t"), field(2, b"i")].concat()),
        field(2, b"bb"),
        number(3, 3),
        field(4, &wire_range),
    ];
    assert_eq!(chunk.encode_to_vec(), expected.concat());
    let chunk = v6::read_state_bytes::Response {
        bytes: "bb".into(),
        total_length: 3,
        range,
        diagnostics: vec![v6::Diagnostic::error("s", "")],
    };
    let expected = [
        field(1, b"bb"),
        number(2, 3),
        field(3, &wire_range),
        field(4, &[number(1, 1), field(2, b"s")].concat()),
    ];
    assert_eq!(chunk.encode_to_vec(), expected.concat());
    let lock = v6::lock_state::Request {
        type_name: "t".into(),
        state_id: "i".into(),
        operation: "o".into(),
    };
    let expected = [field(1, b"t"), field(2, b"i"), field(3, b"o")];
    assert_eq!(lock.encode_to_vec(), expected.concat());
}

#[test]
fn schemas_of_lists_state_stores_and_actions() {
    let schema = |version| v6::Schema {
        version,
        block: None,
    };
    let action = v6::ActionSchema {
        schema: Some(schema(3)),
    };
    let response = v6::get_provider_schema::Response {
        list_resource_schemas: [("a".to_owned(), schema(1))].into(),
        state_store_schemas: [("a".to_owned(), schema(2))].into(),
        action_schemas: [("a".to_owned(), action)].into(),
        ..Default::default()
    };
    let entry =
        |number: u8, schema: &[u8]| field(number, &[field(1, b"a"), field(2, schema)].concat());
    let (list, action) = (entry(9, &number(1, 1)), entry(11, &field(1, &number(1, 3))));
    let six = [list.clone(), entry(10, &number(1, 2)), action.clone()];
    assert_eq!(response.encode_to_vec(), six.concat());
    // Protocol 5 has no state stores.
    let five = v5::get_provider_schema::Response::try_from(response).unwrap();
    assert_eq!(five.encode_to_vec(), [list, action].concat());
}

#[test]
fn diagnostics_of_the_provider_checks_are_field_2_in_both() {
    let diagnostics = vec![v6::Diagnostic::error("s", "")];
    let six = v6::validate_provider_config::Response {
        diagnostics: diagnostics.clone(),
    };
    let five = v5::prepare_provider_config::Response {
        prepared_config: None,
        diagnostics,
    };
    assert_eq!(six.encode_to_vec(), five.encode_to_vec());
    assert_eq!(
        six.encode_to_vec(),
        field(2, &[number(1, 1), field(2, b"s")].concat())
    );
}

#[test]
fn presence_of_a_function_argument_survives_zero() {
    let error = v6::FunctionError {
        text: String::new(),
        function_argument: Some(0),
    };
    let bytes = error.encode_to_vec();
    assert_eq!(bytes, number(2, 0));
    assert_eq!(v6::FunctionError::decode(bytes.as_slice()).unwrap(), error);
}

#[test]
fn unknown_fields_are_ignored() {
    let bytes = [field(1, b"t"), field(15, b"later")].concat();
    let request = v6::import_resource_state::Request::decode(bytes.as_slice()).unwrap();
    assert_eq!(request.type_name, "t");
}

#[test]
fn debug_shows_no_values() {
    let request = v6::read_resource::Request {
        current_state: Some(value("canary")),
        private: "canary".into(),
        ..Default::default()
    };
    let open = v6::open_ephemeral_resource::Request {
        config: Some(value("canary")),
        ..Default::default()
    };
    let call = v6::call_function::Request {
        name: "f".into(),
        arguments: vec![value("canary")],
    };
    let raw = v6::RawState {
        json: "canary".into(),
        flatmap: [("canary".into(), "canary".into())].into(),
    };
    let written = v6::write_state_bytes::RequestChunk {
        bytes: "canary".into(),
        ..Default::default()
    };
    let read = v6::read_state_bytes::Response {
        bytes: "canary".into(),
        ..Default::default()
    };
    let shown = format!("{request:?}{open:?}{call:?}{raw:?}{written:?}{read:?}");
    assert!(
        !shown.contains("canary") && !shown.contains("99, 97"),
        "{shown}"
    );
}
