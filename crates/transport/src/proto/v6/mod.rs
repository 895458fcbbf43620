//! Protocol 6 up to 6.8 (Terraform 1.11), for providers, resources, data sources, functions and
//! ephemeral resources; and later additions: lists, generated configuration, actions (6.10) and
//! state stores (6.11).
//!
//! One file for each call, with its `Request` and `Response`, or the messages that it streams
//! instead, and the table of all calls; shared messages are in [`common`](super::common) and
//! [`schema`].

pub mod apply_resource_change;
mod attribute;
pub mod call_function;
pub mod close_ephemeral_resource;
pub mod configure_provider;
pub mod configure_state_store;
pub mod delete_state;
pub mod generate_resource_config;
pub mod get_functions;
pub mod get_metadata;
pub mod get_provider_schema;
pub mod get_resource_identity_schemas;
pub mod get_states;
pub mod import_resource_state;
pub mod invoke_action;
pub mod list_resource;
pub mod lock_state;
pub mod move_resource_state;
pub mod open_ephemeral_resource;
pub mod plan_action;
pub mod plan_resource_change;
pub mod read_data_source;
pub mod read_resource;
pub mod read_state_bytes;
pub mod renew_ephemeral_resource;
pub mod stop_provider;
pub mod unlock_state;
pub mod upgrade_resource_identity;
pub mod upgrade_resource_state;
pub mod validate_action_config;
pub mod validate_data_resource_config;
pub mod validate_ephemeral_resource_config;
pub mod validate_list_resource_config;
pub mod validate_provider_config;
pub mod validate_resource_config;
pub mod validate_state_store_config;
pub mod write_state_bytes;

use super::schema;

pub use super::common::*;
pub use attribute::{Attribute, Object, ObjectNesting};
pub use schema::BlockNesting;

/// The schema of a provider, a resource, a data source or an ephemeral resource.
pub type Schema = schema::Schema<Attribute>;
/// A block: attributes and nested blocks.
pub type Block = schema::Block<Attribute>;
/// A block within a block.
pub type NestedBlock = schema::NestedBlock<Attribute>;
/// The schema of an action.
pub type ActionSchema = schema::ActionSchema<Attribute>;

