//! [`Configuration`]: the blocks of all files, checked for what they are.

mod resource;

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::ty::Type;

use super::address::{Address, is_identifier};
use super::eval::{Scope, Typed, evaluate, type_constraint, unsupported};
use super::hcl::ast::{Attribute, Block, Body, Expr, ExprKind};
use super::message::{Message, Messages};
use super::source::Location;

pub(crate) use resource::ResourceBlock;

/// What the files of a directory say.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// The settings of the provider, where they are written.
    pub(crate) provider: Option<ProviderBlock>,
    /// What the module tells the provider about itself.
    pub(crate) provider_meta: Option<ProviderBlock>,
    /// Resources and data sources.
    pub(crate) resources: BTreeMap<Address, ResourceBlock>,
    pub(crate) variables: BTreeMap<Arc<str>, Variable>,
    pub(crate) locals: BTreeMap<Arc<str>, Local>,
    pub(crate) outputs: BTreeMap<Arc<str>, Output>,
}

#[derive(Debug)]
pub(crate) struct ProviderBlock {
    pub(crate) body: Body,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) ty: Type,
    /// Whether a type was written; text from outside is an expression only where it was.
    pub(crate) typed: bool,
    pub(crate) default: Option<Typed>,
    pub(crate) sensitive: bool,
    pub(crate) nullable: bool,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) value: Expr,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) value: Expr,
    pub(crate) sensitive: bool,
    pub(crate) at: Location,
}

impl Configuration {
    /// Reads the blocks of all files.
    ///
    /// # Errors
    /// Everything that is no block of the language or only Terraform can do.
    pub(crate) fn new(bodies: Vec<Body>, provider: &str) -> Result<Self, Messages> {
        let mut reader = Reader {
            provider,
            configuration: Configuration::default(),
            messages: Messages::new(),
        };
        for body in bodies {
            for attribute in &body.attributes {
                reader.messages.push(
                    Message::error("Unsupported argument")
                        .detail(format!(
                            "An argument named \"{}\" is not expected here: a file consists of \
                             blocks.",
                            attribute.name.text
                        ))
                        .at(&attribute.name.at),
                );
            }
            for block in body.blocks {
                reader.block(block);
            }
        }
        reader.messages.into_result(reader.configuration)
    }
}

struct Reader<'a> {
    provider: &'a str,
    configuration: Configuration,
    messages: Messages,
}

