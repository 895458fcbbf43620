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
//!
//! Above them is a module for each call, which none of the others imports. A call has one name in the
//! transport's table, in its messages, here and in the lifecycle: that of protocol 6, as
//! `plan_resource_change`.

mod computed_blocks;
mod convert;
mod provider;
mod schema;
mod signature;
mod size;

mod apply_resource_change;
mod call_function;
mod configure_provider;
mod get_functions;
mod get_metadata;
mod get_provider_schema;
mod import_resource_state;
mod move_resource_state;
mod plan_resource_change;
mod read_data_source;
mod read_resource;
mod upgrade_resource_state;
mod validate_data_resource_config;
mod validate_provider_config;
mod validate_resource_config;

use schema_transport::proto::v6;
use schema_transport::{Handler, MemoryGuard};

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
            instance: self.instance.holding(memory.into()),
            ..self.clone()
        })
    }

    answered![
        get_provider_schema,
        get_metadata,
        get_functions,
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
    ];

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
