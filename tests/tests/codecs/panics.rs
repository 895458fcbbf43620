//! Inputs on which core itself crashes: ours is an error.

use schema_runtime::codec::{msgpack, type_json};
use schema_runtime::convert::{convert, unify_unsafe};
use schema_runtime::ty::Type;
use serde_json::Value as Json;

use crate::cases::{has, load, text, ty, value};
use crate::msgpack::bytes;

#[test]
fn what_crashes_core_is_an_error() {
    let cases = load("panics.jsonl", |case| {
        has(case, "panic") && has(case, "file")
    });
    let mut wrong = Vec::new();
    let mut refused = 0;
    for entry in &cases {
        let case = &entry["case"];
        let outcome = match text(entry, "file") {
            "msgpack" => msgpack::decode(&ty(&case["type"]), &bytes(case))
                .map(|v| format!("{v:?}"))
                .ok(),
            "json-type" => type_json::parse(text(case, "type_json").as_bytes())
                .map(|ty| ty.to_string())
                .ok(),
            "conversion" => conversion(case),
            // The checks of plans and results are tested elsewhere.
            _ => continue,
        };
        match outcome {
            None => refused += 1,
            Some(found) => wrong.push(format!("{entry}\n  {found}")),
        }
    }
    println!("{refused} inputs that crash core refused");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn conversion(case: &Json) -> Option<String> {
    if text(case, "kind") == "convert" {
        let from = ty(&case["from_type"]);
        let found = convert(value(&from, &case["value"])?, &from, &ty(&case["to_type"]));
        return found.map(|(ty, value)| format!("{ty}: {value:?}")).ok();
    }
    let types: Vec<Type> = case["types"].as_array()?.iter().map(ty).collect();
    unify_unsafe(&types).map(|ty| ty.to_string())
}
