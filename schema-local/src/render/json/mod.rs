//! What a running command tells, as one JSON object a line.
//!
//! The lines follow Terraform's machine-readable UI: `@level`, `@message`, `type` and the type's
//! own members. `planned_change` and `resource_drift` carry more: the object before and after,
//! where sensitive values are null and named in `before_sensitive` and `after_sensitive`, and
//! unknown ones are null and named in `after_unknown`.

mod change;
mod list;
mod state;
mod value;

use std::time::Duration;

use schema_runtime::diagnostics::Severity;
use serde_json::{Map, Value as Json, json};

use self::change::{action_address, change, drift, planned_action, planned_output, resource};
use self::list::{list_result, list_started};
pub(crate) use self::state::{output_json, outputs_json, state_json};
use super::output::{Output, write_json};
use super::text::seconds;
use crate::address::ObjectAddress;
use crate::changes::{Counts, Plan};
use crate::events::{Event, Events, Operation};
use crate::message::Message;
use schema_shell::lifecycle::Schemas;

/// Writes events for a machine to read.
pub(crate) struct JsonReporter {
    pub(crate) output: Output,
    pub(crate) schemas: Schemas,
}

impl JsonReporter {
    /// One line.
    pub(crate) fn line(&self, level: &str, message: &str, kind: &str, members: Json) {
        let mut line = Map::new();
        line.insert("@level".into(), json!(level));
        line.insert("@message".into(), json!(message));
        line.insert("type".into(), json!(kind));
        if let Json::Object(members) = members {
            line.extend(members);
        }
        write_json(&self.output, &format!("{}\n", Json::Object(line)));
    }

    /// How many objects a plan or an apply changes.
    pub(crate) fn summary(&self, counts: Counts, operation: &str) {
        let Counts {
            import,
            add,
            change,
            destroy,
            invoke,
        } = counts;
        let imports = |words: &str| match import {
            0 => String::new(),
            import => format!("{import} {words}, "),
        };
        let mut text = match operation {
            "plan" => format!(
                "Plan: {}{add} to add, {change} to change, {destroy} to destroy.",
                imports("to import")
            ),
            "destroy" => format!("Destroy complete! Resources: {destroy} destroyed."),
            _ => format!(
                "Apply complete! Resources: {}{add} added, {change} changed, {destroy} destroyed.",
                imports("imported")
            ),
        };
        let mut changes = json!({"add": add, "change": change, "import": import, "remove": destroy, "operation": operation});
        if invoke > 0 {
            let to_be = if operation == "plan" {
                "to invoke"
            } else {
                "invoked"
            };
            text.push_str(&format!(" Actions: {invoke} {to_be}."));
            changes["action_invocation"] = json!(invoke);
        }
        self.line("info", &text, "change_summary", json!({"changes": changes}));
    }

    fn planned(&self, plan: &Plan) {
        for drift in &plan.drift {
            let text = format!("{}: Drift detected", drift.address);
            self.line(
                "info",
                &text,
                "resource_drift",
                json!({"change": self::drift(drift, &self.schemas)}),
            );
        }
        for change in &plan.changes {
            if !change.is_change() {
                continue;
            }
            let action = planned_action(change);
            let text = format!("{}: Plan to {action}", change.address);
            self.line(
                "info",
                &text,
                "planned_change",
                json!({"change": self::change(change, &self.schemas)}),
            );
        }
        for invocation in &plan.invocations {
            let action = &invocation.action;
            let text = format!("{action}: Plan to invoke");
            let members = json!({"invocation": {
                "action": action_address(action, &self.schemas.provider.type_name),
                "trigger": resource(&invocation.object),
                "event": invocation.event.name(),
            }});
            self.line("info", &text, "planned_action_invocation", members);
        }
        self.summary(plan.counts(), "plan");
        let outputs: Map<String, Json> = plan
            .outputs
            .iter()
            .map(|output| (output.name.clone(), planned_output(output)))
            .collect();
        if !outputs.is_empty() {
            let text = format!("Outputs: {}", outputs.len());
            self.line("info", &text, "outputs", json!({"outputs": outputs}));
        }
    }
}