impl Reader<'_> {
    fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) {
        self.messages
            .push(Message::error(summary).detail(detail).at(at));
    }

    fn unsupported(&mut self, what: &str, at: &Location) {
        self.messages.push(unsupported(what, at));
    }

    fn block(&mut self, block: Block) {
        let kind = Arc::clone(&block.kind.text);
        match &*kind {
            "terraform" => self.terraform(block),
            "provider" => self.provider(block),
            "resource" | "data" => resource::read(self, block),
            "variable" => self.variable(&block),
            "locals" => self.locals(block),
            "output" => self.output(block),
            "module" | "moved" | "import" | "removed" | "check" | "ephemeral" | "action"
            | "list" => {
                self.unsupported(&format!("A block of type \"{kind}\""), &block.at);
            }
            _ => {
                let suggestion = suggestion(
                    &kind,
                    [
                        "terraform",
                        "provider",
                        "resource",
                        "data",
                        "variable",
                        "locals",
                        "output",
                    ],
                );
                self.fail(
                    "Unsupported block type",
                    format!("Blocks of type \"{kind}\" are not expected here.{suggestion}"),
                    &block.at,
                );
            }
        }
    }

    /// The labels, if there are as many as these names say.
    fn labels<const N: usize>(&mut self, block: &Block, names: [&str; N]) -> Option<[Arc<str>; N]> {
        if block.labels.len() != N {
            self.fail(
                "Wrong number of labels",
                match N {
                    0 => format!("A block of type \"{}\" has no labels.", block.kind.text),
                    _ => format!(
                        "A block of type \"{}\" has {N} label{}: {}.",
                        block.kind.text,
                        if N == 1 { "" } else { "s" },
                        names.join(", ")
                    ),
                },
                &block.at,
            );
            return None;
        }
        for label in &block.labels {
            if !is_identifier(&label.text) {
                self.fail(
                    "Invalid name",
                    "A name must start with a letter or underscore and may contain only letters, \
                     digits, underscores, and dashes.",
                    &label.at,
                );
                return None;
            }
        }
        let labels: Vec<Arc<str>> = block.labels.iter().map(|l| Arc::clone(&l.text)).collect();
        labels.try_into().ok()
    }

    /// `provider_meta`, and `required_version`, `required_providers` and the like, which say
    /// nothing to us.
    fn terraform(&mut self, block: Block) {
        for inner in block.body.blocks {
            match &*inner.kind.text {
                "backend" | "cloud" => {
                    self.unsupported(&format!("A \"{}\" block", inner.kind.text), &inner.at);
                }
                "provider_meta" => self.provider_meta(inner),
                _ => {}
            }
        }
    }

    /// Its values are constants: it belongs to the module and not to anything in it.
    fn provider_meta(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["provider"]) else {
            return;
        };
        if *name != *self.provider {
            let what = format!(
                "A \"provider_meta\" block for another provider than \"{}\"",
                self.provider
            );
            self.unsupported(&what, &block.at);
            return;
        }
        self.constants(&block.body);
        if let Some(first) = &self.configuration.provider_meta {
            let detail = format!("There is one for this provider at {} already.", first.at);
            self.fail("Duplicate provider_meta block", detail, &block.at);
            return;
        }
        self.configuration.provider_meta = Some(ProviderBlock {
            body: block.body,
            at: block.at,
        });
    }

    fn constants(&mut self, body: &Body) {
        for attribute in &body.attributes {
            self.constant(&attribute.value);
        }
        for block in &body.blocks {
            self.constants(&block.body);
        }
    }

    fn provider(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["name"]) else {
            return;
        };
        if *name != *self.provider {
            self.unsupported(
                &format!(
                    "A provider other than \"{}\", which this program is,",
                    self.provider
                ),
                &block.at,
            );
            return;
        }
        let mut body = block.body;
        if let Some(alias) = body.attribute("alias") {
            let at = alias.name.at.clone();
            self.unsupported("A second configuration of the provider (alias)", &at);
        }
        body.attributes
            .retain(|a| !matches!(&*a.name.text, "alias" | "version"));
        match &self.configuration.provider {
            Some(first) => {
                let detail = format!("The provider is configured at {} already.", first.at);
                self.fail("Duplicate provider configuration", detail, &block.at);
            }
            None => {
                self.configuration.provider = Some(ProviderBlock { body, at: block.at });
            }
        }
    }

    fn variable(&mut self, block: &Block) {
        let Some([name]) = self.labels(block, ["name"]) else {
            return;
        };
        self.only(
            &block.body,
            &[
                "type",
                "default",
                "description",
                "sensitive",
                "nullable",
                "ephemeral",
            ],
            &["validation"],
        );
        for inner in block.body.blocks_of("validation") {
            self.unsupported("A \"validation\" block", &inner.at);
        }
        let ty = match block.body.attribute("type") {
            Some(attribute) => match type_constraint(&attribute.value) {
                Ok(ty) => Some(ty),
                Err(messages) => {
                    self.messages.extend(messages);
                    None
                }
            },
            None => None,
        };
        let typed = ty.is_some();
        let ty = ty.unwrap_or(Type::Dynamic);
        let default = block.body.attribute("default").map(|attribute| {
            self.constant(&attribute.value);
            super::eval::evaluate_as(&Scope::default(), &attribute.value, &ty, &mut self.messages)
        });
        let sensitive = self.flag(&block.body, "sensitive", false);
        let nullable = self.flag(&block.body, "nullable", true);
        if let Some(ephemeral) = block.body.attribute("ephemeral") {
            self.unsupported("An ephemeral variable", &ephemeral.name.at.clone());
        }
        let variable = Variable {
            ty,
            typed,
            default,
            sensitive,
            nullable,
            at: block.at.clone(),
        };
        if let Some(first) = self.configuration.variables.get(&name) {
            let detail = format!(
                "The variable \"{name}\" is declared at {} already.",
                first.at
            );
            self.fail("Duplicate variable", detail, &block.at);
        } else {
            self.configuration.variables.insert(name, variable);
        }
    }

    fn locals(&mut self, block: Block) {
        if self.labels(&block, []).is_none() {
            return;
        }
        self.no_blocks(&block.body);
        for Attribute { name, value } in block.body.attributes {
            if let Some(first) = self.configuration.locals.get(&name.text) {
                let detail = format!(
                    "The local value \"{}\" is defined at {} already.",
                    name.text, first.at
                );
                self.fail("Duplicate local value", detail, &name.at);
                continue;
            }
            let local = Local { value, at: name.at };
            self.configuration.locals.insert(name.text, local);
        }
    }

    fn output(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["name"]) else {
            return;
        };
        self.only(
            &block.body,
            &[
                "value",
                "description",
                "sensitive",
                "depends_on",
                "ephemeral",
            ],
            &["precondition"],
        );
        for inner in block.body.blocks_of("precondition") {
            self.unsupported("A \"precondition\" block", &inner.at);
        }
        if let Some(ephemeral) = block.body.attribute("ephemeral") {
            self.unsupported("An ephemeral output", &ephemeral.name.at.clone());
        }
        let sensitive = self.flag(&block.body, "sensitive", false);
        let Some(value) = block.body.attribute("value") else {
            self.fail(
                "Missing required argument",
                "The argument \"value\" is required, but no definition was found.",
                &block.at,
            );
            return;
        };
        let output = Output {
            value: value.value.clone(),
            sensitive,
            at: block.at.clone(),
        };
        if let Some(first) = self.configuration.outputs.get(&name) {
            let detail = format!("The output \"{name}\" is declared at {} already.", first.at);
            self.fail("Duplicate output", detail, &block.at);
        } else {
            self.configuration.outputs.insert(name, output);
        }
    }

    fn flag(&mut self, body: &Body, name: &str, default: bool) -> bool {
        match body.attribute(name).map(|attribute| &attribute.value) {
            None => default,
            Some(Expr {
                kind: ExprKind::Bool(value),
                ..
            }) => *value,
            Some(other) => {
                self.fail(
                    "Incorrect value type",
                    format!("The argument \"{name}\" must be true or false."),
                    &other.at,
                );
                default
            }
        }
    }

    /// Reports references where there is nothing yet to refer to.
    fn constant(&mut self, expr: &Expr) {
        super::eval::check(expr, &mut self.messages, &mut |reference, messages| {
            messages.push(
                Message::error("Variables not allowed")
                    .detail("Variables may not be used here.")
                    .at(&reference.at),
            );
        });
    }

    fn no_blocks(&mut self, body: &Body) {
        for inner in &body.blocks {
            self.fail(
                "Unsupported block type",
                format!(
                    "Blocks of type \"{}\" are not expected here.",
                    inner.kind.text
                ),
                &inner.at,
            );
        }
    }

    /// Reports all arguments and blocks but these.
    fn only(&mut self, body: &Body, attributes: &[&str], blocks: &[&str]) {
        for attribute in &body.attributes {
            let name = &attribute.name;
            if !attributes.contains(&&*name.text) {
                let suggestion = suggestion(&name.text, attributes.iter().copied());
                self.fail(
                    "Unsupported argument",
                    format!(
                        "An argument named \"{}\" is not expected here.{suggestion}",
                        name.text
                    ),
                    &name.at,
                );
            }
        }
        for block in &body.blocks {
            if !blocks.contains(&&*block.kind.text) {
                self.fail(
                    "Unsupported block type",
                    format!(
                        "Blocks of type \"{}\" are not expected here.",
                        block.kind.text
                    ),
                    &block.at,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests;
