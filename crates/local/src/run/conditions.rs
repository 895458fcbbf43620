//! Rules of a configuration: validations of variables, conditions before and after a change, and
//! checks.

use std::sync::Arc;

use schema_runtime::diagnostics::DiagnosticKind;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::depth::not_kept;
use crate::language::config::{CheckBlock, Condition, Output};
use crate::language::eval::{MarkKinds, Scope, TypedValue, conversion, evaluate};
use crate::message::{Message, Messages};
use crate::run::actions::evaluated;
use crate::run::context::Run;

/// The owner of a condition, for the words of messages.
#[derive(Clone, Copy)]
enum Rule {
    Variable,
    Other(&'static str),
}

impl Run {
    /// Checks a variable by its own validations; returns whether it may be used.
    pub(crate) fn check_variable(
        &self,
        name: &Arc<str>,
        scope: &Scope,
        messages: &mut Messages,
    ) -> bool {
        let Some(variable) = self.configuration.variables.get(name) else {
            return true;
        };
        let mut holds = true;
        for condition in &variable.validations {
            let mut own = Messages::new();
            let rule = Rule::Variable;
            holds &= check_condition(condition, rule, scope, &mut own) != Some(false);
            for message in own {
                // The error is about the given value.
                messages.push(match message.diagnostic.is_kind(INVALID_VALUE) {
                    true => message.at(&variable.at),
                    false => message,
                });
            }
        }
        holds
    }

    /// Checks the preconditions of a change; returns whether it may be made.
    pub(crate) fn preconditions_hold(
        &self,
        address: &ObjectAddress,
        scope: &Scope,
        messages: &mut Messages,
    ) -> bool {
        let block = self.block(address).into_iter();
        let conditions = block.flat_map(|block| &block.lifecycle.preconditions);
        let rule = Rule::Other("Resource precondition failed");
        all_hold_for(address, conditions, rule, scope, messages)
    }

    /// Checks the postconditions of a planned or existing object, which `self` refers to; returns
    /// whether others may use it.
    pub(crate) fn postconditions_hold(
        &self,
        address: &ObjectAddress,
        object: &TypedValue,
        scope: &mut Scope,
        messages: &mut Messages,
    ) -> bool {
        let block = self.block(address);
        let conditions = block.map_or(&[][..], |block| &block.lifecycle.postconditions);
        if conditions.is_empty() {
            return true;
        }
        scope.set(Node::SelfObject, object.clone());
        let rule = Rule::Other("Resource postcondition failed");
        let hold = all_hold_for(address, conditions, rule, scope, messages);
        scope.remove(&Node::SelfObject);
        hold
    }

    /// The values of all outputs; their preconditions are checked on request.
    pub(crate) fn evaluate_outputs(
        &self,
        scope: &Scope,
        with_conditions: bool,
        messages: &mut Messages,
    ) -> Vec<(String, TypedValue)> {
        let mut values = Vec::new();
        for (name, output) in &self.configuration.outputs {
            let rule = Rule::Other("Module output value precondition failed");
            let value =
                match !with_conditions || all_hold(&output.preconditions, rule, scope, messages) {
                    true => output_value(name, output, scope, messages),
                    false => None,
                };
            values.push((name.to_string(), value.unwrap_or_else(TypedValue::unknown)));
        }
        values
    }

    /// Evaluates the configuration's checks, whose failures are warnings. A plan also reports
    /// checks with unknown results.
    pub(crate) async fn make_checks(
        &self,
        scope: &mut Scope,
        in_plan: bool,
        messages: &mut Messages,
    ) {
        for check in self.configuration.checks.values() {
            let mut own = Messages::new();
            self.read_for_check(check, scope, &mut own).await;
            for condition in &check.asserts {
                let rule = Rule::Other("Check block assertion failed");
                let result = check_condition(condition, rule, scope, &mut own);
                if result.is_none() && in_plan {
                    let open = Message::warning("Check block assertion known after apply").detail(
                        "The condition could not be evaluated at this time, a result will be known when this plan \
                         is applied.",
                    );
                    own.push(open.at(&condition.condition.at));
                }
            }
            messages.extend(own.into_warnings());
        }
    }

