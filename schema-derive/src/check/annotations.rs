//! Mistakes that only annotations can make: keys that have no place in a schema.

use std::collections::HashMap;

use quote::ToTokens;

use super::import;
use crate::error::Errors;
use crate::model::{Field, FieldKind, Identity, Model};
use crate::parse::{BlockKind, Literal, Nesting, StructKeys, elements, word};
use crate::types::{TypeShape, is_named, is_option};

/// Adds an error for each.
pub(super) fn check(model: &mut Model, errors: &mut Errors) {
    owners(model, errors);
    let model = &*model;
    function(model, errors);
    import::check(model, errors);
    identity(model, errors);
    plain(model, errors);
    object(model, errors);
    only_added(model, errors);
    recursion(model, errors);
    fields(model, errors);
}

/// Keys of other structs.
fn owners(model: &mut Model, errors: &mut Errors) {
    // Whose vocabulary is another.
    if model.kind == BlockKind::Function {
        return;
    }
    let before = errors.count();
    for key in StructKeys::VOCABULARY.keys {
        if let Some(owner) = key.owner
            && let Some(span) = model.places.find(key.name)
            && !model.places.broken
            && !owner.kinds.contains(&model.kind)
        {
            let message = format!("`{}` is for {}", key.name, owner.words);
            let help = if owner.kinds == [BlockKind::Provider] {
                "remove it, or say what the struct is: `provider = \"…\"`"
            } else {
                "remove it, or say what the struct is: `resource = \"…\"`"
            };
            errors.at(span, message, help);
            // What the struct is was forgotten: that is one mistake, however many keys follow from it.
            if model.kind == BlockKind::Nested {
                break;
            }
        }
    }
    if model.kind == BlockKind::Nested && errors.count() > before {
        model.places.broken = true;
    }
}

/// A function has a name and a type of its result (R144).
fn function(model: &Model, errors: &mut Errors) {
    let Some(function) = &model.function else {
        return;
    };
    let places = &model.places;
    if !places.written && !places.unknown {
        let message = "the function has no name and does not say what it returns";
        let help = "write above it `#[function(name = \"size_mb\", output = i64)]`";
        errors.on(&model.ident, message, help);
        return;
    }
    if model.type_name.is_none() && !places.is_unreadable("name") && !places.unknown {
        let message = "the function has no name";
        let help = "write `#[function(name = \"size_mb\", output = i64)]`";
        errors.on(&model.ident, message, help);
    }
    if function.output.is_none() && !places.is_unreadable("output") && !places.unknown {
        let message = "the function does not say what it returns";
        let help = "write the Rust type of its result: `#[function(output = i64)]`";
        errors.on(&model.ident, message, help);
    }
    if function.may_be_unknown && function.output.as_ref().is_some_and(is_option) {
        let message = "the result is an Option in a Val, and a Val can be null already";
        let help = "write `output = Val<T>`: it is null, unknown or known";
        errors.on(&function.output, message, help);
    }
}

/// The version of an identity that is made of fields.
fn identity(model: &Model, errors: &mut Errors) {
    if let Some(Identity::Fields {
        version: Some(version),
        ..
    }) = &model.identity
        && version.value < 0
    {
        let message = format!(
            "the version {} of the identity is below zero",
            version.value
        );
        let help = "versions start at 0, which is also the default";
        errors.at(version.key, message, help);
    }
}

/// A struct whose description is plain text and not there.
fn plain(model: &Model, errors: &mut Errors) {
    if model.plain && !model.plain_fields && model.description.is_empty() {
        let message = "the struct has no description that could be plain text";
        let help =
            "write a doc comment above it, or `plain` for the descriptions of its fields too";
        errors.at(model.places.span("plain"), message, help);
    }
}

/// What is said of versions before, where there is none.
fn only_added(model: &Model, errors: &mut Errors) {
    let places = &model.places;
    if model.only_added && model.version.unwrap_or(0) <= 0 && !places.is_unreadable("version") {
        let message =
            "`only_added` is about the versions before, and before version 0 there is none";
        let help = "write the `version` that the struct has now beside it, or take it out";
        errors.at(places.span("only_added"), message, help);
    }
}

