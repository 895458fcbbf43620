//! Plans with an unknown value, and once more when it is known: the second must not contradict the
//! first.

use schema_runtime::schema::{Flags, Kind};
use schema_runtime::terraform_core::object_compatible;
use schema_runtime::value::Value;
use schema_shell::lifecycle::PlanResponse;

use crate::conformance::examples::fields::{FieldPlace, get, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Plans the creation of an object with each of its arguments unknown.
    pub(crate) async fn make_with_unknowns(&self, config: &Value, places: &[FieldPlace<'_>]) {
        let none = StoredObject::none();
        let Ok(known) = self.plan_once(&none, config).await else {
            return;
        };
        for place in places {
            if get(config, &place.steps).is_some_and(|value| !value.is_null()) {
                self.plan_with_unknown(&none, config, place, &known).await;
            }
        }
    }

    /// Plans with one argument unknown. `known` is the plan with the known value.
    pub(crate) async fn plan_with_unknown(
        &self,
        prior: &StoredObject,
        config: &Value,
        place: &FieldPlace<'_>,
        known: &PlanResponse,
    ) {
        let may_be_unknown = matches!(
            place.field.kind,
            Kind::Attribute { .. } | Kind::Nested { .. }
        );
        if !may_be_unknown || place.field.is(Flags::WRITE_ONLY) {
            return;
        }
        let path = &place.path;
        let unknown = with(config, &place.steps, Value::UNKNOWN);
        let first = match self.plan_once(prior, &unknown).await {
            Ok(first) => first,
            Err(errors) => {
                let said = errors_text(&errors);
                let text = format!("the plan while {path} is not known yet: {said}");
                return self.add_finding(Class::UnknownRefused, path, text);
            }
        };
        if !first.requires_replace.is_empty() {
            // The object is replaced then, which is tried separately.
            return;
        }
        if let Some(replaced) = known.requires_replace.first() {
            let text = format!(
                "while {path} is unknown the plan changes the object in place, and when it is known replaces it"
            );
            return self.add_finding(Class::ChangesWhenKnown, replaced, text);
        }
        let (before, after) = (&first.planned_state, &known.planned_state);
        for fault in object_compatible(&self.schema.block, before, after) {
            let text =
                format!("it is planned while {path} is unknown, and otherwise when that is known");
            self.add_finding(Class::ChangesWhenKnown, fault.path, text);
        }
    }
}
