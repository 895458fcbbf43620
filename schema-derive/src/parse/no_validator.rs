//! Anything but a validator where one is expected: what to write instead.

use quote::ToTokens;
use schema_rules::validator;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, ExprPath, UnOp};

use super::checks::{self, LIMITS};
use super::near::{has_word, similar_name, snake_case};
use super::values::{text_literal, ungroup};
use crate::error::{error_at, error_on};

const OWN: &str = "`fn my_check(path: &Path, value: &T) -> Diagnostics`";

/// A name that is not a validator's: a function, a misspelling, or a name of another library.
pub(super) fn of_name(path: &ExprPath, called: bool) -> darling::Error {
    let written = path.to_token_stream().to_string().replace(' ', "");
    let Some(last) = path.path.segments.last() else {
        return error_on(
            path,
            "expected a validator",
            "write for example `length(1..=64)`",
        );
    };
    let name = last.ident.to_string();
    let names = validator::names();
    let segments = &path.path.segments;
    let module = segments.len() > 1 && !segments.first().is_some_and(|first| of_go(&first.ident));
    let known = snake_case(&name);
    let help = if let (false, Some(instead)) = (module, checks::instead_of_validator(&known)) {
        instead
    } else if module && let Some(named) = validator::find(&name) {
        format!(
            "a validator of the SDK has no path: write `{}`",
            named.example
        )
    } else if let (true, Some(owner)) = (module, path.path.segments.first())
        && let Some(named) = validator::find(&snake_case(&owner.ident.to_string()))
    {
        // `Regex::new("…")`.
        format!("write `{}`", named.example)
    } else if let (false, Some(alike)) = (module, similar_name(&name, names.clone())) {
        schema_rules::did_you_mean(alike)
    } else if let Some(inside) = names
        .clone()
        .find(|one| !module && called && has_word(&known, one))
    {
        let named = validator::find(inside);
        let example = named.map_or(inside, |named| named.example);
        format!("write `{example}`")
    } else {
        let all = names.collect::<Vec<_>>().join(", ");
        let (custom, own) = (
            format!("custom = {written}"),
            OWN.replace("my_check", &name),
        );
        if module {
            format!("a function of yours is `validate = {custom}`, or `{custom}` in a list: {own}")
        } else {
            format!(
                "a function of yours is `validate = {custom}`, or `{custom}` in a list: {own}; the validators of the SDK are {all}"
            )
        }
    };
    error_on(
        path,
        format_args!("there is no validator `{written}`"),
        help,
    )
}

/// Whether it is a Go module for whose functions the SDK has validators.
fn of_go(module: &syn::Ident) -> bool {
    let module = module.to_string();
    module == "validation" || module.ends_with("validator")
}