/// Keys that say nothing of a value: where it is used is in the schema, and not what it is.
fn object(model: &Model, errors: &mut Errors) {
    let keys = [
        "description",
        "plain",
        "deprecated",
        "timeouts",
        "default_timeouts",
    ];
    let found = keys
        .iter()
        .find_map(|key| Some((key, model.places.find(key)?)));
    if let (true, Some((key, span))) = (model.object, found) {
        let message = format!("`{key}` says nothing of an object type");
        let help = "write it at the fields that hold such an object, or take it out";
        errors.at(span, message, help);
    }
}

/// A struct that is flattened into itself.
fn recursion(model: &Model, errors: &mut Errors) {
    for field in &model.flattened {
        if is_named(&field.ty, &model.ident) {
            let text = schema_rules::shared_texts::RECURSIVE.fill(&field.ident.to_string(), "", "");
            errors.on(&field.ty, text.message, text.help.unwrap_or_default());
        }
    }
}

/// Each field, and fields whose constants would be the same.
fn fields(model: &Model, errors: &mut Errors) {
    let mut constants: HashMap<String, &Field> = HashMap::new();
    for field in &model.fields {
        let constant = field.constant().to_string();
        let other = *constants.entry(constant.clone()).or_insert(field);
        if other.source.ident != field.source.ident {
            let message = format!(
                "`{}` and `{}` would both be the constant `{constant}`",
                other.source.ident, field.source.ident
            );
            let help = "rename one of the two; `rename = \"…\"` keeps its name in configurations";
            errors.at(field.source.ident.span(), message, help);
        }
        self::field(field, errors);
        description(model, field, errors);
    }
}

/// Descriptions whose form is said twice, or without there being one.
fn description(model: &Model, field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    let (plain, markdown) = (places.find("plain"), places.find("markdown"));
    let name = &field.name;
    let none = field.description.text.is_empty();
    let (span, message, help) = match (plain, markdown) {
        (Some(_), Some(span)) => (
            span,
            format!("the description of `{name}` is both plain text and Markdown"),
            "keep one of them",
        ),
        (Some(span), None) if none => (
            span,
            format!("`{name}` has no description that could be plain text"),
            "write a doc comment, or take `plain` out: where nothing is said, that is plain",
        ),
        (Some(span), None) if model.plain_fields => (
            span,
            format!("the struct says already that the description of `{name}` is plain text"),
            "take one `plain` out",
        ),
        (None, Some(span)) if !none && !model.plain_fields => (
            span,
            format!("the description of `{name}` is Markdown without a word"),
            "take `markdown` out: it is for fields of a struct that says `plain`",
        ),
        _ => return,
    };
    errors.at(span, message, help);
}

fn field(field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    if let TypeShape::Option(inner) = &field.shape
        && let TypeShape::Option(_) = **inner
    {
        let message = format!(
            "`{}` is an Option of an Option, but there is one null",
            field.name
        );
        let help = "take one of the two out";
        errors.on(&field.source.ty, message, help);
    }
    if let Some(default) = field.default_value() {
        optional_default(&default.expr, errors);
        made_default(&default.expr, field, errors);
        map_default(&default.expr, field, errors);
        empty_braces(&default.expr, field, errors);
        elements_of_default(&default.expr, field, errors);
        number_of_time(&default.expr, field, errors);
    }
    holds_structs(field, errors);
    counted(field, errors);
    if let (Some(_), Some(span)) = (places.find("block"), places.find("nested")) {
        let message = format!("`{}` is both a block and a nested attribute", field.name);
        let help = "keep `block` if it is written without `=` in configurations, else `nested`";
        errors.at(span, message, help);
    }
}

/// Only what there may be several of has a number.
fn counted(field: &Field, errors: &mut Errors) {
    let several = match &field.kind {
        FieldKind::Attribute => false,
        FieldKind::Nested { nesting } | FieldKind::Block { nesting, .. } => {
            !matches!(nesting, Nesting::Single)
        }
    };
    if field.force_new_count
        && !several
        && let Some(span) = field.source.places.find("force_new")
    {
        let message = format!(
            "`force_new(count)` of `{}`, of which there are not several",
            field.name
        );
        errors.at(span, message, "write `force_new` alone");
    }
}

