//! Opening an ephemeral resource, and closing it if nobody receives it.

use std::sync::Arc;
use std::time::SystemTime;

use schema_panic::lock;
use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use tokio::sync::oneshot;
use tracing::Instrument as _;

use super::check_opened::check_opened;
use super::opened::OpenRecord;
use super::renewal::renewal;
use crate::context::{Call, Cx, EphemeralCore, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::CodeOutcome;
use crate::lifecycle::instance::open_ephemerals::Opened;
use crate::lifecycle::private::PrivateData;
use crate::lifecycle::resource::recorder::Recorder;
use crate::process::cancellation::Reason;
use crate::process::crash_log::Entry;
use crate::untyped::UntypedEphemeral;

/// An opened ephemeral resource.
#[derive(Clone, PartialEq)]
pub struct OpenResponse {
    /// The object; null after an error.
    pub result: Value,
    /// What renewals and the close need.
    pub private: Vec<u8>,
    /// When to renew it.
    pub renew_at: Option<SystemTime>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl OpenResponse {
    fn failed(diagnostics: Diagnostics) -> Self {
        OpenResponse {
            result: Value::Null,
            private: Vec::new(),
            renew_at: None,
            diagnostics,
        }
    }
}

impl Instance {
    /// Opens an ephemeral resource. The configuration must be fully known.
    ///
    /// After an answer with an error nothing is open: what provider code opened before it failed,
    /// panicked or was abandoned is closed, as is a result that Terraform would reject or nobody
    /// waits for any more.
    pub async fn open_ephemeral_resource(&self, type_name: &str, config: Value) -> OpenResponse {
        if let Some(behind) = self.behind(SchemaKind::Ephemeral, type_name) {
            let asked = BehindRequest::of(BehindCall::Open, type_name, config);
            let mut answer = behind.ask(asked).await;
            if let (Some(heard), Ok(schema)) = (
                self.inner.on_open.get(),
                self.schema_of(SchemaKind::Ephemeral, type_name),
            ) && !answer.diagnostics.has_errors()
            {
                heard(&schema, &answer.object.state);
            }
            return OpenResponse {
                result: answer.take_state(),
                private: answer.object.private,
                renew_at: answer.renew_at,
                diagnostics: answer.diagnostics,
            };
        }
        let code = match self.ephemeral_resource(type_name) {
            Ok(code) => code.clone(),
            Err(error) => return OpenResponse::failed(error.into()),
        };
        if !matches!(config, Value::Object(_)) && !config.is_unknown() {
            let error = Diagnostic::error(format!("{type_name}: there is no configuration"));
            return OpenResponse::failed(error.into());
        }
        if !config.is_wholly_known() {
            let error =
                Diagnostic::error(format!("{type_name}: the configuration is not known yet"))
                    .with_detail(
                        "An ephemeral resource is opened when all of its arguments are known.",
                    );
            return OpenResponse::failed(error.into());
        }
        let timeout = call_timeout::of(&code.schema(), &config, "open");
        let call = self.call(type_name, Operation::Open, timeout);
        let (answer, answered) = oneshot::channel();
        let instance = self.clone();
        // Not dropped with its caller: it has to be closed then.
        let opened = async move { instance.opened_for(code, call, config, answer).await };
        tokio::spawn(opened.in_current_span());
        match answered.await {
            Ok(response) => response,
            Err(_) => {
                let error = Diagnostic::error(format!("{type_name}: open was given up"));
                OpenResponse::failed(error.into())
            }
        }
    }

    /// Opens for a caller that may go away meanwhile.
    async fn opened_for(
        self,
        code: Ref<dyn UntypedEphemeral>,
        call: Arc<Call>,
        config: Value,
        mut answer: oneshot::Sender<OpenResponse>,
    ) {
        let opened = self.opened(code, &call, config);
        tokio::pin!(opened);
        let response = tokio::select! {
            response = &mut opened => response,
            () = answer.closed() => {
                call.cancellation.cancel(Reason::Stopped);
                opened.await
            }
        };
        if let Err(unheard) = answer.send(response)
            && !unheard.diagnostics.has_errors()
        {
            let closed = self.close_ephemeral_resource(&call.type_name, unheard.private);
            for diagnostic in closed.await.iter() {
                tracing::warn!(%diagnostic, "what nobody waits for any more was closed");
            }
        }
    }

    async fn opened(
        &self,
        code: Ref<dyn UntypedEphemeral>,
        call: &Arc<Call>,
        config: Value,
    ) -> OpenResponse {
        let schema = code.schema();
        let (name, log) = (&schema.type_name, self.inner.crash_log.as_ref());
        let crash = log.map(|log| Arc::new(log.begin("open", name, None, true)));
        let told = crash.clone().map(|entry| (entry, None));
        let journal = Recorder::new(None, PrivateData::default(), told);
        let open = {
            let (code, schema, config) = (code.clone(), schema.clone(), config.clone());
            let journal = journal.clone();
            async move |cx: Cx, filled| {
                let (none, private) = (Value::Null, Private::default());
                let data = DataCore::new(schema, Operation::Open, none, filled, config, private)
                    .with_journal(Some(journal));
                let data = cx.watched(data);
                let (core, result) = code.open(cx, EphemeralCore::new(data)).await;
                let renewal = core.renewal();
                (CodeOutcome::of(core.data, result), renewal)
            }
        };
        let mut diagnostics = Diagnostics::new();
        let opened = self.run_filled(call, &schema, config.clone(), &mut diagnostics, open);
        let (outcome, asked) = opened.await.unzip();
        let (set, _) = journal.close();
        let asked = asked.flatten();
        let left = outcome.and_then(|outcome| outcome.conclude(call, &mut diagnostics));
        let Some((result, private)) = left else {
            // The values set until then show what may have to be closed.
            let kept = set.map(|set| OpenRecord::new(set.object, set.private));
            return self.undone(&code, kept, crash, diagnostics).await;
        };
        let mut refused = check_opened(&schema, &config, &result);
        if asked.is_some() && !code.can_renew() {
            refused.push(
                Diagnostic::error(format!("{name} cannot be renewed")).with_detail(
                    "`open` asked for a renewal, but there is none. It was closed again. This \
                     is a bug in the provider.",
                ),
            );
        }
        let kept = OpenRecord::new(result, private);
        let private = kept.to_bytes(&schema).map_err(|error| refused.push(error));
        if refused.has_errors() {
            diagnostics.extend(refused);
            return self.undone(&code, Some(kept), crash, diagnostics).await;
        }
        let private = private.unwrap_or_default();
        let renew_at = renewal(name, asked, SystemTime::now(), &mut diagnostics);
        let opened = Opened {
            type_name: call.type_name.clone(),
            private: private.clone(),
            configuration: Arc::clone(&self.configuration),
            crash,
        };
        lock(&self.inner.opened).insert(kept.key.clone(), opened);
        if let Some(heard) = self.inner.on_open.get() {
            heard(&schema, &kept.object);
        }
        OpenResponse {
            result: kept.object,
            private,
            renew_at,
            diagnostics,
        }
    }

    /// Closes a resource that Terraform never hears of.
    async fn undone(
        &self,
        code: &Ref<dyn UntypedEphemeral>,
        kept: Option<OpenRecord>,
        crash: Option<Arc<Entry>>,
        mut diagnostics: Diagnostics,
    ) -> OpenResponse {
        if let Some(kept) = kept {
            let closed = self.closed(code.clone(), kept).await;
            diagnostics.extend(closed);
        }
        if let Some(crash) = crash {
            crash.closed();
        }
        OpenResponse::failed(diagnostics)
    }
}
