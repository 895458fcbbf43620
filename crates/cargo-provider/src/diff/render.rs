//! Differences for people and for programs.

use std::fmt::Write as _;

use serde_json::json;

use super::difference::{Difference, Effect};

fn count(all: &[Difference], effect: Effect) -> usize {
    all.iter().filter(|one| one.effect == effect).count()
}

/// By subject; what breaks comes first.
pub(super) fn text(all: &[Difference], descriptions: bool) -> String {
    if all.is_empty() {
        return "The schemas are the same.\n".to_owned();
    }
    let mut text = String::new();
    let shown = all.iter();
    let shown = shown.filter(|one| descriptions || one.effect != Effect::Description);
    let shown: Vec<&Difference> = shown.collect();
    for group in shown.chunk_by(|one, next| one.subject == next.subject) {
        let _ = writeln!(text, "{}", group[0].subject);
        let mut group = group.to_vec();
        group.sort_by_key(|one| one.effect);
        for one in group {
            let place = match one.path.as_str() {
                "" => String::new(),
                path => format!("{path}: "),
            };
            let _ = writeln!(text, "  {:<12}{place}{}", one.effect.word(), one.text);
        }
        text.push('\n');
    }
    let (breaks, compatible) = (count(all, Effect::Breaks), count(all, Effect::Compatible));
    let what = "configurations or states";
    let words = differences(breaks, &format!("breaks {what}"), &format!("break {what}"));
    let _ = writeln!(text, "{words}");
    if compatible > 0 {
        let words = differences(compatible, "breaks nothing", "break nothing");
        let _ = writeln!(text, "{words}");
    }
    let of_descriptions = count(all, Effect::Description);
    if of_descriptions > 0 {
        let hint = match descriptions {
            true => "",
            false => " (--descriptions shows them)",
        };
        let (one, many) = ("is in a description", "are in descriptions");
        let words = differences(of_descriptions, one, many);
        let _ = writeln!(text, "{words}{hint}");
    }
    text
}

fn differences(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("No difference {one}."),
        1 => format!("1 difference {one}."),
        number => format!("{number} differences {many}."),
    }
}

/// One object, with all its members in order.
pub(super) fn json(all: &[Difference]) -> String {
    let one = |one: &Difference| {
        json!({
            "subject": one.subject,
            "path": one.path,
            "effect": one.effect.word(),
            "text": one.text,
        })
    };
    let differences: Vec<_> = all.iter().map(one).collect();
    let document = json!({
        "format_version": "1.0",
        "breaks": count(all, Effect::Breaks),
        "compatible": count(all, Effect::Compatible),
        "descriptions": count(all, Effect::Description),
        "differences": differences,
    });
    format!("{document:#}\n")
}
