//! Learning finds in the programs of our own providers what their sources declare.

use std::path::Path;

use serde_json::Value as Json;

use crate::findings::{Confidence, TypeFindings};
use crate::schemas::Kind;

/// A field as its annotation declares it.
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
        let mut so_far = String::new();
        for field in body.0.split("#[field(").skip(1) {
            let Some((keys, after)) = field.split_once(")]\n") else {
                continue;
            };
            // A field may have several.
            so_far.push_str(keys);
            so_far.push_str(", ");
            // Other attributes and comments may come between; the field's line has its name before
            // a colon.
            let is_name = |text: &str| {
                let text = text.trim_start_matches("pub ").trim_start_matches("r#");
                let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                (!text.is_empty() && text.chars().all(letters)).then(|| text.to_owned())
            };
            let mut lines = after
                .lines()
                .filter_map(|line| is_name(line.trim().split_once(": ")?.0));
            let Some(name) = lines.next() else { continue };
            let keys = std::mem::take(&mut so_far);
            all.push(Declared {
                resource: resource.to_owned(),
                name,
                keys: keys.split_whitespace().collect::<Vec<_>>().join(" "),
            });
        }
    }
    all
}

/// The annotation's option of this name.
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

/// The expression after this option, up to the comma that ends it.
fn expression<'k>(keys: &'k str, key: &str) -> Option<&'k str> {
    let text = keys.split_once(&format!("{key} = "))?.1;
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let end = text.char_indices().find(|(_, letter)| {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            ',' if !quoted => return depth == 0,
            _ => {}
        }
        false
    });
    Some(text[..end.map_or(text.len(), |(at, _)| at)].trim())
}

/// The planned value for this default.
fn shown(expression: &str) -> Json {
    if expression.ends_with("Map::new()") {
        return Json::Object(serde_json::Map::new());
    }
    // A variant is named like the string, unless it says otherwise.
    if let Some((ty, variant)) = expression.rsplit_once("::") {
        assert!(
            variant.chars().all(|c| c.is_ascii_alphanumeric()) && !ty.contains('('),
            "nobody knows what {expression} is"
        );
        return variant.to_lowercase().into();
    }
    serde_json::from_str(expression)
        .unwrap_or_else(|error| panic!("nobody knows what {expression} is: {error}"))
}

#[test]
fn defaults_are_read_as_they_are_written() {
    let of = |keys: &str| shown(expression(keys, "default").expect("a default"));
    assert_eq!(
        of(r#"optional, default = "a, \"b\"", sensitive"#),
        "a, \"b\""
    );
    assert_eq!(of("default = -1, validate = range(-1..)"), -1);
    assert_eq!(of("default = [1, 2], optional"), serde_json::json!([1, 2]));
    assert_eq!(of("default = BTreeMap::new()"), serde_json::json!({}));
    assert_eq!(of("default = Kind::Linux, optional"), "linux");
}

#[test]
fn what_our_providers_declare_is_learned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut looked_at = 0;
    let (mut missed, mut wrong) = (Vec::new(), Vec::new());
    for (name, folder) in [
        ("terraform-provider-disk", "disk"),
        ("terraform-provider-postgresql", "postgresql"),
    ] {
        let findings = super::learned(&super::our_program::built(name));
        let fields = declared(&root.join("examples").join(folder).join("src"));
        // Every type with a configuration validates it.
        if folder == "disk" {
            for (of, field, rule) in [
                (
                    &super::of_kind(&findings, Kind::List)["disk_image"],
                    "min_size_mb",
                    "range",
                ),
                (
                    &super::of_kind(&findings, Kind::Action)["disk_verify"],
                    "sha256",
                    "regex",
                ),
            ] {
                let found = learned(of, field, "validator");
                let (json, confidence) = found.unwrap_or_else(|| panic!("{field}: {of:#?}"));
                assert_eq!(*confidence, Confidence::Learned, "{json}");
                assert_eq!(json["of"]["rule"], rule, "{json}");
            }
        }
        // Nothing undeclared is learned. The content of a block is declared elsewhere.
        let resources = super::of_kind(&findings, Kind::Resource);
        for (resource, of) in &resources {
            for finding in &of.findings {
                let at = finding.at.to_string();
                let json = serde_json::to_value(finding).unwrap();
                let kind = json["kind"].as_str().unwrap_or_default();
                let declares = |field: &Declared| {
                    field.resource == *resource && field.name == at && has(&field.keys, kind)
                };
                if matches!(kind, "force_new" | "default")
                    && finding.confidence == Confidence::Learned
                    && !at.contains('.')
                    && !fields.iter().any(declares)
                {
                    wrong.push(format!("{resource}.{at}: {json}"));
                }
            }
        }
        for field in fields {
            let Some(of) = resources.get(&field.resource) else {
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
            if has(keys, "default")
                && let Some(value) = expression(keys, "default")
            {
                let wanted = shown(value);
                check("default", "default", &|json| json["of"] == wanted);
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
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(missed.is_empty(), "{missed:#?}");
}
