//! Conversion and unification.

use schema_runtime::convert::{convert, unify, unify_unsafe};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::cases::{is_kind, load, text, ty, value};

#[test]
fn values_convert_as_in_core() {
    let cases = load("conversion.jsonl", |case| {
        is_kind(case, &["convert", "unify"])
    });
    let (mut converted, mut refused, mut unified, mut apart) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for case in &cases {
        let outcome = if text(case, "kind") == "convert" {
            let found = converting(case, "from_type", "value", &ty(&case["to_type"]));
            match &found {
                Ok(_) => converted += 1,
                Err(_) => refused += 1,
            }
            compare(found, case, "result_type", "result")
        } else {
            match unifying(case) {
                Ok(true) => {
                    unified += 1;
                    Ok(())
                }
                Ok(false) => {
                    apart += 1;
                    Ok(())
                }
                Err(error) => Err(error),
            }
        };
        if let Err(error) = outcome {
            wrong.push(format!("{case}\n  {error}"));
        }
    }
    println!(
        "conversion: {converted} converted, {refused} refused; {unified} groups of types unified, \
         {apart} without a common type"
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

type Outcome = Result<(Type, Value), String>;

fn converting(case: &Json, from: &str, member: &str, to: &Type) -> Outcome {
    let from = ty(&case[from]);
    let value = value(&from, &case[member]).expect("a value");
    convert(value, &from, to).map_err(|error| error.to_string())
}

/// Whether the outcome is what the case says.
fn compare(found: Outcome, case: &Json, ty_member: &str, member: &str) -> Result<(), String> {
    match (found, case.get("error")) {
        (Err(_), Some(_)) => Ok(()),
        (Ok((found_ty, found)), None) => {
            let ty = ty(&case[ty_member]);
            let expected = value(&ty, &case[member]).expect("a value");
            if found_ty == ty && found == expected {
                Ok(())
            } else {
                Err(format!("{found_ty}: {found:?}"))
            }
        }
        (found, _) => Err(format!("{found:?}")),
    }
}

/// Whether there is a common type, safe or not.
fn unifying(case: &Json) -> Result<bool, String> {
    let types: Vec<Type> = case["types"]
        .as_array()
        .expect("types")
        .iter()
        .map(ty)
        .collect();
    for (found, member) in [
        (unify(&types), "safe_type"),
        (unify_unsafe(&types), "unsafe_type"),
    ] {
        let expected = Some(&case[member]).filter(|json| !json.is_null()).map(ty);
        if found != expected {
            return Err(format!("{member}: {found:?}"));
        }
    }
    let Some(common) = unify_unsafe(&types) else {
        return Ok(false);
    };
    let values = case["values"].as_array().expect("values");
    let results = case["results"].as_array().expect("results");
    for ((from, json), result) in types.iter().zip(values).zip(results) {
        let value = value(from, json).expect("a value");
        let found = convert(value, from, &common).map_err(|error| error.to_string());
        compare(found, result, "type", "value")?;
    }
    Ok(true)
}