impl JsonReporter {
    /// A line about an operation on an object: its level, which part of the operation it tells of, its text; the object and its
    /// id, where it is known; and what it says beside.
    fn hook(
        &self,
        (level, part, text): (&str, &str, &str),
        (address, id): (&ObjectAddress, Option<&str>),
        operation: Operation,
        beside: Option<(&str, Json)>,
    ) {
        let mut hook = Map::new();
        if operation == Operation::Invoke {
            let provider = &self.schemas.provider.type_name;
            hook.insert("action".into(), action_address(address, provider));
        } else {
            hook.insert("resource".into(), resource(address));
            hook.insert("action".into(), json!(operation.name()));
        }
        if let Some(id) = id {
            hook.insert("id_value".into(), json!(id));
        }
        if let Some((name, value)) = beside {
            hook.insert(name.into(), value);
        }
        let family = match operation {
            Operation::Refresh => "refresh",
            Operation::Import => "import",
            Operation::Invoke => "action",
            Operation::Open | Operation::Renew | Operation::Close => "ephemeral_op",
            _ => "apply",
        };
        self.line(
            level,
            text,
            &format!("{family}_{part}"),
            json!({"hook": hook}),
        );
    }
}

impl Events for JsonReporter {
    fn event(&self, event: Event<'_>) {
        let taken = |elapsed: Duration| Some(("elapsed_seconds", json!(elapsed.as_secs())));
        match event {
            Event::Started {
                address,
                operation,
                id,
            } => {
                let text = format!("{address}: {} begins", operation.name());
                self.hook(("info", "start", &text), (address, id), operation, None);
            }
            Event::Progress {
                address,
                operation,
                message,
            } => {
                let text = format!("{address}: {message}");
                let said = Some(("message", json!(message)));
                self.hook(
                    ("info", "progress", &text),
                    (address, None),
                    operation,
                    said,
                );
            }
            Event::StillRunning {
                address,
                operation,
                elapsed,
            } => {
                let (name, so_far) = (operation.name(), seconds(elapsed));
                let text = format!("{address}: {name} goes on [{so_far} elapsed]");
                let elapsed = taken(elapsed);
                self.hook(
                    ("info", "progress", &text),
                    (address, None),
                    operation,
                    elapsed,
                );
            }
            Event::Complete {
                address,
                operation,
                elapsed,
                id,
            } => {
                let text = format!("{address}: {} complete", operation.name());
                let elapsed = taken(elapsed);
                self.hook(
                    ("info", "complete", &text),
                    (address, id),
                    operation,
                    elapsed,
                );
            }
            Event::Failed {
                address,
                operation,
                elapsed,
            } => {
                let text = format!("{address}: {} failed", operation.name());
                let elapsed = taken(elapsed);
                self.hook(
                    ("error", "errored", &text),
                    (address, None),
                    operation,
                    elapsed,
                );
            }
            Event::Interrupted => {
                self.line("warn", "Interrupt received", "log", Json::Null);
            }
            Event::Message(message) => {
                let level = if message.is_error() { "error" } else { "warn" };
                let text = message.to_string();
                self.line(
                    level,
                    &text,
                    "diagnostic",
                    json!({"diagnostic": diagnostic(message)}),
                );
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
                let members = list_result(&listed, &self.schemas);
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
    let mut json = Map::new();
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json.insert("severity".into(), json!(severity));
    json.insert("summary".into(), json!(diagnostic.summary));
    json.insert("detail".into(), json!(diagnostic.detail));
    if let Some(address) = &message.address {
        json.insert("address".into(), json!(address));
    }
    if !diagnostic.path.is_root() {
        json.insert("path".into(), json!(diagnostic.path.to_string()));
    }
    if let Some(location) = &message.location {
        let excerpt = location.excerpt();
        json.insert(
            "range".into(),
            json!({
                "filename": location.file(),
                "start": {"line": location.line(), "column": location.column()},
            }),
        );
        json.insert(
            "snippet".into(),
            json!({
                "code": excerpt.line,
                "start_line": location.line(),
                "highlight_start_offset": excerpt.start,
                "highlight_end_offset": excerpt.start + excerpt.length,
            }),
        );
    }
    Json::Object(json)
}
