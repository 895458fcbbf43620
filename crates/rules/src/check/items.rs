//! Counts of blocks and set keys (R34, R39, R232, C11–C15).

use alloc::format;

use super::{At, Cx, Mode};
use crate::catalogue::Rule;
use crate::facts::{FieldFacts, Nesting, Shape};
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let keys = [
        ("set_key", field.set_key, Nesting::Set),
        ("list_key", field.list_key, Nesting::List),
    ];
    for (key, written, nesting) in keys {
        if !written
            || matches!(field.shape, Shape::Unknown)
            || field.shape.nesting() == Some(nesting)
        {
            continue;
        }
        let (name, what) = (field.name, words(&field));
        let (without, help) = match (&field.shape, nesting) {
            (Shape::Collection(..), _) => (
                " without structs",
                "its elements have no fields to match by: remove it",
            ),
            (_, Nesting::Set) => (
                "",
                "only the elements of a set need one: use a set, or remove it; a list has `list_key`",
            ),
            _ => (
                "",
                "only the elements of a list have one: use a list, or remove it; a set has `set_key`",
            ),
        };
        let message = format!("`{name}` is a {what}{without}, which has no `{key}`");
        cx.at(field, Rule::SET_KEY_NOT_SET, key, message, help);
    }
    match cx.mode {
        Mode::Ours => ours(cx, field),
        Mode::Compatible => wire(cx, field),
    }
}

fn words(field: &FieldFacts<'_>) -> &'static str {
    let nesting = field.shape.nesting();
    nesting.map_or_else(|| field.shape.words(), Nesting::words)
}

fn key(field: &FieldFacts<'_>) -> Subject {
    Subject::Key(match field.min_items {
        Some(_) => "min_items",
        None => "max_items",
    })
}

fn ours(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if field.min_items.is_none() && field.max_items.is_none() {
        return;
    }
    let name = field.name;
    let help = match (&field.shape, field.shape.nesting()) {
        (Shape::Unknown, _) | (Shape::Block { .. }, Some(Nesting::List | Nesting::Set)) => {
            return counts(cx, field);
        }
        (Shape::Block { .. }, Some(Nesting::Single)) => {
            "a single block is required when its type is the struct, optional when it is an \
             Option"
        }
        (Shape::Block { .. }, _) => "remove it: Terraform counts the blocks of lists and sets only",
        (Shape::Collection(..) | Shape::Nested { .. }, _) => {
            "the number of elements of an attribute is checked by a validator: \
             `validate = size(1..=4)`"
        }
        _ => "remove it",
    };
    let message =
        format!("`{name}` is not a list or set of blocks, so there are no items to count");
    let rule = Rule::ITEMS_NOT_LIST_OR_SET;
    cx.at(field, rule, key(&field), message, help);
}

/// The counts themselves, where they are allowed.
fn counts(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    let min = field.min_items.unwrap_or(0);
    if negative(cx, field) {
        return;
    }
    match field.max_items {
        Some(0) => {
            let message = format!("`max_items = 0` allows no `{name}`");
            let help = "for Terraform 0 means no limit: omit it if that is what you want";
            cx.at(field, Rule::MAX_ITEMS_ZERO, "max_items", message, help);
        }
        Some(max) if min > max => above(cx, field, min, max),
        _ => {}
    }
}

fn above(cx: &mut Cx<'_, '_>, field: At<'_, '_>, min: i64, max: i64) {
    let message = format!("`{}` asks for at least {min} but at most {max}", field.name);
    let help = "min_items cannot be above max_items";
    cx.at(field, Rule::MIN_ABOVE_MAX, "min_items", message, help);
}

fn negative(cx: &mut Cx<'_, '_>, field: At<'_, '_>) -> bool {
    let mut found = false;
    for (key, value) in [
        ("min_items", field.min_items),
        ("max_items", field.max_items),
    ] {
        if let Some(value) = value.filter(|v| *v < 0) {
            found = true;
            let message = format!("`{}` has {key} = {value}, below zero", field.name);
            let help = "a count is 0 or more";
            cx.at(field, Rule::ITEMS_NEGATIVE, key, message, help);
        }
    }
    found
}

fn wire(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let Shape::Block { nesting, .. } = &field.shape else {
        return;
    };
    let min = field.min_items.unwrap_or(0);
    let max = field.max_items.unwrap_or(0);
    let name = field.name;
    match nesting {
        Nesting::Single if min != max || !(0..=1).contains(&min) => {
            let message =
                format!("`{name}` is a single block with min_items {min}, max_items {max}");
            let help = "both are 0, or 1 if it is required";
            cx.at(field, Rule::SINGLE_BLOCK_ITEMS, key(&field), message, help);
        }
        Nesting::Group | Nesting::Map if min != 0 || max != 0 => {
            let rule = match nesting {
                Nesting::Map => Rule::MAP_BLOCK_ITEMS,
                _ => Rule::GROUP_BLOCK_ITEMS,
            };
            let message = format!("`{name}` is a {} block with a count", nesting.words());
            let help = "min_items and max_items must be 0";
            cx.at(field, rule, key(&field), message, help);
        }
        Nesting::List | Nesting::Set if !negative(cx, field) && max != 0 && min > max => {
            above(cx, field, min, max);
        }
        _ => {}
    }
}
