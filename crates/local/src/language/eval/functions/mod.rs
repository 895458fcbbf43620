//! Functions of the language: their parameters, and their calls.
//!
//! A function is a row of [`table`]: its parameters say which arguments (null, unknown) are handled
//! before the call, and whether the function handles sensitive parts itself; otherwise the whole
//! result is sensitive if any part of an argument is.

mod collections;
mod conversions;
mod encoding;
mod format;
mod letters;
mod merging;
mod network;
mod numbers;
mod provider;
mod sequences;
mod sets;
mod table;
mod text;

use std::borrow::Cow;
use std::path::PathBuf;

use schema_runtime::number::Number;
use schema_runtime::ty::Type;

pub(crate) use encoding::value_of_json;
pub(crate) use provider::{ProviderFunctions, is_of_provider, of_provider};
use table::{FUNCTIONS, Function};

use super::reason::HIDDEN;
use super::{Evaluator, MarkKinds, Marks, TypedValue, hidden_conversion};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages, suggestion, unsupported};
use crate::source::Location;

/// Why a call failed.
#[derive(Debug)]
enum Failure {
    /// The message shows nothing of the arguments.
    Plain(Cow<'static, str>),
    /// The message shows a part of the arguments.
    Shows(String),
}

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Self {
        Failure::Plain(text.into())
    }
}

type CallResult = Result<TypedValue, Failure>;

const TOO_LONG: &str = "a string of more than 64 MiB cannot be built";
const TOO_MANY: &str = "the result would have more than a million elements";

/// The arguments of a call, as the function's row of the table demands them.
struct Args<'a> {
    all: &'a [TypedValue],
    /// Stands for one that was not given, which the table rules out where it is required.
    missing: TypedValue,
    /// The base of relative paths.
    directory: PathBuf,
}

impl Args<'_> {
    fn at(&self, position: usize) -> &TypedValue {
        self.all.get(position).unwrap_or(&self.missing)
    }

    fn is_unknown(&self, position: usize) -> bool {
        self.at(position).value.is_unknown()
    }

    /// The argument without the marks of the whole, and those marks.
    fn unmarked(&self, position: usize) -> (TypedValue, MarkKinds) {
        self.at(position).clone().unmarked()
    }

    fn text(&self, position: usize) -> &str {
        self.at(position).as_text()
    }

    fn number(&self, position: usize) -> Number {
        self.at(position).as_number()
    }

    fn integer(&self, position: usize) -> Result<i64, Failure> {
        let whole = self.number(position).as_i64();
        whole.ok_or_else(|| Failure::from("value must be a whole number of 64 bits"))
    }
}

/// Functions that are implemented elsewhere: they take expressions.
const SPECIAL: [&str; 2] = ["try", "can"];

fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Why a function cannot be called here, or `None` if it can.
pub(crate) fn refused(name: &str, at: &Location) -> Option<Message> {
    // The provider's schemas decide about these.
    if is_of_provider(name) {
        return None;
    }
    let known = name.strip_prefix("core::").unwrap_or(name);
    if find(known).is_some() || SPECIAL.contains(&known) {
        return None;
    }
    if matches!(known, "timestamp" | "plantimestamp" | "uuid" | "bcrypt") {
        return Some(
            Message::error("Not supported by the local runner")
                .detail(format!(
                    "The function \"{name}\" returns a different value at every run, so no plan \
                     would ever be empty; it is not supported by the local runner; use Terraform \
                     for it, or a variable."
                ))
                .at(at),
        );
    }
    let names = FUNCTIONS.iter().map(|function| function.name);
    let near = suggestion(known, names.chain(SPECIAL));
    let mut message = unsupported(&format!("The function \"{name}\""), at);
    message.diagnostic.detail.push_str(&near);
    Some(message)
}

