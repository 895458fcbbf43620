//! What a structure must not contain (R35, R36, R107, R108, R137–R141, R228, C16, C19).

use alloc::string::String;

use super::{At, Cx, MAX_STRUCT_DEPTH, Mode};
use crate::catalogue::Rule;
use crate::facts::{BlockFacts, Collection, FieldFacts, Nesting, Shape};
use crate::shared_texts;
use crate::violation::Subject::FieldType;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let ty = FieldType;
    if let Shape::Collection(Collection::Set, element) = &field.shape
        && matches!(**element, Shape::Collection(Collection::Set, _))
    {
        let text = shared_texts::SET_IN_SET.fill(field.name, "element", "");
        cx.text(field, Rule::SET_IN_SET, ty, text);
    }
    let (Some(nesting), Some(block)) = (field.shape.nesting(), field.nested()) else {
        return;
    };
    let is_block = field.is_block();
    let set = nesting == Nesting::Set;
    let wire = cx.mode == Mode::Compatible;
    let in_set = match (wire, is_block) {
        (true, true) => Rule::SET_BLOCK_CONTENT,
        (true, false) => Rule::NESTED_SET_CONTENT,
        (false, true) => Rule::WRITE_ONLY_IN_BLOCK_SET,
        (false, false) => Rule::WRITE_ONLY_IN_NESTED_SET,
    };
    // Each variadic argument of a function has its own type.
    let repeated = !matches!(nesting, Nesting::Single | Nesting::Group) && !field.variadic;
    let dynamic = match (set, is_block) {
        (true, true) => Rule::SET_BLOCK_CONTENT,
        (true, false) => Rule::NESTED_SET_CONTENT,
        (false, _) => Rule::DYNAMIC_IN_COLLECTION,
    };
    if !is_block && field.write_only && !set {
        let child = block.fields.iter().find(|f| !f.write_only);
        if let Some(child) = child {
            let text = shared_texts::STORED_IN_WRITE_ONLY.fill(field.name, child.name, "");
            cx.text(field, Rule::WRITE_ONLY_NESTED_CHILDREN, ty, text);
        }
    }
    walk(block, &mut String::new(), 0, &mut |inner, path| {
        if inner.write_only && set {
            let text = shared_texts::WRITE_ONLY_IN_SET.fill(field.name, path, "");
            cx.text(field, in_set, ty, text);
        } else if inner.write_only && !is_block && field.is_computed() {
            let text = shared_texts::WRITE_ONLY_IN_COMPUTED.fill(field.name, path, "");
            cx.text(field, Rule::WRITE_ONLY_IN_COMPUTED_NESTED, ty, text);
        }
        if repeated && matches!(inner.shape, Shape::Dynamic) {
            let text = shared_texts::DYNAMIC_IN_COLLECTION.fill(field.name, path, "");
            cx.text(field, dynamic, ty, text);
        }
    });
    if set {
        discouraged(cx, field, block);
    }
}

/// Properties that make sets of structs hard to plan. An inner set is checked itself.
fn discouraged(cx: &mut Cx<'_, '_>, field: At<'_, '_>, block: &BlockFacts<'_>) {
    let ty = FieldType;
    // In a set that only the provider fills, no element has to be matched.
    let keyed = field.set_key || field.is_computed_only();
    walk(block, &mut String::new(), 0, &mut |inner, path| {
        let a_set = matches!(inner.shape, Shape::Collection(Collection::Set, _))
            || inner.shape.nesting() == Some(Nesting::Set);
        if a_set {
            let text = shared_texts::SET_IN_SET.fill(field.name, path, "");
            cx.text(field, Rule::SET_IN_SET, ty, text);
        }
        if inner.is_computed() && !keyed {
            let text = shared_texts::COMPUTED_IN_SET.fill(field.name, path, "");
            cx.text(field, Rule::COMPUTED_IN_SET, ty, text);
        }
        for (key, set) in [
            ("diff_suppress", inner.diff_suppress),
            ("state_fn", inner.state_fn),
        ] {
            if set {
                let text = shared_texts::SUPPRESS_IN_SET.fill(field.name, path, key);
                cx.text(field, Rule::SUPPRESS_IN_SET, ty, text);
            }
        }
    });
}

/// Visits every nested field, with its dotted path; does not enter sets, which are checked
/// themselves, nor exceed the maximum depth.
fn walk<'b>(
    block: &'b BlockFacts<'_>,
    path: &mut String,
    depth: usize,
    visit: &mut dyn FnMut(&'b FieldFacts<'_>, &str),
) {
    for field in &block.fields {
        let length = path.len();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(field.name);
        visit(field, path);
        let set = field.shape.nesting() == Some(Nesting::Set);
        if let (Some(inner), false, true) = (field.nested(), set, depth < MAX_STRUCT_DEPTH) {
            walk(inner, path, depth + 1, visit);
        }
        path.truncate(length);
    }
}
