//! Rules of a configuration: validations of variables, conditions before and after a change, and
//! checks.

use std::sync::Arc;

use schema_runtime::diagnostics::DiagnosticKind;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::depth::not_kept;
use crate::language::config::{CheckBlock, Condition};
use crate::language::eval::{MarkKinds, Scope, TypedValue, conversion, evaluate};
use crate::message::{Message, Messages};
use crate::run::context::Run;

/// The result of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConditionResult {
    Holds,
    /// The error has been reported.
    Fails,
    /// The result is not known yet.
    Open,
}

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
            holds &= check_condition(condition, rule, scope, &mut own) != ConditionResult::Fails;
            for message in own {
                // The error is about the given value.
                let is_value = message.diagnostic.is_kind(INVALID_VALUE);
                messages.push(match is_value {
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
        let conditions = self
            .block(address)
            .map(|block| &block.lifecycle.preconditions);
        let rule = Rule::Other("Resource precondition failed");
        let conditions = conditions.into_iter().flatten();
        self.all_hold(conditions, rule, address, scope, messages)
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
        let Some(block) = self.block(address) else {
            return true;
        };
        let conditions = &block.lifecycle.postconditions;
        if conditions.is_empty() {
            return true;
        }
        scope.set(Node::SelfObject, object.clone());
        let rule = Rule::Other("Resource postcondition failed");
        let hold = self.all_hold(conditions, rule, address, scope, messages);
        scope.remove(&Node::SelfObject);
        hold
    }

    fn all_hold<'c>(
        &self,
        conditions: impl IntoIterator<Item = &'c Condition>,
        rule: Rule,
        address: &ObjectAddress,
        scope: &Scope,
        messages: &mut Messages,
    ) -> bool {
        let mut own = Messages::new();
        let mut hold = true;
        for condition in conditions {
            hold &= check_condition(condition, rule, scope, &mut own) != ConditionResult::Fails;
        }
        messages.extend(own.with_default_address(&address.to_string()));
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
            if with_conditions
                && !preconditions_of_output_hold(&output.preconditions, scope, messages)
            {
                values.push((name.to_string(), TypedValue::unknown()));
                continue;
            }
            let value = evaluate(scope, &output.value, messages);
            if let Some(why) = not_kept(&value.ty, &value.value) {
                let detail = format!("The output \"{name}\" cannot be saved: {why}.");
                messages.fail("Invalid output value", detail, &output.value.at);
                values.push((name.to_string(), TypedValue::unknown()));
                continue;
            }
            if value.is_ephemeral() {
                let detail = "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                             result derived from an ephemeral value.";
                messages.fail("Ephemeral value not allowed", detail, &output.value.at);
                values.push((name.to_string(), TypedValue::unknown()));
                continue;
            }
            if value.is_sensitive() && !output.sensitive {
                let detail = format!(
                    "The output \"{name}\" would show a sensitive value. Set sensitive = \
                             true in it if that is intended."
                );
                messages.fail("Output refers to sensitive values", detail, &output.at);
            }
            values.push((
                name.to_string(),
                value.marked(MarkKinds::sensitive_if(output.sensitive)),
            ));
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
                if result == ConditionResult::Open && in_plan {
                    own.push(
                        Message::warning("Check block assertion known after apply")
                            .detail(
                                "The condition could not be evaluated at this time, a result will be known when this \
                                 plan is applied.",
                            )
                            .at(&condition.condition.at),
                    );
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
        let before = messages.error_count();
        let config = self.config(&address, scope, messages);
        let config = config
            .filter(|config| messages.error_count() == before && config.value.is_wholly_known());
        let read = match config {
            Some(config) => {
                let sensitive = config.sensitive;
                let read = self.read_data(&address, config.value, messages).await;
                read.map(|value| self.reference_value(&address, value, &sensitive))
            }
            None => None,
        };
        let unknown = || self.reference_value(&address, Value::UNKNOWN, &[]);
        scope.set(Node::Resource(data.clone()), read.unwrap_or_else(unknown));
    }
}

fn preconditions_of_output_hold(
    conditions: &[Condition],
    scope: &Scope,
    messages: &mut Messages,
) -> bool {
    let rule = Rule::Other("Module output value precondition failed");
    let mut hold = true;
    for condition in conditions {
        hold &= check_condition(condition, rule, scope, messages) != ConditionResult::Fails;
    }
    hold
}

const INVALID_VALUE: DiagnosticKind = DiagnosticKind::new("invalid value for variable");

fn check_condition(
    condition: &Condition,
    rule: Rule,
    scope: &Scope,
    messages: &mut Messages,
) -> ConditionResult {
    let at = &condition.condition.at;
    let before = messages.error_count();
    let value = evaluate(scope, &condition.condition, messages);
    if messages.error_count() > before {
        return ConditionResult::Fails;
    }
    let (summary, whose) = match rule {
        Rule::Variable => ("Invalid variable validation result", "validation "),
        Rule::Other(_) => ("Invalid condition result", ""),
    };
    let mut wrong = |detail: String| {
        messages.fail(summary, detail, at);
        ConditionResult::Fails
    };
    match conversion(&value, &Type::Bool).map(|typed| typed.value) {
        Ok(Value::Bool(true)) => return ConditionResult::Holds,
        Ok(Value::Bool(false)) => {}
        Ok(Value::Null) => {
            let subject = match rule {
                Rule::Variable => "Validation condition expression",
                Rule::Other(_) => "Condition expression",
            };
            return wrong(format!(
                "{subject} must return either true or false, not null."
            ));
        }
        Ok(_) => return ConditionResult::Open,
        Err(_) => {
            return wrong(format!(
                "Invalid {whose}condition result value: a bool is required."
            ));
        }
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
    ConditionResult::Fails
}

/// The message for a condition that does not hold.
fn error_message(condition: &Condition, scope: &Scope, messages: &mut Messages) -> String {
    const NONE: &str = "Failed to evaluate condition error message.";
    let before = messages.error_count();
    let expr = &condition.error_message;
    let value = evaluate(scope, expr, messages);
    if messages.error_count() > before {
        return NONE.to_owned();
    }
    for (is_so, what, remedy) in [
        (
            value.is_sensitive(),
            "sensitive",
            "nonsensitive() function if the expression will not reveal the sensitive data",
        ),
        (
            value.is_ephemeral(),
            "ephemeral",
            "ephemeralasnull() function if the expression will not reveal ephemeral data",
        ),
    ] {
        if is_so {
            messages.push(
                Message::warning(format!("Error message refers to {what} values"))
                    .detail(format!(
                        "The error expression used to explain this condition refers to {what} values, so it is not \
                         displayed.\n\nYou can correct this by removing references to {what} values, or by carefully \
                         using the {remedy}."
                    ))
                    .at(&expr.at),
            );
            return "This check failed, but has an invalid error message as described in the other accompanying \
                    messages."
                .to_owned();
        }
    }
    match conversion(&value, &Type::String).map(|typed| typed.value) {
        Ok(Value::String(text)) => text.trim().to_owned(),
        _ => NONE.to_owned(),
    }
}
