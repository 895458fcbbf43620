//! Keeping an ephemeral resource open for longer.

use std::sync::Arc;
use std::time::SystemTime;

use schema_runtime::data::Operation;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;

use super::opened::OpenRecord;
use super::renewal::renewal;
use crate::context::{Cx, EphemeralCore, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::{CodeOutcome, data_of};
use crate::result::reported;
use crate::untyped::no_renew;

/// The result of a renewal.
#[derive(Clone, PartialEq)]
pub struct RenewResponse {
    /// What the next renewal needs; after an error, what this one got.
    pub private: Vec<u8>,
    /// When to renew it again; `None` if this was the last renewal.
    pub renew_at: Option<SystemTime>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Renews an ephemeral resource, from the private data that its open or its last renewal
    /// returned.
    pub async fn renew_ephemeral_resource(
        &self,
        type_name: &str,
        private: Vec<u8>,
    ) -> RenewResponse {
        if let Some(behind) = self.behind(SchemaKind::Ephemeral, type_name) {
            let mut asked = BehindRequest::new(BehindCall::Renew, type_name);
            asked.private = private;
            let answer = behind.ask(asked).await;
            return RenewResponse {
                private: answer.object.private,
                renew_at: answer.renew_at,
                diagnostics: answer.diagnostics,
            };
        }
        let mut diagnostics = Diagnostics::new();
        let renewed = self.renewed(type_name, &private, &mut diagnostics).await;
        let (private, renew_at) = renewed.unwrap_or((private, None));
        RenewResponse {
            private,
            renew_at,
            diagnostics,
        }
    }

    async fn renewed(
        &self,
        type_name: &str,
        private: &[u8],
        diagnostics: &mut Diagnostics,
    ) -> Option<(Vec<u8>, Option<SystemTime>)> {
        let found = self.ephemeral_resource(type_name).and_then(|code| {
            let schema = code.schema();
            if !code.can_renew() {
                return Err(no_renew(type_name));
            }
            let kept = OpenRecord::read(&schema, "renew", private)?;
            Ok((code.clone(), schema, kept))
        });
        let (code, schema, mut kept) = reported(found, diagnostics)?;
        let timeout = call_timeout::of(&schema, &kept.object, "renew");
        let call = self.call(type_name, Operation::Renew, timeout);
        let cx = Cx::of(Arc::clone(&call));
        let (object, private) = (kept.object.clone(), kept.private.clone());
        let data = data_of(&schema, Operation::Renew, object, private);
        let provider_code = async move {
            let data = cx.watched(data);
            let (core, result) = code.renew(cx, EphemeralCore::new(data)).await;
            let asked = core.renewal();
            (CodeOutcome::of(core.data, result), asked)
        };
        let renewed = self.run_or_error(&call, provider_code).await;
        let (outcome, asked) = reported(renewed, diagnostics)?;
        let (object, changed) = outcome.conclude(&call, diagnostics)?;
        if object != kept.object {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: a renewal cannot change the result"))
                    .with_detail(
                        "Everything that uses it has it already. This is a bug in the provider: what the next renewal \
                         needs belongs in its private data.",
                    ),
            );
            return None;
        }
        kept.private = changed;
        let private = reported(kept.to_bytes(&schema), diagnostics)?;
        let renew_at = renewal(type_name, asked, SystemTime::now(), diagnostics);
        Some((private, renew_at))
    }
}
