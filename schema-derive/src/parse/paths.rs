//! References to other fields, and when a computed field changes.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, Meta, Token};

use super::values::{items_inside, key_of, key_span, place_of};
use crate::error::{error_at, text};

/// `disk.size`: names of fields, joined by dots.
#[derive(Clone, Debug)]
pub(crate) struct FieldPath {
    pub(crate) segments: Vec<Ident>,
    /// All tokens, to underline.
    pub(crate) tokens: TokenStream,
    /// Selects an element, if anything does. A path must not contain it, but only with the field
    /// before it is it known what to write instead.
    pub(crate) element: Option<Element>,
}

/// `[0]`, `.0` or `.*` after a name.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// The number of names before it.
    behind: usize,
    /// Including its brackets or dot.
    written: String,
    token: TokenTree,
}

impl FieldPath {
    /// The path as written.
    pub(crate) fn text(&self) -> String {
        self.joined(self.segments.iter().map(without_r_prefix))
    }

    /// The path with these names, and with its element.
    pub(crate) fn joined(&self, names: impl IntoIterator<Item = String>) -> String {
        let mut text = String::new();
        for (place, name) in names.into_iter().enumerate() {
            if place > 0 {
                text.push('.');
            }
            text.push_str(&name);
            if let Some(element) = self.element.as_ref().filter(|one| one.behind == place + 1) {
                text.push_str(&element.written);
            }
        }
        text
    }

    /// The path, if it names fields only.
    ///
    /// # Errors
    /// It holds an index.
    pub(super) fn of_names(self) -> syn::Result<Self> {
        let Some(element) = &self.element else {
            return Ok(self);
        };
        let part = element.written.trim_matches(['[', ']', '.']);
        let found = schema_rules::shared_texts::relation_index(&self.text(), part);
        let text = text(found.message, found.help);
        Err(syn::Error::new(element.token.span(), text))
    }
}

/// The name without `r#`.
pub(crate) fn without_r_prefix(ident: &Ident) -> String {
    ident.unraw().to_string()
}

impl Parse for FieldPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // Everything up to the next comma: a mistake in it is one message, for the whole.
        let mut written = Vec::new();
        while !(input.is_empty() || input.peek(Token![,])) {
            written.push(input.parse::<TokenTree>()?);
        }
        if written.is_empty() {
            return Err(input.error(EXPECTED));
        }
        names(&written)
            .or_else(|| element_of_handle(&written))
            .ok_or_else(|| not_names(&written))
    }
}

const EXPECTED: &str =
    "expected the name of a field\nhelp: write names without quotes, joined by dots: `disk.size`";

/// Names and dots, if there is nothing else except an element's index, and the first name is not a
/// word for the struct itself.
fn names(written: &[TokenTree]) -> Option<FieldPath> {
    let mut segments: Vec<Ident> = Vec::new();
    let mut element = None;
    let mut after_dot = true;
    for token in written {
        match token {
            TokenTree::Ident(name) if after_dot => {
                segments.push(name.clone());
                after_dot = false;
            }
            TokenTree::Punct(dot) if !after_dot && dot.as_char() == '.' => after_dot = true,
            token if !segments.is_empty() && element.is_none() => {
                element = Some(Element {
                    behind: segments.len(),
                    written: self::element(token, after_dot)?,
                    token: token.clone(),
                });
                after_dot = false;
            }
            _ => return None,
        }
    }
    let owner = written.len() > 1 && is_owner(&segments.first()?.to_string());
    (!after_dot && !owner).then(|| FieldPath {
        segments,
        tokens: written.iter().cloned().collect(),
        element,
    })
}

/// `Image::PART.at(0).then(Part::SIZE_MB)`: a field constant that leads into an element. As with an
/// index, what to write instead depends on the field.
fn element_of_handle(written: &[TokenTree]) -> Option<FieldPath> {
    let place = written.windows(2).position(|two| match two {
        [TokenTree::Ident(name), TokenTree::Group(group)] => {
            name == "at"
                && group.delimiter() == Delimiter::Parenthesis
                && !group.stream().is_empty()
        }
        _ => false,
    })?;
    let names = |tokens: &[TokenTree]| -> Option<Vec<Ident>> {
        let meant = meant(tokens);
        let [one] = &meant[..] else { return None };
        let names = one.split('.').map(|name| syn::parse_str(name).ok());
        names.collect()
    };
    let (segments, behind) = (names(written)?, names(written.get(..place)?)?.len());
    let token = written.get(place + 1)?.clone();
    let TokenTree::Group(index) = &token else {
        return None;
    };
    Some(FieldPath {
        segments,
        tokens: written.iter().cloned().collect(),
        element: Some(Element {
            behind,
            written: element_text(&index.stream()),
            token,
        }),
    })
}

