//! [`Types`]: the old program's answers to a caller in this process, such as the local runner.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use prost::Message;
use schema_client::capabilities;
use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{Behind, BehindAnswer, BehindRequest, Schemas};
use schema_transport::proto::v6::{configure_provider, validate_provider_config};
use tokio::runtime::Runtime;

use crate::ask::Asking;
use crate::convert::encode;
use crate::session::{Session, Sessions};

/// The types that the old program answers for, with values. Its process has its own runtime, so it
/// outlives a command's runtime.
pub(crate) struct Types {
    pub(crate) asking: Asking,
    /// What it answers for.
    pub(crate) theirs: Arc<Schemas>,
    pub(crate) runtime: Arc<OwnRuntime>,
    /// The sessions of all configurations.
    pub(crate) sessions: Sessions,
}

/// A runtime that may be dropped inside another one.
pub(crate) struct OwnRuntime(Option<Runtime>);

impl OwnRuntime {
    pub(crate) fn new() -> std::io::Result<Self> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).enable_all();
        Ok(Self(Some(builder.build()?)))
    }

    /// Runs a future there and waits for it, wherever the caller is. `None` if it panics.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let (done, result) = std::sync::mpsc::sync_channel(1);
        self.0.as_ref()?.spawn(async move { done.send(work.await) });
        result.recv().ok()
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Types {
    fn drop(&mut self) {
        // Inside the runtime, which the connection needs to close.
        let inside = self.runtime.0.as_ref().map(Runtime::enter);
        let spec = Arc::clone(&self.asking.session.spec);
        self.asking.session = Arc::new(Session::new(spec));
        drop(inside);
    }
}

impl Behind for Types {
    fn answers(&self, kind: SchemaKind, type_name: &str) -> bool {
        if kind == SchemaKind::Function {
            return self.theirs.functions.contains_key(type_name);
        }
        let all = self.theirs.of_kind(kind);
        all.is_some_and(|all| all.contains_key(type_name))
    }

    fn ask(&self, request: BehindRequest) -> Pin<Box<dyn Future<Output = BehindAnswer> + Send>> {
        let asking = self.asking.clone();
        let Some(runtime) = &self.runtime.0 else {
            return Box::pin(async { ended() });
        };
        let task = runtime.spawn(async move { asking.answer(request).await });
        Box::pin(async move { task.await.unwrap_or_else(|_| ended()) })
    }

    fn validate_settings(&self, config: &Value) {
        let block = &self.asking.schemas.provider.block;
        if let Ok(config) = encode(block, config) {
            let request = validate_provider_config::Request { config };
            self.asking.session.keep_validation(&bytes_of(&request));
        }
    }

    fn configure(&self, config: &Value, terraform_version: &str) {
        let block = &self.asking.schemas.provider.block;
        if let Ok(config) = encode(block, config) {
            let request = configure_provider::Request {
                terraform_version: terraform_version.to_owned(),
                config,
                client_capabilities: capabilities(),
            };
            self.asking.session.keep_configuration(&bytes_of(&request));
        }
    }

    fn another(&self) -> Arc<dyn Behind> {
        let spec = Arc::clone(&self.asking.session.spec);
        let session = self.sessions.another(spec);
        Arc::new(Self {
            asking: Asking {
                session,
                ..self.asking.clone()
            },
            theirs: Arc::clone(&self.theirs),
            runtime: Arc::clone(&self.runtime),
            sessions: self.sessions.clone(),
        })
    }

    fn stop(&self, all: bool) {
        let _inside = self.runtime.0.as_ref().map(Runtime::enter);
        match all {
            true => self.sessions.stop_soon(),
            false => self.asking.session.stop_soon(),
        }
    }

    fn readable(&self, private: Vec<u8>) -> Vec<u8> {
        readable(private.into()).into()
    }
}

/// Private data as a JSON object, as in the Go SDKs, even if it is empty.
pub(crate) fn readable(bytes: Bytes) -> Bytes {
    let mut private = Private::from_bytes(&bytes);
    if private.is_empty() || private.get(".foreign").is_some() {
        return bytes;
    }
    private.set(".foreign", *b"{}");
    private.to_bytes().into()
}

fn bytes_of(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}

fn ended() -> BehindAnswer {
    let error = Diagnostic::error("The call of the old program did not end");
    error.with_detail("The command ends.").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_data_is_an_object_that_the_go_sdks_read() {
        let mut ours = Private::default();
        assert_eq!(readable(ours.to_bytes().into()), "");
        ours.set("etag", *b"v1");
        let stored = readable(ours.to_bytes().into());
        assert!(serde_json::from_slice::<serde_json::Map<_, _>>(&stored).is_ok());
        assert_eq!(Private::from_bytes(&stored).get("etag"), Some(&b"v1"[..]));
        assert_eq!(readable(stored.clone()), stored);
        let left = Bytes::from_static(b"{\"schema_version\":\"1\"}");
        assert_eq!(readable(left.clone()), left);
    }
}
