//! Configurations and states from files: `.tf`, and Terraform's state files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl_edit::expr::{Expression, ObjectKey, TraversalOperator};
use hcl_edit::structure::{Body, Structure};
use serde_json::{Map, Value as Json, json};

use crate::side::Kind;
use crate::values::UNKNOWN;

/// The largest file; a larger one can only be a mistake.
const MAX_FILE: u64 = 64 * 1024 * 1024;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 24;

/// A configuration or a state of one type, as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The kind of the type.
    pub kind: Kind,
    /// The type.
    pub name: String,
    /// A configuration, in which `{"__unknown__": true}` represents unknown.
    pub config: Option<Json>,
    /// The version of a state's schema, and its attributes.
    pub state: Option<(i64, Json)>,
}

/// Reads a file, or all files `*.tf` and `*.tfstate` in a directory and those below it.
///
/// # Errors
/// A file cannot be read or parsed; the message names it.
pub fn given(path: &Path) -> Result<Vec<Given>, String> {
    let mut files = Vec::new();
    find(path, 0, &mut files).map_err(|error| format!("{}: {error}", path.display()))?;
    files.sort();
    let (mut all, mut bodies, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let name = file.display();
        let about = std::fs::metadata(&file).map_err(|error| format!("{name}: {error}"))?;
        if about.len() > MAX_FILE {
            let most = MAX_FILE >> 20;
            return Err(format!("{name}: the file is larger than {most} MiB"));
        }
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        let text = text.trim_start_matches('\u{feff}');
        let wrong = |error| format!("{name}: {error}");
        if file.extension().is_some_and(|extension| extension == "tf") {
            let folder = file.parent().map(Path::to_owned);
            bodies.push((folder, parsed(text).map_err(wrong)?));
        } else {
            states.extend(state(text).map_err(wrong)?);
        }
    }
    // The files of a directory are one module. Locals may use others that are defined below them.
    let mut modules: BTreeMap<_, BTreeMap<String, Json>> = BTreeMap::new();
    for (folder, body) in bodies.iter().chain(&bodies).chain(&bodies) {
        names(body, modules.entry(folder).or_default());
    }
    for (folder, body) in &bodies {
        configuration(body, &modules[folder], &mut all);
    }
    all.extend(states);
    Ok(all)
}

fn find(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let hidden = name.to_string_lossy().starts_with('.');
        let extension = path.extension();
        let wanted = extension.is_some_and(|one| one == "tf" || one == "tfstate");
        if path.is_dir() && !hidden && depth < 16 {
            find(&path, depth + 1, files)?;
        } else if path.is_file() && wanted {
            files.push(path);
        }
    }
    Ok(())
}

/// Parses a configuration, unless it would overflow the parser's stack or, with operators before
/// the brackets, take forever.
fn parsed(text: &str) -> Result<Body, String> {
    let mut depth = 0_usize;
    for (at, line) in text.lines().enumerate() {
        // A bracket in a string or a comment counts, but not beyond its block.
        if line.starts_with('}') {
            depth = 0;
        }
        for byte in line.bytes() {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                let line = at + 1;
                return Err(format!(
                    "line {line}: more than {MAX_DEPTH} brackets are open"
                ));
            }
        }
    }
    hcl_edit::parser::parse_body(text).map_err(|error| error.to_string())
}

/// Records the values of variables and locals.
fn names(body: &Body, named: &mut BTreeMap<String, Json>) {
    for block in body.blocks() {
        match (block.ident.as_str(), block.labels.first()) {
            ("variable", Some(label)) => {
                if let Some(default) = block.body.get_attribute("default") {
                    let value = literal(&default.value, named);
                    named.insert(format!("var.{}", label.as_str()), value);
                }
            }
            ("locals", _) => {
                for one in block.body.attributes() {
                    let value = literal(&one.value, named);
                    named.insert(format!("local.{}", one.key.as_str()), value);
                }
            }
            _ => {}
        }
    }
}

/// The blocks of a configuration. Anything but a literal is unknown, as for Terraform before
/// anything is created.
fn configuration(body: &Body, named: &BTreeMap<String, Json>, all: &mut Vec<Given>) {
    for block in body.blocks() {
        let kind = match block.ident.as_str() {
            "resource" => Kind::Resource,
            "data" => Kind::DataSource,
            "ephemeral" => Kind::Ephemeral,
            "provider" => Kind::Provider,
            _ => continue,
        };
        let name = block.labels.first().map_or("", |label| label.as_str());
        let name = if kind == Kind::Provider { "" } else { name };
        all.push(Given {
            kind,
            name: name.to_owned(),
            config: Some(body_json(&block.body, named)),
            state: None,
        });
    }
}

/// Blocks of the same name form an array.
fn body_json(body: &Body, named: &BTreeMap<String, Json>) -> Json {
    let mut members = Map::new();
    for structure in body {
        match structure {
            Structure::Attribute(one) => {
                members.insert(one.key.as_str().to_owned(), literal(&one.value, named));
            }
            // Only evaluation shows how many blocks it generates: here it generates none.
            Structure::Block(block) if block.ident.as_str() == "dynamic" => {}
            Structure::Block(block) => {
                let inside = body_json(&block.body, named);
                let name = block.ident.as_str().to_owned();
                match block.labels.first() {
                    Some(label) => {
                        let all = members.entry(name).or_insert_with(|| json!({}));
                        if let Json::Object(all) = all {
                            all.insert(label.as_str().to_owned(), inside);
                        }
                    }
                    None => {
                        let all = members.entry(name).or_insert_with(|| json!([]));
                        if let Json::Array(all) = all {
                            all.push(inside);
                        }
                    }
                }
            }
        }
    }
    Json::Object(members)
}

