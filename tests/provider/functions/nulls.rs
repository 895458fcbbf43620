//! Null inside arguments: it reaches a function where the Rust type has room for it, and nowhere else.

use schema_provider::Value;
use schema_provider::plugin::proto::v6::DynamicValue;
use schema_provider::schema_runtime::ty::Type;
use schema_provider::testing::{ProviderTest, Step};

use super::calc::Calc;
use super::wire::{call, error, result};

fn json(text: &str) -> DynamicValue {
    DynamicValue {
        json: text.to_owned().into(),
        ..Default::default()
    }
}

async fn gives(name: &str, arguments: &[&str], expected: &str) {
    let response = call(name, arguments.iter().map(|a| json(a)).collect()).await;
    assert_eq!(result(&response, &Type::String), Value::from(expected));
}

async fn refused(name: &str, arguments: &[&str], said: &str, argument: i64) {
    let response = call(name, arguments.iter().map(|a| json(a)).collect()).await;
    let (text, at) = error(&response);
    assert!(text.contains(said), "{name}: {text}");
    assert_eq!(at, Some(argument), "{name}: {text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_level_has_its_own_room() {
    let row = "[[\"a\", null]]";
    for rows in ["rows", "alias_rows"] {
        gives(rows, &[&row[1..row.len() - 1]], "[[Some(\"a\"), None]]").await;
        refused(rows, &["[]", "null"], "argument must not be null", 1).await;
    }
    gives("maybe_rows", &["[\"a\"]", "null"], "[Some([\"a\"]), None]").await;
    let inside = "value[1][1] must not be null";
    refused("maybe_rows", &["[]", "[\"a\", null]"], inside, 1).await;
    gives("grid", &["{\"k\": [null]}"], "{\"k\": [None]}").await;
    let inside = "value[\"k\"] must not be null";
    refused("grid", &["{\"k\": null}"], inside, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn inside_structs_of_further_arguments() {
    let said = "things[1].tags[1] must not be null";
    refused(
        "tags",
        &["{\"tags\": []}", "{\"tags\": [1, null]}"],
        said,
        1,
    )
    .await;
    let said = "things[0].tags is required";
    refused("tags", &["{\"tags\": null}"], said, 0).await;
    refused("tags", &["null"], "argument must not be null", 0).await;
}

#[test]
fn the_same_in_configurations() {
    let output = |call: &str| format!("output \"it\" {{\n  value = provider::calc::{call}\n}}\n");
    ProviderTest::new::<Calc>()
        .step(Step::plan(output("rows(null)")).fails_at("value = provider", "must not be null"))
        .step(
            Step::plan(output("grid({ k = null })"))
                .fails_at("value = provider", "must not be null"),
        )
        .step(
            Step::plan(output("tags({ tags = [null] })"))
                .fails_at("value = provider", "must not be null"),
        )
        .step(
            Step::apply(output("rows([\"a\", null])"))
                .output("it")
                .is("[[Some(\"a\"), None]]"),
        )
        .step(
            Step::apply(output("maybe_rows(null)"))
                .output("it")
                .is("[None]"),
        )
        .run();
}
