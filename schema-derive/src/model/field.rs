//! A field, and the decisions that its keys ask for.

use syn::{Expr, ExprPath, Ident, LitStr, Type};

use super::relation::{self, Names, Relation, RelationKind, Target};
use crate::close_types::{self, CloseType};
use crate::parse::{
    Allow, BlockKey, Computed, DefaultEnv, Expression, FieldKeys, ForceNew, Integer, KeyPlaces,
    Literal, NestedKey, Nesting, ParsedField, PlainKey, PlainValue, Switch, Text, Validator,
    without_r_prefix,
};
use crate::types::{TypeShape, element_type, inner_type};

/// A field.
pub(crate) struct Field {
    pub(crate) source: Source,
    /// The name in configurations.
    pub(crate) name: String,
    pub(crate) shape: TypeShape,
    /// In which words the compiler says that its type does not fit, where its spelling says more
    /// than that.
    pub(crate) close: Option<CloseType>,
    pub(crate) kind: FieldKind,
    pub(crate) presence: Presence,
    /// It takes all variadic arguments of a function.
    pub(crate) variadic: bool,
    /// A parameter of a function that is a `Val`, whose inside is the field's type here.
    pub(crate) takes_unknown: bool,
    pub(crate) force_new: bool,
    /// Another number of elements replaces.
    pub(crate) force_new_count: bool,
    pub(crate) sensitive: bool,
    /// It says that it is not, although its type is secret.
    pub(crate) shown: bool,
    pub(crate) write_only: bool,
    pub(crate) defaults: Vec<FieldDefault>,
    pub(crate) validators: Vec<Validator>,
    pub(crate) functions: Functions,
    pub(crate) relations: Vec<Relation>,
    /// What ends in the schema as it is.
    pub(crate) plain: Vec<(PlainKey, PlainValue)>,
    pub(crate) allow: Vec<Allow>,
    pub(crate) description: Description,
}

/// What a field is told to be.
#[derive(Default)]
pub(crate) struct Description {
    pub(crate) text: String,
    /// It is the value of a key, which says it to the letter, and not a doc comment.
    pub(crate) literal: bool,
    /// Its form is another one than that of most descriptions, as the runtime's
    /// `Flags::OTHER_KIND`.
    pub(crate) other_kind: bool,
}

impl Description {
    fn of(keys: &FieldKeys, doc: String, plain: bool) -> Self {
        let literal = keys.description.is_some();
        let text = keys.description.as_ref().map(|text| text.value.clone());
        let text = text.unwrap_or(doc);
        let (markdown, plain) = (keys.markdown.is_present(), plain || keys.plain.is_present());
        Description {
            other_kind: match text.is_empty() {
                true => markdown,
                false => plain && !markdown,
            },
            text,
            literal,
        }
    }
}

/// What a field is in the source, where its mistakes are reported.
pub(crate) struct Source {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The name in configurations, where it is another one.
    pub(crate) rename: Option<LitStr>,
    pub(crate) places: KeyPlaces,
}

/// Who sets a field. A field may contradict itself here: rules report that.
pub(crate) struct Presence {
    pub(crate) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: Option<Computed<Vec<Target>>>,
}

/// What a field holds.
pub(crate) enum FieldKind {
    Attribute,
    Nested { nesting: Nesting },
    Block { nesting: Nesting, items: Items },
}

/// How many blocks there may be.
pub(crate) struct Items {
    pub(crate) min: u32,
    /// 0 where there is no limit.
    pub(crate) max: u32,
    pub(crate) written_min: Option<Integer>,
    pub(crate) written_max: Option<Integer>,
}

/// Where a default comes from.
pub(crate) enum FieldDefault {
    /// `default = …`.
    Value {
        written: Expression,
        /// A literal that fits the type's spelling; of anything else the compiler checks the type.
        data: Option<DefaultData>,
    },
    Function(ExprPath),
    Environment(DefaultEnv),
}

/// A default as data.
pub(crate) enum DefaultData {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

/// The provider developer's functions.
pub(crate) struct Functions {
    /// Which changes replace the object.
    pub(crate) force_new_when: Option<Expr>,
    pub(crate) diff_suppress: Option<ExprPath>,
    pub(crate) canonical: Option<ExprPath>,
    pub(crate) state_fn: Option<ExprPath>,
    pub(crate) set_key: Option<ExprPath>,
    pub(crate) list_key: Option<ExprPath>,
}

impl Presence {
    pub(crate) fn is_computed(&self) -> bool {
        self.computed.is_some()
    }

