//! Terraform's named values: the blocks `variable`, `locals` and `output`.

use std::sync::Arc;

use super::model::{Condition, Local, Output, Variable};
use super::reader::Reader;
use crate::address::Node;
use crate::language::eval::{
    Constraint, MarkKinds, Scope, TypedValue, evaluate, nodes_of_expr, type_constraint,
};
use crate::language::hcl::ast::{Attribute, Block, ExprKind};
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
        let ty = match block.body.attribute("type") {
            Some(attribute) => match type_constraint(&attribute.value) {
                Ok(constraint) => Some(constraint),
                Err(messages) => {
                    self.messages.extend(if sensitive {
                        messages.without_details()
                    } else {
                        messages
                    });
                    None
                }
            },
            None => None,
        };
        let typed = ty.is_some();
        let constraint = ty.unwrap_or_else(Constraint::any);
        let default = block.body.attribute("default").map(|attribute| {
            self.check_constant(&attribute.value);
            let at = &attribute.value.at;
            let mut own = Messages::new();
            let value = evaluate(&Scope::default(), &attribute.value, &mut own);
            self.messages.extend(if sensitive {
                own.without_details()
            } else {
                own
            });
            match constraint.apply(value.marked(MarkKinds::sensitive_if(sensitive)), sensitive) {
                Ok(value) => value,
                Err(reason) => {
                    let detail = format!(
                        "This default value is not compatible with the variable's type \
                         constraint: {reason}."
                    );
                    self.fail("Invalid default value for variable", detail, at);
                    TypedValue::unknown_of(constraint.ty.clone())
                }
            }
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
        self.check_no_blocks(&block.body);
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
        let Some(value) = block.body.attribute("value") else {
            let detail = "The argument \"value\" is required, but no definition was found.";
            self.fail("Missing required argument", detail, &block.at);
            return;
        };
        let output = Output {
            value: value.value.clone(),
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
