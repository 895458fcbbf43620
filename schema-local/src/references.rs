//! Checks of everything that can be said about a configuration before anything is evaluated: the
//! types of resources, and what references name.

use schema_runtime::refs::Ref;
use schema_runtime::schema::{self, Nesting, Schema};

use super::address::{Mode, Node, ResourceAddress};
use super::config::Configuration;
use super::eval::{Reference, Target, check};
use super::hcl::ast::{Body, Expr, ExprKind, Step};
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

struct Checker<'a> {
    configuration: &'a Configuration,
    schemas: &'a Schemas,
}

impl Checker<'_> {
    fn body(&self, body: &Body, messages: &mut Messages) {
        for attribute in &body.attributes {
            self.expr(&attribute.value, messages);
        }
        for block in &body.blocks {
            self.body(&block.body, messages);
        }
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
