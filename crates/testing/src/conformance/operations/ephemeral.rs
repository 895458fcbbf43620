//! Ephemeral resources: opened, renewed and closed, as a plan and an apply do.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{OpenResponse, RenewResponse, is_refused_open, is_soon_renewal};

use crate::conformance::examples::example::UntypedExample;
use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::kit::Kit;
use crate::conformance::operations::example_run::ExampleRun;

/// Goes through the life of an example twice.
pub(crate) async fn run(kit: &Kit, example: &UntypedExample) {
    kit.about(example.at, "the example");
    let example_run = ExampleRun::new(kit, example);
    let Some(config) = example_run.config().await else {
        return;
    };
    for phase in ["the plan", "the apply after it"] {
        kit.step(phase);
        if !once(kit, &example_run, example, &config).await {
            break;
        }
    }
    kit.findings().examples.push(example_run.summary);
}

/// One life; returns whether another one makes sense.
async fn once(
    kit: &Kit,
    example_run: &ExampleRun<'_>,
    example: &UntypedExample,
    config: &Value,
) -> bool {
    let opened = kit.open(&example.schema, config).await;
    for diagnostic in opened.diagnostics.iter().filter(|d| is_refused_open(d)) {
        let path = diagnostic.path.to_string();
        example_run.add_finding(Class::RefusedResult, &path, diagnostic.detail.clone());
    }
    if opened.diagnostics.has_errors() {
        if !opened.diagnostics.iter().any(is_refused_open) {
            example_run.failed(Class::OperationFails, "open", &opened.diagnostics);
        }
        return false;
    }
    soon(example_run, "open", &opened.diagnostics);
    let mut private = opened.private.clone();
    if opened.renew_at.is_some() {
        // The second renewal gets the private data of the first.
        for _ in 0..2 {
            let renewed = kit.renew(&example.schema, private).await;
            soon(example_run, "renew", &renewed.diagnostics);
            private = renewed.private;
            if renewed.diagnostics.has_errors() {
                example_run.failed(Class::RenewalFails, "renew", &renewed.diagnostics);
                break;
            }
            if renewed.renew_at.is_none() {
                break;
            }
        }
    }
    // The private data from the open is closed: Terraform does not know what renewals changed.
    let closed = kit.close(&example.schema, opened.private.clone()).await;
    if closed.has_errors() {
        example_run.failed(Class::CloseFails, "close", &closed);
        return false;
    }
    let again = kit.close(&example.schema, opened.private).await;
    if again.has_errors() {
        example_run.failed(Class::CloseFails, "close of what is closed", &again);
        return false;
    }
    true
}

/// Reports a renewal that would be due at once.
fn soon(example_run: &ExampleRun<'_>, operation: &str, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.iter().filter(|d| is_soon_renewal(d)) {
        let text = format!("{operation}: {}", diagnostic.detail);
        example_run.add_finding(Class::RenewalFails, "", text);
    }
}

impl Kit {
    async fn open(&self, schema: &Schema, config: &Value) -> OpenResponse {
        let name = &name_of(schema);
        let opened = self
            .instance
            .open_ephemeral_resource(&schema.type_name, config.clone());
        let opened = self.call(name, "open", opened).await;
        self.record(name, "open", &opened.diagnostics);
        self.guard(schema, &opened.result);
        opened
    }

    async fn renew(&self, schema: &Schema, private: Vec<u8>) -> RenewResponse {
        let name = &name_of(schema);
        let renewed = self
            .instance
            .renew_ephemeral_resource(&schema.type_name, private);
        let renewed = self.call(name, "renew", renewed).await;
        self.record(name, "renew", &renewed.diagnostics);
        renewed
    }

    async fn close(&self, schema: &Schema, private: Vec<u8>) -> Diagnostics {
        let name = &name_of(schema);
        let closed = self
            .instance
            .close_ephemeral_resource(&schema.type_name, private);
        let closed = self.call(name, "close", closed).await;
        self.record(name, "close", &closed);
        closed
    }
}
