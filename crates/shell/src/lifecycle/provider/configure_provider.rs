//! The provider's settings, and the version of Terraform that comes with them.

use std::sync::Arc;

use schema_panic::{read, write};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use crate::context::{AnyClient, BoundClient, CallKind, Client, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::process::masks::Masks;

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
        if let Some((behind, _)) = &self.behind {
            let version = self.terraform_version();
            behind.configure(&config, version.as_deref().unwrap_or_default());
        }
        let call = self.call(name, CallKind::Configure, call_timeout::DEFAULT);
        let (code, own_schema) = (self.inner.provider.code.clone(), schema.clone());
        let configure = async move |cx, config: Value| {
            if !config.is_wholly_known() && !code.accepts_unknown() {
                return Err(unknown_fields(&own_schema.block, &config));
            }
            Ok(code.configure(cx, config).await)
        };
        let mut diagnostics = Diagnostics::new();
        let configured = self.run_filled(&call, schema, config, &mut diagnostics, configure);
        let client = match configured.await {
            None => Client::Failed,
            Some(Err(fields)) => Client::Unknown(fields),
            Some(Ok(result)) => match call.concluded(result, &mut diagnostics) {
                Some(client) => self.bound(client, &call.masks),
                None => Client::Failed,
            },
        };
        self.configuration.set_client(client);
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

/// The names of the settings that are not known yet.
fn unknown_fields(block: &Block, config: &Value) -> Arc<str> {
    let names: Vec<&str> = block
        .with_values(config)
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
