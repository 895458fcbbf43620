//! Checks that need no evaluation: the types of resources, and the targets of references.

mod attributes;
mod literals;

use std::collections::BTreeSet;
use std::sync::Arc;

use schema_runtime::refs::Ref;
use schema_runtime::schema::{self, Schema};

use crate::address::{Mode, Node, ResourceAddress};
use crate::language::config::{
    ActionTrigger, Condition, Configuration, Repetition, ReplaceTrigger,
};
use crate::language::eval::{
    Reference, Target, check, check_body, is_of_provider, nodes_of_body, nodes_of_expr, of_provider,
};
use crate::language::hcl::ast::{Body, Expr, ExprKind};
use crate::message::{Message, Messages, suggestion};
use crate::source::Location;
use schema_shell::lifecycle::Schemas;

/// The schema of a resource or data source.
pub(crate) fn schema_of<'s>(schemas: &'s Schemas, address: &ResourceAddress) -> Option<&'s Schema> {
    let of_kind = schemas.of_kind(address.mode.schema_kind())?;
    of_kind.get(&*address.type_name).map(|schema| &**schema)
}

/// The fields of a resource or data source.
#[must_use]
pub fn block_of(schemas: &Schemas, address: &ResourceAddress) -> Option<Ref<schema::Block>> {
    schema_of(schemas, address).map(|schema| schema.block.clone())
}

/// Reports unknown types and references to missing targets; warns about references to deprecated
/// ones.
pub(crate) fn check_configuration(
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    literals::hide_secrets(configuration, schemas);
    let checker = Checker::new(configuration, schemas);
    for (address, block) in &configuration.resources {
        let schema = schema_of(schemas, address);
        if schema.is_none() {
            messages.push(checker.unknown_type(address).at(&block.type_at));
        }
        let mut inner = Messages::new();
        checker.exprs(block.repetition.expr(), &mut inner);
        let within = checker.repeated(&block.repetition);
        within.body(&block.body, &mut inner);
        checker.alias(address, &block.provider, &mut inner);
        for (path, at) in &block.lifecycle.ignore_changes {
            let name = path.first_name().unwrap_or_default();
            if let Some(schema) = schema
                && schema.block.field(name).is_none()
            {
                let names = schema.block.fields.iter().map(|field| field.name.as_str());
                let near = suggestion(name, names);
                let detail = format!("{address} has no attribute \"{name}\".{near}");
                inner.fail("Invalid ignore_changes", detail, at);
            }
        }
        for trigger in &block.lifecycle.replace_triggered_by {
            within.replace_trigger(trigger, &mut inner);
        }
        for trigger in &block.lifecycle.triggers {
            within.trigger((address, trigger), &mut inner);
        }
        within.conditions(&block.lifecycle.preconditions, &mut inner);
        let after = Checker {
            itself: Some(address),
            ..within
        };
        after.conditions(&block.lifecycle.postconditions, &mut inner);
        for (target, at) in &block.depends_on {
            if !configuration.resources.contains_key(target) {
                inner.push(checker.undeclared(&Node::Resource(target.clone())).at(at));
            }
        }
        messages.extend(inner.with_default_address(&address.to_string()));
    }
    for block in &configuration.imports {
        checker.alias(&block.to.resource, &block.provider, messages);
        checker.exprs(block.repetition.expr(), messages);
        let within = checker.repeated(&block.repetition);
        within.exprs(block.expressions(), messages);
        if let Some(key) = &block.key {
            let is_each = |node: &Node| matches!(node, Node::EachKey | Node::EachValue);
            if !nodes_of_expr(key).iter().all(is_each) {
                let detail =
                    "Only each.key and each.value can be used in import address index expressions.";
                messages.fail("Invalid index expression", detail, &key.at);
            }
        }
        let resource = configuration.resources.get(&block.to.resource);
        if let Some(at) = &block.names_provider
            && resource.is_some_and(|resource| !resource.names_provider)
        {
            let detail = "The provider argument is for import blocks that configuration is \
                         generated for. An existing resource block names its own provider.";
            messages.fail("Invalid import provider argument", detail, at);
        }
    }
    let aliases = configuration.aliases.values();
    for provider in configuration.provider.iter().chain(aliases) {
        checker.body(&provider.body, messages);
    }
    let locals = configuration.locals.values();
    checker.exprs(locals.map(|local| &local.value), messages);
    for output in configuration.outputs.values() {
        checker.expr(&output.value, messages);
        checker.conditions(&output.preconditions, messages);
    }
    for variable in configuration.variables.values() {
        checker.conditions(&variable.validations, messages);
    }
    for check in configuration.checks.values() {
        let within = Checker {
            in_check: check.data.as_ref(),
            ..checker
        };
        within.conditions(&check.asserts, messages);
    }
}

/// The same for one expression that is not in a file.
pub(crate) fn check_expression(
    expr: &Expr,
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    Checker::new(configuration, schemas).expr(expr, messages);
}

