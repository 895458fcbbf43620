//! [`Fields`]: the fields of a block, from a static table or built at run time.
//!
//! A [`Table`] is what the derive emits: one string for all names and descriptions, and rows of
//! numbers. The loader writes every pointer of a static table at every start of the program, so a
//! row of a common type without extras has none.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::{Block, Extra, Field, Flags, Kind, Nesting};
use crate::refs::{Ref, Text};
use crate::ty::Type;

/// The fields of a block, **sorted by name**: a slice of [`Field`]s.
///
/// Those of a derived struct are made from a static table when they are first used as a slice.
#[derive(Clone)]
pub enum Fields {
    /// Those of a derived struct.
    #[doc(hidden)]
    Static {
        /// Where they are made from.
        table: &'static Table,
        /// Where they are kept.
        made: fn() -> &'static Made,
    },
    /// Fields built at run time.
    Shared(Arc<[Field]>),
}

/// The place of fields that are made when they are first used.
#[doc(hidden)]
pub type Made = OnceLock<Box<[Field]>>;

impl Fields {
    /// No fields.
    #[must_use]
    pub const fn empty() -> Self {
        Fields::Static {
            table: &Table::EMPTY,
            made: || {
                static MADE: Made = Made::new();
                &MADE
            },
        }
    }

    /// The static table; an empty one for fields built at run time. For use in constants, where
    /// every schema is static.
    #[doc(hidden)]
    #[must_use]
    pub const fn table(&self) -> &'static Table {
        match self {
            Fields::Static { table, .. } => table,
            Fields::Shared(_) => &Table::EMPTY,
        }
    }

    /// The fields for a single use: those that are not made yet are not kept, so that one pass over
    /// all schemas of a provider leaves nothing behind.
    #[must_use]
    pub fn passing(&self) -> Cow<'_, [Field]> {
        match self {
            Fields::Static { table, made } => match made().get() {
                Some(fields) => Cow::Borrowed(fields),
                None => Cow::Owned(table.fields().collect()),
            },
            Fields::Shared(fields) => Cow::Borrowed(fields),
        }
    }
}

impl Deref for Fields {
    type Target = [Field];

    fn deref(&self) -> &[Field] {
        match self {
            Fields::Static { table, made } => made().get_or_init(|| table.fields().collect()),
            Fields::Shared(fields) => fields,
        }
    }
}

impl std::fmt::Debug for Fields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Vec<Field>> for Fields {
    fn from(fields: Vec<Field>) -> Self {
        Fields::Shared(fields.into())
    }
}

/// The static fields of a struct.
#[doc(hidden)]
#[derive(Debug)]
pub struct Table {
    /// All names and descriptions.
    pub text: &'static str,
    /// A row for each field.
    pub rows: &'static [Row],
    /// Instead of rows, if other structs are flattened into this one: the table and the position
    /// of each field.
    pub spliced: &'static [(&'static Table, u16)],
}

/// A field in a table.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Where in the table's text its name begins, where its name ends and its description begins,
    /// and where this ends.
    pub at: [u32; 3],
    /// Its flags.
    pub flags: Flags,
    /// Its kind.
    pub kind: StaticKind,
    /// Properties that most fields do not have.
    pub extras: &'static [Extra],
}

/// The [`Kind`] of a field of a static table.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum StaticKind {
    /// An attribute of the common type with this number.
    Common(u8),
    /// An attribute of any other type.
    Attribute(&'static Type),
    /// A nested attribute.
    Nested(Nesting, &'static Block),
    /// A nested block, with the least and the greatest number.
    Block(Nesting, &'static Block, [u32; 2]),
}

/// A field of a static table, as constants read it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct StaticField {
    text: &'static str,
    row: &'static Row,
}

impl Table {
    const EMPTY: Table = Table {
        text: "",
        rows: &[],
        spliced: &[],
    };

    /// The number of fields.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len() + self.spliced.len()
    }

    /// Whether it has no fields.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The field at a position.
    #[must_use]
    pub const fn get(&self, position: usize) -> StaticField {
        if position < self.spliced.len() {
            let (table, position) = self.spliced[position];
            return table.get(position as usize);
        }
        StaticField {
            text: self.text,
            row: &self.rows[position],
        }
    }

    fn fields(&'static self) -> impl Iterator<Item = Field> {
        (0..self.len()).map(|position| {
            let field = self.get(position);
            Field {
                name: Text::text(field.name()),
                kind: field.row.kind.kind(),
                flags: field.row.flags,
                description: Text::text(field.description()),
                extras: Ref::Static {
                    value: field.extras(),
                },
            }
        })
    }
}

impl StaticKind {
    /// An attribute of a type.
    #[must_use]
    pub const fn attribute(ty: &'static Type) -> Self {
        let (of_elements, element) = match ty {
            Type::List(Ref::Static { value }) => (4, *value),
            Type::Set(Ref::Static { value }) => (8, *value),
            Type::Map(Ref::Static { value }) => (12, *value),
            _ => (0, ty),
        };
        match element {
            Type::String => StaticKind::Common(of_elements),
            Type::Number => StaticKind::Common(of_elements + 1),
            Type::Bool => StaticKind::Common(of_elements + 2),
            Type::Dynamic => StaticKind::Common(of_elements + 3),
            _ => StaticKind::Attribute(ty),
        }
    }

