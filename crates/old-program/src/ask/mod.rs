//! [`Asking`]: converts calls with values to calls of the old program.

mod resource;

use std::sync::Arc;

use bytes::Bytes;
use prost::Message;
use schema_client::capabilities;
use schema_runtime::codec::msgpack;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, IdentitySchema, SchemaKind};
use schema_runtime::value::Value;
use schema_shell::MovedState;
use schema_shell::lifecycle::{
    BehindAnswer, BehindCall, BehindObject, BehindRequest, ListEvent, RawState, Schemas,
};
use schema_transport::proto::WithDiagnostics;
use schema_transport::proto::v6::{self, DynamicValue, invoke_action};

use crate::convert::{
    decode, decode_identity, diagnostics, encode, encode_identity, mismatch, raw_state, time, unfit,
};
use crate::session::Session;

/// A configuration of the old program, and the schemas for reading its messages.
#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) session: Arc<Session>,
    /// The schemas of both.
    pub(crate) schemas: Arc<Schemas>,
    /// Whether the program plans a destroy.
    pub(crate) plan_destroy: bool,
}

type Asked<T> = Result<T, Diagnostics>;

impl Asking {
    /// Answers a call. After an error, the object is unchanged.
    pub(crate) async fn answer(self, request: BehindRequest) -> BehindAnswer {
        let kept = match &request.call {
            BehindCall::Read | BehindCall::Renew | BehindCall::Apply => BehindObject {
                state: request.prior_state.clone(),
                private: request.private.clone(),
                identity: request.identity.clone(),
                ..Default::default()
            },
            _ => BehindObject::default(),
        };
        let is_apply = matches!(request.call, BehindCall::Apply);
        let (diagnostics, argument) = match self.asked(request).await {
            Ok(answer) if is_apply || !answer.diagnostics.has_errors() => return answer,
            Ok(answer) => (answer.diagnostics, answer.argument),
            Err(diagnostics) => (diagnostics, None),
        };
        BehindAnswer {
            object: kept,
            diagnostics,
            argument,
            ..Default::default()
        }
    }

    fn block(&self, kind: SchemaKind, name: &str) -> Asked<&Block> {
        let all = self.schemas.of_kind(kind);
        let schema = all.and_then(|all| all.get(name));
        let schema = schema.ok_or_else(|| mismatch(&format!("It names the type {name:?}")))?;
        Ok(&schema.block)
    }

    fn identity(&self, name: &str) -> Option<&Block> {
        let schema = self.schemas.identities.get(name).map(|schema| &**schema);
        schema.map(IdentitySchema::block)
    }

    /// Sends a request, and takes the diagnostics out of the answer.
    async fn send<A: Message + Default + WithDiagnostics>(
        &self,
        call: &'static str,
        request: &impl Message,
        told: &mut BehindAnswer,
    ) -> Asked<A> {
        let (mut answer, further) = self.sent::<A>(call, request).await?;
        told.diagnostics = diagnostics(std::mem::take(answer.diagnostics()));
        told.diagnostics.extend(diagnostics(further));
        Ok(answer)
    }

    async fn sent<A: Message + Default>(
        &self,
        call: &'static str,
        request: &impl Message,
    ) -> Asked<(A, Vec<v6::Diagnostic>)> {
        let request = Bytes::from(request.encode_to_vec());
        let forwarded = self.session.pass(call, request).await;
        let answer = A::decode(forwarded.message);
        let answer = answer.map_err(|error| mismatch(&error.to_string()))?;
        Ok((answer, forwarded.diagnostics))
    }

