//! Actions: planned with unknown values, invoked, and asked to stop.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Flags, Schema};
use schema_runtime::value::Value;

use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{Kit, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::{InvokeActionRequest, PlanActionRequest, Progress};

impl ExampleRun<'_> {
    /// Plans an example's action with each value unknown, invokes it, then invokes it again and
    /// tells it to end at once.
    pub(crate) async fn run_action(&mut self) {
        let Some(config) = self.config().await else {
            return;
        };
        self.kit.step("the plan of the action");
        if let Err(errors) = self.kit.plan_action(&self.schema, config.clone()).await {
            self.failed(Class::OperationFails, "plan", &errors);
            return;
        }
        self.plan_with_unknowns(&config).await;
        self.plan_with_nothing().await;
        self.kit.step("the action");
        if let Err(errors) = self.kit.invoke(&self.schema, config.clone()).await {
            self.failed(Class::OperationFails, "invoke", &errors);
            return;
        }
        self.end_at_once(config).await;
    }

    /// The values of an action's configuration often come from objects that do not exist yet.
    async fn plan_with_unknowns(&self, config: &Value) {
        let Value::Object(values) = config else {
            return;
        };
        self.kit
            .step("the plan of the action with each value unknown");
        for (position, field) in self.schema.block.fields.iter().enumerate() {
            let configured = values.get(position).is_some_and(|value| !value.is_null());
            if !configured || field.is_block() || field.is(Flags::IMPLIED) {
                continue;
            }
            let mut values = values.clone();
            if let Some(place) = values.get_mut(position) {
                *place = Value::UNKNOWN;
            }
            let config = Value::Object(values);
            let validated = self.validate(&config).await;
            let (step, errors) = if validated.has_errors() {
                ("validate", validated)
            } else {
                match self.kit.plan_action(&self.schema, config).await {
                    Ok(()) => continue,
                    Err(errors) => ("plan", errors),
                }
            };
            let text = format!("{step}: {}", errors_text(&errors));
            self.add_finding(Class::UnknownRefused, &field.name, text);
        }
    }

    /// Plans without a `config` block, which Terraform plans as null, and with an empty one. It may
    /// be rejected, but must not panic.
    async fn plan_with_nothing(&self) {
        self.kit
            .step("the plan of the action with nothing configured");
        let empty = self.schema.block.empty_object();
        if !self.validate(&empty).await.has_errors() {
            for config in [Value::Null, empty] {
                let _ = self.kit.plan_action(&self.schema, config).await;
            }
        }
    }

    async fn end_at_once(&self, config: Value) {
        self.kit.step("the action, asked to stop at once");
        let invoked = self.kit.invoke(&self.schema, config);
        let result = self.kit.stopped_at_once(invoked).await;
        if let Err(errors) = &result
            && Kit::abandoned(errors)
        {
            let text = "invoke was asked to stop, and did not";
            self.add_finding(Class::IgnoresCancellation, "", text);
        }
    }
}

impl Kit {
    /// Plans an action.
    async fn plan_action(&self, schema: &Schema, config: Value) -> Result<(), Diagnostics> {
        let name = &name_of(schema);
        let planned = self.instance.plan_action(PlanActionRequest {
            type_name: schema.type_name.as_str().to_owned(),
            config,
            deferral_allowed: false,
        });
        let diagnostics = self.call(name, "plan", planned).await.diagnostics;
        self.record(name, "plan", &diagnostics);
        without_errors(diagnostics)
    }

    /// Invokes an action.
    async fn invoke(&self, schema: &Schema, config: Value) -> Result<(), Diagnostics> {
        let name = &name_of(schema);
        let invoked = self.instance.invoke_action(InvokeActionRequest {
            type_name: schema.type_name.as_str().to_owned(),
            config,
            progress: Some(Arc::clone(&self.transcript) as Arc<dyn Progress>),
        });
        let diagnostics = self.call(name, "invoke", invoked).await;
        self.record(name, "invoke", &diagnostics);
        without_errors(diagnostics)
    }
}

fn without_errors(diagnostics: Diagnostics) -> Result<(), Diagnostics> {
    if diagnostics.has_errors() {
        Err(diagnostics)
    } else {
        Ok(())
    }
}
