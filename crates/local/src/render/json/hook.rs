//! Progress of operations and actions, in Terraform's words.

use schema_runtime::codec::document::Members as Map;
use schema_runtime::codec::document::json;

use super::JsonReporter;
use super::change::{action_address, resource};
use crate::address::ObjectAddress;
use crate::render::text::seconds;
use crate::run::changes::Invocation;
use crate::run::events::{InvokeStage, Operation, OperationStage};
use crate::state::format::present;

impl JsonReporter {
    /// A line about an operation on an object, with its id if known.
    pub(super) fn operation(
        &self,
        address: &ObjectAddress,
        operation: Operation,
        stage: OperationStage<'_>,
    ) {
        let [name, family, mut begins, mut goes_on, mut noun] = operation.words();
        if operation == Operation::Read {
            (begins, goes_on, noun) = ("Refreshing", "refreshing", "Refresh");
        }
        let is_refresh = operation == Operation::Refresh;
        let with_id = |id: Option<&str>| id.map(|id| format!(" [id={id}]")).unwrap_or_default();
        let (part, id, elapsed, text) = match stage {
            OperationStage::Started { id } => {
                ("start", id, None, format!("{}...{}", begins, with_id(id)))
            }
            OperationStage::Progress(message) => ("progress", None, None, message.to_owned()),
            OperationStage::StillRunning(elapsed) => {
                let text = format!("Still {}... [{} elapsed]", goes_on, seconds(elapsed));
                ("progress", None, Some(elapsed), text)
            }
            OperationStage::Complete { id, .. } if is_refresh => {
                let text = format!("{noun} complete{}", with_id(id));
                ("complete", id, None, text)
            }
            OperationStage::Complete { elapsed, id } => {
                let text = format!("{noun} complete after {}{}", seconds(elapsed), with_id(id));
                ("complete", id, Some(elapsed), text)
            }
            OperationStage::Failed(elapsed) => {
                let text = format!("{noun} errored after {}", seconds(elapsed));
                ("errored", None, Some(elapsed), text)
            }
        };
        let message = match stage {
            OperationStage::Progress(message) => Some(message),
            _ => None,
        };
        let hook = present(json!({
            "resource": resource(address),
            "action": (!is_refresh).then_some(name),
            // The import id of an object need not be its id.
            "id_key": id.filter(|_| operation != Operation::Import).map(|_| "id"),
            "id_value": id,
            "message": message,
            "elapsed_seconds": elapsed.filter(|_| !is_refresh).map(|elapsed| elapsed.as_secs()),
        }));
        let kind = format!("{family}_{part}");
        let text = format!("{address}: {text}");
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
        let at = |what: String| match place {
            Some((object, index)) => format!("{object} ({index}): {what}"),
            None => what,
        };
        let mut hook = Map::new();
        hook.insert("action".into(), action_address(action));
        let (part, text) = match stage {
            InvokeStage::Started => {
                let text = format!("Action started: {action}");
                let text = match place {
                    Some((object, index)) => format!("{object}.trigger[{index}]: {text}"),
                    None => text,
                };
                ("start", text)
            }
            InvokeStage::Progress(message) => {
                hook.insert("message".into(), message);
                ("progress", at(format!("{action} - {message}")))
            }
            InvokeStage::StillRunning(elapsed) => {
                let message = format!("Still running... [{} elapsed]", seconds(elapsed));
                let text = at(format!("{action} - {message}"));
                hook.insert("message".into(), message);
                hook.insert("elapsed_seconds".into(), elapsed.as_secs());
                ("progress", text)
            }
            InvokeStage::Complete(_) => ("complete", at(format!("Action complete: {action}"))),
            InvokeStage::Failed { error, .. } => {
                hook.insert("error".into(), error);
                ("errored", at(format!("Action errored: {action} - {error}")))
            }
        };
        match trigger {
            Some(trigger) => {
                let lifecycle = json!({
                    "resource": resource(&trigger.object),
                    "trigger_index": trigger.trigger,
                    "actions_index": trigger.place,
                    "trigger_event": trigger.event.camel_case(),
                });
                hook.insert("lifecycle".into(), lifecycle);
            }
            None => hook.insert("invoke".into(), json!({})),
        }
        let kind = format!("action_{part}");
        self.line("info", &text, &kind, json!({"hook": hook}));
    }

    /// A planned action, which a change triggers or the user requests.
    pub(crate) fn planned_invocation(&self, action: &ObjectAddress, trigger: Option<&Invocation>) {
        let lifecycle = trigger.map(|trigger| {
            json!({
                "triggering_resource": resource(&trigger.object),
                "triggering_event": trigger.event.camel_case(),
                "action_trigger_block_index": trigger.trigger,
                "actions_list_index": trigger.place,
            })
        });
        let invocation = present(json!({
            "action_addr": action_address(action),
            "lifecycle_trigger": lifecycle,
            "action_trigger": trigger.is_none().then(|| json!({})),
        }));
        let text = format!("planned action invocation: {action}");
        let members = json!({"invocation": invocation});
        self.line("info", &text, "planned_action_invocation", members);
    }
}
