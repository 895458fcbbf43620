//! The expansion of `resources!`, `data_sources!`, `functions!` and their kin: the entries as data, and one constant an
//! entry for the checks across them, each at the entry's own tokens.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use schema_rules::Rule;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, Token, Type};

use crate::emit::call_at;

/// What is registered.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Resources,
    DataSources,
    Functions,
    EphemeralResources,
    ListResources,
    Actions,
    StateStores,
}

impl Kind {
    /// The macro, and how it is used.
    fn example(self) -> (&'static str, &'static str) {
        match self {
            Kind::Resources => ("resources", "resources![Image, Snapshot]"),
            Kind::DataSources => ("data_sources", "data_sources![ImageLookup]"),
            Kind::Functions => ("functions", "functions![SizeMb]"),
            Kind::EphemeralResources => {
                ("ephemeral_resources", "ephemeral_resources![TemporaryCopy]")
            }
            Kind::ListResources => ("list_resources", "list_resources![Image, Snapshot]"),
            Kind::Actions => ("actions", "actions![Verify]"),
            Kind::StateStores => ("state_stores", "state_stores![States]"),
        }
    }

    /// The function of `registration` that makes an entry.
    fn function(self) -> &'static str {
        let (list, _) = self.example();
        list.strip_suffix('s').unwrap_or(list)
    }

    /// The one that makes an entry of another provider's. A function knows no provider.
    fn shared(self) -> Option<String> {
        let function = self.function();
        (!matches!(self, Kind::Functions)).then(|| format!("shared_{function}"))
    }
}

