//! What is no Rust inside an annotation, and what was meant by it.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens to blame, what is wrong with them, and what to write.
pub(super) type Slip = (TokenStream, &'static str, String);

/// The first slip that is known, wherever it stands.
pub(super) fn slip(tokens: &TokenStream) -> Option<Slip> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).find_map(|index| {
        let rest = tokens.get(index..)?;
        pattern_without_quotes(rest)
            .or_else(|| map_in_braces(rest))
            .or_else(|| three_dots(index.checked_sub(1).and_then(|i| tokens.get(i)), rest))
            .or_else(|| match rest {
                [TokenTree::Group(group), ..] => slip(&group.stream()),
                _ => None,
            })
    })
}

/// `regex(^[a-z]+$)`.
fn pattern_without_quotes(tokens: &[TokenTree]) -> Option<Slip> {
    let [TokenTree::Ident(name), TokenTree::Group(group), ..] = tokens else {
        return None;
    };
    let pattern: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_text = matches!(&pattern[..], [TokenTree::Literal(_), ..] | []);
    let path = |token: &TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), ':' | ','),
        _ => false,
    };
    if *name != "regex" || is_text || pattern.iter().all(path) {
        return None;
    }
    Some((
        group.stream(),
        "a regular expression is a text",
        "write it in quotes: `regex(\"^[a-z]+$\")`, and in a raw string where it has backslashes: `regex(r\"^\\d+$\")`"
            .to_owned(),
    ))
}

/// `default = {"a": "b"}`.
fn map_in_braces(tokens: &[TokenTree]) -> Option<Slip> {
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(equals),
        TokenTree::Group(group),
        ..,
    ] = tokens
    else {
        return None;
    };
    let colon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == Spacing::Alone);
    if *name != "default"
        || equals.as_char() != '='
        || group.delimiter() != Delimiter::Brace
        || !group
            .stream()
            .into_iter()
            .nth(1)
            .as_ref()
            .is_some_and(colon)
    {
        return None;
    }
    Some((
        group.to_token_stream(),
        "a map is no literal",
        "write an expression that makes it: `default = BTreeMap::from([(\"key\".into(), \"value\".into())])`"
            .to_owned(),
    ))
}

/// `1...5`.
fn three_dots(before: Option<&TokenTree>, tokens: &[TokenTree]) -> Option<Slip> {
    let dot =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.');
    let [first, second, third, rest @ ..] = tokens else {
        return None;
    };
    if !(dot(first) && dot(second) && dot(third)) {
        return None;
    }
    let from = before.map(ToString::to_string).unwrap_or_default();
    let to = rest.first().map(ToString::to_string).unwrap_or_default();
    Some((
        [first, second, third].into_iter().cloned().collect(),
        "a range has two dots",
        format!("write `{from}..={to}`, which has its end in it"),
    ))
}
