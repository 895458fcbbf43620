//! Validators against a type whose spelling does not say what it holds (R214, R215, R242): an enum,
//! a provider developer's type, or an alias. The macro has already checked the other types.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use schema_rules::validator::definition::{Part, RangeOf, ValuesOf};
use schema_rules::{Collection, Scalar, Shape, Violation};
use syn::Type;
use syn::spanned::Spanned;

use super::asserts::formats_without;
use super::const_checks::with_validator;
use super::private_calls::{assert, attribute, call_of_ours};
use super::validators;
use crate::error::text;
use crate::model::{Field, Model};
use crate::model_facts;
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
    let fields = model.fields.iter().enumerate();
    let unfit = fields.flat_map(|(index, field)| unfit(model, index, field));
    quote!(#(#found)* #(#unfit)*)
}

/// Refuses the types that a field's validators are not for: the macro tries a string, a number, a
/// bool, a list, a set and a map, whose elements may be anything.
fn unfit(model: &Model, index: usize, field: &Field) -> Vec<TokenStream> {
    let checks = field.is_attribute() && !field.validators.is_empty();
    let Some(around) = checks.then(|| unseen_inside(&field.shape)).flatten() else {
        return Vec::new();
    };
    let mut facts = model_facts::field(model, field);
    let several = |of| Shape::collection(of, Shape::Unknown);
    let kinds = [
        Shape::Scalar(Scalar::String),
        Shape::Scalar(Scalar::Number),
        Shape::Scalar(Scalar::Bool),
        several(Collection::List),
        several(Collection::Set),
        several(Collection::Map),
    ];
    // For each place, a text for each kind of type that does not fit.
    let mut found: Vec<(Violation, [String; 6])> = Vec::new();
    for (kind, shape) in kinds.into_iter().enumerate() {
        let outwards = around.iter().rev();
        facts.shape = outwards.fold(shape, |inner, of| Shape::collection(*of, inner));
        for mistake in schema_rules::unfit_validators(index, &facts) {
            let help = mistake.help.as_deref().unwrap_or_default();
            let message = text(&mistake.message, help);
            let same = |other: &Violation| {
                (other.at, &other.inside, other.argument)
                    == (mistake.at, &mistake.inside, mistake.argument)
            };
            let place = found.iter().position(|(other, _)| same(other));
            let place = place.unwrap_or_else(|| {
                found.push((mistake, Default::default()));
                found.len() - 1
            });
            let texts = found.get_mut(place).map(|(_, texts)| texts);
            if let Some(text) = texts.and_then(|texts| texts.get_mut(kind)) {
                *text = message;
            }
        }
    }
    let (of, depth) = (attribute(field), around.len());
    let asserts = found.into_iter().map(|(mistake, texts)| {
        let arguments = quote!(#of, #depth, &[#(#texts),*]);
        assert(
            crate::check::blamed(model, &mistake),
            "assert_fits",
            &arguments,
        )
    });
    asserts.collect()
}

/// The collections around a type whose spelling does not say what it is, from the outside in.
/// `None` if it does.
fn unseen_inside(shape: &TypeShape) -> Option<Vec<Collection>> {
    let mut around = Vec::new();
    let mut shape = shape.inner();
    loop {
        let (of, element) = match shape {
            TypeShape::Other(name) => return (name != "Dynamic").then_some(around),
            TypeShape::List(element) => (Collection::List, element),
            TypeShape::Set(element) => (Collection::Set, element),
            TypeShape::Map(element) => (Collection::Map, element),
            _ => return None,
        };
        around.push(of);
        shape = element.inner();
    }
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
                    inner.iter().for_each(|one| self.check(one, must, found));
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
                    inner
                        .iter()
                        .for_each(|one| elements.check(one, must, found));
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
                    found.push(assert(&value.expr, "assert_listed", &arguments));
                }
            }
            Arguments::Range(kind, bounds)
                if unseen && must && matches!(kind.of, RangeOf::Numbers) =>
            {
                let data = validators::validator(validator, self.shape.inner(), None);
                let validator = &validator.name;
                let arguments = quote!(#of, #name, #validator, __V);
                let call = call_of_ours(&bounds.token, "assert_possible", &arguments);
                found.push(with_validator(&data, &call));
            }
            _ => {}
        }
    }
}