impl Evaluator<'_> {
    pub(super) fn call(
        &mut self,
        name: &str,
        args: &[Expr],
        expanded: bool,
        at: &Location,
    ) -> TypedValue {
        let known = name.strip_prefix("core::").unwrap_or(name);
        match known {
            "try" if !expanded => return self.try_call(args, at),
            "can" if !expanded => return self.can_call(args, at),
            _ => {}
        }
        let function = find(known);
        if function.is_none() && !is_of_provider(name) {
            let message = refused(name, at)
                .unwrap_or_else(|| unsupported(&format!("An expanded call of \"{name}\""), at));
            self.messages.push(message);
            return TypedValue::unknown();
        }
        let before = self.messages.error_count();
        let mut values: Vec<(TypedValue, &Location)> =
            args.iter().map(|arg| (self.expr(arg), &arg.at)).collect();
        let mut kinds = MarkKinds::NONE;
        if expanded && let Some((last, at)) = values.pop() {
            let (last, marked) = last.unmarked();
            kinds |= marked;
            if last.value.is_null() {
                let detail = "The expanding argument (indicated by ...) must not be null.";
                return self.fail("Invalid expanding argument value", detail, at);
            }
            match (&last.ty, last.items()) {
                (Type::List(_) | Type::Set(_) | Type::Tuple(_), Some(items)) => {
                    values.extend(items.into_iter().map(|value| (value, at)));
                }
                (Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic, None) => {
                    return TypedValue::unknown().marked(kinds);
                }
                _ => {
                    let detail = "The expanding argument (indicated by ...) must be of a tuple, list, or \
                         set type.";
                    return self.fail("Invalid expanding argument value", detail, at);
                }
            }
        }
        let Some(function) = function else {
            if self.messages.error_count() > before {
                return TypedValue::unknown();
            }
            return self.provider_call(name, values, kinds, at);
        };
        if !self.check_count(function, values.len(), at) || self.messages.error_count() > before {
            return TypedValue::unknown();
        }
        self.answer(function, values, kinds, at)
    }

    fn check_count(&mut self, function: &Function, count: usize, at: &Location) -> bool {
        let wanted = function.parameters.len();
        let name = function.name;
        if let Some(missing) = function.parameters.get(count) {
            let least = if !function.variadic.is_empty() {
                " at least"
            } else {
                ""
            };
            let detail = format!(
                "The function \"{name}\" expects{least} {wanted} argument{}. Missing value for \
                     \"{}\".",
                if wanted == 1 { "" } else { "s" },
                missing.name
            );
            self.fail("Not enough function arguments", detail, at);
            return false;
        }
        if count > wanted && function.variadic.is_empty() {
            let detail = format!(
                "The function \"{name}\" expects only {wanted} argument{}.",
                if wanted == 1 { "" } else { "s" }
            );
            self.fail("Too many function arguments", detail, at);
            return false;
        }
        true
    }

    fn answer(
        &mut self,
        function: &Function,
        values: Vec<(TypedValue, &Location)>,
        mut kinds: MarkKinds,
        at: &Location,
    ) -> TypedValue {
        let mut unknown = false;
        let mut untyped = false;
        let mut hidden = kinds.any();
        let mut args = Vec::with_capacity(values.len());
        for (position, (value, at)) in values.into_iter().enumerate() {
            let Some(parameter) = function
                .parameters
                .get(position)
                .or(function.variadic.first())
            else {
                continue;
            };
            hidden |= value.is_hidden();
            let converted = if parameter.ty == Type::Dynamic {
                Ok(value)
            } else {
                hidden_conversion(&value, &parameter.ty, hidden)
            };
            let mut value = match converted {
                Ok(value) => value,
                Err(reason) => {
                    let detail = format!(
                        "Invalid value for \"{}\" parameter: {reason}.",
                        parameter.name
                    );
                    return self.fail("Invalid function argument", detail, at);
                }
            };
            if value.value.is_null() && !parameter.null {
                let detail = format!(
                    "Invalid value for \"{}\" parameter: argument must not be null.",
                    parameter.name
                );
                return self.fail("Invalid function argument", detail, at);
            }
            if !parameter.unknown {
                unknown |= value.value.is_unknown();
                untyped |= value.ty == Type::Dynamic;
            }
            if !parameter.marked {
                kinds |= value.kinds();
                value.marks = Marks::default();
            } else if !parameter.unknown && value.value.is_unknown() {
                kinds |= value.kinds();
            }
            args.push(value);
        }
        // A value without a type may turn out to be invalid: nothing is known about the result.
        if untyped {
            return TypedValue::unknown().marked(kinds);
        }
        if unknown {
            return TypedValue::unknown_not_null(function.result.clone()).marked(kinds);
        }
        let args = Args {
            all: &args,
            missing: TypedValue::unknown(),
            directory: self.scope.directory.clone().unwrap_or_default(),
        };
        match (function.run)(&args) {
            Ok(value) => {
                let length = value.value.as_str().map_or(0, str::len);
                if self.has_room(length, at) {
                    value.marked(kinds)
                } else {
                    TypedValue::unknown_of(value.ty)
                }
            }
            Err(failure) => {
                let reason = match failure {
                    Failure::Plain(reason) => reason,
                    Failure::Shows(_) if hidden => HIDDEN.into(),
                    Failure::Shows(reason) => reason.into(),
                };
                let detail = format!("Call to function \"{}\" failed: {reason}.", function.name);
                self.fail("Error in function call", detail, at)
            }
        }
    }

    /// Evaluates an expression; returns its value and its messages.
    fn attempt(&mut self, expr: &Expr) -> (TypedValue, Messages) {
        let before = std::mem::take(self.messages);
        let value = self.expr(expr);
        (value, std::mem::replace(self.messages, before))
    }

    /// The first argument without an error; unknown if an earlier one may still fail.
    fn try_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        if args.is_empty() {
            let detail = "Call to function \"try\" failed: at least one argument is required.";
            return self.fail("Error in function call", detail, at);
        }
        let mut all = Messages::new();
        for arg in args {
            let (value, messages) = self.attempt(arg);
            if messages.has_errors() {
                all.extend(messages);
                continue;
            }
            self.messages.extend(messages);
            if !value.value.is_wholly_known() {
                return TypedValue::unknown();
            }
            return value;
        }
        self.messages.extend(all);
        let detail = "Call to function \"try\" failed: no expression succeeded.";
        self.fail("Error in function call", detail, at)
    }

    fn can_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        let [arg] = args else {
            let detail = "Call to function \"can\" failed: it takes one expression.";
            return self.fail("Error in function call", detail, at);
        };
        let (value, messages) = self.attempt(arg);
        if messages.has_errors() {
            TypedValue::bool(false)
        } else if value.value.is_wholly_known() {
            TypedValue::bool(true)
        } else {
            TypedValue::unknown_not_null(Type::Bool)
        }
    }
}
