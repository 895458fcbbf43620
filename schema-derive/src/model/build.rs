//! From what was written to the [`Model`].

use proc_macro2::TokenStream;
use syn::Ident;

use super::{Field, FieldDefault, FieldKind, Flattened, Model, Relation, StructKind, Target};
use crate::error::Errors;
use crate::parse::{
    Computed, ComputedKind, Expression, FieldKeys, FieldPath, FieldPaths, KeyPlaces, Literal,
    Nesting, Parsed, ParsedField, RootPath, StructKeys, Text,
};
use crate::types::TypeShape;

/// Takes the decisions.
pub(crate) fn build(parsed: Parsed, root: TokenStream, errors: &mut Errors) -> Model {
    let (kind, type_name) = kind(&parsed.keys, &parsed.spans, errors);
    let (flattened, fields): (Vec<_>, Vec<_>) = parsed
        .fields
        .into_iter()
        .partition(|field| field.keys.flatten.is_present());
    let flattened: Vec<Flattened> = flattened
        .into_iter()
        .map(|field| self::flattened(field, errors))
        .collect();
    let names = Names {
        fields: fields
            .iter()
            .map(|field| {
                (
                    crate::parse::unraw(&field.ident),
                    wire_name_of(&field.keys, &field.ident),
                )
            })
            .collect(),
        flattened: flattened
            .iter()
            .map(|field| crate::parse::unraw(&field.ident))
            .collect(),
    };
    let root = RootPath::or(parsed.keys.root.as_ref(), root);
    let id_when_changed = parsed
        .keys
        .id
        .as_ref()
        .map(|id| targets(&id.when_changed, &names))
        .unwrap_or_default();
    let description = parsed
        .keys
        .description
        .as_ref()
        .map_or(parsed.doc, |text| text.value.clone());
    Model {
        ident: parsed.ident,
        vis: parsed.vis,
        generics: parsed.generics,
        root,
        kind,
        type_name,
        keys: parsed.keys,
        spans: parsed.spans,
        description,
        id_when_changed,
        broken: parsed.broken,
        fields: fields
            .into_iter()
            .map(|field| build_field(field, &names))
            .collect(),
        flattened,
        warnings: Vec::new(),
    }
}

fn kind(keys: &StructKeys, spans: &KeyPlaces, errors: &mut Errors) -> (StructKind, Option<Text>) {
    let stated = [
        ("resource", StructKind::Resource, &keys.resource),
        ("data_source", StructKind::DataSource, &keys.data_source),
        ("provider", StructKind::Provider, &keys.provider),
        (
            "provider_meta",
            StructKind::ProviderMeta,
            &keys.provider_meta,
        ),
    ];
    let mut found = stated
        .iter()
        .filter_map(|(key, kind, text)| text.as_ref().map(|text| (*key, *kind, text.clone())));
    let first = found.next();
    let block = keys.block.is_present().then_some("block");
    if let (Some((key, ..)), Some(second)) = (&first, found.next().map(|(key, ..)| key).or(block)) {
        errors.at(
            spans.span(second),
            format_args!("a struct is one of resource, data_source, provider, provider_meta and block, but this says `{key}` and `{second}`"),
            "keep one of them",
        );
    }
    match first {
        Some((_, kind, name)) => (kind, Some(name)),
        None => (StructKind::Nested, None),
    }
}

/// The names that relations can say.
struct Names {
    /// In Rust and on the wire.
    fields: Vec<(String, String)>,
    flattened: Vec<String>,
}

fn flattened(field: ParsedField, errors: &mut Errors) -> Flattened {
    if let Some((key, span)) = field.spans.beside("flatten") {
        errors.at(
            span,
            format_args!("`{key}` says nothing about flattened fields"),
            "write it at the fields of the flattened struct, or leave `flatten` out",
        );
    }
    Flattened {
        ident: field.ident,
        ty: field.ty,
        description: field.doc,
    }
}

fn targets(paths: &FieldPaths, names: &Names) -> Vec<Target> {
    paths.paths.iter().map(|path| target(path, names)).collect()
}

/// The field is meant by its Rust name, or else by its name on the wire; further names are those
/// on the wire, since the nested struct is not seen from here.
fn target(path: &FieldPath, names: &Names) -> Target {
    let mut segments: Vec<String> = path.segments.iter().map(crate::parse::unraw).collect();
    let flattened = match &segments[..] {
        [first, _, ..] => names.flattened.iter().position(|name| name == first),
        _ => None,
    };
    if flattened.is_some() {
        // Its fields are fields of this struct.
        return Target {
            path: path.clone(),
            wire: segments.split_off(1).join("."),
            first: None,
            flattened,
        };
    }
    let names = &names.fields;
    let first = segments.first().and_then(|first| {
        names
            .iter()
            .position(|(rust, _)| rust == first)
            .or_else(|| names.iter().position(|(_, wire)| wire == first))
    });
    if let (Some(index), Some(segment)) = (first, segments.first_mut())
        && let Some((_, wire)) = names.get(index)
    {
        segment.clone_from(wire);
    }
    Target {
        path: path.clone(),
        wire: segments.join("."),
        first,
        flattened: None,
    }
}