    /// The fields whose change makes the value unknown.
    pub(crate) fn when_changed(&self) -> &[Target] {
        match &self.computed {
            Some(Computed::WhenChanged(targets)) => targets,
            _ => &[],
        }
    }
}

impl Field {
    /// Takes the decisions.
    pub(super) fn build(parsed: ParsedField, names: &Names, plain: bool) -> Field {
        let ParsedField {
            ident,
            ty,
            mut keys,
            places,
            doc,
            param,
        } = parsed;
        let parameter = param.is_some();
        let param = param.unwrap_or_default();
        let shape = TypeShape::of(&ty);
        let description = Description::of(&keys, doc, plain);
        let plain = keys.plain();
        let relations = relation::take(&mut keys, names);
        let sensitive = keys.sensitive.map(|Switch(on)| on);
        let mut defaults = Vec::new();
        if let Some(written) = keys.default {
            let data = default_data(&written, shape.inner());
            defaults.push(FieldDefault::Value { written, data });
        }
        defaults.extend(keys.default_fn.map(|path| FieldDefault::Function(path.0)));
        defaults.extend(keys.default_env.map(FieldDefault::Environment));
        Field {
            name: wire_name(keys.rename.as_ref(), &ident),
            close: if shape.surely_fits() {
                None
            } else {
                let block = keys.block.as_ref();
                // One struct, where the schema has a list or set of one.
                let alone = block.and_then(|block| block.max_items.as_ref());
                let alone = alone.is_some_and(|items| items.value == 1);
                let nested = keys.nested.as_ref().map(|nested| nested.nesting);
                match block.map(|block| block.nesting).or(nested) {
                    None => close_types::of(&ident.to_string(), &ty, false),
                    Some(nesting) => close_types::of(&ident.to_string(), &ty, true).or_else(|| {
                        let grouping = (!alone).then(|| (nesting.word(), nested.is_some()));
                        close_types::grouped(&ident.to_string(), &ty, grouping?)
                    }),
                }
            },
            kind: FieldKind::of(keys.block, keys.nested, &shape),
            presence: Presence {
                required: keys.required.is_present(),
                optional: keys.optional.is_present(),
                computed: keys
                    .computed
                    .map(|computed| computed.map(|paths| names.targets(paths))),
            },
            force_new: matches!(keys.force_new, Some(ForceNew::Always)),
            force_new_count: matches!(keys.force_new, Some(ForceNew::Count)),
            variadic: param.variadic,
            takes_unknown: param.takes_unknown,
            // Nobody tells a function whether an argument is sensitive, so that no message shows
            // one.
            sensitive: sensitive == Some(true) || parameter,
            shown: sensitive == Some(false),
            write_only: keys.write_only.is_present(),
            defaults,
            validators: keys.validate.map(|list| list.0).unwrap_or_default(),
            functions: Functions {
                force_new_when: keys.force_new.and_then(|force_new| match force_new {
                    ForceNew::When(when) => Some(when),
                    ForceNew::Always | ForceNew::Count => None,
                }),
                diff_suppress: keys.diff_suppress.map(|path| path.0),
                canonical: keys.canonical.map(|path| path.0),
                state_fn: keys.state_fn.map(|path| path.0),
                set_key: keys.set_key.map(|path| path.0),
                list_key: keys.list_key.map(|path| path.0),
            },
            relations,
            plain,
            allow: keys.allow.map(|list| list.0).unwrap_or_default(),
            description,
            shape,
            source: Source {
                ident,
                ty,
                rename: keys.rename.map(|text| text.token),
                places,
            },
        }
    }

    pub(crate) fn is_attribute(&self) -> bool {
        matches!(self.kind, FieldKind::Attribute)
    }

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

    /// Whether it is one struct, or none, where the schema has a list or set of blocks of which
    /// there is one at most. An alias may still be the collection.
    pub(crate) fn is_alone(&self) -> bool {
        let FieldKind::Block { nesting, items } = &self.kind else {
            return false;
        };
        matches!(nesting, Nesting::List | Nesting::Set)
            && items.max == 1
            && !self.shape.is_collection()
    }

    /// The type of its objects, if it holds objects and as far as it is spelt.
    pub(crate) fn object_type(&self) -> Option<&Type> {
        let ty = &self.source.ty;
        self.nesting().map(|nesting| match nesting {
            Nesting::Single => inner_type(ty),
            _ if self.is_alone() => inner_type(ty),
            Nesting::List | Nesting::Set | Nesting::Map => element_type(ty).map_or(ty, inner_type),
        })
    }

    /// Whether only the provider sets it; a computed block may be configured.
    pub(crate) fn is_computed_only(&self) -> bool {
        let presence = &self.presence;
        let plain = presence.is_computed() && !presence.required && !presence.optional;
        plain && !self.is_block()
    }

