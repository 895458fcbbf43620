//! The table of the provider service's calls.

/// Hands the rows to the macro `$then`. From them come the methods of [`Handler`](crate::Handler), the names that each
/// protocol serves, and the way from a request's bytes to the answer.
///
/// A row has the documentation of the handler's method, the call's name in protocol 6, its name in protocol 5 (`-` where
/// that does not have it), and the method: `proto::v6` has a module of the same name with the call's `Request` and
/// `Response`. After the name in protocol 5, `(lowered)` says that the answer is another message there, which `protocol5`
/// makes by a function of the method's name; after the method, `(optional)` that a handler need not write it, because
/// `handler::default` does.
///
/// Calls that stream stand below, and all of them are optional. In parentheses is the message that they stream: in place
/// of the `Response` where the server streams, and of the `Request` where the client does.
macro_rules! calls {
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

            /// Reads what is there now.
            ReadResource | ReadResource => read_resource;

            /// Plans a change.
            PlanResourceChange | PlanResourceChange => plan_resource_change;

            /// Makes a planned change.
            ApplyResourceChange | ApplyResourceChange => apply_resource_change;

            /// Finds an existing object.
            ImportResourceState | ImportResourceState => import_resource_state;

            /// Turns another type's state into this one's; called only with the capability `move_resource_state`.
            MoveResourceState | MoveResourceState => move_resource_state (optional);

            /// Reads a data source.
            ReadDataSource | ReadDataSource => read_data_source;

            /// Checks an ephemeral resource's configuration; an error unless written.
            ValidateEphemeralResourceConfig | ValidateEphemeralResourceConfig
                => validate_ephemeral_resource_config (optional);

            /// Opens an ephemeral resource; an error unless written.
            OpenEphemeralResource | OpenEphemeralResource => open_ephemeral_resource (optional);

            /// Renews an ephemeral resource; an error unless written.
            RenewEphemeralResource | RenewEphemeralResource => renew_ephemeral_resource (optional);

            /// Closes an ephemeral resource; an error unless written.
            CloseEphemeralResource | CloseEphemeralResource => close_ephemeral_resource (optional);

            /// The signatures of all functions; taken from the schemas unless written.
            GetFunctions | GetFunctions => get_functions (optional);

            /// What identifies the objects of resources (6.9); nothing unless written.
            GetResourceIdentitySchemas | GetResourceIdentitySchemas
                => get_resource_identity_schemas (optional);

            /// Brings a saved identity to the present version (6.9); an error unless written.
            UpgradeResourceIdentity | UpgradeResourceIdentity => upgrade_resource_identity (optional);

            /// Calls a function, perhaps without any configuration before; an error unless written.
            CallFunction | CallFunction => call_function (optional);

            /// The user interrupted; [stops](Handler::stop) what is running unless written.
            StopProvider | Stop => stop_provider (optional);

            /// Checks the configuration of a list; an error unless written.
            ValidateListResourceConfig | ValidateListResourceConfig => validate_list_resource_config (optional);

            /// Makes a configuration of an object; called only with the capability `generate_resource_config`.
            GenerateResourceConfig | GenerateResourceConfig => generate_resource_config (optional);

            /// Checks an action's configuration; an error unless written.
            ValidateActionConfig | ValidateActionConfig => validate_action_config (optional);

            /// Plans an action; an error unless written.
            PlanAction | PlanAction => plan_action (optional);

            /// Checks a state store's configuration; an error unless written.
            ValidateStateStoreConfig | - => validate_state_store_config (optional);

            /// Gives a state store its configuration; an error unless written.
            ConfigureStateStore | - => configure_state_store (optional);

            /// Locks a state; an error unless written.
            LockState | - => lock_state (optional);

            /// Unlocks a state; an error unless written.
            UnlockState | - => unlock_state (optional);

            /// The states that a state store has; an error unless written.
            GetStates | - => get_states (optional);

            /// Deletes a state; an error unless written.
            DeleteState | - => delete_state (optional);

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

pub(crate) use calls;
