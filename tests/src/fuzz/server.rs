//! The plugin server's calls with any bytes in them: an answer, never a panic.

use std::sync::{Arc, Mutex, OnceLock};

use prost::Message;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::plugin::{Bytes, Handler, StreamSender};
use schema_provider::schema_runtime::data::DataCore;
use schema_provider::schema_runtime::diagnostics::Diagnostics;
use schema_provider::schema_runtime::refs::Ref;
use schema_provider::schema_runtime::schema::{Environment, FunctionSchema, Schema, SchemaKind};
use schema_provider::schema_runtime::value::Value;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, EphemeralCore, UntypedAction, UntypedDataSource, UntypedEphemeral,
    UntypedFunction, UntypedProvider, UntypedResource,
};
use schema_provider::{Cx, FunctionError, MovedState, OldState, server::ProviderServer};

use super::hcl::schemas;
use super::input::Input;
use crate::file_store;

/// A provider that makes whatever is planned.
struct Agreeable;

impl UntypedProvider for Agreeable {
    fn schema(&self) -> Ref<Schema> {
        schemas().provider.clone()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient, Diagnostics>> {
        Box::pin(async { Ok(Arc::new(()) as AnyClient) })
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        vec![Ref::from(Arc::new(Agreeable) as Arc<dyn UntypedResource>)]
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        vec![Ref::from(Arc::new(Agreeable) as Arc<dyn UntypedDataSource>)]
    }

    fn actions(&self) -> Vec<Ref<dyn UntypedAction>> {
        vec![Ref::from(Arc::new(Agreeable) as Arc<dyn UntypedAction>)]
    }

    fn ephemeral_resources(&self) -> Vec<Ref<dyn UntypedEphemeral>> {
        vec![Ref::from(Arc::new(Agreeable) as Arc<dyn UntypedEphemeral>)]
    }

    fn functions(&self) -> Vec<Ref<dyn UntypedFunction>> {
        vec![Ref::from(Arc::new(Agreeable) as Arc<dyn UntypedFunction>)]
    }
}

/// The fields of the resource as parameters, and the first of them as result.
impl UntypedFunction for Agreeable {
    fn schema(&self) -> Ref<FunctionSchema> {
        let parameters = schemas().resources["x_y"].clone();
        let count = u16::try_from(parameters.block.fields.len()).unwrap_or(0);
        let result = parameters.block.fields[0].clone();
        Ref::from(Arc::new(FunctionSchema {
            parameters,
            order: (0..count).rev().collect::<Vec<_>>().into(),
            variadic: false,
            result,
            summary: "".into(),
        }))
    }

    fn call(&self, arguments: Value) -> Result<Value, FunctionError> {
        match arguments {
            Value::Object(values) => Ok(values.into_iter().next().unwrap_or(Value::Null)),
            _ => Err(FunctionError::new("no arguments")),
        }
    }
}

/// It says what it is given, and that all went well.
impl UntypedAction for Agreeable {
    fn schema(&self) -> Ref<Schema> {
        schemas().resources["x_y"].clone()
    }

    fn invoke(&self, cx: Cx, config: Value) -> BoxFuture<Result<(), Diagnostics>> {
        cx.progress(format!("{config:?}"));
        Box::pin(std::future::ready(Ok(())))
    }

    fn has_plan(&self) -> bool {
        true
    }
}

fn done(data: DataCore) -> BoxFuture<Ended<DataCore>> {
    Box::pin(std::future::ready((data, Ok(()))))
}

impl UntypedResource for Agreeable {
    fn schema(&self) -> Ref<Schema> {
        schemas().resources["x_y"].clone()
    }

    fn can_update(&self) -> bool {
        true
    }

    fn create(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        data.set_id("1".to_owned());
        file_store::complete(&mut data, "1");
        done(data)
    }

    fn read(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn update(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        file_store::complete(&mut data, "1");
        done(data)
    }

    fn delete(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }
}

impl UntypedDataSource for Agreeable {
    fn schema(&self) -> Ref<Schema> {
        schemas().data_sources["x_y"].clone()
    }

    fn read(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        file_store::look_up(&mut data);
        done(data)
    }
}

/// The data source's values.
impl UntypedEphemeral for Agreeable {
    fn schema(&self) -> Ref<Schema> {
        let schema = Schema {
            kind: SchemaKind::Ephemeral,
            ..(*schemas().data_sources["x_y"]).clone()
        };
        Ref::from(Arc::new(schema))
    }

    fn can_renew(&self) -> bool {
        true
    }

    fn open(&self, _: Cx, mut data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        file_store::look_up(&mut data.data);
        data.renew_in(std::time::Duration::ZERO);
        Box::pin(std::future::ready((data, Ok(()))))
    }

    fn renew(&self, _: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(std::future::ready((data, Ok(()))))
    }

