//! A provider to talk to, whichever protocol it speaks: a method for each call.

use crate::connection::{Client, frame_of, message_of};
use crate::error::CallError;
use crate::raise;
use crate::stream::{Messages, Upload};
use bytes::Bytes;
use schema_transport::Protocol;
use schema_transport::proto::common::diagnostic::Severity;
use schema_transport::proto::common::{Diagnostic, attribute_path::Selector};
use schema_transport::proto::v6;

/// A connection and its protocol.
///
/// Its methods have the names and messages of protocol 6 (from `schema_transport`'s table of the
/// calls). Over protocol 5, they use the call's name there and convert its answer to the message of
/// protocol 6.
#[derive(Clone, Debug)]
pub struct Provider {
    client: Client,
    protocol: Protocol,
}

impl Provider {
    /// Wraps a connection that speaks this protocol.
    #[must_use]
    pub fn new(client: Client, protocol: Protocol) -> Self {
        Self { client, protocol }
    }

    /// The protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The connection.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Makes a call on bytes, with their gRPC frames, by its name in protocol 6.
    ///
    /// # Errors
    /// The call failed.
    pub async fn raw(&self, call: &str, frame: Bytes) -> Result<Bytes, CallError> {
        self.client.raw(&self.path(call), frame).await
    }

    /// Makes a call on an encoded message, by its name in protocol 6; the answer is an encoded
    /// message too. The different messages of protocol 5 are not translated.
    ///
    /// # Errors
    /// The call failed.
    pub async fn pass(&self, call: &str, message: &[u8]) -> Result<Bytes, CallError> {
        message_of(&self.raw(call, frame_of(message)?).await?)
    }

    /// The same for a call whose answer is a stream: [`Messages::next_frame`] has its messages.
    ///
    /// # Errors
    /// The connection failed, or the server rejected the call at once.
    pub async fn pass_stream(&self, call: &str, message: &[u8]) -> Result<Messages<()>, CallError> {
        let frame = frame_of(message)?;
        self.client.server_stream_of(&self.path(call), frame).await
    }

    /// The path of a call, by its name in protocol 6, such as `PlanResourceChange`. A call that
    /// protocol 5 does not have keeps its name there; the server rejects it.
    #[must_use]
    pub fn path(&self, call: &str) -> String {
        let name = match self.protocol {
            Protocol::V5 => in_protocol_5(call),
            Protocol::V6 => call,
        };
        format!("/tfplugin{}.Provider/{name}", self.protocol.number())
    }
}

/// The name in protocol 5.
macro_rules! five {
    ($six:ident | -) => {
        stringify!($six)
    };
    ($six:ident | $five:ident) => {
        stringify!($five)
    };
}

macro_rules! provider {
    (
        $(
            $(#[$doc:meta])*
            $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unwritten:tt)+))?;
        )+
        [server streams]
        $(
            $(#[$server_doc:meta])*
            $server_six:ident | $server_five:tt => $server:ident ($event:ident) $default:tt;
        )+
        [client streams]
        $(
            $(#[$client_doc:meta])*
            $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);
        )+
    ) => {
        fn in_protocol_5(name: &str) -> &str {
            match name {
                $(stringify!($six) => five!($six | $five),)+
                $(stringify!($server_six) => five!($server_six | $server_five),)+
                $(stringify!($client_six) => five!($client_six | $client_five),)+
                other => other,
            }
        }

        impl Provider {
            $(
                #[doc = concat!("Calls `", stringify!($six), "`.")]
                ///
                /// # Errors
                /// The call failed. Errors among the answer's diagnostics do not count.
                pub async fn $call(
                    &self,
                    request: &v6::$call::Request,
                ) -> Result<v6::$call::Response, CallError> {
                    let path = self.path(stringify!($six));
                    $(
                        let $lowered = self.protocol == Protocol::V5;
                        if $lowered {
                            // Protocol 5 has a different message.
                            return Ok(raise::$call(self.client.call(&path, request).await?));
                        }
                    )?
                    self.client.call(&path, request).await
                }
            )+

            $(
                #[doc = concat!("Calls `", stringify!($server_six), "`, whose answer is a stream. Who drops the")]
                /// stream cancels the call, as Terraform does when it has enough.
                ///
                /// # Errors
                /// The connection failed, or the server rejected the call at once.
                pub async fn $server(
                    &self,
                    request: &v6::$server::Request,
                ) -> Result<Messages<v6::$server::$event>, CallError> {
                    self.client.server_stream(&self.path(stringify!($server_six)), request).await
                }
            )+

            $(
                #[doc = concat!("Calls `", stringify!($client_six), "`, whose request is a stream: its messages are")]
                /// sent to the returned value.
                ///
                /// # Errors
                /// The connection failed.
                pub async fn $client(
                    &self,
                ) -> Result<Upload<v6::$client::$chunk, v6::$client::Response>, CallError> {
                    self.client.client_stream(&self.path(stringify!($client_six))).await
                }
            )+
        }
    };
}

schema_transport::__calls!(provider);

/// Fails with the first error among the diagnostics; warnings pass.
///
/// # Errors
/// The path, summary and detail of the first one.
pub fn no_errors(diagnostics: &[Diagnostic]) -> Result<(), CallError> {
    let mut errors = diagnostics.iter();
    match errors.find(|one| one.severity() != Severity::Warning) {
        None => Ok(()),
        Some(error) => Err(CallError::Diagnosed(text_of(error))),
    }
}

fn text_of(diagnostic: &Diagnostic) -> String {
    let steps = diagnostic.attribute.iter().flat_map(|path| &path.steps);
    let mut text = String::new();
    for selector in steps.filter_map(|step| step.selector.as_ref()) {
        match selector {
            Selector::AttributeName(name) if text.is_empty() => text.push_str(name),
            Selector::AttributeName(name) => text.push_str(&format!(".{name}")),
            Selector::ElementKeyString(key) => text.push_str(&format!("[{key:?}]")),
            Selector::ElementKeyInt(key) => text.push_str(&format!("[{key}]")),
        }
    }
    if !text.is_empty() {
        text.push_str(": ");
    }
    text.push_str(&diagnostic.summary);
    if !diagnostic.detail.is_empty() {
        text.push_str(&format!(" ({})", diagnostic.detail));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{in_protocol_5, no_errors};
    use schema_transport::proto::common::diagnostic::Severity;
    use schema_transport::proto::common::{AttributePath, Diagnostic, attribute_path::*};

    #[test]
    fn names_in_protocol_5() {
        assert_eq!(in_protocol_5("ConfigureProvider"), "Configure");
        assert_eq!(in_protocol_5("ListResource"), "ListResource");
        assert_eq!(in_protocol_5("LockState"), "LockState");
    }

    #[test]
    fn errors_are_found_among_warnings() {
        let warning = Diagnostic {
            severity: Severity::Warning.into(),
            ..Diagnostic::error("careful", "")
        };
        assert!(no_errors(std::slice::from_ref(&warning)).is_ok());
        let selectors = [
            Selector::AttributeName("disk".into()),
            Selector::ElementKeyInt(1),
            Selector::AttributeName("size".into()),
        ];
        let steps = selectors.map(|selector| Step {
            selector: Some(selector),
        });
        let error = Diagnostic {
            attribute: Some(AttributePath {
                steps: steps.into(),
            }),
            ..Diagnostic::error("too small", "use 2")
        };
        let text = no_errors(&[warning, error]).unwrap_err().to_string();
        assert_eq!(text, "the provider says: disk[1].size: too small (use 2)");
    }
}
