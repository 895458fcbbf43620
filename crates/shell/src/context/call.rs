//! A call of provider code, shared by all clones of its context.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics, DiagnosticsError};
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::value::Value;

use super::call_timeout;
use super::deferral::Deferral;
use super::progress::Progress;
use super::provider_call::{CallKind, ProviderCall};
use crate::process::cancellation::{Cancellation, Reason};
use crate::process::masks::Masks;
use crate::process::threads::Threads;
use crate::result::Result;

/// A client of any type, as [`Cx::client_as`](super::Cx::client_as) finds it.
pub type AnyClient = Arc<dyn Any + Send + Sync>;

/// The data that all clones share.
pub(crate) struct Call {
    pub(crate) type_name: String,
    pub(crate) operation: ProviderCall,
    /// The object's id in the state, if the call is about an object with an id.
    pub(crate) object_id: OnceLock<String>,
    pub(crate) client: Client,
    pub(crate) terraform_version: Option<Arc<str>>,
    pub(crate) provider_meta: Option<Arc<Value>>,
    pub(crate) cancellation: Arc<Cancellation>,
    pub(crate) timeout: Duration,
    pub(crate) deadline: tokio::time::Instant,
    pub(crate) grace: Duration,
    pub(crate) progress: Option<Arc<dyn Progress>>,
    pub(crate) environment: Arc<Environment>,
    pub(crate) warnings: Mutex<Diagnostics>,
    /// Records that the answer is deferred, if that is allowed.
    pub(crate) deferral: Option<Deferral>,
    /// What the log masks during the call.
    pub(crate) masks: Arc<Masks>,
}

/// Whether there is a client.
#[derive(Clone, Default)]
pub(crate) enum Client {
    /// The provider was not configured.
    #[default]
    None,
    /// The provider was not configured because these settings are not known yet.
    Unknown(Arc<str>),
    /// The provider's configuration failed.
    Failed,
    /// The client.
    Ready(Arc<BoundClient>),
}

/// A client and the runtime in which it was made: tasks that it spawned there run as long as anyone
/// holds it. The secrets of its configuration stay masked until its destructor has run.
pub(crate) struct BoundClient {
    pub(crate) client: Option<AnyClient>,
    threads: Option<Arc<Threads>>,
    /// The secrets in the settings that it was made from.
    pub(crate) masks: Arc<Masks>,
}

impl BoundClient {
    /// Made by provider code on these threads, unless it has no runtime of its own.
    pub(crate) fn new(
        client: AnyClient,
        threads: impl Into<Option<Arc<Threads>>>,
        masks: Arc<Masks>,
    ) -> Self {
        BoundClient {
            client: Some(client),
            threads: threads.into(),
            masks,
        }
    }
}

impl Drop for BoundClient {
    fn drop(&mut self) {
        if let (Some(client), Some(threads)) = (self.client.take(), &self.threads) {
            // Dropped in this order: its destructor may log.
            threads.drop_on_thread(Box::new((client, Arc::clone(&self.masks))));
        }
    }
}

impl Call {
    /// Keeps the id from this state of an object.
    pub(crate) fn about(&self, schema: &Schema, state: &Value) {
        if let Some(id) = schema.id_in(state) {
            // A call is about one object.
            let _ = self.object_id.set(id.into_owned());
        }
    }

    pub(super) fn client<C: 'static>(&self) -> Result<&C, DiagnosticsError> {
        let client = match &self.client {
            Client::Ready(bound) => bound.client.as_ref(),
            _ => None,
        };
        let client = client.and_then(|client| client.downcast_ref());
        client.ok_or_else(|| self.no_client().into())
    }

    /// The error for a client that is missing, or of another type.
    fn no_client(&self) -> Diagnostic {
        let (summary, why) = match &self.client {
            Client::Ready(_) => (
                "The provider's client has another type",
                "asked for a client of another type than the provider has. This is a bug in the \
                 provider.",
            ),
            Client::Unknown(settings) => (
                "The provider is not configured yet",
                &*format!(
                    "needs the provider, whose settings are not all known before apply: {settings}."
                ),
            ),
            Client::Failed => (
                "The provider is not configured",
                "needs the provider, whose configuration failed.",
            ),
            Client::None => (
                "The provider is not configured",
                "needs the provider, which was not configured before.",
            ),
        };
        let detail = format!("{} {} {why}", self.operation, self.type_name);
        Diagnostic::error(summary).with_detail(detail)
    }

    /// The kind of [`interrupted`](Self::interrupted).
    pub(crate) const INTERRUPTED: DiagnosticKind = DiagnosticKind::new("interrupted");

    /// The reason, shown to the user, why the call should end.
    pub(crate) fn interrupted(&self, reason: Reason) -> Diagnostic {
        let (type_name, operation) = (&self.type_name, self.operation);
        let what = match operation.kind {
            CallKind::Invoke => "action",
            _ => "resource",
        };
        let diagnostic = match reason {
            Reason::Stopped => Diagnostic::error(format!(
                "{type_name}: {operation} was interrupted"
            ))
            .with_detail("The user, or the program that runs the provider, asked it to stop."),
            Reason::TimedOut => Diagnostic::error(format!(
                "{type_name}: {operation} took longer than {}",
                call_timeout::text(self.timeout)
            ))
            .with_detail(format!(
                "The operation's timeout is over. Where the {what} has a `timeouts` block, a \
                 longer time can be set for {operation} there."
            )),
        };
        diagnostic.with_kind(Self::INTERRUPTED)
    }
}