/// The same for a `list` block (its `config`, its other expressions, and its `count` or
/// `for_each`), or for a local value made from lists; `locals` has the names of those local values.
pub(crate) fn check_list<'e>(
    (config, expressions, repetition): (Option<&Body>, impl Iterator<Item = &'e Expr>, &Repetition),
    locals: &BTreeSet<Arc<str>>,
    configuration: &Configuration,
    schemas: &Schemas,
    messages: &mut Messages,
) {
    let checker = Checker {
        repetition,
        in_list: Some(locals),
        ..Checker::new(configuration, schemas)
    };
    if let Some(config) = config {
        checker.body(config, messages);
    }
    checker.exprs(expressions, messages);
}

#[derive(Clone, Copy)]
struct Checker<'a> {
    configuration: &'a Configuration,
    schemas: &'a Schemas,
    /// The `count` or `for_each` that makes `count` and `each` available.
    repetition: &'a Repetition,
    /// If set, other lists may be named, and these local values, which are made from lists.
    in_list: Option<&'a BTreeSet<Arc<str>>>,
    /// The resource that `self` refers to.
    itself: Option<&'a ResourceAddress>,
    /// The data source of the enclosing check, if any.
    in_check: Option<&'a ResourceAddress>,
}

impl<'a> Checker<'a> {
    /// A context outside of all blocks.
    fn new(configuration: &'a Configuration, schemas: &'a Schemas) -> Self {
        Checker {
            configuration,
            schemas,
            repetition: &Repetition::None,
            in_list: None,
            itself: None,
            in_check: None,
        }
    }

    /// The same context with the `count` or `for_each` of a block.
    fn repeated(self, repetition: &'a Repetition) -> Self {
        Checker { repetition, ..self }
    }

    fn body(&self, body: &Body, messages: &mut Messages) {
        body.walk(&mut |expr| self.function(expr, messages));
        check_body(body, messages, &mut |reference, messages| {
            self.reference(reference, messages);
        });
    }

    fn expr(&self, expr: &Expr, messages: &mut Messages) {
        expr.walk(&mut |expr| self.function(expr, messages));
        check(expr, messages, &mut |reference, messages| {
            self.reference(reference, messages);
        });
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>, messages: &mut Messages) {
        exprs.into_iter().for_each(|expr| self.expr(expr, messages));
    }

    fn conditions(&self, conditions: &[Condition], messages: &mut Messages) {
        self.exprs(conditions.iter().flat_map(Condition::expressions), messages);
    }

    /// Reports a call of a provider function that does not exist.
    fn function(&self, expr: &Expr, messages: &mut Messages) {
        if let ExprKind::Call(name, ..) = &expr.kind
            && is_of_provider(name)
            && let Err(message) = of_provider(name, self.schemas, &expr.at)
        {
            messages.push(message);
        }
    }

    fn reference(&self, reference: &Reference<'_>, messages: &mut Messages) {
        let Target::Node(node) = &reference.target else {
            return;
        };
        let declared = match node {
            Node::CountIndex | Node::EachKey | Node::EachValue => {
                return self.repetition(node, &reference.at, messages);
            }
            Node::Provider(_) => true,
            Node::SelfObject => return self.itself(reference, messages),
            Node::Variable(name) => self.configuration.variables.contains_key(name),
            Node::Local(name) => {
                self.configuration.locals.contains_key(name)
                    || self.in_list.is_some_and(|locals| locals.contains(name))
            }
            // Missing lists were reported when the lists were ordered.
            Node::Resource(address) if self.in_list.is_some() && &*address.type_name == "list" => {
                return;
            }
            Node::Resource(address) => {
                self.configuration.resources.contains_key(address)
                    && (self.in_check == Some(address) || !self.configuration.is_in_check(address))
            }
        };
        if !declared {
            messages.push(self.undeclared(node).at(&reference.at));
            return;
        }
        let Node::Resource(address) = node else {
            return;
        };
        if address.mode == Mode::Action {
            let detail = format!(
                "{address} is an action, which has no value: it can be named in the \
                         actions of an action_trigger block only."
            );
            messages.fail("Invalid reference", detail, &reference.at);
        } else if let Some(schema) = schema_of(self.schemas, address) {
            match self.instance_steps(address, reference) {
                Ok(steps) => self.steps(address, &schema.block, steps, messages),
                Err(message) => messages.push(message),
            }
        }
    }

    /// Reports errors in an item of `replace_triggered_by` that do not depend on a plan.
    fn replace_trigger(&self, trigger: &ReplaceTrigger, messages: &mut Messages) {
        let resource = &trigger.resource;
        if !self.configuration.resources.contains_key(resource) {
            let detail = format!("A resource {resource} has not been declared in the root module");
            messages.fail("Reference to undeclared resource", detail, &trigger.at);
        }
        // The expression for the inner part names the resource without its key.
        let mut keys = |expr: &Expr| {
            check(expr, messages, &mut |reference, messages| {
                if !matches!(&reference.target, Target::Node(Node::Resource(_))) {
                    self.reference(reference, messages);
                }
            });
        };
        trigger.key.iter().for_each(&mut keys);
        trigger.inside.iter().for_each(&mut keys);
    }

