//! Validators against a type whose spelling does not say what it holds (R242): an enum, or a
//! provider developer's type. The macro has already checked the other types.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use schema_rules::validator::definition::{Part, RangeOf, ValuesOf};
use syn::Type;
use syn::spanned::Spanned;

use super::asserts::formats_without;
use super::private_calls::{attribute, call_of_ours};
use super::validators;
use crate::model::Model;
use crate::parse::{Arguments, Literal, Validator};
use crate::types::{TypeShape, element_type};

/// All checks of a struct; most structs need none.
pub(crate) fn possible(model: &Model) -> TokenStream {
    let mut found = Vec::new();
    for field in model.fields.iter().filter(|field| field.is_attribute()) {
        let values = Values {
            name: &field.name,
            of: attribute(field),
            shape: &field.shape,
            ty: &field.source.ty,
        };
        for validator in &field.validators {
            values.check(validator, true, &mut found);
        }
    }
    quote!(#(#found)*)
}

/// Validated values: those of a field, or its elements.
struct Values<'m> {
    name: &'m str,
    of: TokenStream,
    shape: &'m TypeShape,
    ty: &'m Type,
}

impl Values<'_> {
    /// `must` is set if a value has to pass it.
    fn check(&self, validator: &Validator, must: bool, found: &mut Vec<TokenStream>) {
        let Values { name, of, .. } = self;
        let unseen = matches!(self.shape.inner(), TypeShape::Other(_));
        match &validator.arguments {
            Arguments::Validators(kind, inner) => match kind.check {
                Part::Whole | Part::Some => {
                    let must = must && kind.check == Part::Whole;
                    for validator in inner {
                        self.check(validator, must, found);
                    }
                }
                Part::Elements => {
                    let Some(ty) = element_type(self.ty) else {
                        return;
                    };
                    let elements = Values {
                        name,
                        of: quote_spanned!(ty.span()=> __p::attribute::<#ty>()),
                        shape: self.shape.of_part(kind.check),
                        ty,
                    };
                    for validator in inner {
                        elements.check(validator, must, found);
                    }
                }
                Part::Keys => {}
            },
            Arguments::Values(kind, values) if unseen && matches!(kind.of, ValuesOf::Field) => {
                for value in values {
                    let Some(Literal::Text(text)) = &value.literal else {
                        continue;
                    };
                    let wrong = formats_without(text);
                    let validator = &validator.name;
                    let arguments = quote!(#of, #name, #validator, #text, &[#(#wrong),*]);
                    let call =
                        call_of_ours(&value.expr.to_token_stream(), "assert_listed", &arguments);
                    found.push(quote!(const _: () = #call;));
                }
            }
            Arguments::Range(kind, bounds)
                if unseen && must && matches!(kind.of, RangeOf::Numbers) =>
            {
                let data = validators::validator(validator, self.shape.inner(), None);
                let validator = &validator.name;
                let arguments = quote!(#of, #name, #validator, __V);
                let call = call_of_ours(
                    &bounds.token.to_token_stream(),
                    "assert_possible",
                    &arguments,
                );
                found.push(quote! {
                    const _: () = {
                        const __V: &__p::Validator = &#data;
                        #call
                    };
                });
            }
            _ => {}
        }
    }
}
