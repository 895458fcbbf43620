//! Conversion and unification.

use schema_runtime::convert::{ConvertError, convert, unify, unify_unsafe};
use schema_runtime::dynamic::type_to_json;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use sdk_tests::vectors::{
    Kind, Summary, for_each_case, read_type, read_value, write_answer, write_value,
};
use serde_json::{Map, Value as Json};

use crate::refusal;

#[test]
fn values_convert_as_in_core() {
    let mut summary = Summary::new("conversion");
    let (mut converted, mut refused, mut unified, mut apart) = (0, 0, 0, 0);
    let unusable = for_each_case(Kind::Conversion, |case| {
        let outcome = if case["kind"] == "convert" {
            match case.get("error") {
                None => converted += 1,
                Some(_) => refused += 1,
            }
            converting(case)
        } else {
            match case["unsafe_type"].is_null() {
                false => unified += 1,
                true => apart += 1,
            }
            unifying(case)
        };
        summary.count(case["name"].as_str().unwrap_or("?"), outcome);
    });
    summary.unusable(unusable);
    sdk_tests::say!(
        "conversion: {converted} converted, {refused} refused; {unified} groups of types unified, \
         {apart} without a common type"
    );
    summary.finish();
}

fn ty(json: &Json) -> Result<Type, String> {
    read_type(json).map_err(|e| e.to_string())
}

fn value(json: &Json, ty: &Type) -> Result<Value, String> {
    read_value(json, ty).map_err(|e| e.to_string())
}

type Found = Result<(Type, Value), ConvertError>;

/// An outcome in the format of the vectors.
fn answers(
    found: &Found,
    ty_member: &'static str,
    member: &'static str,
) -> Vec<(&'static str, Json)> {
    match found {
        Ok((ty, value)) => vec![
            (ty_member, Json::from(&type_to_json(ty))),
            (member, write_value(value, ty)),
        ],
        Err(error) => vec![("error", refusal(&error.path(), error.text()))],
    }
}

/// Whether the outcome matches the case.
fn compare(found: &Found, case: &Json, ty_member: &str, member: &str) -> Result<(), String> {
    match (found, case.get("error")) {
        (Err(_), Some(_)) => Ok(()),
        (Ok((found_ty, found)), None) => {
            let ty = ty(&case[ty_member])?;
            if *found_ty == ty && *found == value(&case[member], &ty)? {
                Ok(())
            } else {
                Err(format!("{found_ty}: {found:?}"))
            }
        }
        (found, _) => Err(format!("{found:?}")),
    }
}

fn converting(case: &Json) -> Result<(), String> {
    let from = ty(&case["from_type"])?;
    let found = convert(value(&case["value"], &from)?, &from, &ty(&case["to_type"])?);
    let ours = answers(&found, "result_type", "result");
    write_answer(case, &["result_type", "result", "error"], ours);
    compare(&found, case, "result_type", "result")
}

fn list(case: &Json, member: &str) -> Result<Vec<Json>, String> {
    let list = case[member].as_array();
    list.cloned().ok_or_else(|| format!("{member} is no list"))
}

fn unifying(case: &Json) -> Result<(), String> {
    let types: Vec<Type> = list(case, "types")?
        .iter()
        .map(ty)
        .collect::<Result<_, _>>()?;
    let (safe, common) = (unify(&types), unify_unsafe(&types));
    let as_json = |ty: &Option<Type>| {
        ty.as_ref()
            .map_or(Json::Null, |ty| Json::from(&type_to_json(ty)))
    };
    let mut ours = vec![
        ("safe_type", as_json(&safe)),
        ("unsafe_type", as_json(&common)),
    ];
    let found: Vec<Found> = match &common {
        None => Vec::new(),
        Some(common) => types
            .iter()
            .zip(list(case, "values")?)
            .map(|(from, json)| Ok(convert(value(&json, from)?, from, common)))
            .collect::<Result<_, String>>()?,
    };
    if common.is_some() {
        let results = found.iter().map(|found| {
            let members = answers(found, "type", "value");
            let members = members
                .into_iter()
                .map(|(name, json)| (name.to_owned(), json));
            Json::Object(members.collect::<Map<_, _>>())
        });
        ours.push(("results", results.collect()));
    }
    write_answer(case, &["safe_type", "unsafe_type", "results"], ours);

    for (found, member) in [(&safe, "safe_type"), (&common, "unsafe_type")] {
        let expected = match &case[member] {
            Json::Null => None,
            json => Some(ty(json)?),
        };
        if *found != expected {
            return Err(format!("{member}: {found:?}"));
        }
    }
    if common.is_some() {
        for (found, result) in found.iter().zip(list(case, "results")?) {
            compare(found, &result, "type", "value")?;
        }
    }
    Ok(())
}
