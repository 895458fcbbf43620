//! Checks of everything that can be said about a configuration before anything is evaluated: the
//! types of resources, and what references name.

use schema_runtime::refs::Ref;
use schema_runtime::schema::{self, Flags, Nesting, Schema};

use super::address::{Mode, Node, ResourceAddress};
use super::config::Configuration;
use super::eval::{Reference, Target, check, check_body};
use super::hcl::ast::{Body, Expr, ExprKind, Key, Step};
use super::message::{Message, Messages, suggestion};
use schema_shell::lifecycle::Schemas;

/// The schema of a resource or data source.
pub(crate) fn schema_of<'s>(schemas: &'s Schemas, address: &ResourceAddress) -> Option<&'s Schema> {
    match address.mode {
        Mode::Managed => schemas.resources.get(&*address.type_name),
        Mode::Data => schemas.data_sources.get(&*address.type_name),
    }
    .map(|schema| &**schema)
}

/// The fields of a resource or data source.
#[must_use]
pub fn block_of(schemas: &Schemas, address: &ResourceAddress) -> Option<Ref<schema::Block>> {
    schema_of(schemas, address).map(|schema| schema.block.clone())
}

/// Reports unknown types and references to what is not there; warns of references to what is
/// deprecated.
pub(crate) fn check_configuration(
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    hide_secrets(configuration, schemas);
    let checker = Checker {
        configuration,
        schemas,
    };
    for (address, block) in &configuration.resources {
        if schema_of(schemas, address).is_none() {
            messages.push(checker.unknown_type(address).at(&block.type_at));
        }
        let mut inner = Messages::new();
        checker.body(&block.body, &mut inner);
        if let Some(schema) = schema_of(schemas, address) {
            for (path, at) in &block.lifecycle.ignore_changes {
                let name = path.first_name().unwrap_or_default();
                if schema.block.field(name).is_none() {
                    let names = schema.block.fields.iter().map(|field| field.name.as_str());
                    inner.push(
                        Message::error("Invalid ignore_changes")
                            .detail(format!(
                                "{address} has no attribute \"{name}\".{}",
                                suggestion(name, names)
                            ))
                            .at(at),
                    );
                }
            }
        }
        for (target, at) in &block.depends_on {
            if !configuration.resources.contains_key(target) {
                inner.push(checker.undeclared(&Node::Resource(target.clone())).at(at));
            }
        }
        messages.extend(inner.with_default_address(&address.to_string()));
    }
    if let Some(provider) = &configuration.provider {
        checker.body(&provider.body, messages);
    }
    for local in configuration.locals.values() {
        checker.expr(&local.value, messages);
    }
    for output in configuration.outputs.values() {
        checker.expr(&output.value, messages);
    }
}

/// The same for one expression that stands in no file.
pub(crate) fn check_expression(
    expr: &Expr,
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    let checker = Checker {
        configuration,
        schemas,
    };
    checker.expr(expr, messages);
}

/// From now on no message shows the literals that are the values of sensitive and write-only fields.
fn hide_secrets(configuration: &Configuration, schemas: &Schemas) {
    for (address, block) in &configuration.resources {
        if let Some(schema) = schema_of(schemas, address) {
            hide_in_body(&schema.block, &block.body);
        }
    }
    if let Some(provider) = &configuration.provider {
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
                // A name that is misspelt may be that of a secret.
                let secrets = schema.fields.iter().filter(|field| is_secret(field));
                let names = secrets.map(|field| field.name.as_str());
                if !suggestion(&attribute.name.text, names).is_empty() {
                    attribute.value.hide_literals();
                }
            }
        }
    }
    for block in &body.blocks {
        let (kind, inner) = match block.as_dynamic() {
            Some(dynamic) => (dynamic.kind, dynamic.content.map(|content| &content.body)),
            None => (&block.kind, Some(&block.body)),
        };
        let nested = schema.field(&kind.text).and_then(|f| f.nested_block());
        if let (Some((_, nested)), Some(inner)) = (nested, inner) {
            // What a dynamic block's content is made of is written in its collection.
            if let Some(for_each) = block.as_dynamic().and_then(|dynamic| dynamic.for_each)
                && has_secret(nested)
            {
                for_each.hide_literals();
            }
            hide_in_body(nested, inner);
        }
    }
}

fn hide_in_value(field: &schema::Field, value: &Expr) {
    if is_secret(field) {
        return value.hide_literals();
    }
    let Some((_, nested)) = field.nested_block() else {
        return;
    };
    match &value.kind {
        ExprKind::Tuple(items) => items.iter().for_each(|item| hide_in_value(field, item)),
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
                    Some(inner) => hide_in_value(inner, value),
                    // Perhaps the key of a map of such objects.
                    None => hide_in_value(field, value),
                }
            }
        }
        _ if has_secret(nested) => value.hide_literals(),
        _ => {}
    }
}

