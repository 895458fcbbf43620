//! Relations between fields: conflicts, exactly one, at least one, required together, totals.

use std::collections::BTreeSet;

use super::{Validation, is_set};
use crate::path::Path;
use crate::refs::Text;
use crate::schema::{Block, Extra, Field, FieldPath, Nesting, dotted};
use crate::value::Value;

/// A field as a relation sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Unset,
    Unknown,
    Set,
}

/// The presence of a field, or of what surrounds it.
fn presence(field: Option<&Field>, value: &Value) -> Presence {
    let is_set = field.map_or(!value.is_null(), |field| is_set(field, value));
    match (is_set, value.is_unknown()) {
        (false, _) => Presence::Unset,
        (true, true) => Presence::Unknown,
        (true, false) => Presence::Set,
    }
}

impl<'a> Validation<'a> {
    pub(super) fn relations(&mut self, block: &'a Block, object: &'a Value) {
        let mut told = BTreeSet::new();
        self.fields(block, object, |walk, field, value| {
            let own = presence(Some(field), value);
            for extra in field.extras.iter() {
                match extra {
                    Extra::ConflictsWith { fields } if own == Presence::Set => {
                        for other in fields.iter() {
                            if look(block, object, other) == Presence::Set {
                                walk.conflict(block, other, &mut told);
                            }
                        }
                    }
                    Extra::ExactlyOneOf { fields } => {
                        walk.exactly_one(block, object, field, own, fields);
                    }
                    Extra::AtLeastOneOf { fields } => {
                        let any = own != Presence::Unset
                            || fields
                                .iter()
                                .any(|other| look(block, object, other) != Presence::Unset);
                        if !any {
                            walk.broken(
                                "Missing required argument",
                                format!("At least one of {} must be set.", group(field, fields)),
                            );
                        }
                    }
                    // An unknown may turn out to be null.
                    Extra::RequiredWith { fields } if own == Presence::Set => {
                        for other in fields.iter() {
                            if look(block, object, other) == Presence::Unset {
                                walk.broken(
                                    "Missing required argument",
                                    format!(
                                        "{} needs {} to be set too.",
                                        field.name,
                                        dotted(other)
                                    ),
                                );
                            }
                        }
                    }
                    Extra::Compare { total, fields } => {
                        let own = (field, value);
                        walk.compare((block, object), own, *total, fields);
                    }
                    _ => {}
                }
            }
        });
    }

    fn exactly_one(
        &mut self,
        block: &Block,
        object: &Value,
        field: &Field,
        own: Presence,
        fields: &[FieldPath],
    ) {
        let others = fields.iter().filter(|other| !is_self(field, other));
        let mut all: Vec<Presence> = others.map(|other| look(block, object, other)).collect();
        all.push(own);
        let set = all.iter().filter(|one| **one == Presence::Set).count();
        let unknown = all.contains(&Presence::Unknown);
        let (summary, found) = match set {
            0 if unknown => return,
            0 => ("Invalid combination of arguments", "none is".to_owned()),
            1 => return,
            // The summary of a conflict: Pulumi's bridge uses it to withdraw a name that it made
            // up.
            _ => ("Conflicting configuration arguments", format!("{set} are")),
        };
        let group = group(field, fields);
        self.broken(
            summary,
            format!("Exactly one of {group} must be set, but {found}."),
        );
    }

    /// An error of a relation, whose fields are named within their block: if that is one of
    /// several, the text says which.
    fn broken(&mut self, summary: &str, detail: String) {
        let around = self.trail.parent();
        let detail = match (around.is_root(), detail.split_at_checked(1)) {
            (false, Some(("E", rest))) => format!("{around}: e{rest}"),
            (false, Some(("A", rest))) => format!("{around}: a{rest}"),
            (false, _) => format!("{around}: {detail}"),
            (true, _) => detail,
        };
        self.error(summary, detail);
    }

    /// Reported once on each side, whichever side named the other.
    fn conflict(
        &mut self,
        block: &Block,
        other: &FieldPath,
        told: &mut BTreeSet<(String, String)>,
    ) {
        let target = below(self.trail.parent(), block, other);
        let path = self.trail.path();
        for (at, against) in [(&path, &target), (&target, &path)] {
            if told.insert((at.to_string(), against.to_string())) {
                self.diagnostics.error_at(
                    at.clone(),
                    "Conflicting configuration arguments",
                    format!("{at} conflicts with {against}: set only one of them."),
                );
            }
        }
    }
}

/// The presence of the field at a relation's path.
pub(super) fn look(block: &Block, object: &Value, path: &FieldPath) -> Presence {
    let (field, value) = find(block, object, path);
    presence(field, value)
}

/// The field at a relation's path, and its value. No field if what surrounds it is absent or
/// unknown: then the value is null or unknown.
pub(super) fn find<'v>(
    block: &'v Block,
    object: &'v Value,
    path: &[Text],
) -> (Option<&'v Field>, &'v Value) {
    let found = path.split_first().and_then(|(name, rest)| {
        let values = object.as_object()?;
        let (position, field) = block.find(name)?;
        Some((field, values.get(position)?, rest))
    });
    match found {
        Some((field, value, [])) => (Some(field), value),
        Some((field, value, rest)) => match (field.nested_block(), value) {
            (None, _) => (None, &Value::Null),
            // A path into a list leads through its only element.
            (Some((_, nested)), Value::List(elements)) => {
                find(nested, elements.first().unwrap_or(&Value::Null), rest)
            }
            (Some((_, nested)), _) => find(nested, value, rest),
        },
        None if object.is_unknown() => (None, &Value::UNKNOWN),
        None => (None, &Value::Null),
    }
}

/// The path of the field that a relation names; it goes through the only element of a list.
fn below(mut path: Path, block: &Block, names: &[Text]) -> Path {
    let mut block = Some(block);
    for (i, name) in names.iter().enumerate() {
        let field = block.and_then(|block| block.field(name));
        path = path.attribute(name.clone());
        block = None;
        if let Some((nesting, nested)) = field.and_then(Field::nested_block) {
            if nesting == Nesting::List && i + 1 < names.len() {
                path = path.index(0);
            }
            block = Some(nested);
        }
    }
    path
}

fn is_self(field: &Field, path: &FieldPath) -> bool {
    matches!(&**path, [name] if *name == field.name)
}

fn group(field: &Field, fields: &[FieldPath]) -> String {
    let mut names: BTreeSet<String> = fields.iter().map(dotted).collect();
    names.insert(field.name.as_str().to_owned());
    names.into_iter().collect::<Vec<_>>().join(", ")
}
