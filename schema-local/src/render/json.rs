//! What a running command tells, as one JSON object a line.
//!
//! The lines follow Terraform's machine-readable UI: `@level`, `@message`, `type` and the type's
//! own members. `planned_change` and `resource_drift` carry more: the object before and after,
//! where sensitive values are null and named in `before_sensitive` and `after_sensitive`, and
//! unknown ones are null and named in `after_unknown`.

use schema_runtime::diagnostics::Severity;
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use serde_json::{Map, Value as Json, json};

use super::human::{Output, seconds, write};
use super::shown::{Shown, ShownBlock, shown, shown_block};
use crate::address::Address;
use crate::changes::{Action, Change, Counts, Drift, OutputChange, Plan, Reason};
use crate::eval::{Typed, sensitive_paths};
use crate::events::{Event, Events};
use crate::message::Message;
use crate::references::schema_of;
use schema_shell::lifecycle::Schemas;

/// Tells a machine.
pub(crate) struct Machine {
    pub(crate) output: Output,
    pub(crate) schemas: Schemas,
}

impl Machine {
    /// One line.
    pub(crate) fn line(&self, level: &str, message: &str, kind: &str, members: Json) {
        let mut line = Map::new();
        line.insert("@level".into(), json!(level));
        line.insert("@message".into(), json!(message));
        line.insert("type".into(), json!(kind));
        if let Json::Object(members) = members {
            line.extend(members);
        }
        write(&self.output, &format!("{}\n", Json::Object(line)));
    }

    /// How many objects a plan or an apply changes.
    pub(crate) fn summary(&self, counts: Counts, operation: &str) {
        let Counts {
            add,
            change,
            destroy,
        } = counts;
        let words = match operation {
            "plan" => format!("Plan: {add} to add, {change} to change, {destroy} to destroy."),
            "destroy" => format!("Destroy complete! Resources: {destroy} destroyed."),
            _ => format!(
                "Apply complete! Resources: {add} added, {change} changed, {destroy} destroyed."
            ),
        };
        self.line(
            "info",
            &words,
            "change_summary",
            json!({"changes": {"add": add, "change": change, "remove": destroy, "operation": operation}}),
        );
    }

    fn planned(&self, plan: &Plan) {
        for drift in &plan.drift {
            let words = format!("{}: Drift detected", drift.address);
            self.line(
                "info",
                &words,
                "resource_drift",
                json!({"change": self.drift(drift)}),
            );
        }
        for change in &plan.changes {
            if change.action == Action::NoOp {
                continue;
            }
            let words = format!("{}: Plan to {}", change.address, action(change.action));
            self.line(
                "info",
                &words,
                "planned_change",
                json!({"change": self.change(change)}),
            );
        }
        self.summary(plan.counts(), "plan");
        let outputs: Map<String, Json> = plan
            .outputs
            .iter()
            .map(|output| (output.name.clone(), planned_output(output)))
            .collect();
        if !outputs.is_empty() {
            let words = format!("Outputs: {}", outputs.len());
            self.line("info", &words, "outputs", json!({"outputs": outputs}));
        }
    }

    fn change(&self, change: &Change) -> Json {
        let mut json = Map::new();
        json.insert("resource".into(), resource(&change.address));
        json.insert("action".into(), json!(action(change.action)));
        if let Some(reason) = reason(change) {
            json.insert("reason".into(), json!(reason));
        }
        if let Some(schema) = schema_of(&self.schemas, &change.address) {
            let before = change
                .prior
                .as_ref()
                .map_or(&[][..], |prior| &prior.sensitive);
            let sides = [
                ("before", change.before(), before),
                ("after", &change.planned, &change.sensitive),
            ];
            for (name, value, marks) in sides {
                side(&mut json, name, &schema.block, value, marks);
            }
        }
        if !change.replace.is_empty() {
            let paths: Vec<String> = change.replace.iter().map(Path::to_string).collect();
            json.insert("replace_paths".into(), json!(paths));
        }
        Json::Object(json)
    }

    fn drift(&self, drift: &Drift) -> Json {
        let mut json = Map::new();
        json.insert("resource".into(), resource(&drift.address));
        let action = if drift.after.is_null() {
            "delete"
        } else {
            "update"
        };
        json.insert("action".into(), json!(action));
        if let Some(schema) = schema_of(&self.schemas, &drift.address) {
            side(
                &mut json,
                "before",
                &schema.block,
                &drift.before,
                &drift.sensitive,
            );
            side(
                &mut json,
                "after",
                &schema.block,
                &drift.after,
                &drift.sensitive,
            );
        }
        Json::Object(json)
    }
}