/// Blocks and nested attributes hold structs, which texts and numbers surely are not.
fn holds_structs(field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    let Some((key, span)) = ["block", "nested"]
        .iter()
        .find_map(|key| Some((key, places.find(key)?)))
    else {
        return;
    };
    let inside = match field.shape.inner() {
        TypeShape::List(inside) | TypeShape::Set(inside) | TypeShape::Map(inside) => inside.inner(),
        other => other,
    };
    if field.is_attribute() {
        return;
    }
    if let TypeShape::List(element) | TypeShape::Set(element) | TypeShape::Map(element) =
        field.shape.inner()
        && element.is_option()
        && (field.is_block() || matches!(field.shape.inner(), TypeShape::Set(_)))
    {
        let message = format!("the structs in `{}` are never null", field.name);
        let help = "take the `Option` around the struct out";
        errors.on(&field.source.ty, message, help);
        return;
    }
    if let TypeShape::List(element) | TypeShape::Set(element) | TypeShape::Map(element) =
        field.shape.inner()
        && let TypeShape::List(_) | TypeShape::Set(_) | TypeShape::Map(_) = element.inner()
    {
        let message = format!(
            "`{key}` groups structs, but `{}` is a {}",
            field.name,
            field.shape.words()
        );
        let help = "write one collection, `Vec<T>`; the struct in it may have a field that is a collection in turn";
        errors.on(&field.source.ty, message, help);
        return;
    }
    if !inside.surely_fits() {
        return;
    }
    let (name, what) = (&field.name, field.shape.words());
    let message = format!("`{key}` groups structs, but `{name}` is a {what}");
    let help = if field.presence.required || field.presence.optional || field.presence.is_computed()
    {
        format!("take `{key}(…)` out: a {what} is an attribute without it")
    } else {
        format!("write `required` or `optional` in its place: a {what} is an attribute without it")
    };
    errors.at(span, message, help);
}

/// `default = {}`, which is a block of Rust without a value.
fn empty_braces(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let syn::Expr::Block(block) = expr else {
        return;
    };
    if !block.block.stmts.is_empty() {
        return;
    }
    let help = match field.shape.inner() {
        TypeShape::Map(_) => "for an empty map write `default = BTreeMap::new()`",
        TypeShape::List(_) | TypeShape::Set(_) => "for an empty collection write `default = []`",
        _ => "write a value of the field's type",
    };
    errors.on(expr, "`{}` is no value of Rust", help);
}

/// A default is what stands for null, so it is no `Option`.
fn optional_default(expr: &syn::Expr, errors: &mut Errors) {
    // An enum of the author's may have variants of these names.
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
            let message = "a default is the value itself, also for an `Option`";
            let help = format!("write `default = {value}`");
            errors.on(expr, message, help);
        }
        _ if ["None", "null", "nil", "none"]
            .iter()
            .any(|word| named(expr, word)) =>
        {
            let message = "a field that is not set is null without a default too";
            let help = "take the default out";
            errors.on(expr, message, help)
        }
        _ if named(expr, "True") || named(expr, "False") => {
            let value = expr.to_token_stream().to_string();
            let message = format!("`{value}` is no value of Rust");
            let help = format!("write `default = {}`", value.to_lowercase());
            errors.on(expr, message, help);
        }
        // Constants and statics have names in capitals; the fields beside it are no values here.
        syn::Expr::Path(path) => {
            if let Some(word) = word(path) {
                let message = format!("`{word}` is no constant and no text");
                let help = format!(
                    "write a text in quotes, `default = \"{word}\"`, what a function answers as `default = {word}()`, and a constant in capitals"
                );
                errors.on(expr, message, help);
            }
        }
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Char(text),
            ..
        }) => errors.on(
            expr,
            "a character is no value of a configuration",
            format_args!("write a text: `default = {:?}`", text.value().to_string()),
        ),
        _ => {}
    }
}

