//! Mistakes of provider code: which of them fail a call, and which are warnings.

use super::{DataCore, Operation};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::Path;

const STILL_PARTIAL: &str = "partial mode was still on at the end";

impl DataCore {
    /// Mistakes of provider code even though every call succeeded: a create without an id, fields
    /// that partial mode, left on, did not save, values that an accessor could not read, and
    /// mistakes found only at run time.
    pub fn complaints(&self) -> Diagnostics {
        let mut complaints = self.misuse.clone();
        complaints.extend(self.not_finite());
        // A refresh can repair an unreadable value, and a delete removes it: neither must fail.
        let held_up = !matches!(
            self.operation,
            Operation::Read | Operation::Delete | Operation::Close
        );
        complaints.extend(self.unreadable.diagnostics(
            |position| self.written.get(position).is_some_and(Option::is_some),
            match held_up {
                true => Diagnostic::error,
                false => Diagnostic::warning,
            },
        ));
        let creates = matches!(self.operation, Operation::Create);
        if creates && self.schema.id_index().is_some() && self.id().is_none() {
            complaints.error_at(
                Path::root(),
                format!("{} was created without an id", self.schema.type_name),
                "The provider's create returned without an error, but did not call `set_id`. \
                 Terraform cannot keep track of a resource without an id. This is a bug in the \
                 provider.",
            );
        }
        if held_up && self.partial.is_some() && !self.operation.applies() {
            complaints.error_at(
                Path::root(),
                STILL_PARTIAL,
                format!(
                    "The provider turned partial mode on in the {} of {}, which saves everything \
                     or nothing. Partial mode is for create and update alone. This is a bug in the \
                     provider: remove it.",
                    self.operation.name(),
                    self.schema.type_name
                ),
            );
        }
        let configured = self.schema.id_in(&self.config);
        if let (Some(configured), Some(id)) = (configured, self.id())
            && creates
            && configured != id
        {
            let name = &self.schema.type_name;
            let (id, configured) = (schema_rules::quoted(id), schema_rules::quoted(&configured));
            complaints.error_at(
                Path::new("id"),
                format!("{name} was created under another id than the configured one"),
                format!(
                    "The configuration says {configured}, but the provider set {id}. This is a \
                         bug in the provider: put the API's own name into another field.",
                ),
            );
        }
        let unsaved = self.unsaved();
        if !unsaved.is_empty() {
            complaints.error_at(
                Path::root(),
                STILL_PARTIAL,
                format!(
                    "The provider turned partial mode on and did not turn it off again, so these \
                     fields were not saved: {}. This is a bug in the provider: call \
                     `data.end_partial()` when everything is done.",
                    unsaved.join(", ")
                ),
            );
        }
        complaints
    }
}
