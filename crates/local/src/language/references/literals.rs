//! Finds the literals of a configuration that no message may show.

use schema_runtime::schema;

use super::schema_of;
use crate::language::config::Configuration;
use crate::language::hcl::ast::{Body, Expr, ExprKind};
use crate::message::suggestion;
use schema_shell::lifecycle::Schemas;

/// Hides the literals in the values of sensitive and write-only fields from all messages.
pub(super) fn hide_secrets(configuration: &Configuration, schemas: &Schemas) {
    for (address, block) in &configuration.resources {
        if let Some(schema) = schema_of(schemas, address) {
            hide_in_body(&schema.block, &block.body);
            // The values of its instances are written in `count` or `for_each`.
            if let Some(expr) = block.repetition.expr()
                && has_secret(&schema.block)
            {
                expr.hide_literals();
            }
        }
    }
    let aliases = configuration.aliases.values();
    for provider in configuration.provider.iter().chain(aliases) {
        hide_in_body(&schemas.provider.block, &provider.body);
    }
    if let (Some(meta), Some(schema)) = (&configuration.provider_meta, &schemas.provider_meta) {
        hide_in_body(&schema.block, &meta.body);
    }
}

fn hide_in_body(schema: &schema::Block, body: &Body) {
    for attribute in &body.attributes {
        match schema.field(&attribute.name.text) {
            Some(field) => hide_in_value(field, &attribute.value),
            None => {
                // A misspelt name may be that of a secret.
                let secrets = schema.fields.iter().filter(|field| field.is_secret());
                let names = secrets.map(|field| field.name.as_str());
                if !suggestion(&attribute.name.text, names).is_empty() {
                    attribute.value.hide_literals();
                }
            }
        }
    }
    for block in &body.blocks {
        let (inner, for_each) = match block.as_dynamic() {
            Some(dynamic) => (dynamic.content, dynamic.for_each),
            None => (Some(block), None),
        };
        let field = schema.field(&block.generated_kind().text);
        let nested = field.and_then(|field| field.nested_block());
        if let (Some((_, nested)), Some(inner)) = (nested, inner) {
            // The values of a dynamic block's content are written in its collection.
            if let Some(for_each) = for_each.filter(|_| has_secret(nested)) {
                for_each.hide_literals();
            }
            hide_in_body(nested, &inner.body);
        }
    }
}

fn hide_in_value(field: &schema::Field, value: &Expr) {
    if field.is_secret() {
        return value.hide_literals();
    }
    let Some((_, nested)) = field.nested_block() else {
        return;
    };
    match &value.kind {
        ExprKind::Tuple(items) => items.iter().for_each(|item| hide_in_value(field, item)),
        ExprKind::Object(items) => {
            for (key, value) in items {
                match key.name().and_then(|name| nested.field(name)) {
                    Some(inner) => hide_in_value(inner, value),
                    // This may be the key of a map of such objects.
                    None => hide_in_value(field, value),
                }
            }
        }
        _ if has_secret(nested) => value.hide_literals(),
        _ => {}
    }
}

fn has_secret(block: &schema::Block) -> bool {
    block.any_field(&|field| field.is_secret())
}
