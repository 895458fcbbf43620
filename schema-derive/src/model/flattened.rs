//! A struct whose fields become fields of another one: `flatten`, which is a field's only key.

use syn::{Ident, Type};

use super::Description;
use super::field;
use crate::error::Errors;
use crate::parse::ParsedField;
use crate::types::{TypeShape, element_type, inside, spelling};

/// A struct whose fields become fields of this one.
pub(crate) struct Flattened {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) description: Description,
}

impl Flattened {
    /// The name of its constant.
    pub(crate) fn constant(&self) -> Ident {
        field::constant(&self.ident)
    }
}

/// A collection has no fields that could become fields of this struct.
fn repeated(field: &ParsedField, errors: &mut Errors) {
    let grouping = match TypeShape::of(&field.ty) {
        TypeShape::List(_) => "list",
        TypeShape::Set(_) => "set",
        TypeShape::Map(_) => "map",
        _ => return,
    };
    let message = format!(
        "`{}` holds several structs, but only one struct can be flattened",
        field.ident
    );
    let help = format!(
        "write `#[field(block({grouping}))]` instead of `flatten`, or `flatten` one struct"
    );
    errors.on(&field.ty, message, help);
}

/// Reads such a field.
pub(super) fn flattened(field: ParsedField, errors: &mut Errors) -> Flattened {
    if let Some((key, span)) = field.places.other_than("flatten")
        && !field.places.is_unreadable(key)
    {
        let message = format!("`{key}` does not apply to flattened fields");
        let help = "write it at the fields of the flattened struct, or omit `flatten`";
        errors.at(span, message, help);
    }
    let ty = match inside(&field.ty, "Option").cloned() {
        Some(inner) => {
            let message = format!(
                "the fields of `{}` are fields of this struct, which always exist",
                field.ident
            );
            let help = format!(
                "write `{}`, and make its own fields optional; an optional struct is \
                     `#[field(block(single))]`",
                spelling(&inner)
            );
            errors.on(&field.ty, message, help);
            inner
        }
        None => {
            repeated(&field, errors);
            // The field constant of a collection would be a second error.
            element_type(&field.ty).cloned().unwrap_or(field.ty)
        }
    };
    Flattened {
        ident: field.ident,
        ty,
        description: Description {
            text: field.doc,
            ..Description::default()
        },
    }
}