    async fn asked(&self, request: BehindRequest) -> Asked<BehindAnswer> {
        let name = request.type_name.clone();
        let mut told = BehindAnswer::default();
        match request.call {
            BehindCall::Validate(kind) => {
                let config = encode(self.block(kind, &name)?, &request.config)?;
                self.validate(kind, name, config, &mut told).await?;
            }
            BehindCall::UpgradeState { version, state } => {
                let raw_state = Some(raw_state(state));
                let sent = v6::upgrade_resource_state::Request {
                    type_name: name.clone(),
                    version,
                    raw_state,
                };
                let call = "UpgradeResourceState";
                let answer: v6::upgrade_resource_state::Response =
                    self.send(call, &sent, &mut told).await?;
                let block = self.block(SchemaKind::Resource, &name)?;
                told.object.state = decode(block, answer.upgraded_state)?;
            }
            BehindCall::UpgradeIdentity { version, stored } => {
                let sent = v6::upgrade_resource_identity::Request {
                    type_name: name.clone(),
                    version,
                    raw_identity: stored.map(raw_state),
                };
                let call = "UpgradeResourceIdentity";
                let answer: v6::upgrade_resource_identity::Response =
                    self.send(call, &sent, &mut told).await?;
                told.object.identity =
                    decode_identity(self.identity(&name), answer.upgraded_identity)?;
            }
            BehindCall::Read => self.read(request, &mut told).await?,
            BehindCall::Plan => self.plan(request, &mut told).await?,
            BehindCall::Apply => self.apply(request, &mut told).await?,
            BehindCall::Import { id } => {
                let sent = v6::import_resource_state::Request {
                    type_name: name.clone(),
                    id,
                    client_capabilities: capabilities(),
                    identity: encode_identity(self.identity(&name), request.identity.as_ref())?,
                };
                let call = "ImportResourceState";
                let answer: v6::import_resource_state::Response =
                    self.send(call, &sent, &mut told).await?;
                for one in answer.imported_resources {
                    let block = self.block(SchemaKind::Resource, &one.type_name)?;
                    told.imported.push(BehindObject {
                        state: decode(block, one.state)?,
                        private: one.private.into(),
                        identity: decode_identity(self.identity(&one.type_name), one.identity)?,
                        type_name: one.type_name,
                    });
                }
            }
            BehindCall::Move(from) => {
                let answer: v6::move_resource_state::Response = self
                    .send("MoveResourceState", &moved(&name, &from), &mut told)
                    .await?;
                let block = self.block(SchemaKind::Resource, &name)?;
                told.object = BehindObject {
                    state: decode(block, answer.target_state)?,
                    private: answer.target_private.into(),
                    identity: decode_identity(self.identity(&name), answer.target_identity)?,
                    type_name: name,
                };
            }
            BehindCall::ReadDataSource => {
                let block = self.block(SchemaKind::DataSource, &name)?;
                let sent = v6::read_data_source::Request {
                    type_name: name.clone(),
                    config: encode(block, &request.config)?,
                    provider_meta: self.meta(request.provider_meta.as_deref())?,
                    client_capabilities: capabilities(),
                };
                let answer: v6::read_data_source::Response =
                    self.send("ReadDataSource", &sent, &mut told).await?;
                told.object.state = decode(block, answer.state)?;
            }
            BehindCall::Open => {
                let block = self.block(SchemaKind::Ephemeral, &name)?;
                let sent = v6::open_ephemeral_resource::Request {
                    type_name: name.clone(),
                    config: encode(block, &request.config)?,
                    client_capabilities: capabilities(),
                };
                let answer: v6::open_ephemeral_resource::Response =
                    self.send("OpenEphemeralResource", &sent, &mut told).await?;
                told.object.state = decode(block, answer.result)?;
                told.object.private = answer.private.unwrap_or_default().into();
                told.renew_at = time(answer.renew_at);
            }
            BehindCall::Renew => {
                let private = Some(request.private.into());
                let sent = v6::renew_ephemeral_resource::Request {
                    type_name: name,
                    private,
                };
                let answer: v6::renew_ephemeral_resource::Response = self
                    .send("RenewEphemeralResource", &sent, &mut told)
                    .await?;
                told.object.private = answer.private.unwrap_or_default().into();
                told.renew_at = time(answer.renew_at);
            }
            BehindCall::Close => {
                let private = Some(request.private.into());
                let sent = v6::close_ephemeral_resource::Request {
                    type_name: name,
                    private,
                };
                let _: v6::close_ephemeral_resource::Response = self
                    .send("CloseEphemeralResource", &sent, &mut told)
                    .await?;
            }
            BehindCall::List {
                include_object,
                limit,
                found,
            } => {
                let block = self.block(SchemaKind::List, &name)?;
                let sent = v6::list_resource::Request {
                    config: encode(block, &request.config)?,
                    type_name: name,
                    include_resource_object: include_object,
                    limit,
                };
                self.list(&sent, &found).await?;
            }
            BehindCall::PlanAction => {
                let block = self.block(SchemaKind::Action, &name)?;
                let sent = v6::plan_action::Request {
                    config: encode(block, &request.config)?,
                    action_type: name,
                    client_capabilities: capabilities(),
                };
                let _: v6::plan_action::Response =
                    self.send("PlanAction", &sent, &mut told).await?;
            }
            BehindCall::Invoke(progress) => {
                let block = self.block(SchemaKind::Action, &name)?;
                let sent = v6::invoke_action::Request {
                    config: encode(block, &request.config)?,
                    action_type: name,
                    client_capabilities: capabilities(),
                };
                let report = |message: &str| {
                    if let Some(progress) = &progress {
                        progress.report(message);
                    }
                };
                self.invoke(&sent, report, &mut told).await?;
            }
            BehindCall::Function(arguments) => self.call(name, arguments, &mut told).await?,
        }
        Ok(told)
    }

