//! Types that are close to a field type: what to write instead of them.
//!
//! A name is not a type: a provider developer's own type may have the same name and be a field
//! type. So this only chooses the message for a type that does not fit, if it does not.

mod by_name;

use quote::{ToTokens, format_ident};
use syn::{GenericArgument, PathArguments, PathSegment, Type, parse_quote};

use crate::types::{is_of_framework, name_and_arguments, spelling};
use by_name::{Replacement, of_name};

/// The texts of the compile error for such a type, if it does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CloseType {
    /// What is wrong.
    pub(crate) message: String,
    /// What to write, in the label of the error.
    pub(crate) label: String,
    /// Why, and what else helps.
    pub(crate) note: String,
}

/// The texts for a field's type, if a part of it is close to a field type. In place of the
/// `objects` of a block or nested attribute, a bare name may well be a struct's.
pub(crate) fn of(field: &str, ty: &Type, objects: bool) -> Option<CloseType> {
    let mut instead = ty.clone();
    let found = replace(&mut instead)?;
    if objects && found.part.chars().all(char::is_alphanumeric) {
        return None;
    }
    let Found { part, why, data } = found;
    while data && replace(&mut instead).is_some_and(|found| found.data) {}
    let message = format!("`{field}` cannot hold a `{part}`");
    let write = format!("write `{}`", spelling(&instead));
    let (message, label) = match data {
        true => (format!("{message}: {write}"), write),
        false => (message, "a configuration has no such value".to_owned()),
    };
    Some(CloseType {
        message,
        label,
        note: format!("help: {why}"),
    })
}

