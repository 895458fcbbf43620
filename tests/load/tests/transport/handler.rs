//! A handler whose answers repeat the requests.

use schema_transport::proto::v6::*;
use schema_transport::{Handler, MemoryGuard, StreamReceiver, StreamSender};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Echoes values; counts calls.
#[derive(Clone, Default)]
pub(crate) struct Echo {
    pub(crate) calls: Arc<AtomicUsize>,
    pub(crate) stops: Arc<AtomicUsize>,
    pub(crate) abandoned: Arc<AtomicUsize>,
    pub(crate) dropped: Arc<AtomicUsize>,
    /// Whether work that continues after its call may end.
    pub(crate) released: Arc<AtomicBool>,
    memory: Option<MemoryGuard>,
}

/// Counts when it is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Handler for Echo {
    async fn get_provider_schema(
        &self,
        _: get_provider_schema::Request,
    ) -> get_provider_schema::Response {
        let attribute = |name: &str| Attribute {
            name: name.into(),
            r#type: "\"string\"".into(),
            optional: true,
            write_only: true,
            ..Default::default()
        };
        let leaf = Attribute {
            write_only: false,
            ..attribute("leaf")
        };
        let nested_type = Some(Object {
            attributes: vec![leaf],
            nesting: ObjectNesting::List.into(),
        });
        let nested = Attribute {
            r#type: "".into(),
            nested_type,
            write_only: false,
            ..attribute("nested")
        };
        let block = Block {
            attributes: vec![attribute("secret"), nested],
            ..Default::default()
        };
        let schema = Schema {
            version: 1,
            block: Some(block),
        };
        get_provider_schema::Response {
            provider: Some(Schema::default()),
            resource_schemas: [("echo".to_owned(), schema.clone())].into(),
            data_source_schemas: [("echo".to_owned(), schema)].into(),
            functions: [("f".to_owned(), Function::default())].into(),
            ..Default::default()
        }
    }

    async fn validate_provider_config(
        &self,
        request: validate_provider_config::Request,
    ) -> validate_provider_config::Response {
        let bytes = request
            .config
            .map(|config| config.msgpack)
            .unwrap_or_default();
        let summary = String::from_utf8_lossy(&bytes);
        validate_provider_config::Response {
            diagnostics: vec![Diagnostic::error(summary, "")],
        }
    }

    async fn configure_provider(
        &self,
        request: configure_provider::Request,
    ) -> configure_provider::Response {
        let diagnostics = vec![Diagnostic::error(request.terraform_version, "")];
        configure_provider::Response { diagnostics }
    }

    async fn validate_resource_config(
        &self,
        request: validate_resource_config::Request,
    ) -> validate_resource_config::Response {
        let summary = format!("resource {}", request.type_name);
        validate_resource_config::Response {
            diagnostics: vec![Diagnostic::error(summary, "")],
        }
    }

    async fn validate_data_resource_config(
        &self,
        request: validate_data_resource_config::Request,
    ) -> validate_data_resource_config::Response {
        let diagnostics = vec![Diagnostic::error(format!("data {}", request.type_name), "")];
        validate_data_resource_config::Response { diagnostics }
    }

    async fn upgrade_resource_state(
        &self,
        _: upgrade_resource_state::Request,
    ) -> upgrade_resource_state::Response {
        Default::default()
    }

    /// Type names select special behaviour.
    async fn read_resource(&self, request: read_resource::Request) -> read_resource::Response {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let _dropped = Dropped(Arc::clone(&self.dropped));
        match request.type_name.as_str() {
            "panic" => panic!("as asked"),
            "late panic" => {
                tokio::task::yield_now().await;
                panic!("as asked, later");
            }
            "never" => std::future::pending::<()>().await,
            "goes on" => {
                let (memory, released) = (self.memory.clone(), Arc::clone(&self.released));
                tokio::spawn(async move {
                    while !released.load(Ordering::SeqCst) {
                        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                    }
                    drop(memory);
                });
                std::future::pending::<()>().await;
            }
            "slow" => tokio::time::sleep(std::time::Duration::from_millis(300)).await,
            _ => {}
        }
        let (new_state, private) = (request.current_state, request.private);
        read_resource::Response {
            new_state,
            private,
            ..Default::default()
        }
    }

    async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        let (planned_state, planned_private) = (request.proposed_new_state, request.prior_private);
        plan_resource_change::Response {
            planned_state,
            planned_private,
            ..Default::default()
        }
    }

    async fn apply_resource_change(
        &self,
        request: apply_resource_change::Request,
    ) -> apply_resource_change::Response {
        let (new_state, private) = (request.planned_state, request.planned_private);
        apply_resource_change::Response {
            new_state,
            private,
            ..Default::default()
        }
    }

    async fn import_resource_state(
        &self,
        _: import_resource_state::Request,
    ) -> import_resource_state::Response {
        Default::default()
    }

    async fn read_data_source(
        &self,
        request: read_data_source::Request,
    ) -> read_data_source::Response {
        read_data_source::Response {
            state: request.config,
            ..Default::default()
        }
    }

    async fn list_resource(
        &self,
        request: list_resource::Request,
        answer: StreamSender<list_resource::Event>,
    ) {
        let _dropped = Dropped(Arc::clone(&self.dropped));
        crate::streams::list(self, request, answer).await;
    }

    async fn invoke_action(
        &self,
        request: invoke_action::Request,
        answer: StreamSender<invoke_action::Event>,
    ) {
        let _dropped = Dropped(Arc::clone(&self.dropped));
        crate::streams::invoke(self, request, answer).await;
    }

    async fn read_state_bytes(
        &self,
        request: read_state_bytes::Request,
        answer: StreamSender<read_state_bytes::Response>,
    ) {
        crate::streams::read(request, answer).await;
    }

    async fn write_state_bytes(
        &self,
        request: StreamReceiver<write_state_bytes::RequestChunk>,
    ) -> write_state_bytes::Response {
        let _dropped = Dropped(Arc::clone(&self.dropped));
        crate::streams::write(self, request).await
    }

    fn for_call(&self, memory: MemoryGuard) -> Option<Self> {
        Some(Echo {
            memory: Some(memory),
            ..self.clone()
        })
    }

    fn stop(&self) {
        self.stops.fetch_add(1, Ordering::SeqCst);
    }

    fn abandoned(&self) {
        self.abandoned.fetch_add(1, Ordering::SeqCst);
        self.stop();
    }
}
