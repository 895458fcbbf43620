//! Which prior element a set element continues.

use serde_json::{Value as Json, json};

use crate::refs::Ref;
use crate::schema::{Extra, Field, Flags, Nesting, Schema};
use crate::tests::*;
use crate::value::Value;

fn rules(inside: Vec<Field>) -> [Ref<Schema>; 2] {
    [
        resource(vec![block("rule", Nesting::Set, inside.clone())]),
        resource(vec![nested("rule", Nesting::Set, OPTIONAL, inside)]),
    ]
}

#[track_caller]
fn agrees(inside: Vec<Field>, prior: Json, config: Json, expected: Json) {
    for schema in rules(inside) {
        let with = |rule: &Json| json!({"id": "1", "rule": rule});
        expect(
            &schema,
            with(&prior),
            json!({"rule": config}),
            with(&expected),
            &[],
        );
    }
}

fn inside() -> Vec<Field> {
    vec![
        text("name", OPTIONAL),
        text("port", BOTH),
        text("uuid", COMPUTED),
    ]
}

#[test]
fn what_is_configured_decides() {
    agrees(
        inside(),
        json!([{"name": "a", "port": "1", "uuid": "x"}, {"name": "b", "port": "2", "uuid": "y"}]),
        json!([{"name": "b"}, {"name": "c"}, {"name": "a", "port": "9"}]),
        json!([{"name": "b", "port": "2", "uuid": "y"}, {"name": "c", "port": "?", "uuid": "?"},
            {"name": "a", "port": "9", "uuid": "?"}]),
    );
}

#[test]
fn what_says_most_chooses_first() {
    agrees(
        inside(),
        json!([{"name": "a", "port": "1", "uuid": "x"}, {"name": "a", "port": "2", "uuid": "y"}]),
        json!([{"name": "a"}, {"name": "a", "port": "1"}]),
        // Nothing changes, so the plan is the prior object itself, in its order.
        json!([{"name": "a", "port": "1", "uuid": "x"}, {"name": "a", "port": "2", "uuid": "y"}]),
    );
}

/// As in the Go SDK: an element made without a value is not confused with one made with a value.
#[test]
fn an_element_that_had_nothing_computed_comes_first() {
    let inside = || vec![text("port", BOTH)];
    agrees(
        inside(),
        json!([{"port": "1"}, {"port": null}]),
        json!([{"port": "2"}, {}]),
        json!([{"port": "2"}, {"port": null}]),
    );
    // If both are left, the most specific one continues as before.
    agrees(
        inside(),
        json!([{"port": "1"}, {"port": null}]),
        json!([{"port": "1"}, {}]),
        json!([{"port": "1"}, {"port": null}]),
    );
    // If none is without a value, any continues.
    agrees(
        inside(),
        json!([{"port": "1"}]),
        json!([{}]),
        json!([{"port": "1"}]),
    );
}

#[test]
fn an_element_with_an_unknown_continues_none() {
    agrees(
        inside(),
        json!([{"name": "a", "port": "1", "uuid": "x"}]),
        json!([{"name": "a", "port": "?"}]),
        json!([{"name": "a", "port": "?", "uuid": "?"}]),
    );
}

#[test]
fn what_an_unknown_may_displace_is_unknown() {
    // The first may turn out to be the prior element, and then the second is new: nothing planned
    // for it now may turn out false.
    let prior = json!([{"name": "a", "port": "1", "uuid": "x"}]);
    agrees(
        inside(),
        prior.clone(),
        json!([{"name": "?", "port": "1"}, {"name": "a"}]),
        json!([{"name": "?", "port": "1", "uuid": "?"}, {"name": "a", "port": "?", "uuid": "?"}]),
    );
    // Here the unknown one covers whatever the second becomes.
    agrees(
        inside(),
        prior.clone(),
        json!([{"name": "?"}, {"name": "a"}]),
        json!([{"name": "?", "port": "?", "uuid": "?"}, {"name": "a", "port": "1", "uuid": "x"}]),
    );
    // Here it cannot be the same.
    agrees(
        inside(),
        prior,
        json!([{"name": "?", "port": "2"}, {"name": "a"}]),
        json!([{"name": "?", "port": "2", "uuid": "?"}, {"name": "a", "port": "1", "uuid": "x"}]),
    );
}

