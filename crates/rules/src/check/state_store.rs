//! What a state store's configuration may not have (R284, R285).

use alloc::format;

use super::Cx;
use crate::catalogue::Rule;
use crate::facts::{BlockKind, FieldFacts};
use crate::shared_texts;
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    if cx.root.kind != BlockKind::StateStore {
        return;
    }
    let (_, field) = at;
    let name = field.name;
    if field.is_block() && field.go.is_none() {
        let message = format!("`{name}` is a block, and a state store has none but `provider`");
        let help =
            "make it an attribute: write `nested(list)`, `nested(single)` … instead of `block(…)`";
        cx.field(
            at,
            Rule::STATE_STORE_BLOCK,
            Subject::FieldName,
            message,
            help,
        );
    }
    if field.sensitive {
        let text = shared_texts::SENSITIVE_IN_STATE_STORE.fill("", name, "");
        let key = Subject::Key("sensitive");
        cx.text(at, Rule::STATE_STORE_SENSITIVE, key, text);
    }
}