/// An expression that is not a validator.
pub(super) fn of_expression(expr: &Expr) -> darling::Error {
    let expr = ungroup(expr);
    // `validation.IntBetween(1, 5)`, as in Go.
    if let Expr::MethodCall(call) = expr
        && let Expr::Path(module) = &*call.receiver
        && module.path.get_ident().is_some_and(of_go)
    {
        let name = &call.method;
        return of_name(&syn::parse_quote!(#name), true);
    }
    if let Some(text) = text_literal(expr) {
        let (message, help) = in_quotes(&text.value());
        return error_at(expr.span(), message, help);
    }
    let (message, help) = match expr {
        Expr::Binary(binary) => binary_words(binary),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            let inner = written(&unary.expr);
            let help = match inner.as_str() {
                "empty" | "is_empty" => "write `not_empty`".to_owned(),
                "blank" | "is_blank" => "write `not_blank`".to_owned(),
                "zero" | "is_zero" => "write `not_zero`".to_owned(),
                _ => format!("write `not({inner})`"),
            };
            ("a validator cannot be negated with `!`".to_owned(), help)
        }
        Expr::Range(_) | Expr::Lit(_) => {
            let range = match expr {
                Expr::Range(_) => written(expr),
                _ => "1..=9".to_owned(),
            };
            (
                format!("`{}` does not say what it limits", written(expr)),
                format!(
                    "write `range({range})` for numbers, `length({range})` for strings, `size({range})` for collections"
                ),
            )
        }
        Expr::Closure(_) => (
            "a validator cannot be a closure".to_owned(),
            format!("write a function, {OWN}, and `validate = custom = my_check`"),
        ),
        Expr::MethodCall(call) => method_words(call),
        Expr::Tuple(tuple) => {
            let all: Vec<String> = tuple.elems.iter().map(written).collect();
            (
                "write several validators in brackets".to_owned(),
                format!("write `validate = [{}]`", all.join(", ")),
            )
        }
        Expr::Paren(paren) if matches!(ungroup(&paren.expr), Expr::Range(_) | Expr::Tuple(_)) => {
            return of_expression(&paren.expr);
        }
        Expr::Paren(paren) => (
            "write a validator without parentheses around it".to_owned(),
            format!("write `{}`", written(&paren.expr)),
        ),
        Expr::Reference(reference) => (
            "a value is not a validator".to_owned(),
            format!("write `{}` without `&`", written(&reference.expr)),
        ),
        Expr::Index(index) => as_call(&index.expr, written(&index.index).trim_matches(['[', ']'])),
        Expr::Macro(call) => {
            let name = call.mac.path.to_token_stream().to_string();
            let arguments = compact(&call.mac.tokens.to_string());
            (
                "a macro is not a validator".to_owned(),
                format!("write `{name}({arguments})`"),
            )
        }
        Expr::Struct(literal) => {
            let name = literal.path.segments.last();
            let named = name.and_then(|last| validator::find(&snake_case(&last.ident.to_string())));
            let example = named.map_or("length(1..=64)", |named| named.example);
            (
                "a validator takes its arguments in parentheses".to_owned(),
                format!("write `{example}`"),
            )
        }
        _ => (
            "expected a validator".to_owned(),
            format!(
                "write for example `length(1..=64)`; for a function of yours, {OWN}, write `validate = custom = my_check`"
            ),
        ),
    };
    match expr {
        // The first and the last token of a short expression.
        Expr::Lit(_) => error_at(expr.span(), message, help),
        _ => error_on(expr, message, help),
    }
}

/// A list of strings, meant as the allowed values.
pub(super) fn of_texts(list: &Expr, texts: &[&Expr]) -> Option<darling::Error> {
    let is_text = |text: &&Expr| {
        text_literal(ungroup(text)).is_some_and(|text| {
            let call = syn::parse_str::<Expr>(&text.value());
            !matches!(call, Ok(Expr::Call(_) | Expr::Assign(_)))
        })
    };
    if texts.len() < 2 || !texts.iter().all(is_text) {
        return None;
    }
    let texts: Vec<String> = texts.iter().map(|text| written(text)).collect();
    Some(error_on(
        list,
        "strings are not validators",
        format_args!(
            "for the strings that are allowed write `one_of({})`",
            texts.join(", ")
        ),
    ))
}

fn binary_words(binary: &ExprBinary) -> (String, String) {
    let operator = binary.op.to_token_stream().to_string();
    let message = format!("validators cannot be joined with `{operator}`");
    let (left, right) = (written(&binary.left), written(&binary.right));
    let help = match binary.op {
        BinOp::Or(_) | BinOp::BitOr(_) if left.starts_with('"') && right.starts_with('"') => {
            return (
                "strings are not validators".to_owned(),
                format!("for the strings that are allowed write `one_of({left}, {right})`"),
            );
        }
        BinOp::Or(_) | BinOp::BitOr(_) => {
            format!("if one of them is enough, write `any({left}, {right})`")
        }
        BinOp::And(_) | BinOp::BitAnd(_) | BinOp::Add(_) => {
            format!("if the value must pass both, write `[{left}, {right}]`")
        }
        _ => {
            return (
                format!("a comparison is not a validator (`{operator}`)"),
                format!("write {LIMITS}; `at_most_sum_of(…)` compares two fields"),
            );
        }
    };
    (message, help)
}

fn method_words(call: &ExprMethodCall) -> (String, String) {
    let (receiver, method) = (written(&call.receiver), call.method.to_string());
    let mut all = vec![receiver];
    all.extend(call.args.iter().map(written));
    let all = all.join(", ");
    let help = match method.as_str() {
        "or" | "any" => format!("if one of them is enough, write `any({all})`"),
        "not" => format!("write `not({all})`"),
        "and" | "all" | "then" => format!("if the value must pass all, write `[{all}]`"),
        _ => {
            "write for example `length(1..=64)`, several in brackets: `[length(1..=64), not_blank]`"
                .to_owned()
        }
    };
    ("a validator has no methods".to_owned(), help)
}

fn as_call(function: &Expr, arguments: &str) -> (String, String) {
    (
        "a validator takes its arguments in parentheses".to_owned(),
        format!("write `{}({arguments})`", written(function)),
    )
}

/// A string: a quoted validator, as in serde and garde, or a pattern.
fn in_quotes(text: &str) -> (String, String) {
    let name: String = text
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    match syn::parse_str::<Expr>(text) {
        Ok(_) if validator::find(&name).is_some() => (
            "write a validator without quotes".to_owned(),
            format!("write `validate = {text}`"),
        ),
        Ok(Expr::Path(_)) => (
            "write a function without quotes, under `custom`".to_owned(),
            format!(
                "write `validate = custom = {text}`; for one string that is allowed, `validate = one_of(\"{text}\")`"
            ),
        ),
        _ => (
            "a string is not a validator".to_owned(),
            "write `regex(\"…\")` for a pattern, `one_of(\"…\")` for the strings that are allowed"
                .to_owned(),
        ),
    }
}

/// An expression as a provider developer would write it.
fn written(expr: &Expr) -> String {
    compact(&expr.to_token_stream().to_string())
}

/// Tokens without spaces between them.
fn compact(tokens: &str) -> String {
    let mut text = tokens.to_owned();
    for (apart, together) in [
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ,", ","),
        (" ..", ".."),
        (".. ", ".."),
        ("..= ", "..="),
        (" :: ", "::"),
        ("! ", "!"),
    ] {
        text = text.replace(apart, together);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn each_expression_says_what_to_write() {
        for (expr, help) in [
            (parse_quote!(ip || cidr), "write `any(ip, cidr)`"),
            (
                parse_quote!(length(1..) && uuid),
                "write `[length(1..), uuid]`",
            ),
            (parse_quote!(!empty), "write `not_empty`"),
            (parse_quote!(!one_of("a")), "write `not(one_of(\"a\"))`"),
            (
                parse_quote!("length(1..=5)"),
                "write `validate = length(1..=5)`",
            ),
            (
                parse_quote!("check_name"),
                "write `validate = custom = check_name`",
            ),
            (parse_quote!(1..=5), "write `range(1..=5)` for numbers"),
            (
                parse_quote!(length(1..).and(uuid)),
                "write `[length(1..), uuid]`",
            ),
            (parse_quote!((ip, uuid)), "write `validate = [ip, uuid]`"),
            (parse_quote!(regex!("^a")), "write `regex(\"^a\")`"),
            (parse_quote!(one_of["a"]), "write `one_of(\"a\")`"),
            (parse_quote!(|v| v > 3), "validate = custom = my_check"),
        ] {
            let error = of_expression(&expr).to_string();
            assert!(error.contains(help), "{error}");
        }
    }

    #[test]
    fn each_name_says_what_to_write() {
        for (path, help) in [
            (parse_quote!(my_check), "`validate = custom = my_check`"),
            (
                parse_quote!(checks::name),
                "`validate = custom = checks::name`",
            ),
            (parse_quote!(validators::uuid), "write `uuid`"),
            (parse_quote!(lenght), "did you mean `length`?"),
            (parse_quote!(Length), "did you mean `length`?"),
            (
                parse_quote!(string_in_slice),
                "write `one_of(\"a\", \"b\")`",
            ),
            (parse_quote!(min), "write `range(1..)` for numbers"),
            (
                parse_quote!(contains),
                "write `regex(\"part\")` for a part of a string",
            ),
            (parse_quote!(optional), "write the validator alone"),
        ] {
            let error = of_name(&path, false).to_string();
            assert!(error.contains(help), "{error}");
            assert!(error.matches('`').count().is_multiple_of(2), "{error}");
        }
    }

    #[test]
    fn a_call_is_near_the_validator_in_its_name() {
        for (path, help) in [
            (parse_quote!(length_between), "write `length(1..=64)`"),
            (parse_quote!(valid_uuid), "write `uuid`"),
            (parse_quote!(checked), "`validate = custom = checked`"),
        ] {
            let error = of_name(&path, true).to_string();
            assert!(error.contains(help), "{error}");
        }
        let error = of_name(&parse_quote!(check_uuid), false).to_string();
        assert!(
            error.contains("`validate = custom = check_uuid`"),
            "{error}"
        );
    }
}
