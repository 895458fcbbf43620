//! Checks of everything that can be said about a configuration before anything is evaluated: the
//! types of resources, and what references name.

use schema_runtime::refs::Ref;
use schema_runtime::schema::{self, Nesting, Schema};

use super::address::{Mode, Node, ResourceAddress};
use super::config::{ActionTrigger, Configuration, Repetition};
use super::eval::{Reference, Target, check, check_body, is_of_provider, of_provider};
use super::hcl::ast::{Body, Expr, ExprKind, Key, Step};
use super::message::{Message, Messages, suggestion};
use super::source::Location;
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
        repetition: &Repetition::None,
    };
    for (address, block) in &configuration.resources {
        if schema_of(schemas, address).is_none() {
            messages.push(checker.unknown_type(address).at(&block.type_at));
        }
        let mut inner = Messages::new();
        if let Some(expr) = block.repetition.expr() {
            checker.expr(expr, &mut inner);
        }
        let within = Checker {
            repetition: &block.repetition,
            ..checker
        };
        within.body(&block.body, &mut inner);
        if let Some((alias, at)) = &block.provider
            && !configuration.aliases.contains_key(alias)
        {
            inner.push(checker.no_alias(address, alias).at(at));
        }
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
        for trigger in &block.lifecycle.triggers {
            within.trigger(trigger, &mut inner);
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
    for provider in configuration.aliases.values() {
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
        repetition: &Repetition::None,
    };
    checker.expr(expr, messages);
}

/// From now on no message shows the literals that are the values of sensitive and write-only fields.
fn hide_secrets(configuration: &Configuration, schemas: &Schemas) {
    for (address, block) in &configuration.resources {
        if let Some(schema) = schema_of(schemas, address) {
            hide_in_body(&schema.block, &block.body);
            // Values of its instances are written in what they are made of.
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
                // A name that is misspelt may be that of a secret.
                let secrets = schema.fields.iter().filter(|field| field.is_secret());
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

fn has_secret(block: &schema::Block) -> bool {
    block.any_field(&|field| field.is_secret())
}

#[derive(Clone, Copy)]
struct Checker<'a> {
    configuration: &'a Configuration,
    schemas: &'a Schemas,
    /// What `count` and `each` may be named for.
    repetition: &'a Repetition,
}

impl Checker<'_> {
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

    /// An error where a function of the provider is called that it does not have.
    fn function(&self, expr: &Expr, messages: &mut Messages) {
        let (ExprKind::Call(name, _) | ExprKind::ExpandedCall(name, _)) = &expr.kind else {
            return;
        };
        if is_of_provider(name)
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
                messages.extend(self.repeated(node, &reference.at));
                return;
            }
            Node::Provider(_) => true,
            Node::Variable(name) => self.configuration.variables.contains_key(name),
            Node::Local(name) => self.configuration.locals.contains_key(name),
            Node::Resource(address) => self.configuration.resources.contains_key(address),
        };
        if !declared {
            messages.push(self.undeclared(node).at(&reference.at));
            return;
        }
        if let Node::Resource(address) = node
            && address.mode == Mode::Action
        {
            messages.push(
                Message::error("Invalid reference")
                    .detail(format!(
                        "{address} is an action, which has no value: it can be named in the \
                         actions of an action_trigger block only."
                    ))
                    .at(&reference.at),
            );
            return;
        }
        if let Node::Resource(address) = node
            && let Some(schema) = schema_of(self.schemas, address)
        {
            match self.instance_steps(address, reference) {
                Ok(steps) => self.steps(address, &schema.block, steps, messages),
                Err(message) => messages.push(message),
            }
        }
    }

    /// What is wrong with the references of an `action_trigger` block.
    fn trigger(&self, trigger: &ActionTrigger, messages: &mut Messages) {
        if let Some(condition) = &trigger.condition {
            self.expr(condition, messages);
        }
        for action in &trigger.actions {
            if let Some(key) = &action.key {
                self.expr(key, messages);
            }
            let Some(block) = self.configuration.resources.get(&action.address) else {
                let node = Node::Resource(action.address.clone());
                messages.push(self.undeclared(&node).at(&action.at));
                continue;
            };
            let detail = match (&block.repetition, &action.key) {
                (Repetition::None, Some(_)) => {
                    "It has neither \"count\" nor \"for_each\", so that there is no instance with a key."
                }
                (Repetition::Count(_), None) => {
                    "It has \"count\" set: say which of its instances is meant, as in [count.index]."
                }
                (Repetition::ForEach(_), None) => {
                    "It has \"for_each\" set: say which of its instances is meant, as in [each.key]."
                }
                _ => continue,
            };
            messages.push(
                Message::error(format!("{} is not one action", action.address))
                    .detail(detail)
                    .at(&action.at),
            );
        }
    }

    /// An error for `count` where there is no `count`, and for `each` where there is no `for_each`.
    fn repeated(&self, node: &Node, at: &Location) -> Messages {
        let (summary, detail) = match (node, self.repetition) {
            (Node::CountIndex, Repetition::Count(_)) => return Messages::new(),
            (Node::EachKey | Node::EachValue, Repetition::ForEach(_)) => return Messages::new(),
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
        Message::error(summary).detail(detail).at(at).into()
    }

    /// The steps into an instance; an error where the key of one is missing or one too many.
    fn instance_steps<'e>(
        &self,
        address: &ResourceAddress,
        reference: &Reference<'e>,
    ) -> Result<&'e [Step], Message> {
        let repetition = self.configuration.resources.get(address);
        let repetition = repetition.map_or(&Repetition::None, |block| &block.repetition);
        let missing = |argument: &str, key: &str| {
            Message::error("Missing resource instance key")
                .detail(format!(
                    "Because {address} has \"{argument}\" set, its attributes must be accessed on \
                     specific instances.\n\nFor example, to correlate with indices of a referring \
                     resource, use:\n    {address}[{key}]"
                ))
                .at(&reference.at)
        };
        match (repetition, reference.rest) {
            (Repetition::Count(_), [Step::Attribute(_), ..]) => {
                Err(missing("count", "count.index"))
            }
            (Repetition::ForEach(_), [Step::Attribute(_), ..]) => {
                Err(missing("for_each", "each.key"))
            }
            (Repetition::None, [Step::Index(index), ..])
                if matches!(index.kind, ExprKind::String(_) | ExprKind::Number(_)) =>
            {
                Err(Message::error("Unexpected resource instance key")
                    .detail(format!(
                        "Because {address} does not have \"count\" or \"for_each\" set, references \
                         to it must not include an index key. Remove the bracketed index to refer \
                         to the single instance of this resource."
                    ))
                    .at(&index.at))
            }
            (Repetition::None, steps) => Ok(steps),
            (_, steps) => Ok(steps.get(1..).unwrap_or_default()),
        }
    }

    fn no_alias(&self, address: &ResourceAddress, alias: &str) -> Message {
        let name = &self.schemas.provider.type_name;
        let known = self.configuration.aliases.keys().map(|alias| &**alias);
        Message::error("Provider configuration not present").detail(format!(
            "To work with {address} its provider configuration at provider[\"{name}\"].{alias} is \
             required, but there is no provider block with that alias.{}",
            suggestion(alias, known)
        ))
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
            Mode::Action => ("Invalid action type", "action type", &self.schemas.actions),
            Mode::Ephemeral => (
                "Invalid ephemeral resource",
                "ephemeral resource",
                &self.schemas.ephemeral_resources,
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
