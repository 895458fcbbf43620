//! Functions: equal results of the right type for equal arguments, and no panic for any arguments.

use std::panic::Location;

use schema_runtime::number::Number;
use schema_runtime::object::{FunctionRoot, encode, function_schema};
use schema_runtime::schema::{FunctionSchema, Parameter};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{FunctionFailure, FunctionFault, Schemas};

use crate::conformance::findings::class::Class;
use crate::conformance::kit::Kit;
use crate::conformance::operations::schemas::CLOCK_TICK;
use crate::conformance::secrets;

/// Strings that a function may not expect.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "kit",
    "0",
    "-1",
    "99999999999999999999",
    "é\u{1f9f0}",
    "a\nb",
    "\0",
    "{}",
    "%s",
    "../..",
];

/// The repetitions in a long string.
const LONG: usize = 1 << 16;

/// Numbers that a function may not expect.
const NUMBERS: [&str; 9] = [
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e40",
    "0.5",
    "-0.1",
];

/// Numbers of variadic arguments.
const COUNTS: [usize; 4] = [0, 1, 2, 33];

/// A call that has a result.
pub(crate) struct FunctionCall {
    name: String,
    /// The arguments as in the struct.
    object: Value,
    arguments: Vec<Value>,
    at: &'static Location<'static>,
}

impl FunctionCall {
    #[track_caller]
    pub(crate) fn of<F: FunctionRoot>(function: &F) -> Self {
        let schema = function_schema::<F>();
        let object = encode(function);
        let values = object.as_object().unwrap_or_default();
        let mut arguments = Vec::new();
        for parameter in schema.parameters() {
            match (parameter.variadic, values.get(parameter.position)) {
                (true, Some(Value::List(further))) => arguments.extend(further.iter().cloned()),
                (_, Some(value)) => arguments.push(value.clone()),
                (_, None) => {}
            }
        }
        FunctionCall {
            name: schema.name().to_owned(),
            arguments,
            object,
            at: Location::caller(),
        }
    }
}

/// Functions and parameters without documentation, and functions that are never called.
pub(crate) fn documentation(kit: &Kit, schemas: &Schemas, calls: &[FunctionCall]) {
    for (name, schema) in &schemas.functions {
        let of = of(name);
        if schema.description().is_empty() && schema.summary.is_empty() {
            let text = "the struct has no doc comment";
            kit.add_finding(Class::Undocumented, &of, "", text);
        }
        for parameter in schema.parameters() {
            if parameter.field.description.is_empty() {
                let text = "the field has no doc comment";
                kit.add_finding(Class::Undocumented, &of, &parameter.field.name, text);
            }
        }
        if !calls.iter().any(|call| call.name == *name) {
            kit.uncovered(&of, "", "no call: give one with `call`");
        }
    }
}

/// The name of a function in reports.
fn of(name: &str) -> String {
    format!("function.{name}")
}

/// Tries all calls, before any other secret exists.
pub(crate) async fn run(kit: &Kit, schemas: &Schemas, calls: &[FunctionCall]) {
    call_all(kit, schemas, calls).await;
    secrets::search_arguments(&mut kit.findings(), &kit.transcript);
}

