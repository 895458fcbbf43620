//! A plan as a whole: its objects, which fields change, what it is for.

use super::{PlanAction, PlanData};
use crate::object::Object;
use crate::value::{Value, field_of};

/// The plan as a whole.
impl<R: Object> PlanData<R> {
    /// The configuration exactly as written; it may hold unknowns, and has no defaults.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a", "note": "?"}"#);
    /// assert!(!plan.raw_config().is_wholly_known());
    /// assert!(plan.raw_state().is_null());
    /// let planned = plan.raw_plan().as_object().expect("an object");
    /// assert!(planned.contains(&Value::from("a")));
    /// ```
    #[must_use]
    pub fn raw_config(&self) -> &Value {
        &self.core().config
    }

    /// The prior object exactly as stored; null where there is none.
    #[must_use]
    pub fn raw_state(&self) -> &Value {
        &self.core().prior
    }

    /// The planned object exactly, as it stands: with defaults and unknowns, without write-only
    /// values.
    #[must_use]
    pub fn raw_plan(&self) -> &Value {
        &self.core().planned
    }

    /// The names of the root fields that change, as the plan stands.
    #[must_use]
    pub fn changed_fields(&self) -> Vec<&str> {
        let fields = self.core().schema.block.fields.iter().enumerate();
        fields
            .filter(|(position, _)| {
                field_of(&self.core().prior, *position) != field_of(&self.core().planned, *position)
            })
            .map(|(_, field)| field.name.as_str())
            .collect()
    }

    /// The id of the prior object; `""` where there is none.
    #[must_use]
    pub fn id(&self) -> &str {
        self.core().prior_id.as_deref().unwrap_or("")
    }

    /// What the plan is for.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(plan.action(), PlanAction::Create);
    /// assert_eq!(plan.id(), "");
    /// ```
    #[must_use]
    pub fn action(&self) -> PlanAction {
        if !matches!(self.core().prior, Value::Object(_)) {
            PlanAction::Create
        } else if self.core().prior == self.core().planned {
            PlanAction::NoOp
        } else {
            PlanAction::Update
        }
    }
}
