//! Invoking an action, and its events until it ends.

use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::context::{CallKind, Progress, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};

/// A request to invoke an action.
#[derive(Clone)]
pub struct InvokeActionRequest {
    /// The action's type.
    pub type_name: String,
    /// Its configuration, fully known.
    pub config: Value,
    /// Receives progress.
    pub progress: Option<Arc<dyn Progress>>,
}

impl Instance {
    /// Invokes an action. The action ends when this returns; it failed if the result contains
    /// an error.
    pub async fn invoke_action(&self, request: InvokeActionRequest) -> Diagnostics {
        let InvokeActionRequest {
            type_name,
            config,
            progress,
        } = request;
        if let Some(behind) = self.behind(SchemaKind::Action, &type_name) {
            let asked = BehindRequest::of(BehindCall::Invoke(progress), &type_name, config);
            return behind.ask(asked).await.diagnostics;
        }
        let entry = match self.action_entry(&type_name) {
            Ok(entry) => entry,
            Err(error) => return error.into(),
        };
        if !config.is_wholly_known() {
            return Diagnostic::error(format!("{type_name}: the configuration is not known yet"))
                .with_detail("An action is invoked when all of its arguments are known.")
                .into();
        }
        let schema = entry.code.schema();
        let planned = !config.is_null();
        let config = if planned {
            config
        } else {
            schema.block.empty_object()
        };
        let mut diagnostics = self.wrong_in_action(entry, &config).await;
        if planned {
            // What the plan reported; for an action without a configuration it reports nothing.
            diagnostics = diagnostics
                .into_iter()
                .filter(|one| one.is_error())
                .collect();
        } else if !diagnostics.has_errors() {
            self.plan_of_provider(entry, config.clone(), &mut diagnostics)
                .await;
        }
        if diagnostics.has_errors() {
            return diagnostics;
        }
        let timeout = call_timeout::of(&schema, &config, "invoke");
        let call = self.call_reporting(&schema.type_name, CallKind::Invoke, timeout, progress);
        let code = entry.code.clone();
        let invoke = move |cx, filled| code.invoke(cx, filled);
        let invoked = self.run_filled(&call, &schema, config, &mut diagnostics, invoke);
        if let Some(result) = invoked.await {
            call.conclude(result, &mut diagnostics);
        }
        diagnostics
    }

    /// The same as a series of events; the last is always the end. The action does not wait for its
    /// events to be received, and is asked to stop when this is dropped. Call it in a Tokio
    /// runtime.
    #[must_use]
    pub fn action_events(&self, type_name: &str, config: Value) -> ActionEvents {
        let (send, progress) = mpsc::channel(MOST_WAITING);
        let request = InvokeActionRequest {
            type_name: type_name.to_owned(),
            config,
            progress: Some(Arc::new(Waiting(send))),
        };
        let instance = self.clone();
        let invoked = tokio::spawn(async move { instance.invoke_action(request).await });
        ActionEvents {
            type_name: type_name.to_owned(),
            progress,
            running: Some(invoked),
            ended: None,
        }
    }
}

/// How many messages wait for the receiver; more are only logged.
const MOST_WAITING: usize = 1000;

/// An event of a running action.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionEvent {
    /// Its progress.
    Progress(String),
    /// It has ended, and failed if there is an error. No event follows.
    Completed(Diagnostics),
}

/// A running action: any number of [`ActionEvent::Progress`], then exactly one
/// [`ActionEvent::Completed`].
pub struct ActionEvents {
    type_name: String,
    progress: mpsc::Receiver<String>,
    running: Option<JoinHandle<Diagnostics>>,
    /// It has ended, and its earlier messages are still to be reported.
    ended: Option<Diagnostics>,
}

impl ActionEvents {
    /// The next event; `None` after the end.
    pub async fn next(&mut self) -> Option<ActionEvent> {
        if let Some(invoked) = &mut self.running {
            let joined = tokio::select! {
                biased;
                Some(message) = self.progress.recv() => return Some(ActionEvent::Progress(message)),
                joined = invoked => joined,
            };
            let ended = joined.unwrap_or_else(|_| {
                // Panics of provider code are caught inside.
                Diagnostic::error(format!("{}: invoke did not end", self.type_name))
                    .with_detail(
                        "The provider's program is ending, or failed inside the SDK. What the action has done is not known.",
                    )
                    .into()
            });
            // Messages of a provider developer's task come too late from now on.
            self.progress.close();
            self.running = None;
            self.ended = Some(ended);
        }
        if self.ended.is_some()
            && let Some(message) = self.progress.recv().await
        {
            return Some(ActionEvent::Progress(message));
        }
        self.ended.take().map(ActionEvent::Completed)
    }
}

impl Drop for ActionEvents {
    fn drop(&mut self) {
        if let Some(invoked) = &self.running {
            // Provider code is asked to stop because nobody waits any more, and is abandoned some
            // time later.
            invoked.abort();
        }
    }
}

schema_runtime::__debug!(ActionEvents, |it| type_name = it.type_name);

/// Messages in transit.
struct Waiting(mpsc::Sender<String>);

impl Progress for Waiting {
    fn report(&self, message: &str) {
        // Code that reports faster than the receiver reads is not delayed, and all messages are in
        // the log.
        let _ = self.0.try_send(message.to_owned());
    }
}
