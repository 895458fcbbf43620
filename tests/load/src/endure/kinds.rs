//! Valid requests of the kinds beside resources and data sources: functions, ephemeral resources,
//! lists, actions and state stores, for everything that the provider has of each.

use crate::Result;
use crate::{schema, values};
use bytes::Bytes;
use prost::Message as _;
use schema_client::{CHUNK_SIZE, state_chunks};
use schema_runtime::codec::{msgpack, type_json};
use schema_runtime::schema::{Field, Flags, Kind, Schema, SchemaKind};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_transport::proto::schema::AttributeMessage;
use schema_transport::proto::v6::get_provider_schema::ResponseOf;
use schema_transport::proto::v6::{self, DynamicValue};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

type Named = Vec<(String, Schema)>;

/// A provider's items of these kinds, and their values from the description.
pub(super) struct Kinds {
    functions: BTreeMap<String, v6::Function>,
    ephemeral_resources: Named,
    lists: Named,
    actions: Named,
    state_stores: Named,
    /// Configurations and arguments by name; samples replace missing ones.
    given: Map<String, Json>,
}

type Requests = Vec<(&'static str, Vec<u8>)>;

impl Kinds {
    /// Reads them from the answer about schemas; `raised` converts its attributes to protocol 6.
    pub(super) fn take<A: AttributeMessage>(
        answer: &mut ResponseOf<A>,
        raised: impl Fn(schema_transport::proto::schema::Schema<A>) -> v6::Schema,
        given: Map<String, Json>,
    ) -> Result<Self> {
        let read = |kind, all: Vec<(String, _)>| -> Result<Named> {
            let schemas = all.into_iter().map(|(name, schema)| {
                let schema = schema::read(kind, &name, &raised(schema))?;
                Ok((name, schema))
            });
            schemas.collect()
        };
        let taken = |all: &mut BTreeMap<_, _>| std::mem::take(all).into_iter().collect();
        let actions = std::mem::take(&mut answer.action_schemas).into_iter();
        let actions = actions.filter_map(|(name, action)| Some((name, action.schema?)));
        Ok(Kinds {
            functions: std::mem::take(&mut answer.functions),
            ephemeral_resources: read(
                SchemaKind::Ephemeral,
                taken(&mut answer.ephemeral_resource_schemas),
            )?,
            lists: read(SchemaKind::List, taken(&mut answer.list_resource_schemas))?,
            actions: read(SchemaKind::Action, actions.collect())?,
            state_stores: read(
                SchemaKind::StateStore,
                taken(&mut answer.state_store_schemas),
            )?,
            given,
        })
    }

    /// A configuration of each, or of another item if the provider has none of a kind.
    fn configs(
        &self,
        all: &Named,
        otherwise: (&str, &Option<DynamicValue>),
    ) -> Result<Vec<(String, Option<DynamicValue>)>> {
        if all.is_empty() {
            return Ok(vec![(otherwise.0.to_owned(), otherwise.1.clone())]);
        }
        let configs = all.iter().map(|(name, schema)| {
            let value = match self.given.get(name) {
                Some(given) => values::read(&schema.block, given)?,
                None => sample_block(schema),
            };
            let bytes = msgpack::encode_block(&schema.block, &value)?;
            Ok((name.clone(), Some(DynamicValue::from_msgpack(bytes))))
        });
        configs.collect()
    }

    /// A valid request of every call, by its name in protocol 6; for state stores only if they are
    /// served.
    pub(super) fn requests(
        &self,
        otherwise: (&str, &Option<DynamicValue>),
        object: &DynamicValue,
        state_stores: bool,
    ) -> Result<Requests> {
        let mut requests = Requests::new();
        self.functions(otherwise, &mut requests)?;
        for (type_name, config) in self.configs(&self.ephemeral_resources, otherwise)? {
            let validate = v6::validate_ephemeral_resource_config::Request {
                type_name: type_name.clone(),
                config: config.clone(),
            };
            requests.push(("ValidateEphemeralResourceConfig", validate.encode_to_vec()));
            let open = v6::open_ephemeral_resource::Request {
                type_name: type_name.clone(),
                config,
                ..Default::default()
            };
            requests.push(("OpenEphemeralResource", open.encode_to_vec()));
            let renew = v6::renew_ephemeral_resource::Request {
                type_name,
                private: Some("x".into()),
            };
            requests.push(("RenewEphemeralResource", renew.encode_to_vec()));
            requests.push(("CloseEphemeralResource", renew.encode_to_vec()));
        }
        for (type_name, config) in self.configs(&self.lists, otherwise)? {
            let validate = v6::validate_list_resource_config::Request {
                type_name: type_name.clone(),
                config: config.clone(),
                ..Default::default()
            };
            requests.push(("ValidateListResourceConfig", validate.encode_to_vec()));
            let list = v6::list_resource::Request {
                type_name,
                config,
                include_resource_object: true,
                limit: 10,
            };
            requests.push(("ListResource", list.encode_to_vec()));
        }
        let generate = v6::generate_resource_config::Request {
            type_name: otherwise.0.to_owned(),
            state: Some(object.clone()),
        };
        requests.push(("GenerateResourceConfig", generate.encode_to_vec()));
        for (action_type, config) in self.configs(&self.actions, otherwise)? {
            let validate = v6::validate_action_config::Request {
                action_type: action_type.clone(),
                config: config.clone(),
            };
            requests.push(("ValidateActionConfig", validate.encode_to_vec()));
            let plan = v6::plan_action::Request {
                action_type: action_type.clone(),
                config: config.clone(),
                ..Default::default()
            };
            requests.push(("PlanAction", plan.encode_to_vec()));
            let invoke = v6::invoke_action::Request {
                action_type,
                config,
                ..Default::default()
            };
            requests.push(("InvokeAction", invoke.encode_to_vec()));
        }
        if state_stores {
            for (type_name, config) in self.configs(&self.state_stores, otherwise)? {
                of_a_state_store(&type_name, config, &mut requests);
            }
        }
        Ok(requests)
    }

    fn functions(
        &self,
        otherwise: (&str, &Option<DynamicValue>),
        requests: &mut Requests,
    ) -> Result<()> {
        let mut call = |name: &str, arguments| {
            let name = name.to_owned();
            let call = v6::call_function::Request { name, arguments };
            requests.push(("CallFunction", call.encode_to_vec()));
        };
        // One that does not exist.
        call("f", otherwise.1.iter().cloned().collect());
        for (name, function) in &self.functions {
            let given = self.given.get(name).and_then(Json::as_array);
            let further = function.variadic_parameter.iter();
            let parameters = function.parameters.iter().chain(further);
            let arguments = parameters.enumerate().map(|(index, parameter)| {
                let ty = type_json::parse(&parameter.r#type)?;
                let value = match given.and_then(|given| given.get(index)) {
                    Some(Json::String(text)) => text.as_str().into(),
                    Some(json) => return Err(format!("{name}: {json} is not a string").into()),
                    None => sample(&ty),
                };
                let bytes = msgpack::encode(&ty, &value)?;
                Ok(DynamicValue::from_msgpack(bytes))
            });
            call(name, arguments.collect::<Result<_>>()?);
        }
        Ok(())
    }
}

fn of_a_state_store(type_name: &str, config: Option<DynamicValue>, requests: &mut Requests) {
    const STATE: &str = "corrupt";
    let (type_name, state_id) = (type_name.to_owned(), STATE.to_owned());
    let validate = v6::validate_state_store_config::Request {
        type_name: type_name.clone(),
        config: config.clone(),
    };
    requests.push(("ValidateStateStoreConfig", validate.encode_to_vec()));
    let configure = v6::configure_state_store::Request {
        type_name: type_name.clone(),
        config,
        capabilities: Some(v6::configure_state_store::StateStoreClientCapabilities {
            chunk_size: i64::try_from(CHUNK_SIZE).unwrap_or(i64::MAX),
        }),
    };
    requests.push(("ConfigureStateStore", configure.encode_to_vec()));
    let state = Bytes::from_static(br#"{"version":4,"serial":1,"lineage":"x","resources":[]}"#);
    for chunk in state_chunks(&type_name, STATE, &state, CHUNK_SIZE) {
        requests.push(("WriteStateBytes", chunk.encode_to_vec()));
    }
    let read = v6::read_state_bytes::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
    };
    requests.push(("ReadStateBytes", read.encode_to_vec()));
    let lock = v6::lock_state::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
        operation: "OperationTypeApply".to_owned(),
    };
    requests.push(("LockState", lock.encode_to_vec()));
    let unlock = v6::unlock_state::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
        lock_id: "x".to_owned(),
    };
    requests.push(("UnlockState", unlock.encode_to_vec()));
    let list = v6::get_states::Request {
        type_name: type_name.clone(),
    };
    requests.push(("GetStates", list.encode_to_vec()));
    let delete = v6::delete_state::Request {
        type_name,
        state_id,
    };
    requests.push(("DeleteState", delete.encode_to_vec()));
}

/// Only the required values.
fn sample_block(schema: &Schema) -> Value {
    let Value::Object(mut values) = schema.block.empty_object() else {
        return Value::Null;
    };
    let attribute = |field: &Field| matches!(field.kind, Kind::Attribute { .. });
    for (field, value) in schema.block.fields.iter().zip(&mut values) {
        if field.is(Flags::REQUIRED) && attribute(field) {
            *value = sample(&field.implied_type());
        }
    }
    Value::Object(values)
}

/// A value of a type, with one element in each collection.
fn sample(ty: &Type) -> Value {
    match ty {
        Type::Bool => true.into(),
        Type::Number => Value::from(1_i64),
        Type::List(element) => Value::List(vec![sample(element)]),
        Type::Tuple(elements) => Value::List(elements.iter().map(sample).collect()),
        Type::Object(_) | Type::Map(_) | Type::Set(_) | Type::Dynamic => Value::Null,
        _ => "corrupt".into(),
    }
}
