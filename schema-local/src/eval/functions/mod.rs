//! Functions of the language: what they take, and how they are called.
//!
//! A function is a row of [`FUNCTIONS`]: its parameters say what is refused or answered before it is
//! asked (null, unknown values) and whether it looks after sensitive parts itself; otherwise its
//! whole result is sensitive as soon as a part of an argument is.

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
mod text;

use std::borrow::Cow;
use std::path::PathBuf;

use schema_runtime::refs::Ref;
use schema_runtime::ty::Type;

pub(crate) use provider::{ProviderFunctions, is_of_provider, of_provider};

use super::reason::HIDDEN;
use super::reference::unsupported;
use super::{Evaluator, MarkKinds, Marks, TypedValue, hidden_conversion};
use crate::hcl::ast::Expr;
use crate::message::{Message, Messages, suggestion};
use crate::source::Location;

/// Why a function has no answer.
#[derive(Debug)]
enum Failure {
    /// Nothing of the arguments is in it.
    Plain(Cow<'static, str>),
    /// It shows something of the arguments.
    Shows(String),
}

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Self {
        Failure::Plain(text.into())
    }
}

type Answer = Result<TypedValue, Failure>;

/// What an argument must be.
struct Parameter {
    name: &'static str,
    ty: Type,
    null: bool,
    /// The function answers for unknown values, as far as it can.
    unknown: bool,
    /// The function looks after the sensitive parts.
    marked: bool,
}

const fn parameter(name: &'static str, ty: Type) -> Parameter {
    Parameter {
        name,
        ty,
        null: false,
        unknown: false,
        marked: false,
    }
}

impl Parameter {
    const fn null(mut self) -> Self {
        self.null = true;
        self
    }

    const fn unknown(mut self) -> Self {
        self.unknown = true;
        self
    }

    const fn marked(mut self) -> Self {
        self.marked = true;
        self
    }
}

/// What a function has beside its arguments.
struct FunctionContext {
    /// Where relative paths begin.
    directory: PathBuf,
}

struct Function {
    name: &'static str,
    parameters: &'static [Parameter],
    /// What all further arguments are, if there may be any: one or none.
    variadic: &'static [Parameter],
    /// The type of its result, as far as it is the same for all arguments.
    result: Type,
    run: fn(&[TypedValue], &FunctionContext) -> Answer,
}

/// Those that are written otherwise: they look at expressions.
const SPECIAL: [&str; 2] = ["try", "can"];

fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Why a function cannot be called here, if it cannot.
pub(crate) fn refused(name: &str, at: &Location) -> Option<Message> {
    // Which the provider's schemas say.
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
                    "The function \"{name}\" gives another value at every run, so that no plan is \
                     ever empty; it is not supported by the local runner; use Terraform for it, \
                     or a variable."
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
                return self.fail(
                    "Invalid expanding argument value",
                    "The expanding argument (indicated by ...) must not be null.",
                    at,
                );
            }
            match (&last.ty, last.elements()) {
                (Type::List(_) | Type::Set(_) | Type::Tuple(_), Some(elements)) => {
                    values.extend(elements.into_iter().map(|(_, value)| (value, at)));
                }
                (Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic, None) => {
                    return TypedValue::unknown().marked(kinds);
                }
                _ => {
                    return self.fail(
                        "Invalid expanding argument value",
                        "The expanding argument (indicated by ...) must be of a tuple, list, or \
                         set type.",
                        at,
                    );
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
            self.fail(
                "Not enough function arguments",
                format!(
                    "The function \"{name}\" expects{least} {wanted} argument{}. Missing value for \
                     \"{}\".",
                    if wanted == 1 { "" } else { "s" },
                    missing.name
                ),
                at,
            );
            return false;
        }
        if count > wanted && function.variadic.is_empty() {
            self.fail(
                "Too many function arguments",
                format!(
                    "The function \"{name}\" expects only {wanted} argument{}.",
                    if wanted == 1 { "" } else { "s" }
                ),
                at,
            );
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
                    return self.fail(
                        "Invalid function argument",
                        format!(
                            "Invalid value for \"{}\" parameter: {reason}.",
                            parameter.name
                        ),
                        at,
                    );
                }
            };
            if value.value.is_null() && !parameter.null {
                return self.fail(
                    "Invalid function argument",
                    format!(
                        "Invalid value for \"{}\" parameter: argument must not be null.",
                        parameter.name
                    ),
                    at,
                );
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
        if unknown || untyped {
            return TypedValue::unknown_not_null(function.result.clone()).marked(kinds);
        }
        let directory = self.scope.directory.clone().unwrap_or_default();
        match (function.run)(&args, &FunctionContext { directory }) {
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
                self.fail(
                    "Error in function call",
                    format!("Call to function \"{}\" failed: {reason}.", function.name),
                    at,
                )
            }
        }
    }

    /// What an expression gives, and what was said about it.
    fn attempt(&mut self, expr: &Expr) -> (TypedValue, Messages) {
        let before = std::mem::take(self.messages);
        let value = self.expr(expr);
        (value, std::mem::replace(self.messages, before))
    }

    /// The first one without an error; nothing can be said as long as it may still fail.
    fn try_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        if args.is_empty() {
            return self.fail(
                "Error in function call",
                "Call to function \"try\" failed: at least one argument is required.",
                at,
            );
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
        self.fail(
            "Error in function call",
            "Call to function \"try\" failed: no expression succeeded.",
            at,
        )
    }

    fn can_call(&mut self, args: &[Expr], at: &Location) -> TypedValue {
        let [arg] = args else {
            return self.fail(
                "Error in function call",
                "Call to function \"can\" failed: it takes one expression.",
                at,
            );
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

/// A row of the table.
macro_rules! functions {
    ($($name:literal ($($parameter:expr),* $(; $variadic:expr)?) -> $result:expr, $run:path;)*) => {
        static FUNCTIONS: &[Function] = &[$({
            static PARAMETERS: &[Parameter] = &[$($parameter),*];
            static VARIADIC: &[Parameter] = &[$($variadic)?];
            Function {
                name: $name,
                parameters: PARAMETERS,
                variadic: VARIADIC,
                result: $result,
                run: $run,
            }
        }),*];
    };
}

use Type::{Bool, Dynamic, Number, String as Text};

const STRING_LIST: Type = Type::List(Ref::Static {
    value: &Type::String,
});
const BOOL_LIST: Type = Type::List(Ref::Static { value: &Type::Bool });
const LISTS: Type = Type::List(Ref::Static { value: &ANY_LIST });
const MAP_OF_LISTS: Type = Type::Map(Ref::Static {
    value: &STRING_LIST,
});
const NUMBER_LIST: Type = Type::List(Ref::Static {
    value: &Type::Number,
});
const ANY_LIST: Type = Type::List(Ref::Static {
    value: &Type::Dynamic,
});
const ANY_SET: Type = Type::Set(Ref::Static {
    value: &Type::Dynamic,
});
const ANY_MAP: Type = Type::Map(Ref::Static {
    value: &Type::Dynamic,
});

functions! {
    "abs" (parameter("num", Number)) -> Number, numbers::abs;
    "alltrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::alltrue;
    "anytrue" (parameter("list", BOOL_LIST)) -> Bool, sequences::anytrue;
    "base64decode" (parameter("str", Text)) -> Text, encoding::base64decode;
    "base64encode" (parameter("str", Text)) -> Text, encoding::base64encode;
    "base64sha256" (parameter("str", Text)) -> Text, encoding::base64sha256;
    "base64sha512" (parameter("str", Text)) -> Text, encoding::base64sha512;
    "basename" (parameter("path", Text)) -> Text, letters::basename;
    "ceil" (parameter("num", Number)) -> Number, numbers::ceil;
    "chomp" (parameter("str", Text)) -> Text, letters::chomp;
    "chunklist" (parameter("list", ANY_LIST), parameter("size", Number)) -> LISTS, sequences::chunklist;
    "cidrhost" (parameter("prefix", Text), parameter("hostnum", Number)) -> Text, network::cidrhost;
    "cidrnetmask" (parameter("prefix", Text)) -> Text, network::cidrnetmask;
    "cidrsubnet" (parameter("prefix", Text), parameter("newbits", Number), parameter("netnum", Number)) -> Text, network::cidrsubnet;
    "coalesce" (; parameter("vals", Dynamic).null().unknown()) -> Dynamic, conversions::coalesce;
    "coalescelist" (; parameter("vals", Dynamic).unknown()) -> Dynamic, sequences::coalescelist;
    "compact" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::compact;
    "concat" (; parameter("seqs", Dynamic).unknown().marked()) -> Dynamic, merging::concat;
    "contains" (parameter("list", Dynamic), parameter("value", Dynamic).unknown()) -> Bool, collections::contains;
    "dirname" (parameter("path", Text)) -> Text, letters::dirname;
    "distinct" (parameter("list", ANY_LIST)) -> ANY_LIST, collections::distinct;
    "element" (parameter("list", Dynamic).unknown().marked(), parameter("index", Number)) -> Dynamic, collections::element;
    "endswith" (parameter("str", Text), parameter("suffix", Text)) -> Bool, letters::endswith;
    "ephemeralasnull" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::ephemeralasnull;
    "file" (parameter("path", Text)) -> Text, encoding::file;
    "filebase64" (parameter("path", Text)) -> Text, encoding::filebase64;
    "filebase64sha256" (parameter("path", Text)) -> Text, encoding::filebase64sha256;
    "filebase64sha512" (parameter("path", Text)) -> Text, encoding::filebase64sha512;
    "fileexists" (parameter("path", Text)) -> Bool, encoding::fileexists;
    "filemd5" (parameter("path", Text)) -> Text, encoding::filemd5;
    "filesha256" (parameter("path", Text)) -> Text, encoding::filesha256;
    "filesha512" (parameter("path", Text)) -> Text, encoding::filesha512;
    "flatten" (parameter("list", Dynamic).marked()) -> Dynamic, merging::flatten;
    "floor" (parameter("num", Number)) -> Number, numbers::floor;
    "format" (parameter("format", Text); parameter("args", Dynamic).null()) -> Text, format::format;
    "indent" (parameter("spaces", Number), parameter("str", Text)) -> Text, letters::indent;
    "index" (parameter("list", Dynamic), parameter("value", Dynamic)) -> Dynamic, sequences::index;
    "issensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Bool, conversions::issensitive;
    "join" (parameter("separator", Text); parameter("lists", STRING_LIST)) -> Text, text::join;
    "jsondecode" (parameter("str", Text)) -> Dynamic, encoding::jsondecode;
    "jsonencode" (parameter("val", Dynamic).null().unknown()) -> Text, encoding::jsonencode;
    "keys" (parameter("inputMap", Dynamic).unknown().marked()) -> Dynamic, collections::keys;
    "length" (parameter("value", Dynamic).unknown().marked()) -> Number, collections::length;
    "lookup" (parameter("inputMap", Dynamic).unknown().marked(), parameter("key", Text).marked(); parameter("default", Dynamic).null().unknown().marked()) -> Dynamic, collections::lookup;
    "lower" (parameter("str", Text)) -> Text, text::lower;
    "matchkeys" (parameter("values", ANY_LIST), parameter("keys", ANY_LIST), parameter("searchset", ANY_LIST)) -> ANY_LIST, sequences::matchkeys;
    "max" (; parameter("numbers", Number)) -> Number, numbers::max;
    "md5" (parameter("str", Text)) -> Text, encoding::md5;
    "merge" (; parameter("maps", Dynamic).null().unknown().marked()) -> Dynamic, merging::merge;
    "min" (; parameter("numbers", Number)) -> Number, numbers::min;
    "nonsensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::nonsensitive;
    "one" (parameter("list", Dynamic)) -> Dynamic, sequences::one;
    "parseint" (parameter("number", Dynamic), parameter("base", Number)) -> Dynamic, numbers::parseint;
    "pow" (parameter("num", Number), parameter("power", Number)) -> Number, numbers::pow;
    "range" (; parameter("params", Number)) -> NUMBER_LIST, numbers::range;
    "regex" (parameter("pattern", Text), parameter("string", Text)) -> Dynamic, letters::regex;
    "regexall" (parameter("pattern", Text), parameter("string", Text)) -> ANY_LIST, letters::regexall;
    "replace" (parameter("str", Text), parameter("substr", Text), parameter("replace", Text)) -> Text, text::replace;
    "reverse" (parameter("list", Dynamic).marked()) -> Dynamic, sequences::reverse;
    "sensitive" (parameter("value", Dynamic).null().unknown().marked()) -> Dynamic, conversions::sensitive;
    "setintersection" (parameter("first_set", ANY_SET); parameter("other_sets", ANY_SET)) -> ANY_SET, sets::setintersection;
    "setproduct" (; parameter("sets", Dynamic)) -> Dynamic, sets::setproduct;
    "setsubtract" (parameter("a", ANY_SET), parameter("b", ANY_SET)) -> ANY_SET, sets::setsubtract;
    "setunion" (parameter("first_set", ANY_SET); parameter("other_sets", ANY_SET)) -> ANY_SET, sets::setunion;
    "sha256" (parameter("str", Text)) -> Text, encoding::sha256;
    "sha512" (parameter("str", Text)) -> Text, encoding::sha512;
    "signum" (parameter("num", Number)) -> Number, numbers::signum;
    "slice" (parameter("list", Dynamic).marked(), parameter("start_index", Number), parameter("end_index", Number)) -> Dynamic, sequences::slice;
    "sort" (parameter("list", STRING_LIST)) -> STRING_LIST, sequences::sort;
    "split" (parameter("separator", Text), parameter("str", Text)) -> STRING_LIST, text::split;
    "startswith" (parameter("str", Text), parameter("prefix", Text)) -> Bool, letters::startswith;
    "strcontains" (parameter("str", Text), parameter("substr", Text)) -> Bool, letters::strcontains;
    "strrev" (parameter("str", Text)) -> Text, letters::strrev;
    "substr" (parameter("str", Text), parameter("offset", Number), parameter("length", Number)) -> Text, text::substr;
    "sum" (parameter("list", Dynamic)) -> Dynamic, sequences::sum;
    "title" (parameter("str", Text)) -> Text, letters::title;
    "tobool" (parameter("v", Dynamic).null().unknown().marked()) -> Bool, conversions::tobool;
    "tolist" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_LIST, conversions::tolist;
    "tomap" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_MAP, conversions::tomap;
    "tonumber" (parameter("v", Dynamic).null().unknown().marked()) -> Number, conversions::tonumber;
    "toset" (parameter("v", Dynamic).null().unknown().marked()) -> ANY_SET, conversions::toset;
    "tostring" (parameter("v", Dynamic).null().unknown().marked()) -> Text, conversions::tostring;
    "transpose" (parameter("values", MAP_OF_LISTS)) -> MAP_OF_LISTS, sequences::transpose;
    "trim" (parameter("str", Text), parameter("cutset", Text)) -> Text, letters::trim;
    "trimprefix" (parameter("str", Text), parameter("prefix", Text)) -> Text, letters::trimprefix;
    "trimspace" (parameter("str", Text)) -> Text, text::trimspace;
    "trimsuffix" (parameter("str", Text), parameter("suffix", Text)) -> Text, letters::trimsuffix;
    "upper" (parameter("str", Text)) -> Text, text::upper;
    "urlencode" (parameter("str", Text)) -> Text, letters::urlencode;
    "values" (parameter("mapping", Dynamic).unknown().marked()) -> Dynamic, collections::values;
    "zipmap" (parameter("keys", STRING_LIST).unknown().marked(), parameter("values", Dynamic).unknown().marked()) -> Dynamic, merging::zipmap;
}

/// A text argument.
fn text_of(arg: Option<&TypedValue>) -> &str {
    arg.and_then(|arg| arg.value.as_str()).unwrap_or("")
}

/// A number argument.
fn number_of(arg: Option<&TypedValue>) -> schema_runtime::number::Number {
    match arg.map(|arg| &arg.value) {
        Some(schema_runtime::value::Value::Number(number)) => number.clone(),
        _ => schema_runtime::number::Number::ZERO,
    }
}

/// A whole number argument.
fn integer_of(arg: Option<&TypedValue>) -> Result<i64, Failure> {
    number_of(arg)
        .as_i64()
        .ok_or_else(|| Failure::from("value must be a whole number of 64 bits"))
}