    /// The type of an attribute.
    #[must_use]
    pub const fn ty(self) -> Option<&'static Type> {
        match self {
            StaticKind::Common(number) => Some(common_type(number)),
            StaticKind::Attribute(ty) => Some(ty),
            StaticKind::Nested(..) | StaticKind::Block(..) => None,
        }
    }

    /// The same at run time.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            StaticKind::Common(number) => StaticKind::Attribute(common_type(number)).kind(),
            StaticKind::Attribute(value) => Kind::Attribute {
                ty: Ref::Static { value },
            },
            StaticKind::Nested(nesting, value) => Kind::Nested {
                nesting,
                block: Ref::Static { value },
            },
            StaticKind::Block(nesting, value, [min_items, max_items]) => Kind::Block {
                nesting,
                block: Ref::Static { value },
                min_items,
                max_items,
            },
        }
    }
}

impl StaticField {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        let [start, end, _] = self.row.at;
        self.part(start, end)
    }

    const fn description(&self) -> &'static str {
        let [_, start, end] = self.row.at;
        self.part(start, end)
    }

    const fn part(&self, start: u32, end: u32) -> &'static str {
        let before_end = self.text.split_at(end as usize).0;
        before_end.split_at(start as usize).1
    }

    /// Properties that most fields do not have.
    #[must_use]
    pub const fn extras(&self) -> &'static [Extra] {
        self.row.extras
    }

    /// Whether the flags are set.
    #[must_use]
    pub const fn is(&self, flags: Flags) -> bool {
        self.row.flags.has(flags)
    }

    /// Whether this is a nested block.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.row.kind, StaticKind::Block(..))
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> StaticKind {
        self.row.kind
    }

    /// The type of an attribute.
    #[must_use]
    pub const fn ty(&self) -> Option<&'static Type> {
        self.row.kind.ty()
    }

    /// The schema of the nested objects, of a nested attribute or a block.
    #[must_use]
    pub const fn nested_block(&self) -> Option<(Nesting, &'static Block)> {
        match self.row.kind {
            StaticKind::Common(_) | StaticKind::Attribute(_) => None,
            StaticKind::Nested(nesting, block) | StaticKind::Block(nesting, block, _) => {
                Some((nesting, block))
            }
        }
    }
}

/// The type of [`StaticKind::Common`] with this number.
const fn common_type(number: u8) -> &'static Type {
    const fn of(value: &'static Type) -> Ref<Type> {
        Ref::Static { value }
    }
    static TYPES: [&Type; 16] = [
        &Type::String,
        &Type::Number,
        &Type::Bool,
        &Type::Dynamic,
        &Type::List(of(&Type::String)),
        &Type::List(of(&Type::Number)),
        &Type::List(of(&Type::Bool)),
        &Type::List(of(&Type::Dynamic)),
        &Type::Set(of(&Type::String)),
        &Type::Set(of(&Type::Number)),
        &Type::Set(of(&Type::Bool)),
        &Type::Set(of(&Type::Dynamic)),
        &Type::Map(of(&Type::String)),
        &Type::Map(of(&Type::Number)),
        &Type::Map(of(&Type::Bool)),
        &Type::Map(of(&Type::Dynamic)),
    ];
    TYPES[number as usize & 15]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_holds_the_type_that_it_is_of() {
        const LIST: &Type = &Type::List(Ref::Static {
            value: &Type::Dynamic,
        });
        const MAP: &Type = &Type::Map(Ref::Static { value: &Type::Bool });
        const NESTED: &Type = &Type::Set(Ref::Static { value: LIST });
        for ty in [&Type::String, &Type::Number, LIST, MAP, NESTED] {
            assert_eq!(StaticKind::attribute(ty).ty(), Some(ty));
        }
    }

    #[test]
    fn fields_are_kept_when_they_are_used_as_a_slice() {
        static MADE: Made = Made::new();
        const TABLE: &Table = &Table {
            text: "aits first letterb",
            rows: &[row([0, 1, 17]), row([17, 18, 18])],
            spliced: &[],
        };
        const fn row(at: [u32; 3]) -> Row {
            Row {
                at,
                flags: Flags::OPTIONAL,
                kind: StaticKind::attribute(&Type::Bool),
                extras: &[],
            }
        }
        let fields = Fields::Static {
            table: TABLE,
            made: || &MADE,
        };
        let texts = |field: &Field| (field.name.to_string(), field.description.to_string());
        let expected = [("a", "its first letter"), ("b", "")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        let passing: Vec<_> = fields.passing().iter().map(texts).collect();
        assert_eq!(passing, expected);
        assert!(MADE.get().is_none());
        assert_eq!(fields.iter().map(texts).collect::<Vec<_>>(), expected);
        assert!(MADE.get().is_some());
        assert_eq!(fields.passing().len(), 2);
    }
}
