//! Functions of the language: their parameters, and their calls.
//!
//! A function is a row of [`table`]: its parameters say which arguments (null, unknown) are handled
//! before the call, and whether the function handles sensitive parts itself; otherwise the whole
//! result is sensitive if any part of an argument is.

mod collections;
mod conversions;
mod encoding;
mod format;
mod merging;
mod network;
mod numbers;
mod provider;
mod sequences;
mod sets;
mod table;
mod text;

use std::borrow::Cow;
use std::path::Path;

use schema_runtime::number::{ArithmeticError, Number};
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

impl From<ArithmeticError> for Failure {
    fn from(error: ArithmeticError) -> Self {
        Failure::Plain(error.to_string().into())
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
    directory: &'a Path,
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
        let called = format!("The function \"{known}\"");
        let names = function.parameters.iter().map(|parameter| parameter.name);
        let names: Vec<&str> = names.collect();
        let variadic = !function.variadic.is_empty();
        if !self.check_count(&called, &names, variadic, values.len(), at)
            || self.messages.error_count() > before
        {
            return TypedValue::unknown();
        }
        self.answer(function, values, kinds, at)
    }

    /// Reports too few or too many arguments; returns whether their number is right.
    fn check_count(
        &mut self,
        called: &str,
        names: &[&str],
        variadic: bool,
        count: usize,
        at: &Location,
    ) -> bool {
        let wanted = names.len();
        let s = if wanted == 1 { "" } else { "s" };
        let (summary, detail) = if let Some(missing) = names.get(count) {
            let least = if variadic { " at least" } else { "" };
            let detail = format!(
                "{called} expects{least} {wanted} argument{s}. Missing value for \"{missing}\"."
            );
            ("Not enough function arguments", detail)
        } else if count > wanted && !variadic {
            let detail = format!("{called} expects only {wanted} argument{s}.");
            ("Too many function arguments", detail)
        } else {
            return true;
        };
        self.fail(summary, detail, at);
        false
    }

    /// An argument in the form for its parameter, of which this is the name, the type and whether
    /// it takes null; `None` if it does not fit, which is reported.
    fn argument(
        &mut self,
        value: TypedValue,
        (name, ty, null): (&str, &Type, bool),
        hidden: bool,
        at: &Location,
    ) -> Option<TypedValue> {
        let converted = match ty {
            Type::Dynamic => Ok(value),
            ty => hidden_conversion(&value, ty, hidden),
        };
        let reason = match converted {
            Ok(value) if null || !value.value.is_null() => return Some(value),
            Ok(_) => "argument must not be null".to_owned(),
            Err(reason) => reason,
        };
        self.wrong_argument(name, &reason, at);
        None
    }

    fn wrong_argument(&mut self, name: &str, reason: &str, at: &Location) -> TypedValue {
        let detail = format!("Invalid value for \"{name}\" parameter: {reason}.");
        self.fail("Invalid function argument", detail, at)
    }

    fn failed(&mut self, name: &str, reason: &str, at: &Location) -> TypedValue {
        let detail = format!("Call to function \"{name}\" failed: {reason}.");
        self.fail("Error in function call", detail, at)
    }

    /// The result of a function, if there is room for it.
    fn returned(&mut self, value: TypedValue, kinds: MarkKinds, at: &Location) -> TypedValue {
        match self.has_room(value.as_text().len(), at) {
            true => value.marked(kinds),
            false => TypedValue::unknown_of(value.ty),
        }
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
            let parameter = function.parameters.get(position);
            let Some(parameter) = parameter.or(function.variadic.first()) else {
                continue;
            };
            hidden |= value.is_hidden();
            let wanted = (parameter.name, &parameter.ty, parameter.null);
            let Some(mut value) = self.argument(value, wanted, hidden, at) else {
                return TypedValue::unknown();
            };
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
            directory: &self.scope.directory,
        };
        match (function.run)(&args) {
            Ok(value) => self.returned(value, kinds, at),
            Err(failure) => {
                let reason = match failure {
                    Failure::Plain(reason) => reason,
                    Failure::Shows(_) if hidden => HIDDEN.into(),
                    Failure::Shows(reason) => reason.into(),
                };
                self.failed(function.name, &reason, at)
            }
        }
    }

    /// Evaluates an expression; returns its value and its messages.
    pub(super) fn attempt(&mut self, expr: &Expr) -> (TypedValue, Messages) {
        let before = std::mem::take(self.messages);
        let value = self.expr(expr);
        (value, std::mem::replace(self.messages, before))
    }

    /// The first argument without an error; unknown if an earlier one may still fail.
    fn try_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        if args.is_empty() {
            return self.failed("try", "at least one argument is required", at);
        }
        let mut all = Messages::new();
        for arg in args {
            let (value, messages) = self.attempt(arg);
            if messages.has_errors() {
                all.extend(messages);
                continue;
            }
            self.messages.extend(messages);
            return match value.value.is_wholly_known() {
                true => value,
                false => TypedValue::unknown(),
            };
        }
        self.messages.extend(all);
        self.failed("try", "no expression succeeded", at)
    }

    fn can_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        let [arg] = args else {
            return self.failed("can", "it takes one expression", at);
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
