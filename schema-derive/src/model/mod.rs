//! What a struct says, with the decisions taken that need no rule: wire names, kinds, positions,
//! what a default is, which field a relation means.

mod build;

use proc_macro2::TokenStream;
use syn::{Expr, Generics, Ident, Type, Visibility};

use crate::check::Warning;
use crate::parse::{
    ComputedKind, DefaultEnv, FieldKeys, FieldPath, KeyPlaces, Nesting, StructKeys, Text, Validator,
};
use crate::types::TypeShape;

pub(crate) use build::build;

/// What the struct describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StructKind {
    Resource,
    DataSource,
    Provider,
    ProviderMeta,
    Nested,
}

impl StructKind {
    /// Whether `id` is added to it.
    pub(crate) fn has_id(self) -> bool {
        matches!(self, StructKind::Resource | StructKind::DataSource)
    }
}

/// A struct.
pub(crate) struct Model {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    /// The path of the support module.
    pub(crate) root: TokenStream,
    pub(crate) kind: StructKind,
    pub(crate) type_name: Option<Text>,
    pub(crate) keys: StructKeys,
    pub(crate) spans: KeyPlaces,
    pub(crate) description: String,
    pub(crate) id_when_changed: Vec<Target>,
    /// Some keys could not be read, so that what it describes is not sure.
    pub(crate) broken: bool,
    /// In the order of the source.
    pub(crate) fields: Vec<Field>,
    /// Structs whose fields are fields of this one.
    pub(crate) flattened: Vec<Flattened>,
    /// What is discouraged about it.
    pub(crate) warnings: Vec<Warning>,
}

/// A struct whose fields are fields of this one.
pub(crate) struct Flattened {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) description: String,
}

impl Flattened {
    /// The name of its constant.
    pub(crate) fn constant(&self) -> Ident {
        constant(&self.ident)
    }
}

/// A field.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// The name in configurations.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) shape: TypeShape,
    pub(crate) kind: FieldKind,
    pub(crate) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: Option<ComputedKind>,
    pub(crate) force_new: bool,
    pub(crate) sensitive: bool,
    pub(crate) write_only: bool,
    pub(crate) defaults: Vec<FieldDefault>,
    pub(crate) validators: Vec<Validator>,
    pub(crate) when_changed: Vec<Target>,
    pub(crate) relations: Vec<Relation>,
    /// Relations that name nothing.
    pub(crate) empty_lists: Vec<&'static str>,
    pub(crate) description: String,
    pub(crate) keys: FieldKeys,
    pub(crate) spans: KeyPlaces,
    /// Some keys could not be read, so that what they would say is not missing.
    pub(crate) broken: bool,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    Attribute,
    Nested {
        nesting: Nesting,
    },
    Block {
        nesting: Nesting,
        min_items: u32,
        max_items: u32,
    },
}

/// Where a default comes from.
#[derive(Clone, Debug)]
pub(crate) enum FieldDefault {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    Expression(Expr),
    Function(syn::ExprPath),
    Environment(DefaultEnv),
}

/// One of the relations of a field.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) key: &'static str,
    pub(crate) targets: Vec<Target>,
}

/// A field that a relation names.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// As it was written.
    pub(crate) path: FieldPath,
    /// The names on the wire, joined by dots.
    pub(crate) wire: String,
    /// Which field of this struct the path begins with.
    pub(crate) first: Option<usize>,
    /// Which flattened struct it begins with.
    pub(crate) flattened: Option<usize>,
}

/// One place in the table of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Field(usize),
    Id,
    Timeouts,
}

impl Model {
    /// The table of the block: all fields and those that are added, sorted by name.
    pub(crate) fn layout(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = (0..self.fields.len()).map(Entry::Field).collect();
        if self.kind.has_id() {
            entries.push(Entry::Id);
        }
        if self.has_timeouts() {
            entries.push(Entry::Timeouts);
        }
        entries.sort_by(|a, b| self.name_of(*a).cmp(self.name_of(*b)));
        entries
    }

    /// Whether the block `timeouts` is added.
    pub(crate) fn has_timeouts(&self) -> bool {
        self.kind.has_id()
            && self
                .keys
                .timeouts
                .as_ref()
                .is_some_and(|t| !t.entries.is_empty())
    }

    /// The position of each field in the table.
    pub(crate) fn positions(&self) -> Vec<u16> {
        let mut positions = vec![0; self.fields.len()];
        for (position, entry) in self.layout().into_iter().enumerate() {
            if let Entry::Field(index) = entry
                && let Some(place) = positions.get_mut(index)
            {
                *place = u16::try_from(position).unwrap_or(u16::MAX);
            }
        }
        positions
    }

    fn name_of(&self, entry: Entry) -> &str {
        match entry {
            Entry::Field(index) => self.fields.get(index).map_or("", |field| &field.name),
            Entry::Id => "id",
            Entry::Timeouts => "timeouts",
        }
    }

    /// The wire names of the fields that conflict with this one, whichever side says so.
    pub(crate) fn conflicts(&self, index: usize) -> Vec<String> {
        let mut conflicts: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            if !conflicts.iter().any(|known| known == name) {
                conflicts.push(name.to_owned());
            }
        };
        if let Some(field) = self.fields.get(index) {
            field
                .targets("conflicts_with")
                .for_each(|target| add(&target.wire));
        }
        for (other, field) in self.fields.iter().enumerate() {
            if field.relations.is_empty() {
                continue;
            }
            let names_this = field
                .targets("conflicts_with")
                .any(|target| target.path.segments.len() == 1 && target.first == Some(index));
            if other != index && names_this {
                add(&field.name);
            }
        }
        conflicts
    }
}

impl Field {
    pub(crate) fn is_block(&self) -> bool {
        matches!(self.kind, FieldKind::Block { .. })
    }

    /// How its objects are grouped, if it holds objects.
    pub(crate) fn nesting(&self) -> Option<Nesting> {
        match self.kind {
            FieldKind::Attribute => None,
            FieldKind::Nested { nesting } | FieldKind::Block { nesting, .. } => Some(nesting),
        }
    }

    /// Whether only the provider sets it.
    pub(crate) fn is_computed_only(&self) -> bool {
        self.computed.is_some() && !self.required && !self.optional
    }

    /// The fields that a relation of this field names.
    pub(crate) fn targets(&self, key: &str) -> impl Iterator<Item = &Target> {
        self.relations
            .iter()
            .filter(move |relation| relation.key == key)
            .flat_map(|relation| &relation.targets)
    }

    /// The name of its constant.
    pub(crate) fn constant(&self) -> Ident {
        constant(&self.ident)
    }
}

fn constant(ident: &Ident) -> Ident {
    let name = crate::parse::unraw(ident).to_uppercase();
    Ident::new(&name, ident.span())
}
