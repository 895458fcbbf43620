//! Calls that should fail.

use schema_runtime::value::Value;

use crate::conformance::examples::candidates::candidates;
use crate::conformance::examples::fields::{field_places, get, with};
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Makes calls that should fail, for their messages: nothing may panic, hang or reveal secrets.
    pub(crate) async fn provoke(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("calls that should fail");
        // The same object again: remote systems reject it, or create a second one.
        let none = StoredObject::none();
        if let Ok(plan) = self.plan_once(&none, config).await {
            let (second, _) = self.apply(&none, config, &plan).await;
            if !second.value.is_null() && second.id(&self.schema) != object.id(&self.schema) {
                self.remove(&second).await;
            }
        }
        if let Ok(nobody) = self.import("no such/object: of the kit").await {
            let _ = self.read(&nobody).await;
        }
    }

    /// Updates an object that somebody deleted meanwhile.
    pub(crate) async fn update_missing(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("update of what is gone");
        for place in field_places(&self.schema.block, config) {
            let Some(present) = get(config, &place.steps) else {
                continue;
            };
            if place.force_new || !place.is_changeable() {
                continue;
            }
            for value in candidates(place.field, present) {
                let changed = with(config, &place.steps, value);
                if self.validate(&changed).await.has_errors() {
                    continue;
                }
                if let Ok(plan) = self.plan_once(object, &changed).await
                    && plan.requires_replace.is_empty()
                {
                    let (new, result) = self.apply(object, &changed, &plan).await;
                    if result.is_ok() && !new.value.is_null() {
                        self.remove(&new).await;
                    }
                    return;
                }
            }
        }
    }
}
