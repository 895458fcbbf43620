//! Closing an ephemeral resource.

use schema_panic::lock;
use schema_runtime::data::Operation;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::SchemaKind;
use tracing::Instrument as _;

use super::opened::OpenRecord;
use crate::context::{EphemeralCore, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::data_of;
use crate::process::masks::Masks;
use crate::result::reported;
use crate::untyped::UntypedEphemeral;

impl Instance {
    /// Closes an ephemeral resource, from the private data that its open returned. Neither an
    /// interrupt nor a caller that goes away ends it; its timeout does.
    pub async fn close_ephemeral_resource(&self, type_name: &str, private: Vec<u8>) -> Diagnostics {
        if let Some(behind) = self.behind(SchemaKind::Ephemeral, type_name) {
            let mut asked = BehindRequest::new(BehindCall::Close, type_name);
            asked.private = private;
            return behind.ask(asked).await.diagnostics;
        }
        let code = match self.ephemeral_resource(type_name) {
            Ok(code) => code.clone(),
            Err(error) => return error.into(),
        };
        let kept = match OpenRecord::read(&code.schema(), "close", &private) {
            Ok(kept) => kept,
            Err(error) => return error.into(),
        };
        // Whatever the result, Terraform closes nothing twice.
        let opened = lock(&self.inner.opened).remove(&kept.key);
        let instance = self.clone();
        let closed = async move { instance.closed(code, kept).await };
        let closed = tokio::spawn(closed.in_current_span()).await;
        if let Some(crash) = opened.and_then(|opened| opened.crash) {
            crash.closed();
        }
        closed.unwrap_or_else(|_| {
            Diagnostic::error(format!("{type_name}: close was given up")).into()
        })
    }

    /// Runs the provider developer's close.
    pub(crate) async fn closed(
        &self,
        code: Ref<dyn UntypedEphemeral>,
        kept: OpenRecord,
    ) -> Diagnostics {
        let schema = code.schema();
        let timeout = call_timeout::of(&schema, &kept.object, "close");
        let call = self.call(&schema.type_name, Operation::Close, timeout);
        let data = data_of(&schema, Operation::Close, kept.object, kept.private);
        let close = async move |cx, data| {
            let (core, result) = code.close(cx, EphemeralCore::new(data)).await;
            (core.data, result)
        };
        let mut diagnostics = Diagnostics::new();
        let outcome = self.run_on_data(&call, data, close).await;
        if let Some(outcome) = reported(outcome, &mut diagnostics) {
            outcome.conclude(&call, &mut diagnostics);
        }
        diagnostics
    }

    /// Closes everything that this process has opened and nobody will close any more: Terraform no
    /// longer runs, or ended without closing it, as it does after a failure.
    #[doc(hidden)]
    pub async fn close_opened(&self) {
        // The last one first: it may need earlier ones.
        let opened = std::mem::take(&mut *lock(&self.inner.opened));
        for opened in opened.into_values().rev() {
            let instance = Instance {
                configuration: opened.configuration,
                ..self.clone()
            };
            // Its diagnostics are logged below, after the call has ended.
            let masks = Masks::default();
            if let Ok(code) = self.ephemeral_resource(&opened.type_name) {
                let schema = code.schema();
                if let Ok(kept) = OpenRecord::read(&schema, "close", &opened.private) {
                    masks.mask_secrets(&schema.block, [&kept.object]);
                }
            }
            let closed = instance
                .close_ephemeral_resource(&opened.type_name, opened.private)
                .await;
            for diagnostic in closed.iter() {
                tracing::warn!(%diagnostic, "Terraform left it open");
            }
            if let (Some(crash), false) = (opened.crash, closed.has_errors()) {
                crash.closed();
            }
            drop(masks);
        }
    }
}
