//! Sets of thousands of elements: each finds the prior element that it continues, in linear time.

use serde_json::{Value as Json, json};

use crate::refs::Ref;
use crate::schema::{Flags, Nesting, Schema};
use crate::tests::*;

/// Each element continues a prior one, so nothing changes.
#[track_caller]
fn continues_all(schema: &Ref<Schema>, prior: Vec<Json>, config: Vec<Json>) {
    let prior = json!({"id": "1", "rule": prior});
    let config = json!({ "rule": config });
    expect(schema, prior.clone(), config, prior, &[]);
}

/// If every element is new, each remaining one looks for an exchange. If each went through all
/// others, this test would take very long.
#[test]
fn thousands_of_elements_may_all_be_new() {
    let schema = resource(vec![block(
        "rule",
        Nesting::Set,
        vec![
            text("name", OPTIONAL),
            text("port", BOTH),
            text("uuid", COMPUTED),
        ],
    )]);
    let rules = |from: usize, uuid: Option<&str>| {
        let element = |i| match uuid {
            Some(uuid) => json!({"name": format!("n{i}"), "port": "1", "uuid": uuid}),
            None => json!({"name": format!("n{i}"), "port": "1"}),
        };
        let elements: Vec<Json> = (from..from + 30_000).map(element).collect();
        json!({"id": "1", "rule": elements})
    };
    let mut config = rules(30_000, None);
    config["id"].take();
    expect(
        &schema,
        rules(0, Some("x")),
        config,
        rules(30_000, Some("?")),
        &[],
    );
}

/// Elements may differ only in nested sets, of values that a provider fills if they are not
/// configured.
#[test]
fn sets_inside_tell_elements_apart() {
    let ports = vec![text("port", BOTH), text("uuid", COMPUTED)];
    let schema = resource(vec![block(
        "rule",
        Nesting::Set,
        vec![block("to", Nesting::Set, ports)],
    )]);
    let to = |i: i32| json!({"to": [{"port": i.to_string()}, {"port": (i + 1).to_string()}]});
    let known = |i: i32| {
        let mut element = to(i);
        for (end, uuid) in ["x", "y"].into_iter().enumerate() {
            element["to"][end]["uuid"] = json!(uuid);
        }
        element
    };
    let prior = (0..1_000).map(known).collect();
    continues_all(&schema, prior, (0..1_000).rev().map(to).collect());
}

/// In each pair of elements, the first can be either prior one, the second only the one that the
/// first finds first.
#[test]
fn many_elements_make_room_for_others() {
    let inside = vec![
        text("name", BOTH),
        text("port", BOTH),
        text("uuid", COMPUTED),
    ];
    let schema = resource(vec![block("rule", Nesting::Set, inside)]);
    let all = |make: fn(usize) -> [Json; 2]| (0..1_000).flat_map(make).collect::<Vec<_>>();
    let prior = all(|i| {
        [
            json!({"name": format!("n{i}"), "port": format!("p{i}"), "uuid": "x"}),
            json!({"name": format!("n{i}"), "port": "any", "uuid": "y"}),
        ]
    });
    let config = all(|i| {
        [
            json!({"name": format!("n{i}")}),
            json!({"port": format!("p{i}")}),
        ]
    });
    continues_all(&schema, prior, config);
}

#[test]
fn keys_of_maps_inside_tell_elements_apart() {
    let both = Flags::OPTIONAL.with(Flags::COMPUTED);
    let ports = vec![text("port", OPTIONAL), text("uuid", COMPUTED)];
    let to = nested("to", Nesting::Map, both, ports);
    let schema = resource(vec![block("rule", Nesting::Set, vec![to])]);
    let to = |i: i32, uuid: Json| {
        let mut to = serde_json::Map::new();
        to.insert(format!("k{i}"), json!({"port": "1", "uuid": uuid}));
        json!({ "to": to })
    };
    let prior: Vec<Json> = (0..1_000).map(|i| to(i, json!("x"))).collect();
    let config: Vec<Json> = (0..1_000).rev().map(|i| to(i, json!(null))).collect();
    continues_all(&schema, prior, config);
}
