//! Drift: the object is changed outside Terraform, and a refresh must notice.

use schema_runtime::plan::completes_itself;
use schema_runtime::value::Value;

use crate::conformance::examples::example::OutsideChange;
use crate::conformance::examples::fields::{differences, field_places, get};
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
        let schema = self.schema.clone();
        let data = self.data(object);
        self.kit.step(&format!("the drift {name:?}"));
        let outside = move || change(data);
        let outside = self
            .kit
            .run_isolated(self.name(), "the drift of the example", outside);
        match outside.await {
            Some(Ok(_)) => {}
            Some(Err(panic)) => {
                let text = format!("the drift of the example panicked: {panic}");
                self.add_finding(Class::ExampleRefused, "", text);
                return;
            }
            // It may still change the object, or never will.
            None => return,
        }
        self.summary.drifts += 1;
        let read = self.read(object).await;
        let Some(read) = self.succeeded(
            Class::OperationFails,
            format_args!("read after the drift {name:?}"),
            read,
        ) else {
            return;
        };
        let Some(read) = read else {
            // It was deleted: create it again.
            if let Some(new) = self.create(config, true).await {
                *object = new;
                self.converge(object, config, &format!("the drift {name:?}"))
                    .await;
            }
            return;
        };
        let found = differences(&schema.block, &object.value, &read.value);
        if found.iter().all(|difference| difference.place.volatile) {
            let text = format!("after the drift {name:?}, read finds everything as it was");
            self.add_finding(Class::DriftNotSeen, "", text);
            return;
        }
        let before = std::mem::replace(object, read);
        let plan = self.plan_once(object, config).await;
        let Some(plan) = self.succeeded(
            Class::DriftNotRepaired,
            format_args!("plan after the drift {name:?}"),
            plan,
        ) else {
            return;
        };
        if plan.planned_state == object.value
            || completes_itself(&schema, &object.value, &plan.planned_state)
        {
            return;
        }
        let (new, result) = if plan.requires_replace.is_empty() {
            self.apply(object, config, &plan).await
        } else {
            self.replace(object, config).await
        };
        if let Err(errors) = result {
            self.failed(
                Class::DriftNotRepaired,
                format_args!("apply after the drift {name:?}"),
                &errors,
            );
            return;
        }
        let drifted = std::mem::replace(object, new);
        // Configured values must be restored.
        let Ok(Some(again)) = self.read(object).await else {
            let text = format!("after the drift {name:?} and an apply, the object is gone");
            self.add_finding(Class::DriftNotRepaired, "", text);
            return;
        };
        for place in field_places(&schema.block, config) {
            let (was, is) = (
                get(&before.value, &place.steps),
                get(&again.value, &place.steps),
            );
            let configured = get(config, &place.steps).is_some_and(|value| !value.is_null());
            let still = is == get(&drifted.value, &place.steps);
            if configured && was != is && still && place.field.nested_block().is_none() {
                self.add_finding(
                    Class::DriftNotRepaired,
                    &place.path.to_string(),
                    format!("after the drift {name:?}, an apply leaves it as it drifted"),
                );
            }
        }
        *object = again;
    }
}
