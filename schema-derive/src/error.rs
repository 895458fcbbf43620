//! [`Errors`]: every mistake of a struct, each at its token.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Mistakes found so far. Must be turned into tokens; darling's accumulator panics if it is
/// dropped unread, so none can get lost.
pub(crate) struct Errors {
    accumulator: darling::error::Accumulator,
    any: bool,
}

impl std::default::Default for Errors {
    fn default() -> Self {
        Errors {
            accumulator: darling::Error::accumulator(),
            any: false,
        }
    }
}

impl Errors {
    /// Adds one that says at `span` what is wrong and what to write instead.
    pub(crate) fn at(&mut self, span: Span, message: impl Display, help: impl Display) {
        self.push(error_at(span, message, help));
    }

    /// Adds one of darling's.
    pub(crate) fn push(&mut self, error: darling::Error) {
        self.any = true;
        self.accumulator.push(error);
    }

    /// The value, or nothing and the error is kept.
    pub(crate) fn handle<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Whether nothing was wrong so far.
    pub(crate) fn is_empty(&self) -> bool {
        !self.any
    }

    /// One `compile_error!` for each, or nothing.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.accumulator
            .finish()
            .err()
            .map(darling::Error::write_errors)
    }
}

/// An error with its help on a line of its own.
pub(crate) fn error_at(span: Span, message: impl Display, help: impl Display) -> darling::Error {
    let message = message.to_string();
    let help = help.to_string();
    let text = if help.is_empty() {
        message
    } else {
        format!("{message}\nhelp: {help}")
    };
    // A plain span has no tokens of its own, so it is carried by an identifier.
    darling::Error::custom(text).with_span(&syn::Ident::new("here", span))
}

/// An error at some tokens.
pub(crate) fn error_on(
    tokens: &impl ToTokens,
    message: impl Display,
    help: impl Display,
) -> darling::Error {
    error_at(syn::spanned::Spanned::span(tokens), message, help)
}