fn build_field(parsed: ParsedField, names: &Names) -> Field {
    let keys = &parsed.keys;
    let shape = TypeShape::of(&parsed.ty);
    let kind = field_kind(keys, &shape);
    let computed = keys.computed.as_ref().map(|Computed { kind }| kind.clone());
    let when_changed = match &computed {
        Some(ComputedKind::WhenChanged(paths)) => targets(paths, names),
        _ => Vec::new(),
    };
    let written = [
        ("conflicts_with", &keys.conflicts_with),
        ("exactly_one_of", &keys.exactly_one_of),
        ("at_least_one_of", &keys.at_least_one_of),
        ("required_with", &keys.required_with),
        ("prefer_write_only", &keys.prefer_write_only),
        ("at_least_sum_of", &keys.at_least_sum_of),
        ("at_most_sum_of", &keys.at_most_sum_of),
        ("equal_to_sum_of", &keys.equal_to_sum_of),
        ("equal_to_product_of", &keys.equal_to_product_of),
    ];
    let (mut relations, mut empty_lists) = (Vec::new(), Vec::new());
    for (key, paths) in written {
        match paths {
            Some(paths) if paths.paths.is_empty() => empty_lists.push(key),
            Some(paths) => relations.push(Relation {
                key,
                targets: targets(paths, names),
            }),
            None => {}
        }
    }
    let description = keys
        .description
        .as_ref()
        .map_or(parsed.doc, |text| text.value.trim().to_owned());
    Field {
        name: wire_name_of(keys, &parsed.ident),
        required: keys.required.is_present(),
        optional: keys.optional.is_present(),
        computed,
        force_new: keys.force_new.is_present(),
        sensitive: keys.sensitive.is_present(),
        write_only: keys.write_only.is_present(),
        defaults: defaults(keys, &shape),
        validators: keys
            .validate
            .as_ref()
            .map(|list| list.0.clone())
            .unwrap_or_default(),
        when_changed,
        relations,
        empty_lists,
        description,
        ident: parsed.ident,
        ty: parsed.ty,
        shape,
        kind,
        keys: parsed.keys,
        spans: parsed.spans,
        broken: parsed.broken,
    }
}

fn wire_name_of(keys: &FieldKeys, ident: &Ident) -> String {
    keys.rename
        .as_ref()
        .map_or_else(|| crate::parse::unraw(ident), |name| name.value.clone())
}

fn field_kind(keys: &FieldKeys, shape: &TypeShape) -> FieldKind {
    let count = |items: &Option<crate::parse::Integer>| {
        items
            .as_ref()
            .map_or(0, |items| u32::try_from(items.value).unwrap_or(0))
    };
    match (&keys.block, &keys.nested) {
        (Some(block), _) => {
            let (mut min, mut max) = (count(&block.min_items), count(&block.max_items));
            if block.nesting == Nesting::Single {
                // A plain struct must be there, an `Option` may be missing.
                (min, max) = (u32::from(!shape.is_option()), 1);
            }
            FieldKind::Block {
                nesting: block.nesting,
                min_items: min,
                max_items: max,
            }
        }
        (None, Some(nested)) => FieldKind::Nested {
            nesting: nested.nesting,
        },
        (None, None) => FieldKind::Attribute,
    }
}

fn defaults(keys: &FieldKeys, shape: &TypeShape) -> Vec<FieldDefault> {
    let mut defaults = Vec::new();
    if let Some(default) = &keys.default {
        defaults.push(default_of(default, shape.inner()));
    }
    if let Some(function) = &keys.default_fn {
        defaults.push(FieldDefault::Function(function.0.clone()));
    }
    if let Some(environment) = &keys.default_env {
        defaults.push(FieldDefault::Environment(environment.clone()));
    }
    defaults
}

/// A literal that fits the type's spelling becomes data; anything else is an expression, whose
/// type the compiler checks.
fn default_of(default: &Expression, shape: &TypeShape) -> FieldDefault {
    let data = match (&default.literal, shape) {
        (Some(Literal::Bool(value)), TypeShape::Bool) => Some(FieldDefault::Bool(*value)),
        (Some(Literal::Text(text)), TypeShape::String) => Some(FieldDefault::Text(text.clone())),
        (Some(Literal::Integer(number)), TypeShape::Integer(_))
            if shape
                .integers()
                .is_some_and(|(least, greatest)| (least..=greatest).contains(number)) =>
        {
            i64::try_from(*number).ok().map(FieldDefault::Integer)
        }
        (Some(Literal::Integer(number)), TypeShape::Float | TypeShape::Number) => {
            i64::try_from(*number).ok().map(FieldDefault::Integer)
        }
        (Some(Literal::Float(number)), TypeShape::Float | TypeShape::Number) => {
            Some(FieldDefault::Float(*number))
        }
        _ => None,
    };
    data.unwrap_or_else(|| FieldDefault::Expression(default.expr.clone()))
}
