//! What answers the calls.

use super::proto::v6::*;
use std::future::Future;

/// Answers the provider protocol's calls, in the messages of protocol 6 whatever protocol is spoken.
///
/// Calls come concurrently. Failures travel as diagnostics in the answer; there are no errors beside it. A method
/// that panics makes its call fail with the status INTERNAL, and the server lives on; to give the user a better text,
/// catch the panic earlier, in a [`caught`](schema_panic::caught) scope. A future is dropped when the caller gives its
/// call up or disappears.
pub trait Handler: Send + Sync + 'static {
    /// Every schema the provider has.
    fn get_provider_schema(
        &self,
        request: get_provider_schema::Request,
    ) -> impl Future<Output = get_provider_schema::Response> + Send;

    /// Names of everything the provider has; made from the schemas unless written.
    fn get_metadata(
        &self,
        _request: get_metadata::Request,
    ) -> impl Future<Output = get_metadata::Response> + Send {
        async move {
            let schemas = self
                .get_provider_schema(get_provider_schema::Request {})
                .await;
            get_metadata::Response {
                server_capabilities: schemas.server_capabilities,
                diagnostics: schemas.diagnostics,
                data_sources: named(schemas.data_source_schemas.into_keys()),
                resources: named(schemas.resource_schemas.into_keys()),
                functions: named(schemas.functions.into_keys()),
                ephemeral_resources: named(schemas.ephemeral_resource_schemas.into_keys()),
            }
        }
    }

    /// Checks the provider's configuration; also called before `configure_provider`.
    fn validate_provider_config(
        &self,
        request: validate_provider_config::Request,
    ) -> impl Future<Output = validate_provider_config::Response> + Send;

    /// Takes the provider's configuration; at most once in a process started by Terraform.
    fn configure_provider(
        &self,
        request: configure_provider::Request,
    ) -> impl Future<Output = configure_provider::Response> + Send;

    /// Checks a resource's configuration.
    fn validate_resource_config(
        &self,
        request: validate_resource_config::Request,
    ) -> impl Future<Output = validate_resource_config::Response> + Send;

    /// Checks a data source's configuration.
    fn validate_data_resource_config(
        &self,
        request: validate_data_resource_config::Request,
    ) -> impl Future<Output = validate_data_resource_config::Response> + Send;

    /// Brings a saved state to the present schema.
    fn upgrade_resource_state(
        &self,
        request: upgrade_resource_state::Request,
    ) -> impl Future<Output = upgrade_resource_state::Response> + Send;

    /// Reads what is there now.
    fn read_resource(
        &self,
        request: read_resource::Request,
    ) -> impl Future<Output = read_resource::Response> + Send;

    /// Plans a change.
    fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> impl Future<Output = plan_resource_change::Response> + Send;

    /// Makes a planned change.
    fn apply_resource_change(
        &self,
        request: apply_resource_change::Request,
    ) -> impl Future<Output = apply_resource_change::Response> + Send;

    /// Finds an existing object.
    fn import_resource_state(
        &self,
        request: import_resource_state::Request,
    ) -> impl Future<Output = import_resource_state::Response> + Send;

    /// Turns another type's state into this one's; called only with the capability `move_resource_state`.
    fn move_resource_state(
        &self,
        request: move_resource_state::Request,
    ) -> impl Future<Output = move_resource_state::Response> + Send {
        let diagnostics = lacks("moved resources", &request.target_type_name);
        std::future::ready(move_resource_state::Response {
            diagnostics,
            ..Default::default()
        })
    }

    /// Reads a data source.
    fn read_data_source(
        &self,
        request: read_data_source::Request,
    ) -> impl Future<Output = read_data_source::Response> + Send;

    /// Checks an ephemeral resource's configuration; an error unless written.
    fn validate_ephemeral_resource_config(
        &self,
        request: validate_ephemeral_resource_config::Request,
    ) -> impl Future<Output = validate_ephemeral_resource_config::Response> + Send {
        let diagnostics = lacks("ephemeral resources", &request.type_name);
        std::future::ready(validate_ephemeral_resource_config::Response { diagnostics })
    }

    /// Opens an ephemeral resource; an error unless written.
    fn open_ephemeral_resource(
        &self,
        request: open_ephemeral_resource::Request,
    ) -> impl Future<Output = open_ephemeral_resource::Response> + Send {
        let diagnostics = lacks("ephemeral resources", &request.type_name);
        std::future::ready(open_ephemeral_resource::Response {
            diagnostics,
            ..Default::default()
        })
    }

    /// Renews an ephemeral resource; an error unless written.
    fn renew_ephemeral_resource(
        &self,
        request: renew_ephemeral_resource::Request,
    ) -> impl Future<Output = renew_ephemeral_resource::Response> + Send {
        let diagnostics = lacks("ephemeral resources", &request.type_name);
        std::future::ready(renew_ephemeral_resource::Response {
            diagnostics,
            ..Default::default()
        })
    }

    /// Closes an ephemeral resource; an error unless written.
    fn close_ephemeral_resource(
        &self,
        request: close_ephemeral_resource::Request,
    ) -> impl Future<Output = close_ephemeral_resource::Response> + Send {
        let diagnostics = lacks("ephemeral resources", &request.type_name);
        std::future::ready(close_ephemeral_resource::Response { diagnostics })
    }

    /// The signatures of all functions; taken from the schemas unless written.
    fn get_functions(
        &self,
        _request: get_functions::Request,
    ) -> impl Future<Output = get_functions::Response> + Send {
        async move {
            let schemas = self
                .get_provider_schema(get_provider_schema::Request {})
                .await;
            let (functions, diagnostics) = (schemas.functions, schemas.diagnostics);
            get_functions::Response {
                functions,
                diagnostics,
            }
        }
    }

    /// Calls a function, perhaps without any configuration before; an error unless written.
    fn call_function(
        &self,
        request: call_function::Request,
    ) -> impl Future<Output = call_function::Response> + Send {
        let text = format!("This provider has no function \"{}\".", request.name);
        let error = Some(FunctionError {
            text,
            function_argument: None,
        });
        std::future::ready(call_function::Response {
            result: None,
            error,
        })
    }

    /// End what is running: the user interrupted, the process is asked to end, or the client disappeared.
    ///
    /// Returns at once; the calls in flight come back with what they have. Later calls are served again.
    fn stop(&self);
}

fn named(names: impl Iterator<Item = String>) -> Vec<get_metadata::Named> {
    names.map(|name| get_metadata::Named { name }).collect()
}

fn lacks(what: &str, type_name: &str) -> Vec<Diagnostic> {
    let detail = format!(
        "This provider has no support for {what}, so the call for \"{type_name}\" cannot be answered. \
         Its schema does not offer it either: this is a mistake of the caller or of the provider."
    );
    vec![Diagnostic::error("Not supported by this provider", detail)]
}