    fn close(&self, _: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(std::future::ready((data, Ok(()))))
    }
}

/// The server and what runs its futures.
struct Host {
    runtime: tokio::runtime::Runtime,
    provider: ProviderServer,
}

fn host() -> &'static Mutex<Host> {
    static HOST: OnceLock<Mutex<Host>> = OnceLock::new();
    HOST.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        let provider: Arc<dyn UntypedProvider> = Arc::new(Agreeable);
        let instance = Instance::untyped(provider.into(), Environment::default())
            .expect("each type has its own name");
        let provider = ProviderServer::new(instance);
        let configured = runtime.block_on(provider.configure_provider(Default::default()));
        assert!(configured.diagnostics.is_empty());
        Mutex::new(Host { runtime, provider })
    })
}

/// The first byte is the call; the rest is its message, or the values in it.
pub fn server(bytes: &[u8]) {
    let Some((call, rest)) = bytes.split_first() else {
        return;
    };
    let host = host()
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let said = host.runtime.block_on(answer(&host.provider, *call, rest));
    for diagnostic in said {
        assert!(!diagnostic.summary.is_empty());
        // The name of what does not exist is anything, the words for a panic included.
        let unknown_name = diagnostic.summary.starts_with("The provider has no ");
        assert!(
            unknown_name || !diagnostic.summary.contains(": the provider panicked in "),
            "{}: {}",
            diagnostic.summary,
            diagnostic.detail
        );
    }
}

/// The message of the bytes, or one made of the values in them.
fn message<M: Message + Default>(
    raw: bool,
    bytes: &[u8],
    make: impl FnOnce(&mut Input<'_>) -> M,
) -> M {
    if raw {
        return M::decode(bytes).unwrap_or_default();
    }
    make(&mut Input::new(bytes))
}

fn type_name(input: &mut Input<'_>) -> String {
    match input.byte() {
        0..16 => "x_z".to_owned(),
        _ => "x_y".to_owned(),
    }
}

fn value(input: &mut Input<'_>) -> Option<DynamicValue> {
    let form = input.byte();
    let bytes = Bytes::copy_from_slice(input.slice());
    match form % 8 {
        0 => None,
        1 => Some(DynamicValue {
            msgpack: Bytes::new(),
            json: bytes,
        }),
        _ => Some(DynamicValue::from_msgpack(bytes)),
    }
}

fn raw_state(input: &mut Input<'_>) -> Option<v6::RawState> {
    let form = input.byte();
    let bytes = input.slice();
    match form % 4 {
        0 => None,
        1 => Some(v6::RawState {
            json: Bytes::new(),
            flatmap: String::from_utf8_lossy(bytes)
                .lines()
                .filter_map(|line| line.split_once('='))
                .map(|(key, text)| (key.to_owned(), text.to_owned()))
                .collect(),
        }),
        _ => Some(v6::RawState {
            json: Bytes::copy_from_slice(bytes),
            ..Default::default()
        }),
    }
}

/// The identity of an object, or anything else.
fn identity(input: &mut Input<'_>) -> Option<v6::ResourceIdentityData> {
    let identity_data = value(input);
    Some(v6::ResourceIdentityData { identity_data }).filter(|data| data.identity_data.is_some())
}

fn private(input: &mut Input<'_>) -> Bytes {
    Bytes::copy_from_slice(input.slice())
}

async fn answer(provider: &ProviderServer, call: u8, bytes: &[u8]) -> Vec<v6::Diagnostic> {
    let raw = call >= 128;
    match call % 10 {
        0 => {
            let request = message(raw, bytes, |input| v6::validate_resource_config::Request {
                type_name: type_name(input),
                config: value(input),
                client_capabilities: None,
            });
            provider.validate_resource_config(request).await.diagnostics
        }
        1 => {
            let request = message(raw, bytes, |input| v6::upgrade_resource_state::Request {
                type_name: type_name(input),
                version: i64::from(input.byte()) % 3,
                raw_state: raw_state(input),
            });
            let identity = v6::upgrade_resource_identity::Request {
                type_name: request.type_name.clone(),
                version: request.version,
                raw_identity: request.raw_state.clone(),
            };
            let mut said = provider.upgrade_resource_state(request).await.diagnostics;
            // Most types have none, which is not an error.
            let upgraded = provider.upgrade_resource_identity(identity).await;
            said.extend(upgraded.diagnostics);
            said
        }
        2 => {
            let request = message(raw, bytes, |input| v6::read_resource::Request {
                type_name: type_name(input),
                current_state: value(input),
                private: private(input),
                current_identity: identity(input),
                ..Default::default()
            });
            provider.read_resource(request).await.diagnostics
        }
        3 | 4 => {
            let request = message(raw, bytes, |input| v6::plan_resource_change::Request {
                type_name: type_name(input),
                prior_state: value(input),
                config: value(input),
                prior_private: private(input),
                prior_identity: identity(input),
                ..Default::default()
            });
            planned_and_applied(provider, request).await
        }
        5 => {
            let request = message(raw, bytes, |input| v6::apply_resource_change::Request {
                type_name: type_name(input),
                prior_state: value(input),
                planned_state: value(input),
                config: value(input),
                planned_private: private(input),
                ..Default::default()
            });
            provider.apply_resource_change(request).await.diagnostics
        }
        6 => {
            let request = message(raw, bytes, |input| v6::import_resource_state::Request {
                type_name: type_name(input),
                id: input.text(),
                identity: identity(input),
                ..Default::default()
            });
            provider.import_resource_state(request).await.diagnostics
        }
        7 => {
            let request = message(raw, bytes, |input| v6::move_resource_state::Request {
                source_type_name: input.text(),
                source_schema_version: i64::from(input.byte()),
                source_state: raw_state(input),
                target_type_name: type_name(input),
                source_private: private(input),
                ..Default::default()
            });
            provider.move_resource_state(request).await.diagnostics
        }
        8 => {
            let request = message(raw, bytes, |input| v6::read_data_source::Request {
                type_name: type_name(input),
                config: value(input),
                ..Default::default()
            });
            let mut said = provider.read_data_source(request).await.diagnostics;
            said.extend(invoked(provider, raw, bytes).await);
            said
        }
        _ => {
            let request = message(raw, bytes, |input| v6::call_function::Request {
                name: type_name(input),
                arguments: std::iter::from_fn(|| value(input)).take(20).collect(),
            });
            if let Some(error) = provider.call_function(request).await.error {
                assert!(!error.text.is_empty());
                assert!(
                    !error.text.contains(": the provider panicked in "),
                    "{}",
                    error.text
                );
            }
            ephemeral(provider, raw, bytes).await;
            let request = message(raw, bytes, |input| v6::validate_provider_config::Request {
                config: value(input),
            });
            provider.validate_provider_config(request).await.diagnostics
        }
    }
}

/// An action is validated, planned and invoked, and its stream has one end.
async fn invoked(provider: &ProviderServer, raw: bool, bytes: &[u8]) -> Vec<v6::Diagnostic> {
    let request = message(raw, bytes, |input| v6::invoke_action::Request {
        action_type: type_name(input),
        config: value(input),
        ..Default::default()
    });
    let validate = v6::validate_action_config::Request {
        action_type: request.action_type.clone(),
        config: request.config.clone(),
    };
    let mut said = provider.validate_action_config(validate).await.diagnostics;
    let plan = v6::plan_action::Request {
        action_type: request.action_type.clone(),
        config: request.config.clone(),
        client_capabilities: None,
    };
    said.extend(provider.plan_action(plan).await.diagnostics);
    let (send, mut events) = StreamSender::<v6::invoke_action::Event>::local();
    let taken = async {
        let mut ends = Vec::new();
        while let Some(event) = events.recv().await {
            assert!(ends.is_empty(), "an event after the end");
            if let Some(v6::invoke_action::event::Type::Completed(end)) = event.r#type {
                ends.push(end.diagnostics);
            }
        }
        ends
    };
    let ((), ends) = tokio::join!(provider.invoke_action(request, send), taken);
    assert_eq!(ends.len(), 1);
    said.extend(ends.concat());
    said
}

