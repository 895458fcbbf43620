//! The results of a list, as lines of text.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::json;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use super::{padded, without_control_characters};
use crate::run::events::ListedEvent;
use schema_shell::lifecycle::Schemas;

/// A whole object of this schema, including sensitive values.
pub(crate) fn plain_json(block: &Block, value: &Value) -> Json {
    json::encode_block(block, value)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(Json::Null)
}

/// The identity of an object, and its name.
pub(crate) type Line = (String, String);

/// The line for a found object.
pub(crate) fn line(listed: &ListedEvent<'_>, schemas: &Schemas) -> Line {
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
    let one_line = |text: &str| without_control_characters(text).replace('\n', " ");
    (one_line(&shown.join(",")), one_line(listed.display_name))
}

/// The list and its results, in columns like Terraform's, and an empty line.
pub(crate) fn lines(list: &str, found: &[Line]) -> String {
    let list = without_control_characters(list);
    let width = found.iter().map(|(identity, _)| identity.chars().count());
    let width = width.max().unwrap_or_default();
    found
        .iter()
        .map(|(identity, name)| format!("{list}   {}   {name}\n", padded(identity, width)))
        .collect()
}
