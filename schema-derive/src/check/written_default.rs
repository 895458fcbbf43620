//! Defaults that are not values in Rust, or have a different type.

use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::error::Errors;
use crate::model::Field;
use crate::parse::{Literal, elements, word};
use crate::types::TypeShape;

/// Adds an error for each mistake.
pub(super) fn check(field: &Field, errors: &mut Errors) {
    let Some(default) = field.default_value() else {
        return;
    };
    let expr = &default.expr;
    optional_default(expr, errors);
    made_default(expr, field, errors);
    map_default(expr, field, errors);
    empty_braces(expr, field, errors);
    elements_of_default(expr, field, errors);
    number_of_time(expr, field, errors);
}

/// Rejects `default = {}`, which is a Rust block without a value.
fn empty_braces(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    if !matches!(expr, syn::Expr::Block(block) if block.block.stmts.is_empty()) {
        return;
    }
    let help = match field.shape.inner() {
        TypeShape::Map(_) => "for an empty map write `default = BTreeMap::new()`",
        TypeShape::List(_) | TypeShape::Set(_) => "for an empty collection write `default = []`",
        _ => "write a value of the field's type",
    };
    errors.on(expr, "`{}` is not a Rust value", help);
}

/// A default replaces null, so it is not an `Option`.
fn optional_default(expr: &syn::Expr, errors: &mut Errors) {
    // One of the provider developer's enums may have variants of these names.
    let named = |expr: &syn::Expr, name: &str| match expr {
        syn::Expr::Path(path) => {
            let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
            names.next().is_some_and(|last| last == name)
                && names.next().is_none_or(|before| before == "Option")
        }
        _ => false,
    };
    match expr {
        syn::Expr::Call(call) if named(&call.func, "Some") => {
            let value = call.args.to_token_stream();
            let message = "write the value itself, without `Some`";
            let help = format!("write `default = {value}`");
            errors.on(expr, message, help);
        }
        _ if ["None", "null", "nil", "none"]
            .iter()
            .any(|word| named(expr, word)) =>
        {
            let message = "a field that is not set is null anyway";
            let help = "remove the default";
            errors.on(expr, message, help)
        }
        _ if named(expr, "True") || named(expr, "False") => {
            let value = expr.to_token_stream().to_string();
            let message = format!("`{value}` is not a Rust value");
            let help = format!("write `default = {}`", value.to_lowercase());
            errors.on(expr, message, help);
        }
        // Constants and statics have uppercase names; sibling fields are not values here.
        syn::Expr::Path(path) => {
            if let Some(word) = word(path) {
                let message = format!("`{word}` is neither a constant nor a string");
                let help = format!(
                    "write a string in quotes, `default = \"{word}\"`, a function's result as `default = {word}()`, and a constant in capitals"
                );
                errors.on(expr, message, help);
            }
        }
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Char(text),
            ..
        }) => errors.on(
            expr,
            "a configuration has no characters",
            format_args!("write a string: `default = {:?}`", text.value().to_string()),
        ),
        _ => {}
    }
}

/// Rejects `env("X")`, `"a".into()`, `Default::default()`: not a value, or not a definite one.
fn made_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    if let Some(variable) = variable(expr) {
        let message = "the environment of the provider has its own key";
        let help = format!("write `default_env({variable})` instead of `default = …`");
        errors.on(expr, message, help);
        return;
    }
    let into = |expr: &syn::Expr| matches!(expr, syn::Expr::MethodCall(it) if it.method == "into");
    let inside = elements(expr).unwrap_or_default().into_iter().find(into);
    let expr = inside.as_ref().unwrap_or(expr);
    let message = "its type cannot be inferred";
    let help = match expr {
        syn::Expr::MethodCall(call) if into(expr) => {
            format!("write `{}` alone", call.receiver.to_token_stream())
        }
        syn::Expr::Call(call) if spaced(&call.func) == "Default :: default" => {
            let value = match field.shape.inner() {
                TypeShape::String => "\"\"".to_owned(),
                TypeShape::Bool => "false".to_owned(),
                TypeShape::List(_) | TypeShape::Set(_) => "[]".to_owned(),
                TypeShape::Other(name) => format!("{name}::default()"),
                _ => "0".to_owned(),
            };
            format!("write `default = {value}`")
        }
        _ => return,
    };
    // The parts of a map or of a provider developer's type are inferred.
    let inferred = match field.shape.inner() {
        TypeShape::Map(_) => true,
        TypeShape::Other(_) => into(expr),
        _ => false,
    };
    if !inferred {
        errors.on(expr, message, help);
    }
}

