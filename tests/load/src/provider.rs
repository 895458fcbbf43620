//! A provider to talk to, whichever protocol it speaks.

use crate::client::{Client, unframe};
use crate::line::Line;
use crate::schema::raised;
use crate::{Error, Result};
use bytes::Bytes;
use http::Uri;
use schema_transport::Protocol;
use schema_transport::proto::common::diagnostic::Severity;
use schema_transport::proto::common::{Diagnostic, attribute_path::Selector};
use schema_transport::proto::{v5, v6};
use std::collections::BTreeMap;

/// The calls that are made here, most by their names in protocol 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GetProviderSchema`, in protocol 5 `GetSchema`.
    Schema,
    /// `ValidateProviderConfig`, in protocol 5 `PrepareProviderConfig`.
    ValidateProvider,
    /// `ConfigureProvider`, in protocol 5 `Configure`.
    Configure,
    /// `ValidateResourceConfig`, in protocol 5 `ValidateResourceTypeConfig`.
    ValidateResource,
    /// `PlanResourceChange`.
    Plan,
}

impl Method {
    const fn path(self, protocol: Protocol) -> &'static str {
        match (self, protocol) {
            (Self::Schema, Protocol::V6) => "/tfplugin6.Provider/GetProviderSchema",
            (Self::Schema, Protocol::V5) => "/tfplugin5.Provider/GetSchema",
            (Self::ValidateProvider, Protocol::V6) => "/tfplugin6.Provider/ValidateProviderConfig",
            (Self::ValidateProvider, Protocol::V5) => "/tfplugin5.Provider/PrepareProviderConfig",
            (Self::Configure, Protocol::V6) => "/tfplugin6.Provider/ConfigureProvider",
            (Self::Configure, Protocol::V5) => "/tfplugin5.Provider/Configure",
            (Self::ValidateResource, Protocol::V6) => "/tfplugin6.Provider/ValidateResourceConfig",
            (Self::ValidateResource, Protocol::V5) => {
                "/tfplugin5.Provider/ValidateResourceTypeConfig"
            }
            (Self::Plan, Protocol::V6) => "/tfplugin6.Provider/PlanResourceChange",
            (Self::Plan, Protocol::V5) => "/tfplugin5.Provider/PlanResourceChange",
        }
    }
}

/// A connection and its protocol.
#[derive(Clone)]
pub struct Provider {
    client: Client,
    protocol: Protocol,
}

/// The schemas that are needed to make a call.
pub struct Schemas {
    /// The provider's own.
    pub provider: v6::Schema,
    /// Of what modules tell it, if it takes anything.
    pub provider_meta: Option<v6::Schema>,
    /// Of its resources.
    pub resources: BTreeMap<String, v6::Schema>,
}

impl Provider {
    /// A connection to who printed the line.
    ///
    /// # Errors
    /// The line names no protocol that we speak.
    pub fn new(client: Client, line: &Line) -> Result<Self> {
        let protocol = match line.protocol.as_str() {
            "5" => Protocol::V5,
            "6" => Protocol::V6,
            other => return Err(format!("the provider speaks protocol {other}").into()),
        };
        Ok(Self::speaking(client, protocol))
    }

    /// A connection to who speaks this protocol.
    #[must_use]
    pub fn speaking(client: Client, protocol: Protocol) -> Self {
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

    /// A method's path.
    #[must_use]
    pub fn path(&self, method: Method) -> &'static str {
        method.path(self.protocol)
    }

    /// Where to call a method.
    ///
    /// # Errors
    /// None that can be thought of: every path of [`Method`] is one.
    pub fn uri(&self, method: Method) -> Result<Uri> {
        Ok(self.client.uri(method.path(self.protocol))?)
    }

    /// Makes a call.
    ///
    /// # Errors
    /// It failed.
    pub async fn call(&self, method: Method, frame: Bytes) -> Result<Bytes> {
        let answer = self.client.send(self.uri(method)?, frame).await;
        answer.map_err(|failure| format!("{method:?}: {failure}").into())
    }

    /// Reads an answer about schemas.
    ///
    /// # Errors
    /// It is malformed, has errors, or no schema of the provider itself.
    pub fn schemas(&self, answer: &Bytes) -> Result<Schemas> {
        let (provider, provider_meta, resources, diagnostics) = match self.protocol {
            Protocol::V6 => {
                let answer: v6::get_provider_schema::Response = unframe(answer)?;
                (
                    answer.provider,
                    answer.provider_meta,
                    answer.resource_schemas,
                    answer.diagnostics,
                )
            }
            Protocol::V5 => {
                let answer: v5::get_provider_schema::Response = unframe(answer)?;
                let resources = answer.resource_schemas.into_iter();
                let resources = resources.map(|(name, schema)| (name, raised(schema)));
                (
                    answer.provider.map(raised),
                    answer.provider_meta.map(raised),
                    resources.collect(),
                    answer.diagnostics,
                )
            }
        };
        no_errors(&diagnostics)?;
        Ok(Schemas {
            provider: provider.ok_or("the provider has no schema of itself")?,
            provider_meta,
            resources,
        })
    }
}

/// Fails with the first error among the diagnostics; warnings pass.
///
/// # Errors
/// There is one.
pub fn no_errors(diagnostics: &[Diagnostic]) -> Result<()> {
    match diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity() != Severity::Warning)
    {
        None => Ok(()),
        Some(error) => Err(text_of(error)),
    }
}

fn text_of(diagnostic: &Diagnostic) -> Error {
    let mut text = String::from("the provider says: ");
    let steps = diagnostic.attribute.iter().flat_map(|path| &path.steps);
    let mut path = String::new();
    for selector in steps.filter_map(|step| step.selector.as_ref()) {
        match selector {
            Selector::AttributeName(name) if path.is_empty() => path.push_str(name),
            Selector::AttributeName(name) => path.push_str(&format!(".{name}")),
            Selector::ElementKeyString(key) => path.push_str(&format!("[{key:?}]")),
            Selector::ElementKeyInt(key) => path.push_str(&format!("[{key}]")),
        }
    }
    if !path.is_empty() {
        text.push_str(&format!("{path}: "));
    }
    text.push_str(&diagnostic.summary);
    if !diagnostic.detail.is_empty() {
        text.push_str(&format!(" ({})", diagnostic.detail));
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::no_errors;
    use schema_transport::proto::common::diagnostic::Severity;
    use schema_transport::proto::common::{AttributePath, Diagnostic, attribute_path::*};

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
