//! What the default methods do, of any type: here it is not compiled for each resource.

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::Schema;

use crate::result::Result;
use crate::state::{MovedState, OldState};

/// The default `upgrade`.
pub(super) fn upgrade(schema: &Schema, only_added: bool, old: &OldState) -> Result {
    if only_added {
        // The fields that fit are in the object already: all of them, unless more has changed than
        // was declared.
        return old.fits(schema);
    }
    let (name, now) = (&schema.type_name, schema.version);
    Err(
        Diagnostic::error(format!("The state of {name} cannot be upgraded"))
            .with_detail(format!(
                "The state was written with version {} of the schema, which is at version {now} now, \
                 and the provider has no `upgrade` for this resource. This is a bug in the provider.",
                old.version(),
            ))
            .into(),
    )
}

/// The error of the default `move_from`.
pub(super) fn not_moved(schema: &Schema, from: &MovedState) -> Diagnostic {
    let (name, old) = (&schema.type_name, from.type_name());
    let source = match *old == **name {
        true => format!("that of another provider's {old}"),
        false => "another type's".to_owned(),
    };
    Diagnostic::error(format!("A {old} cannot be moved to {name}")).with_detail(format!(
        "The provider cannot convert {source} to {name}. \
         Remove the `moved` block, and import the object instead."
    ))
}
