//! [`Reader`]: the common part of reading all blocks.

use std::sync::Arc;

use super::model::{Configuration, ResourceBlock};
use crate::address::{Mode, ResourceAddress, is_identifier};
use crate::language::eval::check;
use crate::language::hcl::ast::{Block, Body, Expr, ExprKind};
use crate::message::{Message, Messages, suggestion, unsupported};
use crate::source::Location;

/// Reads blocks into a configuration and reports what is wrong with them.
pub(super) struct Reader<'a> {
    pub(super) provider: &'a str,
    pub(super) configuration: Configuration,
    pub(super) messages: Messages,
}

impl Reader<'_> {
    pub(super) fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) {
        self.messages
            .push(Message::error(summary).detail(detail).at(at));
    }

    pub(super) fn unsupported(&mut self, what: &str, at: &Location) {
        self.messages.push(unsupported(what, at));
    }

    /// Adds a block to the configuration, unless its address is taken.
    pub(super) fn insert(&mut self, address: ResourceAddress, block: ResourceBlock) {
        if let Some(first) = self.configuration.resources.get(&address) {
            let detail = format!(
                "\"{address}\" is configured at {} already. Names must be unique per type.",
                first.at
            );
            let what = if address.mode == Mode::Action {
                "action"
            } else {
                "resource"
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
            self.fail("Wrong number of labels", detail, &block.at);
            return None;
        }
        for label in &block.labels {
            if !is_identifier(&label.text) {
                let detail = "A name must start with a letter or underscore and may contain only letters, \
                     digits, underscores, and dashes.";
                self.fail("Invalid name", detail, &label.at);
                return None;
            }
        }
        let labels: Vec<Arc<str>> = block.labels.iter().map(|l| Arc::clone(&l.text)).collect();
        labels.try_into().ok()
    }

    pub(super) fn check_no_labels(&mut self, block: &Block) {
        let _: Option<[Arc<str>; 0]> = self.labels(block, []);
    }

    pub(super) fn check_constants(&mut self, body: &Body) {
        for attribute in &body.attributes {
            self.check_constant(&attribute.value);
        }
        for block in &body.blocks {
            self.check_constants(&block.body);
        }
    }

    pub(super) fn flag(&mut self, body: &Body, name: &str, default: bool) -> bool {
        match body.attribute(name).map(|attribute| &attribute.value) {
            None => default,
            Some(Expr {
                kind: ExprKind::Bool(value),
                ..
            }) => *value,
            Some(other) => {
                let detail = format!("The argument \"{name}\" must be true or false.");
                self.fail("Incorrect value type", detail, &other.at);
                default
            }
        }
    }

    /// Reports references in an expression that must be constant.
    pub(super) fn check_constant(&mut self, expr: &Expr) {
        check(expr, &mut self.messages, &mut |reference, messages| {
            let detail = "Variables may not be used here.";
            messages.fail("Variables not allowed", detail, &reference.at);
        });
    }

    pub(super) fn check_no_blocks(&mut self, body: &Body) {
        for inner in &body.blocks {
            let detail = format!(
                "Blocks of type \"{}\" are not expected here.",
                inner.kind.text
            );
            self.fail("Unsupported block type", detail, &inner.at);
        }
    }

    /// Reports all arguments and blocks except these.
    pub(super) fn check_names(&mut self, body: &Body, attributes: &[&str], blocks: &[&str]) {
        for attribute in &body.attributes {
            let name = &attribute.name;
            if !attributes.contains(&&*name.text) {
                let suggestion = suggestion(&name.text, attributes.iter().copied());
                let detail = format!(
                    "An argument named \"{}\" is not expected here.{suggestion}",
                    name.text
                );
                self.fail("Unsupported argument", detail, &name.at);
            }
        }
        for block in &body.blocks {
            if !blocks.contains(&&*block.kind.text) {
                let detail = format!(
                    "Blocks of type \"{}\" are not expected here.",
                    block.kind.text
                );
                self.fail("Unsupported block type", detail, &block.at);
            }
        }
    }
}