async fn call_all(kit: &Kit, schemas: &Schemas, calls: &[FunctionCall]) {
    let mut results = Vec::new();
    for call in calls {
        kit.about(call.at, "the call");
        let Some(schema) = schemas.functions.get(&call.name) else {
            let text = "the provider has no such function: name it in its `functions![…]`";
            kit.add_finding(Class::ExampleRefused, &of(&call.name), "", text);
            continue;
        };
        // Any argument may be a secret. The provider developer decides what errors quote of it, but
        // nobody needs it in the log.
        kit.guard(&schema.parameters, &call.object);
        match once(kit, &call.name, &call.arguments).await {
            Ok(result) => results.push((call, result)),
            Err(failure) if failure.fault == FunctionFault::Arguments => {
                let text = format!("call: {}", failure.text);
                kit.add_finding(Class::OperationFails, &of(&call.name), "", text);
                continue;
            }
            // That is a finding already.
            Err(_) => continue,
        }
        kit.step("the call with other arguments");
        provoke(kit, schema, call).await;
    }
    if results.is_empty() {
        return;
    }
    // Long enough for a clock to differ.
    tokio::time::sleep(CLOCK_TICK).await;
    for (call, first) in results {
        kit.about(call.at, "the call, a second later");
        let again = once(kit, &call.name, &call.arguments).await;
        if let Some(text) = difference(&Ok(first), &again) {
            kit.add_finding(Class::UnstableResult, &of(&call.name), "", text);
        }
    }
}

/// How two calls with the same arguments differ, apart from separate findings.
fn difference(
    first: &Result<Value, FunctionFailure>,
    again: &Result<Value, FunctionFailure>,
) -> Option<String> {
    let (before, refused) = match (first, again) {
        (Ok(first), Ok(again)) => {
            let text = "called twice with the same arguments, it gave two results";
            return (first != again).then(|| text.to_owned());
        }
        (Ok(_), Err(failure)) => ("gave a result and then failed", failure),
        (Err(failure), Ok(_)) => ("failed and then gave a result", failure),
        (Err(_), Err(_)) => return None,
    };
    let text = &refused.text;
    (refused.fault == FunctionFault::Arguments)
        .then(|| format!("called twice with the same arguments, it {before}: {text}"))
}

/// Calls a function; a fault of the provider developer is a finding.
async fn once(kit: &Kit, name: &str, arguments: &[Value]) -> Result<Value, FunctionFailure> {
    let call = kit.instance.call_function(name, arguments.to_vec());
    let result = kit.call(&of(name), "call", call).await;
    if let Err(failure) = &result {
        let class = match failure.fault {
            FunctionFault::Panicked => Class::Panic,
            FunctionFault::Result => Class::WrongResult,
            // A timeout is a finding already.
            _ => return result,
        };
        kit.add_finding(class, &of(name), "", &failure.text);
    }
    result
}

/// Tries other arguments: errors are fine, panics and results of the wrong type are not.
async fn provoke(kit: &Kit, schema: &FunctionSchema, call: &FunctionCall) {
    for (parameter, arguments) in other_calls(schema, &call.arguments) {
        let first = once(kit, &call.name, &arguments).await;
        // One finding is enough.
        let all_is_said = |fault| fault != FunctionFault::Arguments;
        if first.as_ref().is_err_and(|e| all_is_said(e.fault)) {
            return;
        }
        let again = once(kit, &call.name, &arguments).await;
        if let Some(text) = difference(&first, &again) {
            kit.add_finding(Class::UnstableResult, &of(&call.name), &parameter, text);
            return;
        }
        if again.is_err_and(|e| all_is_said(e.fault)) {
            return;
        }
    }
}

/// Calls that differ from this one in one argument or in the number of variadic arguments, each
/// with the parameter that differs.
fn other_calls(schema: &FunctionSchema, given: &[Value]) -> Vec<(String, Vec<Value>)> {
    let mut found = Vec::new();
    let fixed = given.get(..schema.fixed()).unwrap_or(given);
    for parameter in schema.parameters().filter(|parameter| parameter.variadic) {
        let name = &parameter.field.name;
        let further = given.get(fixed.len()..).unwrap_or_default();
        let others = others(&parameter, None);
        let example = further.first().or(others.first());
        let of_these = |further: &[Value]| (name.to_string(), [fixed, further].concat());
        if let Some(example) = example {
            let counts = COUNTS.into_iter().filter(|count| *count != further.len());
            found.extend(counts.map(|count| of_these(&vec![example.clone(); count])));
        }
        if further.is_empty() {
            let others = others.iter();
            found.extend(others.map(|other| of_these(std::slice::from_ref(other))));
        }
    }
    for (index, argument) in given.iter().enumerate() {
        let Some(parameter) = schema.parameter_of(index) else {
            continue;
        };
        let others = others(&parameter, Some(argument)).into_iter();
        found.extend(others.map(|other| {
            let name = parameter.field.name.to_string();
            (name, replaced(given, index, other))
        }));
    }
    found
}

