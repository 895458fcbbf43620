//! Functions of the provider: calls them, with Terraform Core's checks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use schema_panic::lock;
use schema_runtime::codec::msgpack;
use schema_runtime::convert::convert_to;
use schema_runtime::schema::FunctionSchema;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{FunctionFailure, FunctionFault, Instance, Schemas};
use sha2::{Digest as _, Sha256};

use super::super::reason::HIDDEN;
use super::super::{Evaluator, MarkKinds, TypedValue};
use crate::message::{Message, suggestion};
use crate::source::Location;

/// The prefix of their names.
const NAMESPACE: &str = "provider::";

/// The functions of the provider, for all expressions of a command. Clones share the results so
/// far.
#[derive(Clone)]
pub(crate) struct ProviderFunctions {
    instance: Instance,
    caller: Arc<Caller>,
    /// The result of each call.
    returned: Arc<Mutex<HashMap<Hash, Hash>>>,
}

/// Calls a function by name and blocks the thread until it returns or is abandoned. The result
/// comes with its encoding.
pub(crate) type Caller =
    dyn Fn(&str, Vec<Value>) -> Result<(Value, Vec<u8>), FunctionFailure> + Send + Sync;

/// Identifies a call or a result of any size.
type Hash = [u8; 32];

impl ProviderFunctions {
    /// The functions of this provider, called through `caller`.
    pub(crate) fn new(instance: Instance, caller: Arc<Caller>) -> Self {
        ProviderFunctions {
            instance,
            caller,
            returned: Arc::default(),
        }
    }

    /// The result, which must be the same for the same arguments throughout a command.
    fn call(
        &self,
        schema: &FunctionSchema,
        arguments: Vec<Value>,
    ) -> Result<Value, FunctionFailure> {
        let call = hash_of_call(schema, &arguments);
        let (result, encoded) = (self.caller)(schema.name(), arguments)?;
        if let Some(call) = call {
            let hash = Hash::from(Sha256::digest(encoded));
            let mut returned = lock(&self.returned);
            // Unknown counts as an ordinary result, as in Terraform 1.11.
            if *returned.entry(call).or_insert(hash) != hash {
                return Err(FunctionFailure {
                    text: "the provider returned an inconsistent result: a different one than \
                           before for the same arguments, which is a bug in the provider"
                        .to_owned(),
                    argument: None,
                    fault: FunctionFault::Result,
                });
            }
        }
        Ok(result)
    }
}

/// The hash of a function's name and its arguments; `None` if an argument cannot be encoded.
fn hash_of_call(schema: &FunctionSchema, arguments: &[Value]) -> Option<Hash> {
    let mut hasher = Sha256::new();
    let mut add = |bytes: &[u8]| {
        // So that different lists of parts never have the same bytes.
        hasher.update(bytes.len().to_be_bytes());
        hasher.update(bytes);
    };
    add(schema.name().as_bytes());
    for (index, argument) in arguments.iter().enumerate() {
        let ty = schema.parameter_of(index)?.ty();
        add(&msgpack::encode(&ty, argument).ok()?);
    }
    Some(hasher.finalize().into())
}

schema_runtime::__debug!(ProviderFunctions, |_it|);

/// Whether this is the name of a provider function.
pub(crate) fn is_of_provider(name: &str) -> bool {
    name.starts_with(NAMESPACE)
}

/// Looks up a function of the provider by its full name.
///
/// # Errors
/// The provider has no such function, or the name is one of a different provider.
pub(crate) fn of_provider<'s>(
    name: &str,
    schemas: &'s Schemas,
    at: &Location,
) -> Result<&'s FunctionSchema, Message> {
    let provider = &*schemas.provider.type_name;
    let wrong = |detail: String| {
        Err(Message::error("Unknown provider function")
            .detail(detail)
            .at(at))
    };
    let rest = name.strip_prefix(NAMESPACE).unwrap_or(name);
    let Some((namespace, function)) = rest.split_once("::") else {
        return wrong(format!(
            "The name \"{name}\" is not complete: functions of providers are called as \
             provider::{provider}::NAME(…)."
        ));
    };
    if namespace != provider {
        return wrong(format!(
            "There is no provider \"{namespace}\" here, so there is no function \"{name}\": this is the provider \
             \"{provider}\"."
        ));
    }
    match schemas.functions.get(function) {
        Some(schema) => Ok(schema),
        None => {
            let near = suggestion(function, schemas.functions.keys().map(String::as_str));
            wrong(format!(
                "The provider \"{provider}\" has no function named \"{function}\".{near}"
            ))
        }
    }
}

impl Evaluator<'_> {
    /// Calls a function of the provider; an invalid name was already reported when the expression
    /// was checked.
    pub(super) fn provider_call(
        &mut self,
        name: &str,
        values: Vec<(TypedValue, &Location)>,
        mut kinds: MarkKinds,
        at: &Location,
    ) -> TypedValue {
        let Some(functions) = self.scope.functions.clone() else {
            let detail = format!(
                "Functions may not be called here, so the function \"{name}\" may not be either."
            );
            return self.fail("Function calls not allowed", detail, at);
        };
        let schema = of_provider(name, functions.instance.schemas(), at);
        let Some(schema) = self.messages.ok(schema) else {
            return TypedValue::unknown();
        };
        let called = format!("Function \"{name}\"");
        let fixed = schema.parameters().take(schema.fixed());
        let names: Vec<&str> = fixed.map(|fixed| fixed.field.name.as_str()).collect();
        if !self.check_count(&called, &names, schema.variadic, values.len(), at) {
            return TypedValue::unknown();
        }
        let result = schema.result_type();
        let mut unknown = false;
        let mut arguments = Vec::with_capacity(values.len());
        let mut places = Vec::with_capacity(values.len());
        for (index, (value, at)) in values.into_iter().enumerate() {
            let Some(parameter) = schema.parameter_of(index) else {
                continue;
            };
            let name = &parameter.field.name;
            kinds |= value.kinds();
            let ty = parameter.ty();
            let wanted = (name.as_str(), &ty, parameter.takes_null());
            let Some(value) = self.argument(value, wanted, kinds.any(), at) else {
                return TypedValue::unknown();
            };
            unknown |= !parameter.takes_unknown() && !value.value.is_wholly_known();
            let argument = match ty {
                Type::Dynamic => Ok(in_dynamic_place(value)),
                _ if value.ty == ty => Ok(value.value),
                // A dynamic value inside carries its own type.
                _ => convert_to(value.value, &value.ty, &ty),
            };
            match argument {
                Ok(argument) => arguments.push(argument),
                Err(error) => {
                    let reason = match kinds.any() {
                        true => HIDDEN.to_owned(),
                        false => error.text(),
                    };
                    return self.wrong_argument(name, &reason, at);
                }
            }
            places.push((at, name.clone()));
        }
        if unknown {
            return TypedValue::unknown_of(result).marked(kinds);
        }
        match functions.call(schema, arguments) {
            Ok(value) => self.returned(TypedValue::new(result, value), kinds, at),
            Err(failure) => {
                // The message may show a part of an argument.
                let text = if kinds.any() { HIDDEN } else { &failure.text };
                match failure.argument.and_then(|index| places.get(index)) {
                    Some((at, name)) => self.wrong_argument(name, text, at),
                    None => self.failed(name, text, at),
                }
            }
        }
    }
}

/// A value together with its type, for a place of dynamic type.
fn in_dynamic_place(value: TypedValue) -> Value {
    match value.ty {
        // It is null or unknown, or has its type already.
        Type::Dynamic => value.value,
        ty => Value::dynamic(ty, value.value),
    }
}