    /// The fields that a relation of this field names.
    pub(crate) fn targets(&self, kind: RelationKind) -> &[Target] {
        self.relations
            .iter()
            .find(|relation| relation.kind == kind)
            .map_or(&[], |relation| &relation.targets)
    }

    /// What `default = …` says.
    pub(crate) fn default_value(&self) -> Option<&Expression> {
        self.defaults.iter().find_map(|default| match default {
            FieldDefault::Value { written, .. } => Some(written),
            FieldDefault::Function(_) | FieldDefault::Environment(_) => None,
        })
    }

    /// What replaces the variables of `default_env` where none is set.
    pub(crate) fn fallback(&self) -> Option<&Text> {
        self.environment()?.fallback.as_ref()
    }

    /// What `default_env` says.
    pub(crate) fn environment(&self) -> Option<&DefaultEnv> {
        self.defaults.iter().find_map(|default| match default {
            FieldDefault::Environment(environment) => Some(environment),
            FieldDefault::Value { .. } | FieldDefault::Function(_) => None,
        })
    }

    /// What a plain key says, if it was written.
    pub(crate) fn plain(&self, key: PlainKey) -> Option<&PlainValue> {
        self.plain
            .iter()
            .find(|(written, _)| *written == key)
            .map(|(_, value)| value)
    }

    /// The text of a plain key, if it was written.
    pub(crate) fn text(&self, key: PlainKey) -> Option<&str> {
        match self.plain(key)? {
            PlainValue::Text(text) => Some(&text.value),
            PlainValue::Flag => None,
        }
    }

    /// The name of its constant.
    pub(crate) fn constant(&self) -> Ident {
        constant(&self.source.ident)
    }
}

impl FieldKind {
    fn of(block: Option<BlockKey>, nested: Option<NestedKey>, shape: &TypeShape) -> FieldKind {
        match (block, nested) {
            (Some(block), _) => FieldKind::Block {
                nesting: block.nesting,
                items: Items::of(block, shape),
            },
            (None, Some(nested)) => FieldKind::Nested {
                nesting: nested.nesting,
            },
            (None, None) => FieldKind::Attribute,
        }
    }
}

impl Items {
    fn of(block: BlockKey, shape: &TypeShape) -> Items {
        let count = |items: &Option<Integer>| {
            items
                .as_ref()
                .map_or(0, |items| u32::try_from(items.value).unwrap_or(0))
        };
        let (min, max) = match block.nesting {
            // A plain struct must be there, an `Option` may be missing.
            Nesting::Single => (u32::from(!shape.is_option()), 1),
            Nesting::List | Nesting::Set | Nesting::Map => {
                (count(&block.min_items), count(&block.max_items))
            }
        };
        Items {
            min,
            max,
            written_min: block.min_items,
            written_max: block.max_items,
        }
    }
}

/// The names by which relations mean a field: in Rust and on the wire.
pub(super) fn names(parsed: &ParsedField) -> (String, String) {
    let FieldKeys { rename, .. } = &parsed.keys;
    (
        without_r_prefix(&parsed.ident),
        wire_name(rename.as_ref(), &parsed.ident),
    )
}

/// The name of the constant of a field.
pub(super) fn constant(ident: &Ident) -> Ident {
    let name = without_r_prefix(ident).to_uppercase();
    Ident::new(&name, ident.span())
}

fn wire_name(rename: Option<&Text>, ident: &Ident) -> String {
    rename.map_or_else(|| without_r_prefix(ident), |name| name.value.clone())
}

/// A literal that fits the type's spelling becomes data; anything else is an expression, whose
/// type the compiler checks.
fn default_data(default: &Expression, shape: &TypeShape) -> Option<DefaultData> {
    match (default.literal.as_ref()?, shape) {
        (Literal::Bool(value), TypeShape::Bool) => Some(DefaultData::Bool(*value)),
        // Of a type that the spelling does not tell, the compiler says whether a string is a value.
        (Literal::Text(text), TypeShape::String | TypeShape::Other(_)) => {
            Some(DefaultData::Text(text.clone()))
        }
        (Literal::Integer(number), TypeShape::Integer(_))
            if shape
                .integers()
                .is_some_and(|(least, greatest)| (least..=greatest).contains(number)) =>
        {
            i64::try_from(*number).ok().map(DefaultData::Integer)
        }
        (Literal::Integer(number), TypeShape::Float | TypeShape::Number) => {
            i64::try_from(*number).ok().map(DefaultData::Integer)
        }
        (Literal::Float(number), TypeShape::Float | TypeShape::Number) => {
            Some(DefaultData::Float(*number))
        }
        _ => None,
    }
}
