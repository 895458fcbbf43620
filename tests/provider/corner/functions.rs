//! Functions with dynamic and deep types, and null and unknown wherever allowed.

use std::collections::BTreeSet;

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, terraform_version};
use serde_json::json;

use crate::provider::Corner;

/// One of its arguments, of any type, or none.
#[derive(Function)]
#[function(name = "choose", output = Option<Dynamic>)]
pub struct Choose {
    index: i64,
    #[param(variadic)]
    values: Vec<Dynamic>,
}

impl Function for Choose {
    fn call(self) -> FunctionResult<Option<Dynamic>> {
        let index = usize::try_from(self.index).at(Choose::INDEX)?;
        Ok(self.values.into_iter().nth(index))
    }
}

/// A value inside another one, by the names that lead to it.
#[derive(Function)]
#[function(name = "dig", output = Option<Dynamic>)]
pub struct Dig {
    value: Option<Dynamic>,
    #[param(variadic)]
    names: Vec<String>,
}

impl Function for Dig {
    fn call(self) -> FunctionResult<Option<Dynamic>> {
        let mut value = self.value;
        for (index, name) in self.names.iter().enumerate() {
            let Some(outer) = value else {
                return Err(
                    FunctionError::new("there is nothing inside null").at(Dig::NAMES.at(index))
                );
            };
            value = match name.parse::<usize>() {
                Ok(place) => outer.elements().into_iter().nth(place),
                Err(_) => outer.get(name),
            };
            if value.is_none() {
                let text = format!("there is no {name}");
                return Err(FunctionError::new(text).at(Dig::NAMES.at(index)));
            }
        }
        Ok(value.filter(|value| !value.is_null()))
    }
}

/// Which arguments are known.
#[derive(Function)]
#[function(name = "known", output = Vec<String>)]
pub struct Known {
    text: Val<String>,
    list: Val<Vec<Option<String>>>,
    any: Val<Dynamic>,
    #[param(variadic)]
    rest: Vec<Val<Dynamic>>,
}

fn word<T>(value: &Val<T>) -> String {
    match value {
        Val::Null => "null",
        Val::Unknown => "unknown",
        Val::Known(_) => "known",
    }
    .to_owned()
}

impl Function for Known {
    fn call(self) -> FunctionResult<Vec<String>> {
        let mut words = vec![word(&self.text), word(&self.list), word(&self.any)];
        words.extend(self.rest.iter().map(word));
        Ok(words)
    }
}

/// What is null.
#[derive(Function)]
#[function(name = "nullables", output = String)]
pub struct Nullables {
    text: Option<String>,
    flag: Option<bool>,
    number: Option<f64>,
    list: Option<Vec<Option<String>>>,
    set: Option<Set<i64>>,
    map: Option<BTreeMap<String, Option<bool>>>,
    any: Option<Dynamic>,
}

impl Function for Nullables {
    fn call(self) -> FunctionResult<String> {
        let Nullables {
            text,
            flag,
            number,
            list,
            set,
            map,
            any,
        } = self;
        // Terraform promises no order.
        let set: Option<BTreeSet<i64>> = set.map(|set| set.into_iter().collect());
        let any = any.map(|any| any.ty().to_string());
        Ok(format!(
            "{text:?} {flag:?} {number:?} {list:?} {set:?} {map:?} {any:?}"
        ))
    }
}

/// The same in reverse, and how many more there are.
#[derive(Function)]
#[function(name = "swap", output = (Option<Dynamic>, Option<Dynamic>, i64))]
pub struct Swap {
    first: Option<Dynamic>,
    second: Option<Dynamic>,
    #[param(variadic)]
    more: Vec<Option<Dynamic>>,
}

impl Function for Swap {
    fn call(self) -> FunctionResult<(Option<Dynamic>, Option<Dynamic>, i64)> {
        let more = i64::try_from(self.more.len())?;
        Ok((self.second, self.first, more))
    }
}

/// A stop on a route.
#[derive(Schema)]
#[schema(block)]
pub struct Stop {
    #[field(required)]
    name: String,
    #[field(optional)]
    tags: Option<Set<String>>,
    #[field(optional)]
    times: Option<BTreeMap<String, i64>>,
    #[field(optional, nested(map))]
    exits: BTreeMap<String, Exit>,
}

/// A way out.
#[derive(Schema)]
#[schema(block)]
pub struct Exit {
    #[field(optional)]
    street: Option<String>,
    #[field(optional)]
    gates: Option<Vec<Option<i64>>>,
}

