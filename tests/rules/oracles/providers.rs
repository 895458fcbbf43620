//! Schemas of real providers, which Terraform loads: nothing may be rejected in compatible mode.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use schema_rules::{
    BlockFacts, BlockKind, Collection, Computed, FieldFacts, Mode, Nesting, Scalar, Severity,
    Shape, check_block,
};
use serde_json::{Map, Value};

fn schemas_dir() -> Option<PathBuf> {
    if let Some(dir) = env::var_os("PROVIDER_SCHEMAS_DIR") {
        return Some(PathBuf::from(dir)).filter(|d| d.is_dir());
    }
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|dir| dir.join("shared/data/provider-schemas"))
        .find(|dir| dir.is_dir())
}

fn shape(ty: &Value) -> Shape<'_> {
    match ty {
        Value::String(name) => match name.as_str() {
            "string" => Shape::Scalar(Scalar::String),
            "bool" => Shape::Scalar(Scalar::Bool),
            "number" => Shape::Scalar(Scalar::Number),
            "dynamic" => Shape::Dynamic,
            other => panic!("unknown type {other}"),
        },
        Value::Array(parts) => {
            let kind = match parts[0].as_str() {
                Some("list") => Collection::List,
                Some("set") => Collection::Set,
                Some("map") => Collection::Map,
                _ => return Shape::Object,
            };
            Shape::collection(kind, shape(&parts[1]))
        }
        other => panic!("unknown type {other}"),
    }
}

fn nesting(name: &Value) -> Nesting {
    match name.as_str() {
        Some("single") => Nesting::Single,
        Some("group") => Nesting::Group,
        Some("list") => Nesting::List,
        Some("set") => Nesting::Set,
        Some("map") => Nesting::Map,
        other => panic!("unknown nesting {other:?}"),
    }
}

fn attributes<'a>(from: Option<&'a Value>, out: &mut Vec<FieldFacts<'a>>) {
    let Some(map) = from.and_then(Value::as_object) else {
        return;
    };
    for (name, attribute) in map {
        let flag = |key: &str| attribute[key].as_bool().unwrap_or(false);
        let shape = match attribute.get("nested_type") {
            Some(nested) => {
                let mut inner = BlockFacts::new(BlockKind::Nested);
                attributes(nested.get("attributes"), &mut inner.fields);
                Shape::nested(nesting(&nested["nesting_mode"]), Some(inner))
            }
            None => shape(&attribute["type"]),
        };
        let mut field = FieldFacts::new(name, shape);
        field.required = flag("required");
        field.optional = flag("optional");
        if flag("computed") {
            field.computed = Computed::Plain;
        }
        field.sensitive = flag("sensitive");
        field.write_only = flag("write_only");
        out.push(field);
    }
}

fn block(kind: BlockKind, from: &Map<String, Value>) -> BlockFacts<'_> {
    let mut facts = BlockFacts::new(kind);
    attributes(from.get("attributes"), &mut facts.fields);
    for (name, nested) in from
        .get("block_types")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let inner = block(
            BlockKind::Nested,
            nested["block"].as_object().expect("a block"),
        );
        let mut field = FieldFacts::new(
            name,
            Shape::block(nesting(&nested["nesting_mode"]), Some(inner)),
        );
        field.min_items = nested["min_items"].as_i64();
        field.max_items = nested["max_items"].as_i64();
        facts.fields.push(field);
    }
    facts
}

#[test]
fn real_schemas_pass() {
    let Some(dir) = schemas_dir() else {
        let missing = "no provider schemas (set PROVIDER_SCHEMAS_DIR)";
        assert!(env::var_os("CI").is_none(), "{missing}");
        say!("skipped: {missing}");
        return;
    };
    let (mut schemas, mut warnings, mut refused) = (0, 0, Vec::new());
    for entry in fs::read_dir(dir).expect("the directory can be read") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        let all: Value = serde_json::from_str(&text).expect("the file is JSON");
        for provider in all["provider_schemas"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(_, p)| p)
        {
            let mut one = |kind, name: &str, schema: &Value| {
                let Some(from) = schema["block"].as_object() else {
                    return;
                };
                schemas += 1;
                for v in check_block(&block(kind, from), Mode::Compatible) {
                    match v.severity {
                        Severity::Error => refused.push(format!("{name}: {} {v}", v.address())),
                        Severity::Warning => warnings += 1,
                    }
                }
            };
            one(BlockKind::Provider, "provider", &provider["provider"]);
            for (list, kind) in [
                ("resource_schemas", BlockKind::Resource),
                ("data_source_schemas", BlockKind::DataSource),
            ] {
                for (name, schema) in provider[list].as_object().into_iter().flatten() {
                    one(kind, name, schema);
                }
            }
        }
    }
    say!(
        "{schemas} schemas, {} rejected, {warnings} warnings",
        refused.len()
    );
    assert!(schemas > 0);
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
