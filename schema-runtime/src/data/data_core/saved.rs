//! What is saved of an object after a call.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{DataCore, Operation, Outcome, Written};
use crate::data::not_finite::field_not_finite;
use crate::diagnostics::Diagnostics;
use crate::path::Path;
use crate::reconcile::{RootObjects, reconcile_field, storable};
use crate::schema::{Field, Flags};
use crate::value::{Value, field_of};

/// What happens to a number that cannot be stored.
const SAVED_NULL: &str = "This is a bug in the provider; null was saved instead.";

impl DataCore {
    /// The object to save when provider code ended this way.
    ///
    /// A successful call saves the planned values overlaid by everything that was set. So does a
    /// create that failed after setting the id, with unknowns as null. A failed update or read
    /// saves the prior object. Partial mode saves only the id and the named fields, on update over
    /// the prior object. Null means that the resource does not exist.
    #[must_use]
    pub fn saved(&self, outcome: &Outcome) -> Value {
        let failed = matches!(outcome, Outcome::Failed);
        // Where there is no resource, a failed call removes nothing.
        let removed = || match failed {
            true => self.prior.clone(),
            false => Value::Null,
        };
        if !self.is_there(failed) && !self.operation.answers() {
            return removed();
        }
        match (self.operation, &self.partial) {
            (Operation::Create | Operation::Update, Some(named)) => self.partially(named),
            (Operation::Delete, _) => removed(),
            (Operation::Update | Operation::Read | Operation::Renew | Operation::Close, _)
                if failed =>
            {
                self.prior.clone()
            }
            _ => self.overlaid(self.base(), |_| true),
        }
    }

    fn partially(&self, named: &BTreeSet<usize>) -> Value {
        let base = match &self.prior {
            prior @ Value::Object(_) => Cow::Borrowed(prior),
            _ => Cow::Owned(self.schema.block.empty_object()),
        };
        self.overlaid(&base, |position| named.contains(&position))
    }

    /// Whether null means that nothing is known of a field, not that null was planned or stored.
    fn is_found_out(&self, field: &Field) -> bool {
        match self.operation {
            Operation::ReadDataSource | Operation::Open => field.is(Flags::COMPUTED),
            Operation::Read | Operation::Import => {
                field.is(Flags::COMPUTED) && !field.is(Flags::OPTIONAL)
            }
            _ => false,
        }
    }

    /// `base`, with the fields that `take` names replaced by their values in the highest layer.
    pub(super) fn overlaid(&self, base: &Value, take: impl Fn(usize) -> bool) -> Value {
        let id = self.schema.id_index();
        let reference = self.base();
        let root = RootObjects {
            prior: &self.prior,
            config: &self.config,
            block: &self.schema.block,
        };
        let fields = root.block.fields.iter().enumerate();
        let fields = fields.map(|(position, field)| {
            if field.is(Flags::WRITE_ONLY) {
                return field.absent_value();
            }
            if Some(position) == id {
                return self.saved_id(position);
            }
            if !take(position) {
                return field_of(base, position).clone();
            }
            let Some(Some(Written { value, whole })) = self.written.get(position) else {
                return field_of(reference, position).clone();
            };
            let reference = match field_of(reference, position) {
                // Without a plan, values that only the provider knows stay unknown until they are
                // read.
                Value::Null if self.is_found_out(field) => &Value::UNKNOWN,
                reference => reference,
            };
            let path = Path::new(field.name.clone());
            reconcile_field(field, &path, root, value.clone(), reference, *whole)
        });
        storable(&self.schema.block, &Value::Object(fields.collect()))
    }

    /// An error for each number that was set and cannot be stored; null is saved instead.
    pub fn not_finite(&self) -> Diagnostics {
        let fields = self.schema.block.fields.iter().zip(&self.written);
        let mut found = Diagnostics::new();
        for (field, written) in fields {
            // Write-only values are not stored at all.
            if let Some(written) = written
                && !field.is(Flags::WRITE_ONLY)
            {
                found.extend(field_not_finite(field, &written.value, SAVED_NULL));
            }
        }
        found
    }

    /// The names of the fields whose values are not saved, because partial mode is on and does not
    /// name them.
    #[must_use]
    pub fn unsaved(&self) -> Vec<&str> {
        let (true, Some(named)) = (self.operation.applies(), &self.partial) else {
            return Vec::new();
        };
        let fields = self.schema.block.fields.iter().enumerate();
        fields
            .filter(|(position, field)| {
                let (old, new) = self.change_of(*position);
                let touched = self.written.get(*position).is_some_and(Option::is_some);
                !field.is(Flags::IMPLIED) && !named.contains(position) && (touched || old != new)
            })
            .map(|(_, field)| field.name.as_str())
            .collect()
    }
}