/// A text or a number, which no struct's name is.
fn literal(token: TokenTree) -> Option<proc_macro2::Literal> {
    match token {
        TokenTree::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The whole line: `{ path of schema-provider } Type, Type, …`.
pub(crate) fn expand(input: TokenStream, kind: Kind) -> TokenStream {
    let mut tokens = input.into_iter();
    let root = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => quote!(::schema_provider),
    };
    let parser = Punctuated::<Type, Token![,]>::parse_terminated;
    let tokens: TokenStream = tokens.collect();
    if let Some(text) = tokens.clone().into_iter().find_map(literal) {
        let (name, example) = kind.example();
        let message = crate::error::text(
            format_args!("`{name}!` takes the structs themselves, and {text} is none"),
            format_args!("write the name of the struct, without quotes: `{example}`"),
        );
        return syn::Error::new_spanned(text, message).into_compile_error();
    }
    let types = match parser.parse2(tokens) {
        Ok(types) => types,
        Err(error) => {
            let (name, example) = kind.example();
            let text = crate::error::text(
                format_args!("`{name}!` takes the structs in a row: {error}"),
                format_args!("write for example `{example}`"),
            );
            return syn::Error::new(error.span(), text).into_compile_error();
        }
    };
    if let Some((ty, owner)) = types
        .iter()
        .find_map(|ty| Some((ty, owner_of_function(ty)?)))
    {
        let (name, _) = kind.example();
        let shown = ty.to_token_stream().to_string().replace(' ', "");
        let text = crate::error::text(
            format_args!("`{shown}` is no struct: `{name}!` takes the structs themselves"),
            format_args!("write `{name}![{owner}]`"),
        );
        return syn::Error::new_spanned(ty, text).into_compile_error();
    }
    // A name that the compiler does not find is looked for here alone, and told once.
    let (aliases, named): (Vec<_>, Vec<Type>) = types.iter().enumerate().map(alias).unzip();
    // Everything about an entry is asked in one form at one place: the compiler drops messages
    // that are equal.
    let entries: Vec<TokenStream> = named.iter().map(|ty| entry(&root, ty, kind)).collect();
    let (check, name) = match kind {
        Kind::Functions => ("check_function", quote!(function_name)),
        _ => ("check", quote!(name)),
    };
    let checks = types
        .iter()
        .zip(&entries)
        .enumerate()
        .map(|(index, (ty, entry))| {
            let call = call_at(
                &ty.to_token_stream(),
                |span| {
                    let root = at(&root, span);
                    quote_spanned!(span=> #root::registration)
                },
                check,
                &quote!(#entry.__about(), __NAMES, #index),
            );
            quote!(const _: () = #call;)
        });
    // For the provider that the list is of, which may be another than that of the entry.
    let shared = types.iter().zip(&entries).map(|(ty, entry)| {
        let Some(function) = kind.shared() else {
            return entry.clone();
        };
        call_at(
            &ty.to_token_stream(),
            |span| {
                let root = at(&root, span);
                quote_spanned!(span=> #root::registration)
            },
            &function,
            entry,
        )
    });
    let warnings = types
        .iter()
        .zip(&named)
        .zip(&entries)
        .filter(|_| matches!(kind, Kind::Resources))
        .map(|((ty, named), entry)| no_upgrade(&root, ty, named, entry));
    quote! {{
        #(#aliases)*
        #(#warnings)*
        #[allow(unused_imports)]
        use #root::registration::{WithoutPlan as _, WithoutRenew as _, WithoutUpdate as _};
        const __NAMES: &[&str] = &[#(#root::registration::#name(#entries.__about())),*];
        #(#checks)*
        const { &[#(#shared),*] }
    }}
}

/// `Image` of `Image::new`.
fn owner_of_function(ty: &Type) -> Option<&Ident> {
    let Type::Path(path) = ty else { return None };
    let mut segments = path
        .path
        .segments
        .iter()
        .rev()
        .map(|segment| &segment.ident);
    let (last, owner) = (segments.next()?, segments.next()?);
    let begins = |ident: &Ident, upper: bool| {
        let name = ident.to_string();
        name.chars().next().is_some_and(|first| match upper {
            true => first.is_uppercase(),
            false => first.is_lowercase(),
        })
    };
    (begins(last, false) && begins(owner, true)).then_some(owner)
}

/// A name in the place of a struct that is named by one word; a path is underlined from end to end only as it is.
fn alias((index, ty): (usize, &Type)) -> (TokenStream, Type) {
    let Type::Path(path) = ty else {
        return (TokenStream::new(), ty.clone());
    };
    let Some(ident) = path.path.get_ident().filter(|_| path.qself.is_none()) else {
        return (TokenStream::new(), ty.clone());
    };
    let name = Ident::new(&format!("__Entry{index}"), Span::call_site());
    let mut used = name.clone();
    used.set_span(ident.span());
    (quote!(type #name = #ident;), syn::parse_quote!(#used))
}

/// The error of R330, and the warning of R252. Only a method of a type that is chosen by what the compiler knows of the entry can warn: the struct
/// has it, with its words, where its version is above 0.
fn no_upgrade(root: &TokenStream, ty: &Type, named: &Type, entry: &TokenStream) -> TokenStream {
    let span = ty.span();
    let root = at(root, span);
    let name = Rule::VERSION_WITHOUT_UPGRADE.info().name;
    let (method, here) = (Ident::new(name, Span::call_site()), Ident::new(name, span));
    quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use #root::upgrade_probe::{Default as _, NoResource as _, Pinned as _};
            #[allow(unused_imports)]
            use #root::__private::NotChosen as _;
            #[allow(dead_code)]
            trait NoWarning {
                fn #method(&self) {}
            }
            impl<T: ?::core::marker::Sized> NoWarning for T {}
            #[allow(unused_imports)]
            use #root::registration::WithoutUpdate as _;
            const _: () = #root::upgrade_probe::check_idle_upgrade(#entry.__about(), || {
                #root::upgrade_probe::upgrade_of(#root::registration::Entry::<#named>::upgrade)
                    .pinned()
                    .written()
            });
            const _: fn(&#named) = |given| #root::__private::Choice::<{
                #root::upgrade_probe::lacks_upgrade(#entry.__about(), || {
                    #root::upgrade_probe::upgrade_of(#root::registration::Entry::<#named>::upgrade)
                        .pinned()
                        .written()
                })
            }>::of(given).#here();
        };
    }
}

fn entry(root: &TokenStream, ty: &Type, kind: Kind) -> TokenStream {
    let span = ty.span();
    let root = at(root, span);
    match kind {
        Kind::Resources => quote_spanned! {span=>
            #root::registration::resource::<#ty, _, _>(#root::registration::Entry::<#ty>::UPDATE)
        },
        Kind::Actions => quote_spanned! {span=>
            #root::registration::action::<#ty, _, _>(#root::registration::Entry::<#ty>::PLAN)
        },
        Kind::EphemeralResources => quote_spanned! {span=>
            #root::registration::ephemeral_resource::<#ty, _, _>(#root::registration::Entry::<#ty>::RENEW)
        },
        Kind::Functions => quote_spanned! {span=>
            #root::registration::function::<#ty>()
        },
        _ => {
            let function = Ident::new(kind.function(), span);
            quote_spanned! {span=>
                #root::registration::#function::<#ty, _>()
            }
        }
    }
}

/// The path, underlined at `span`: an expression is underlined from its first token.
fn at(root: &TokenStream, span: Span) -> TokenStream {
    root.clone()
        .into_iter()
        .map(|mut token| {
            token.set_span(span.resolved_at(token.span()));
            token
        })
        .collect()
}
