//! A provider in a process of its own as what answers the calls: what calls a [`Handler`] in process calls the program
//! over the wire with it, in either protocol.

use crate::Result;
use crate::client::{Client, Failure};
use crate::identity::Identity;
use crate::process::{Process, Start};
use crate::provider::Provider;
use crate::schema::raised_response;
use schema_transport::proto::{v5, v6};
use schema_transport::{Handler, Protocol, StreamReceiver, StreamSender};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// A process with the connection to it; it ends with the last clone of this.
#[derive(Clone)]
pub struct Remote {
    provider: Provider,
    process: Arc<(Process, tempfile::TempDir)>,
}

impl Remote {
    /// Starts a program that speaks this protocol, with these variables, in a directory of its own.
    ///
    /// # Errors
    /// It does not start, or nobody can connect to it.
    pub async fn start(
        program: &Path,
        protocol: Protocol,
        environment: &[(&'static str, &OsStr)],
    ) -> Result<Self> {
        let (directory, identity) = (tempfile::tempdir()?, Identity::new()?);
        let protocols = protocol.number().to_string();
        let start = Start {
            program,
            protocols: &protocols,
            directory: directory.path(),
            stderr: false,
            environment,
        };
        let process = start.process(&identity)?;
        let client = Client::connect(&process.line, Some(&identity)).await?;
        Ok(Self {
            provider: Provider::speaking(client, protocol),
            process: Arc::new((process, directory)),
        })
    }

    /// The connection and its protocol.
    #[must_use]
    pub fn provider(&self) -> &Provider {
        &self.provider
    }

    /// The number of its process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    async fn call<A: prost::Message + Default>(
        &self,
        (six, five): (&str, &str),
        request: &impl prost::Message,
    ) -> A {
        let name = match self.provider.protocol() {
            Protocol::V5 => five,
            Protocol::V6 => six,
        };
        let path = self.provider.path_of(name);
        or_panic(name, self.provider.client().call(&path, request).await)
    }
}

/// A handler has no errors beside its answers: a call that fails is a bug of who is tested.
fn or_panic<T>(call: &str, answer: std::result::Result<T, Failure>) -> T {
    answer.unwrap_or_else(|failure| panic!("{call}: {failure}"))
}

/// Passes each call on, by its name in protocol 6 and in protocol 5.
macro_rules! remote {
    (
        $($six:ident | $five:ident => $call:ident;)+
        [server streams]
        $($streamed:ident ($event:ident);)+
    ) => {
        impl Handler for Remote {
            $(
                async fn $call(&self, request: v6::$call::Request) -> v6::$call::Response {
                    self.call((stringify!($six), stringify!($five)), &request).await
                }
            )+

            $(
                async fn $streamed(
                    &self,
                    request: v6::$streamed::Request,
                    answer: StreamSender<v6::$streamed::$event>,
                ) {
                    let name = stringify!($streamed);
                    let mut messages = or_panic(name, self.provider.$streamed(&request).await);
                    loop {
                        // Who takes no more gives the call up.
                        let next = tokio::select! {
                            next = messages.next() => or_panic(name, next),
                            () = answer.closed() => return,
                        };
                        let Some(message) = next else {
                            return;
                        };
                        if answer.send(message).await.is_err() {
                            return;
                        }
                    }
                }
            )+

            async fn get_provider_schema(
                &self,
                request: v6::get_provider_schema::Request,
            ) -> v6::get_provider_schema::Response {
                let names = ("GetProviderSchema", "GetSchema");
                match self.provider.protocol() {
                    Protocol::V6 => self.call(names, &request).await,
                    Protocol::V5 => raised_response(self.call(names, &request).await),
                }
            }

            async fn validate_provider_config(
                &self,
                request: v6::validate_provider_config::Request,
            ) -> v6::validate_provider_config::Response {
                let names = ("ValidateProviderConfig", "PrepareProviderConfig");
                match self.provider.protocol() {
                    Protocol::V6 => self.call(names, &request).await,
                    Protocol::V5 => {
                        let answer: v5::prepare_provider_config::Response =
                            self.call(names, &request).await;
                        let diagnostics = answer.diagnostics;
                        v6::validate_provider_config::Response { diagnostics }
                    }
                }
            }

            async fn write_state_bytes(
                &self,
                mut request: StreamReceiver<v6::write_state_bytes::RequestChunk>,
            ) -> v6::write_state_bytes::Response {
                let mut upload = or_panic("write_state_bytes", self.provider.write_state_bytes().await);
                loop {
                    match request.next().await {
                        // One that has its answer takes no more.
                        Ok(Some(chunk)) => {
                            if !or_panic("write_state_bytes", upload.send(&chunk).await) {
                                break;
                            }
                        }
                        Ok(None) => break,
                        // The call is given up; nobody is answered then.
                        Err(closed) => {
                            let told = v6::Diagnostic::error(closed.to_string(), "");
                            return v6::write_state_bytes::Response { diagnostics: vec![told] };
                        }
                    }
                }
                or_panic("write_state_bytes", upload.finish().await)
            }

            /// Nobody waits for it: who has to know that it came makes the call.
            fn stop(&self) {
                let remote = self.clone();
                tokio::spawn(async move { remote.stop_provider(v6::stop_provider::Request {}).await });
            }
        }
    };
}

remote! {
    GetMetadata | GetMetadata => get_metadata;
    ConfigureProvider | Configure => configure_provider;
    ValidateResourceConfig | ValidateResourceTypeConfig => validate_resource_config;
    ValidateDataResourceConfig | ValidateDataSourceConfig => validate_data_resource_config;
    UpgradeResourceState | UpgradeResourceState => upgrade_resource_state;
    ReadResource | ReadResource => read_resource;
    PlanResourceChange | PlanResourceChange => plan_resource_change;
    ApplyResourceChange | ApplyResourceChange => apply_resource_change;
    ImportResourceState | ImportResourceState => import_resource_state;
    MoveResourceState | MoveResourceState => move_resource_state;
    ReadDataSource | ReadDataSource => read_data_source;
    ValidateEphemeralResourceConfig | ValidateEphemeralResourceConfig => validate_ephemeral_resource_config;
    OpenEphemeralResource | OpenEphemeralResource => open_ephemeral_resource;
    RenewEphemeralResource | RenewEphemeralResource => renew_ephemeral_resource;
    CloseEphemeralResource | CloseEphemeralResource => close_ephemeral_resource;
    GetFunctions | GetFunctions => get_functions;
    GetResourceIdentitySchemas | GetResourceIdentitySchemas => get_resource_identity_schemas;
    UpgradeResourceIdentity | UpgradeResourceIdentity => upgrade_resource_identity;
    CallFunction | CallFunction => call_function;
    StopProvider | Stop => stop_provider;
    ValidateListResourceConfig | ValidateListResourceConfig => validate_list_resource_config;
    GenerateResourceConfig | GenerateResourceConfig => generate_resource_config;
    ValidateActionConfig | ValidateActionConfig => validate_action_config;
    PlanAction | PlanAction => plan_action;
    ValidateStateStoreConfig | ValidateStateStoreConfig => validate_state_store_config;
    ConfigureStateStore | ConfigureStateStore => configure_state_store;
    LockState | LockState => lock_state;
    UnlockState | UnlockState => unlock_state;
    GetStates | GetStates => get_states;
    DeleteState | DeleteState => delete_state;

    [server streams]
    list_resource (Event);
    invoke_action (Event);
    read_state_bytes (Response);
}
