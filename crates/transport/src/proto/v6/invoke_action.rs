//! Invokes an action (6.10): a stream of its progress, at whose end stands how it ended.

use super::{ClientCapabilities, Diagnostic, DynamicValue};

/// What to invoke.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The action's type.
    #[prost(string, tag = "1")]
    pub action_type: String,
    /// The configuration, fully known.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do.
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What happens; one without content makes Terraform crash.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Event {
    /// Which of them.
    #[prost(oneof = "event::Type", tags = "1, 2")]
    pub r#type: Option<event::Type>,
}

impl Event {
    /// The action goes on.
    #[must_use]
    pub fn progress(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            r#type: Some(event::Type::Progress(event::Progress { message })),
        }
    }

    /// The action is at its end: it failed where there is an error among these. Terraform takes a
    /// stream without one for a success.
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

    /// What happens.
    #[derive(Clone, PartialEq, Eq, prost::Oneof)]
    pub enum Type {
        /// The action goes on.
        #[prost(message, tag = "1")]
        Progress(Progress),
        /// The action is at its end.
        #[prost(message, tag = "2")]
        Completed(Completed),
    }

    /// The action goes on.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Progress {
        /// For the user.
        #[prost(string, tag = "1")]
        pub message: String,
    }

    /// The action is at its end.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Completed {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
