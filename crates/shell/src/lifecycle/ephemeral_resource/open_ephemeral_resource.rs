//! Opening an ephemeral resource, and closing it if nobody receives it.

use std::sync::Arc;
use std::time::SystemTime;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;
use tokio::sync::oneshot;
use tracing::Instrument as _;

use super::check_opened::check_opened;
use super::opened::{OpenJournal, OpenRecord};
use super::renewal::renewal;
use crate::context::{Call, Cx, EphemeralCore, call_timeout};
use crate::lifecycle::defaults::filled;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::CodeOutcome;
use crate::lifecycle::instance::open_ephemerals::Opened;
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

/// The resource that is being opened.
struct Opening {
    code: Ref<dyn UntypedEphemeral>,
    schema: Ref<Schema>,
    call: Arc<Call>,
    config: Value,
}

/// What provider code left when it returned.
struct OpenOutcome {
    outcome: CodeOutcome,
    renewal: Option<SystemTime>,
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
        let schema = code.schema();
        let timeout = call_timeout::of(&schema, &config, "open");
        let opening = Opening {
            call: self.call(type_name, Operation::Open, timeout),
            code,
            schema,
            config,
        };
        let (answer, answered) = oneshot::channel();
        let instance = self.clone();
        // Not dropped with its caller: it has to be closed then.
        let opened = async move { instance.opened_for(opening, answer).await };
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
    async fn opened_for(self, opening: Opening, mut answer: oneshot::Sender<OpenResponse>) {
        let call = Arc::clone(&opening.call);
        let opened = self.opened(opening);
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

    async fn opened(&self, opening: Opening) -> OpenResponse {
        let Opening {
            code,
            schema,
            call,
            config,
        } = opening;
        let crash = self
            .inner
            .crash_log
            .as_ref()
            .map(|log| Arc::new(log.begin("open", &schema.type_name, None, true)));
        let journal = OpenJournal::new(crash.clone());
        let provider_code = {
            let (code, schema, config) = (code.clone(), schema.clone(), config.clone());
            let (cx, journal) = (Cx::of(Arc::clone(&call)), journal.clone());
            let environment = Arc::clone(&self.inner.environment);
            async move {
                let (filled, found) = match filled(&cx, &schema, &config, &environment) {
                    Ok(filled) => filled,
                    Err(wrong) => return (wrong, None),
                };
                let data = DataCore::new(
                    schema,
                    Operation::Open,
                    Value::Null,
                    filled,
                    config,
                    Private::default(),
                )
                .with_journal(Some(journal));
                let data = cx.watched(data);
                let (core, result) = code.open(cx, EphemeralCore::new(data)).await;
                let renewal = core.renewal();
                let outcome = CodeOutcome::of(core.data, result);
                (found, Some(OpenOutcome { outcome, renewal }))
            }
        };
        let mut diagnostics = Diagnostics::new();
        let ended = self
            .run_telling(&call, &mut diagnostics, provider_code)
            .await;
        let set = journal.close();
        let (left, asked) = match ended {
            Some((found, left)) => {
                diagnostics.extend(found);
                let (outcome, asked) =
                    left.map_or((None, None), |left| (Some(left.outcome), left.renewal));
                let left = outcome.and_then(|left| left.conclude(&call, &mut diagnostics));
                (left, asked)
            }
            None => (None, None),
        };
        let Some((result, private)) = left else {
            // The values set until then show what may have to be closed.
            let kept = set.map(|(object, private)| OpenRecord::new(object, private));
            return self.undone(&code, kept, crash, diagnostics).await;
        };
        let mut refused = check_opened(&schema, &config, &result);
        if asked.is_some() && !code.can_renew() {
            refused.push(
                Diagnostic::error(format!("{} cannot be renewed", schema.type_name)).with_detail(
                    "`open` asked for a renewal, but there is none. It was closed again. This \
                     is a bug in the provider.",
                ),
            );
        }
        let kept = OpenRecord::new(result, private);
        let private = match kept.to_bytes(&schema) {
            Ok(private) if !refused.has_errors() => private,
            Ok(_) => Vec::new(),
            Err(error) => {
                refused.push(error);
                Vec::new()
            }
        };
        if refused.has_errors() {
            diagnostics.extend(refused);
            return self.undone(&code, Some(kept), crash, diagnostics).await;
        }
        let renew_at = renewal(
            &schema.type_name,
            asked,
            SystemTime::now(),
            &mut diagnostics,
        );
        let opened = Opened {
            type_name: call.type_name.clone(),
            private: private.clone(),
            configuration: Arc::clone(&self.configuration),
            crash,
        };
        self.inner.opened.remember(kept.key(), opened);
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