    fn meta(&self, meta: Option<&Value>) -> Asked<Option<DynamicValue>> {
        match (&self.schemas.provider_meta, meta) {
            (Some(schema), Some(meta)) => Ok(encode(&schema.block, meta)?),
            _ => Ok(None),
        }
    }

    async fn validate(
        &self,
        kind: SchemaKind,
        type_name: String,
        config: Option<DynamicValue>,
        told: &mut BehindAnswer,
    ) -> Asked<()> {
        let _: v6::OnlyDiagnostics = match kind {
            SchemaKind::Resource => {
                let sent = v6::validate_resource_config::Request {
                    type_name,
                    config,
                    client_capabilities: capabilities(),
                };
                self.send("ValidateResourceConfig", &sent, told).await?
            }
            SchemaKind::Action => {
                let sent = v6::validate_action_config::Request {
                    action_type: type_name,
                    config,
                };
                self.send("ValidateActionConfig", &sent, told).await?
            }
            SchemaKind::List => {
                let sent = v6::validate_list_resource_config::Request {
                    type_name,
                    config,
                    ..Default::default()
                };
                self.send("ValidateListResourceConfig", &sent, told).await?
            }
            SchemaKind::Ephemeral => {
                let sent = v6::validate_ephemeral_resource_config::Request { type_name, config };
                self.send("ValidateEphemeralResourceConfig", &sent, told)
                    .await?
            }
            _ => {
                let sent = v6::validate_data_resource_config::Request { type_name, config };
                self.send("ValidateDataResourceConfig", &sent, told).await?
            }
        };
        Ok(())
    }

    async fn list(
        &self,
        request: &v6::list_resource::Request,
        found: &tokio::sync::mpsc::Sender<ListEvent>,
    ) -> Asked<()> {
        const CALL: &str = "ListResource";
        let name = &request.type_name;
        let (provider, process) = self.session.ready(CALL).await.map_err(diagnostics)?;
        let failed =
            async |error| diagnostics(vec![self.session.failure(process, CALL, &error).await]);
        let mut messages = match provider.list_resource(request).await {
            Ok(messages) => messages,
            Err(error) => return Err(failed(error).await),
        };
        loop {
            let next = tokio::select! {
                next = messages.next() => next,
                // The caller has enough.
                () = found.closed() => return Ok(()),
            };
            let event = match next {
                Ok(Some(event)) => event,
                Ok(None) => return Ok(()),
                Err(error) => return Err(failed(error).await),
            };
            let object = match event.resource_object {
                None => None,
                object => Some(decode(self.block(SchemaKind::Resource, name)?, object)?),
            };
            let event = ListEvent {
                identity: decode_identity(self.identity(name), event.identity)?,
                display_name: event.display_name,
                object,
                diagnostics: diagnostics(event.diagnostics),
            };
            if found.send(event).await.is_err() {
                return Ok(());
            }
        }
    }

