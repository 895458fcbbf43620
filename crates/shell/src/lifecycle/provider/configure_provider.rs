//! The provider's settings, and the version of Terraform that comes with them.

use std::sync::Arc;

use schema_panic::{read, write};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use crate::context::{AnyClient, BoundClient, Client, Cx, ProviderCall, call_timeout};
use crate::lifecycle::defaults::filled;
use crate::lifecycle::instance::Instance;
use crate::process::masks::Masks;
use crate::result::Result;

impl Instance {
    /// Remembers which version of Terraform runs the provider; an empty string means unknown. All
    /// calls of this configuration see it from now on, `configure` included.
    pub fn set_terraform_version(&self, terraform_version: &str) {
        let version = (!terraform_version.is_empty()).then(|| terraform_version.into());
        *write(&self.configuration.terraform_version) = version;
    }

    /// The version of Terraform, once it is known.
    #[doc(hidden)]
    #[must_use]
    pub fn terraform_version(&self) -> Option<Arc<str>> {
        read(&self.configuration.terraform_version).clone()
    }

    /// Whether the client may keep identities: Terraform before 1.12 does not, and identity errors
    /// do not concern its users.
    pub(crate) fn keeps_identities(&self) -> bool {
        let version = self.terraform_version();
        version.is_none_or(|version| !is_before_identities(&version))
    }

    /// Configures the provider. With unknown settings it stays unconfigured, unless it accepts
    /// them; this is not an error. A later configuration replaces an earlier one.
    pub async fn configure_provider(&self, config: Value) -> Diagnostics {
        let schema = &self.inner.schemas.provider;
        let name = schema.type_name.as_str();
        let config = if config.is_null() {
            schema.block.empty_object()
        } else {
            config
        };
        self.configure_behind(&config);
        let call = self.call(name, ProviderCall::Configure, call_timeout::DEFAULT);
        let cx = Cx::of(Arc::clone(&call));
        let (code, schema) = (self.inner.provider.code.clone(), schema.clone());
        let environment = Arc::clone(&self.inner.environment);
        let provider_code = async move {
            let (config, diagnostics) = match filled(&cx, &schema, &config, &environment) {
                Ok(filled) => filled,
                Err(wrong) => return (Configured::Refused, wrong),
            };
            if !config.is_wholly_known() && !code.accepts_unknown() {
                let fields = unknown_fields(&schema.block, &config);
                return (Configured::Unknown(fields), diagnostics);
            }
            let result = code.configure(cx, config).await;
            (Configured::Called(result), diagnostics)
        };
        let ended = self.run(&call, provider_code).await;
        let (client, diagnostics) = match ended {
            Err(failure) => (Client::Failed, failure.diagnostic(&call).into()),
            Ok((Configured::Refused, diagnostics)) => (Client::Failed, diagnostics),
            Ok((Configured::Unknown(fields), diagnostics)) => {
                (Client::Unknown(fields), diagnostics)
            }
            Ok((Configured::Called(result), mut diagnostics)) => {
                let (client, result) = match result {
                    Ok(client) => (self.bound(client, &call.masks), Ok(())),
                    Err(errors) => (Client::Failed, Err(errors)),
                };
                call.conclude(result, &mut diagnostics);
                (client, diagnostics)
            }
        };
        self.configuration.set_client(client);
        let mut diagnostics = diagnostics;
        if let Some(log) = &self.inner.crash_log {
            diagnostics.extend(log.open());
        }
        diagnostics
    }

    /// The client and the runtime in which it was made.
    fn bound(&self, client: AnyClient, masks: &Arc<Masks>) -> Client {
        match self.inner.threads.get() {
            Ok(threads) => {
                let masks = Arc::clone(masks);
                Client::Ready(Arc::new(BoundClient::new(client, threads, masks)))
            }
            // The threads exist: the client was made on them.
            Err(_) => Client::Failed,
        }
    }
}

/// What happened to the settings.
enum Configured {
    /// They have errors.
    Refused,
    /// These are not known yet.
    Unknown(Arc<str>),
    /// Provider code has received them.
    Called(Result<AnyClient>),
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

/// Whether this version of Terraform is older than 1.12.
fn is_before_identities(version: &str) -> bool {
    let mut parts = version.split('.');
    let mut part = || parts.next()?.parse::<u32>().ok();
    matches!((part(), part()), (Some(major), Some(minor)) if (major, minor) < (1, 12))
}

#[cfg(test)]
mod tests {
    use super::is_before_identities;

    #[test]
    fn identities_came_with_1_12() {
        for (version, before) in [
            ("0.15.5", true),
            ("1.11.4", true),
            ("1.12.0", false),
            ("1.12.0-beta1", false),
            ("1.17.0-dev", false),
            ("2.0.0", false),
            ("dev", false),
            ("1", false),
        ] {
            assert_eq!(is_before_identities(version), before, "{version}");
        }
    }
}
