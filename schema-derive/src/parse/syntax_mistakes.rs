//! Text in an annotation that is not Rust, and what was meant by it.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// How a map is written.
pub(crate) const A_MAP: &str =
    "an expression: `default = BTreeMap::from([(\"key\".into(), \"value\".into())])`";

/// The tokens to blame, what is wrong with them, and what to write.
pub(super) type SyntaxMistake = (TokenStream, &'static str, String);

/// The mistake in keys that could not be read: the place, the valid keys, and what to write.
pub(super) fn unreadable(
    keys: &TokenStream,
    error: syn::Error,
    is_key: impl Fn(&str) -> bool,
    near_key: impl Fn(&str) -> Option<&'static str>,
) -> (TokenStream, String, String) {
    const ROW: &str = "write keys in a row: `key, key = value, key(…)`";
    let mut before: Option<Ident> = None;
    let mut tokens = keys.clone().into_iter();
    while let Some(token) = tokens.next() {
        let key = before.as_ref().map(ToString::to_string);
        if let Some(key) = key.filter(|key| is_key(key))
            && let Some((sign, help)) = behind_key(&key, &token, &is_key)
        {
            let message = format!("expected `{sign}` after `{key}`");
            return (token.to_token_stream(), message, help);
        }
        let TokenTree::Punct(punct) = token else {
            before = match token {
                TokenTree::Ident(key) => Some(key),
                _ => None,
            };
            continue;
        };
        let wrong = punct.to_token_stream();
        if let ('-', Some(first), Some(TokenTree::Ident(second))) =
            (punct.as_char(), &before, tokens.clone().next())
            && let key = format!("{first}_{second}")
            && is_key(&key)
        {
            let message = format!("expected `{key}`");
            let help = "names have `_` between their words".to_owned();
            return (quote!(#first #punct #second), message, help);
        }
        let Some(key) = before.take() else {
            let next = tokens.clone().next();
            if let ('!', Some(TokenTree::Ident(key))) = (punct.as_char(), next)
                && is_key(&key.to_string())
            {
                let help = format!("to say no, omit `{key}`");
                return (wrong, format!("`{key}` cannot be negated"), help);
            }
            continue;
        };
        let key = key.to_string();
        // `ForceNew: true`, as in other languages.
        let meant = match is_key(&key) {
            true => Some(key.as_str()),
            false => near_key(&key),
        };
        let help = match (punct.as_char(), meant) {
            (':', Some(meant)) => match tokens.next() {
                Some(TokenTree::Ident(value)) if value == "true" => {
                    format!("write `{meant}` alone")
                }
                Some(TokenTree::Ident(value)) if value == "false" => {
                    format!("to say no, omit `{meant}`")
                }
                // It is a path.
                Some(TokenTree::Punct(colon)) if colon.as_char() == ':' => continue,
                Some(TokenTree::Punct(_)) => {
                    format!("write a value after `=` alone: `{meant} = …`")
                }
                Some(value) => format!("write a value after `=`: `{meant} = {value}`"),
                None => format!("write `{meant}` alone, or `{meant} = …`"),
            },
            (';' | '|' | '&' | '+', _) if is_key(&key) => ROW.to_owned(),
            _ => continue,
        };
        return (wrong, format!("expected `,` or `=` after `{key}`"), help);
    }
    if let Some((wrong, message, help)) = syntax_mistake(keys) {
        return (wrong, message.to_owned(), help);
    }
    if let Some((wrong, from, to)) = range(keys) {
        let help = if is_key("max_items") && is_key("list") {
            format!("write `min_items = {from}, max_items = {to}`")
        } else {
            format!(
                "write it under `validate`: `range({from}..={to})` for numbers, `length({from}..={to})` for strings, `size({from}..={to})` for collections"
            )
        };
        return (wrong, "a range is not a key".to_owned(), help);
    }
    if let Some((wrong, key, text)) = text_without_quotes(keys)
        && is_key(&key)
    {
        return (
            wrong,
            format!("expected `,` after the value of `{key}`"),
            format!("write a string of several words in quotes: `{key} = \"{text}\"`"),
        );
    }
    let here = Ident::new("here", error.span());
    let message = error.to_string();
    let (message, help) = match message.starts_with("unexpected token, expected `") {
        // Inside a value.
        true => (
            "expected `,` before this".to_owned(),
            "separate them with commas: `[length(1..=64), not_blank]`; a range is `1..=64`",
        ),
        false => (message, ROW),
    };
    (here.to_token_stream(), message, help.to_owned())
}

/// `validate range(1..=9)`, `required force_new`: the missing sign between a key and this, and what
/// to write.
fn behind_key(
    key: &str,
    token: &TokenTree,
    is_key: impl Fn(&str) -> bool,
) -> Option<(char, String)> {
    let value = match token {
        TokenTree::Ident(next) if is_key(&next.to_string()) => {
            let help = format!("separate two keys with a comma: `{key}, {next}`");
            return Some((',', help));
        }
        TokenTree::Ident(_) => "…".to_owned(),
        TokenTree::Literal(value) => value.to_string(),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => "[…]".to_owned(),
        TokenTree::Group(_) | TokenTree::Punct(_) => return None,
    };
    Some(('=', format!("write a value after `=`: `{key} = {value}`")))
}

/// `description = The server`: the words, the key, and the intended string.
fn text_without_quotes(keys: &TokenStream) -> Option<(TokenStream, String, String)> {
    let tokens: Vec<TokenTree> = keys.clone().into_iter().collect();
    (0..tokens.len()).find_map(|index| {
        let [TokenTree::Ident(key), TokenTree::Punct(equals), rest @ ..] = tokens.get(index..)?
        else {
            return None;
        };
        let words: Vec<String> = rest
            .iter()
            .map_while(|token| match token {
                TokenTree::Ident(word) => Some(word.to_string()),
                _ => None,
            })
            .collect();
        if equals.as_char() != '=' || words.len() < 2 {
            return None;
        }
        let wrong = rest.get(..words.len())?.iter().cloned().collect();
        Some((wrong, key.to_string(), words.join(" ")))
    })
}

/// `1..=4` among keys: its tokens and its ends.
fn range(keys: &TokenStream) -> Option<(TokenStream, String, String)> {
    let tokens: Vec<TokenTree> = keys.clone().into_iter().collect();
    let is = |token: Option<&TokenTree>, sign: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    (0..tokens.len()).find_map(|index| {
        let rest = tokens.get(index..)?;
        let [TokenTree::Literal(from), behind @ ..] = rest else {
            return None;
        };
        let alone = index == 0 || is(tokens.get(index - 1), ',');
        if !(alone && is(behind.first(), '.') && is(behind.get(1), '.')) {
            return None;
        }
        let equals = usize::from(is(behind.get(2), '='));
        let to = behind.get(2 + equals)?;
        let wrong = rest.get(..4 + equals)?.iter().cloned().collect();
        Some((wrong, from.to_string(), to.to_string()))
    })
}

/// The first known mistake, wherever it is.
pub(super) fn syntax_mistake(tokens: &TokenStream) -> Option<SyntaxMistake> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).find_map(|index| {
        let rest = tokens.get(index..)?;
        pattern_without_quotes(rest)
            .or_else(|| map_in_braces(rest))
            .or_else(|| arguments_in_braces(rest))
            .or_else(|| three_dots(index.checked_sub(1).and_then(|i| tokens.get(i)), rest))
            .or_else(|| match rest {
                [TokenTree::Group(group), ..] => syntax_mistake(&group.stream()),
                _ => None,
            })
    })
}

/// `regex(^[a-z]+$)`.
fn pattern_without_quotes(tokens: &[TokenTree]) -> Option<SyntaxMistake> {
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
        "a regular expression is a string",
        "write it in quotes: `regex(\"^[a-z]+$\")`, and in a raw string where it has backslashes: `regex(r\"^\\d+$\")`"
            .to_owned(),
    ))
}