    async fn invoke(
        &self,
        request: &invoke_action::Request,
        report: impl Fn(&str),
        told: &mut BehindAnswer,
    ) -> Asked<()> {
        const CALL: &str = "InvokeAction";
        let (provider, process) = self.session.ready(CALL).await.map_err(diagnostics)?;
        let ended = async {
            let mut messages = provider.invoke_action(request).await?;
            while let Some(event) = messages.next().await? {
                match event.r#type {
                    Some(invoke_action::event::Type::Progress(progress)) => {
                        report(&progress.message);
                    }
                    Some(invoke_action::event::Type::Completed(completed)) => {
                        return Ok(Some(completed.diagnostics));
                    }
                    None => {}
                }
            }
            Ok(None)
        };
        match ended.await {
            Ok(Some(completed)) => told.diagnostics = diagnostics(completed),
            Ok(None) => return Err(mismatch("The action does not say how it ended").into()),
            Err(error) => {
                let error = self.session.failure(process, CALL, &error).await;
                return Err(diagnostics(vec![error]));
            }
        }
        Ok(())
    }

    async fn call(
        &self,
        name: String,
        arguments: Vec<Value>,
        told: &mut BehindAnswer,
    ) -> Asked<()> {
        let Some(schema) = self.schemas.functions.get(&name) else {
            return Err(mismatch(&format!("It has no function {name}")).into());
        };
        let mut parameters = schema.parameters();
        let mut last = None;
        let arguments = arguments.iter().map(|argument| {
            let parameter = parameters.next().or_else(|| last.take());
            let ty = match &parameter {
                Some(parameter) if parameter.variadic => {
                    let list = parameter.field.implied_type();
                    list.element().cloned().unwrap_or(list)
                }
                Some(parameter) => parameter.field.implied_type(),
                None => return Err(unfit("The function takes fewer arguments.").into()),
            };
            last = parameter.filter(|parameter| parameter.variadic);
            let encoded = msgpack::encode(&ty, argument);
            let encoded = encoded.map_err(|error| unfit(&error.to_string()))?;
            Ok(DynamicValue::from_msgpack(encoded))
        });
        let arguments = arguments.collect::<Asked<_>>()?;
        let sent = v6::call_function::Request { name, arguments };
        let (answer, failed): (v6::call_function::Response, _) =
            self.sent("CallFunction", &sent).await?;
        told.diagnostics = diagnostics(failed);
        if let Some(error) = answer.error {
            let index = error.function_argument;
            told.argument = index.and_then(|index| usize::try_from(index).ok());
            told.diagnostics.push(Diagnostic::error(error.text));
        }
        if let (false, Some(result)) = (told.diagnostics.has_errors(), answer.result) {
            let read = msgpack::decode(&schema.result_type(), &result.msgpack);
            told.object.state = read.map_err(|error| mismatch(&error.to_string()))?;
        }
        Ok(())
    }
}

fn moved(name: &str, from: &MovedState) -> v6::move_resource_state::Request {
    let identity = from.identity();
    let stored = identity.and_then(|identity| identity.raw().cloned());
    v6::move_resource_state::Request {
        source_provider_address: from.provider_address().to_owned(),
        source_type_name: from.type_name().to_owned(),
        source_schema_version: from.state().version(),
        source_state: Some(raw_state(RawState::clone(from.state().raw()))),
        target_type_name: name.to_owned(),
        source_private: from.private().to_bytes().into(),
        source_identity: stored.map(raw_state),
        source_identity_schema_version: identity.map_or(0, |identity| identity.version()),
    }
}
