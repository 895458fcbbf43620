//! Declared timeouts (R93, R221–R223).

use alloc::format;
use alloc::string::String;

use super::Cx;
use crate::catalogue::Rule;
use crate::duration::parse_duration;
use crate::facts::BlockKind;
use crate::suggest::suggest;
use crate::violation::Subject;

const KEYS: [&str; 5] = ["create", "read", "update", "delete", "default"];

pub(super) fn check(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    let Some(timeouts) = &block.timeouts else {
        return;
    };
    let kind = block.kind;
    if !matches!(kind, BlockKind::Resource | BlockKind::DataSource) {
        let message = format!("a {} has no timeouts", kind.words());
        let help = "resources and data sources have operations that take time: declare them there";
        let subject = Subject::StructKey("timeouts");
        cx.block(Rule::TIMEOUT_PLACE, subject, message, help);
        return;
    }
    if timeouts.is_empty() {
        let message = "`timeouts` names no operation";
        let help = "name them with their default: `timeouts(create = \"10m\")`, or take it out";
        let subject = Subject::StructKey("timeouts");
        cx.block(Rule::TIMEOUT_PLACE, subject, message, help);
    }
    for (index, timeout) in timeouts.iter().enumerate() {
        let at = Subject::StructItem {
            key: "timeouts",
            index,
        };
        let key = timeout.key;
        if !KEYS.contains(&key) {
            let help = match suggest(key, KEYS) {
                Some(near) => format!("did you mean `{near}`?"),
                None => String::from(
                    "the operations are create, read, update and delete; \
                    `default` is for all of them",
                ),
            };
            let message = format!("there is no operation `{key}` to time out");
            cx.block(Rule::TIMEOUT_KEY, at, message, help);
        } else if kind == BlockKind::DataSource && key != "read" {
            let message = format!("a data source only reads, so it has no `{key}` timeout");
            cx.block(Rule::TIMEOUT_PLACE, at, message, "declare `read` alone");
        } else if key == "update" && block.has_update == Some(false) {
            let message = "the resource has no update, so it has no `update` timeout";
            cx.block(
                Rule::TIMEOUT_PLACE,
                at,
                message,
                "remove it, or implement `Update`",
            );
        }
        if timeouts.iter().take(index).any(|t| t.key == key) {
            let message = format!("the `{key}` timeout is declared twice");
            cx.block(Rule::TIMEOUT_TWICE, at, message, "keep one of them");
        }
        let Some(value) = timeout.value else { continue };
        let problem = match parse_duration(value) {
            Ok(nanos) if nanos > 0 => continue,
            Ok(_) => String::from("it must be above zero"),
            Err(error) => format!("{error}"),
        };
        let message = format!("{value:?} is no duration for the `{key}` timeout: {problem}");
        let help = "write a number and a unit: \"90s\", \"10m\", \"1h30m\"";
        cx.block(Rule::TIMEOUT_VALUE, at, message, help);
    }
}
