//! The local runner's language: any string is evaluated against a provider's schemas, or rejected
//! with the place.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use schema_local::evaluated::evaluated;
use schema_provider::lifecycle::Schemas;
use schema_runtime::codec::msgpack;
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{Block, Schema, SchemaKind};

use super::input::block;

/// Schemas of a provider `x` with the resource `x_y` and the data source `x_y`.
pub(super) fn schemas() -> &'static Schemas {
    static SCHEMAS: OnceLock<Schemas> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let schema = |kind, name: &'static str, block: &Block| {
            Ref::from(Arc::new(Schema {
                kind,
                type_name: Text::text(name),
                version: 1,
                block: Arc::new(block.clone()).into(),
                timeouts: Ref::empty(),
                subcategory: Ref::text(""),
            }))
        };
        let named = |kind| BTreeMap::from([("x_y".to_owned(), schema(kind, "x_y", block()))]);
        let settings =
            serde_json::json!({"attributes": {"a": {"type": "string", "optional": true}}});
        let settings = schema_runtime::dynamic::read_block(&settings).expect("a block");
        Schemas {
            provider: schema(SchemaKind::Provider, "x", &settings),
            resources: named(SchemaKind::Resource),
            data_sources: named(SchemaKind::DataSource),
            ephemeral_resources: BTreeMap::new(),
            list_resources: BTreeMap::new(),
            actions: BTreeMap::new(),
            state_stores: BTreeMap::new(),
            functions: BTreeMap::new(),
            identities: BTreeMap::new(),
            provider_meta: None,
        }
    })
}

/// A configuration's text.
pub fn hcl(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let found = evaluated(text, schemas());
    let failed = found.messages.iter().any(|(said, _)| said.is_error());
    assert_eq!(failed, found.rendered.contains("Error: "));
    let lines = text.split('\n').count();
    for (said, place) in &found.messages {
        assert!(!said.summary.is_empty());
        if let Some((line, column)) = place {
            assert!(
                (1..=lines).contains(line) && *column >= 1,
                "{said} at {line}:{column}"
            );
        }
        // Only messages about no part of the text have no position.
        let placeless = said.summary.starts_with("Cycle");
        assert!(placeless || place.is_some(), "{said} has no place");
    }
    for value in found.objects.values() {
        if let Err(error) = msgpack::encode_block(block(), value) {
            panic!("{error} in {value:?}");
        }
    }
}
