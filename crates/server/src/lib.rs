//! Terraform's calls, answered by an [`Instance`](schema_shell::lifecycle::Instance): messages in,
//! values through, messages out.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It is where the transport, which knows nothing of schemas, and the lifecycle of
//! author code, which knows nothing of transport, are joined.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `convert` | values, paths and diagnostics on the wire |
//! | `size` | answers that are larger than a message may be |
//! | `computed_blocks` | what a client is told that does not know them |
//! | `schema` | schemas on the wire |
//! | `signature` | signatures of functions on the wire |
//! | `provider` | [`ProviderServer`], and what its calls begin with |
//! | `identity` | what identifies objects, on the wire |
//!
//! Above them is a module for each call, which none of the others imports. A call has one name in the
//! transport's table, in its messages, here and in the lifecycle: that of protocol 6, as
//! `plan_resource_change`.

mod computed_blocks;
mod convert;
mod identity;
mod provider;
mod schema;
mod signature;
mod size;

mod apply_resource_change;
mod call_function;
mod close_ephemeral_resource;
mod configure_provider;
mod configure_state_store;
mod delete_state;
mod generate_resource_config;
mod get_functions;
mod get_metadata;
mod get_provider_schema;
mod get_resource_identity_schemas;
mod get_states;
mod import_resource_state;
mod invoke_action;
mod list_resource;
mod lock_state;
mod move_resource_state;
mod open_ephemeral_resource;
mod plan_action;
mod plan_resource_change;
mod read_data_source;
mod read_resource;
mod read_state_bytes;
mod renew_ephemeral_resource;
mod unlock_state;
mod upgrade_resource_identity;
mod upgrade_resource_state;
mod validate_action_config;
mod validate_data_resource_config;
mod validate_ephemeral_resource_config;
mod validate_list_resource_config;
mod validate_provider_config;
mod validate_resource_config;
mod validate_state_store_config;
mod write_state_bytes;

use schema_transport::proto::v6;
use schema_transport::{Handler, MemoryGuard, StreamReceiver, StreamSender};

pub use provider::ProviderServer;

/// Has each call answered by the module of its name.
macro_rules! answered {
    ($($call:ident),+ $(,)?) => {$(
        fn $call(
            &self,
            request: v6::$call::Request,
        ) -> impl Future<Output = v6::$call::Response> + Send {
            $call::answer(self, request)
        }
    )+};
}

impl Handler for ProviderServer {
    fn for_connection(&self) -> Option<Self> {
        Some(ProviderServer {
            instance: self.instance.another_configuration(),
            one_of_many: true,
            ..self.clone()
        })
    }

    async fn encoded_provider_schema(&self) -> Option<schema_transport::Bytes> {
        Some(get_provider_schema::encoded(self).await)
    }

    fn for_call(&self, memory: MemoryGuard) -> Option<Self> {
        Some(ProviderServer {
            instance: self.instance.holding(memory.clone().into()),
            memory: Some(memory),
            ..self.clone()
        })
    }

    answered![
        get_provider_schema,
        get_metadata,
        get_functions,
        get_resource_identity_schemas,
        upgrade_resource_identity,
        call_function,
        validate_provider_config,
        configure_provider,
        validate_resource_config,
        validate_data_resource_config,
        upgrade_resource_state,
        read_resource,
        plan_resource_change,
        apply_resource_change,
        import_resource_state,
        move_resource_state,
        read_data_source,
        validate_list_resource_config,
        generate_resource_config,
        validate_action_config,
        plan_action,
        validate_state_store_config,
        configure_state_store,
        lock_state,
        unlock_state,
        get_states,
        delete_state,
        validate_ephemeral_resource_config,
        open_ephemeral_resource,
        renew_ephemeral_resource,
        close_ephemeral_resource,
    ];

    async fn list_resource(
        &self,
        request: v6::list_resource::Request,
        answer: StreamSender<v6::list_resource::Event>,
    ) {
        list_resource::answer(self, request, answer).await;
    }

    fn invoke_action(
        &self,
        request: v6::invoke_action::Request,
        answer: StreamSender<v6::invoke_action::Event>,
    ) -> impl Future<Output = ()> + Send {
        invoke_action::answer(self, request, answer)
    }

    fn read_state_bytes(
        &self,
        request: v6::read_state_bytes::Request,
        answer: StreamSender<v6::read_state_bytes::Response>,
    ) -> impl Future<Output = ()> + Send {
        read_state_bytes::answer(self, request, answer)
    }

    fn write_state_bytes(
        &self,
        request: StreamReceiver<v6::write_state_bytes::RequestChunk>,
    ) -> impl Future<Output = v6::write_state_bytes::Response> + Send {
        write_state_bytes::answer(self, request)
    }

    fn stop(&self) {
        if self.one_of_many {
            self.instance.stop_configuration();
        } else {
            self.instance.stop();
        }
    }

    fn abandoned(&self) {
        self.instance.client_lost();
    }
}