/// These values with one replaced.
fn replaced(values: &[Value], index: usize, other: Value) -> Vec<Value> {
    let mut values = values.to_vec();
    if let Some(place) = values.get_mut(index) {
        *place = other;
    }
    values
}

fn others(parameter: &Parameter<'_>, given: Option<&Value>) -> Vec<Value> {
    let mut found = of_type(&parameter.ty(), given);
    if parameter.takes_null() {
        found.push(Value::Null);
    }
    if parameter.takes_unknown() {
        found.push(Value::UNKNOWN);
    }
    found
}

/// The first element of a collection.
fn first_of(given: Option<&Value>) -> Option<&Value> {
    let collection = given.filter(|value| value.is_collection());
    collection?.children().next()
}

/// The same for nested values: Terraform lets null through there, whatever the type.
fn inside(ty: &Type, given: Option<&Value>) -> Vec<Value> {
    let mut found = of_type(ty, given);
    found.push(Value::Null);
    found
}

/// Values of a type that a function may not expect. Only one part of an object or a tuple is
/// unexpected; the others come from the given value.
fn of_type(ty: &Type, given: Option<&Value>) -> Vec<Value> {
    let parts = |types: Vec<&Type>, make: fn(Vec<Value>) -> Value| {
        let given = match given {
            Some(Value::Object(values) | Value::List(values)) if values.len() == types.len() => {
                values.clone()
            }
            _ => {
                let first = |ty: &&Type| of_type(ty, None).into_iter().next();
                let values = types.iter().map(first);
                values.map(|value| value.unwrap_or(Value::Null)).collect()
            }
        };
        let mut found = Vec::new();
        for (index, ty) in types.into_iter().enumerate() {
            let others = inside(ty, given.get(index)).into_iter();
            found.extend(others.map(|other| make(replaced(&given, index, other))));
        }
        found
    };
    match ty {
        Type::String => {
            let long = "k".repeat(LONG);
            let texts = TEXTS.into_iter().chain([long.as_str()]);
            texts.map(Value::from).collect()
        }
        Type::Number => {
            let numbers = NUMBERS.iter().filter_map(|text| Number::parse(text).ok());
            numbers.map(Value::Number).collect()
        }
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            let make = |values: Vec<Value>| match ty {
                Type::List(_) => Value::List(values),
                Type::Set(_) => Value::Set(values.into_iter().collect()),
                _ => Value::Map(values.into_iter().map(|one| ("".into(), one)).collect()),
            };
            let first = first_of(given);
            let mut found = vec![make(Vec::new())];
            let each = inside(element, first).into_iter();
            found.extend(each.map(|value| make(vec![value])));
            if let (Type::List(_), Some(first)) = (ty, first) {
                found.push(Value::List(vec![first.clone(); 2]));
                found.push(Value::List(vec![first.clone(), Value::Null]));
            }
            found
        }
        Type::Dynamic => [Type::String, Type::Bool, Type::list(Type::String)]
            .into_iter()
            .flat_map(|ty| {
                let values = of_type(&ty, None).into_iter();
                let dynamic = values.map(move |value| Value::dynamic(ty.clone(), value));
                dynamic.collect::<Vec<_>>()
            })
            .collect(),
        Type::Object(attributes) => parts(
            attributes.iter().map(|attribute| &attribute.ty).collect(),
            Value::Object,
        ),
        Type::Tuple(types) => parts(types.iter().collect(), Value::List),
    }
}
