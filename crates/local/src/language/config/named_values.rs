//! Terraform's named values: the blocks `variable`, `locals` and `output`.

use std::sync::Arc;

use super::model::{Condition, Local, Output, Variable};
use super::reader::Reader;
use crate::address::Node;
use crate::language::eval::{
    Constraint, MarkKinds, Scope, TypedValue, check_constant, evaluate, nodes_of_expr,
    type_constraint,
};
use crate::language::hcl::ast::{Attribute, Block, ExprKind, Name};
use crate::message::Messages;

/// The arguments of a `module` block itself: variables with these names could not be set.
const RESERVED: [&str; 9] = [
    "source",
    "version",
    "providers",
    "provider",
    "count",
    "for_each",
    "lifecycle",
    "depends_on",
    "locals",
];

impl Reader<'_> {
    pub(super) fn variable(&mut self, block: &Block) {
        let Some([name]) = self.labels(block, ["name"]) else {
            return;
        };
        if RESERVED.contains(&&*name) {
            let at = block.labels.first().map_or(&block.at, |label| &label.at);
            let detail = format!(
                "The variable name \"{name}\" is reserved due to its special meaning inside module blocks."
            );
            self.fail("Invalid variable name", detail, at);
        }
        self.check_names(
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
        let validations = self.validations(block, &name);
        let sensitive = self.flag(&block.body, "sensitive", false);
        if sensitive {
            for name in ["default", "type"] {
                if let Some(attribute) = block.body.attribute(name) {
                    attribute.value.hide_literals();
                }
            }
        }
        let ty = block.body.attribute("type");
        let ty = ty.and_then(|attribute| {
            let constraint = type_constraint(&attribute.value);
            constraint
                .map_err(|messages| self.messages.extend(messages.reported(sensitive)))
                .ok()
        });
        let typed = ty.is_some();
        let constraint = ty.unwrap_or_else(Constraint::any);
        let default = block.body.attribute("default").map(|attribute| {
            check_constant(&attribute.value, &mut self.messages);
            let mut own = Messages::new();
            let value = evaluate(&Scope::default(), &attribute.value, &mut own);
            self.messages.extend(own.reported(sensitive));
            let value = value.marked(MarkKinds::sensitive_if(sensitive));
            constraint.apply(value, sensitive).unwrap_or_else(|reason| {
                let detail = format!(
                    "This default value is not compatible with the variable's type constraint: \
                     {reason}."
                );
                let summary = "Invalid default value for variable";
                self.fail(summary, detail, &attribute.value.at);
                TypedValue::unknown_of(constraint.ty.clone())
            })
        });
        let nullable = self.flag(&block.body, "nullable", true);
        let description = block.body.attribute("description").map(|at| &at.value.kind);
        let description = match description {
            Some(ExprKind::String(text)) => text.to_string(),
            _ => String::new(),
        };
        let ephemeral = self.flag(&block.body, "ephemeral", false);
        let variable = Variable {
            constraint,
            typed,
            default,
            description,
            sensitive,
            ephemeral,
            nullable,
            validations,
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

    /// The validations of a variable, each of which must refer to it.
    fn validations(&mut self, block: &Block, name: &Arc<str>) -> Vec<Condition> {
        let mut conditions = self.conditions(&block.body, "validation");
        conditions.retain(|condition| {
            let own = Node::Variable(Arc::clone(name));
            let looks = nodes_of_expr(&condition.condition).contains(&own);
            if !looks {
                let detail = format!(
                        "The condition for variable \"{name}\" must refer to var.{name} in order to test incoming \
                         values."
                    );
                self.fail("Invalid variable validation condition", detail, &condition.condition.at);
            }
            looks
        });
        conditions
    }

    pub(super) fn locals(&mut self, block: Block) {
        if self.labels(&block, []).is_none() {
            return;
        }
        for inner in &block.body.blocks {
            self.unexpected_block(inner);
        }
        for Attribute { name, value } in block.body.attributes {
            let Name { text, at } = name;
            if let Some(first) = self.configuration.locals.get(&text) {
                let first = &first.at;
                let detail = format!("The local value \"{text}\" is defined at {first} already.");
                self.fail("Duplicate local value", detail, &at);
                continue;
            }
            self.configuration.locals.insert(text, Local { value, at });
        }
    }

    pub(super) fn output(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["name"]) else {
            return;
        };
        self.check_names(
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
        let preconditions = self.conditions(&block.body, "precondition");
        if self.flag(&block.body, "ephemeral", false) {
            let detail = "Ephemeral outputs are not allowed in context of a root module";
            self.fail("Ephemeral output not allowed", detail, &block.at);
        }
        let sensitive = self.flag(&block.body, "sensitive", false);
        let Some(value) = self.required(&block, "value") else {
            return;
        };
        let output = Output {
            value: value.clone(),
            sensitive,
            preconditions,
            at: block.at.clone(),
        };
        if let Some(first) = self.configuration.outputs.get(&name) {
            let detail = format!("The output \"{name}\" is declared at {} already.", first.at);
            self.fail("Duplicate output", detail, &block.at);
        } else {
            self.configuration.outputs.insert(name, output);
        }
    }
}
