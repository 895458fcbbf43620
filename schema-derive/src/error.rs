//! [`Errors`]: every mistake of a struct, each at its own tokens.

use std::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// Mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors {
    found: Option<syn::Error>,
    /// Some are emitted where they were found, in place of what could not be read.
    deferred: bool,
    /// Hints beside errors that the compiler itself reports.
    advice: TokenStream,
    count: usize,
}

impl Errors {
    /// Adds an error at a span: what is wrong, and what to write instead.
    pub(crate) fn at(&mut self, span: Span, message: impl Display, help: impl Display) {
        self.add(syn::Error::new(span, text(message, help)));
    }

    /// The same for a span of several tokens.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display, help: impl Display) {
        self.add(syn::Error::new_spanned(tokens, text(message, help)));
    }

    /// Adds the errors that darling collected.
    pub(crate) fn push(&mut self, error: darling::Error) {
        self.add(error.into());
    }

    /// Records an error that the expansion itself reports, in place of what could not be read.
    pub(crate) fn defer_to_expansion(&mut self) {
        self.deferred = true;
        self.count += 1;
    }

    /// Says what to write instead, beside a compiler error that does not. This is not an error
    /// itself, but a warning.
    pub(crate) fn advise(
        &mut self,
        place: impl ToTokens,
        message: impl Display,
        help: impl Display,
    ) {
        let (place, text) = (place.to_token_stream(), text(message, help));
        self.advice.extend(in_editor(&place, &text));
        self.advice.extend(warning(place, "advice", &text));
        self.defer_to_expansion();
    }

    /// The same for errors that the compiler explains well: only an editor, which would not report
    /// them, shows it.
    pub(crate) fn tell_editor(
        &mut self,
        place: impl ToTokens,
        message: impl Display,
        help: impl Display,
    ) {
        let tokens = in_editor(&place.to_token_stream(), &text(message, help));
        self.advice.extend(tokens);
        self.defer_to_expansion();
    }

    fn add(&mut self, error: syn::Error) {
        self.count += 1;
        match &mut self.found {
            Some(found) => found.combine(error),
            None => self.found = Some(error),
        }
    }

    /// The value; or `None`, and the error is kept.
    pub(crate) fn handle<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether there are no errors so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_none() && !self.deferred
    }

    /// One `compile_error!` for each error not reported elsewhere, or nothing if there are none.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        let advice = self.advice;
        match self.found {
            Some(found) => {
                let found = found.into_compile_error();
                Some(quote!(#found #advice))
            }
            None => self.deferred.then_some(advice),
        }
    }
}

/// The error that an editor shows for what only the compiler finds by itself.
fn in_editor(place: &TokenStream, text: &str) -> TokenStream {
    let error = syn::Error::new_spanned(place, text).into_compile_error();
    quote! {
        // Cargo does not know this condition, and would warn the provider developer.
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            #error
        };
    }
}

/// On stable Rust a macro can warn only by using something deprecated. For a macro the compiler
/// prints the name as written, here that of the rule; for anything else, its path.
pub(crate) fn warning(place: TokenStream, name: &str, text: &str) -> TokenStream {
    // The compiler underlines the use. If the struct comes out of another macro, name and use
    // resolve because both are written in one place.
    let span = place
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |token| token.span());
    let name = Ident::new(name, span);
    quote! {
        const _: () = {
            #[deprecated(note = #text)]
            macro_rules! #name {
                () => {};
            }
            #name!();
        };
    }
}

/// A message, with its help on a separate line.
pub(crate) fn text(message: impl Display, help: impl Display) -> String {
    let (message, help) = (message.to_string(), help.to_string());
    if help.is_empty() {
        message
    } else {
        format!("{message}\nhelp: {help}")
    }
}

/// An error of a key's value.
pub(crate) fn error_at(span: Span, message: impl Display, help: impl Display) -> darling::Error {
    darling::Error::from(syn::Error::new(span, text(message, help)))
}

/// The same for a span of several tokens.
pub(crate) fn error_on(
    tokens: &impl ToTokens,
    message: impl Display,
    help: impl Display,
) -> darling::Error {
    darling::Error::from(syn::Error::new_spanned(tokens, text(message, help)))
}
