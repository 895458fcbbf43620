//! Invokes an action (6.10): a stream of its progress, which ends with the outcome.

use super::{ClientCapabilities, Diagnostic, DynamicValue};

messages! {
    /// What to invoke.
    Request {
        /// The action's type.
        [string, tag = "1"] action_type: String,
        /// The configuration, fully known.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do.
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
    }

    /// An event; one without content crashes Terraform.
    Event {
        /// The kind of the event.
        [oneof = "event::Type", tags = "1, 2"] r#type: Option<event::Type>,
    }
}

impl Event {
    /// The action is in progress.
    #[must_use]
    pub fn progress(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            r#type: Some(event::Type::Progress(event::Progress { message })),
        }
    }

    /// The action has ended, and failed if there is an error. Terraform treats a stream without
    /// this event as a success.
    #[must_use]
    pub fn completed(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            r#type: Some(event::Type::Completed(event::Completed { diagnostics })),
        }
    }
}

/// Parts of [`Event`].
pub mod event {
    use super::Diagnostic;

    /// The kind of an event.
    #[derive(Clone, PartialEq, Eq, prost::Oneof)]
    pub enum Type {
        /// The action is in progress.
        #[prost(message, tag = "1")]
        Progress(Progress),
        /// The action has ended.
        #[prost(message, tag = "2")]
        Completed(Completed),
    }

    messages! {
        /// The action is in progress.
        Progress {
            /// The message for the user.
            [string, tag = "1"] message: String,
        }

        /// The action has ended.
        Completed {
            /// Errors and warnings.
            [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        }
    }
}
