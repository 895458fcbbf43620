//! Progress of operations and actions, in Terraform's words.

use schema_runtime::codec::document::Members as Map;
use schema_runtime::codec::document::json;

use super::JsonReporter;
use super::change::{action_address, resource};
use crate::address::ObjectAddress;
use crate::render::text::seconds;
use crate::run::changes::Invocation;
use crate::run::events::{InvokeStage, Operation, OperationStage};

impl Operation {
    fn family(self) -> &'static str {
        match self {
            Operation::Refresh => "refresh",
            Operation::Import => "import",
            Operation::Open | Operation::Renew | Operation::Close => "ephemeral_op",
            Operation::Read | Operation::Create | Operation::Update | Operation::Delete => "apply",
        }
    }
}

impl JsonReporter {
    /// A line about an operation on an object, with its id if known.
    pub(super) fn operation(
        &self,
        address: &ObjectAddress,
        operation: Operation,
        stage: OperationStage<'_>,
    ) {
        let (begins, goes_on, noun) = match operation {
            Operation::Read => ("Refreshing", "refreshing", "Refresh"),
            other => other.words(),
        };
        let (part, id) = match stage {
            OperationStage::Started { id } => ("start", id),
            OperationStage::Progress(_) | OperationStage::StillRunning(_) => ("progress", None),
            OperationStage::Complete { id, .. } => ("complete", id),
            OperationStage::Failed(_) => ("errored", None),
        };
        let with_id = id.map(|id| format!(" [id={id}]")).unwrap_or_default();
        let text = match stage {
            OperationStage::Started { .. } => format!("{address}: {begins}...{with_id}"),
            OperationStage::Progress(message) => format!("{address}: {message}"),
            OperationStage::StillRunning(elapsed) => {
                format!(
                    "{address}: Still {goes_on}... [{} elapsed]",
                    seconds(elapsed)
                )
            }
            OperationStage::Complete { .. } if operation == Operation::Refresh => {
                format!("{address}: {noun} complete{with_id}")
            }
            OperationStage::Complete { elapsed, .. } => {
                format!(
                    "{address}: {noun} complete after {}{with_id}",
                    seconds(elapsed)
                )
            }
            OperationStage::Failed(elapsed) => {
                format!("{address}: {noun} errored after {}", seconds(elapsed))
            }
        };
        let mut hook = Map::new();
        hook.insert("resource".into(), resource(address));
        if operation != Operation::Refresh {
            hook.insert("action".into(), json!(operation.name()));
        }
        if let Some(id) = id {
            // The import id of an object need not be its id.
            if operation != Operation::Import {
                hook.insert("id_key".into(), json!("id"));
            }
            hook.insert("id_value".into(), json!(id));
        }
        match stage {
            OperationStage::Progress(message) => {
                hook.insert("message".into(), json!(message));
            }
            OperationStage::StillRunning(elapsed)
            | OperationStage::Complete { elapsed, .. }
            | OperationStage::Failed(elapsed)
                if operation != Operation::Refresh =>
            {
                hook.insert("elapsed_seconds".into(), json!(elapsed.as_secs()));
            }
            _ => {}
        }
        let kind = format!("{}_{}", operation.family(), part);
        self.line("info", &text, &kind, json!({"hook": hook}));
    }

    /// A line about an action, which a change triggers or the user requests.
    pub(super) fn invocation(
        &self,
        action: &ObjectAddress,
        trigger: Option<&Invocation>,
        stage: InvokeStage<'_>,
    ) {
        let place = trigger.map(|trigger| (&trigger.object, trigger.trigger));
        let at = |what: &str| match place {
            Some((object, index)) => format!("{object} ({index}): {what}"),
            None => what.to_owned(),
        };
        let mut hook = Map::new();
        hook.insert("action".into(), action_address(action));
        let (part, text) = match stage {
            InvokeStage::Started => (
                "start",
                match place {
                    Some((object, index)) => {
                        format!("{object}.trigger[{index}]: Action started: {action}")
                    }
                    None => format!("Action started: {action}"),
                },
            ),
            InvokeStage::Progress(message) => {
                hook.insert("message".into(), json!(message));
                ("progress", at(&format!("{action} - {message}")))
            }
            InvokeStage::StillRunning(elapsed) => {
                let message = format!("Still running... [{} elapsed]", seconds(elapsed));
                let text = at(&format!("{action} - {message}"));
                hook.insert("message".into(), json!(message));
                hook.insert("elapsed_seconds".into(), json!(elapsed.as_secs()));
                ("progress", text)
            }
            InvokeStage::Complete(_) => ("complete", at(&format!("Action complete: {action}"))),
            InvokeStage::Failed { error, .. } => {
                hook.insert("error".into(), json!(error));
                (
                    "errored",
                    at(&format!("Action errored: {action} - {error}")),
                )
            }
        };
        match trigger {
            Some(trigger) => hook.insert(
                "lifecycle".into(),
                json!({
                    "resource": resource(&trigger.object),
                    "trigger_index": trigger.trigger,
                    "actions_index": trigger.place,
                    "trigger_event": trigger.event.camel_case(),
                }),
            ),
            None => hook.insert("invoke".into(), json!({})),
        };
        self.line(
            "info",
            &text,
            &format!("action_{part}"),
            json!({"hook": hook}),
        );
    }

    /// A planned action, which a change triggers or the user requests.
    pub(crate) fn planned_invocation(&self, action: &ObjectAddress, trigger: Option<&Invocation>) {
        let mut invocation = Map::new();
        invocation.insert("action_addr".into(), action_address(action));
        match trigger {
            Some(trigger) => invocation.insert(
                "lifecycle_trigger".into(),
                json!({
                    "triggering_resource": resource(&trigger.object),
                    "triggering_event": trigger.event.camel_case(),
                    "action_trigger_block_index": trigger.trigger,
                    "actions_list_index": trigger.place,
                }),
            ),
            None => invocation.insert("action_trigger".into(), json!({})),
        };
        let text = format!("planned action invocation: {action}");
        let members = json!({"invocation": invocation});
        self.line("info", &text, "planned_action_invocation", members);
    }
}
