//! Relations between fields: conflicts, exactly one, at least one, required together, totals.

use std::collections::BTreeSet;

use super::{Validation, is_set};
use crate::path::{BorrowedStep, Path};
use crate::refs::Text;
use crate::schema::{Block, Extra, Field, FieldPath, Nesting, dotted};
use crate::value::Value;

/// A field as a relation sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Unset,
    Unknown,
    Set,
}

fn presence(field: &Field, value: &Value) -> Presence {
    if !is_set(field, value) {
        Presence::Unset
    } else if value.is_unknown() {
        Presence::Unknown
    } else {
        Presence::Set
    }
}

impl<'a> Validation<'a> {
    pub(super) fn relations(&mut self, block: &'a Block, object: &'a Value) {
        let mut told = BTreeSet::new();
        for (field, value) in block.with_values(object) {
            if field.extras.is_empty() {
                continue;
            }
            let own = presence(field, value);
            self.trail.push(BorrowedStep::Attribute(&field.name));
            for extra in field.extras.iter() {
                match extra {
                    Extra::ConflictsWith { fields } if own == Presence::Set => {
                        for other in fields.iter() {
                            if look(block, object, other) == Presence::Set {
                                self.conflict(block, other, &mut told);
                            }
                        }
                    }
                    Extra::ExactlyOneOf { fields } => {
                        self.exactly_one(block, object, field, own, fields);
                    }
                    Extra::AtLeastOneOf { fields } => {
                        let any = own != Presence::Unset
                            || fields
                                .iter()
                                .any(|other| look(block, object, other) != Presence::Unset);
                        if !any {
                            self.broken(
                                "Missing required argument",
                                format!("At least one of {} must be set.", group(field, fields)),
                            );
                        }
                    }
                    // An unknown may turn out to be null.
                    Extra::RequiredWith { fields } if own == Presence::Set => {
                        for other in fields.iter() {
                            if look(block, object, other) == Presence::Unset {
                                self.broken(
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
                        self.compare((block, object), own, *total, fields);
                    }
                    _ => {}
                }
            }
            self.trail.pop();
        }
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
        if set > 1 {
            // The summary of a conflict: Pulumi's bridge uses it to withdraw a name that it made
            // up.
            self.broken(
                "Conflicting configuration arguments",
                format!(
                    "Exactly one of {} must be set, but {set} are.",
                    group(field, fields)
                ),
            );
        } else if set == 0 && !unknown {
            self.broken(
                "Invalid combination of arguments",
                format!(
                    "Exactly one of {} must be set, but none is.",
                    group(field, fields)
                ),
            );
        }
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
fn look(block: &Block, object: &Value, path: &FieldPath) -> Presence {
    match find(block, object, path) {
        Found::Unset => Presence::Unset,
        Found::Unknown => Presence::Unknown,
        Found::At(field, value) => presence(field, value),
    }
}

/// The target of a path.
pub(super) enum Found<'v> {
    /// Nothing: what surrounds it is absent.
    Unset,
    /// What surrounds it is unknown.
    Unknown,
    /// This field with this value.
    At(&'v Field, &'v Value),
}

pub(super) fn find<'v>(block: &'v Block, object: &'v Value, path: &[Text]) -> Found<'v> {
    let Some((name, rest)) = path.split_first() else {
        return Found::Unset;
    };
    let (Some((position, field)), Value::Object(values)) = (block.find(name), object) else {
        return if object.is_unknown() {
            Found::Unknown
        } else {
            Found::Unset
        };
    };
    let value = values.get(position).unwrap_or(&Value::Null);
    if rest.is_empty() {
        return Found::At(field, value);
    }
    let Some((_, nested)) = field.nested_block() else {
        return Found::Unset;
    };
    match value {
        Value::Unknown(_) => Found::Unknown,
        Value::Object(_) => find(nested, value, rest),
        // A path into a list leads through its only element.
        Value::List(elements) => elements
            .first()
            .map_or(Found::Unset, |element| find(nested, element, rest)),
        _ => Found::Unset,
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
