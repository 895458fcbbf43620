//! Functions: the same result for the same arguments, of its type, and no panic whatever the arguments are.

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::number::Number;
use schema_runtime::object::{FunctionRoot, encode, function_schema};
use schema_runtime::schema::{FunctionSchema, Parameter};
use schema_runtime::ty::Type;
use schema_runtime::value::{DynamicValue, SetValue, Value};
use schema_shell::lifecycle::{FunctionFailure, FunctionFault, Schemas};

use super::class::Class;
use super::kit::Kit;

/// A clock's second passes in this time.
const CLOCK_TICK: Duration = Duration::from_millis(1050);

/// Texts that a function may not expect.
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

/// A long one: so many times.
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

/// A call that has a result.
pub(super) struct FunctionCall {
    name: String,
    arguments: Vec<Value>,
    at: &'static Location<'static>,
}

impl FunctionCall {
    #[track_caller]
    pub(super) fn of<F: FunctionRoot>(function: &F) -> Self {
        let schema = function_schema::<F>();
        let values = match encode(function) {
            Value::Object(values) => values,
            _ => Vec::new(),
        };
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
            at: Location::caller(),
        }
    }
}

/// Functions and parameters without documentation, and functions that are never called.
pub(super) fn documentation(kit: &Kit, schemas: &Schemas, calls: &[FunctionCall]) {
    for (name, schema) in &schemas.functions {
        let of = of(name);
        if schema.description().is_empty() {
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

/// How reports name a function.
fn of(name: &str) -> String {
    format!("function.{name}")
}

/// Tries all calls.
pub(super) async fn run(kit: &Kit, schemas: &Schemas, calls: &[FunctionCall]) {
    let mut results = Vec::new();
    for call in calls {
        let Some(schema) = schemas.functions.get(&call.name) else {
            continue;
        };
        kit.about(call.at, "the call");
        match once(kit, &call.name, &call.arguments).await {
            Ok(result) => results.push((call, result)),
            Err(failure) if failure.fault == FunctionFault::Arguments => {
                let text = format!("call: {}", failure.text);
                kit.add_finding(Class::OperationFails, &of(&call.name), "", text);
                continue;
            }
            // Which is a finding.
            Err(_) => continue,
        }
        kit.step("the call with other arguments");
        provoke(kit, schema, call).await;
    }
    if results.is_empty() {
        return;
    }
    // After so long that a clock would show.
    tokio::time::sleep(CLOCK_TICK).await;
    for (call, first) in results {
        kit.about(call.at, "the call, a second later");
        if let Ok(again) = once(kit, &call.name, &call.arguments).await
            && again != first
        {
            unstable(kit, &call.name, "");
        }
    }
}

fn unstable(kit: &Kit, name: &str, parameter: &str) {
    let text = "called twice with the same arguments, it gave two results";
    kit.add_finding(Class::UnstableResult, &of(name), parameter, text);
}

/// Calls a function; what the author is to blame for is a finding.
async fn once(kit: &Kit, name: &str, arguments: &[Value]) -> Result<Value, FunctionFailure> {
    let call = kit.instance.call_function(name, arguments.to_vec());
    let result = kit.call(&of(name), "call", call).await;
    if let Err(failure) = &result {
        let class = match failure.fault {
            FunctionFault::Panicked => Class::Panic,
            FunctionFault::Result => Class::WrongResult,
            // It was found where it took too long.
            FunctionFault::Abandoned | FunctionFault::System | FunctionFault::Arguments => {
                return result;
            }
        };
        kit.add_finding(class, &of(name), "", &failure.text);
    }
    result
}

/// Other arguments, one in the place of each: errors are fine, panics and results of another type are not.
async fn provoke(kit: &Kit, schema: &FunctionSchema, call: &FunctionCall) {
    for index in 0..call.arguments.len() {
        let Some(parameter) = schema.parameter_of(index) else {
            continue;
        };
        for other in others(&parameter) {
            let mut arguments = call.arguments.clone();
            if let Some(place) = arguments.get_mut(index) {
                *place = other;
            }
            match once(kit, &call.name, &arguments).await {
                Ok(first) => {
                    let again = once(kit, &call.name, &arguments).await;
                    if again.is_ok_and(|again| again != first) {
                        return unstable(kit, &call.name, &parameter.field.name);
                    }
                }
                // One finding says enough.
                Err(failure) if failure.fault != FunctionFault::Arguments => return,
                Err(_) => {}
            }
        }
    }
}

fn others(parameter: &Parameter<'_>) -> Vec<Value> {
    let mut found = of_type(&parameter.ty());
    if parameter.takes_null() {
        found.push(Value::Null);
    }
    if parameter.takes_unknown() {
        found.push(Value::UNKNOWN);
    }
    found
}

fn of_type(ty: &Type) -> Vec<Value> {
    let long = || Value::from("k".repeat(LONG).as_str());
    match ty {
        Type::String => TEXTS
            .iter()
            .map(|text| Value::from(*text))
            .chain([long()])
            .collect(),
        Type::Number => NUMBERS
            .iter()
            .filter_map(|text| Number::parse(text).ok())
            .map(Value::Number)
            .collect(),
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::List(element) => {
            let mut found = vec![Value::List(Vec::new())];
            found.extend(
                of_type(element)
                    .into_iter()
                    .map(|value| Value::List(vec![value])),
            );
            found
        }
        Type::Set(element) => {
            let mut found = vec![Value::Set(SetValue::new())];
            let each = of_type(element).into_iter();
            found.extend(each.map(|value| Value::Set([value].into_iter().collect())));
            found
        }
        Type::Map(element) => {
            let mut found = vec![Value::Map(Default::default())];
            let each = of_type(element).into_iter();
            found.extend(each.map(|value| Value::Map([("".into(), value)].into_iter().collect())));
            found
        }
        Type::Dynamic => [Type::String, Type::Bool, Type::list(Type::String)]
            .into_iter()
            .flat_map(|ty| {
                let values = of_type(&ty).into_iter();
                values
                    .map(move |value| {
                        Value::Dynamic(Arc::new(DynamicValue {
                            ty: ty.clone(),
                            value,
                        }))
                    })
                    .collect::<Vec<_>>()
            })
            .collect(),
        Type::Object(_) | Type::Tuple(_) => Vec::new(),
    }
}
