//! A struct after the decisions that need no rule: wire names, kinds, positions, defaults, the
//! fields that relations mean.

mod field;
mod flattened;
mod relation;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Generics, Ident, Path, Type, Visibility};

use crate::error::Errors;
use crate::parse::{
    Allow, BlockKind, FunctionKeys, IdKey, IdentityKey, IdentityPart, ImportKey, Integer,
    KeyPlaces, Nesting, Parsed, PlainTexts, RootPath, StructKeys, Text, TimeoutEntry,
    without_r_prefix,
};
use crate::types::inside;

pub(crate) use field::{Description, Field, FieldDefault, FieldKind, Items};
pub(crate) use flattened::Flattened;
pub(crate) use relation::{RelationKind, Target};

/// A struct.
pub(crate) struct Model {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    /// The path of the support module.
    pub(crate) root: TokenStream,
    pub(crate) kind: BlockKind,
    pub(crate) type_name: Option<Text>,
    pub(crate) version: Option<i64>,
    pub(crate) timeouts: Option<Vec<TimeoutEntry>>,
    /// Whether users can set them, in the block `timeouts`.
    pub(crate) timeouts_block: bool,
    /// Whether that block has a description.
    pub(crate) timeouts_described: bool,
    /// The id, without `when_changed`, which follows.
    pub(crate) id: IdKey,
    pub(crate) id_when_changed: Vec<Target>,
    /// The identity of a resource.
    pub(crate) identity: Option<Identity>,
    /// The fields of an identity that may change while the object exists.
    pub(crate) mutable: Option<Vec<Target>>,
    pub(crate) description: String,
    /// Whether its description is plain text, and those of its fields that say nothing else.
    pub(crate) plain: PlainTexts,
    pub(crate) allow: Vec<Allow>,
    /// Its facts as a function.
    pub(crate) function: Option<Function>,
    pub(crate) places: KeyPlaces,
    /// Its keys, without those that became other members.
    pub(crate) keys: StructKeys,
    /// In the order of the source.
    pub(crate) fields: Vec<Field>,
    /// Structs whose fields become fields of this one.
    pub(crate) flattened: Vec<Flattened>,
}

/// A function.
pub(crate) struct Function {
    /// The type of its result; for a `Val`, the type inside.
    pub(crate) output: Option<Type>,
    /// The result may be unknown: it is a `Val`.
    pub(crate) may_be_unknown: bool,
    /// How its objects are grouped, if the result holds objects.
    pub(crate) nesting: Option<Nesting>,
    pub(crate) summary: String,
}

impl Function {
    fn of(parsed: FunctionKeys, description: &str) -> Function {
        let output = parsed.output.map(|output| output.0);
        let inner = output.as_ref().and_then(|ty| inside(ty, "Val"));
        // The first paragraph, on one line.
        let first = description.split("\n\n").next().unwrap_or_default();
        let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
        Function {
            may_be_unknown: inner.is_some(),
            output: inner.cloned().or(output),
            nesting: parsed.nested.map(|nested| nested.nesting),
            summary: parsed.summary.map_or(first, |text| text.value),
        }
    }
}

/// A description without its first paragraph, if that equals the summary.
fn beyond(summary: &str, description: &str) -> String {
    let (first, rest) = description.split_once("\n\n").unwrap_or((description, ""));
    let same = first.split_whitespace().eq(summary.split_whitespace());
    if same { rest.trim_start() } else { description }.to_owned()
}

/// The identity of a resource.
pub(crate) enum Identity {
    /// These fields.
    Fields {
        parts: Vec<IdentityPart<Target>>,
        version: Option<Integer>,
    },
    /// A separate struct.
    Struct(Path),
}

impl Identity {
    fn of(key: IdentityKey, names: &relation::Names) -> Option<Identity> {
        Some(match key {
            IdentityKey::This => return None,
            IdentityKey::Struct(path) => Identity::Struct(path),
            IdentityKey::Fields { parts, version } => Identity::Fields {
                parts: parts
                    .into_iter()
                    .map(|part| part.map(|path| names.target(path)))
                    .collect(),
                version,
            },
        })
    }
}

