//! Protocol 6 up to 6.8 (Terraform 1.11), for providers, resources, data sources, functions and
//! ephemeral resources; and of what came later lists, generated configuration, actions (6.10) and
//! state stores (6.11).
//!
//! One file for each call, with its `Request` and `Response`, or what it streams in their place,
//! and the table of all calls; what several calls use is in [`common`](super::common) and
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

/// Hands the rows to the macro `$then`. From them come the methods of [`Handler`](crate::Handler),
/// the names that each protocol serves, and the way from a request's bytes to the answer.
///
/// A row has the documentation of the handler's method, the call's name in protocol 6, its name in
/// protocol 5 (`-` where that does not have it), and the method: there is a module of the same name
/// here with the call's `Request` and `Response`. After the name in protocol 5, `(lowered)` says
/// that the answer is another message there, which `protocol5` makes by a function of the method's
/// name. What is in parentheses after the method says what a handler answers that does not write
/// it: `(optional)` what `handler::default` makes, `(unsupported "state stores", type_name)` an
/// error that names this and that field of the request.
///
/// Calls that stream are below, and `handler::default` answers all of them. In parentheses is the
/// message that they stream: in place of the `Response` where the server streams, and of the
/// `Request` where the client does.
#[doc(hidden)]
#[macro_export]
macro_rules! __calls {
    ($then:ident) => {
        $then! {
            /// Every schema the provider has.
            GetProviderSchema | GetSchema (lowered) => get_provider_schema;

            /// Names of everything the provider has; made from the schemas unless written.
            GetMetadata | GetMetadata => get_metadata (optional);

            /// Checks the provider's configuration; also called before `configure_provider`.
            ValidateProviderConfig | PrepareProviderConfig (lowered) => validate_provider_config;

            /// Takes the provider's configuration; at most once in a process started by Terraform.
            ConfigureProvider | Configure => configure_provider;

            /// Checks a resource's configuration.
            ValidateResourceConfig | ValidateResourceTypeConfig => validate_resource_config;

            /// Checks a data source's configuration.
            ValidateDataResourceConfig | ValidateDataSourceConfig => validate_data_resource_config;

            /// Brings a saved state to the present schema.
            UpgradeResourceState | UpgradeResourceState => upgrade_resource_state;

            /// Reads what exists now.
            ReadResource | ReadResource => read_resource;

            /// Plans a change.
            PlanResourceChange | PlanResourceChange => plan_resource_change;

            /// Makes a planned change.
            ApplyResourceChange | ApplyResourceChange => apply_resource_change;

            /// Finds an existing object.
            ImportResourceState | ImportResourceState => import_resource_state;

            /// Turns another type's state into this one's; called only with the capability
            /// `move_resource_state`.
            MoveResourceState | MoveResourceState
                => move_resource_state (unsupported "moved resources", target_type_name);

            /// Reads a data source.
            ReadDataSource | ReadDataSource => read_data_source;

            /// Checks an ephemeral resource's configuration; an error unless written.
            ValidateEphemeralResourceConfig | ValidateEphemeralResourceConfig
                => validate_ephemeral_resource_config (unsupported "ephemeral resources", type_name);

            /// Opens an ephemeral resource; an error unless written.
            OpenEphemeralResource | OpenEphemeralResource
                => open_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// Renews an ephemeral resource; an error unless written.
            RenewEphemeralResource | RenewEphemeralResource
                => renew_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// Closes an ephemeral resource; an error unless written.
            CloseEphemeralResource | CloseEphemeralResource
                => close_ephemeral_resource (unsupported "ephemeral resources", type_name);

            /// The signatures of all functions; taken from the schemas unless written.
            GetFunctions | GetFunctions => get_functions (optional);

            /// What identifies the objects of resources (6.9); nothing unless written.
            GetResourceIdentitySchemas | GetResourceIdentitySchemas
                => get_resource_identity_schemas (optional);

            /// Brings a saved identity to the present version (6.9); an error unless written.
            UpgradeResourceIdentity | UpgradeResourceIdentity
                => upgrade_resource_identity (unsupported "identities of resources", type_name);

            /// Calls a function, perhaps without any configuration before; an error unless written.
            CallFunction | CallFunction => call_function (optional);

            /// The user interrupted; [stops](Handler::stop) what is running unless written.
            StopProvider | Stop => stop_provider (optional);

            /// Checks the configuration of a list; an error unless written.
            ValidateListResourceConfig | ValidateListResourceConfig
                => validate_list_resource_config (unsupported "lists", type_name);

            /// Makes a configuration of an object; called only with the capability
            /// `generate_resource_config`.
            GenerateResourceConfig | GenerateResourceConfig
                => generate_resource_config (unsupported "generated configuration", type_name);

            /// Checks an action's configuration; an error unless written.
            ValidateActionConfig | ValidateActionConfig
                => validate_action_config (unsupported "actions", action_type);

            /// Plans an action; an error unless written.
            PlanAction | PlanAction
                => plan_action (unsupported "actions", action_type);

            /// Checks a state store's configuration; an error unless written.
            ValidateStateStoreConfig | -
                => validate_state_store_config (unsupported "state stores", type_name);

            /// Gives a state store its configuration; an error unless written.
            ConfigureStateStore | -
                => configure_state_store (unsupported "state stores", type_name);

            /// Locks a state; an error unless written.
            LockState | -
                => lock_state (unsupported "state stores", type_name);

            /// Unlocks a state; an error unless written.
            UnlockState | -
                => unlock_state (unsupported "state stores", type_name);

            /// The states that a state store has; an error unless written.
            GetStates | -
                => get_states (unsupported "state stores", type_name);

            /// Deletes a state; an error unless written.
            DeleteState | -
                => delete_state (unsupported "state stores", type_name);

            [server streams]

            /// Lists existing objects; an error unless written.
            ListResource | ListResource => list_resource (Event);

            /// Invokes an action; an end with an error unless written.
            InvokeAction | InvokeAction => invoke_action (Event);

            /// Reads a state in chunks; an error unless written.
            ReadStateBytes | - => read_state_bytes (Response);

            [client streams]

            /// Writes a state that comes in chunks; an error unless written.
            WriteStateBytes | - => write_state_bytes (RequestChunk);
        }
    };
}

pub(crate) use __calls as calls;