/// An element that may turn out to be the prior one represents the one that continues it now,
/// unless its plan would have an unknown there.
#[test]
fn what_is_volatile_does_not_change_places() {
    let fields = |flags| vec![text("name", BOTH), text("port", flags)];
    let prior = json!([{"name": "a", "port": "1"}, {"name": "b", "port": "1"}]);
    let config = json!([{"name": "?"}, {"port": "1"}]);
    agrees(
        fields(BOTH),
        prior.clone(),
        config.clone(),
        json!([{"name": "?", "port": "?"}, {"name": "a", "port": "1"}]),
    );
    agrees(
        fields(BOTH.with(Flags::VOLATILE)),
        prior,
        config,
        json!([{"name": "?", "port": "?"}, {"name": "?", "port": "1"}]),
    );
}

#[test]
fn what_is_known_of_an_unknown_keeps_it_from_changing_places() {
    let fields = || vec![text("name", BOTH), text("port", BOTH)];
    let prior = json!([{"name": "a", "port": "1"}, {"name": "b"}]);
    // When the port is 1, the first element continues the second prior one, whose port is null.
    agrees(
        fields(),
        prior.clone(),
        json!([{}, {"port": "?!"}]),
        json!([{"name": "?", "port": "?"}, {"name": "?", "port": "?!"}]),
    );
    agrees(
        fields(),
        prior,
        json!([{}, {"port": "?"}]),
        json!([{"name": "a", "port": "1"}, {"name": "?", "port": "?"}]),
    );
}

#[test]
fn a_type_with_its_own_equality_keeps_the_prior_form() {
    let words = || {
        vec![
            text("name", OPTIONAL).and(Extra::Canonical { canonical: lower }),
            text("uuid", COMPUTED),
        ]
    };
    agrees(
        words(),
        json!([{"name": "A", "uuid": "x"}]),
        json!([{"name": "a"}]),
        json!([{"name": "A", "uuid": "x"}]),
    );
}

#[test]
fn how_it_will_be_written_is_unknown_where_another_part_is() {
    let words = vec![
        text("name", OPTIONAL).and(Extra::Canonical { canonical: lower }),
        text("port", OPTIONAL),
    ];
    agrees(
        words,
        json!([{"name": "A", "port": "1"}]),
        json!([{"name": "a", "port": "?"}, {"name": "b", "port": "?"}]),
        json!([{"name": "?", "port": "?"}, {"name": "b", "port": "?"}]),
    );
}

/// Its own set may turn out to have fewer elements, like the prior one's.
#[test]
fn how_it_will_be_written_is_unknown_where_a_set_inside_may_shrink() {
    let name = text("name", OPTIONAL).and(Extra::Canonical { canonical: lower });
    let way = nested("way", Nesting::Set, OPTIONAL, vec![name]);
    agrees(
        vec![way],
        json!([{"way": [{"name": ""}, {"name": "a"}]}]),
        json!([{"way": [{"name": "?"}, {"name": ""}, {"name": "A"}]}]),
        json!([{"way": [{"name": "?"}, {"name": ""}, {"name": "?"}]}]),
    );
}

#[test]
fn sets_within_elements_are_correlated_too() {
    let inside = || {
        vec![
            text("name", OPTIONAL),
            nested(
                "way",
                Nesting::Set,
                OPTIONAL,
                vec![text("to", OPTIONAL), text("cost", BOTH)],
            ),
        ]
    };
    agrees(
        inside(),
        json!([{"name": "a", "way": [{"to": "x", "cost": "1"}, {"to": "y", "cost": "2"}]}]),
        json!([{"name": "a", "way": [{"to": "y", "cost": "2"}, {"to": "x"}]}]),
        json!([{"name": "a", "way": [{"to": "x", "cost": "1"}, {"to": "y", "cost": "2"}]}]),
    );
}

/// A key: the first field.
fn name(element: &Value) -> Value {
    let values = element.as_object();
    let first = values.and_then(|values| values.first());
    first.cloned().unwrap_or(Value::Null)
}

