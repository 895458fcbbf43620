//! Schemas as the plugin protocol has them.

use schema_runtime::codec::type_json;
use schema_runtime::schema::{
    Block, Field, Flags, FunctionSchema, Kind, Nesting, Parameter, Schema, SchemaKind,
};

use schema_transport::proto::v6::{self, BlockNesting, ObjectNesting, StringKind, function};

/// A schema on the wire.
pub(super) fn to_wire(schema: &Schema) -> v6::Schema {
    v6::Schema {
        version: schema.version,
        block: Some(block(&schema.block, schema.kind, schema.version)),
    }
}

/// The signature of a function on the wire.
pub(super) fn function_to_wire(from: &FunctionSchema) -> v6::Function {
    let (variadic, fixed): (Vec<_>, Vec<_>) =
        from.parameters().partition(|parameter| parameter.variadic);
    v6::Function {
        parameters: fixed.iter().map(parameter).collect(),
        variadic_parameter: variadic.first().map(parameter),
        r#return: Some(function::Return {
            r#type: type_json::print(&from.result_type()).into(),
        }),
        summary: from.summary.as_str().to_owned(),
        description: from.description().to_owned(),
        description_kind: description_kind(from.description()),
        deprecation_message: from.deprecated().to_owned(),
    }
}

fn parameter(from: &Parameter<'_>) -> function::Parameter {
    let description = from.field.description.as_str();
    function::Parameter {
        name: from.field.name.as_str().to_owned(),
        r#type: type_json::print(&from.ty()).into(),
        allow_null_value: from.takes_null(),
        allow_unknown_values: from.takes_unknown(),
        description: description.to_owned(),
        description_kind: description_kind(description),
    }
}

fn block(from: &Block, kind: SchemaKind, version: i64) -> v6::Block {
    let mut to = v6::Block {
        version,
        description: from.description.as_str().to_owned(),
        description_kind: description_kind(&from.description),
        deprecated: !from.deprecated.is_empty(),
        ..Default::default()
    };
    for field in from.fields.iter() {
        match &field.kind {
            Kind::Block {
                nesting,
                block: inner,
                min_items,
                max_items,
            } => {
                let mut nested = block(inner, kind, 0);
                if !field.description.is_empty() {
                    nested.description = field.description.as_str().to_owned();
                    nested.description_kind = description_kind(&field.description);
                }
                nested.deprecated |= field.is_wire_deprecated();
                let (min_items, max_items) =
                    items(*nesting, i64::from(*min_items), i64::from(*max_items));
                to.block_types.push(v6::NestedBlock {
                    type_name: field.name.as_str().to_owned(),
                    block: Some(nested),
                    nesting: block_nesting(*nesting).into(),
                    min_items,
                    max_items,
                });
            }
            Kind::Attribute { .. } | Kind::Nested { .. } => {
                to.attributes.push(attribute(field, kind));
            }
        }
    }
    to
}

/// Descriptions are Markdown; no description is plain, as other providers send it.
fn description_kind(description: &str) -> i32 {
    if description.is_empty() {
        StringKind::Plain.into()
    } else {
        StringKind::Markdown.into()
    }
}

/// Core wants both bounds of a single block alike, and none for a map or group.
fn items(nesting: Nesting, min: i64, max: i64) -> (i64, i64) {
    match nesting {
        Nesting::Single if min > 0 => (1, 1),
        Nesting::Single | Nesting::Group | Nesting::Map => (0, 0),
        Nesting::List | Nesting::Set => (min, max),
    }
}

fn attribute(field: &Field, kind: SchemaKind) -> v6::Attribute {
    let wire = field.wire(kind);
    let mut to = v6::Attribute {
        name: field.name.as_str().to_owned(),
        description: field.description.as_str().to_owned(),
        description_kind: description_kind(&field.description),
        required: wire.required,
        optional: wire.optional,
        computed: wire.computed,
        sensitive: field.is(Flags::SENSITIVE),
        deprecated: field.is_wire_deprecated(),
        write_only: field.is(Flags::WRITE_ONLY),
        ..Default::default()
    };
    match &field.kind {
        Kind::Attribute { ty } => to.r#type = type_json::print(ty).into(),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            let attributes = block.fields.iter().map(|inner| attribute(inner, kind));
            to.nested_type = Some(v6::Object {
                attributes: attributes.collect(),
                nesting: object_nesting(*nesting).into(),
            });
        }
    }
    to
}

fn block_nesting(nesting: Nesting) -> BlockNesting {
    match nesting {
        Nesting::Single => BlockNesting::Single,
        Nesting::Group => BlockNesting::Group,
        Nesting::List => BlockNesting::List,
        Nesting::Set => BlockNesting::Set,
        Nesting::Map => BlockNesting::Map,
    }
}

fn object_nesting(nesting: Nesting) -> ObjectNesting {
    match nesting {
        Nesting::Single | Nesting::Group => ObjectNesting::Single,
        Nesting::List => ObjectNesting::List,
        Nesting::Set => ObjectNesting::Set,
        Nesting::Map => ObjectNesting::Map,
    }
}
