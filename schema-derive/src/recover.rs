//! Reads what it can of a struct that is still being written. An editor runs the derive at every
//! keystroke: if one field has no type yet, the others keep theirs.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{DeriveInput, Type};

/// The prefix of the types of fields that could not be read. After a mistake such a name represents
/// an error type, like the field itself (`emit::stub`): the compiler has already reported the
/// source, and reports no uses of such a type.
const UNREAD: &str = "__Unread_";

/// The name of a field without a name.
const NAMELESS: &str = "__nameless";

/// Marks a field that is not as written.
const UNFINISHED: &str = "__unfinished";

/// Reads a struct with unreadable fields: it has the readable ones, and the others by name only.
pub(crate) fn read(input: TokenStream) -> syn::Result<DeriveInput> {
    let error = match syn::parse2(input.clone()) {
        Ok(input) => return Ok(input),
        Err(error) => error,
    };
    let mut tokens: Vec<TokenTree> = input.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.last_mut() else {
        return Err(error);
    };
    if body.delimiter() != Delimiter::Brace {
        return Err(error);
    }
    let fields = fields(body.stream());
    let fields = fields.into_iter().enumerate().filter_map(mended);
    let mut mended = Group::new(Delimiter::Brace, quote!(#(#fields),*));
    mended.set_span(body.span());
    *body = mended;
    // It may be an enum, or have a different mistake.
    syn::parse2(tokens.into_iter().collect()).map_err(|_| error)
}

/// Whether this represents the type of a field that could not be read.
pub(crate) fn is_missing(ty: &Type) -> bool {
    let Type::Path(ty) = ty else {
        return false;
    };
    let name = ty.path.get_ident();
    name.is_some_and(|name| name.to_string().starts_with(UNREAD))
}

/// The type of a field whose type the compiler reports as missing.
pub(crate) fn missing(field: &Ident) -> Type {
    let name = field.to_string();
    let name = name.strip_prefix("r#").unwrap_or(&name);
    let name = Ident::new(&format!("{UNREAD}{name}"), field.span());
    syn::parse_quote!(#name)
}

/// Whether a field differs from what was written.
pub(crate) fn is_unfinished(field: &syn::Field) -> bool {
    let mut attrs = field.attrs.iter();
    attrs.any(|attr| attr.path().is_ident(UNFINISHED))
}

/// Whether the field has no name in the source.
pub(crate) fn is_nameless(field: &Ident) -> bool {
    field.to_string().starts_with(NAMELESS)
}

/// The tokens of each field. A field without an end stops where the attributes of the next one
/// begin.
fn fields(body: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut found = Vec::new();
    let mut field: Vec<TokenTree> = Vec::new();
    // Whether its name was found, what is open in its type, and the previous token.
    let (mut named, mut typed, mut open, mut before) = (false, false, 0_usize, ' ');
    for token in body {
        let next = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            TokenTree::Ident(_) => 'i',
            _ => ' ',
        };
        let ends = match next {
            ',' => open == 0,
            // Outside brackets it ends a field, as in other languages.
            ';' => true,
            '#' => named,
            'i' => named && !typed && before == 'i' && is_name(&token),
            _ => false,
        };
        if ends {
            found.push(std::mem::take(&mut field));
            (named, typed, open) = (false, false, 0);
        }
        match next {
            '<' => open += 1,
            '>' if before != '-' => open = open.saturating_sub(1),
            ':' | '=' => typed = named,
            'i' => named = named || is_name(&token),
            _ => {}
        }
        before = next;
        if !(ends && matches!(next, ',' | ';')) {
            field.push(token);
        }
    }
    found.push(field);
    found
}

/// A field as written, or as much of it as can be read.
fn mended((place, field): (usize, Vec<TokenTree>)) -> Option<TokenStream> {
    let written: TokenStream = field.iter().cloned().collect();
    if written.is_empty() {
        return None;
    }
    if syn::Field::parse_named.parse2(written).is_ok() {
        return Some(field.into_iter().collect());
    }
    let (attributes, rest) = attributes(&field);
    let mut named = rest.iter().enumerate();
    let found = named.find_map(|(index, token)| match token {
        TokenTree::Ident(name) if is_name(token) => Some((index, name.clone())),
        _ => None,
    });
    let mark = Ident::new(UNFINISHED, Span::call_site());
    let (name, ty) = match found {
        // An invalid name is not a name in the schema either.
        Some((index, name)) if name != "_" => {
            let behind = rest.get(index + 1..).unwrap_or_default();
            let (name, behind) = with_underscores(name, behind);
            (without_keyword(name), type_in(behind))
        }
        _ => {
            let name = format!("{NAMELESS}_{place}");
            (Ident::new(&name, Span::call_site()), None)
        }
    };
    let ty = ty.unwrap_or_else(|| missing(&name));
    Some(quote!(#[#mark] #attributes #name: #ty))
}

/// The attributes of a field, and the rest.
fn attributes(field: &[TokenTree]) -> (TokenStream, &[TokenTree]) {
    let (mut found, mut rest) = (TokenStream::new(), field);
    while let [TokenTree::Punct(hash), behind @ ..] = rest
        && hash.as_char() == '#'
    {
        let behind = match behind {
            [TokenTree::Punct(inner), behind @ ..] if inner.as_char() == '!' => behind,
            behind => behind,
        };
        let [TokenTree::Group(group), behind @ ..] = behind else {
            break;
        };
        if group.delimiter() != Delimiter::Bracket {
            break;
        }
        let attribute = quote!(#hash #group);
        if syn::Attribute::parse_outer
            .parse2(attribute.clone())
            .is_ok()
        {
            found.extend(attribute);
        }
        rest = behind;
    }
    (found, rest)
}

/// Whether it is a name: words that precede names in other places or languages are not.
fn is_name(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(name) if !["pub", "let", "mut", "ref", "var", "const", "static"].iter().any(|word| name == word))
}

/// `disk-size` is meant to be `disk_size`.
fn with_underscores(name: Ident, behind: &[TokenTree]) -> (Ident, &[TokenTree]) {
    let (mut name, mut behind) = (name, behind);
    while let [TokenTree::Punct(minus), TokenTree::Ident(next), rest @ ..] = behind
        && minus.as_char() == '-'
    {
        let (first, second) = (name.to_string(), next.to_string());
        let joined = format!("{first}_{second}").replace("r#", "");
        name = Ident::new(&joined, name.span());
        behind = rest;
    }
    (name, behind)
}

/// `type` is written `r#type`.
fn without_keyword(name: Ident) -> Ident {
    let text = name.to_string();
    let raw = format!("r#{text}");
    match syn::parse_str::<Ident>(&text).is_err() && syn::parse_str::<Ident>(&raw).is_ok() {
        true => Ident::new_raw(&text, name.span()),
        false => name,
    }
}

/// The type after a name: after a colon, or in its place.
fn type_in(behind: &[TokenTree]) -> Option<Type> {
    let [TokenTree::Punct(first), ty @ ..] = behind else {
        return None;
    };
    if !matches!(first.as_char(), ':' | '=') {
        return None;
    }
    // A value after the type is not part of it.
    let value = ty
        .iter()
        .position(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '='));
    let ty = ty.get(..value.unwrap_or(ty.len()))?;
    syn::parse2(ty.iter().cloned().collect()).ok()
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn types(input: TokenStream) -> Vec<(String, String)> {
        let input = read(input).expect("a struct");
        let syn::Data::Struct(data) = input.data else {
            panic!("a struct");
        };
        data.fields
            .iter()
            .map(|field| {
                let ty = &field.ty;
                let ty = match is_missing(ty) {
                    true => "missing".to_owned(),
                    false => ty.to_token_stream().to_string().replace(' ', ""),
                };
                (field.ident.as_ref().expect("a name").to_string(), ty)
            })
            .collect()
    }

    #[test]
    fn the_other_fields_keep_their_types() {
        let rest = [
            ("name", "Option<String>"),
            ("map", "Map<String,fn(u8)->u8>"),
        ];
        for broken in [
            quote!(size: ,),
            quote!(size,),
            quote!(size),
            quote!(pub size),
            quote!(size: Option<,),
            quote!(size: Option<),
            quote!(size:),
            quote!(size: 5,),
        ] {
            let found = types(quote! {
                struct Image {
                    #[field(required)]
                    name: Option<String>,
                    #[field(optional, default = 1)]
                    #broken
                    #[field(computed)]
                    pub map: Map<String, fn(u8) -> u8>,
                }
            });
            let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["name", "size", "map"], "{broken}");
            assert_eq!(found[1].1, "missing", "{broken}");
            for (name, ty) in rest {
                assert!(found.contains(&(name.into(), ty.into())), "{found:?}");
            }
        }
        // No attributes between them.
        let found = types(quote!(
            struct Image {
                size
                name: String,
            }
        ));
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], ("name".to_owned(), "String".to_owned()));
    }

    #[test]
    fn what_is_written_as_elsewhere_is_read() {
        for (written, name, ty) in [
            (quote!(size = i64,), "size", "i64"),
            (quote!(size: i64;), "size", "i64"),
            (quote!(let size: i64,), "size", "i64"),
            (quote!(type: i64,), "r#type", "i64"),
            (quote!(size: i64 = 5,), "size", "i64"),
            (quote!(#![field(required)] size: i64,), "size", "i64"),
            (quote!(@field(required) size: i64,), "field", "missing"),
            (quote!(size: list(string,),), "size", "missing"),
            (quote!(disk-size: i64,), "disk_size", "i64"),
            (quote!(_: i64,), "_", "i64"),
            (quote!(5,), "__nameless_1", "missing"),
            (quote!("size": i64,), "i64", "missing"),
        ] {
            let found = types(quote!(
                struct Image {
                    #[field(required)]
                    name: String,
                    #[field(required)]
                    #written
                    #[field(computed)]
                    map: Map<String, u8>,
                }
            ));
            assert_eq!(found.len(), 3, "{written}: {found:?}");
            assert_eq!(found[1], (name.to_owned(), ty.to_owned()), "{written}");
        }
    }

    #[test]
    fn what_is_no_struct_stays_an_error() {
        for input in [quote!(), quote!(struct), quote!(enum Kind { A: })] {
            assert!(read(input).is_err());
        }
    }
}
