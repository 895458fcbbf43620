//! Ephemeral resources: opened, renewed and closed, as a plan and an apply do.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{is_refused_open, is_soon_renewal};

use crate::conformance::findings::class::Class;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Goes through the life of the example twice.
    pub(crate) async fn run_open(&self) {
        let Some(config) = self.config().await else {
            return;
        };
        for phase in ["the plan", "the apply after it"] {
            self.kit.step(phase);
            if !self.open_once(&config).await {
                break;
            }
        }
        self.kit.findings().examples.push(self.summary.clone());
    }

    /// One life; returns whether another one makes sense.
    async fn open_once(&self, config: &Value) -> bool {
        let (instance, type_name) = (&self.kit.instance, &*self.schema.type_name);
        let opened = instance.open_ephemeral_resource(type_name, config.clone());
        let opened = self.ask("open", opened, |it| &it.diagnostics).await;
        self.kit.guard(&self.schema, &opened.result);
        for diagnostic in opened.diagnostics.iter().filter(|d| is_refused_open(d)) {
            let text = diagnostic.detail.clone();
            self.add_finding(Class::RefusedResult, &diagnostic.path, text);
        }
        if opened.diagnostics.has_errors() {
            if !opened.diagnostics.iter().any(is_refused_open) {
                self.failed(Class::OperationFails, "open", &opened.diagnostics);
            }
            return false;
        }
        self.soon("open", &opened.diagnostics);
        let mut private = opened.private.clone();
        // The second renewal gets the private data of the first.
        let renewals = if opened.renew_at.is_some() { 2 } else { 0 };
        for _ in 0..renewals {
            let renewed = instance.renew_ephemeral_resource(type_name, private);
            let renewed = self.ask("renew", renewed, |it| &it.diagnostics).await;
            self.soon("renew", &renewed.diagnostics);
            private = renewed.private;
            if renewed.diagnostics.has_errors() {
                self.failed(Class::RenewalFails, "renew", &renewed.diagnostics);
                break;
            }
            if renewed.renew_at.is_none() {
                break;
            }
        }
        // The private data from the open is closed: Terraform does not know what renewals changed.
        for operation in ["close", "close of what is closed"] {
            let closed = instance.close_ephemeral_resource(type_name, opened.private.clone());
            let closed = self.ask("close", closed, |said| said).await;
            if closed.has_errors() {
                self.failed(Class::CloseFails, operation, &closed);
                return false;
            }
        }
        true
    }

    /// Reports a renewal that would be due at once.
    fn soon(&self, operation: &str, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics.iter().filter(|d| is_soon_renewal(d)) {
            let text = format!("{operation}: {}", diagnostic.detail);
            self.add_finding(Class::RenewalFails, "", text);
        }
    }
}
