//! Where ephemeral values may stand: in settings of the provider, in other ephemeral blocks, in local values and in
//! write-only arguments. Everything else is kept, in a plan or in the state.

use std::collections::BTreeSet;
use std::sync::Arc;

use schema_runtime::schema::{self, Flags};

use super::address::{Mode, Node};
use super::config::{Configuration, Repetition};
use super::eval::nodes_of_expr;
use super::hcl::ast::{Body, Expr, ExprKind, Key};
use super::message::{Message, Messages};
use super::references::schema_of;
use schema_shell::lifecycle::Schemas;

/// Reports ephemeral values that would be kept. An expression is ephemeral if anything is that it refers to, whatever
/// becomes of it there.
pub(crate) fn check_reach(
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    let ephemeral = Ephemeral::of(configuration);
    if ephemeral.nothing(configuration) {
        return;
    }
    for (address, block) in &configuration.resources {
        let mut own = Messages::new();
        if let Some(expr) = block.repetition.expr().filter(|expr| ephemeral.is(expr)) {
            own.push(repetition(&block.repetition).at(&expr.at));
        }
        if let (Some(schema), true) = (schema_of(schemas, address), address.mode != Mode::Ephemeral)
        {
            ephemeral.body(&schema.block, &block.body, &mut own);
        }
        messages.extend(own.with_default_address(&address.to_string()));
    }
    for output in configuration.outputs.values() {
        if ephemeral.is(&output.value) {
            messages.push(
                Message::error("Ephemeral value not allowed")
                    .detail(
                        "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                         result derived from an ephemeral value.",
                    )
                    .at(&output.value.at),
            );
        }
    }
}

fn repetition(repetition: &Repetition) -> Message {
    let (name, keys) = match repetition {
        Repetition::ForEach(_) => ("for_each", "a resource's instance keys"),
        _ => ("count", "the number of resource instances"),
    };
    Message::error(format!("Invalid {name} argument")).detail(format!(
        "The given \"{name}\" is derived from an ephemeral value, which means that it cannot be kept between plan and \
         apply. Use only non-ephemeral values to specify {keys}."
    ))
}

/// The local values that are made of something ephemeral.
struct Ephemeral {
    locals: BTreeSet<Arc<str>>,
}

impl Ephemeral {
    fn of(configuration: &Configuration) -> Self {
        let mut found = Ephemeral {
            locals: BTreeSet::new(),
        };
        // Each round finds what is one step further away.
        loop {
            let more: Vec<Arc<str>> = configuration
                .locals
                .iter()
                .filter(|(name, local)| !found.locals.contains(*name) && found.is(&local.value))
                .map(|(name, _)| Arc::clone(name))
                .collect();
            if more.is_empty() {
                return found;
            }
            found.locals.extend(more);
        }
    }

    fn nothing(&self, configuration: &Configuration) -> bool {
        let mut addresses = configuration.resources.keys();
        addresses.all(|address| address.mode != Mode::Ephemeral)
    }

    fn is(&self, expr: &Expr) -> bool {
        nodes_of_expr(expr).iter().any(|node| match node {
            Node::Resource(address) => address.mode == Mode::Ephemeral,
            Node::Local(name) => self.locals.contains(name),
            _ => false,
        })
    }

    fn body(&self, schema: &schema::Block, body: &Body, messages: &mut Messages) {
        for attribute in &body.attributes {
            if let Some(field) = schema.field(&attribute.name.text) {
                self.value(field, &attribute.value, messages);
            }
        }
        for block in &body.blocks {
            let (kind, inner) = match block.as_dynamic() {
                Some(dynamic) => {
                    if let Some(expr) = dynamic.for_each.filter(|expr| self.is(expr)) {
                        messages.push(
                            Message::error("Invalid dynamic for_each value")
                                .detail(
                                    "Cannot use an ephemeral value in for_each here: how many blocks there are is kept.",
                                )
                                .at(&expr.at),
                        );
                    }
                    (dynamic.kind, dynamic.content.map(|content| &content.body))
                }
                None => (&block.kind, Some(&block.body)),
            };
            let nested = schema
                .field(&kind.text)
                .and_then(|field| field.nested_block());
            if let (Some((_, nested)), Some(inner)) = (nested, inner) {
                self.body(nested, inner, messages);
            }
        }
    }

    fn value(&self, field: &schema::Field, value: &Expr, messages: &mut Messages) {
        if field.is(Flags::WRITE_ONLY) || !self.is(value) {
            return;
        }
        if let Some((_, nested)) = field.nested_block() {
            match &value.kind {
                ExprKind::Tuple(items) => {
                    return items
                        .iter()
                        .for_each(|item| self.value(field, item, messages));
                }
                ExprKind::Object(items) => {
                    for (key, value) in items {
                        let name = match key {
                            Key::Name(name) => Some(name),
                            Key::Expr(key) => match &key.kind {
                                ExprKind::String(name) => Some(name),
                                _ => None,
                            },
                        };
                        match name.and_then(|name| nested.field(name)) {
                            Some(inner) => self.value(inner, value, messages),
                            // Perhaps the key of a map of such objects.
                            None => self.value(field, value, messages),
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        messages.push(
            Message::error("Invalid use of ephemeral value")
                .detail(format!(
                    "Ephemeral values are not valid for \"{}\", because it is not a write-only attribute and must be \
                     persisted to state.",
                    field.name
                ))
                .at(&value.at),
        );
    }
}