fn literal(expression: &Expression, named: &BTreeMap<String, Json>) -> Json {
    let unknown = || json!({UNKNOWN: true});
    match expression {
        Expression::Null(_) => Json::Null,
        Expression::Bool(truth) => Json::Bool(*truth.value()),
        Expression::Number(number) => {
            serde_json::from_str(&number.value().to_string()).unwrap_or_else(|_| unknown())
        }
        Expression::String(text) => Json::String(text.value().clone()),
        Expression::Array(all) => all.iter().map(|one| literal(one, named)).collect(),
        Expression::Object(members) => {
            let mut all = Map::new();
            for (key, value) in members {
                let key = match key {
                    ObjectKey::Ident(name) => name.as_str().to_owned(),
                    ObjectKey::Expression(key) => match literal(key, named) {
                        Json::String(text) => text,
                        _ => return unknown(),
                    },
                };
                all.insert(key, literal(value.expr(), named));
            }
            Json::Object(all)
        }
        Expression::Parenthesis(inside) => literal(inside.inner(), named),
        Expression::UnaryOp(operation) => match literal(&operation.expr, named) {
            // Only minus applies to a number.
            Json::Number(number) => {
                let text = format!("-{number}");
                serde_json::from_str(text.trim_start_matches("--")).unwrap_or_else(|_| unknown())
            }
            _ => unknown(),
        },
        Expression::Traversal(path) => {
            if let (Expression::Variable(root), [first]) = (&path.expr, path.operators.as_slice())
                && let TraversalOperator::GetAttr(name) = first.value()
            {
                let name = format!("{}.{}", root.as_str(), name.as_str());
                return named.get(&name).cloned().unwrap_or_else(unknown);
            }
            unknown()
        }
        _ => unknown(),
    }
}

/// The objects of a state file.
fn state(text: &str) -> Result<Vec<Given>, String> {
    let json: Json =
        serde_json::from_str(text).map_err(|error| format!("not a state file: {error}"))?;
    let version = json["version"].as_u64();
    if version != Some(4) {
        return Err(format!(
            "a state file has version 4 and this one {}. Terraform 0.13 or newer rewrites older ones.",
            version.map_or_else(|| "none".to_owned(), |version| version.to_string())
        ));
    }
    let mut all = Vec::new();
    for resource in json["resources"].as_array().into_iter().flatten() {
        if resource["mode"] != "managed" {
            continue;
        }
        for instance in resource["instances"].as_array().into_iter().flatten() {
            if instance["attributes"].is_object() {
                let version = instance["schema_version"].as_i64().unwrap_or(0);
                all.push(Given {
                    kind: Kind::Resource,
                    name: resource["type"].as_str().unwrap_or_default().to_owned(),
                    config: None,
                    state: Some((version, instance["attributes"].clone())),
                });
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{given, parsed};

    #[test]
    fn files_of_a_folder_are_one_module() {
        let folder = std::env::temp_dir().join(format!("compare-sources-{}", std::process::id()));
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        std::fs::create_dir_all(folder.join("other")).unwrap();
        let blocks = "disk {\n}\ndisk \"x\" {\n}\nport \"x\" {\n}\nport {\n}\n";
        let used = "n = var.n\nl = local.l\n";
        write(
            "a.tf",
            &format!("\u{feff}resource \"a\" \"b\" {{\n{used}{blocks}}}\n"),
        );
        write(
            "b.tf",
            "locals {\n  l = local.m\n  m = var.n\n}\nvariable \"n\" {\n  default = 8\n}\n",
        );
        write(
            "other/a.tf",
            &format!("resource \"a\" \"b\" {{\n{used}}}\n"),
        );
        let found = given(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let found = found.unwrap();
        let [first, second] = found.as_slice() else {
            panic!("{found:?}")
        };
        // Blocks with and without labels do not mix; the first one decides.
        let wanted = json!({"n": 8, "l": 8, "disk": [{}], "port": {"x": {}}});
        assert_eq!(first.config.as_ref(), Some(&wanted));
        let unknown = json!({"__unknown__": true});
        assert_eq!(
            second.config,
            Some(json!({"n": unknown, "l": unknown})),
            "another module has other names"
        );
    }

    #[test]
    fn brackets_are_not_deeper_than_the_parser_can() {
        for open in ["[", "1 * 2 * (", "{ a = ", "\"${"] {
            for times in [30, 100_000] {
                let wrong = parsed(&format!("\na = {}", open.repeat(times))).unwrap_err();
                assert_eq!(wrong, "line 2: more than 24 brackets are open");
            }
        }
        let deep = format!("a = {}1{}\n", "(".repeat(24), ")".repeat(24));
        assert!(parsed(&deep).is_ok());
        let texts = "b {\n  a = \"(\" # (\n}\n".repeat(100);
        assert!(parsed(&texts).is_ok());
    }
}
