//! Calls that should fail.

use schema_runtime::schema::{Flags, Kind};
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::candidates;
use crate::conformance::examples::fields::{field_places, get, with};
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Makes calls that should fail, for their messages: nothing may panic, hang or reveal secrets.
    pub(crate) async fn provoke(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("calls that should fail");
        let schema = self.schema.clone();
        // The same object again: remote systems reject it, or create a second one.
        if let Ok(plan) = self.plan_once(&StoredObject::none(), config).await {
            let (second, _) = self.apply(&StoredObject::none(), config, &plan).await;
            let id = |object: &StoredObject| {
                let position = schema.id_index()?;
                object.value.as_object()?.get(position).cloned()
            };
            if !second.value.is_null() && id(&second) != id(object) {
                self.remove(&second).await;
            }
        }
        if let Ok(nobody) = self.kit.import(&schema, "no such/object: of the kit").await {
            let _ = self.read(&nobody).await;
        }
    }

    /// Updates an object that somebody deleted meanwhile.
    pub(crate) async fn update_missing(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("update of what is gone");
        let schema = self.schema.clone();
        for place in field_places(&schema.block, config) {
            let changeable = place.field.is_configurable()
                && !place.force_new
                && !place.field.is(Flags::WRITE_ONLY)
                && matches!(place.field.kind, Kind::Attribute { .. });
            if !changeable {
                continue;
            }
            let Some(present) = get(config, &place.steps) else {
                continue;
            };
            for value in candidates(place.field, present) {
                let changed = with(config, &place.steps, value);
                if self.validate(&changed).await.has_errors() {
                    continue;
                }
                match self.plan_once(object, &changed).await {
                    Ok(plan) if plan.requires_replace.is_empty() => {
                        let (new, result) = self.apply(object, &changed, &plan).await;
                        if result.is_ok() && !new.value.is_null() {
                            self.remove(&new).await;
                        }
                        return;
                    }
                    _ => {}
                }
            }
        }
    }
}
