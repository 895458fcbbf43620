//! Calls about anything that has a configuration, by its kind.

use crate::error::CallError;
use crate::provider::{Provider, no_errors};
use schema_transport::Protocol;
use schema_transport::proto::common::{ClientCapabilities, Diagnostic, DynamicValue};
use schema_transport::proto::{v5, v6};

/// What a configuration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Configured {
    /// The provider.
    Provider,
    /// A resource.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource.
    Ephemeral,
    /// A list resource.
    List,
    /// An action.
    Action,
}

/// The capabilities that Terraform announces.
#[must_use]
pub fn capabilities() -> Option<ClientCapabilities> {
    Some(ClientCapabilities {
        write_only_attributes_allowed: true,
        ..ClientCapabilities::default()
    })
}

impl Provider {
    /// Configures the provider as Terraform does.
    ///
    /// # Errors
    /// The call failed, or the answer has errors.
    pub async fn configured_with(&self, config: Option<DynamicValue>) -> Result<(), CallError> {
        let request = v6::configure_provider::Request {
            terraform_version: "1.14.0".into(),
            config,
            client_capabilities: capabilities(),
        };
        let answer = self.configure_provider(&request).await?;
        no_errors(&answer.diagnostics)
    }

    /// Checks a configuration of this kind. Besides the diagnostics, protocol 5 returns the
    /// provider's configuration with its defaults.
    ///
    /// # Errors
    /// The call failed. Errors among the diagnostics do not count.
    pub async fn validate(
        &self,
        kind: Configured,
        type_name: &str,
        config: Option<DynamicValue>,
    ) -> Result<(Vec<Diagnostic>, Option<DynamicValue>), CallError> {
        let type_name = type_name.to_owned();
        let found = match kind {
            Configured::Provider if self.protocol() == Protocol::V5 => {
                let request = v6::validate_provider_config::Request { config };
                let path = self.path("ValidateProviderConfig");
                let answer = self.client().call(&path, &request).await?;
                let v5::prepare_provider_config::Response {
                    diagnostics,
                    prepared_config,
                } = answer;
                return Ok((diagnostics, prepared_config));
            }
            Configured::Provider => {
                let request = v6::validate_provider_config::Request { config };
                self.validate_provider_config(&request).await?.diagnostics
            }
            Configured::Resource => {
                let client_capabilities = capabilities();
                let request = v6::validate_resource_config::Request {
                    type_name,
                    config,
                    client_capabilities,
                };
                self.validate_resource_config(&request).await?.diagnostics
            }
            Configured::DataSource => {
                let request = v6::validate_data_resource_config::Request { type_name, config };
                let answer = self.validate_data_resource_config(&request).await?;
                answer.diagnostics
            }
            Configured::Ephemeral => {
                let request = v6::validate_ephemeral_resource_config::Request { type_name, config };
                let answer = self.validate_ephemeral_resource_config(&request).await?;
                answer.diagnostics
            }
            Configured::List => {
                let request = v6::validate_list_resource_config::Request {
                    type_name,
                    config,
                    ..Default::default()
                };
                let answer = self.validate_list_resource_config(&request).await?;
                answer.diagnostics
            }
            Configured::Action => {
                let action_type = type_name;
                let request = v6::validate_action_config::Request {
                    action_type,
                    config,
                };
                self.validate_action_config(&request).await?.diagnostics
            }
        };
        Ok((found, None))
    }
}
