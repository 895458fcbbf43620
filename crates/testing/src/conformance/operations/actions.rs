//! Actions: planned with unknown values, invoked, and asked to stop.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Flags;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{ValueStep, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{errors_text, without_errors};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::{InvokeActionRequest, PlanActionRequest};

impl ExampleRun<'_> {
    /// Plans an example's action with each value unknown, invokes it, then invokes it again and
    /// tells it to end at once.
    pub(crate) async fn run_action(&mut self) {
        let Some(config) = self.config().await else {
            return;
        };
        self.kit.step("the plan of the action");
        if let Err(errors) = self.plan_action(config.clone()).await {
            return self.failed(Class::OperationFails, "plan", &errors);
        }
        self.plan_with_unknowns(&config).await;
        self.plan_with_nothing().await;
        self.kit.step("the action");
        if let Err(errors) = self.invoke(config.clone()).await {
            return self.failed(Class::OperationFails, "invoke", &errors);
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
            let config = with(config, &[ValueStep::Position(position)], Value::UNKNOWN);
            let validated = self.validate(&config).await;
            let (step, errors) = if validated.has_errors() {
                ("validate", validated)
            } else {
                match self.plan_action(config).await {
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
                let _ = self.plan_action(config).await;
            }
        }
    }

    async fn end_at_once(&self, config: Value) {
        self.kit.step("the action, asked to stop at once");
        let invoked = self.invoke(config);
        let result = self.kit.stopped_at_once(invoked).await;
        self.must_have_stopped("invoke", &result);
    }

    async fn plan_action(&self, config: Value) -> Result<(), Diagnostics> {
        let planned = self.kit.instance.plan_action(PlanActionRequest {
            type_name: self.schema.type_name.to_string(),
            config,
            deferral_allowed: false,
        });
        let planned = self.ask("plan", planned, |it| &it.diagnostics).await;
        without_errors(planned.diagnostics)
    }

    async fn invoke(&self, config: Value) -> Result<(), Diagnostics> {
        let invoked = self.kit.instance.invoke_action(InvokeActionRequest {
            type_name: self.schema.type_name.to_string(),
            config,
            progress: self.kit.progress(),
        });
        without_errors(self.ask("invoke", invoked, |said| said).await)
    }
}
