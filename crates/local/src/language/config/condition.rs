//! Rules of a configuration: `validation`, `precondition`, `postcondition`, `assert`, and the block
//! `check`.

use std::sync::Arc;

use super::model::{CheckBlock, Condition};
use super::reader::Reader;
use super::resource;
use crate::address::{Mode, ResourceAddress};
use crate::language::eval::{names_itself, nodes_of_expr};
use crate::language::hcl::ast::{Block, Body};

impl Reader<'_> {
    /// Reads all rules of a kind in a body.
    pub(super) fn conditions(&mut self, body: &Body, kind: &str) -> Vec<Condition> {
        let blocks = body.blocks_of(kind);
        blocks.filter_map(|block| self.condition(block)).collect()
    }

    /// Reads one rule.
    pub(super) fn condition(&mut self, block: &Block) -> Option<Condition> {
        let kind = &block.kind.text;
        self.check_no_labels(block);
        self.check_names(&block.body, &["condition", "error_message"], &[]);
        let condition = self.required(block, "condition");
        let error_message = self.required(block, "error_message");
        let (condition, error_message) = (condition?, error_message?);
        if nodes_of_expr(condition).is_empty() {
            let detail = "The condition expression must refer to at least one object from elsewhere in the configuration, or \
                 else its result would not be checking anything.";
            return self.refuse(&format!("Invalid {kind} expression"), detail, &condition.at);
        }
        for expr in [condition, error_message] {
            if &**kind != "postcondition"
                && let Some(at) = names_itself(expr)
            {
                let detail = "The \"self\" object is not available in this context. It can be used in postconditions only.";
                return self.refuse("Invalid \"self\" reference", detail, &at);
            }
        }
        Some(Condition {
            condition: condition.clone(),
            error_message: error_message.clone(),
            at: block.kind.at.clone(),
        })
    }

    /// Reads a block of type `check`.
    pub(super) fn check_block(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["name"]) else {
            return;
        };
        self.check_names(&block.body, &[], &["assert", "data"]);
        let asserts = self.conditions(&block.body, "assert");
        if block.body.blocks_of("assert").next().is_none() {
            let detail = "Check blocks must have at least one assert block.";
            self.fail("Zero assert blocks", detail, &block.at);
        }
        let mut data = None;
        for inner in block.body.blocks {
            if &*inner.kind.text != "data" {
                continue;
            }
            if data.is_some() {
                let detail = "This check block already has a data resource defined.";
                self.fail("Multiple data resource blocks", detail, &inner.at);
                continue;
            }
            if let [type_name, own] = &inner.labels[..] {
                data = Some(ResourceAddress {
                    mode: Mode::Data,
                    type_name: Arc::clone(&type_name.text),
                    name: Arc::clone(&own.text),
                });
            }
            resource::read(self, inner);
        }
        if let Some(first) = self.configuration.checks.get(&name) {
            let detail = format!(
                "A check block named \"{name}\" is declared at {} already.",
                first.at
            );
            return self.fail("Duplicate check configuration", detail, &block.at);
        }
        let check = CheckBlock {
            data,
            asserts,
            at: block.at,
        };
        self.configuration.checks.insert(name, check);
    }
}