/// The texts for the type of a block or nested attribute that is spelt as a different grouping. A
/// nested attribute may also be an `Option` of a collection.
pub(crate) fn grouped(
    field: &str,
    ty: &Type,
    (grouping, nullable): (&str, bool),
) -> Option<CloseType> {
    let outer = |ty: &Type| match &*name(ty)? {
        "Vec" => Some("list"),
        "Set" | "BTreeSet" | "HashSet" => Some("set"),
        "BTreeMap" | "HashMap" => Some("map"),
        _ => Some("single"),
    };
    let (named, types) = name_and_arguments(ty)?;
    let inside = (named == "Option")
        .then(|| types.first().copied())
        .flatten();
    let collection = inside.unwrap_or(ty);
    let written = outer(collection)?;
    let fits = written == grouping && (nullable || grouping == "single" || inside.is_none());
    // Only the compiler checks what is inside.
    let object = match written {
        "single" => collection,
        _ => name_and_arguments(collection)?.1.last().copied()?,
    };
    if fits || name_and_arguments(object).is_none_or(|(_, types)| !types.is_empty()) {
        return None;
    }
    let instead: Type = match grouping {
        "list" => parse_quote!(Vec<#object>),
        "set" => parse_quote!(Set<#object>),
        "map" => parse_quote!(BTreeMap<String, #object>),
        _ => object.clone(),
    };
    let instead = match grouping {
        "single" => format!("{0}` or `Option<{0}>", spelling(&instead)),
        _ => spelling(&instead),
    };
    let other = match written == grouping {
        true => "there is no null among blocks, and no block is an empty collection".to_owned(),
        false if !nullable && written == "single" && grouping != "map" => {
            format!("or write `block({grouping}, max_items = 1)`, for one at most")
        }
        false => format!("or group by `{written}`, as the type says"),
    };
    Some(CloseType {
        message: format!(
            "`{field}` is grouped by `{grouping}`, which a `{}` is not: write `{instead}`",
            spelling(ty)
        ),
        label: format!("write `{instead}`"),
        note: format!("help: {other}"),
    })
}

/// A type that the compiler rejects itself: a reference without a lifetime, an unsized type,
/// `impl Trait`.
pub(crate) struct Refused {
    /// The texts of its error.
    pub(crate) close: CloseType,
    /// The replacement behind the mistake, if one exists.
    pub(crate) instead: Option<Type>,
    /// The compiler reports it not here, but where the struct is used.
    pub(crate) unsized_end: bool,
}

/// The texts for the type of such a field; the last one may be unsized.
pub(crate) fn refused(field: &str, ty: &Type, last: bool) -> Option<Refused> {
    let unsized_end = last && has_no_size(ty);
    if !unsized_end && !is_refused(ty) {
        return None;
    }
    let close = of(field, ty, false)?;
    let mut instead = ty.clone();
    let mut data = None;
    while let Some(found) = replace(&mut instead) {
        data = Some(found.data);
        if !found.data {
            break;
        }
    }
    if ty.to_token_stream().to_string().contains('!') {
        // The replacement is also a type without values: nothing else needs to be reported.
        data = Some(true);
        instead = parse_quote!(::core::convert::Infallible);
    }
    // A missing lifetime is an error wherever the field is used: a different type would add a
    // mistake.
    let known = data == Some(true) && !is_no_type(ty);
    Some(Refused {
        close,
        instead: known.then_some(instead),
        unsized_end,
    })
}

fn is_no_type(ty: &Type) -> bool {
    let mut tokens = ty.to_token_stream().to_string();
    tokens.retain(|c| c != ' ');
    tokens.contains('&') || tokens.starts_with("impl") || tokens.contains("<impl")
}

fn has_no_size(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

fn is_refused(ty: &Type) -> bool {
    let parts = |types: Vec<&Type>| types.into_iter().any(is_refused);
    match ty {
        Type::Group(group) => is_refused(&group.elem),
        Type::Paren(paren) => is_refused(&paren.elem),
        Type::Reference(reference) => {
            let stays = |name: &syn::Lifetime| name.ident == "static";
            !reference.lifetime.as_ref().is_some_and(stays)
        }
        Type::ImplTrait(_) | Type::Never(_) => true,
        Type::Tuple(tuple) => parts(tuple.elems.iter().collect()),
        Type::Path(_) => match name_and_arguments(ty) {
            Some((name, types)) if !types.is_empty() => {
                let owns = ["Vec", "Option", "Set", "BTreeMap", "HashMap"].contains(&&*name);
                let mut types = types.into_iter();
                types.any(|ty| is_refused(ty) && (owns || !has_no_size(ty)))
            }
            _ => has_no_size(ty),
        },
        other => has_no_size(other),
    }
}

/// The part of a type that was replaced.
struct Found {
    part: String,
    why: String,
    /// It has a replacement.
    data: bool,
}

/// Replaces the first part that does not fit.
fn replace(ty: &mut Type) -> Option<Found> {
    let part = spelling(ty);
    let (instead, why) = match ty {
        Type::Group(group) => return replace(&mut group.elem),
        Type::Paren(paren) => return replace(&mut paren.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            let why = "it has no value: remove the field, or make it a `bool`";
            return not_data(part, why);
        }
        Type::Tuple(tuple) => return tuple.elems.iter_mut().find_map(replace),
        Type::Reference(reference) => (owned(&reference.elem), OWNED.to_owned()),
        Type::Slice(_) => (owned(ty), OWNED.to_owned()),
        Type::Array(array) => {
            let (element, length) = (&array.elem, array.len.to_token_stream());
            let why = format!(
                "for a fixed number of elements add `validate = size({length}..={length})`"
            );
            (parse_quote!(Vec<#element>), why)
        }
        Type::Ptr(_)
        | Type::FnPtr(_)
        | Type::TraitObject(_)
        | Type::ImplTrait(_)
        | Type::Never(_) => return not_data(part, NOT_DATA),
        Type::Path(path) => {
            let of_framework = is_of_framework(path);
            let last = path.path.segments.last_mut()?;
            if of_framework
                && ["String", "Bool", "Number", "Set", "Dynamic"]
                    .iter()
                    .any(|name| last.ident == name)
            {
                last.ident = format_ident!("{}Value", last.ident);
            }
            match of_name(last) {
                Some(Replacement::Type(instead, why)) => (*instead, why),
                Some(Replacement::Nothing(why)) => return not_data(part, why),
                None => return types_in(last).into_iter().find_map(replace),
            }
        }
        _ => return None,
    };
    *ty = instead;
    let data = true;
    Some(Found { part, why, data })
}

fn not_data(part: String, why: &str) -> Option<Found> {
    let (why, data) = (why.to_owned(), false);
    Some(Found { part, why, data })
}

const OWNED: &str = "a field owns its value";
const NOT_DATA: &str = "a field holds a value that a configuration can contain; keep anything else in the client (`type Client`)";
/// The type arguments of a name.
fn types_in(segment: &mut PathSegment) -> Vec<&mut Type> {
    match &mut segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter_mut()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        // As in Terraform: `list(string)`.
        PathArguments::Parenthesized(arguments) => {
            let types = arguments.inputs.iter_mut().map(|argument| &mut argument.ty);
            types.collect()
        }
        PathArguments::None => Vec::new(),
    }
}

/// The owned type of a field for a reference or box.
fn owned(ty: &Type) -> Type {
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(Vec<#element>)
        }
        other => other.clone(),
    }
}

fn name(ty: &Type) -> Option<String> {
    name_and_arguments(ty).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instead(ty: Type) -> Option<String> {
        of("x", &ty, false).map(|close| close.label)
    }

    #[test]
    fn each_says_what_to_write() {
        for (ty, label) in [
            (parse_quote!(char), "write `String`"),
            (parse_quote!(Option<&'static str>), "write `Option<String>`"),
            (parse_quote!(&'static [&'static str]), "write `Vec<String>`"),
            (parse_quote!(Vec<std::path::PathBuf>), "write `Vec<String>`"),
            (parse_quote!(Option<Box<str>>), "write `Option<String>`"),
            (parse_quote!(Arc<Mutex<Vec<u8>>>), "write `Vec<u8>`"),
            (parse_quote!(Cow<'static, str>), "write `String`"),
            (parse_quote!([u8; 16]), "write `Vec<u8>`"),
            (parse_quote!(NonZeroU16), "write `u16`"),
            (
                parse_quote!(map<string, int>),
                "write `BTreeMap<String, i64>`",
            ),
            (
                parse_quote!((Vec<NumberValue>, Number)),
                "write `(Vec<schema_provider::Number>, Number)`",
            ),
            (parse_quote!(std::num::NonZero<u16>), "write `u16`"),
            (parse_quote!(Vec<AtomicBool>), "write `Vec<bool>`"),
            (
                parse_quote!(HashMap<i64, char>),
                "write `HashMap<String, String>`",
            ),
            (parse_quote!(BTreeSet<f64>), "write `Set<f64>`"),
            (parse_quote!((String, char)), "write `(String, String)`"),
            (
                parse_quote!(Option<serde_json::Value>),
                "write `Option<Json>`",
            ),
            (parse_quote!(()), "a configuration has no such value"),
            (
                parse_quote!(Box<dyn Fn()>),
                "a configuration has no such value",
            ),
        ] {
            assert_eq!(instead(ty).as_deref(), Some(label));
        }
    }

    #[test]
    fn what_the_compiler_rejects_is_known() {
        let found = |ty: Type, last| {
            let found = refused("x", &ty, last)?;
            let instead = found.instead.map(|ty| spelling(&ty)).unwrap_or_default();
            Some((instead, found.unsized_end))
        };
        let said = |text: &str, end| Some((text.to_owned(), end));
        for (ty, last, expected) in [
            (parse_quote!(&str), false, said("", false)),
            (parse_quote!(Option<&'a str>), true, said("", false)),
            (parse_quote!(str), true, said("String", true)),
            (parse_quote!(str), false, said("String", false)),
            (parse_quote!([String]), true, said("Vec<String>", true)),
            (parse_quote!(Vec<str>), true, said("Vec<String>", false)),
            (parse_quote!(Vec<&[&str]>), true, said("", false)),
            (parse_quote!(impl Into<String>), true, said("", false)),
            (parse_quote!(&'static str), true, None),
            (parse_quote!(Box<str>), true, None),
            (parse_quote!(Arc<[u8]>), true, None),
            (parse_quote!(Box<dyn Fn()>), true, None),
            (parse_quote!(Cow<'static, str>), true, None),
            (parse_quote!(String), true, None),
        ] {
            assert_eq!(found(ty, last), expected);
        }
    }

    #[test]
    fn what_fits_or_is_not_known_is_left_alone() {
        for ty in [
            parse_quote!(String),
            parse_quote!(Option<Vec<Kind>>),
            parse_quote!(BTreeSet<String>),
            parse_quote!(HashMap<Name, u8>),
            parse_quote!((u16, u16)),
            parse_quote!(Set<f64>),
        ] {
            assert_eq!(instead(ty), None);
        }
    }
}
