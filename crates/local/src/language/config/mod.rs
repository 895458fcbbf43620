//! [`Configuration`]: the blocks of all files, checked by type.

mod action;
mod condition;
mod import;
mod meta_arguments;
mod model;
mod moved;
mod named_values;
mod provider;
mod reader;
mod replacement;
mod resource;

use std::sync::Arc;

pub(crate) use meta_arguments::{provider_alias, repetition};
pub(crate) use model::TriggerEvent;
pub(crate) use model::{
    ActionTrigger, CheckBlock, Condition, Configuration, ImportBlock, ImportExpr, MoveEndpoint,
    MovedBlock, OnFailure, Repetition, ReplaceTrigger, ResourceBlock, StateStoreBlock,
    TriggeredAction, Variable,
};
use reader::Reader;

use crate::language::hcl::ast::{Block, Body};
use crate::message::{Messages, suggestion};

impl Configuration {
    /// Reads the blocks of all files.
    ///
    /// # Errors
    /// Every block that is not part of the language, or that only Terraform supports.
    pub(crate) fn new(bodies: Vec<Body>, provider: &str) -> Result<Self, Messages> {
        let mut reader = Reader {
            provider,
            configuration: Configuration::default(),
            messages: Messages::new(),
        };
        for body in bodies {
            for attribute in &body.attributes {
                let detail = format!(
                    "An argument named \"{}\" is not expected here: a file consists of \
                             blocks.",
                    attribute.name.text
                );
                reader
                    .messages
                    .fail("Unsupported argument", detail, &attribute.name.at);
            }
            for block in body.blocks {
                reader.block(block);
            }
        }
        reader.messages.into_result(reader.configuration)
    }
}

impl Reader<'_> {
    fn block(&mut self, block: Block) {
        let kind = Arc::clone(&block.kind.text);
        match &*kind {
            "terraform" => self.terraform(block),
            "provider" => self.provider(block),
            "resource" | "data" | "ephemeral" => resource::read(self, block),
            "action" => action::read(self, block),
            "variable" => self.variable(&block),
            "locals" => self.locals(block),
            "output" => self.output(block),
            "moved" => self.moved(&block),
            "import" => self.import(&block),
            "check" => self.check_block(block),
            "module" | "removed" | "list" => {
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
                        "ephemeral",
                        "action",
                        "variable",
                        "locals",
                        "output",
                        "moved",
                        "import",
                        "check",
                    ],
                );
                let detail =
                    format!("Blocks of type \"{kind}\" are not expected here.{suggestion}");
                self.fail("Unsupported block type", detail, &block.at);
            }
        }
    }
}

#[cfg(test)]
mod tests;
