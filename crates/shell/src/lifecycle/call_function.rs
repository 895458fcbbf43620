//! Calling a function.

use std::future::Future;
use std::sync::Arc;

use schema_runtime::codec::msgpack;
use schema_runtime::data::not_finite;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::{Path, Step, object_steps, steps};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{
    Block, Environment, Field, Flags, FunctionSchema, Kind, SchemaKind, Validator,
};
use schema_runtime::ty::Type;
use schema_runtime::validate::{validate, with_defaults};
use schema_runtime::value::Value;

use super::instance::Instance;
use super::instance::behind::{BehindCall, BehindRequest};
use crate::context::{CallKind, FunctionError, call_timeout};
use crate::lifecycle::instance::call::Failure;
use crate::lifecycle::instance::entries::unknown_type;

/// Why a function has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionFailure {
    /// The message, without a full stop, which Terraform adds.
    pub text: String,
    /// The argument at fault, counted from 0.
    pub argument: Option<usize>,
    /// The party at fault.
    #[doc(hidden)]
    pub fault: FunctionFault,
}

/// Who is at fault if a function has no result.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FunctionFault {
    /// The caller: an argument was rejected, by us or by the provider developer.
    Arguments,
    /// The provider developer: the code panicked.
    Panicked,
    /// The provider developer: the code did not end.
    Abandoned,
    /// The provider developer: the result is not of the declared type.
    Result,
    /// The system.
    System,
}

impl FunctionFailure {
    fn new(text: impl Into<String>, argument: Option<usize>) -> Self {
        let mut text: String = text.into();
        text.truncate(text.trim_end().trim_end_matches('.').len());
        FunctionFailure {
            text,
            argument,
            fault: FunctionFault::Arguments,
        }
    }

    fn with(mut self, fault: FunctionFault) -> Self {
        self.fault = fault;
        self
    }

    /// Nobody waits for the function any longer.
    #[doc(hidden)]
    #[must_use]
    pub fn abandoned() -> Self {
        let text = "the command was interrupted, and what the function is still doing is not known";
        FunctionFailure::new(text, None).with(FunctionFault::Abandoned)
    }
}

impl Instance {
    /// The signature of a function.
    ///
    /// # Errors
    /// The provider has no function of this name.
    #[doc(hidden)]
    pub fn function(&self, name: &str) -> Result<&Ref<FunctionSchema>, FunctionFailure> {
        let known = &self.schemas().functions;
        known.get(name).ok_or_else(|| {
            let error = unknown_type("function", name, known.keys());
            FunctionFailure::new(told(&error), None)
        })
    }