/// Passes the rows to the macro `$then`. They define the methods of [`Handler`](crate::Handler),
/// the names that each protocol serves, and the path from a request's bytes to the answer.
///
/// A row has the documentation of the handler's method, the call's name in protocol 6, its name in
/// protocol 5 (`-` if it has none), and the method: a module of the same name here has the call's
/// `Request` and `Response`. After the name in protocol 5, `(lowered)` means that its answer there
/// is a different message, made by the function of the method's name in `protocol5`. The
/// parentheses after the method define the default answer: `(optional)` the one in
/// `handler::default`, `(unsupported "state stores", type_name)` an error that names this and that
/// field of the request.
///
/// Streaming calls are below. The streamed message is in parentheses: it replaces the `Response` if
/// the server streams, and the `Request` if the client streams. If the server streams, its default
/// answer follows; if the client streams, that is in `handler::default`.
#[doc(hidden)]
#[macro_export]
macro_rules! __calls {
    ($then:ident) => {
        $then! {
            /// All schemas of the provider.
            GetProviderSchema | GetSchema (lowered) => get_provider_schema;

            /// Names of all types of the provider; by default, made from the schemas.
            GetMetadata | GetMetadata => get_metadata (optional);

            /// Validates the provider's configuration; also called before `configure_provider`.
            ValidateProviderConfig | PrepareProviderConfig (lowered) => validate_provider_config;

            /// Receives the provider's configuration; at most once in a process started by
            /// Terraform.
            ConfigureProvider | Configure => configure_provider;

            /// Validates a resource's configuration.
            ValidateResourceConfig | ValidateResourceTypeConfig => validate_resource_config;

            /// Validates a data source's configuration.
            ValidateDataResourceConfig | ValidateDataSourceConfig => validate_data_resource_config;

            /// Upgrades a saved state to the present schema.
            UpgradeResourceState | UpgradeResourceState => upgrade_resource_state;

            /// Reads the present state of an object.
            ReadResource | ReadResource => read_resource;

            /// Plans a change.
            PlanResourceChange | PlanResourceChange => plan_resource_change;

            /// Applies a planned change.
            ApplyResourceChange | ApplyResourceChange => apply_resource_change;

            /// Finds an existing object.
            ImportResourceState | ImportResourceState => import_resource_state;

            /// Converts another type's state to this one's; called only with the capability
            /// `move_resource_state`.
            MoveResourceState | MoveResourceState
                => move_resource_state (unsupported "moved resources", target_type_name);

            /// Reads a data source.
            ReadDataSource | ReadDataSource => read_data_source;

            /// Validates an ephemeral resource's configuration; by default, an error.
            ValidateEphemeralResourceConfig | ValidateEphemeralResourceConfig
                => validate_ephemeral_resource_config (unsupported "ephemeral resources", type_name);

            /// Opens an ephemeral resource; by default, an error.
            OpenEphemeralResource | OpenEphemeralResource
                => open_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// Renews an ephemeral resource; by default, an error.
            RenewEphemeralResource | RenewEphemeralResource
                => renew_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// Closes an ephemeral resource; by default, an error.
            CloseEphemeralResource | CloseEphemeralResource
                => close_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// The signatures of all functions; by default, taken from the schemas.
            GetFunctions | GetFunctions => get_functions (optional);

            /// The identity schemas of resources (6.9); by default, none.
            GetResourceIdentitySchemas | GetResourceIdentitySchemas
                => get_resource_identity_schemas (optional);

            /// Upgrades a saved identity to the present version (6.9); by default, an error.
            UpgradeResourceIdentity | UpgradeResourceIdentity
                => upgrade_resource_identity (unsupported "identities of resources", type_name);

            /// Calls a function, perhaps before any configuration; by default, an error.
            CallFunction | CallFunction => call_function (optional);

            /// The user interrupted; by default, [stops](Handler::stop) what is running.
            StopProvider | Stop => stop_provider (optional);

            /// Validates the configuration of a list; by default, an error.
            ValidateListResourceConfig | ValidateListResourceConfig
                => validate_list_resource_config (unsupported "lists", type_name);

            /// Generates a configuration for an object; called only with the capability
            /// `generate_resource_config`.
            GenerateResourceConfig | GenerateResourceConfig
                => generate_resource_config (unsupported "generated configuration", type_name);

            /// Validates an action's configuration; by default, an error.
            ValidateActionConfig | ValidateActionConfig
                => validate_action_config (unsupported "actions", action_type);

            /// Plans an action; by default, an error.
            PlanAction | PlanAction
                => plan_action (unsupported "actions", action_type);

            /// Validates a state store's configuration; by default, an error.
            ValidateStateStoreConfig | -
                => validate_state_store_config (unsupported "state stores", type_name);

            /// Configures a state store; by default, an error.
            ConfigureStateStore | -
                => configure_state_store (unsupported "state stores", type_name);

            /// Locks a state; by default, an error.
            LockState | -
                => lock_state (unsupported "state stores", type_name);

            /// Unlocks a state; by default, an error.
            UnlockState | -
                => unlock_state (unsupported "state stores", type_name);

            /// Lists the states of a state store; by default, an error.
            GetStates | -
                => get_states (unsupported "state stores", type_name);

            /// Deletes a state; by default, an error.
            DeleteState | -
                => delete_state (unsupported "state stores", type_name);

            [server streams]

            /// Lists existing objects; by default, an error.
            ListResource | ListResource => list_resource (Event) (unsupported "lists", type_name);

            /// Invokes an action; by default, ends it with an error.
            InvokeAction | InvokeAction => invoke_action (Event) (unsupported "actions", action_type);

            /// Reads a state in chunks; by default, an error.
            ReadStateBytes | - => read_state_bytes (Response) (unsupported "state stores", type_name);

            [client streams]

            /// Writes a state that comes in chunks; by default, an error.
            WriteStateBytes | - => write_state_bytes (RequestChunk);
        }
    };
}

pub(crate) use __calls as calls;
