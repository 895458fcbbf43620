//! The same structs with serde's two derives instead of ours, and without what makes resources of
//! them.

use std::error::Error;
use std::fs;
use std::path::Path;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// What serde knows no impl of, and what is in its place, of about the same size.
const TYPES: &[(&str, &str)] = &[
    ("Option<Secret>", "Option<String>"),
    ("Option<Number>", "Option<f64>"),
    ("Option<Dynamic>", "Option<String>"),
    ("Option<Json>", "Option<String>"),
    ("Option<Cidr>", "Option<String>"),
    (": CaseInsensitive", ": String"),
    (": Set<", ": Vec<"),
];

/// Writes a package of them beside that of a provider.
pub(crate) fn write(package: &Path, provider: &Path) -> Result {
    fs::create_dir_all(package.join("src"))?;
    fs::copy(provider.join("Cargo.lock"), package.join("Cargo.lock"))?;
    let manifest = fs::read_to_string(provider.join("Cargo.toml"))?;
    let mut text = String::new();
    for line in manifest.lines() {
        let line = match line.split_once(" = ") {
            Some(("name", _)) => "name = \"structs-of-serde\"",
            Some(("schema-provider", _)) => "serde = { version = \"1\", features = [\"derive\"] }",
            _ => line,
        };
        text.push_str(line);
        text.push('\n');
    }
    fs::write(package.join("Cargo.toml"), text)?;
    for entry in fs::read_dir(provider.join("src"))? {
        let file = entry?.file_name();
        let from = fs::read_to_string(provider.join("src").join(&file))?;
        let text = if file == "main.rs" {
            let modules: String = from
                .lines()
                .filter(|line| line.starts_with("mod ") && line.ends_with(';'))
                .map(|line| format!("{line}\n"))
                .collect();
            format!("//! Structs alone.\n#![allow(dead_code)]\n\n{modules}\nfn main() {{}}\n")
        } else {
            structs(&from)
        };
        fs::write(package.join("src").join(file), text)?;
    }
    Ok(())
}

/// A module's structs, as serde takes them.
fn structs(module: &str) -> String {
    let mut text = String::new();
    for line in module.lines() {
        if line.starts_with("impl ") {
            break;
        }
        let of_ours = line.starts_with("#[schema(") || line.trim_start().starts_with("#[field(");
        let import = line.starts_with("use ") || line.starts_with("#[allow(");
        if of_ours || import {
            continue;
        }
        let mut line = line.replace(
            "derive(Schema)",
            "derive(serde::Serialize, serde::Deserialize)",
        );
        for (ours, other) in TYPES {
            line = line.replace(ours, other);
        }
        text.push_str(&line);
        text.push('\n');
    }
    let imports = "#[allow(unused_imports)]\nuse std::{collections::BTreeMap, net::IpAddr, time::Duration};\n";
    match text.split_once("\n\n") {
        Some((title, rest)) => format!("{title}\n\n{imports}\n{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::structs;

    #[test]
    fn fields_stay_and_annotations_go() {
        let ours = "//! One.\n\nuse schema_provider::prelude::*;\n\n/// It.\n#[derive(Schema)]\n\
            #[schema(block)]\npub struct Part {\n    /// A field.\n    #[field(optional)]\n    a: Option<Cidr>,\n    \
            b: Set<String>,\n}\n\nimpl Resource for Part {\n}\n";
        let theirs = structs(ours);
        assert!(
            theirs.contains("#[derive(serde::Serialize, serde::Deserialize)]\npub struct Part {")
        );
        assert!(
            theirs.contains("    /// A field.\n    a: Option<String>,\n    b: Vec<String>,\n}")
        );
        assert!(
            !theirs.contains("schema") && !theirs.contains("impl"),
            "{theirs}"
        );
    }
}
