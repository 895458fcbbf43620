//! The results of a list, as lines of text.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::json;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use super::{padded, widest, without_control_characters};
use crate::run::events::ListedObject;
use schema_shell::lifecycle::Schemas;

/// A whole object of this schema, including sensitive values.
pub(crate) fn plain_json(block: &Block, value: &Value) -> Json {
    let text = json::encode_block(block, value).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The identity of an object, and its name.
pub(crate) type Line = (String, String);

/// The line for a found object.
pub(crate) fn line(listed: &ListedObject, schemas: &Schemas) -> Line {
    let schema = schemas.identities.get(&*listed.type_name);
    let identity = schema.zip(listed.event.identity.as_ref());
    let identity = identity.map(|(schema, identity)| plain_json(schema.block(), identity));
    let members = identity.as_ref().and_then(Json::as_object);
    let members = members.into_iter().flatten();
    let shown = members.filter(|(_, value)| !value.is_null());
    let shown = shown.map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name}={text}"),
        None => format!("{name}={value}"),
    });
    let shown: Vec<String> = shown.collect();
    let one_line = |text: &str| without_control_characters(text).replace('\n', " ");
    (
        one_line(&shown.join(",")),
        one_line(&listed.event.display_name),
    )
}

/// The list and its results, in columns like Terraform's, and an empty line.
pub(crate) fn lines(list: &str, found: &[Line]) -> String {
    let list = without_control_characters(list);
    let width = widest(found.iter().map(|(identity, _)| identity));
    let line = |(identity, name): &Line| {
        let identity = padded(identity, width);
        format!("{list}   {identity}   {name}\n")
    };
    found.iter().map(line).collect()
}