    /// Reads the data source of a check.
    async fn read_for_check(&self, check: &CheckBlock, scope: &mut Scope, messages: &mut Messages) {
        let Some(data) = &check.data else {
            return;
        };
        let address = ObjectAddress::new(data.clone(), InstanceKey::None);
        let read = self.current_data(&address, scope, messages).await;
        let unknown = || self.reference_value(&address, Value::UNKNOWN, &[]);
        scope.set(Node::Resource(data.clone()), read.unwrap_or_else(unknown));
    }
}

/// The value of an output; `None` if it cannot be one.
fn output_value(
    name: &str,
    output: &Output,
    scope: &Scope,
    messages: &mut Messages,
) -> Option<TypedValue> {
    let value = evaluate(scope, &output.value, messages);
    if let Some(why) = not_kept(&value.ty, &value.value) {
        let detail = format!("The output \"{name}\" cannot be saved: {why}.");
        messages.fail("Invalid output value", detail, &output.value.at);
        return None;
    }
    if value.is_ephemeral() {
        let detail = "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                     result derived from an ephemeral value.";
        messages.fail("Ephemeral value not allowed", detail, &output.value.at);
        return None;
    }
    if value.is_sensitive() && !output.sensitive {
        let detail = format!(
            "The output \"{name}\" would show a sensitive value. Set sensitive = true in it if that is \
             intended."
        );
        messages.fail("Output refers to sensitive values", detail, &output.at);
    }
    Some(value.marked(MarkKinds::sensitive_if(output.sensitive)))
}

/// Checks all of these conditions.
fn all_hold<'c>(
    conditions: impl IntoIterator<Item = &'c Condition>,
    rule: Rule,
    scope: &Scope,
    messages: &mut Messages,
) -> bool {
    let mut hold = true;
    for condition in conditions {
        hold &= check_condition(condition, rule, scope, messages) != Some(false);
    }
    hold
}

/// The same for an object.
fn all_hold_for<'c>(
    address: &ObjectAddress,
    conditions: impl IntoIterator<Item = &'c Condition>,
    rule: Rule,
    scope: &Scope,
    messages: &mut Messages,
) -> bool {
    let mut own = Messages::new();
    let hold = all_hold(conditions, rule, scope, &mut own);
    messages.extend(own.with_default_address(&address.to_string()));
    hold
}

const INVALID_VALUE: DiagnosticKind = DiagnosticKind::new("invalid value for variable");

/// Whether a condition holds, which is reported if not; `None` if that is not known yet.
fn check_condition(
    condition: &Condition,
    rule: Rule,
    scope: &Scope,
    messages: &mut Messages,
) -> Option<bool> {
    let at = &condition.condition.at;
    let Some(value) = evaluated(scope, &condition.condition, messages) else {
        return Some(false);
    };
    let (summary, whose, subject) = match rule {
        Rule::Variable => (
            "Invalid variable validation result",
            "validation ",
            "Validation condition",
        ),
        Rule::Other(_) => ("Invalid condition result", "", "Condition"),
    };
    let wrong = match conversion(&value, &Type::Bool).map(|typed| typed.value) {
        Ok(Value::Bool(true)) => return Some(true),
        Ok(Value::Bool(false)) => None,
        Ok(Value::Null) => Some(format!(
            "{subject} expression must return either true or false, not null."
        )),
        Ok(_) => return None,
        Err(_) => Some(format!(
            "Invalid {whose}condition result value: a bool is required."
        )),
    };
    if let Some(detail) = wrong {
        messages.fail(summary, detail, at);
        return Some(false);
    }
    let said = error_message(condition, scope, messages);
    messages.push(match rule {
        Rule::Variable => {
            let (file, line, column) = (condition.at.file(), condition.at.line(), condition.at.column());
            let end = column + "validation".len();
            Message::error("Invalid value for variable")
                .with_kind(INVALID_VALUE)
                .detail(format!(
                    "{said}\n\nThis was checked by the validation rule at {file}:{line},{column}-{end}."
                ))
                .at(at)
                .always_reported()
        }
        Rule::Other(summary) => Message::error(summary).detail(said).at(at).always_reported(),
    });
    Some(false)
}

/// The message for a condition that does not hold.
fn error_message(condition: &Condition, scope: &Scope, messages: &mut Messages) -> String {
    const NONE: &str = "Failed to evaluate condition error message.";
    let expr = &condition.error_message;
    let Some(value) = evaluated(scope, expr, messages) else {
        return NONE.to_owned();
    };
    let (what, remedy) = match (value.is_sensitive(), value.is_ephemeral()) {
        (true, _) => (
            "sensitive",
            "nonsensitive() function if the expression will not reveal the sensitive data",
        ),
        (false, true) => (
            "ephemeral",
            "ephemeralasnull() function if the expression will not reveal ephemeral data",
        ),
        (false, false) => {
            return match conversion(&value, &Type::String).map(|typed| typed.value) {
                Ok(Value::String(text)) => text.trim().to_owned(),
                _ => NONE.to_owned(),
            };
        }
    };
    let warning = Message::warning(format!("Error message refers to {what} values"));
    let warning = warning.detail(format!(
        "The error expression used to explain this condition refers to {what} values, so it is not \
         displayed.\n\nYou can correct this by removing references to {what} values, or by carefully \
         using the {remedy}."
    ));
    messages.push(warning.at(&expr.at));
    "This check failed, but has an invalid error message as described in the other accompanying \
     messages."
        .to_owned()
}