    /// Checks the references of an `action_trigger` block.
    fn trigger(
        &self,
        (address, trigger): (&ResourceAddress, &ActionTrigger),
        messages: &mut Messages,
    ) {
        self.exprs(&trigger.condition, messages);
        for action in &trigger.actions {
            self.exprs(&action.key, messages);
            let Some(block) = self.configuration.resources.get(&action.address) else {
                let node = Node::Resource(action.address.clone());
                messages.push(self.undeclared(&node).at(&action.at));
                continue;
            };
            let mut events = trigger.events.iter();
            if let Some(event) = events.find(|event| event.is_before_apply())
                && nodes_of_body(&block.body).contains(&Node::Resource(address.clone()))
            {
                let detail = format!(
                    "The action is invoked before anything is done with the resource ({}), and what it is \
                             configured with refers to that, as an action may afterwards.",
                    event.name()
                );
                let summary = format!("Cycle: {address}, {}", action.address);
                messages.fail(summary, detail, &action.at);
            }
            let detail = match (&block.repetition, &action.key) {
                (Repetition::None, Some(_)) => {
                    "It has neither \"count\" nor \"for_each\", so there is no instance with a key."
                }
                (Repetition::Count(_), None) => {
                    "It has \"count\" set: say which of its instances is meant, as in [count.index]."
                }
                (Repetition::ForEach(_), None) => {
                    "It has \"for_each\" set: say which of its instances is meant, as in [each.key]."
                }
                _ => continue,
            };
            let summary = format!("{} is not one action", action.address);
            messages.fail(summary, detail, &action.at);
        }
    }

    /// Reports `count` without a `count` argument, and `each` without `for_each`.
    fn repetition(&self, node: &Node, at: &Location, messages: &mut Messages) {
        let (summary, detail) = match (node, self.repetition) {
            (Node::CountIndex, Repetition::Count(_)) => return,
            (Node::EachKey | Node::EachValue, Repetition::ForEach(_)) => return,
            (Node::CountIndex, _) => (
                "Reference to \"count\" in non-counted context",
                "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" \
                 blocks, and only when the \"count\" argument is set.",
            ),
            (Node::EachValue, _) => (
                "each.value cannot be used in this context",
                "A reference to \"each.value\" has been used in a context in which it is \
                 unavailable, such as when the configuration no longer contains the value in its \
                 \"for_each\" expression. Remove this reference to each.value in your \
                 configuration to work around this error.",
            ),
            _ => (
                "Reference to \"each\" in context without for_each",
                "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and \
                 only when the \"for_each\" argument is set.",
            ),
        };
        messages.fail(summary, detail, at);
    }

    /// Reports an alias of the provider that no block has.
    fn alias(
        &self,
        address: &ResourceAddress,
        alias: &Option<(Arc<str>, Location)>,
        messages: &mut Messages,
    ) {
        let Some((alias, at)) = alias else {
            return;
        };
        if self.configuration.aliases.contains_key(alias) {
            return;
        }
        let name = &self.schemas.provider.type_name;
        let known = self.configuration.aliases.keys().map(|alias| &**alias);
        let detail = format!(
            "To work with {address} its provider configuration at provider[\"{name}\"].{alias} is \
             required, but there is no provider block with that alias.{}",
            suggestion(alias, known)
        );
        messages.fail("Provider configuration not present", detail, at);
    }

    /// Checks a reference to `self`.
    fn itself(&self, reference: &Reference<'_>, messages: &mut Messages) {
        let Some(address) = self.itself else {
            let detail = "The \"self\" object is not available in this context. It can be used in postconditions only.";
            return messages.fail("Invalid \"self\" reference", detail, &reference.at);
        };
        if let Some(schema) = schema_of(self.schemas, address) {
            self.steps(address, &schema.block, reference.rest, messages);
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
                let names = self.configuration.resources.keys();
                let names: Vec<String> = names.map(ResourceAddress::to_string).collect();
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
        let (summary, what) = match address.mode {
            Mode::Managed => ("Invalid resource type", "resource type"),
            Mode::Data => ("Invalid data source", "data source"),
            Mode::Action => ("Invalid action type", "action type"),
            Mode::Ephemeral => ("Invalid ephemeral resource", "ephemeral resource"),
        };
        let known = self.schemas.of_kind(address.mode.schema_kind());
        let known = known.into_iter().flat_map(|known| known.keys());
        Message::error(summary)
            .detail(format!(
                "The provider {} does not support {what} \"{}\".{}",
                self.schemas.provider.type_name,
                address.type_name,
                suggestion(&address.type_name, known.map(String::as_str))
            ))
            .address(address)
    }
}