/// The arguments of `default_env` for an expression that reads the environment. Variables that
/// cargo sets are the same for everybody.
fn variable(expr: &syn::Expr) -> Option<String> {
    let (name, arguments) = match expr {
        // `os.Getenv("X")`, as in Go.
        syn::Expr::MethodCall(call) if reads_environment(&call.method.to_string()) => {
            let name = format!("{}::{}", call.receiver.to_token_stream(), call.method);
            (name, call.args.to_token_stream())
        }
        syn::Expr::MethodCall(call) => return variable(&call.receiver),
        syn::Expr::Try(tried) => return variable(&tried.expr),
        syn::Expr::Call(call) => (spaced(&call.func), call.args.to_token_stream()),
        syn::Expr::Macro(call) => (spaced(&call.mac.path), call.mac.tokens.clone()),
        _ => return None,
    };
    let name = name.replace(' ', "");
    // A module of the provider developer may well have a function with this name.
    let (owner, name) = name.rsplit_once("::").unwrap_or(("", &name));
    let known = ["", "env", "os", "schema", "std::env"].contains(&owner);
    let arguments = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated
        .parse2(arguments)
        .ok()?;
    let Some(Literal::Text(variable)) = Literal::of(arguments.first()?) else {
        return None;
    };
    if !known || !reads_environment(name) || variable.starts_with("CARGO") {
        return None;
    }
    // A fallback is always a string, whatever the field's type.
    let fallback = arguments
        .get(1)
        .and_then(|value| match Literal::of(value)? {
            Literal::Text(text) => Some(text),
            _ => Some(value.to_token_stream().to_string()),
        });
    Some(match fallback {
        Some(fallback) => format!("{variable:?}, fallback = {fallback:?}"),
        None => format!("{variable:?}"),
    })
}

/// The tokens with a space between any two.
fn spaced(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// Whether a function of this name reads the environment, in Rust, in Go or in Go's SDK.
fn reads_environment(name: &str) -> bool {
    let name = name.replace('_', "").to_lowercase();
    let known = "env optionenv getenv lookupenv envvar envor envdefaultfunc var varos";
    known.split(' ').any(|known| known == name)
}

/// Rejects a map written as in other languages, or with strings that are not owned.
fn map_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let TypeShape::Map(value) = field.shape.inner() else {
        return;
    };
    let (list, made) = match expr {
        syn::Expr::Call(call) if spaced(&call.func).ends_with("Map :: from") => {
            (call.args.first(), true)
        }
        syn::Expr::Block(block) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(expr, _)] => (Some(expr), false),
            _ => return,
        },
        other => (Some(other), false),
    };
    let Some(list) = list else { return };
    let items = match list {
        syn::Expr::Assign(_) => vec![list.clone()],
        list => match elements(list) {
            Some(items) => items,
            None => return,
        },
    };
    let mut borrowed = !made;
    let mut owned = |part: &syn::Expr, is_text: bool| match Literal::of(part) {
        Some(Literal::Text(_)) if is_text => {
            borrowed = true;
            format!("{}.into()", part.to_token_stream())
        }
        _ => part.to_token_stream().to_string(),
    };
    let mut pairs = Vec::new();
    for item in &items {
        let (key, entry) = match item {
            syn::Expr::Assign(pair) => (&*pair.left, &*pair.right),
            syn::Expr::Tuple(pair) if pair.elems.len() == 2 => (&pair.elems[0], &pair.elems[1]),
            _ => return,
        };
        let is_text = matches!(value.inner(), TypeShape::String);
        pairs.push(format!("({}, {})", owned(key, true), owned(entry, is_text)));
    }
    if !borrowed {
        return;
    }
    let map = match spaced(&field.source.ty).contains("HashMap") {
        true => "HashMap",
        false => "BTreeMap",
    };
    let help = match pairs.is_empty() {
        true => format!("write `default = {map}::new()`"),
        false => format!("write `default = {map}::from([{}])`", pairs.join(", ")),
    };
    errors.on(expr, "a map owns its keys and values", help);
}

/// A number has no unit, so it is not a duration.
fn number_of_time(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    if let (Some(Literal::Integer(_) | Literal::Float(_)), TypeShape::Other(name)) =
        (Literal::of(expr), field.shape.inner())
        && name == "Duration"
    {
        let number = expr.to_token_stream();
        let message = format!("the default of `{}` has no unit", field.name);
        let help =
            format!("write a string such as `default = \"{number}s\"` or `default = \"1h30m\"`");
        errors.on(expr, message, help);
    }
}

/// Literals in a list's default must have the type of its elements.
fn elements_of_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let (TypeShape::List(element) | TypeShape::Set(element)) = field.shape.inner() else {
        return;
    };
    for value in &elements(expr).unwrap_or_default() {
        let Some(literal) = Literal::of(value) else {
            continue;
        };
        let fits = match element.inner() {
            TypeShape::String => matches!(literal, Literal::Text(_)),
            TypeShape::Bool => matches!(literal, Literal::Bool(_)),
            TypeShape::Integer(_) => matches!(literal, Literal::Integer(_)),
            shape => {
                !shape.is_scalar() || matches!(literal, Literal::Integer(_) | Literal::Float(_))
            }
        };
        if !fits {
            let written = value.to_token_stream();
            let message = format!(
                "the default of `{}` holds {written}, and its elements are of type {}",
                field.name,
                element.words()
            );
            let help = match element.inner() {
                TypeShape::String => format!("write it in quotes: \"{written}\""),
                shape => format!("write a value of type {}", shape.words()),
            };
            errors.on(value, message, help);
            // Anyone who makes this mistake makes it in every element.
            return;
        }
    }
}