/// An index in brackets. A dot in it would look like the one before a name.
fn element_text(index: &TokenStream) -> String {
    let inside = compact(index);
    match inside.contains(['.', '[']) {
        true => "[…]".to_owned(),
        false => format!("[{inside}]"),
    }
}

/// Selects an element of a list, set or map, as written after the name.
fn element(token: &TokenTree, after_dot: bool) -> Option<String> {
    match token {
        TokenTree::Group(group) if !after_dot && group.delimiter() == Delimiter::Bracket => {
            Some(element_text(&group.stream()))
        }
        TokenTree::Literal(index) if after_dot => {
            let index = index.to_string();
            let digits = index.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| format!(".{index}"))
        }
        TokenTree::Punct(all) if after_dot && matches!(all.as_char(), '*' | '#') => {
            Some(format!(".{}", all.as_char()))
        }
        _ => None,
    }
}

/// Whether this is `self`, or looks like the name of a struct.
fn is_owner(name: &str) -> bool {
    let upper = name.starts_with(char::is_uppercase);
    name == "self" || upper && name.contains(char::is_lowercase)
}

/// The error for anything but names, with the names that are probably meant.
fn not_names(written: &[TokenTree]) -> syn::Error {
    let tokens: TokenStream = written.iter().cloned().collect();
    if let Some(error) = joined_by_a_sign(written, &tokens) {
        return error;
    }
    if let Some(second) = without_comma(written) {
        let text = text(
            format_args!("expected `,` before `{second}`"),
            "write names of fields in a row: `name, disk.size`",
        );
        return syn::Error::new(second.span(), text);
    }
    let meant = meant(written);
    let text = match (&meant[..], written) {
        ([], _) => EXPECTED.to_owned(),
        (meant, [TokenTree::Literal(_)]) => text(
            "expected the name of a field",
            format_args!("write it without quotes: `{}`", meant.join(", ")),
        ),
        (meant, _) => text(
            format_args!("`{}` is not the name of a field", compact(&tokens)),
            format_args!("name it as the struct does: `{}`", meant.join(", ")),
        ),
    };
    syn::Error::new_spanned(tokens, text)
}

/// `availability-zone`, `a; b`, `a | b`, `a = "x"`: names with a sign between them that does not
/// join names.
fn joined_by_a_sign(written: &[TokenTree], tokens: &TokenStream) -> Option<syn::Error> {
    // A leading sign is not between two names.
    let written = match written {
        [TokenTree::Punct(_), rest @ ..] => rest,
        written => written,
    };
    let is = |token: &TokenTree, signs: &str| matches!(token, TokenTree::Punct(p) if signs.contains(p.as_char()));
    let all = |tokens: &[TokenTree]| compact(&tokens.iter().cloned().collect());
    let (message, help) = if let Some(end) = written.iter().position(|token| is(token, "=")) {
        (
            "a relation names fields, and cannot refer to their values",
            format!(
                "write `{}`; check a condition on values in the resource's function `validate`",
                all(written.get(..end)?)
            ),
        )
    } else if written.iter().any(|token| is(token, ";|&+")) {
        let names = written.split(|token| is(token, ";|&+"));
        let names: Vec<String> = names.map(all).filter(|name| !name.is_empty()).collect();
        (
            "separate names of fields with commas",
            format!("write `{}`", names.join(", ")),
        )
    } else if written.iter().any(|token| is(token, "-")) {
        (
            "names of fields have `_` between their words",
            format!("write `{}`", all(written).replace('-', "_")),
        )
    } else {
        return None;
    };
    Some(syn::Error::new_spanned(tokens, text(message, help)))
}

/// A name directly after another one.
fn without_comma(written: &[TokenTree]) -> Option<&Ident> {
    written.windows(2).find_map(|two| match two {
        [TokenTree::Ident(_), TokenTree::Ident(second)] => Some(second),
        _ => None,
    })
}

/// The tokens without spaces between them.
fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

/// The fields meant by constants, strings, `self` or lists.
fn meant(written: &[TokenTree]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut tokens = written.iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) => {
                let name = without_r_prefix(name);
                let called = tokens.next_if(
                    |next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis),
                );
                match (&*name, called) {
                    ("at" | "path" | "name", Some(_)) => {}
                    ("then", Some(TokenTree::Group(group))) => {
                        names.extend(meant(&group.stream().into_iter().collect::<Vec<_>>()));
                    }
                    ("Self", _) => {}
                    (name, _) if is_owner(name) => {}
                    (name, _) => names.push(name.to_lowercase()),
                }
            }
            TokenTree::Group(group) if names.is_empty() => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let comma =
                    |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                return inside.split(comma).flat_map(meant).collect();
            }
            TokenTree::Literal(literal) => {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string());
                let inside = text.map(|text| text.value().parse::<TokenStream>());
                if let Ok(Ok(inside)) = inside {
                    names.extend(meant(&inside.into_iter().collect::<Vec<_>>()));
                }
            }
            TokenTree::Group(_) | TokenTree::Punct(_) => {}
        }
    }
    match names.is_empty() {
        true => names,
        false => vec![names.join(".")],
    }
}

