//! Write-only fields (R6, R7, R31, R82, R83, R87, R209, R275).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Nesting, Shape};
use crate::shared_texts;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if !field.write_only {
        return;
    }
    let name = field.name;
    let outside = match cx.root.kind {
        BlockKind::Provider => Some(Rule::WRITE_ONLY_IN_PROVIDER),
        BlockKind::ProviderMeta => Some(Rule::WRITE_ONLY_IN_META),
        BlockKind::DataSource => Some(Rule::WRITE_ONLY_IN_DATA_SOURCE),
        // R92 reports it.
        BlockKind::Identity => return,
        BlockKind::Ephemeral | BlockKind::List | BlockKind::StateStore => {
            Some(Rule::WRITE_ONLY_ELSEWHERE)
        }
        BlockKind::Resource | BlockKind::Action | BlockKind::Function | BlockKind::Nested => None,
    };
    if let Some(rule) = outside {
        let text = match cx.root.kind {
            BlockKind::StateStore => {
                shared_texts::WRITE_ONLY_IN_STATE_STORE.fill("state store", name, "")
            }
            kind => shared_texts::WRITE_ONLY_OUTSIDE_RESOURCE.fill(kind.words(), name, ""),
        };
        cx.text(field, rule, "write_only", text);
        return;
    }
    if field.is_computed() {
        let message = format!("`{name}` is write-only, so it cannot be computed");
        let help = "a write-only value comes from the configuration and is never stored: write \
                    `required, write_only` or `optional, write_only`";
        let rule = Rule::WRITE_ONLY_COMPUTED;
        cx.at(field, rule, "write_only", message, help);
    }
    // For an action it never has an effect, which is reported elsewhere.
    if field.force_new && cx.root.kind != BlockKind::Action {
        let message = format!("`{name}` is write-only, so a change of it cannot be noticed");
        let help = "remove `force_new` and add a field `…_version` that forces a new resource, \
                    or ask for the replacement in the plan hook";
        let rule = Rule::WRITE_ONLY_FORCE_NEW;
        cx.at(field, rule, "force_new", message, help);
    }
    match &field.shape {
        Shape::Block { .. } => {
            let message = format!("`{name}` is a block, which cannot be write-only as a whole");
            let help = "mark the fields inside, or make it an attribute with `nested(…)`";
            let rule = Rule::WRITE_ONLY_COLLECTION;
            cx.at(field, rule, "write_only", message, help);
        }
        Shape::Nested {
            nesting: Nesting::Set,
            ..
        } => {
            let message = format!("`{name}` is a set of structs, which cannot be write-only");
            let help = "use `nested(list)`, `nested(map)` or `nested(single)`";
            let rule = Rule::WRITE_ONLY_COLLECTION;
            cx.at(field, rule, "write_only", message, help);
        }
        _ => {}
    }
    for key in field.functions() {
        cx.idle(field, key, "the value is never stored");
    }
}