    /// Calls a function: checks the number of arguments and what is null or unknown, calls the
    /// validators and the provider developer's `validate`, calls provider code on its own thread,
    /// and checks that the result has the declared type. The provider need not be configured.
    ///
    /// # Errors
    /// The arguments or the function are invalid.
    pub async fn call_function(
        &self,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, FunctionFailure> {
        let result = self.call_function_encoded(name, arguments).await?;
        Ok(result.0)
    }

    /// The same, and the result as Terraform gets it, in MessagePack.
    ///
    /// # Errors
    /// As [`call_function`](Self::call_function).
    #[doc(hidden)]
    pub async fn call_function_encoded(
        &self,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<(Value, Vec<u8>), FunctionFailure> {
        if let Some(behind) = self.behind(SchemaKind::Function, name) {
            let schema = self.function(name)?;
            // Check their number, and which may be null or unknown.
            object(schema, arguments.clone())?;
            let asked = BehindRequest::new(BehindCall::Function(arguments), name);
            let mut answer = behind.ask(asked).await;
            if let Some(error) = answer.diagnostics.iter().next() {
                return Err(FunctionFailure::new(told(error), answer.argument));
            }
            return conforming(schema, answer.take_state());
        }
        let Some(code) = self.inner.functions.get(name) else {
            let known = self.inner.functions.keys();
            let error = unknown_type("function", name, known);
            return Err(FunctionFailure::new(told(&error), None));
        };
        let code = code.clone();
        let schema = code.schema();
        let arguments = object(&schema, arguments)?;
        let call = self.call(name, CallKind::Call, call_timeout::DEFAULT);
        let masks = Arc::clone(&call.masks);
        let provider_code = async move {
            let block = &schema.parameters.block;
            masks.mask_arguments(block, &arguments);
            // Validators may be the provider developer's functions.
            let arguments = checked(&schema, &arguments)?;
            masks.mask_arguments(block, &arguments);
            if let Some(failure) = errors(&schema, &code.validate(&arguments)) {
                return Err(failure);
            }
            let result = code
                .call(arguments)
                .map_err(|error| failure(&schema, error))?;
            conforming(&schema, result)
        };
        match self.run(&call, provider_code).await {
            Ok(result) => result,
            Err(failure) => {
                let fault = match &failure {
                    Failure::Panicked(_) => FunctionFault::Panicked,
                    Failure::Abandoned { .. } => FunctionFault::Abandoned,
                    Failure::NotBegun(_) => FunctionFault::System,
                };
                let text = told(&failure.diagnostic(&call));
                Err(FunctionFailure::new(text, None).with(fault))
            }
        }
    }

    /// Does work for a caller that cannot wait, such as [calling a function](Self::call_function):
    /// it blocks the caller's thread until the work is done, so anything else that may end the work
    /// must be part of it.
    ///
    /// # Errors
    /// The system provides no thread for it.
    #[doc(hidden)]
    pub fn call_blocking<T: Send>(
        &self,
        work: impl Future<Output = Result<T, FunctionFailure>> + Send,
    ) -> Result<T, FunctionFailure> {
        let no_thread = |error: &dyn std::fmt::Display| {
            let text = format!("the system gives the provider no thread for it: {error}");
            FunctionFailure::new(text, None).with(FunctionFault::System)
        };
        let threads = self.inner.threads.get();
        let threads = threads.map_err(|error| no_thread(&error))?;
        // Not on this thread, which may belong to a runtime, where nothing may block on another
        // runtime.
        std::thread::scope(|scope| {
            let called = std::thread::Builder::new()
                .spawn_scoped(scope, || threads.handle.block_on(work))
                .map_err(|error| no_thread(&error))?;
            called
                .join()
                .unwrap_or_else(|_| Err(FunctionFailure::new("the call did not end", None)))
        })
    }
}

/// The arguments as an object of the parameters.
fn object(schema: &FunctionSchema, arguments: Vec<Value>) -> Result<Value, FunctionFailure> {
    let (fixed, count) = (schema.fixed(), arguments.len());
    if count < fixed || (count > fixed && !schema.variadic) {
        let least = if schema.variadic { "at least " } else { "" };
        let s = if fixed == 1 { "" } else { "s" };
        let text = format!("it takes {least}{fixed} argument{s}, but was called with {count}");
        return Err(FunctionFailure::new(text, None));
    }
    let mut values = vec![Value::Null; schema.parameters.block.fields.len()];
    let mut arguments = arguments.into_iter().enumerate();
    for parameter in schema.parameters() {
        let mut take = |(index, value): (usize, Value)| {
            let known = match &value {
                Value::Dynamic(dynamic) => &dynamic.value,
                value => value,
            };
            let refused = if known.is_null() && !parameter.takes_null() {
                "argument must not be null"
            } else if !parameter.takes_unknown() && !known.is_wholly_known() {
                // Terraform does not call a function in that case.
                "argument must be known"
            } else {
                return Ok(value);
            };
            Err(FunctionFailure::new(refused, Some(index)))
        };
        let value = if parameter.variadic {
            let further = arguments.by_ref().map(&mut take);
            Value::List(further.collect::<Result<_, _>>()?)
        } else {
            let argument = arguments.next();
            argument.map(&mut take).transpose()?.unwrap_or(Value::Null)
        };
        if let Some(place) = values.get_mut(parameter.position) {
            *place = value;
        }
    }
    Ok(Value::Object(values))
}

/// The arguments with the defaults of nested structs, if all validators accept them. A function may
/// not depend on the environment.
fn checked(schema: &FunctionSchema, arguments: &Value) -> Result<Value, FunctionFailure> {
    let environment = Environment::default();
    let mut found = Diagnostics::new();
    let values = arguments.as_object().unwrap_or_default();
    for parameter in schema.parameters() {
        let field = parameter.field;
        let path = Path::new(field.name.clone());
        let value = values.get(parameter.position).unwrap_or(&Value::Null);
        nulls_in_field(field, parameter.variadic, value, &path, &mut found);
    }
    found.extend(validate(&schema.parameters, arguments, &environment));
    let (filled, wrong) = with_defaults(&schema.parameters, arguments, &environment);
    if !found.has_errors() {
        found.extend(wrong);
    }
    match errors(schema, &found) {
        None => Ok(filled.into_owned()),
        Some(failure) => Err(failure),
    }
}

/// Null inside a collection reaches a function; a Rust type that is not nullable would read a zero.
fn nulls_in_field(
    field: &Field,
    variadic: bool,
    value: &Value,
    path: &Path,
    found: &mut Diagnostics,
) {
    match &field.kind {
        Kind::Attribute { ty } => {
            // Null arguments were checked before.
            let room = |level| (variadic && level == 0) || field.flags.holds_nulls_at(level);
            let checks = field.type_validators().collect();
            nulls_in_type(ty, checks, value, path, (&room, 0), found);
        }
        Kind::Nested { block, .. } | Kind::Block { block, .. } => {
            for (step, object) in object_steps(value) {
                for (field, value) in block.with_values(object) {
                    let mut path = path.clone();
                    step.iter().for_each(|step| path.push(step.step()));
                    let path = path.attribute(field.name.clone());
                    nulls_in_field(field, false, value, &path, found);
                }
            }
        }
        _ => {}
    }
}

fn null_at(path: &Path) -> Diagnostic {
    Diagnostic::error("Null element")
        .with_detail(format!("{path} must not be null."))
        .at(path.clone())
}

/// `room` says whether the elements at a level may be null; for the elements of a tuple, the checks
/// of its Rust type say so.
fn nulls_in_type(
    ty: &Type,
    checks: Vec<&Validator>,
    value: &Value,
    path: &Path,
    (room, level): (&dyn Fn(u32) -> bool, u32),
    found: &mut Diagnostics,
) {
    match (ty, value) {
        (Type::List(element) | Type::Set(element) | Type::Map(element), _) => {
            let inner = checks.iter().flat_map(|check| match check {
                Validator::Each { validators } => &**validators,
                _ => &[],
            });
            let inner: Vec<&Validator> = inner.collect();
            for (step, value) in steps(value) {
                let mut path = path.clone();
                path.push(step.step());
                if value.is_null() && !room(level) {
                    found.push(null_at(&path));
                } else {
                    let room = (room, level + 1);
                    nulls_in_type(element, inner.clone(), value, &path, room, found);
                }
            }
        }
        (Type::Tuple(types), Value::List(values)) => {
            for (index, (ty, value)) in types.iter().zip(values).enumerate() {
                let path = path.clone().index(index);
                let inner = checks.iter().find_map(|check| match check {
                    Validator::At {
                        position,
                        validators,
                        nullable,
                        null_levels,
                    } if *position as usize == index => Some((validators, nullable, null_levels)),
                    _ => None,
                });
                // For a tuple that was made at run time, no check says so.
                let Some((validators, nullable, levels)) = inner else {
                    continue;
                };
                if value.is_null() && !nullable {
                    found.push(null_at(&path));
                } else {
                    let room = |level| Flags::nulls_at(*levels).holds_nulls_at(level);
                    let inner = validators.iter().collect();
                    nulls_in_type(ty, inner, value, &path, (&room, 0), found);
                }
            }
        }
        _ => {}
    }
}

/// All errors together; the first one about an argument names the argument.
fn errors(schema: &FunctionSchema, found: &Diagnostics) -> Option<FunctionFailure> {
    let errors: Vec<&Diagnostic> = found.iter().filter(|found| found.is_error()).collect();
    if errors.is_empty() {
        return None;
    }
    let texts: Vec<String> = errors.iter().map(|error| short(error)).collect();
    let argument = errors
        .iter()
        .find_map(|error| argument_of(schema, &error.path));
    Some(FunctionFailure::new(texts.join(".\n"), argument))
}

/// A diagnostic of an argument; Terraform itself adds that the value is wrong.
fn short(diagnostic: &Diagnostic) -> String {
    let text = match diagnostic.detail.as_str() {
        "" => &diagnostic.summary,
        detail => detail,
    };
    text.trim_end_matches('.').to_owned()
}

/// A whole diagnostic as one string.
fn told(diagnostic: &Diagnostic) -> String {
    match diagnostic.detail.as_str() {
        "" => diagnostic.summary.clone(),
        detail => format!("{}. {detail}", diagnostic.summary),
    }
}

fn failure(schema: &FunctionSchema, error: FunctionError) -> FunctionFailure {
    let argument = error.argument().and_then(|path| argument_of(schema, path));
    let text = match error.text().trim() {
        "" => "the provider returned an error without a message",
        text => text,
    };
    FunctionFailure::new(text, argument)
}

/// The argument that contains this path, counted from 0.
fn argument_of(schema: &FunctionSchema, path: &Path) -> Option<usize> {
    let name = path.first_name()?;
    let (index, parameter) = schema
        .parameters()
        .enumerate()
        .find(|(_, parameter)| *parameter.field.name == *name)?;
    match path.steps().get(1) {
        Some(Step::Index(further)) if parameter.variadic => {
            Some(index + usize::try_from(*further).ok()?)
        }
        // All variadic arguments, possibly none.
        _ if parameter.variadic => None,
        _ => Some(index),
    }
}

/// The result and its encoding, if the result is as the function promises.
fn conforming(schema: &FunctionSchema, result: Value) -> Result<(Value, Vec<u8>), FunctionFailure> {
    let wrong = |what: String| {
        let text = format!("{what}. This is a bug in the provider");
        Err(FunctionFailure::new(text, None).with(FunctionFault::Result))
    };
    let flags = schema.result.flags;
    if !flags.has(Flags::TAKES_UNKNOWN) && !result.is_wholly_known() {
        return wrong("the result is not known".to_owned());
    }
    let block = Block::plain([schema.result.clone()]);
    let object = Value::Object(vec![result]);
    let infinite = not_finite(&block, &object, "A function cannot return it.");
    if let Some(error) = infinite.iter().next() {
        return wrong(told(error).trim_end_matches('.').to_owned());
    }
    let Value::Object(values) = object else {
        return wrong("there is no result".to_owned());
    };
    let result = values.into_iter().next().unwrap_or(Value::Null);
    let ty = schema.result_type();
    match msgpack::encode(&ty, &result) {
        Ok(encoded) => Ok((result, encoded)),
        Err(error) => wrong(format!("the result is not of the type {ty}: {error}")),
    }
}
