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
    Allow, BlockKind, FunctionKeys, IdentityKey, ImportKey, Integer, KeyPlaces, Nesting, Parsed,
    RootPath, StructKeys, Text, TimeoutEntry, UnportedKey, without_r_prefix,
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
    /// The struct of a provider's `provider_meta` blocks.
    pub(crate) meta: Option<Path>,
    pub(crate) version: Option<i64>,
    /// Fields were only added since version 0.
    pub(crate) only_added: bool,
    pub(crate) timeouts: Option<Vec<TimeoutEntry>>,
    /// Whether users can set them, in the block `timeouts`.
    pub(crate) timeouts_block: bool,
    /// Whether that block has a description.
    pub(crate) timeouts_described: bool,
    /// It is a value of an object type.
    pub(crate) object: bool,
    /// Objects cannot be imported: `import = none`.
    pub(crate) refuses_import: bool,
    /// The pattern of import ids.
    pub(crate) import: Option<Text>,
    pub(crate) id_when_changed: Vec<Target>,
    /// Terraform sees an `id` that a configuration may set, although no field declares it.
    pub(crate) id_optional: bool,
    /// The description of the id, instead of the default one.
    pub(crate) id_description: Option<String>,
    /// The identity of a resource.
    pub(crate) identity: Option<Identity>,
    /// The fields of an identity that may change while the object exists.
    pub(crate) mutable: Option<Vec<Target>>,
    /// Objects have no id: `id = none`.
    pub(crate) without_id: bool,
    pub(crate) deprecated: Option<String>,
    /// Its code has not been written yet.
    pub(crate) unported: Option<UnportedKey>,
    /// The heading under which the documentation lists its page.
    pub(crate) subcategory: Option<Text>,
    pub(crate) description: String,
    /// Its description is plain text.
    pub(crate) plain: bool,
    /// So are those of its fields, unless they say otherwise.
    pub(crate) plain_fields: bool,
    pub(crate) allow: Vec<Allow>,
    /// Its facts as a function.
    pub(crate) function: Option<Function>,
    pub(crate) places: KeyPlaces,
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
        parts: Vec<IdentityField>,
        version: Option<Integer>,
    },
    /// A separate struct.
    Struct(Path),
}

/// A field of an identity.
pub(crate) struct IdentityField {
    pub(crate) target: Target,
    pub(crate) optional: bool,
    pub(crate) mutable: bool,
}

impl Identity {
    fn of(key: IdentityKey, names: &relation::Names) -> Option<Identity> {
        Some(match key {
            IdentityKey::This => return None,
            IdentityKey::Struct(path) => Identity::Struct(path),
            IdentityKey::Fields { parts, version } => Identity::Fields {
                parts: parts
                    .into_iter()
                    .map(|part| IdentityField {
                        target: names.target(part.path),
                        optional: part.optional,
                        mutable: part.mutable,
                    })
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

    /// Whether the field `id` is added.
    pub(crate) fn has_id(&self) -> bool {
        let declared = self.fields.iter().any(|field| field.name == "id");
        self.kind.has_id() && !self.without_id && !declared
    }

    /// Whether the block `timeouts` is added.
    pub(crate) fn has_timeouts(&self) -> bool {
        self.timeouts_block
            && self.kind.has_operations()
            && self
                .timeouts
                .as_ref()
                .is_some_and(|timeouts| !timeouts.is_empty())
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
        let mut conflicts: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            if !conflicts.iter().any(|known| known == name) {
                conflicts.push(name.to_owned());
            }
        };
        if let Some(field) = self.fields.get(index) {
            for target in field.targets(RelationKind::ConflictsWith) {
                add(&target.wire);
            }
        }
        for (other, field) in self.fields.iter().enumerate() {
            let names_this = field
                .targets(RelationKind::ConflictsWith)
                .iter()
                .any(|target| target.path.segments.len() == 1 && target.first == Some(index));
            if other != index && names_this {
                add(&field.name);
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
    let keys = parsed.keys;
    let literal = keys.description.is_some();
    let description = keys.description.map_or(parsed.doc, |text| text.value);
    let summarized = parsed
        .function
        .as_ref()
        .is_some_and(|f| f.summary.is_some());
    let function = parsed
        .function
        .map(|function| Function::of(function, &description));
    // Clients show the summary too; the values of both keys are literal.
    let description = match &function {
        Some(function) if !(literal && summarized) => beyond(&function.summary, &description),
        _ => description,
    };
    let (flattened, fields): (Vec<_>, Vec<_>) = parsed
        .fields
        .into_iter()
        .partition(|field| field.keys.flatten.is_present());
    let flattened: Vec<Flattened> = flattened
        .into_iter()
        .map(|field| flattened::flattened(field, errors))
        .collect();
    let names = relation::Names {
        fields: fields.iter().map(field::names).collect(),
        flattened: flattened
            .iter()
            .map(|field| without_r_prefix(&field.ident))
            .collect(),
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
    let plain_fields = keys.plain.is_some_and(|texts| texts.fields);
    let timeouts_block = keys.timeouts.is_some();
    let timeouts_described = keys.timeouts.as_ref().is_none_or(|key| !key.undescribed);
    let timeouts = keys.timeouts.or(keys.default_timeouts);
    Model {
        ident: parsed.ident,
        vis: parsed.vis,
        generics: parsed.generics,
        root: RootPath::or(keys.root.as_ref(), root),
        kind,
        type_name,
        meta: keys.meta.map(|path| path.0),
        version: keys.version.map(|version| version.value),
        only_added: keys.only_added.is_present(),
        timeouts: timeouts.map(|timeouts| timeouts.entries),
        timeouts_block,
        timeouts_described,
        object: keys.object.is_present(),
        refuses_import: matches!(keys.import, Some(ImportKey::None)),
        import: keys.import.and_then(|key| match key {
            ImportKey::Pattern(pattern) => Some(pattern),
            ImportKey::None => None,
        }),
        identity: keys.identity.and_then(|key| Identity::of(key, &names)),
        mutable: keys.mutable.map(|paths| names.targets(paths)),
        without_id: keys.id.as_ref().is_some_and(|id| id.none),
        id_optional: keys.id.as_ref().is_some_and(|id| id.optional),
        id_description: keys
            .id
            .as_ref()
            .and_then(|id| Some(id.description.as_ref()?.value.clone())),
        id_when_changed: keys
            .id
            .map(|id| names.targets(id.when_changed))
            .unwrap_or_default(),
        deprecated: keys.deprecated.map(|text| text.value),
        unported: keys.unported,
        subcategory: keys.subcategory,
        allow: keys.allow.map(|list| list.0).unwrap_or_default(),
        function,
        description,
        plain: keys.plain.is_some_and(|texts| texts.own),
        plain_fields,
        places: parsed.places,
        fields: fields
            .into_iter()
            .map(|field| Field::build(field, &names, plain_fields))
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
