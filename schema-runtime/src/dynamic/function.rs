//! Signatures of functions in Terraform's schema JSON.

use serde_json::{Map, Value as Json};

use super::error::{DynamicSchemaError, Place};
use super::terraform::sorted;
use super::types::{self, type_to_json};
use crate::codec::document::{Document, Members};
use crate::refs::{Ref, Text};
use crate::schema::{Block, Field, Flags, FunctionSchema, Kind, Parameter, Schema, SchemaKind};
use crate::ty::Type;

/// Reads a function.
pub(super) fn read(
    name: &str,
    json: &Json,
    at: &Place<'_>,
) -> Result<FunctionSchema, DynamicSchemaError> {
    let members = at.object(json)?;
    let text = |member: &str| -> Result<Text, DynamicSchemaError> {
        let text = at.optional_text(members, member)?.unwrap_or_default();
        Ok(text.to_owned().into())
    };
    let mut parameters = Vec::new();
    let parameters_at = at.member("parameters");
    match members.get("parameters") {
        None | Some(Json::Null) => {}
        Some(json) => {
            for json in parameters_at.list(json)? {
                parameters.push(parameter(json, false, &parameters_at)?);
            }
        }
    }
    let variadic = match members.get("variadic_parameter") {
        None | Some(Json::Null) => false,
        Some(json) => {
            parameters.push(parameter(json, true, &at.member("variadic_parameter"))?);
            true
        }
    };
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
    let order: Vec<u16> = order.collect();
    let result = ty(members, "return_type", at)?;
    let block = Block {
        fields: fields.into(),
        description: text("description")?,
        deprecated: text("deprecation_message")?,
        other_kind: false,
    };
    Ok(FunctionSchema {
        parameters: Ref::Shared(
            Schema {
                kind: SchemaKind::Function,
                type_name: name.to_owned().into(),
                version: 0,
                block: Ref::Shared(block.into()),
                timeouts: Ref::empty(),
                subcategory: Ref::text(""),
            }
            .into(),
        ),
        order: order.into(),
        variadic,
        result: Field {
            name: Ref::text(""),
            kind: Kind::Attribute {
                ty: Ref::Shared(result.into()),
            },
            flags: Flags::NULLABLE.with(Flags::HOLDS_NULLS),
            description: Ref::text(""),
            extras: Ref::empty(),
        },
        summary: text("summary")?,
    })
}

fn parameter(json: &Json, variadic: bool, at: &Place<'_>) -> Result<Field, DynamicSchemaError> {
    let members = at.object(json)?;
    let name = match at.optional_text(members, "name")? {
        Some(name) => name,
        None => return Err(at.error("a parameter has no name")),
    };
    let nullable = at.flag(members, "is_nullable")?;
    let ty = ty(members, "type", &at.member(name))?;
    let presence = match nullable && !variadic {
        true => Flags::OPTIONAL.with(Flags::NULLABLE),
        false => Flags::REQUIRED,
    };
    let inside = match (variadic, nullable) {
        // For variadic arguments, only the elements of their list; otherwise everything in the
        // argument.
        (true, true) | (false, _) => Flags::HOLDS_NULLS,
        (true, false) => Flags::NONE,
    };
    let ty = if variadic { Type::list(ty) } else { ty };
    Ok(Field {
        name: name.to_owned().into(),
        kind: Kind::Attribute {
            ty: Ref::Shared(ty.into()),
        },
        flags: presence.with(inside),
        description: at
            .optional_text(members, "description")?
            .unwrap_or_default()
            .to_owned()
            .into(),
        extras: Ref::empty(),
    })
}

fn ty(
    members: &Map<String, Json>,
    member: &str,
    at: &Place<'_>,
) -> Result<Type, DynamicSchemaError> {
    match members.get(member) {
        None | Some(Json::Null) => Err(at.member(member).error("is missing")),
        Some(json) => types::read(json, &at.member(member)),
    }
}

/// A function as `terraform providers schema -json` prints it.
pub(super) fn print(function: &FunctionSchema) -> Document {
    let mut members = Members::new();
    let mut text = |member: &str, text: &str| {
        if !text.is_empty() {
            members.insert(member.to_owned(), text);
        }
    };
    text("description", function.description());
    text("summary", function.summary.as_str());
    text("deprecation_message", function.deprecated());
    members.insert(
        "return_type".to_owned(),
        type_to_json(&function.result_type()),
    );
    let (variadic, fixed): (Vec<_>, Vec<_>) = function
        .parameters()
        .partition(|parameter| parameter.variadic);
    if !fixed.is_empty() {
        members.insert(
            "parameters".to_owned(),
            fixed.iter().map(parameter_json).collect::<Document>(),
        );
    }
    if let Some(parameter) = variadic.first() {
        members.insert("variadic_parameter".to_owned(), parameter_json(parameter));
    }
    Document::Object(members)
}

fn parameter_json(parameter: &Parameter<'_>) -> Document {
    let mut members = Members::new();
    members.insert("name".to_owned(), parameter.field.name.as_str());
    if !parameter.field.description.is_empty() {
        let description = parameter.field.description.as_str();
        members.insert("description".to_owned(), description);
    }
    if parameter.takes_null() {
        members.insert("is_nullable".to_owned(), true);
    }
    members.insert("type".to_owned(), type_to_json(&parameter.ty()));
    Document::Object(members)
}