/// One entry in a block's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Field(usize),
    Id,
    Timeouts,
}

impl Model {
    /// The struct as a type. A schema struct has no parameters; if it has some anyway, lifetimes
    /// become `'static`, and the expansion defines the type parameters.
    pub(crate) fn own_type(&self) -> TokenStream {
        let ident = &self.ident;
        if self.generics.params.is_empty() {
            return ident.to_token_stream();
        }
        let lifetimes = self.generics.lifetimes().map(|_| quote!('static));
        let types = self.generics.type_params().map(|param| &param.ident);
        let arguments = lifetimes.chain(types.map(ToTokens::to_token_stream));
        quote!(#ident<#(#arguments),*>)
    }

    /// The table of the block: all declared and added fields, sorted by name.
    pub(crate) fn layout(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = (0..self.fields.len()).map(Entry::Field).collect();
        if self.has_id() {
            entries.push(Entry::Id);
        }
        if self.has_timeouts() {
            entries.push(Entry::Timeouts);
        }
        entries.sort_by(|a, b| self.name_of(*a).cmp(self.name_of(*b)));
        entries
    }

    /// The pattern of import ids.
    pub(crate) fn import_pattern(&self) -> Option<&Text> {
        match &self.keys.import {
            Some(ImportKey::Pattern(pattern)) => Some(pattern),
            _ => None,
        }
    }

    /// Whether the field `id` is added.
    pub(crate) fn has_id(&self) -> bool {
        let declared = self.fields.iter().any(|field| field.name == "id");
        self.kind.has_id() && !self.id.none && !declared
    }

    /// Whether the block `timeouts` is added.
    pub(crate) fn has_timeouts(&self) -> bool {
        let any = self.timeouts.iter().flatten().next().is_some();
        any && self.timeouts_block && self.kind.has_operations()
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

    /// The wire names of the fields that conflict with this one, whichever side declares it.
    pub(crate) fn conflicts(&self, index: usize) -> Vec<String> {
        let kind = RelationKind::ConflictsWith;
        let names_this = |field: &Field| {
            let mut targets = field.targets(kind).iter();
            targets.any(|target| target.path.segments.len() == 1 && target.first == Some(index))
        };
        let own = self.fields.get(index).into_iter();
        let own = own
            .flat_map(|field| field.targets(kind))
            .map(|target| &target.wire);
        let others = self.fields.iter().enumerate();
        let others = others.filter(|(other, field)| *other != index && names_this(field));
        let mut conflicts: Vec<String> = Vec::new();
        for name in own.chain(others.map(|(_, field)| &field.name)) {
            if !conflicts.contains(name) {
                conflicts.push(name.clone());
            }
        }
        conflicts
    }
}

/// Makes the decisions.
pub(crate) fn build(parsed: Parsed, root: TokenStream, errors: &mut Errors) -> Model {
    let (kind, type_name) = match &parsed.function {
        Some(function) => (BlockKind::Function, function.name.clone()),
        None => kind(&parsed.keys, &parsed.places, errors),
    };
    let mut keys = parsed.keys;
    let literal = keys.description.is_some();
    let description = keys
        .description
        .take()
        .map_or(parsed.doc, |text| text.value);
    let function = parsed.function.as_ref();
    let summarized = function.is_some_and(|function| function.summary.is_some());
    let function = parsed
        .function
        .map(|function| Function::of(function, &description));
    // Clients show the summary too; the values of both keys are literal.
    let description = match &function {
        Some(function) if !(literal && summarized) => beyond(&function.summary, &description),
        _ => description,
    };
    let fields = parsed.fields.into_iter();
    let (flattened, fields): (Vec<_>, Vec<_>) =
        fields.partition(|field| field.keys.flatten.is_present());
    let flattened = flattened.into_iter();
    let flattened = flattened.map(|field| flattened::flattened(field, errors));
    let flattened: Vec<Flattened> = flattened.collect();
    let of_flattened = flattened.iter().map(|field| without_r_prefix(&field.ident));
    let names = relation::Names {
        fields: fields.iter().map(field::names).collect(),
        flattened: of_flattened.collect(),
    };
    if let (Some(_), Some(second)) = (&keys.timeouts, &keys.default_timeouts)
        && let Some(entry) = second.entries.first()
    {
        let message = "the struct also has `timeouts`, which sets how long operations may take";
        errors.on(&entry.ident, message, "declare it there");
    }
    match keys.unported.as_ref().map(|key| (key, &key.listed)) {
        Some((key, None)) if kind == BlockKind::List => {
            let message = "`unported` of a list resource names the resource that it lists";
            errors.on(&key.word, message, "write for example `unported(Image)`");
        }
        Some((_, Some(resource))) if kind != BlockKind::List => {
            let message = "only a list resource names a resource in `unported`";
            errors.on(resource, message, "write `unported` alone");
        }
        _ => {}
    }
    let plain = keys.plain.unwrap_or_default();
    let timeouts_block = keys.timeouts.is_some();
    let timeouts_described = keys.timeouts.as_ref().is_none_or(|key| !key.undescribed);
    let timeouts = keys.timeouts.take().or(keys.default_timeouts.take());
    let mut id = keys.id.take().unwrap_or_default();
    Model {
        ident: parsed.ident,
        vis: parsed.vis,
        generics: parsed.generics,
        root: RootPath::or(keys.root.as_ref(), root),
        kind,
        type_name,
        version: keys.version.as_ref().map(|version| version.value),
        timeouts: timeouts.map(|timeouts| timeouts.entries),
        timeouts_block,
        timeouts_described,
        identity: keys
            .identity
            .take()
            .and_then(|key| Identity::of(key, &names)),
        mutable: keys.mutable.take().map(|paths| names.targets(paths)),
        id_when_changed: names.targets(std::mem::take(&mut id.when_changed)),
        id,
        allow: keys.allow.take().map(|list| list.0).unwrap_or_default(),
        function,
        description,
        plain,
        places: parsed.places,
        keys,
        fields: fields
            .into_iter()
            .map(|field| Field::build(field, &names, plain.fields))
            .collect(),
        flattened,
    }
}

fn kind(keys: &StructKeys, places: &KeyPlaces, errors: &mut Errors) -> (BlockKind, Option<Text>) {
    let stated = [
        (BlockKind::Resource, &keys.resource),
        (BlockKind::DataSource, &keys.data_source),
        (BlockKind::Provider, &keys.provider),
        (BlockKind::ProviderMeta, &keys.provider_meta),
        (BlockKind::Ephemeral, &keys.ephemeral),
        (BlockKind::List, &keys.list),
        (BlockKind::Action, &keys.action),
        (BlockKind::StateStore, &keys.state_store),
    ];
    let mut found = stated
        .into_iter()
        .filter_map(|(kind, text)| Some((kind, text.clone()?)));
    let first = found.next();
    let nested = keys.block.is_present() || keys.object.is_present();
    let nested = nested.then_some(BlockKind::Nested);
    let identity = matches!(keys.identity, Some(IdentityKey::This)).then_some(BlockKind::Identity);
    let stated = first.as_ref().map(|(kind, _)| *kind).or(identity);
    let other = found
        .next()
        .map(|(kind, _)| kind)
        .or(identity.filter(|_| first.is_some()))
        .or(nested);
    if let (Some(first), Some(second)) = (stated, other) {
        let second = match keys.object.is_present() && second == BlockKind::Nested {
            true => "object",
            false => second.key(),
        };
        let key = first.key();
        let message = format!(
            "a struct is one of resource, data_source, provider, provider_meta, ephemeral, list, action, state_store, identity and block, but this says `{key}` and `{second}`"
        );
        let help = "keep one of them";
        errors.at(places.span(second), message, help);
    }
    match first {
        Some((kind, name)) => (kind, Some(name)),
        None => (identity.unwrap_or(BlockKind::Nested), None),
    }
}
