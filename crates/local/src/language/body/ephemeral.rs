//! Rejects ephemeral values wherever they would be stored in a plan or a state. They are allowed in
//! settings of the provider, in other ephemeral blocks, in the arguments of a list, and in
//! write-only arguments.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Field, Flags, SchemaKind};

use super::Decoder;
use crate::language::eval::TypedValue;
use crate::source::Location;

impl Decoder<'_> {
    /// Whether the arguments of such a block are stored.
    pub(super) fn is_stored(&self) -> bool {
        !matches!(
            self.kind,
            SchemaKind::Provider | SchemaKind::Ephemeral | SchemaKind::List
        )
    }

    /// Reports an error where an ephemeral value would be stored.
    pub(super) fn check_stored(&mut self, field: &Field, value: &TypedValue, at: &Location) {
        if !self.is_stored() || field.is(Flags::WRITE_ONLY) {
            return;
        }
        let mut ephemeral = value.marks.ephemeral.iter();
        let Some(path) = ephemeral.find(|path| !is_write_only(field, path.steps())) else {
            return;
        };
        let place: Path = std::iter::once(Step::Attribute(field.name.clone()))
            .chain(path.steps().iter().cloned())
            .collect();
        let detail = format!(
            "Ephemeral values are not valid for \"{place}\", because it is not a write-only attribute and must be \
             persisted to state."
        );
        self.fail("Invalid use of ephemeral value", detail, at);
    }
}

/// Whether these steps lead into a write-only attribute of a field.
fn is_write_only(field: &Field, steps: &[Step]) -> bool {
    let inside = field.nested_block();
    field.is(Flags::WRITE_ONLY) || inside.is_some_and(|(_, block)| block.leads_to_write_only(steps))
}
