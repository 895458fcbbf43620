//! What a state store's configuration must not contain (R284, R285).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::BlockKind;
use crate::shared_texts;
use crate::violation::Subject::FieldName;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if cx.root.kind != BlockKind::StateStore {
        return;
    }
    let name = field.name;
    if field.is_block() {
        let message = format!("`{name}` is a block, and a state store has none but `provider`");
        let help =
            "make it an attribute: write `nested(list)`, `nested(single)` … instead of `block(…)`";
        cx.at(field, Rule::STATE_STORE_BLOCK, FieldName, message, help);
    }
    if field.sensitive {
        let text = shared_texts::SENSITIVE_IN_STATE_STORE.fill("", name, "");
        cx.text(field, Rule::STATE_STORE_SENSITIVE, "sensitive", text);
    }
}
