//! A field, and the decisions that its keys require.

use syn::{Expr, ExprPath, Ident, Type};

use super::relation::{self, Names, Relation, RelationKind, Target};
use crate::close_types::{self, CloseType};
use crate::parse::{
    Allow, BlockKey, Computed, DefaultEnv, Expression, FieldKeys, ForceNew, Integer, KeyPlaces,
    Literal, NestedKey, Nesting, ParsedField, Switch, Text, Validator, without_r_prefix,
};
use crate::types::{TypeShape, element_type, inner_type};

/// A field.
pub(crate) struct Field {
    pub(crate) source: Source,
    /// Its keys, except those that became decisions here.
    pub(crate) keys: FieldKeys,
    /// The name in configurations.
    pub(crate) name: String,
    pub(crate) shape: TypeShape,
    /// The texts of the compile error if its type does not fit, if the spelling tells more.
    pub(crate) close: Option<CloseType>,
    pub(crate) kind: FieldKind,
    pub(crate) presence: Presence,
    /// It takes all variadic arguments of a function.
    pub(crate) variadic: bool,
    /// A parameter of a function that is a `Val`; the field's type here is the one inside.
    pub(crate) takes_unknown: bool,
    pub(crate) sensitive: bool,
    /// It opts out of being sensitive, although its type is secret.
    pub(crate) shown: bool,
    pub(crate) write_only: bool,
    pub(crate) defaults: Vec<FieldDefault>,
    pub(crate) validators: Vec<Validator>,
    pub(crate) relations: Vec<Relation>,
    pub(crate) allow: Vec<Allow>,
    pub(crate) description: Description,
}

/// The description of a field.
#[derive(Default)]
pub(crate) struct Description {
    pub(crate) text: String,
    /// It is the literal value of a key, not a doc comment.
    pub(crate) literal: bool,
    /// Its format differs from that of most descriptions, like the runtime's `Flags::OTHER_KIND`.
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

/// The field's tokens, at which its mistakes are reported.
pub(crate) struct Source {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) places: KeyPlaces,
}

/// Who sets a field. Contradictions are allowed here: rules report them.
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
    /// 0 means no limit.
    pub(crate) max: u32,
    pub(crate) written_min: Option<Integer>,
    pub(crate) written_max: Option<Integer>,
}

