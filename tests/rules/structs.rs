//! The struct as a whole.

use schema_rules::{BlockKind, Subject, TimeoutFacts};

use super::*;

fn at(key: &'static str, index: usize) -> Subject {
    Subject::StructItem { key, index }
}

fn changed(change: impl FnOnce(&mut B)) -> B {
    let mut block = resource([text("a", optional)]);
    change(&mut block);
    block
}

fn timeouts(list: &[(&'static str, &'static str)]) -> Option<Vec<TimeoutFacts<'static>>> {
    Some(
        list.iter()
            .map(|(key, value)| TimeoutFacts {
                key,
                value: Some(value),
            })
            .collect(),
    )
}

pub(super) fn cases() -> Vec<Case> {
    let mut reading = of(BlockKind::DataSource, vec![text("a", optional)]);
    reading.timeouts = timeouts(&[("read", "5m")]);
    let mut creating = reading.clone();
    creating.timeouts = timeouts(&[("create", "5m")]);
    let deadline = |list| changed(|b| b.timeouts = timeouts(list));
    vec![
        case(
            "R93",
            (
                deadline(&[("craete", "5m")]),
                deadline(&[("create", "5m"), ("default", "1h")]),
            ),
            at("timeouts", 0),
            "there is no operation `craete` to time out",
            "did you mean `create`?",
        ),
        case(
            "R221",
            (
                deadline(&[("create", "5m"), ("read", "10 minutes")]),
                deadline(&[("read", "10m")]),
            ),
            at("timeouts", 1),
            "\"10 minutes\" is not a duration for the `read` timeout: a unit is none of ns, us, ms, s, m, h",
            "\"90s\"",
        ),
        case(
            "R221",
            (deadline(&[("create", "0")]), deadline(&[("create", "1ns")])),
            at("timeouts", 0),
            "\"0\" is not a duration for the `create` timeout: it must be above zero",
            "",
        ),
        case(
            "R222",
            (creating, reading),
            at("timeouts", 0),
            "a data source only reads, so it has no `create` timeout",
            "`read` alone",
        ),
        case(
            "R223",
            (
                deadline(&[("read", "1m"), ("read", "2m")]),
                deadline(&[("read", "1m")]),
            ),
            at("timeouts", 1),
            "the `read` timeout is declared twice",
            "keep one",
        ),
        case(
            "R223",
            {
                let mut both = resource([text("timeouts", optional)]);
                both.timeouts = timeouts(&[("read", "1m")]);
                both.timeouts_block = true;
                (both, deadline(&[("read", "1m")]))
            },
            Subject::FieldName,
            "`timeouts` is both declared on the struct and a field",
            "rename",
        ),
        case(
            "R229",
            (
                changed(|b| b.type_name = Some("diskImage")),
                changed(|b| b.type_name = Some("disk_image")),
            ),
            Subject::StructKey("resource"),
            "`diskImage` cannot be the type name of a resource",
            "`disk_image`",
        ),
        case(
            "R229",
            {
                let mut bad = of(BlockKind::Provider, vec![]);
                bad.type_name = Some("my_disk");
                let mut good = bad.clone();
                good.type_name = Some("my-disk");
                (bad, good)
            },
            Subject::StructKey("provider"),
            "`my_disk` cannot be the name of a provider",
            "no `_`",
        ),
        case(
            "R231",
            (changed(|b| b.generic = true), changed(|_| ())),
            Subject::Generics,
            "a schema struct cannot have generic parameters",
            "one struct for each type",
        ),
        case(
            "C2",
            (
                changed(|b| b.version = Some(-1)),
                changed(|b| b.version = Some(0)),
            ),
            Subject::StructKey("version"),
            "the schema version -1 is below zero",
            "start at 0",
        ),
        case(
            "R226",
            (
                changed(|b| b.id_when_changed = vec!["name"]),
                changed(|b| b.id_when_changed = vec!["a"]),
            ),
            at("id", 0),
            "there is no field `name`",
            "this struct has `a`",
        ),
        case(
            "R207",
            (
                changed(|b| b.deprecated = Some("")),
                changed(|b| b.deprecated = Some("use b")),
            ),
            Subject::StructKey("deprecated"),
            "the deprecation text is empty",
            "what to use instead",
        ),
        case(
            "R207",
            (
                changed(|b| b.subcategory = Some(" ")),
                changed(|b| b.subcategory = Some("Storage & \u{c4}hnliches")),
            ),
            Subject::StructKey("subcategory"),
            "the subcategory is empty",
            "or remove it",
        ),
        case(
            "R295",
            (
                changed(|b| b.subcategory = Some("Disk\n  images")),
                changed(|b| b.subcategory = Some("Disk images")),
            ),
            Subject::StructKey("subcategory"),
            "the subcategory is not a heading of one line",
            "write `subcategory = \"Disk images\"`",
        ),
        case(
            "R295",
            (
                changed(|b| b.subcategory = Some("Storage ")),
                changed(|b| b.subcategory = Some("Storage")),
            ),
            Subject::StructKey("subcategory"),
            "the subcategory is not a heading of one line",
            "write `subcategory = \"Storage\"`",
        ),
    ]
}
