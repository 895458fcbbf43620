//! Functions of the provider: calls them, with Terraform Core's checks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use schema_panic::lock;
use schema_runtime::codec::msgpack;
use schema_runtime::convert::convert_to;
use schema_runtime::schema::FunctionSchema;
use schema_runtime::ty::Type;
use schema_runtime::value::{DynamicValue, Value};
use schema_shell::lifecycle::{FunctionFailure, FunctionFault, Instance, Schemas};
use sha2::{Digest as _, Sha256};

use super::super::reason::HIDDEN;
use super::super::{Evaluator, MarkKinds, TypedValue, hidden_conversion};
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
type Caller = dyn Fn(&str, Vec<Value>) -> Result<(Value, Vec<u8>), FunctionFailure> + Send + Sync;

/// Identifies a call or a result of any size.
type Hash = [u8; 32];

impl ProviderFunctions {
    /// The functions of this provider, called through `caller`.
    pub(crate) fn new(
        instance: Instance,
        caller: impl Fn(&str, Vec<Value>) -> Result<(Value, Vec<u8>), FunctionFailure>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        ProviderFunctions {
            instance,
            caller: Arc::new(caller),
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
        let schema = match of_provider(name, functions.instance.schemas(), at) {
            Ok(schema) => schema,
            Err(message) => {
                self.messages.push(message);
                return TypedValue::unknown();
            }
        };
        if !self.check_arguments(name, schema, values.len(), at) {
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
            let invalid =
                |reason: &str| format!("Invalid value for \"{name}\" parameter: {reason}.");
            kinds |= value.kinds();
            let ty = parameter.ty();
            let value = if ty == Type::Dynamic {
                value
            } else {
                match hidden_conversion(&value, &ty, kinds.any()) {
                    Ok(value) => value,
                    Err(reason) => {
                        return self.fail("Invalid function argument", invalid(&reason), at);
                    }
                }
            };
            if value.value.is_null() && !parameter.takes_null() {
                let detail = invalid("argument must not be null");
                return self.fail("Invalid function argument", detail, at);
            }
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
                    let reason = if kinds.any() {
                        HIDDEN.to_owned()
                    } else {
                        error.text()
                    };
                    return self.fail("Invalid function argument", invalid(&reason), at);
                }
            }
            places.push((at, name.clone()));
        }
        if unknown {
            return TypedValue::unknown_of(result).marked(kinds);
        }
        match functions.call(schema, arguments) {
            Ok(value) => {
                let length = value.as_str().map_or(0, str::len);
                if self.has_room(length, at) {
                    TypedValue::new(result, value).marked(kinds)
                } else {
                    TypedValue::unknown_of(result)
                }
            }
            Err(failure) => {
                // The message may show a part of an argument.
                let text = if kinds.any() { HIDDEN } else { &failure.text };
                match failure.argument.and_then(|index| places.get(index)) {
                    Some((at, name)) => self.fail(
                        "Invalid function argument",
                        format!("Invalid value for \"{name}\" parameter: {text}."),
                        at,
                    ),
                    None => self.fail(
                        "Error in function call",
                        format!("Call to function \"{name}\" failed: {text}."),
                        at,
                    ),
                }
            }
        }
    }

    fn check_arguments(
        &mut self,
        name: &str,
        schema: &FunctionSchema,
        count: usize,
        at: &Location,
    ) -> bool {
        let fixed = schema.fixed();
        let s = if fixed == 1 { "" } else { "s" };
        if count < fixed {
            let missing = schema.parameters().nth(count);
            let missing = missing.map_or("", |parameter| parameter.field.name.as_str());
            let least = if schema.variadic { " at least" } else { "" };
            let detail = format!(
                "Function \"{name}\" expects{least} {fixed} argument{s}. Missing value for \"{missing}\"."
            );
            self.fail("Not enough function arguments", detail, at);
            return false;
        }
        if count > fixed && !schema.variadic {
            let detail = format!("Function \"{name}\" expects only {fixed} argument{s}.");
            self.fail("Too many function arguments", detail, at);
            return false;
        }
        true
    }
}

/// A value together with its type, for a place of dynamic type.
fn in_dynamic_place(value: TypedValue) -> Value {
    if value.ty == Type::Dynamic {
        // It is null or unknown, or has its type already.
        return value.value;
    }
    Value::Dynamic(Arc::new(DynamicValue {
        ty: value.ty,
        value: value.value,
    }))
}
