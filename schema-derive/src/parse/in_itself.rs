//! A struct that holds itself directly, or in a box: for the first, the compiler reports an
//! infinite size and suggests a box, which is not a field type.

use syn::{GenericArgument, Ident, PathArguments, Type, parse_quote};

use crate::error::Errors;

/// Says what to write instead, and goes on with a type that causes no more errors.
pub(super) fn refused(field: &mut syn::Field, own: &Ident, errors: &mut Errors) {
    let Some(name) = &field.ident else {
        return;
    };
    let message = format!("`{name}` makes the struct contain itself, but a schema is finite");
    let help = "write a separate struct for each level, or use JSON in a string, or Dynamic";
    let mut ty = field.ty.clone();
    match replace(&mut ty, own) {
        None => return,
        // The compiler has the error.
        Some(Place::Plain) => errors.advise(&field.ty, message, help),
        Some(Place::Boxed) => errors.on(&field.ty, message, help),
    }
    field.ty = ty;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Plain,
    Boxed,
}

/// Replaces the struct's own type by one that holds nothing.
fn replace(ty: &mut Type, own: &Ident) -> Option<Place> {
    match ty {
        Type::Group(group) => replace(&mut group.elem, own),
        Type::Paren(paren) => replace(&mut paren.elem, own),
        Type::Tuple(tuple) => {
            let all = tuple.elems.iter_mut().map(|ty| replace(ty, own));
            all.fold(None, Option::or)
        }
        Type::Path(path) if path.path.is_ident(own) => {
            *ty = parse_quote!(::core::convert::Infallible);
            Some(Place::Plain)
        }
        Type::Path(path) => {
            let last = path.path.segments.last_mut()?;
            let boxed = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
            if !boxed && last.ident != "Option" {
                return None;
            }
            let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
                return None;
            };
            let GenericArgument::Type(inner) = arguments.args.first_mut()? else {
                return None;
            };
            let place = replace(inner, own)?;
            Some(if boxed { Place::Boxed } else { place })
        }
        _ => None,
    }
}
