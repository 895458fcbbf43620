//! Declared timeouts (R93, R221–R223).

use alloc::format;
use alloc::string::String;

use super::Cx;
use crate::catalogue::Rule;
use crate::duration::parse_duration;
use crate::facts::BlockKind;
use crate::suggest::{did_you_mean, suggest};
use crate::violation::Subject;

/// The operations with timeouts, for each kind that has any.
const fn keys(kind: BlockKind) -> &'static [&'static str] {
    match kind {
        BlockKind::Resource => &["create", "read", "update", "delete", "default"],
        BlockKind::DataSource => &["read"],
        BlockKind::Ephemeral => &["open", "renew", "close"],
        BlockKind::List => &["list"],
        BlockKind::Action => &["invoke"],
        _ => &[],
    }
}

/// All of them.
const KEYS: [&str; 10] = [
    "create", "read", "update", "delete", "default", "open", "renew", "close", "list", "invoke",
];

pub(super) fn check(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    let Some(timeouts) = &block.timeouts else {
        return;
    };
    let kind = block.kind;
    let own = keys(kind);
    if own.is_empty() {
        let message = format!("{} has no timeouts", kind.with_article());
        let help = "resources and data sources have operations that take time: declare them there";
        cx.key(Rule::TIMEOUT_PLACE, "timeouts", message, help);
        return;
    }
    if timeouts.is_empty() {
        let message = "`timeouts` names no operation";
        let help = format!(
            "name them with their default: `timeouts({} = \"10m\")`, or remove it",
            own.first().unwrap_or(&"")
        );
        cx.key(Rule::TIMEOUT_PLACE, "timeouts", message, help);
    }
    for (index, timeout) in timeouts.iter().enumerate() {
        let at = Subject::StructItem {
            key: "timeouts",
            index,
        };
        let key = timeout.key;
        if !KEYS.contains(&key) {
            let help = match (suggest(key, own.iter().copied()), kind) {
                (Some(near), _) => did_you_mean(near),
                (None, BlockKind::Resource | BlockKind::DataSource) => String::from(
                    "the operations are create, read, update and delete; \
                    `default` is for all of them",
                ),
                (None, _) => match own {
                    [only] => format!("the operation is {only}"),
                    _ => format!("the operations are {}", own.join(", ")),
                },
            };
            let message = format!("there is no operation `{key}` to time out");
            cx.block(Rule::TIMEOUT_KEY, at, message, help);
        } else if kind == BlockKind::DataSource && key != "read" {
            let message = format!("a data source only reads, so it has no `{key}` timeout");
            let help = "declare `read` alone; a `timeouts` block that users already write with \
                        other keys is a field: `#[field(block(single))] timeouts: …`";
            cx.block(Rule::TIMEOUT_PLACE, at, message, help);
        } else if !own.contains(&key) {
            let message = format!("{} has no operation `{key}`", kind.with_article());
            let help = match own {
                [only] => format!("declare `{only}` alone"),
                _ => format!("its operations are {}", own.join(", ")),
            };
            cx.block(Rule::TIMEOUT_PLACE, at, message, help);
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
        let message = format!("{value:?} is not a duration for the `{key}` timeout: {problem}");
        let help = "write a number and a unit: \"90s\", \"10m\", \"1h30m\"";
        cx.block(Rule::TIMEOUT_VALUE, at, message, help);
    }
}
