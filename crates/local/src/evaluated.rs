//! Evaluates a configuration's text without provider code and without a state: for fuzzing, which
//! tests everything up to that point.

use std::collections::BTreeMap;

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::{Environment, SchemaKind};
use schema_runtime::value::Value;

use crate::address::{Node, ObjectAddress};
use crate::language::body::{decode, locate};
use crate::language::config::Configuration;
use crate::language::eval::{Scope, TypedValue, evaluate};
use crate::language::expansion::{expand, leave};
use crate::language::references::{check_configuration, schema_of};
use crate::language::variable_values::{Inputs, values};
use crate::message::Messages;
use crate::render::{self, Style};
use crate::run::graph::Graph;
use schema_shell::lifecycle::Schemas;

/// How many instances of a resource are evaluated.
const MOST_INSTANCES: usize = 20;

/// The values of a configuration, and the messages about it.
#[derive(Debug, Default)]
pub struct Evaluated {
    /// The configured objects, by address (`disk_image.a`); unknown where there is an error.
    pub objects: BTreeMap<String, Value>,
    /// The values of outputs.
    pub outputs: BTreeMap<String, Value>,
    /// Each message, with its line and column if it has a place.
    pub messages: Vec<(Diagnostic, Option<(usize, usize)>)>,
    /// The messages as a terminal shows them.
    pub rendered: String,
}

/// Reads a configuration and evaluates everything in it, in dependency order.
#[must_use]
pub fn evaluated(text: &str, schemas: &Schemas) -> Evaluated {
    let mut evaluated = Evaluated::default();
    let mut messages = Messages::new();
    if let Err(more) = walk(text, schemas, &mut evaluated, &mut messages) {
        messages.extend(more);
    }
    let rendered = messages
        .iter()
        .map(|one| render::message::message(one, Style::PLAIN));
    evaluated.rendered = rendered.collect();
    evaluated.messages = messages
        .into_iter()
        .map(|message| {
            let place = message.location.map(|at| (at.line(), at.column()));
            (*message.diagnostic, place)
        })
        .collect();
    evaluated
}

fn walk(
    text: &str,
    schemas: &Schemas,
    evaluated: &mut Evaluated,
    messages: &mut Messages,
) -> Result<(), Messages> {
    let body = crate::language::hcl::parse("main.tf", text.to_owned())?;
    let configuration = Configuration::new(vec![body], &schemas.provider.type_name)?;
    check_configuration(&configuration, schemas, messages);
    let graph = Graph::new(&configuration, messages);
    let mut scope = Scope::default();
    for node in graph.without_order() {
        scope.set(node.clone(), TypedValue::unknown());
    }
    let inputs = Inputs::default();
    for (name, value) in values(&configuration, &inputs, None, &Environment::default())? {
        scope.set(Node::Variable(name), value);
    }
    for node in &graph.order {
        let value = match node {
            Node::Variable(_) | Node::CountIndex | Node::EachKey | Node::EachValue => continue,
            Node::SelfObject => continue,
            Node::Provider(alias) => {
                if let Some(provider) = configuration.settings(alias.as_ref()) {
                    let block = &schemas.provider.block;
                    let kind = SchemaKind::Provider;
                    let _ = decode(block, kind, &provider.body, &provider.at, &scope, messages);
                }
                continue;
            }
            Node::Local(name) => match configuration.locals.get(name) {
                Some(local) => evaluate(&scope, &local.value, messages),
                None => continue,
            },
            Node::Resource(address) => {
                let Some((block, schema)) = configuration
                    .resources
                    .get(address)
                    .zip(schema_of(schemas, address))
                else {
                    continue;
                };
                let mut own = Messages::new();
                let expansion = expand(&block.repetition, &scope, &mut own);
                messages.extend(own);
                let Ok(expansion) = expansion else {
                    scope.set(node.clone(), TypedValue::unknown());
                    continue;
                };
                let kind = address.mode.schema_kind();
                let fields = &schema.block;
                let mut values = Vec::new();
                // A few instances are as good as many.
                for key in expansion.keys().into_iter().take(MOST_INSTANCES) {
                    expansion.enter(&key, &mut scope);
                    let found = decode(fields, kind, &block.body, &block.at, &scope, messages);
                    for path in &found.sensitive {
                        let _ = locate(&block.body, &block.at, path);
                    }
                    let name = ObjectAddress::new(address.clone(), key).to_string();
                    evaluated.objects.insert(name, found.value.clone());
                    values.push(TypedValue::of_block(fields, found.value, &found.sensitive));
                }
                leave(&mut scope);
                if values.len() < MOST_INSTANCES {
                    expansion.value(values)
                } else {
                    TypedValue::unknown()
                }
            }
        };
        scope.set(node.clone(), value);
    }
    for (name, output) in &configuration.outputs {
        let value = evaluate(&scope, &output.value, messages).value;
        evaluated.outputs.insert(name.to_string(), value);
    }
    Ok(())
}
