//! What a list found, as a line of text.

use schema_runtime::codec::json;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use super::without_control_characters;
use crate::events::ListedEvent;
use schema_shell::lifecycle::Schemas;

/// An object of this schema, all of it.
pub(crate) fn plain_json(block: &Block, value: &Value) -> Json {
    json::encode_block(block, value)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or(Json::Null)
}

/// The list, what identifies the object, its name.
pub(crate) fn line(listed: &ListedEvent<'_>, schemas: &Schemas) -> String {
    let identity = schemas.identities.get(listed.type_name);
    let identity = identity.map(|schema| plain_json(schema.block(), listed.identity));
    let shown: Vec<String> = identity
        .as_ref()
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        })
        .collect();
    let line = format!(
        "{}\t{}\t{}",
        listed.list,
        shown.join(","),
        listed.display_name
    );
    without_control_characters(&line).replace('\n', " ")
}