#[test]
fn a_key_says_what_an_element_continues() {
    let with_key = |field: Field| resource(vec![field.and(Extra::SetKey { key: name })]);
    let schema = with_key(block("rule", Nesting::Set, inside()));
    let prior = json!({"id": "1", "rule": [{"name": "a", "port": "1", "uuid": "x"}, {"name": "b", "port": "2", "uuid": "y"}]});
    // The port changed; the element is still the same.
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "a", "port": "9"}, {"name": "b"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "9", "uuid": "x"}, {"name": "b", "port": "2", "uuid": "y"}]}),
        &[],
    );
    // Even an unknown one.
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "a", "port": "?"}, {"name": "b"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "?", "uuid": "x"}, {"name": "b", "port": "2", "uuid": "y"}]}),
        &[],
    );
    // Two with one key: neither continues.
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "a", "port": "8"}, {"name": "a", "port": "9"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "8", "uuid": "?"}, {"name": "a", "port": "9", "uuid": "?"}]}),
        &[],
    );
    // An unknown key may become any key.
    expect(
        &schema,
        prior,
        json!({"rule": [{"name": "?", "port": "1"}, {"name": "a", "port": "9"}]}),
        json!({"id": "1", "rule": [{"name": "?", "port": "1", "uuid": "?"}, {"name": "a", "port": "9", "uuid": "?"}]}),
        &[],
    );
}

/// Provider developers' functions get zero for unknown values.
#[test]
fn a_key_that_reads_unknown_as_zero_is_unknown_all_the_same() {
    fn name(element: &Value) -> Value {
        let first = element.as_object().and_then(|values| values.first());
        Value::from(first.and_then(Value::as_str).unwrap_or_default())
    }
    let rule = block("rule", Nesting::Set, inside()).and(Extra::SetKey { key: name });
    let schema = resource(vec![rule]);
    // It may become a key other than that of the element whose key is zero.
    expect(
        &schema,
        json!({"id": "1", "rule": [{"name": "", "port": "1", "uuid": "x"}]}),
        json!({"rule": [{"name": "?", "port": "2"}]}),
        json!({"id": "1", "rule": [{"name": "?", "port": "2", "uuid": "?"}]}),
        &[],
    );
    // And it may become the key of an element that seems to be the only one with it.
    expect(
        &schema,
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "uuid": "x"}]}),
        json!({"rule": [{"name": "?", "port": "2"}, {"name": "a", "port": "9"}]}),
        json!({"id": "1", "rule": [{"name": "?", "port": "2", "uuid": "?"},
            {"name": "a", "port": "9", "uuid": "?"}]}),
        &[],
    );
    // Unknowns beside the key do not matter.
    expect(
        &schema,
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "uuid": "x"}]}),
        json!({"rule": [{"name": "a", "port": "?"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "?", "uuid": "x"}]}),
        &[],
    );
}

#[test]
fn a_key_that_the_provider_fills_puts_no_other_in_doubt() {
    let rule = block(
        "rule",
        Nesting::Set,
        vec![
            text("name", BOTH),
            text("port", OPTIONAL),
            text("uuid", COMPUTED),
        ],
    );
    expect(
        &resource(vec![rule.and(Extra::SetKey { key: name })]),
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "uuid": "x"}]}),
        // All of this is known, so the second plan is the same.
        json!({"rule": [{"name": "a", "port": "9"}, {"port": "5"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "9", "uuid": "x"},
            {"name": "?", "port": "5", "uuid": "?"}]}),
        &[],
    );
}

#[test]
fn a_key_makes_no_two_elements_one() {
    let fields = vec![
        text("name", OPTIONAL),
        text("port", BOTH),
        text("kind", OPTIONAL),
    ];
    let rule = block("rule", Nesting::Set, fields);
    expect(
        &resource(vec![rule.and(Extra::SetKey { key: name })]),
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "kind": "x"}, {"name": "a", "port": "1", "kind": "y"}]}),
        // With the port of the first prior element, the second would be the first.
        json!({"rule": [{"name": "a", "port": "1", "kind": "y"}, {"name": "a", "kind": "y"}]}),
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "kind": "y"}, {"name": "a", "port": "?", "kind": "y"}]}),
        &[],
    );
}