/// `key(a, disk.size)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldPaths {
    pub(crate) paths: Vec<FieldPath>,
}

impl FromMeta for FieldPaths {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let key = key_of(item);
        let Meta::List(list) = item else {
            // `"a"`, `a` and `["a", "b"]` name the fields.
            let named = match item {
                Meta::NameValue(pair) => pair.value.to_token_stream().to_string(),
                _ => String::new(),
            };
            let named = named
                .replace(['"', '[', ']', '&', ' '], "")
                .replace(',', ", ");
            let are_names = named.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                && named
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_., ".contains(c));
            let message = format!("`{key}` takes fields in parentheses");
            let help = if are_names {
                format!("write `{key}({named})`")
            } else {
                format!("write `{key}(name)` or `{key}(name, disk.size)`")
            };
            return Err(error_at(place_of(item), message, help));
        };
        let paths = Punctuated::<FieldPath, Token![,]>::parse_terminated
            .parse2(list.tokens.clone())
            .map_err(darling::Error::from)?;
        Ok(FieldPaths {
            paths: paths.into_iter().collect(),
        })
    }
}

/// `computed`, `computed(volatile)` or `computed(when_changed(…))`: when the value is unknown in
/// the plan of an update.
#[derive(Clone, Debug)]
pub(crate) enum Computed<Paths = FieldPaths> {
    /// Never.
    Plain,
    /// Whenever anything changes.
    Volatile,
    /// When one of these changes.
    WhenChanged(Paths),
}

impl<Paths> Computed<Paths> {
    /// The same with different paths.
    pub(crate) fn map<Other>(self, paths: impl FnOnce(Paths) -> Other) -> Computed<Other> {
        match self {
            Computed::Plain => Computed::Plain,
            Computed::Volatile => Computed::Volatile,
            Computed::WhenChanged(written) => Computed::WhenChanged(paths(written)),
        }
    }
}

impl FromMeta for Computed {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let list = match item {
            Meta::Path(_) => return Ok(Computed::Plain),
            Meta::List(list) => items_inside(list)?,
            Meta::NameValue(pair) => {
                let value = pair.value.to_token_stream().to_string();
                return Err(computed_error(pair.value.span(), &value));
            }
        };
        let known = ["volatile", "when_changed"];
        if let Some((wrong, near)) = list.iter().find_map(|item| {
            let NestedMeta::Meta(meta) = item else {
                return None;
            };
            let name = key_of(meta);
            let near = schema_rules::suggest(&name, known)?;
            (near != name).then_some((meta, near))
        }) {
            let message = format!("`computed` has no key `{}`", key_of(wrong));
            let help = schema_rules::did_you_mean(near);
            return Err(error_at(key_span(wrong), message, help));
        }
        match &list[..] {
            [NestedMeta::Meta(Meta::Path(path))] if path.is_ident("volatile") => {
                Ok(Computed::Volatile)
            }
            [NestedMeta::Meta(inner)] if inner.path().is_ident("when_changed") => {
                FieldPaths::from_meta(inner).map(Computed::WhenChanged)
            }
            [NestedMeta::Meta(Meta::Path(path))] if path.get_ident().is_some() => {
                let name = path.to_token_stream().to_string();
                let help = match name.as_str() {
                    "always" | "every_time" | "each_time" | "any" | "unknown" | "never_kept"
                    | "on_update" | "on_change" | "unknown_on_update" | "new" => {
                        "volatile".to_owned()
                    }
                    "on_create" | "once" | "kept" | "use_state_for_unknown" | "stable" => {
                        let message = "a computed value is kept once it is known";
                        return Err(error_at(path.span(), message, "write `computed` alone"));
                    }
                    _ => format!("when_changed({name})"),
                };
                Err(computed_error(path.span(), &help))
            }
            [other, ..] => Err(computed_error(other.span(), "")),
            [] => Err(computed_error(key_span(item), "")),
        }
    }
}

fn computed_error(span: Span, written: &str) -> darling::Error {
    let message = "`computed` says when the value changes";
    let written = written.replace([' ', '"'], "");
    match &*written {
        "true" => error_at(span, "`computed` takes no value", "write `computed` alone"),
        "false" => {
            let message = "`computed` takes no value";
            error_at(span, message, "to say no, omit `computed`")
        }
        call if call.starts_with("when_changed(") || call == "volatile" => {
            error_at(span, message, format_args!("write `computed({call})`"))
        }
        _ => error_at(
            span,
            message,
            "write `computed` (kept once known), `computed(when_changed(name))` or `computed(volatile)` (new with every update)",
        ),
    }
}