/// The stops but for the first.
#[derive(Function)]
#[function(name = "route", output = Vec<Stop>, nested(list))]
pub struct Route {
    #[param(nested(single))]
    first: Stop,
    #[param(variadic, nested(list))]
    more: Vec<Stop>,
}

impl Function for Route {
    fn call(self) -> FunctionResult<Vec<Stop>> {
        if let Some(at) = self
            .more
            .iter()
            .position(|stop| stop.name == self.first.name)
        {
            return Err(FunctionError::new("it is the first one").at(Route::MORE.at(at)));
        }
        Ok(self.more)
    }
}

/// Two values, each of any type.
#[derive(Schema)]
#[schema(block)]
pub struct Pair {
    #[field(optional)]
    one: Option<Dynamic>,
    #[field(optional)]
    other: Option<Dynamic>,
}

/// The pair that it is given.
#[derive(Function)]
#[function(name = "pair", output = Pair, nested(single))]
pub struct EchoPair {
    #[param(nested(single))]
    pair: Pair,
}

impl Function for EchoPair {
    fn call(self) -> FunctionResult<Pair> {
        Ok(self.pair)
    }
}

fn test() -> ProviderTest {
    ProviderTest::new::<Corner>()
}

/// For calls with a literal `null`, which has no type.
fn test_of_nulls() -> ProviderTest {
    if terraform_version().is_some_and(|version| version.is_opentofu()) {
        test().only_in_process("OpenTofu takes a null without a type for unknown")
    } else {
        test()
    }
}

fn output(expression: &str) -> String {
    format!("output \"it\" {{\n  value = {expression}\n}}\n")
}

/// Applies outputs of these calls.
fn gives(calls: &[(&str, serde_json::Value)]) {
    let nulls = calls.iter().any(|(call, _)| call.contains("null"));
    let mut test = if nulls { test_of_nulls() } else { test() };
    for (call, value) in calls {
        let config = output(&format!("provider::corner::{call}"));
        test = test.step(Step::apply(config).output("it").is(value.clone()));
    }
    test.run();
}

#[test]
fn results_have_the_type_of_the_chosen_argument() {
    gives(&[
        ("choose(0, \"a\")", json!("a")),
        ("choose(1, \"a\", 2.5)", json!(2.5)),
        ("choose(0, true)", json!(true)),
        ("choose(0, [])", json!([])),
        ("choose(0, {})", json!({})),
        ("choose(0, [1, \"a\", [true]])", json!([1, "a", [true]])),
        ("choose(0, { a = { b = [1] } })", json!({"a": {"b": [1]}})),
        ("choose(0, toset([\"b\", \"a\"]))", json!(["a", "b"])),
        ("choose(0, tomap({ a = 1 }))", json!({"a": 1})),
        (
            "dig({ a = [\"x\", { b = 7 }] }, \"a\", \"1\", \"b\")",
            json!(7),
        ),
        ("dig([[1], [2]], 1, 0)", json!(2)),
        ("swap(1, [2], null, \"a\")", json!([[2], 1, 2])),
        ("swap(null, { a = 1 })", json!([{"a": 1}, null, 0])),
    ]);
}

#[test]
fn no_result_is_null() {
    let none = [
        "choose(3, 1)",
        "choose(0)",
        "dig(null)",
        "dig({ a = null }, \"a\")",
        "dig(tostring(null))",
        "swap(tostring(null), 1)[1]",
        "swap(1, null)[0]",
    ];
    let mut test = test_of_nulls();
    for call in none {
        let config = output(&format!("provider::corner::{call} == null"));
        test = test.step(Step::apply(config).output("it").is(true));
    }
    test.run();
}

#[test]
fn every_type_may_be_null() {
    gives(&[
        (
            "nullables(null, null, null, null, null, null, null)",
            json!("None None None None None None None"),
        ),
        (
            "nullables(\"\", false, 0, [], [], {}, {})",
            json!(
                "Some(\"\") Some(false) Some(0.0) Some([]) Some({}) Some({}) Some(\"object({})\")"
            ),
        ),
        (
            "nullables(\"a\", true, 1.5, [null, \"b\"], [2, 1, 2], { k = null }, [1])",
            json!(
                "Some(\"a\") Some(true) Some(1.5) Some([None, Some(\"b\")]) Some({1, 2}) Some({\"k\": None}) Some(\"tuple([number])\")"
            ),
        ),
        // Converted by the language's rules.
        (
            "nullables(1, \"true\", \"2\", [1], [\"3\"], { k = \"false\" }, null)",
            json!(
                "Some(\"1\") Some(true) Some(2.0) Some([Some(\"1\")]) Some({3}) Some({\"k\": Some(false)}) None"
            ),
        ),
    ]);
}