impl Events for Machine {
    fn event(&self, event: Event<'_>) {
        let hook = |address: &Address, id: Option<&str>, doing: &str| {
            let mut hook = Map::new();
            hook.insert("resource".into(), resource(address));
            hook.insert("action".into(), json!(doing));
            if let Some(id) = id {
                hook.insert("id_value".into(), json!(id));
            }
            hook
        };
        let kind = |doing: &str, what: &str| match doing {
            "refresh" => format!("refresh_{what}"),
            "import" => format!("import_{what}"),
            _ => format!("apply_{what}"),
        };
        match event {
            Event::Started { address, doing, id } => {
                let hook = hook(address, id, doing.name());
                let words = format!("{address}: {} begins", doing.name());
                self.line(
                    "info",
                    &words,
                    &kind(doing.name(), "start"),
                    json!({"hook": hook}),
                );
            }
            Event::Progress {
                address,
                doing,
                message,
            } => {
                let mut hook = hook(address, None, doing.name());
                hook.insert("message".into(), json!(message));
                let words = format!("{address}: {message}");
                self.line(
                    "info",
                    &words,
                    &kind(doing.name(), "progress"),
                    json!({"hook": hook}),
                );
            }
            Event::Still {
                address,
                doing,
                elapsed,
            } => {
                let mut hook = hook(address, None, doing.name());
                hook.insert("elapsed_seconds".into(), json!(elapsed.as_secs()));
                let words = format!(
                    "{address}: {} goes on [{} elapsed]",
                    doing.name(),
                    seconds(elapsed)
                );
                self.line(
                    "info",
                    &words,
                    &kind(doing.name(), "progress"),
                    json!({"hook": hook}),
                );
            }
            Event::Complete {
                address,
                doing,
                elapsed,
                id,
            } => {
                let mut hook = hook(address, id, doing.name());
                hook.insert("elapsed_seconds".into(), json!(elapsed.as_secs()));
                let words = format!("{address}: {} complete", doing.name());
                self.line(
                    "info",
                    &words,
                    &kind(doing.name(), "complete"),
                    json!({"hook": hook}),
                );
            }
            Event::Failed {
                address,
                doing,
                elapsed,
            } => {
                let mut hook = hook(address, None, doing.name());
                hook.insert("elapsed_seconds".into(), json!(elapsed.as_secs()));
                let words = format!("{address}: {} failed", doing.name());
                self.line(
                    "error",
                    &words,
                    &kind(doing.name(), "errored"),
                    json!({"hook": hook}),
                );
            }
            Event::Interrupted => {
                self.line("warn", "Interrupt received", "log", Json::Null);
            }
            Event::Told(message) => {
                let level = if message.is_error() { "error" } else { "warn" };
                let words = message.to_string();
                self.line(
                    level,
                    &words,
                    "diagnostic",
                    json!({"diagnostic": diagnostic(message)}),
                );
            }
            Event::Planned(plan) => self.planned(plan),
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

fn resource(address: &Address) -> Json {
    json!({
        "addr": address.to_string(),
        "resource_type": &*address.type_name,
        "resource_name": &*address.name,
    })
}

pub(crate) fn action(action: Action) -> &'static str {
    match action {
        Action::NoOp => "noop",
        Action::Create => "create",
        Action::Update => "update",
        Action::Replace => "replace",
        Action::Delete => "delete",
        Action::Read => "read",
    }
}

fn reason(change: &Change) -> Option<&'static str> {
    match (change.reason, change.action) {
        (Some(Reason::Tainted), _) => Some("tainted"),
        (Some(Reason::NotConfigured), _) => Some("delete_because_no_resource_config"),
        (None, Action::Replace) => Some("cannot_update"),
        _ => None,
    }
}

fn side(json: &mut Map<String, Json>, name: &str, block: &Block, value: &Value, marks: &[Path]) {
    let mut all = sensitive_paths(block, value);
    all.extend_from_slice(marks);
    let shown = shown_block(block, value, &all);
    json.insert(name.into(), shown.as_ref().map_or(Json::Null, block_json));
    let unknown = shown
        .as_ref()
        .and_then(|block| marked_block(block, &|s| *s == Shown::Unknown));
    if name == "after" {
        json.insert("after_unknown".into(), unknown.unwrap_or_else(|| json!({})));
    }
    let sensitive = shown
        .as_ref()
        .and_then(|block| marked_block(block, &|s| matches!(s, Shown::Sensitive(_))));
    json.insert(
        format!("{name}_sensitive"),
        sensitive.unwrap_or_else(|| json!({})),
    );
}

fn value_json(value: &Shown) -> Json {
    match value {
        Shown::Null | Shown::Unknown | Shown::Sensitive(_) => Json::Null,
        Shown::Scalar(text) => scalar_json(text),
        Shown::List(values) | Shown::Set(values) => values.iter().map(value_json).collect(),
        Shown::Map(values) | Shown::Object(values) => Json::Object(
            values
                .iter()
                .map(|(name, value)| (name.clone(), value_json(value)))
                .collect(),
        ),
    }
}

/// Numbers and truth values are written as in JSON; texts need the language's own escapes undone.
fn scalar_json(text: &str) -> Json {
    let json = text.replace("$${", "${").replace("%%{", "%{");
    serde_json::from_str(&json).unwrap_or_else(|_| Json::String(text.to_owned()))
}

/// The object of a block.
pub(crate) fn block_json(block: &ShownBlock) -> Json {
    let mut json: Map<String, Json> = block
        .attributes
        .iter()
        .map(|(name, value)| (name.clone(), value_json(value)))
        .collect();
    for blocks in &block.blocks {
        let labelled = blocks.blocks.iter().any(|(label, _)| label.is_some());
        let value = match &blocks.whole {
            Some(_) => Json::Null,
            None if labelled => Json::Object(
                blocks
                    .blocks
                    .iter()
                    .filter_map(|(label, block)| Some((label.clone()?, block_json(block))))
                    .collect(),
            ),
            None => blocks
                .blocks
                .iter()
                .map(|(_, block)| block_json(block))
                .collect(),
        };
        json.insert(blocks.name.clone(), value);
    }
    Json::Object(json)
}

/// `true` in the places of a kind, nothing where there is none.
fn marked(value: &Shown, wanted: &dyn Fn(&Shown) -> bool) -> Option<Json> {
    if wanted(value) {
        return Some(json!(true));
    }
    match value {
        Shown::List(values) | Shown::Set(values) => {
            let marks: Vec<Option<Json>> = values.iter().map(|v| marked(v, wanted)).collect();
            marks.iter().any(Option::is_some).then(|| {
                marks
                    .into_iter()
                    .map(|mark| mark.unwrap_or(json!(false)))
                    .collect()
            })
        }
        Shown::Map(values) | Shown::Object(values) => {
            let marks: Map<String, Json> = values
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), marked(value, wanted)?)))
                .collect();
            (!marks.is_empty()).then_some(Json::Object(marks))
        }
        _ => None,
    }
}

