//! Which SDK steps call provider code: those over a schema with functions in its tables.

use schema_runtime::schema::{Block, Default, Extra, Field, Validator};

/// Whether defaults, checks, equality or stored forms of this block call functions. All of them
/// count, though some are ours: the table does not say whose they are.
pub(crate) fn has_functions(block: &Block) -> bool {
    block.any_field(&|field| field.extras.iter().any(is_function))
}

/// The same for one field and what is inside it.
pub(crate) fn calls_functions(field: &Field) -> bool {
    field.extras.iter().any(is_function)
        || field
            .nested_block()
            .is_some_and(|(_, block)| has_functions(block))
}

fn is_function(extra: &Extra) -> bool {
    match extra {
        // The provider developer's type converts a constant to a value.
        Extra::Default { default } => matches!(
            default,
            Default::Constant(_) | Default::Make(_) | Default::Function(_)
        ),
        Extra::Validate { validator } => is_custom(validator),
        Extra::OfType {
            validators,
            canonical,
        } => canonical.is_some() || validators.iter().any(is_custom),
        Extra::WhenChanged { .. }
        | Extra::ConflictsWith { .. }
        | Extra::ExactlyOneOf { .. }
        | Extra::AtLeastOneOf { .. }
        | Extra::RequiredWith { .. }
        | Extra::PreferWriteOnly { .. }
        | Extra::Compare { .. }
        | Extra::Deprecated { .. }
        | Extra::Removed { .. }
        | Extra::InputDefault { .. } => false,
        // The others hold functions.
        _ => true,
    }
}

fn is_custom(validator: &Validator) -> bool {
    match validator {
        Validator::Value { .. } => false,
        Validator::Each { validators }
        | Validator::Keys { validators }
        | Validator::At { validators, .. }
        | Validator::All { validators }
        | Validator::Any { validators }
        | Validator::Not { validators } => validators.iter().any(is_custom),
        _ => true,
    }
}