/// A resource opened without an error can be renewed and closed, and private data of any form is at
/// most an error.
async fn ephemeral(provider: &ProviderServer, raw: bool, bytes: &[u8]) {
    let request = message(raw, bytes, |input| v6::open_ephemeral_resource::Request {
        type_name: type_name(input),
        config: value(input),
        ..Default::default()
    });
    let opened = provider.open_ephemeral_resource(request.clone()).await;
    let type_name = request.type_name;
    let told = |diagnostics: &[v6::Diagnostic]| {
        for told in diagnostics {
            assert!(
                !told.summary.contains(": the provider panicked in "),
                "{told:?}"
            );
        }
    };
    told(&opened.diagnostics);
    let is_open = opened.result.is_some();
    assert_eq!(is_open, opened.private.is_some());
    let private = opened.private.unwrap_or_else(|| bytes.to_vec().into());
    let renewed = provider
        .renew_ephemeral_resource(v6::renew_ephemeral_resource::Request {
            type_name: type_name.clone(),
            private: Some(private.clone()),
        })
        .await;
    told(&renewed.diagnostics);
    let closed = provider
        .close_ephemeral_resource(v6::close_ephemeral_resource::Request {
            type_name,
            private: Some(private),
        })
        .await;
    told(&closed.diagnostics);
    assert!(!is_open || (renewed.diagnostics.is_empty() && closed.diagnostics.is_empty()));
}

/// A plan without errors can be applied: the provider does what is planned.
async fn planned_and_applied(
    provider: &ProviderServer,
    request: v6::plan_resource_change::Request,
) -> Vec<v6::Diagnostic> {
    let planned = provider.plan_resource_change(request.clone()).await;
    let mut said = planned.diagnostics;
    if said.is_empty() {
        let applied = provider
            .apply_resource_change(v6::apply_resource_change::Request {
                type_name: request.type_name,
                prior_state: request.prior_state,
                planned_state: planned.planned_state,
                config: request.config,
                planned_private: planned.planned_private,
                ..Default::default()
            })
            .await;
        said = applied.diagnostics;
    }
    said
}
