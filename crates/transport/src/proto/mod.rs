//! Messages of the Terraform plugin protocol, handwritten with prost's derive.
//!
//! Field numbers come from the protocol's reference sheet; building needs no `protoc`. Where
//! protocols 5 and 6 agree, there is one Rust type, in [`v6`] under the name of protocol 6.
//!
//! Messages with values of a configuration or a state have a `Debug` that shows no content, so a
//! stray `{:?}` never puts a secret into a log.
//!
//! ```
//! use prost::Message as _;
//! use schema_transport::proto::v6::validate_provider_config::Request;
//!
//! let request = Request::default();
//! assert_eq!(Request::decode(&*request.encode_to_vec()).unwrap(), request);
//! ```

/// Messages: for each field, its encoding, name and type. Diagnostics are always in a field of that
/// name, which [`WithDiagnostics`] finds.
macro_rules! messages {
    ($($(#[$meta:meta])* $message:ident { $($(#[$doc:meta])* [$($form:tt)+] $field:ident: $ty:ty),* $(,)? })+) => {$(
        #[derive(Clone, PartialEq, Eq, ::prost::Message)]
        $(#[$meta])*
        pub struct $message {
            $($(#[$doc])* #[prost($($form)+)] pub $field: $ty,)*
        }
        $(with_diagnostics! { $field of $message })*
    )+};
}

/// Messages with the attributes of either protocol.
macro_rules! messages_of_attributes {
    ($($(#[$meta:meta])* $message:ident { $($(#[$doc:meta])* [$($form:tt)+] $field:ident: $ty:ty),* $(,)? })+) => {$(
        #[derive(Clone, PartialEq, Eq, ::prost::Message)]
        $(#[$meta])*
        pub struct $message<A: AttributeMessage> {
            $($(#[$doc])* #[prost($($form)+)] pub $field: $ty,)*
        }
    )+};
}

/// Messages whose content is not printed.
macro_rules! opaque_messages {
    ($($(#[$meta:meta])* $message:ident { $($fields:tt)* })+) => {
        messages! { $($(#[$meta])* #[prost(skip_debug)] $message { $($fields)* })+ }
        __opaque_debug!($($message),+);
    };
}

/// Gives access to the diagnostics of a message, if this field holds them.
macro_rules! with_diagnostics {
    (diagnostics of $message:ident) => {
        impl $crate::proto::WithDiagnostics for $message {
            fn diagnostics(&mut self) -> &mut Vec<$crate::proto::common::Diagnostic> {
                &mut self.diagnostics
            }
        }
    };
    ($other:ident of $message:ident) => {};
}

pub mod common;
pub mod go_plugin;
pub mod schema;
pub mod v5;
pub mod v6;

/// An answer with diagnostics.
pub trait WithDiagnostics: prost::Message {
    /// Errors and warnings.
    fn diagnostics(&mut self) -> &mut Vec<common::Diagnostic>;
}

/// An answer that can report a failure: to the client, it means that nothing has changed.
pub(crate) trait Refusal: prost::Message + Sized {
    /// The answer to a call that failed with this error.
    fn refused(error: common::Diagnostic) -> Self;
}

impl<A: WithDiagnostics + Default> Refusal for A {
    fn refused(error: common::Diagnostic) -> Self {
        let mut answer = A::default();
        answer.diagnostics().push(error);
        answer
    }
}

impl Refusal for v6::invoke_action::Event {
    fn refused(error: common::Diagnostic) -> Self {
        Self::completed(vec![error])
    }
}

impl Refusal for v6::call_function::Response {
    fn refused(error: common::Diagnostic) -> Self {
        Self::failed(format!("{}: {}", error.summary, error.detail))
    }
}

impl Refusal for v6::stop_provider::Response {
    fn refused(error: common::Diagnostic) -> Self {
        let error = format!("{}: {}", error.summary, error.detail);
        Self { error }
    }
}

#[cfg(test)]
mod tests;
