//! Null inside arguments: it reaches a function only if the Rust type is nullable.

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
async fn each_level_has_its_own_nullability() {
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

/// Each position of a tuple has its own type, wherever the tuple is.
#[tokio::test(flavor = "multi_thread")]
async fn each_position_of_a_tuple_has_its_own_nullability() {
    gives("pair", &["[1, null]"], "(1, None)").await;
    refused("pair", &["[null, \"a\"]"], "value[0] must not be null", 0).await;
    gives(
        "pairs",
        &["[1, [null, \"a\"]]"],
        "[(1, [None, Some(\"a\")])]",
    )
    .await;
    let inside = "value[1][1] must not be null";
    refused("pairs", &["[1, []]", "[1, null]"], inside, 1).await;
    let inside = "value[0][0] must not be null";
    refused("pairs", &["[null, []]"], inside, 0).await;
    let deep = "[null, [[true, \"a\"], [1]]]";
    gives("deep_pairs", &[deep], "[None, Some(((true, \"a\"), [1]))]").await;
    for (argument, at) in [
        ("[[[null, \"a\"], []]]", "value[0][0][0]"),
        ("[[[true, null], []]]", "value[0][0][1]"),
        ("[[[true, \"a\"], [null]]]", "value[0][1][0]"),
        ("[[null, []]]", "value[0][0]"),
        ("[[[true, \"a\"], null]]", "value[0][1]"),
    ] {
        refused(
            "deep_pairs",
            &[argument],
            &format!("{at} must not be null"),
            0,
        )
        .await;
    }
}

/// The set is not null, but one of its elements is.
#[tokio::test(flavor = "multi_thread")]
async fn inside_a_set() {
    gives("tagset", &["[\"a\"]"], "{\"a\"}").await;
    refused("tagset", &["[null, \"a\"]"], "value[…] must not be null", 0).await;
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
