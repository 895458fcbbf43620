//! Events of a running command, as one JSON object a line.
//!
//! The lines follow Terraform's machine-readable UI: `@level`, `@message`, `@module`, `@timestamp`,
//! `type` and the type's own members, and before all others one of the type `version`.
//! `planned_change` and `resource_drift` carry more: the object before and after, where sensitive
//! values are null and named in `before_sensitive` and `after_sensitive`, and unknown ones are null
//! and named in `after_unknown`.

mod change;
mod hook;
mod list;
mod state;
mod value;

use std::sync::Once;

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};

use self::change::{change, drift, planned_action, planned_output};
use self::list::{list_result, list_started};
pub(crate) use self::state::{output_json, outputs_json, state_json};
use super::output::{Output, write_json};
use crate::message::Message;
use crate::run::changes::{Counts, Plan};
use crate::run::events::{Event, Events};
use crate::source::{Location, Place};
use crate::state::format::present;
use schema_shell::lifecycle::Schemas;

/// Writes events in machine-readable form.
pub(crate) struct JsonReporter {
    output: Output,
    schemas: Schemas,
    /// Whether the first line has been written.
    begun: Once,
}

/// The version of the format, which is that of Terraform 1.11.
const UI_VERSION: &str = "1.2";

impl JsonReporter {
    pub(crate) fn new(output: Output, schemas: Schemas) -> Self {
        JsonReporter {
            output,
            schemas,
            begun: Once::new(),
        }
    }

    /// Writes a line; the version line comes before the first one.
    pub(crate) fn line(&self, level: &str, message: &str, kind: &str, members: Json) {
        self.begun.call_once(|| {
            let provider = &self.schemas.provider.type_name;
            let text = format!("The local runner of the provider {provider}");
            let members = json!({"provider": &**provider, "ui": UI_VERSION});
            self.write("info", &text, "version", members);
        });
        self.write(level, message, kind, members);
    }

    fn write(&self, level: &str, message: &str, kind: &str, members: Json) {
        let line = self.line_text(level, message, kind, members);
        write_json(&self.output, &line);
    }

    /// A line, for callers that write it themselves.
    pub(crate) fn line_text(
        &self,
        level: &str,
        message: &str,
        kind: &str,
        members: Json,
    ) -> String {
        let now = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.6fZ");
        let mut line = present(json!({
            "@level": level,
            "@message": message,
            "@module": "terraform.ui",
            "@timestamp": now.to_string(),
            "type": kind,
        }));
        if let Json::Object(members) = members {
            line.extend(members);
        }
        format!("{}\n", Json::Object(line))
    }

    /// The number of objects that a plan or an apply changes.
    pub(crate) fn summary(&self, counts: Counts, operation: &str) {
        let changes = json!({
            "add": counts.add,
            "change": counts.change,
            "import": counts.import,
            "remove": counts.destroy,
            // Terraform 1.14 and newer report the number of actions even if it is zero.
            "action_invocation": counts.invoke,
            "operation": operation,
        });
        let text = counts.text(operation);
        self.line("info", &text, "change_summary", json!({"changes": changes}));
    }

    fn planned(&self, plan: &Plan) {
        for drift in &plan.drift {
            let change = self::drift(drift, &self.schemas);
            let action = change["action"].as_str().unwrap_or_default();
            let text = format!("{}: Drift detected ({action})", drift.address);
            self.line("info", &text, "resource_drift", json!({"change": change}));
        }
        for change in plan.changes.iter().filter(|change| change.is_change()) {
            let action = planned_action(change);
            let text = format!("{}: Plan to {action}", change.address);
            let members = json!({"change": self::change(change, &self.schemas)});
            self.line("info", &text, "planned_change", members);
        }
        for invocation in &plan.invocations {
            self.planned_invocation(&invocation.action, Some(invocation));
        }
        self.summary(plan.counts(), "plan");
        let outputs = plan.outputs.iter();
        let outputs = outputs.map(|output| (output.name.clone(), planned_output(output)));
        self.outputs(outputs.collect());
    }

    /// The outputs of a plan or an apply, if there are any.
    pub(crate) fn outputs(&self, outputs: Map) {
        if !outputs.is_empty() {
            let text = format!("Outputs: {}", outputs.len());
            self.line("info", &text, "outputs", json!({"outputs": outputs}));
        }
    }
}

impl Events for JsonReporter {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Operation {
                address,
                operation,
                stage,
            } => self.operation(address, operation, stage),
            Event::Invoked {
                action,
                trigger,
                stage,
            } => self.invocation(action, trigger, stage),
            Event::Interrupted => {
                self.line("warn", "Interrupt received", "log", Json::Null);
            }
            Event::Message(message) => {
                let (level, severity) = match message.is_error() {
                    true => ("error", "Error"),
                    false => ("warn", "Warning"),
                };
                let text = format!("{severity}: {}", message.diagnostic.summary);
                let members = json!({"diagnostic": diagnostic(message)});
                self.line(level, &text, "diagnostic", members);
            }
            Event::Planned(plan) => self.planned(plan),
            Event::ListStarted {
                list,
                type_name,
                config,
            } => {
                let text = format!("{list}: Starting query...");
                let members = list_started(list, type_name, config, &self.schemas);
                self.line("info", &text, "list_start", members);
            }
            Event::Listed(listed) => {
                let text = format!("{}: Result found", listed.list);
                let members = list_result(listed, &self.schemas);
                self.line("info", &text, "list_resource_found", members);
            }
            Event::ListComplete {
                list,
                type_name,
                total,
            } => {
                let text = format!("{list}: List complete");
                let members = json!({"list_complete": {
                    "address": list,
                    "resource_type": type_name,
                    "total": total,
                }});
                self.line("info", &text, "list_complete", members);
            }
        }
    }
}

/// A message in the form of Terraform's diagnostics.
pub(crate) fn diagnostic(message: &Message) -> Json {
    let diagnostic = &message.diagnostic;
    let path = (!diagnostic.path.is_root()).then(|| diagnostic.path.to_string());
    let location = message.location.as_ref();
    let range = |at: &Location| {
        json!({
            "filename": at.file(),
            "start": place(at.start()),
            "end": place(at.end()),
        })
    };
    let snippet = |at: &Location| {
        let excerpt = at.excerpt();
        json!({
            "context": null,
            "code": excerpt.line,
            "start_line": at.line(),
            "highlight_start_offset": excerpt.start,
            "highlight_end_offset": excerpt.start + excerpt.length,
            "values": [],
        })
    };
    Json::Object(present(json!({
        "severity": if message.is_error() { "error" } else { "warning" },
        "summary": diagnostic.summary,
        "detail": diagnostic.detail,
        "address": message.address,
        "path": path,
        "range": location.map(range),
        "snippet": location.map(snippet),
    })))
}

fn place(place: Place) -> Json {
    json!({"line": place.line, "column": place.column, "byte": place.byte})
}