fn marked_block(block: &ShownBlock, wanted: &dyn Fn(&Shown) -> bool) -> Option<Json> {
    let mut marks: Map<String, Json> = block
        .attributes
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), marked(value, wanted)?)))
        .collect();
    for blocks in &block.blocks {
        if blocks.whole.as_ref().is_some_and(wanted) {
            marks.insert(blocks.name.clone(), json!(true));
            continue;
        }
        let inner: Vec<Option<Json>> = blocks
            .blocks
            .iter()
            .map(|(_, block)| marked_block(block, wanted))
            .collect();
        if inner.iter().any(Option::is_some) {
            let inner: Json = inner
                .into_iter()
                .map(|mark| mark.unwrap_or(json!({})))
                .collect();
            marks.insert(blocks.name.clone(), inner);
        }
    }
    (!marks.is_empty()).then_some(Json::Object(marks))
}

/// A value that is shown to machines; null if it is sensitive or unknown.
pub(crate) fn typed_json(typed: &Typed) -> Json {
    value_json(&shown(&typed.ty, &typed.value, &typed.sensitive))
}

fn planned_output(output: &OutputChange) -> Json {
    let mut json = Map::new();
    let sensitive = match (&output.after, &output.before) {
        (Some(after), _) => after.is_sensitive(),
        (None, Some(before)) => before.sensitive,
        (None, None) => false,
    };
    json.insert("sensitive".into(), json!(sensitive));
    json.insert("action".into(), json!(action(output.action())));
    if let Some(after) = &output.after {
        json.insert("value".into(), typed_json(after));
    }
    Json::Object(json)
}
