//! Drift: the object is changed outside Terraform, and a refresh must notice.

use schema_runtime::value::Value;

use crate::conformance::examples::example::OutsideChange;
use crate::conformance::examples::fields::{field_places, get};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Makes a change outside Terraform.
    pub(crate) async fn drift(
        &mut self,
        object: &mut StoredObject,
        config: &Value,
        name: &str,
        change: OutsideChange,
    ) {
        let data = self.data(object);
        self.kit.step(&format!("the drift {name:?}"));
        let outside = move || change(data);
        let (kit, what) = (self.kit, "the drift of the example");
        let outside = kit.run_isolated(self.name(), what, outside);
        match outside.await {
            Some(Ok(_)) => {}
            Some(Err(panic)) => {
                let text = format!("the drift of the example panicked: {panic}");
                return self.add_finding(Class::ExampleRefused, "", text);
            }
            // It may still change the object, or never will.
            None => return,
        }
        self.summary.drifts += 1;
        let read = self.read(object).await;
        let operation = format_args!("read after the drift {name:?}");
        let Some(read) = self.succeeded(Class::OperationFails, operation, read) else {
            return;
        };
        let Some(read) = read else {
            // It was deleted: create it again.
            if let Some(new) = self.create(config, true).await {
                *object = new;
                let after = format!("the drift {name:?}");
                self.converge(object, config, &after).await;
            }
            return;
        };
        if self.differences(&object.value, &read.value).is_empty() {
            let text = format!("after the drift {name:?}, read finds everything as it was");
            return self.add_finding(Class::DriftNotSeen, "", text);
        }
        let before = std::mem::replace(object, read);
        let plan = self.plan_once(object, config).await;
        let operation = format_args!("plan after the drift {name:?}");
        let Some(plan) = self.succeeded(Class::DriftNotRepaired, operation, plan) else {
            return;
        };
        if self.changes_nothing(object, &plan) {
            return;
        }
        let (new, result) = self.carry_out(object, config, &plan).await;
        if let Err(errors) = result {
            let operation = format_args!("apply after the drift {name:?}");
            return self.failed(Class::DriftNotRepaired, operation, &errors);
        }
        let drifted = std::mem::replace(object, new);
        // Configured values must be restored.
        let Ok(Some(again)) = self.read(object).await else {
            let text = format!("after the drift {name:?} and an apply, the object is gone");
            return self.add_finding(Class::DriftNotRepaired, "", text);
        };
        for place in field_places(&self.schema.block, config) {
            let was = get(&before.value, &place.steps);
            let is = get(&again.value, &place.steps);
            let configured = get(config, &place.steps).is_some_and(|value| !value.is_null());
            let still = is == get(&drifted.value, &place.steps);
            if configured && was != is && still && place.field.nested_block().is_none() {
                let text = format!("after the drift {name:?}, an apply leaves it as it drifted");
                self.add_finding(Class::DriftNotRepaired, &place.path, text);
            }
        }
        *object = again;
    }
}
