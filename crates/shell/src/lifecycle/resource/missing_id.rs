//! An object in a state that has no id, though its type has ids: nobody can find what it
//! represents.
//!
//! An upgrade that lost it may leave one, a state that somebody edited, or an id that no message
//! holds. As in the Go SDK such an object no longer exists, and no provider code is asked for the
//! object whose id is an empty string: an API may take that for all of them.

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

/// Whether the object lacks the id that objects of its type have.
pub(crate) fn is_missing(schema: &Schema, object: &Value) -> bool {
    let (Some(position), Value::Object(values)) = (schema.id_index(), object) else {
        return false;
    };
    match values.get(position) {
        Some(id) => id.is_null() || id.as_str() == Some(""),
        None => true,
    }
}

/// For the user, with what came of it.
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

/// An update has nothing to go by.
pub(crate) fn error(schema: &Schema) -> Diagnostic {
    let name = &schema.type_name;
    Diagnostic::error(format!("{name}: the object in the state has no id")).with_detail(
        "Without one the provider cannot find the object to update. Nothing was done. Plan again \
         with a refresh, which treats the object as gone and plans a new one; if the old one still \
         exists, remove this one from the state and import it.",
    )
}