fn is_secret(field: &schema::Field) -> bool {
    field.is(Flags::SENSITIVE) || field.is(Flags::WRITE_ONLY)
}

fn has_secret(block: &schema::Block) -> bool {
    block.fields.iter().any(|field| {
        is_secret(field)
            || field
                .nested_block()
                .is_some_and(|(_, inner)| has_secret(inner))
    })
}

struct Checker<'a> {
    configuration: &'a Configuration,
    schemas: &'a Schemas,
}

impl Checker<'_> {
    fn body(&self, body: &Body, messages: &mut Messages) {
        check_body(body, messages, &mut |reference, messages| {
            self.reference(reference, messages);
        });
    }

    fn expr(&self, expr: &Expr, messages: &mut Messages) {
        check(expr, messages, &mut |reference, messages| {
            self.reference(reference, messages);
        });
    }

    fn reference(&self, reference: &Reference<'_>, messages: &mut Messages) {
        let Target::Node(node) = &reference.target else {
            return;
        };
        let declared = match node {
            Node::Provider => true,
            Node::Variable(name) => self.configuration.variables.contains_key(name),
            Node::Local(name) => self.configuration.locals.contains_key(name),
            Node::Resource(address) => self.configuration.resources.contains_key(address),
        };
        if !declared {
            messages.push(self.undeclared(node).at(&reference.at));
            return;
        }
        if let Node::Resource(address) = node
            && let Some(schema) = schema_of(self.schemas, address)
        {
            self.steps(address, &schema.block, reference.rest, messages);
        }
    }

    fn steps(
        &self,
        address: &ResourceAddress,
        block: &schema::Block,
        steps: &[Step],
        messages: &mut Messages,
    ) {
        let mut block = block;
        // Whether the next step is into an object of the block, not into a collection of them.
        let mut in_object = true;
        for step in steps {
            let Step::Attribute(name) = step else {
                if let Step::Index(index) = step
                    && let (true, ExprKind::String(name)) = (in_object, &index.kind)
                {
                    messages.push(
                        Message::error("Invalid index operation")
                            .detail(format!(
                                "Only attribute access is allowed here. Did you mean to access \
                                 attribute \"{name}\" using the dot operator?"
                            ))
                            .at(&index.at),
                    );
                    return;
                }
                in_object = true;
                continue;
            };
            let Some(field) = block.field(&name.text) else {
                let names = block.fields.iter().map(|field| field.name.as_str());
                messages.push(
                    Message::error("Unsupported attribute")
                        .detail(format!(
                            "This object has no argument, nested block, or exported attribute \
                             named \"{}\".{}",
                            name.text,
                            suggestion(&name.text, names)
                        ))
                        .at(&name.at),
                );
                return;
            };
            if let Some(text) = field.removed() {
                messages.push(
                    Message::error("Removed attribute")
                        .detail(format!(
                            "The attribute \"{}\" of {address} has been removed. {text}",
                            name.text
                        ))
                        .at(&name.at),
                );
            } else if let Some(text) = field.deprecated() {
                messages.push(
                    Message::warning("Deprecated attribute")
                        .detail(format!(
                            "The attribute \"{}\" of {address} is deprecated. {text}",
                            name.text
                        ))
                        .at(&name.at),
                );
            }
            match field.nested_block() {
                Some((nesting, inner)) => {
                    block = inner;
                    in_object = matches!(nesting, Nesting::Single | Nesting::Group);
                }
                None => return,
            }
        }
    }

    fn undeclared(&self, node: &Node) -> Message {
        let (summary, what, near) = match node {
            Node::Variable(name) => (
                "Reference to undeclared input variable",
                format!("An input variable with the name \"{name}\" has not been declared."),
                suggestion(name, self.configuration.variables.keys().map(|n| &**n)),
            ),
            Node::Local(name) => (
                "Reference to undeclared local value",
                format!("A local value with the name \"{name}\" has not been declared."),
                suggestion(name, self.configuration.locals.keys().map(|n| &**n)),
            ),
            _ => {
                let names: Vec<String> = self
                    .configuration
                    .resources
                    .keys()
                    .map(ResourceAddress::to_string)
                    .collect();
                (
                    "Reference to undeclared resource",
                    format!("\"{node}\" has not been declared."),
                    suggestion(&node.to_string(), names.iter().map(String::as_str)),
                )
            }
        };
        Message::error(summary).detail(what + &near)
    }

    fn unknown_type(&self, address: &ResourceAddress) -> Message {
        let (summary, what, known) = match address.mode {
            Mode::Managed => (
                "Invalid resource type",
                "resource type",
                &self.schemas.resources,
            ),
            Mode::Data => (
                "Invalid data source",
                "data source",
                &self.schemas.data_sources,
            ),
        };
        Message::error(summary)
            .detail(format!(
                "The provider {} does not support {what} \"{}\".{}",
                self.schemas.provider.type_name,
                address.type_name,
                suggestion(&address.type_name, known.keys().map(String::as_str))
            ))
            .address(address)
    }
}