/// `default = {"a": "b"}`, `default = ["a" => "b"]`.
fn map_in_braces(tokens: &[TokenTree]) -> Option<SyntaxMistake> {
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(equals),
        TokenTree::Group(group),
        ..,
    ] = tokens
    else {
        return None;
    };
    let maps = |token: &TokenTree| match token {
        TokenTree::Punct(punct) if punct.as_char() == ':' => punct.spacing() == Spacing::Alone,
        TokenTree::Punct(punct) => punct.as_char() == '=',
        _ => false,
    };
    if *name != "default"
        || equals.as_char() != '='
        || !matches!(group.delimiter(), Delimiter::Brace | Delimiter::Bracket)
        || !group.stream().into_iter().nth(1).as_ref().is_some_and(maps)
    {
        return None;
    }
    Some((
        group.to_token_stream(),
        "a map is not a literal",
        format!("write {A_MAP}; a JSON document is a string in quotes: `default = \"{{}}\"`"),
    ))
}

/// `one_of { "a", "b" }`.
fn arguments_in_braces(tokens: &[TokenTree]) -> Option<SyntaxMistake> {
    let [TokenTree::Ident(name), TokenTree::Group(group), ..] = tokens else {
        return None;
    };
    let braces = group.delimiter() == Delimiter::Brace;
    if !braces || schema_rules::validator::find(&name.to_string()).is_none() {
        return None;
    }
    Some((
        group.to_token_stream(),
        "a validator takes its arguments in parentheses",
        format!("write `{name}({})`", group.stream()),
    ))
}

/// `1...5`.
fn three_dots(before: Option<&TokenTree>, tokens: &[TokenTree]) -> Option<SyntaxMistake> {
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
        format!("write `{from}..={to}`, which includes its end"),
    ))
}
