//! What can be read of a struct that is still being written. An editor asks the derive at every key that is
//! pressed: where one field has no type yet, the others keep theirs.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{DeriveInput, Type};

/// The type of a field that could not be read, which exists nowhere. The compiler has said already what is wrong
/// in the source, and takes no offence at what is made with a type that it does not find. (Where a type is
/// asked for, `compile_error!` would be `()` to it, and wrong wherever it is used.)
const MISSING: &str = "a_type_is_missing_here";

/// A struct of which not every field can be read: it has those that can, and any other one by its name.
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
    let fields = fields(body.stream()).into_iter().filter_map(mended);
    let mut mended = Group::new(Delimiter::Brace, quote!(#(#fields),*));
    mended.set_span(body.span());
    *body = mended;
    // It may be an enum, or something else may be wrong.
    syn::parse2(tokens.into_iter().collect()).map_err(|_| error)
}

/// Whether this stands for the type of a field that could not be read.
pub(crate) fn is_missing(ty: &Type) -> bool {
    match ty {
        Type::Path(ty) => ty.path.is_ident(MISSING),
        _ => false,
    }
}

/// The tokens of each field. One whose end is missing ends where the attributes of the next one begin.
fn fields(body: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut found = Vec::new();
    let mut field: Vec<TokenTree> = Vec::new();
    // Its name was there, what is open in its type, and the token before this one.
    let (mut named, mut typed, mut open, mut before) = (false, false, 0_usize, ' ');
    for token in body {
        let next = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            TokenTree::Ident(_) => 'i',
            _ => ' ',
        };
        let name = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name != "pub");
        let ends = match next {
            ',' => open == 0,
            '#' => named,
            'i' => named && !typed && name(&token),
            _ => false,
        };
        if ends {
            found.push(std::mem::take(&mut field));
            (named, typed, open) = (false, false, 0);
        }
        match next {
            '<' => open += 1,
            '>' if before != '-' => open = open.saturating_sub(1),
            ':' => typed = named,
            'i' => named = named || name(&token),
            _ => {}
        }
        before = next;
        if !(ends && next == ',') {
            field.push(token);
        }
    }
    found.push(field);
    found
}

/// A field as it was written, or without its type.
fn mended(field: Vec<TokenTree>) -> Option<TokenStream> {
    let name = name(&field);
    let written: TokenStream = field.iter().cloned().collect();
    if written.is_empty() {
        return None;
    }
    if syn::Field::parse_named.parse2(written).is_ok() {
        return Some(field.into_iter().collect());
    }
    let (place, name) = name?;
    let ty = Ident::new(MISSING, name.span());
    let before = field.into_iter().take(place + 1);
    let before: TokenStream = before.collect();
    Some(quote!(#before: #ty))
}

/// The name of a field, and where it is among its tokens.
fn name(field: &[TokenTree]) -> Option<(usize, Ident)> {
    field
        .iter()
        .enumerate()
        .find_map(|(place, token)| match token {
            TokenTree::Ident(name) if name != "pub" => Some((place, name.clone())),
            _ => None,
        })
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
        // Without attributes between them.
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
    fn what_is_no_struct_stays_an_error() {
        for input in [quote!(), quote!(struct), quote!(enum Kind { A: })] {
            assert!(read(input).is_err());
        }
    }
}
