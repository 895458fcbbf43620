//! What our own providers declare is learned back from their programs. What they declare is read from their sources.

use std::path::Path;

use serde_json::Value as Json;

use crate::findings::{Confidence, TypeFindings};

/// A field as its annotation has it.
struct Declared {
    resource: String,
    name: String,
    keys: String,
}

/// The fields of the resources in these sources.
fn declared(folder: &Path) -> Vec<Declared> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.extend(in_source(&std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    all
}

fn in_source(text: &str) -> Vec<Declared> {
    let mut all = Vec::new();
    for part in text.split("#[schema(").skip(1) {
        let Some((_, after)) = part
            .split_once("resource = \"")
            .filter(|(before, _)| before.trim().is_empty())
        else {
            continue;
        };
        let resource = after.split('"').next().unwrap_or_default();
        let Some(body) = after
            .split_once(" {\n")
            .and_then(|(_, body)| body.split_once("\n}"))
        else {
            continue;
        };
        for field in body.0.split("#[field(").skip(1) {
            let Some((keys, after)) = field.split_once(")]\n") else {
                continue;
            };
            // Other attributes and comments may stand between; the field's line has its name before a colon.
            let is_name = |text: &str| {
                let text = text.trim_start_matches("pub ").trim_start_matches("r#");
                let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                (!text.is_empty() && text.chars().all(letters)).then(|| text.to_owned())
            };
            let mut lines = after
                .lines()
                .filter_map(|line| is_name(line.trim().split_once(": ")?.0));
            let Some(name) = lines.next() else { continue };
            all.push(Declared {
                resource: resource.to_owned(),
                name,
                keys: keys.split_whitespace().collect::<Vec<_>>().join(" "),
            });
        }
    }
    all
}

/// The key of this name in an annotation.
fn has(keys: &str, key: &str) -> bool {
    let mut depth = 0;
    let outer: String = keys
        .chars()
        .map(|letter| {
            depth += i32::from(matches!(letter, '(' | '['));
            let shown = if depth == 0 { letter } else { '.' };
            depth -= i32::from(matches!(letter, ')' | ']'));
            shown
        })
        .collect();
    outer.split([',', ' ', '.', '=']).any(|word| word == key)
}

fn learned<'f>(of: &'f TypeFindings, name: &str, kind: &str) -> Option<(Json, &'f Confidence)> {
    let found = of
        .findings
        .iter()
        .filter(|finding| finding.at.to_string() == name);
    found
        .map(|finding| (serde_json::to_value(finding).unwrap(), &finding.confidence))
        .find(|(json, _)| json["kind"] == kind)
}

#[test]
fn what_our_providers_declare_is_learned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut looked_at = 0;
    let mut missed = Vec::new();
    for (name, folder) in [
        ("terraform-provider-disk", "disk"),
        ("terraform-provider-postgresql", "postgresql"),
    ] {
        let findings = super::learned(&super::our_program::built(name));
        for field in declared(&root.join("examples").join(folder).join("src")) {
            let Some(of) = findings.resources.get(&field.resource) else {
                continue;
            };
            let Declared {
                resource,
                name,
                keys,
            } = &field;
            let mut check = |key: &str, kind: &str, fits: &dyn Fn(&Json) -> bool| {
                looked_at += 1;
                let found = learned(of, name, kind);
                if !found.as_ref().is_some_and(|(json, confidence)| {
                    **confidence == Confidence::Learned && fits(json)
                }) {
                    missed.push(format!(
                        "{resource}.{name}: {key} ({keys}), found {found:?}"
                    ));
                }
            };
            let is_block = has(keys, "block");
            if has(keys, "force_new") && !keys.contains("force_new(") && !is_block {
                check("force_new", "force_new", &|_| true);
            }
            if let Some((_, value)) = keys.split_once("default = ")
                && has(keys, "default")
            {
                let literal = value.split([',', ' ']).next().unwrap_or_default();
                check("default", "default", &|json| {
                    let wanted: Result<Json, _> = serde_json::from_str(literal);
                    wanted.is_err() || json["of"] == wanted.unwrap_or_default()
                });
            }
            if has(keys, "conflicts_with") {
                check("conflicts_with", "conflicts_with", &|_| true);
            }
            if has(keys, "required_with") {
                check("required_with", "required_with", &|_| true);
            }
            for (validator, rule) in [
                ("length(", "length"),
                ("range(", "range"),
                ("one_of(", "one_of"),
            ] {
                let single = keys
                    .split_once("validate = ")
                    .is_some_and(|(_, rest)| rest.starts_with(validator));
                if single {
                    check(validator, "validator", &|json| json["of"]["rule"] == rule);
                }
            }
        }
    }
    println!("{looked_at} declarations, missed: {missed:#?}");
    assert!(looked_at > 30, "{looked_at}");
    assert!(100 * missed.len() <= 5 * looked_at, "{missed:#?}");
}
