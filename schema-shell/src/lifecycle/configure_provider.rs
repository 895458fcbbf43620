//! The provider's settings, and the version of Terraform that comes with them.

use std::sync::{Arc, PoisonError};

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Block;
use schema_runtime::validate::with_defaults;
use schema_runtime::value::Value;

use super::call::guarded;
use super::instance::Instance;
use crate::context::{Client, Cx};
use crate::timeouts;

impl Instance {
    /// Remembers which version of Terraform runs the provider; an empty one is none. All calls
    /// from now on see it, `configure` included.
    pub fn set_terraform_version(&self, terraform_version: &str) {
        let version = (!terraform_version.is_empty()).then(|| terraform_version.into());
        let place = self.inner.terraform_version.write();
        *place.unwrap_or_else(PoisonError::into_inner) = version;
    }

    pub(super) fn terraform_version(&self) -> Option<Arc<str>> {
        let version = self.inner.terraform_version.read();
        version.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Configures the provider. With settings that are unknown it stays unconfigured, unless it
    /// accepts them, and that is no error. A later configuration takes the place of an earlier one.
    pub async fn configure_provider(&self, config: Value) -> Diagnostics {
        let schema = &self.inner.schemas.provider;
        let name = schema.type_name.as_str();
        let config = if config.is_null() {
            schema.block.empty_object()
        } else {
            config
        };
        let filled = guarded(name, "configure", || {
            with_defaults(schema, &config, &self.inner.environment)
        });
        let (config, mut diagnostics) = match filled {
            Ok(filled) => filled,
            Err(error) => (Value::Null, error.into()),
        };
        if diagnostics.has_errors() {
            self.set_client(Client::Failed);
            return diagnostics;
        }
        if !config.is_wholly_known() && !self.inner.provider.accepts_unknown() {
            self.set_client(Client::Unknown(unknown_fields(&schema.block, &config)));
            return diagnostics;
        }
        let call = self.call(name, "configure", timeouts::DEFAULT, None);
        let cx = Cx::of(Arc::clone(&call));
        let provider = self.inner.provider.clone();
        let author = async move { provider.configure(cx, config).await };
        let client = match self.run(&call, author).await {
            Ok(Ok(client)) => {
                call.conclude(Ok(()), &mut diagnostics);
                Client::Ready(client)
            }
            Ok(Err(errors)) => {
                call.conclude(Err(errors), &mut diagnostics);
                Client::Failed
            }
            Err(failure) => {
                diagnostics.push(failure.diagnostic(&call));
                Client::Failed
            }
        };
        self.set_client(client);
        diagnostics
    }

    fn set_client(&self, client: Client) {
        let place = self.inner.client.write();
        *place.unwrap_or_else(PoisonError::into_inner) = client;
    }
}

/// The names of the settings that are not known yet.
fn unknown_fields(block: &Block, config: &Value) -> Arc<str> {
    let values = config.as_object().unwrap_or(&[]);
    let names: Vec<&str> = block
        .fields
        .iter()
        .zip(values)
        .filter(|(_, value)| !value.is_wholly_known())
        .map(|(field, _)| field.name.as_str())
        .collect();
    names.join(", ").into()
}