/// `env("X")`, `"a".into()`, `Default::default()`: what is no value, or says not which.
fn made_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    if let Some(variable) = variable(expr) {
        let message = "the environment in which a provider runs is read by a key of its own";
        let help = format!("write `default_env({variable})` in the place of `default = …`");
        errors.on(expr, message, help);
        return;
    }
    let into = |expr: &syn::Expr| matches!(expr, syn::Expr::MethodCall(it) if it.method == "into");
    let inside = elements(expr).unwrap_or_default().into_iter().find(into);
    let expr = inside.as_ref().unwrap_or(expr);
    let message = "nothing says of which type this is";
    let help = match expr {
        syn::Expr::MethodCall(call) if into(expr) => {
            format!("write `{}` alone", call.receiver.to_token_stream())
        }
        syn::Expr::Call(call)
            if call.func.to_token_stream().to_string() == "Default :: default" =>
        {
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
    // What a map or a type of the author's is made of is inferred.
    let inferred = match field.shape.inner() {
        TypeShape::Map(_) => true,
        TypeShape::Other(_) => into(expr),
        _ => false,
    };
    if !inferred {
        errors.on(expr, message, help);
    }
}

/// The variable of the environment that an expression reads. What cargo sets is the same for everybody.
fn variable(expr: &syn::Expr) -> Option<String> {
    let (name, argument) = match expr {
        // `os.Getenv("X")`, as in Go.
        syn::Expr::MethodCall(call) if call.method.to_string().ends_with("env") => {
            (quote::quote!(env), call.args.first()?.to_token_stream())
        }
        syn::Expr::MethodCall(call) => return variable(&call.receiver),
        syn::Expr::Try(tried) => return variable(&tried.expr),
        syn::Expr::Call(call) => (
            call.func.to_token_stream(),
            call.args.first()?.to_token_stream(),
        ),
        syn::Expr::Macro(call) => (call.mac.path.to_token_stream(), call.mac.tokens.clone()),
        _ => return None,
    };
    let name = name.to_string().replace(' ', "");
    let argument = argument.to_string();
    let reads = [
        "env",
        "option_env",
        "getenv",
        "env_var",
        "env::var",
        "std::env::var",
    ];
    (reads.contains(&&*name) && argument.starts_with('"') && !argument.starts_with("\"CARGO"))
        .then_some(argument)
}

/// A map that is written as in other languages, or of texts that are not owned.
fn map_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let TypeShape::Map(value) = field.shape.inner() else {
        return;
    };
    let (list, made) = match expr {
        syn::Expr::Call(call)
            if call
                .func
                .to_token_stream()
                .to_string()
                .ends_with("Map :: from") =>
        {
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
    let map = match field
        .source
        .ty
        .to_token_stream()
        .to_string()
        .contains("HashMap")
    {
        true => "HashMap",
        false => "BTreeMap",
    };
    let help = match pairs.is_empty() {
        true => format!("write `default = {map}::new()`"),
        false => format!("write `default = {map}::from([{}])`", pairs.join(", ")),
    };
    errors.on(expr, "a map is made of keys and values that it owns", help);
}

/// A number says no unit, so it is no length of time.
fn number_of_time(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    if let (Some(Literal::Integer(_) | Literal::Float(_)), TypeShape::Other(name)) =
        (Literal::of(expr), field.shape.inner())
        && name == "Duration"
    {
        let number = expr.to_token_stream();
        let message = format!("the default of `{}` says no unit", field.name);
        let help =
            format!("write a text such as `default = \"{number}s\"` or `default = \"1h30m\"`");
        errors.on(expr, message, help);
    }
}

/// Elements of a list's default that are literals have the type of its elements.
fn elements_of_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let (TypeShape::List(element) | TypeShape::Set(element)) = field.shape.inner() else {
        return;
    };
    for value in &elements(expr).unwrap_or_default() {
        let Some(literal) = Literal::of(value) else {
            continue;
        };
        let fits = match (element.inner(), &literal) {
            (TypeShape::String, Literal::Text(_)) | (TypeShape::Bool, Literal::Bool(_)) => true,
            (TypeShape::Integer(_) | TypeShape::Float | TypeShape::Number, Literal::Integer(_)) => {
                true
            }
            (TypeShape::Float | TypeShape::Number, Literal::Float(_)) => true,
            (shape, _) => !(shape.is_scalar()),
        };
        if !fits {
            let written = value.to_token_stream();
            let message = format!(
                "the default of `{}` holds {written}, and its elements are of type {}",
                field.name,
                element.words()
            );
            let help = match (element.inner(), &literal) {
                (TypeShape::String, _) => format!("write it in quotes: \"{written}\""),
                (shape, _) => format!("write a value of type {}", shape.words()),
            };
            errors.on(value, message, help);
            // Who writes one so writes all so.
            return;
        }
    }
}