#[test]
fn objects_may_be_nested_to_any_depth() {
    let stop = "{ name = \"b\", tags = [\"y\", \"x\"], times = { am = 7 }, exits = { n = { street = null, gates = [1, null] } } }";
    let first = "{ name = \"a\", tags = null, times = null, exits = null }";
    gives(&[
        (&format!("route({first})"), json!([])),
        (
            &format!("route({first}, {stop})"),
            json!([{
                "name": "b",
                "tags": ["x", "y"],
                "times": {"am": 7},
                "exits": {"n": {"street": null, "gates": [1, null]}},
            }]),
        ),
        (
            &format!("route({first}, [{stop}]...)[0].exits.n.gates[0]"),
            json!(1),
        ),
    ]);
    let fails = |call: &str, pattern: &str| {
        let config = output(&format!("provider::corner::{call}"));
        test()
            .step(Step::plan(config).fails_at("value = provider", pattern))
            .run();
    };
    fails(
        &format!("route({first}, {stop}, {first})"),
        "Invalid value for \"more\" parameter: it is the first one",
    );
    fails(
        "route({ name = \"a\" })",
        "Invalid value for \"first\" parameter",
    );
    fails(
        "dig({ a = 1 }, \"a\", \"b\")",
        "Invalid value for \"names\" parameter: there is no b",
    );
    fails("choose(-1)", "Invalid value for \"index\" parameter");
}

/// Each value keeps its own type inside the object, in both directions.
#[test]
fn objects_hold_values_of_any_type() {
    gives(&[
        (
            "pair({ one = \"a\", other = true })",
            json!({"one": "a", "other": true}),
        ),
        (
            "pair({ one = tolist([1, 2]), other = tomap({ a = \"b\", c = true }) })",
            json!({"one": [1, 2], "other": {"a": "b", "c": "true"}}),
        ),
        (
            "pair({ one = [1, \"x\"], other = { a = \"b\", c = true } })",
            json!({"one": [1, "x"], "other": {"a": "b", "c": true}}),
        ),
        (
            "pair({ one = \"a\", other = null })",
            json!({"one": "a", "other": null}),
        ),
        (
            "pair(provider::corner::pair({ one = { b = [1] }, other = null })).one.b[0] + 1",
            json!(2),
        ),
    ]);
    for (call, pattern) in [
        ("pair({ one = 1 })", "attribute \"other\" is required"),
        ("pair(null)", "argument must not be null"),
    ] {
        let config = output(&format!("provider::corner::{call}"));
        test().step(Step::plan(config).fails(pattern)).run();
    }
}

/// Unknown values reach functions that accept them, and skip the others; a partly unknown value
/// counts as unknown.
#[test]
fn unknown_values_reach_functions_that_accept_them() {
    let config = |call: &str| {
        format!(
            "resource \"corner_echo\" \"a\" {{\n  input = [\"x\", 1]\n}}\n\noutput \"it\" {{\n  value = provider::corner::{call}\n}}\n"
        )
    };
    let later = "corner_echo.a.output";
    let known = format!("known(null, [null], [1], {later}, null, {{ a = {later} }}, 1)");
    test_of_nulls()
        .step(Step::plan(config(&known)).planned_output("it").is(json!([
            "null", "known", "known", "unknown", "null", "unknown", "known"
        ])))
        .step(
            Step::plan(config(&format!("choose(0, {later})")))
                .planned_output("it")
                .is_unknown(),
        )
        .step(
            Step::plan(config(&format!("dig([{later}, 1], 1)")))
                .planned_output("it")
                .is_unknown(),
        )
        .step(
            Step::apply(config(&format!("dig([{later}, 1], 0, 0)")))
                .output("it")
                .is("x"),
        )
        .run();
}

/// A result determines the number of objects, and their content.
#[test]
fn results_determine_objects() {
    let config = r#"
resource "corner_echo" "each" {
  for_each = toset(provider::corner::choose(0, ["a", "b"]))
  input    = provider::corner::choose(1, 0, { name = each.key, none = null })
}

resource "corner_echo" "counted" {
  count = provider::corner::choose(0, 2)
  input = provider::corner::choose(count.index, "x", [1])
}

output "it" {
  value = [corner_echo.each["b"].output.name, corner_echo.counted[1].output[0], corner_echo.counted[0].output]
}
"#;
    test()
        .step(
            Step::apply(config)
                .counts(4, 0, 0)
                .output("it")
                .is(json!(["b", 1, "x"])),
        )
        .step(Step::plan(config).plans_nothing())
        .run();
}
