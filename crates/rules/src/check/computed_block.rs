//! Computed blocks (R253–R256).

use alloc::format;

use super::{At, Cx, Mode};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Nesting, Shape};
use crate::shared_texts;
use crate::violation::Subject::{self, FieldType};

/// Checks a computed block, from annotations or from a schema in Terraform's form.
pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    let computed = Subject::Key("computed");
    let kind = cx.root.kind;
    if kind.is_only_configured() {
        let text = shared_texts::COMPUTED_SETTING.fill(kind.words(), name, "");
        cx.text(field, Rule::COMPUTED_SETTING, computed, text);
        return;
    }
    if !matches!(kind, BlockKind::Resource | BlockKind::Nested) {
        let text = shared_texts::COMPUTED_BLOCK_ELSEWHERE.fill(kind.words(), name, "");
        cx.text(field, Rule::COMPUTED_BLOCK_ELSEWHERE, computed, text);
        return;
    }
    let Shape::Block { nesting, block } = &field.shape else {
        return;
    };
    match nesting {
        Nesting::Group => {
            let message = format!("`{name}` is a group, which cannot be computed");
            let help = "a group is always there: make it a single block";
            cx.at(field, Rule::COMPUTED_BLOCK_GROUP, computed, message, help);
        }
        Nesting::Single if cx.mode == Mode::Ours && field.is_option == Some(false) => {
            let text = shared_texts::COMPUTED_BLOCK_REQUIRED.fill(name, "", "");
            cx.text(field, Rule::COMPUTED_BLOCK_REQUIRED, FieldType, text);
        }
        Nesting::List | Nesting::Set if field.min_items.unwrap_or(0) > 0 => {
            let message = format!(
                "`{name}` is a computed block, which the configuration may omit, but has min_items"
            );
            let help = "remove `min_items`, or `computed`";
            let rule = Rule::COMPUTED_BLOCK_REQUIRED;
            cx.at(field, rule, "min_items", message, help);
        }
        _ => {}
    }
    let Some(block) = block else { return };
    for inner in &block.fields {
        // A default is exported as optional and computed.
        if !inner.is_computed() && inner.defaults.is_empty() {
            let text = shared_texts::COMPUTED_BLOCK_CONTENT.fill(name, inner.name, "");
            cx.text(field, Rule::COMPUTED_BLOCK_CONTENT, FieldType, text);
        }
    }
}
