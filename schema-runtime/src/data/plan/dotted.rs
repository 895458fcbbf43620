//! A plan hook by dotted address, for code that works with any resource.

use super::PlanData;
use crate::address::{Located, locate};
use crate::attr::walk;
use crate::data::Val;
use crate::data::dotted::exact;
use crate::data::secrets::with_secrets;
use crate::diagnostics::Diagnostic;
use crate::object::Object;
use crate::plan::PlanCore;
use crate::value::Value;

impl PlanCore {
    fn located(&self, address: &str) -> Option<Located<'_>> {
        locate(&self.schema.block, address).ok()
    }

    /// The planned value at a dotted address (`partition.0.size_mb`, `labels.%`): null, unknown or
    /// known. Nothing for an address that the schema does not have. What is write-only is read
    /// from the configuration.
    #[must_use]
    pub fn value_path(&self, address: &str) -> Option<Val<Value>> {
        let place = self.located(address)?;
        let planned = with_secrets(&self.schema.block, &self.planned, &self.config);
        Some(exact(&place, walk(&planned, &place.steps)))
    }

    /// The configured value at a dotted address, without defaults.
    #[must_use]
    pub fn config_path(&self, address: &str) -> Option<Val<Value>> {
        let place = self.located(address)?;
        Some(exact(&place, walk(&self.config, &place.steps)))
    }

    /// The prior and the planned value at a dotted address.
    #[must_use]
    pub fn get_change_path(&self, address: &str) -> Option<(Val<Value>, Val<Value>)> {
        let place = self.located(address)?;
        let old = exact(&place, walk(&self.prior, &place.steps));
        Some((old, exact(&place, walk(&self.planned, &place.steps))))
    }

    /// Whether the prior and the planned value at a dotted address differ, exactly; false for an
    /// address that the schema does not have.
    #[must_use]
    pub fn has_change_path(&self, address: &str) -> bool {
        let Some(place) = self.located(address) else {
            return false;
        };
        if place.address.is_count() {
            return self
                .get_change_path(address)
                .is_some_and(|(old, new)| old != new);
        }
        let side = |object| walk(object, &place.steps).unwrap_or(&Value::Null);
        side(&self.prior) != side(&self.planned)
    }

    /// Plans a value for the computed root field of this name, as
    /// [`set_new`](PlanCore::set_new) does; `Value::UNKNOWN` leaves it open. Another name is an
    /// error in the plan.
    pub fn set_new_path(&mut self, name: &str, value: impl Into<Value>) {
        match self.schema.block.find(name).map(|(position, _)| position) {
            Some(position) => self.set_new(position, value.into()),
            None => self.unknown_field(name),
        }
    }

    /// Says that the change at this address cannot be made in place. What does not change forces
    /// nothing; an address that the schema does not have is an error in the plan.
    pub fn force_replacement_path(&mut self, address: &str) {
        match self
            .located(address)
            .map(|place| place.address.path().clone())
        {
            Some(path) => self.force_replacement(path),
            None => self.unknown_field(address),
        }
    }

    fn unknown_field(&mut self, address: &str) {
        let type_name = self.schema.type_name.clone();
        self.diagnostics.push(
            Diagnostic::error(format!("{type_name} has no {address}")).with_detail(
                "The plan hook named a field that the schema does not have, or that has no \
                 address. This is a bug in the provider.",
            ),
        );
    }
}

impl<R: Object> PlanData<R> {
    /// The planned value at a dotted address; see [`PlanCore::value_path`].
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "partition": [{"label": "?"}]}"#);
    /// assert_eq!(plan.value_path("partition.0.label"), Some(Val::Unknown));
    /// assert_eq!(plan.value_path("partition.#"), Some(Val::Known(Value::from(1))));
    /// assert_eq!(plan.config_path("format"), Some(Val::Null));
    /// assert_eq!(plan.value_path("colour"), None);
    /// ```
    #[must_use]
    pub fn value_path(&self, address: &str) -> Option<Val<Value>> {
        self.core().value_path(address)
    }

    /// The configured value at a dotted address, without defaults.
    #[must_use]
    pub fn config_path(&self, address: &str) -> Option<Val<Value>> {
        self.core().config_path(address)
    }

    /// The prior and the planned value at a dotted address.
    #[must_use]
    pub fn get_change_path(&self, address: &str) -> Option<(Val<Value>, Val<Value>)> {
        self.core().get_change_path(address)
    }

    /// Whether the prior and the planned value at a dotted address differ, exactly.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// assert!(plan.has_change_path("size_mb"));
    /// let (old, new) = plan.get_change_path("size_mb").expect("a field");
    /// assert_eq!((old, new), (Val::Known(Value::from(8)), Val::Known(Value::from(16))));
    /// ```
    #[must_use]
    pub fn has_change_path(&self, address: &str) -> bool {
        self.core().has_change_path(address)
    }

    /// Plans a value for the computed root field of this name, which is not configured.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_new_path("size_mb", 8);
    /// assert_eq!(plan.get(Image::SIZE_MB), Val::Known(8));
    /// ```
    pub fn set_new_path(&mut self, name: &str, value: impl Into<Value>) {
        self.core_mut().set_new_path(name, value);
    }

    /// Says that the change at this address cannot be made in place.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "partition": [{"label": "p"}]}"#);
    /// plan.force_replacement_path("partition.0.label");
    /// # let made = schema_runtime::plan::finish(plan.into_core(), false);
    /// # let paths: Vec<String> = made.requires_replace.iter().map(ToString::to_string).collect();
    /// # assert_eq!(paths, ["partition[0].label"]);
    /// ```
    pub fn force_replacement_path(&mut self, address: &str) {
        self.core_mut().force_replacement_path(address);
    }
}
