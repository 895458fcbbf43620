//! Events of a running command, as lines of text.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::output::{Output, write};
use super::{Paint, Style, list, message, plan, without_control_characters};
use crate::address::ObjectAddress;
use crate::run::events::{Event, Events, InvokeStage, Operation, OperationStage};
use schema_panic::lock;
use schema_shell::lifecycle::Schemas;

/// Writes events in human-readable form.
pub(crate) struct TextReporter {
    pub(crate) output: Output,
    pub(crate) style: Style,
    pub(crate) schemas: Schemas,
    /// The object whose progress was last shown, and when.
    pub(crate) last: Mutex<Option<(ObjectAddress, Instant)>>,
    /// The results of the current list that are not shown yet.
    pub(crate) listed: Mutex<Listed>,
}

/// Results of a list that are not shown yet: all columns are as wide as the widest entry.
#[derive(Default)]
pub(crate) struct Listed {
    list: String,
    lines: Vec<list::Line>,
    /// Set when the user has asked to stop: results are shown immediately, since the list may not
    /// be completed.
    at_once: bool,
}

/// A provider may report progress as often as it likes; nobody can read it faster than this.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

impl TextReporter {
    /// Whether it is time to show progress again.
    fn progress_is_due(&self, address: &ObjectAddress) -> bool {
        let mut last = lock(&self.last);
        let too_soon = |(of, when): &(ObjectAddress, Instant)| {
            of == address && when.elapsed() < PROGRESS_INTERVAL
        };
        let too_soon = last.as_ref().is_some_and(too_soon);
        if !too_soon {
            *last = Some((address.clone(), Instant::now()));
        }
        !too_soon
    }

    /// Shows the pending results.
    fn show(&self, listed: &mut Listed) {
        let lines = std::mem::take(&mut listed.lines);
        if !lines.is_empty() {
            let text = list::lines(&listed.list, &lines);
            write(&self.output, &format!("{text}\n"));
        }
    }
}

impl Operation {
    /// Terraform's words: the name of the operation and the start of the types of its lines in
    /// machine-readable output, and its start, its progress and its end in messages.
    pub(super) fn words(self) -> [&'static str; 5] {
        match self {
            Operation::Refresh => [
                "refresh",
                "refresh",
                "Refreshing state",
                "refreshing",
                "Refresh",
            ],
            Operation::Read => ["read", "apply", "Reading", "reading", "Read"],
            Operation::Create => ["create", "apply", "Creating", "creating", "Creation"],
            Operation::Update => ["update", "apply", "Modifying", "modifying", "Modifications"],
            Operation::Delete => ["delete", "apply", "Destroying", "destroying", "Destruction"],
            Operation::Import => ["import", "import", "Importing", "importing", "Import"],
            Operation::Open => ["open", "ephemeral_op", "Opening", "opening", "Opening"],
            Operation::Renew => ["renew", "ephemeral_op", "Renewing", "renewing", "Renewal"],
            Operation::Close => ["close", "ephemeral_op", "Closing", "closing", "Closing"],
        }
    }
}

/// `5s`, `1m5s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds / 60 {
        0 => format!("{seconds}s"),
        minutes => format!("{minutes}m{}s", seconds % 60),
    }
}

fn with_id(id: Option<&str>) -> String {
    id.map(|id| format!(" [id={}]", without_control_characters(id)))
        .unwrap_or_default()
}

impl TextReporter {
    /// The line about an operation on an object, if the text output has one.
    fn operation(
        &self,
        address: &ObjectAddress,
        operation: Operation,
        stage: OperationStage<'_>,
    ) -> Option<String> {
        let bold = |text: String| self.style.bold(&text);
        let [_, _, begins, goes_on, noun] = operation.words();
        Some(match stage {
            OperationStage::Started { id } => {
                let begins = bold(format!("{address}: {begins}..."));
                format!("{begins}{}", bold(with_id(id)))
            }
            // As in Terraform, every report of an action is shown, but resources are limited to a
            // readable rate.
            OperationStage::Progress(_) if !self.progress_is_due(address) => return None,
            OperationStage::Progress(message) => format!(
                "{}{}",
                bold(format!("{address}: ")),
                without_control_characters(message)
            ),
            OperationStage::StillRunning(elapsed) => bold(format!(
                "{address}: Still {goes_on}... [{} elapsed]",
                seconds(elapsed)
            )),
            // Refreshes are quick and frequent.
            OperationStage::Complete { .. } if operation == Operation::Refresh => return None,
            OperationStage::Failed(_) => return None,
            OperationStage::Complete { elapsed, id } => bold(format!(
                "{address}: {noun} complete after {}{}",
                seconds(elapsed),
                with_id(id)
            )),
        })
    }
}

impl Events for TextReporter {
    fn event(&self, event: Event<'_>) {
        let bold = |text: String| self.style.bold(&text);
        let line = match event {
            Event::Operation {
                address,
                operation,
                stage,
            } => match self.operation(address, operation, stage) {
                Some(line) => line,
                None => return,
            },
            Event::Invoked {
                action,
                trigger,
                stage,
            } => {
                let by =
                    trigger.map_or_else(|| "CLI".to_owned(), |trigger| trigger.object.to_string());
                let action = format!("{action} (triggered by {by})");
                match stage {
                    InvokeStage::Started => bold(format!("Action started: {action}")),
                    InvokeStage::Progress(message) => format!(
                        "{} {}",
                        bold(format!("Action {action}:")),
                        without_control_characters(message)
                    ),
                    InvokeStage::StillRunning(elapsed) => bold(format!(
                        "Action {action}: Still running... [{} elapsed]",
                        seconds(elapsed)
                    )),
                    InvokeStage::Complete(_) => bold(format!("Action complete: {action}")),
                    InvokeStage::Failed { error, .. } => format!(
                        "{} - {}",
                        bold(format!("Action failed: {action}")),
                        without_control_characters(error)
                    ),
                }
            }
            Event::Interrupted => {
                let mut listed = lock(&self.listed);
                listed.at_once = true;
                self.show(&mut listed);
                format!(
                    "\n{}\nWaiting for running operations to end. Interrupt again to abandon them.\n",
                    self.style.paint(Paint::Yellow, "Interrupt received.")
                )
            }
            Event::Message(message) => message::message(message, self.style),
            Event::Planned(made) => plan::plan(made, &self.schemas, self.style),
            Event::Listed(found) => {
                let line = list::line(found, &self.schemas);
                let mut listed = lock(&self.listed);
                listed.list.clone_from(&found.list);
                listed.lines.push(line);
                if listed.at_once {
                    self.show(&mut listed);
                }
                return;
            }
            Event::ListComplete { .. } => return self.show(&mut lock(&self.listed)),
            // As in Terraform, no results of a failed list are shown.
            Event::ListStarted { .. } => return lock(&self.listed).lines.clear(),
        };
        write(&self.output, &format!("{}\n", line.trim_end_matches('\n')));
    }
}
