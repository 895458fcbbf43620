//! The expansion of `resources!`, `data_sources!`, `functions!` and similar: the entries as data,
//! and one constant per entry for the checks across them, each at the entry's own tokens.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use schema_rules::Rule;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Meta, Token, Type};

use crate::emit::call_at;

/// The kind of the registered structs.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The macro.
    pub(crate) list: &'static str,
    /// What it takes, as an example.
    pub(crate) example: &'static str,
}

impl Kind {
    /// The function of `registration` that creates an entry.
    fn function(self) -> &'static str {
        self.list.strip_suffix('s').unwrap_or(self.list)
    }

    /// Functions have one form, and know no provider.
    fn is_functions(self) -> bool {
        self.list == "functions"
    }
}

/// A registered struct, and its `cfg` condition.
struct Named {
    condition: Option<TokenStream>,
    ty: Type,
}

impl Parse for Named {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let conditions: Vec<TokenStream> = input
            .call(Attribute::parse_outer)?
            .into_iter()
            .map(|attr| match attr.meta {
                Meta::List(list) if list.path.is_ident("cfg") => Ok(list.tokens),
                other => Err(syn::Error::new_spanned(
                    other,
                    "only `#[cfg(…)]` can precede a struct here",
                )),
            })
            .collect::<syn::Result<_>>()?;
        Ok(Named {
            condition: (!conditions.is_empty()).then(|| quote!(all(#(#conditions),*))),
            ty: input.parse()?,
        })
    }
}

impl Named {
    /// The condition, for an item generated for this entry.
    fn cfg(&self) -> Option<TokenStream> {
        let condition = self.condition.as_ref()?;
        Some(quote!(#[cfg(#condition)]))
    }

    /// Whether it can be the name of a struct: `&Image`, `vec![Image]` and `Image::new` cannot.
    fn is_struct(&self) -> bool {
        let begins_small = |name: &Ident| name.to_string().starts_with(char::is_lowercase);
        match &self.ty {
            Type::Path(path) => {
                let segments = path.path.segments.iter();
                let mut names = segments.rev().map(|segment| &segment.ident);
                let (last, owner) = (names.next(), names.next());
                !(last.is_some_and(begins_small) && owner.is_some_and(|owner| !begins_small(owner)))
            }
            Type::Group(_) => true,
            _ => false,
        }
    }
}

/// Collects the names of structs from anything but a list of them.
fn structs_in(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => structs_in(group.stream(), found),
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let holds = ["Box", "Vec", "Arc", "Rc", "Some"].contains(&&*name);
                if name.starts_with(char::is_uppercase) && !holds && !found.contains(&name) {
                    found.push(name);
                }
            }
            _ => {}
        }
    }
}

/// The full expansion: `{ path of schema-provider } Type, Type, …`.
pub(crate) fn expand(input: TokenStream, kind: Kind) -> TokenStream {
    let mut tokens = input.into_iter();
    let root = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => quote!(::schema_provider),
    };
    let tokens: TokenStream = tokens.collect();
    let parsed = Punctuated::<Named, Token![,]>::parse_terminated.parse2(tokens.clone());
    let types: Vec<Named> = match parsed {
        Ok(types) if types.iter().all(Named::is_struct) => types.into_iter().collect(),
        parsed => {
            let mut found = Vec::new();
            structs_in(tokens, &mut found);
            let example = match found.is_empty() {
                true => kind.example.to_owned(),
                false => found.join(", "),
            };
            let list = kind.list;
            let text = crate::error::text(
                format_args!("`{list}!` takes the structs themselves"),
                format_args!(
                    "write their names alone, with commas between them: `{list}![{example}]`"
                ),
            );
            let error = match parsed {
                Err(error) => syn::Error::new(error.span(), text),
                Ok(types) => {
                    let wrong = types.into_iter().find(|named| !named.is_struct());
                    syn::Error::new_spanned(wrong.map(|named| named.ty), text)
                }
            };
            return error.into_compile_error();
        }
    };
    // An unresolved name is looked up only here, and so reported once.
    let cfgs: Vec<_> = types.iter().map(Named::cfg).collect();
    let parts = types.into_iter().map(|named| (named.condition, named.ty));
    let (conditions, types): (Vec<_>, Vec<Type>) = parts.unzip();
    let (aliases, named): (Vec<_>, Vec<Type>) = types.iter().enumerate().map(alias).unzip();
    let aliases = aliases.iter().zip(&cfgs);
    let aliases = aliases.filter(|(alias, _)| alias.is_some());
    let aliases = aliases.map(|(alias, cfg)| quote!(#cfg #alias));
    // All checks of an entry have one form at one span: the compiler drops equal messages.
    let entries: Vec<TokenStream> = named.iter().map(|ty| entry(&root, ty, kind)).collect();
    let functions = kind.is_functions();
    let (check, info) = match functions {
        true => ("check_function", quote!(&str)),
        false => ("check", quote!(#root::registration::EntryInfo)),
    };
    // Each entry is typed once for all checks: that takes the compiler a millisecond.
    let abouts: Vec<Ident> = (0..types.len())
        .map(|index| Ident::new(&format!("__ABOUT{index}"), Span::call_site()))
        .collect();
    let infos = abouts.iter().zip(&entries).zip(&cfgs);
    let infos =
        infos.map(|((about, entry), cfg)| quote!(#cfg const #about: #info = #entry.__about();));
    let call = |ty: &Type, function: &str, arguments: &TokenStream| {
        let module = |span| {
            let root = at(&root, span);
            quote_spanned!(span=> #root::registration)
        };
        call_at(&ty.to_token_stream(), module, function, arguments)
    };
    let checks = types.iter().zip(&abouts).enumerate();
    let checks = checks.map(|(index, (ty, about))| {
        let names = (!functions).then(|| quote!(__NAMES,));
        let call = call(ty, check, &quote!(#about, #names __REPEATED, #index));
        let cfg = &cfgs[index];
        quote!(#cfg const _: () = #call;)
    });
    // An entry that is configured out has no name, like one that could not be read.
    let names = abouts.iter().zip(&conditions).map(|(about, condition)| {
        let named = match functions {
            true => about.to_token_stream(),
            false => quote!(#root::registration::name(#about)),
        };
        match condition {
            None => named,
            Some(condition) => quote!({
                #[cfg(#condition)]
                const NAME: &str = #named;
                #[cfg(not(#condition))]
                const NAME: &str = "";
                NAME
            }),
        }
    });
    // For the list's provider, which may differ from the entry's.
    let shared = types.iter().zip(&entries);
    let shared = shared.map(|(ty, entry)| match functions {
        true => entry.clone(),
        false => call(ty, &format!("shared_{}", kind.function()), entry),
    });
    let named = types.iter().zip(&named).zip(&abouts);
    let warnings =
        named
            .filter(|_| kind.list == "resources")
            .zip(&cfgs)
            .map(|(((ty, named), about), cfg)| {
                let warning = no_upgrade(&root, ty, named, about);
                quote!(#cfg #warning)
            });
    let count = types.len();
    quote! {{
        #(#aliases)*
        #[allow(unused_imports)]
        use #root::registration::{WithoutPlan as _, WithoutRenew as _, WithoutUpdate as _};
        #(#infos)*
        #(#warnings)*
        const __NAMES: &[&str; #count] = &[#(#names),*];
        const __REPEATED: &[bool; #count] = &#root::registration::repeated(__NAMES);
        #(#checks)*
        const { &[#(#cfgs #shared),*] }
    }}
}

/// An alias for a struct named by a single word; the compiler underlines a whole path only
/// unchanged.
fn alias((index, ty): (usize, &Type)) -> (Option<TokenStream>, Type) {
    let ident = match ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    };
    let Some(ident) = ident else {
        return (None, ty.clone());
    };
    let name = Ident::new(&format!("__Entry{index}"), Span::call_site());
    let mut used = name.clone();
    used.set_span(ident.span());
    (Some(quote!(type #name = #ident;)), syn::parse_quote!(#used))
}

/// The errors of R299 and R300, and the warning of R252. Only a method of a type that depends on
/// the entry can warn: the struct defines it, with its text, if its version is above 0.
fn no_upgrade(root: &TokenStream, ty: &Type, named: &Type, about: &Ident) -> TokenStream {
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
            const WRITTEN: bool = #root::upgrade_probe::is_written(|| {
                #root::upgrade_probe::upgrade_of(#root::registration::Entry::<#named>::upgrade)
                    .pinned()
                    .written()
            });
            const _: () = #root::upgrade_probe::check_idle_upgrade(#about, WRITTEN);
            const _: () = {
                #[allow(unused_imports)]
                use #root::import_probe::{Caught as _, NoResource as _, Unshared as _};
                #root::import_probe::check_identity_pattern(#about, || {
                    #root::import_probe::import_of(
                        #root::registration::Entry::<#named>::import_identity,
                    )
                    .shared()
                    .import_written()
                })
            };
            const _: fn(&#named) = |given| #root::__private::Choice::<{
                #root::upgrade_probe::lacks_upgrade(#about, WRITTEN)
            }>::of(given).#here();
        };
    }
}

fn entry(root: &TokenStream, ty: &Type, kind: Kind) -> TokenStream {
    let span = ty.span();
    let root = at(root, span);
    let function = Ident::new(kind.function(), span);
    let probed = match kind.list {
        "functions" => return quote_spanned!(span=> #root::registration::function::<#ty>()),
        "resources" => "UPDATE",
        "actions" => "PLAN",
        "ephemeral_resources" => "RENEW",
        _ => return quote_spanned!(span=> #root::registration::#function::<#ty, _>()),
    };
    let probed = Ident::new(probed, span);
    quote_spanned! {span=>
        #root::registration::#function::<#ty, _, _>(#root::registration::Entry::<#ty>::#probed)
    }
}

/// The path, underlined at `span`: an expression is underlined from its first token.
fn at(root: &TokenStream, span: Span) -> TokenStream {
    let tokens = root.clone().into_iter().map(|mut token| {
        token.set_span(span.resolved_at(token.span()));
        token
    });
    tokens.collect()
}
