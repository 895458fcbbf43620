//! Relations between fields (`conflicts_with`, `exactly_one_of`, `required_with`, sums and so on):
//! their kinds, and the fields that they name.

use crate::parse::{FieldKeys, FieldPath, FieldPaths, without_r_prefix};

/// Declares the relations, each with its key.
macro_rules! relations {
    ($($kind:ident $key:ident,)*) => {
        /// The kind of a relation. The order is that of documentation and checks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum RelationKind {
            $($kind,)*
        }

        impl RelationKind {
            /// The key of the relation.
            pub(crate) fn key(self) -> &'static str {
                match self {
                    $(RelationKind::$kind => stringify!($key),)*
                }
            }

            /// The relation with this key.
            pub(crate) fn by_key(key: &str) -> Option<Self> {
                match key {
                    $(stringify!($key) => Some(RelationKind::$kind),)*
                    _ => None,
                }
            }
        }

        /// Takes the relations of a field out of its keys.
        pub(super) fn take(keys: &mut FieldKeys, names: &Names) -> Vec<Relation> {
            let relations = [$((RelationKind::$kind, keys.$key.take()),)*];
            let relations = relations.into_iter().filter_map(|(kind, paths)| {
                let targets = names.targets(paths?);
                Some(Relation { kind, targets })
            });
            relations.collect()
        }
    };
}

relations! {
    ConflictsWith conflicts_with,
    ExactlyOneOf exactly_one_of,
    AtLeastOneOf at_least_one_of,
    RequiredWith required_with,
    PreferWriteOnly prefer_write_only,
    AtLeastSumOf at_least_sum_of,
    AtMostSumOf at_most_sum_of,
    EqualToSumOf equal_to_sum_of,
    EqualToProductOf equal_to_product_of,
}

/// One of the relations of a field.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) kind: RelationKind,
    /// `None` if the list is empty, which is a mistake.
    pub(crate) targets: Vec<Target>,
}

/// A field that a relation names.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// As it was written.
    pub(crate) path: FieldPath,
    /// The names on the wire, joined by dots.
    pub(crate) wire: String,
    /// The field of this struct that the path begins with.
    pub(crate) first: Option<usize>,
    /// The flattened struct that the path begins with.
    pub(crate) flattened: Option<usize>,
}

/// The names that relations can use.
pub(super) struct Names {
    /// In Rust and on the wire.
    pub(super) fields: Vec<(String, String)>,
    pub(super) flattened: Vec<String>,
}

impl Names {
    /// The fields that these paths mean.
    pub(super) fn targets(&self, paths: FieldPaths) -> Vec<Target> {
        paths
            .paths
            .into_iter()
            .map(|path| self.target(path))
            .collect()
    }

    /// The first name is a field's Rust name, or else its wire name; further names are wire names,
    /// since the nested struct is not visible here.
    pub(super) fn target(&self, path: FieldPath) -> Target {
        let mut segments: Vec<String> = path.segments.iter().map(without_r_prefix).collect();
        let flattened = match &segments[..] {
            // With an index it does not name a field of the flattened struct, which the rules
            // report.
            [first, _, ..] if path.element.is_none() => {
                self.flattened.iter().position(|name| name == first)
            }
            _ => None,
        };
        if flattened.is_some() {
            // Its fields are fields of this struct.
            return Target {
                path,
                wire: segments.split_off(1).join("."),
                first: None,
                flattened,
            };
        }
        let names = &self.fields;
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
            wire: path.joined(segments),
            path,
            first,
            flattened: None,
        }
    }
}
