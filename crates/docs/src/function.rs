//! The signature and arguments of a function.

use std::fmt::Write as _;

use schema_runtime::schema::{FunctionSchema, Parameter, SchemaKind};
use schema_runtime::ty::Type;

use crate::facts::{self, Place, type_words};
use crate::markdown::{code, fence, in_item};
use crate::relations::Relations;
use crate::section;

/// The section on how to call it.
pub(crate) fn signature(function: &FunctionSchema) -> String {
    let parameters = function.parameters().map(|parameter| {
        let more = if parameter.variadic { "..." } else { "" };
        let name = parameter.field.name.as_str();
        format!("{name} {}{more}", constraint(&parameter.ty()))
    });
    let call = format!(
        "{}({}) {}",
        function.name(),
        parameters.collect::<Vec<_>>().join(", "),
        constraint(&function.result_type())
    );
    format!("## Signature\n\n{}", fence("text", &call))
}

/// A type, as the Terraform language writes it.
fn constraint(ty: &Type) -> String {
    match ty {
        Type::String => "string".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Dynamic => "dynamic".to_owned(),
        Type::List(element) => format!("list({})", constraint(element)),
        Type::Set(element) => format!("set({})", constraint(element)),
        Type::Map(element) => format!("map({})", constraint(element)),
        Type::Tuple(_) => "tuple".to_owned(),
        // A separate section describes its attributes.
        Type::Object(_) => "object".to_owned(),
    }
}

/// The sections on the arguments and on the content of the result.
pub(crate) fn arguments(function: &FunctionSchema) -> String {
    let mut text = String::from("## Arguments\n\n");
    let mut nested = String::new();
    let owner = &function.parameters;
    let relations = Relations::default();
    for parameter in function.parameters() {
        let place = Place {
            kind: SchemaKind::Function,
            parent: "",
            relations: &relations,
            secret: false,
        };
        let (see, content) = section::of_field(owner, parameter.field, "");
        let told = in_item(&facts::text(parameter.field, place, &see), 3);
        let (name, tags) = (code(&parameter.field.name), tags(&parameter));
        let item = format!("1. {name} ({tags}) {told}");
        let _ = writeln!(text, "{}", item.trim_end());
        nested.push_str(&content);
    }
    if function.order.is_empty() {
        text.push_str("It takes no arguments.\n");
    }
    text.push_str(&nested);
    let (_, result) = section::of_field(owner, &function.result, "result--");
    if !result.is_empty() {
        let words = result_words(&function.result_type());
        let _ = write!(text, "\n## Result\n\nThe result is {words}.\n{result}");
    }
    text
}

fn result_words(ty: &Type) -> &'static str {
    match ty {
        Type::List(_) => "a list of objects",
        Type::Set(_) => "a set of objects",
        Type::Map(_) => "a map of objects",
        _ => "an object",
    }
}

fn tags(parameter: &Parameter<'_>) -> String {
    let mut tags = Vec::new();
    if parameter.variadic {
        tags.push("Variadic".to_owned());
    }
    tags.push(type_words(&parameter.ty()));
    if parameter.takes_null() {
        tags.push("Nullable".to_owned());
    }
    tags.join(", ")
}
