//! An object without an id in a state, though its type has ids: nobody can find the remote object.
//!
//! An upgrade that lost the id, an edited state, or an id that fits no message may cause this. As
//! in the Go SDK, such an object counts as gone, and provider code is not called with an empty id:
//! an API may take that for all objects.

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

/// Whether the object lacks the id that its type has.
pub(crate) fn is_missing(schema: &Schema, object: &Value) -> bool {
    let (Some(position), Value::Object(values)) = (schema.id_index(), object) else {
        return false;
    };
    match values.get(position) {
        Some(id) => id.is_null() || id.as_str() == Some(""),
        None => true,
    }
}

/// The warning for the user, with the consequence.
pub(crate) fn warning(schema: &Schema, outcome: &str) -> Diagnostic {
    Diagnostic::warning(format!(
        "{}: the object in the state has no id",
        schema.type_name
    ))
    .with_detail(format!(
        "Without one the provider cannot find the object. {outcome} If the object still \
         exists, import it or delete it manually."
    ))
}

/// An update cannot find its object.
pub(crate) fn error(schema: &Schema) -> Diagnostic {
    let name = &schema.type_name;
    Diagnostic::error(format!("{name}: the object in the state has no id")).with_detail(
        "Without one the provider cannot find the object to update. Nothing was done. Plan again \
         with a refresh, which treats the object as gone and plans a new one; if the old one still \
         exists, remove this one from the state and import it.",
    )
}
