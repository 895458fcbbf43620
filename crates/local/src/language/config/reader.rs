//! [`Reader`]: the common part of reading all blocks.

use std::sync::Arc;

use super::model::{Configuration, ResourceBlock};
use crate::address::{Mode, ResourceAddress, is_identifier};
use crate::language::eval::check_constant;
use crate::language::hcl::ast::{Attribute, Block, Body, Expr, ExprKind, Name};
use crate::message::{Messages, suggestion, unsupported};
use crate::source::Location;

/// Reads blocks into a configuration and reports what is wrong with them.
pub(super) struct Reader<'a> {
    pub(super) provider: &'a str,
    pub(super) configuration: Configuration,
    pub(super) messages: Messages,
}

impl Reader<'_> {
    pub(super) fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) {
        self.messages.fail(summary, detail, at);
    }

    /// The same where there is nothing to go on with.
    pub(super) fn refuse<T>(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        at: &Location,
    ) -> Option<T> {
        self.messages.fail(summary, detail, at);
        None
    }

    pub(super) fn unsupported(&mut self, what: &str, at: &Location) {
        self.messages.push(unsupported(what, at));
    }

    /// The address that the labels of a block form, and where its type is written.
    pub(super) fn address(
        &mut self,
        block: &Block,
        mode: Mode,
    ) -> Option<(ResourceAddress, Location)> {
        let [type_name, name] = self.labels(block, ["type", "name"])?;
        let address = ResourceAddress {
            mode,
            type_name,
            name,
        };
        Some((address, block.labels.first()?.at.clone()))
    }

    /// The value of an argument that a block must have.
    pub(super) fn required<'b>(&mut self, block: &'b Block, name: &str) -> Option<&'b Expr> {
        let found = block.body.attribute(name);
        if found.is_none() {
            let detail =
                format!("The argument \"{name}\" is required, but no definition was found.");
            self.fail("Missing required argument", detail, &block.at);
        }
        found.map(|attribute| &attribute.value)
    }

    /// Adds a block to the configuration, unless its address is taken.
    pub(super) fn insert(&mut self, address: ResourceAddress, block: ResourceBlock) {
        if let Some(first) = self.configuration.resources.get(&address) {
            let detail = format!(
                "\"{address}\" is configured at {} already. Names must be unique per type.",
                first.at
            );
            let what = match address.mode {
                Mode::Action => "action",
                _ => "resource",
            };
            let summary = format!("Duplicate {what} configuration");
            self.fail(&summary, detail, &block.at);
        } else {
            self.configuration.resources.insert(address, block);
        }
    }

    /// The labels, if their number matches these names.
    pub(super) fn labels<const N: usize>(
        &mut self,
        block: &Block,
        names: [&str; N],
    ) -> Option<[Arc<str>; N]> {
        if block.labels.len() != N {
            let detail = match N {
                0 => format!("A block of type \"{}\" has no labels.", block.kind.text),
                _ => format!(
                    "A block of type \"{}\" has {N} label{}: {}.",
                    block.kind.text,
                    if N == 1 { "" } else { "s" },
                    names.join(", ")
                ),
            };
            return self.refuse("Wrong number of labels", detail, &block.at);
        }
        for label in &block.labels {
            if !is_identifier(&label.text) {
                let detail = "A name must start with a letter or underscore and may contain only letters, \
                     digits, underscores, and dashes.";
                return self.refuse("Invalid name", detail, &label.at);
            }
        }
        let labels: Vec<Arc<str>> = block.labels.iter().map(|l| Arc::clone(&l.text)).collect();
        labels.try_into().ok()
    }

    pub(super) fn check_no_labels(&mut self, block: &Block) {
        let _: Option<[Arc<str>; 0]> = self.labels(block, []);
    }

    /// Reports references in the expressions of a body, which must be constant.
    pub(super) fn check_constants(&mut self, body: &Body) {
        for attribute in &body.attributes {
            check_constant(&attribute.value, &mut self.messages);
        }
        for block in &body.blocks {
            self.check_constants(&block.body);
        }
    }

    pub(super) fn flag(&mut self, body: &Body, name: &str, default: bool) -> bool {
        let Some(Attribute { value, .. }) = body.attribute(name) else {
            return default;
        };
        if let ExprKind::Bool(value) = value.kind {
            return value;
        }
        let detail = format!("The argument \"{name}\" must be true or false.");
        self.fail("Incorrect value type", detail, &value.at);
        default
    }

    /// Reports all arguments and blocks except these.
    pub(super) fn check_names(&mut self, body: &Body, attributes: &[&str], blocks: &[&str]) {
        for attribute in &body.attributes {
            let Name { text, at } = &attribute.name;
            if !attributes.contains(&&**text) {
                let near = suggestion(text, attributes.iter().copied());
                let detail = format!("An argument named \"{text}\" is not expected here.{near}");
                self.fail("Unsupported argument", detail, at);
            }
        }
        for block in &body.blocks {
            if !blocks.contains(&&*block.kind.text) {
                self.unexpected_block(block);
            }
        }
    }

    pub(super) fn unexpected_block(&mut self, block: &Block) {
        let kind = &block.kind.text;
        let detail = format!("Blocks of type \"{kind}\" are not expected here.");
        self.fail("Unsupported block type", detail, &block.at);
    }
}
