//! The plan hook's data by flatmap path, for code that works with any resource.

use crate::address::{Located, locate};
use crate::attr::{TypedStep, walk};
use crate::data::Val;
use crate::data::dotted::exact;
use crate::data::secrets::with_secrets;
use crate::diagnostics::Diagnostic;
use crate::plan::PlanCore;
use crate::value::Value;

impl PlanCore {
    fn located(&self, address: &str) -> Option<Located<'_>> {
        locate(&self.schema.block, address).ok()
    }

    /// The planned value at a flatmap path (`partition.0.size_mb`, `labels.%`): null, unknown or
    /// known. `None` for a path that the schema does not have. Write-only values come from the
    /// configuration.
    #[must_use]
    pub fn value(&self, address: &str) -> Option<Val<Value>> {
        let place = self.located(address)?;
        let planned = with_secrets(&self.schema.block, &self.planned, &self.config);
        Some(exact(&place, walk(&planned, &place.steps)))
    }

    /// The configured value at a flatmap path, without defaults.
    #[must_use]
    pub fn configured(&self, address: &str) -> Option<Val<Value>> {
        let place = self.located(address)?;
        Some(exact(&place, walk(&self.config, &place.steps)))
    }

    /// The prior and the planned value at a flatmap path.
    #[must_use]
    pub fn get_change(&self, address: &str) -> Option<(Val<Value>, Val<Value>)> {
        let place = self.located(address)?;
        let old = exact(&place, walk(&self.prior, &place.steps));
        Some((old, exact(&place, walk(&self.planned, &place.steps))))
    }

    /// Whether the prior and the planned value at a flatmap path differ exactly; false for a path
    /// that the schema does not have.
    #[must_use]
    pub fn has_change(&self, address: &str) -> bool {
        let Some(place) = self.located(address) else {
            return false;
        };
        if place.address.is_count() {
            return self
                .get_change(address)
                .is_some_and(|(old, new)| old != new);
        }
        self.differs(&place.steps)
    }

    /// The prior and the planned value at a typed path, null where there is none.
    pub(super) fn before_and_after(&self, steps: &[TypedStep]) -> [&Value; 2] {
        [&self.prior, &self.planned].map(|object| walk(object, steps).unwrap_or(&Value::Null))
    }

    pub(super) fn differs(&self, steps: &[TypedStep]) -> bool {
        let [old, new] = self.before_and_after(steps);
        old != new
    }

    /// Plans a value for the computed root field of this name, as
    /// [`PlanData::set_new`](crate::data::PlanData::set_new) does; `Value::UNKNOWN` leaves it open.
    /// Another name is an error in the plan.
    pub fn set_new(&mut self, name: &str, value: impl Into<Value>) {
        match self.schema.block.find(name).map(|(position, _)| position) {
            Some(position) => self.set_new_field(position, value.into()),
            None => self.unknown_field(name),
        }
    }

    /// Requires a replacement for the change at this flatmap path. An unchanged value forces
    /// nothing; a path that the schema does not have is an error in the plan.
    pub fn require_replace(&mut self, address: &str) {
        let place = self.located(address);
        match place.map(|place| place.address.path().clone()) {
            Some(path) => self.require_replace_at(path),
            None => self.unknown_field(address),
        }
    }

    fn unknown_field(&mut self, address: &str) {
        let type_name = self.schema.type_name.clone();
        self.diagnostics.push(
            Diagnostic::error(format!("{type_name} has no {address}")).with_detail(
                "The plan hook named a field that does not exist in the schema or has no \
                 address. This is a bug in the provider.",
            ),
        );
    }
}
