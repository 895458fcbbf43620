//! The configuration generated for an imported object, as `terraform plan -generate-config-out` and
//! lists write it.

use schema_runtime::schema::Flags;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{field_places, get, planned_differences, with};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::stored_data::in_value;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Generates the configuration of an imported object: it must be valid, change nothing, and
    /// show no secret.
    pub(crate) async fn generates(&self, imported: &StoredObject, config: &Value) {
        self.kit
            .step("the configuration that is generated of the imported object");
        let block = &self.schema.block;
        let instance = &self.kit.instance;
        let made = instance.generate_resource_config(self.name(), imported.value.clone());
        let what = "the generated configuration";
        let (generated, said) = self.ask(what, made, |(_, said)| said).await;
        if said.has_errors() || generated.is_null() {
            return self.failed(Class::GeneratedConfigInvalid, "nothing is generated", &said);
        }
        self.tells(&generated);
        // A user fills in what no object holds.
        let mut filled = generated.clone();
        for place in field_places(block, config) {
            if place.is_held_by_none()
                && place.field.is(Flags::REQUIRED)
                && let Some(value) = get(config, &place.steps)
            {
                filled = with(&filled, &place.steps, value.clone());
            }
        }
        let refused = self.validate(&filled).await;
        for error in refused.iter().filter(|found| found.is_error()) {
            let text = error.to_string();
            self.add_finding(Class::GeneratedConfigInvalid, &error.path, text);
        }
        if refused.has_errors() {
            return;
        }
        let plan = self.plan_once(imported, &filled).await;
        let Some(plan) =
            self.succeeded(Class::GeneratedConfigInvalid, "it cannot be planned", plan)
        else {
            return;
        };
        for path in &plan.requires_replace {
            let text = "its plan replaces the object";
            self.add_finding(Class::GeneratedConfigChanges, path, text);
        }
        let mut found = planned_differences(block, &imported.value, &plan.planned_state);
        // No imported object has the version of a write-only argument.
        found.retain(|difference| !difference.place.is_version_of_write_only());
        self.add_differences(Class::GeneratedConfigChanges, found, |_, here, there| {
            format!("its plan changes the imported object from {here} to {there}")
        });
    }

    /// Looks for secrets that would be shown.
    fn tells(&self, generated: &Value) {
        let secrets: Vec<String> = self.kit.findings().secrets.keys().cloned().collect();
        for place in field_places(&self.schema.block, generated) {
            if place.is_secret() || place.field.nested_block().is_some() {
                continue;
            }
            let Some(value) = get(generated, &place.steps) else {
                continue;
            };
            let mut shown = false;
            in_value(value, &mut |text| {
                shown |= secrets.iter().any(|secret| text.contains(secret.as_str()));
            });
            if shown {
                let text = "a secret is a part of it, and it is not `sensitive`";
                self.add_finding(Class::GeneratedConfigTells, &place.path, text);
            }
        }
    }
}