/// By its key the element continues one prior element, but it may turn out to be a different one,
/// or another element may turn out to be the one that it continues.
#[test]
fn what_an_unknown_may_be_puts_its_key_in_doubt() {
    let rule = |key| {
        let fields = vec![
            text("name", OPTIONAL).and(Extra::Canonical { canonical: lower }),
            text("port", OPTIONAL),
            text("uuid", COMPUTED),
        ];
        let rule = block("rule", Nesting::Set, fields);
        resource(vec![rule.and(Extra::SetKey { key })])
    };
    let schema = rule(name);
    let prior = json!({"id": "1", "rule": [
        {"name": "a", "port": "1", "uuid": "x"}, {"name": "A", "port": "2", "uuid": "y"}]});
    // With port 2 it is the second, which has a different spelling.
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "a", "port": "?"}]}),
        json!({"id": "1", "rule": [{"name": "?", "port": "?", "uuid": "?"}]}),
        &[],
    );
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "a", "port": "2"}]}),
        json!({"id": "1", "rule": [{"name": "A", "port": "2", "uuid": "y"}]}),
        &[],
    );
    // The second element continues a prior one by its key, unless the first turns out to be that.
    expect(
        &schema,
        prior.clone(),
        json!({"rule": [{"name": "b", "port": "?"}, {"name": "a", "port": "?"}, {"name": "A", "port": "9"}]}),
        json!({"id": "1", "rule": [{"name": "b", "port": "?", "uuid": "?"},
            {"name": "?", "port": "?", "uuid": "?"}, {"name": "A", "port": "9", "uuid": "?"}]}),
        &[],
    );
    // An unknown key may become that of an element with a different spelling.
    fn port(element: &Value) -> Value {
        let values = element.as_object();
        let second = values.and_then(|values| values.get(1));
        second.cloned().unwrap_or(Value::Null)
    }
    expect(
        &rule(port),
        json!({"id": "1", "rule": [{"name": "a", "port": "1", "uuid": "x"}]}),
        json!({"rule": [{"name": "A", "port": "?"}]}),
        json!({"id": "1", "rule": [{"name": "?", "port": "?", "uuid": "?"}]}),
        &[],
    );
}

#[test]
fn elements_that_defaults_make_equal_are_one_block_but_an_error_in_an_attribute() {
    let [as_block, as_attribute] = rules(vec![text("name", OPTIONAL).or("a")]);
    let config = json!({"rule": [{}, {"name": "a"}]});
    expect(
        &as_block,
        json!(null),
        config.clone(),
        json!({"id": "?", "rule": [{"name": "a"}]}),
        &[],
    );
    let made = planned(&as_attribute, &json!(null), &config);
    assert!(made.diagnostics.has_errors());
    assert_eq!(
        made.diagnostics.iter().next().unwrap().path.to_string(),
        "rule"
    );
    // Even if one of them would continue a prior one with a different spelling.
    let word = text("name", OPTIONAL)
        .or("a")
        .and(Extra::Canonical { canonical: lower });
    let [_, schema] = rules(vec![word]);
    let prior = json!({"id": "1", "rule": [{"name": "A"}]});
    assert!(planned(&schema, &prior, &config).diagnostics.has_errors());
}

/// Elements with different nested structures are compared separately.
#[test]
fn a_missing_object_is_not_one_with_unknowns() {
    let form = || text("form", OPTIONAL).and(Extra::Canonical { canonical: lower });
    let inside = vec![
        form(),
        text("name", OPTIONAL),
        nested(
            "to",
            Nesting::Single,
            OPTIONAL,
            vec![text("port", OPTIONAL), text("uuid", COMPUTED)],
        ),
    ];
    let schema = resource(vec![nested("rule", Nesting::Set, OPTIONAL, inside)]);
    let prior = json!({"id": "1", "rule": [
        {"form": "A", "name": "x", "to": {"port": "1", "uuid": "u"}}]});
    let config = json!({"rule": [
        {"form": "b", "name": "?", "to": null}, {"form": "a", "name": "?", "to": {"port": "1"}}]});
    // The second may turn out to be the prior one, and then takes its spelling.
    let planned = json!({"id": "1", "rule": [
        {"form": "b", "name": "?", "to": null},
        {"form": "?", "name": "?", "to": {"port": "1", "uuid": "?"}}]});
    expect(&schema, prior, config, planned, &[]);
}
