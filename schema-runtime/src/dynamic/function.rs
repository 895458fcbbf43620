//! Signatures of functions in Terraform's schema JSON.

use serde_json::Value as Json;

use super::error::{Place, Read};
use super::print::put_text;
use super::terraform::{field, sorted};
use super::types::{self, type_to_json};
use crate::codec::document::{Document, Members};
use crate::refs::{Ref, Text};
use crate::schema::{Block, Field, Flags, FunctionSchema, Parameter, Schema, SchemaKind};
use crate::ty::Type;

/// Reads a function.
pub(super) fn read(name: &str, json: &Json, at: &Place<'_>) -> Read<FunctionSchema> {
    let members = at.object(json)?;
    let parameters = at.optional(members, "parameters", |at, json| {
        let list = at.list(json)?.iter();
        list.map(|json| parameter(json, false, at)).collect()
    })?;
    let mut parameters: Vec<Field> = parameters.unwrap_or_default();
    let variadic = at.optional(members, "variadic_parameter", |at, json| {
        parameter(json, true, at)
    })?;
    let is_variadic = variadic.is_some();
    parameters.extend(variadic);
    let parameters_at = at.member("parameters");
    let names: Vec<Text> = parameters.iter().map(|field| field.name.clone()).collect();
    let twice = |(i, name): (usize, &Text)| names.iter().skip(i + 1).any(|other| other == name);
    if let Some((_, name)) = names.iter().enumerate().find(|entry| twice(*entry)) {
        return Err(parameters_at.error(format!("two parameters are called {:?}", &**name)));
    }
    let fields = sorted(parameters, &parameters_at)?;
    let order = names.iter().filter_map(|name| {
        let position = fields.iter().position(|field| field.name == *name)?;
        u16::try_from(position).ok()
    });
    let order = order.collect();
    let result = at.required(members, "return_type", types::read)?;
    let block = Block {
        description: at.text(members, "description")?,
        deprecated: at.text(members, "deprecation_message")?,
        ..Block::plain(fields)
    };
    let parameters = Schema::plain(SchemaKind::Function, name.to_owned().into(), 0, block);
    Ok(FunctionSchema {
        parameters: Ref::Shared(parameters.into()),
        order,
        variadic: is_variadic,
        result: Field {
            flags: Flags::NULLABLE.with(Flags::HOLDS_NULLS),
            ..field("", result)
        },
        summary: at.text(members, "summary")?,
    })
}

fn parameter(json: &Json, variadic: bool, at: &Place<'_>) -> Read<Field> {
    let members = at.object(json)?;
    let Some(name) = at.optional_text(members, "name")? else {
        return Err(at.error("a parameter has no name"));
    };
    let nullable = at.flag(members, "is_nullable")?;
    let ty = at.member(name).required(members, "type", types::read)?;
    let presence = match nullable && !variadic {
        true => Flags::OPTIONAL.with(Flags::NULLABLE),
        false => Flags::REQUIRED,
    };
    let ty = if variadic { Type::list(ty) } else { ty };
    Ok(Field {
        // For variadic arguments, only the elements of their list; otherwise everything in the
        // argument.
        flags: presence.with_if(nullable || !variadic, Flags::HOLDS_NULLS),
        description: at.text(members, "description")?,
        ..field(name, ty)
    })
}

/// A function as `terraform providers schema -json` prints it.
pub(super) fn print(function: &FunctionSchema) -> Document {
    let mut members = Members::new();
    put_text(&mut members, "description", function.description());
    put_text(&mut members, "summary", &function.summary);
    put_text(&mut members, "deprecation_message", function.deprecated());
    members.put("return_type", type_to_json(&function.result_type()));
    let (variadic, fixed): (Vec<_>, Vec<_>) = function
        .parameters()
        .partition(|parameter| parameter.variadic);
    if !fixed.is_empty() {
        let fixed: Document = fixed.iter().map(parameter_json).collect();
        members.put("parameters", fixed);
    }
    if let Some(parameter) = variadic.first() {
        members.put("variadic_parameter", parameter_json(parameter));
    }
    Document::Object(members)
}

fn parameter_json(parameter: &Parameter<'_>) -> Document {
    let mut members = Members::new();
    members.put("name", parameter.field.name.as_str());
    put_text(&mut members, "description", &parameter.field.description);
    if parameter.takes_null() {
        members.put("is_nullable", true);
    }
    members.put("type", type_to_json(&parameter.ty()));
    Document::Object(members)
}