/// Where a default comes from.
pub(crate) enum FieldDefault {
    /// `default = …`.
    Value {
        written: Expression,
        /// A literal that fits the type's spelling; the compiler checks the type of anything else.
        data: Option<Literal>,
    },
    Function(ExprPath),
    Environment(DefaultEnv),
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
    /// Makes the decisions.
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
        let relations = relation::take(&mut keys, names);
        let sensitive = keys.sensitive.as_ref().map(|Switch(on)| *on);
        let value = keys.default.take().map(|written| FieldDefault::Value {
            data: default_data(&written, shape.inner()),
            written,
        });
        let function = keys
            .default_fn
            .take()
            .map(|path| FieldDefault::Function(path.0));
        let environment = keys.default_env.take().map(FieldDefault::Environment);
        let defaults = [value, function, environment];
        let computed = keys.computed.take();
        Field {
            name: wire_name(keys.rename.as_ref(), &ident),
            close: match shape.surely_fits() {
                true => None,
                false => close(&ident.to_string(), &ty, &keys),
            },
            kind: FieldKind::of(keys.block.take(), keys.nested.take(), &shape),
            presence: Presence {
                required: keys.required.is_present(),
                optional: keys.optional.is_present(),
                computed: computed.map(|one| one.map(|paths| names.targets(paths))),
            },
            variadic: param.variadic,
            takes_unknown: param.takes_unknown,
            // A function does not know whether an argument is sensitive, so no message shows one.
            sensitive: sensitive == Some(true) || parameter,
            shown: sensitive == Some(false),
            write_only: keys.write_only.is_present(),
            defaults: defaults.into_iter().flatten().collect(),
            validators: keys.validate.take().map(|list| list.0).unwrap_or_default(),
            relations,
            allow: keys.allow.take().map(|list| list.0).unwrap_or_default(),
            description,
            shape,
            source: Source { ident, ty, places },
            keys,
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

    /// Whether it is a struct or an `Option` of one, where the schema has a list or set of at most
    /// one block. An alias may still be the collection.
    pub(crate) fn is_alone(&self) -> bool {
        let FieldKind::Block { nesting, items } = &self.kind else {
            return false;
        };
        matches!(nesting, Nesting::List | Nesting::Set)
            && items.max == 1
            && !self.shape.is_collection()
    }

    /// The type of its objects, if it holds objects and the spelling shows it.
    pub(crate) fn object_type(&self) -> Option<&Type> {
        let ty = &self.source.ty;
        self.nesting().map(|nesting| match nesting {
            Nesting::Single => inner_type(ty),
            _ if self.is_alone() => inner_type(ty),
            // Annotations do not declare groups.
            _ => element_type(ty).map_or(ty, inner_type),
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
        let mut relations = self.relations.iter();
        let found = relations.find(|relation| relation.kind == kind);
        found.map_or(&[], |relation| &relation.targets)
    }

    /// The value of `default = …`.
    pub(crate) fn default_value(&self) -> Option<&Expression> {
        self.defaults.iter().find_map(|default| match default {
            FieldDefault::Value { written, .. } => Some(written),
            _ => None,
        })
    }

    /// The value if no variable of `default_env` is set.
    pub(crate) fn fallback(&self) -> Option<&Text> {
        self.environment()?.fallback.as_ref()
    }

    /// The value of `default_env`.
    pub(crate) fn environment(&self) -> Option<&DefaultEnv> {
        self.defaults.iter().find_map(|default| match default {
            FieldDefault::Environment(environment) => Some(environment),
            _ => None,
        })
    }

    /// The condition under which a change replaces the object.
    pub(crate) fn force_new_when(&self) -> Option<&Expr> {
        match &self.keys.force_new {
            Some(ForceNew::When(when)) => Some(when),
            _ => None,
        }
    }

    /// Whether any change replaces the object.
    pub(crate) fn force_new(&self) -> bool {
        matches!(self.keys.force_new, Some(ForceNew::Always))
    }

    /// Whether a different number of elements replaces the object.
    pub(crate) fn force_new_count(&self) -> bool {
        matches!(self.keys.force_new, Some(ForceNew::Count))
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
            let items = items.as_ref();
            items.map_or(0, |items| u32::try_from(items.value).unwrap_or(0))
        };
        let (min, max) = match block.nesting {
            // A plain struct is required, an `Option` is not.
            Nesting::Single => (u32::from(!shape.is_option()), 1),
            _ => (count(&block.min_items), count(&block.max_items)),
        };
        Items {
            min,
            max,
            written_min: block.min_items,
            written_max: block.max_items,
        }
    }
}

/// The texts for a type that is close to a field type, or grouped differently.
fn close(name: &str, ty: &Type, keys: &FieldKeys) -> Option<CloseType> {
    let (block, nested) = (keys.block.as_ref(), keys.nested.as_ref());
    let objects = block.is_some() || nested.is_some();
    close_types::of(name, ty, objects).or_else(|| {
        // A single struct, where the schema has a list or set of one.
        let alone = block.and_then(|block| block.max_items.as_ref());
        let several = alone.is_none_or(|items| items.value != 1);
        let nesting = block.map(|block| block.nesting);
        let nesting = nesting.or(nested.map(|nested| nested.nesting));
        let nesting = nesting.filter(|_| several)?;
        close_types::grouped(name, ty, (nesting.words(), nested.is_some()))
    })
}

/// The names that relations use for a field: in Rust and on the wire.
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
fn default_data(default: &Expression, shape: &TypeShape) -> Option<Literal> {
    let literal = default.literal.as_ref()?;
    let fits = match (literal, shape) {
        // If the spelling does not show the type, the compiler checks whether a string is a value.
        (Literal::Text(_), TypeShape::String | TypeShape::Other(_))
        | (Literal::Bool(_), TypeShape::Bool)
        | (Literal::Float(_), TypeShape::Float | TypeShape::Number) => true,
        (Literal::Integer(number), TypeShape::Integer(_)) => shape
            .integers()
            .is_some_and(|(least, greatest)| (least..=greatest).contains(number)),
        (Literal::Integer(_), TypeShape::Float | TypeShape::Number) => true,
        _ => false,
    };
    let small = !matches!(literal, Literal::Integer(number) if i64::try_from(*number).is_err());
    (fits && small).then(|| literal.clone())
}
