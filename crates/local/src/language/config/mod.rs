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
    ActionTrigger, CheckBlock, Condition, Configuration, ImportBlock, ImportExpr, MovedBlock,
    OnFailure, Output, Repetition, ReplaceTrigger, ResourceBlock, StateStoreBlock, TriggeredAction,
    Variable,
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

type ReadBlock = fn(&mut Reader<'_>, Block);

/// The blocks of a file, and what reads each.
const BLOCKS: [(&str, ReadBlock); 12] = [
    ("terraform", |reader, block| reader.terraform(block)),
    ("provider", |reader, block| reader.provider(block)),
    ("resource", resource::read),
    ("data", resource::read),
    ("ephemeral", resource::read),
    ("action", action::read),
    ("variable", |reader, block| reader.variable(&block)),
    ("locals", |reader, block| reader.locals(block)),
    ("output", |reader, block| reader.output(block)),
    ("moved", |reader, block| reader.moved(&block)),
    ("import", |reader, block| reader.import(&block)),
    ("check", |reader, block| reader.check_block(block)),
];

impl Reader<'_> {
    fn block(&mut self, block: Block) {
        let kind = Arc::clone(&block.kind.text);
        if let Some((_, read)) = BLOCKS.iter().find(|(name, _)| *name == &*kind) {
            read(self, block);
        } else if ["module", "removed", "list"].contains(&&*kind) {
            self.unsupported(&format!("A block of type \"{kind}\""), &block.at);
        } else {
            let near = suggestion(&kind, BLOCKS.map(|(name, _)| name));
            let detail = format!("Blocks of type \"{kind}\" are not expected here.{near}");
            self.fail("Unsupported block type", detail, &block.at);
        }
    }
}

#[cfg(test)]
mod tests;
