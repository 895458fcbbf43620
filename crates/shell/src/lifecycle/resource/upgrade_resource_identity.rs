//! Upgrading a stored identity to the present version.

use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;

use crate::context::{Cx, ProviderCall, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::state::{OldIdentity, RawState};

impl Instance {
    /// Upgrades a stored identity to the present version, with the provider developer's upgrade if
    /// it is older. `None` is a valid answer: the next read sets the identity. It is the only
    /// answer for an object stored before there were identities, for which Terraform sends version
    /// 0 and no data.
    ///
    /// # Errors
    /// The type is unknown or has no identity, the identity is of a newer version or does not fit,
    /// or provider code failed.
    pub async fn upgrade_resource_identity(
        &self,
        type_name: &str,
        version: i64,
        identity: Option<RawState>,
    ) -> Result<(Option<Value>, Diagnostics), Diagnostics> {
        let behind = self.behind(SchemaKind::Resource, type_name);
        let schema = match behind {
            Some(_) => self.schemas().identities.get(type_name).cloned(),
            None => self.resource_entry(type_name)?.identity.clone(),
        };
        let Some(schema) = schema else {
            return Err(Diagnostic::error(format!("{type_name} has no identity"))
                .with_detail(
                    "The provider does not say what identifies objects of this type, so it cannot \
                     read a stored identity. This is a bug in the program that called the \
                     provider.",
                )
                .into());
        };
        let now = schema.version();
        if version > now {
            return Err(Diagnostic::error(format!(
                "The identity of {type_name} comes from a newer version of the provider"
            ))
            .with_detail(format!(
                "It was written with version {version} of the identity; this provider knows versions up to {now}. Use \
                 the newer provider."
            ))
            .into());
        }
        let old = OldIdentity::new(version, identity);
        let Some(raw) = old.raw().cloned() else {
            return Ok((None, Diagnostics::new()));
        };
        let stored = raw.decode(schema.block());
        if version == now {
            let value = stored.map_err(|error| {
                Diagnostic::error(format!(
                    "The identity of {type_name} does not fit its schema"
                ))
                .with_detail(error.to_string())
            })?;
            return Ok((Some(value), Diagnostics::new()));
        }
        // The Go framework rejects the call if the version is the present one.
        if let Some(behind) = behind {
            let stored = Some(raw);
            let call = BehindCall::UpgradeIdentity { version, stored };
            let answer = behind.ask(BehindRequest::new(call, type_name)).await;
            return answer.into_result(|answer| answer.object.identity.take());
        }
        let resource = self.resource_entry(type_name)?.code.clone();
        let call = self.call(
            type_name,
            ProviderCall::UPGRADE_IDENTITY,
            call_timeout::DEFAULT,
        );
        let cx = Cx::of(Arc::clone(&call));
        let provider_code = async move { resource.upgrade_identity(cx, old).await };
        let mut diagnostics = Diagnostics::new();
        let upgraded = self.run_or_error(&call, provider_code).await?;
        let Some(upgraded) = call.concluded(upgraded, &mut diagnostics) else {
            return Err(diagnostics);
        };
        // An identity made of fields keeps those that still fit, or the next read makes it.
        let kept = || stored.ok().filter(|_| schema.positions.is_some());
        let identity = upgraded
            .or_else(kept)
            .filter(|identity| schema.is_complete(identity));
        diagnostics.into_result(identity)
    }
}
