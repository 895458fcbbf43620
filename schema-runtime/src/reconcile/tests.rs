//! A provider's results are reconciled with its plan.

use serde_json::{Value as Json, json};

use super::{RootObjects, reconcile_field};
use crate::path::Path;
use crate::refs::Ref;
use crate::schema::{Extra, Flags, Nesting, Schema};
use crate::terraform_core::object_compatible;
use crate::tests::{BOTH, OPTIONAL, block, lower, nested, number, object, of, resource, text};
use crate::ty::Type;
use crate::value::{Value, field_of};

/// The value of the field `rule`.
fn rules(schema: &Schema, json: &Json) -> Value {
    let whole = object(&schema.block, &json!({ "rule": json }));
    field_of(&whole, 1).clone()
}

fn reconciled(schema: &Schema, written: Value, planned: &Value) -> Value {
    let root = RootObjects {
        prior: &Value::Null,
        config: &Value::Null,
        block: &schema.block,
    };
    let (_, field) = schema.block.find("rule").unwrap();
    reconcile_field(field, &Path::root(), root, written, planned, false)
}

fn assert_compatible(schema: &Ref<Schema>, planned: Value, reconciled: Value) {
    let shown = format!("{reconciled:?}");
    let [planned, reconciled] =
        [planned, reconciled].map(|rule| Value::Object(vec![Value::Null, rule]));
    let errors = object_compatible(&schema.block, &planned, &reconciled);
    assert!(errors.is_empty(), "{errors:?}: {shown}");
}

#[test]
fn an_element_that_came_back_as_one_represents_those_of_its_value_first() {
    let name = text("name", OPTIONAL).and(Extra::Canonical { canonical: lower });
    let port = number("port", Flags::OPTIONAL.with(Flags::COMPUTED));
    let schema = resource(vec![block("rule", Nesting::Set, vec![name, port])]);
    let rules = |json| rules(&schema, &json);
    let planned = rules(json!([
        {"name": "B", "port": "?"}, {"name": "B", "port": 0}, {"name": "b", "port": 0}
    ]));
    let written = rules(json!([{"name": "B"}, {"name": "b", "port": 0}]));
    let reconciled = reconciled(&schema, written, &planned);
    // The null that the unknown became is not the zero planned beside it.
    let expected = rules(json!([
        {"name": "B"}, {"name": "B", "port": 0}, {"name": "b", "port": 0}
    ]));
    assert_eq!(reconciled, expected);
}

/// Also if the elements' own sets became smaller.
#[test]
fn a_smaller_set_inside_represents_what_has_its_nulls_first() {
    let both = Flags::OPTIONAL.with(Flags::COMPUTED);
    let name = text("name", both).and(Extra::Canonical { canonical: lower });
    let to = block("to", Nesting::Set, vec![name]);
    let from = block("from", Nesting::Set, vec![to]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![from])]);
    let to = |names: &Json| {
        let names = names.as_array().unwrap().iter();
        json!({"to": names.map(|name| json!({"name": name})).collect::<Vec<_>>()})
    };
    let rule = |sets: Json| {
        let from: Vec<_> = sets.as_array().unwrap().iter().map(to).collect();
        json!({"from": from})
    };
    let other = [rule(json!([])), rule(json!([["B"], [null], []]))];
    let [none, some] = other;
    let planned = [
        none.clone(),
        rule(json!([["B"], ["?"], []])),
        rule(json!([["?", "b"], ["?", "B"], ["B", "", "b"]])),
    ];
    let written = [none, some, rule(json!([[null, "b"], ["b", ""]]))];
    let [planned, written] = [planned, written].map(|all| rules(&schema, &json!(all)));
    let reconciled = reconciled(&schema, written, &planned);
    assert_compatible(&schema, planned, reconciled);
}

#[test]
fn an_element_whose_own_set_became_smaller_is_still_the_same() {
    let on = of("on", Type::Bool, Flags::OPTIONAL);
    let more = nested("more", Nesting::Set, BOTH, vec![on, number("port", BOTH)]);
    let last = of("last", Type::Bool, Flags::OPTIONAL.with(Flags::COMPUTED));
    let rule = block("rule", Nesting::Set, vec![more, last]);
    let schema = resource(vec![rule]);
    let rules = |json| rules(&schema, &json);
    let planned = rules(json!([
        {"more": [{"on": true, "port": 1}, {"on": true, "port": "?"}], "last": "?"},
        {"more": "?", "last": false}
    ]));
    // The provider chose the port that was already beside it.
    let written = rules(json!([
        {"more": [{"on": true, "port": 1}], "last": false},
        {"more": [{"on": true, "port": 7}], "last": false}
    ]));
    let reconciled = reconciled(&schema, written, &planned);
    assert_compatible(&schema, planned, reconciled);
}

#[test]
fn elements_whose_own_sets_became_one_are_each_itself() {
    let name = text("name", OPTIONAL).and(Extra::Canonical { canonical: lower });
    let more = nested("more", Nesting::Set, BOTH, vec![name]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![more])]);
    let rules = |json| rules(&schema, &json);
    let planned = rules(json!([
        {"more": [{"name": ""}, {"name": "A"}]},
        {"more": [{"name": ""}, {"name": "A"}, {"name": "a"}]}
    ]));
    let written = rules(json!([{"more": [{"name": ""}, {"name": "a"}]}]));
    let reconciled = reconciled(&schema, written, &planned);
    assert_eq!(reconciled, planned);
}

/// A returned zero may have been planned null, but a null was never planned zero: the third element
/// is what the first became, not the second with null for its zero.
#[test]
fn a_null_that_came_back_is_no_planned_zero() {
    let on = of("on", Type::Bool, Flags::OPTIONAL.with(Flags::COMPUTED));
    let more = block("more", Nesting::Set, vec![on]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![more])]);
    let rules = |sets: Json| {
        let of = |on: &Json| {
            let on = on.as_array().unwrap().iter();
            json!({"more": on.map(|on| json!({ "on": on })).collect::<Vec<_>>()})
        };
        let sets: Vec<_> = sets.as_array().unwrap().iter().map(of).collect();
        rules(&schema, &json!(sets))
    };
    let planned = rules(json!([["?"], ["?", true], ["?", false]]));
    let written = rules(json!([[false], [null, true]]));
    let reconciled = reconciled(&schema, written, &planned);
    assert_eq!(reconciled.element_count(), Some(3));
    assert_compatible(&schema, planned, reconciled);
}

/// Elements whose own sets became smaller, because a null reads as zero, are found in any order.
#[test]
fn elements_whose_own_nulls_and_zeros_became_one_are_each_itself() {
    let on = of("on", Type::Bool, Flags::OPTIONAL);
    let more = block("more", Nesting::Set, vec![on, number("port", OPTIONAL)]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![more])]);
    let rule =
        |port: i64, on: [Json; 2]| json!({"more": on.map(|on| json!({"on": on, "port": port}))});
    let planned = |ports: [i64; 2]| {
        let all = ports.map(|port| rule(port, [Json::Null, json!(false)]));
        rules(&schema, &json!(all))
    };
    let written = [1, 2].map(|port| rule(port, [json!(false), json!(false)]));
    let written = rules(&schema, &json!(written));
    for ports in [[1, 2], [2, 1]] {
        let reconciled = reconciled(&schema, written.clone(), &planned(ports));
        assert_eq!(reconciled, planned(ports));
    }
}

#[test]
fn an_element_that_fits_two_planned_ones_leaves_the_other_its_own() {
    let size = number("size", Flags::OPTIONAL);
    let port = number("port", BOTH);
    let inner = nested(
        "more",
        Nesting::Single,
        BOTH,
        vec![size, text("note", BOTH)],
    );
    let schema = resource(vec![block("rule", Nesting::Set, vec![port, inner])]);
    let rules = |json| rules(&schema, &json);
    let planned = rules(json!([
        {"port": 1, "more": "?"}, {"port": "?", "more": {"size": 0, "note": "?"}}
    ]));
    let written = rules(json!([
        {"port": 1, "more": {"size": 0, "note": "a"}},
        {"port": 2, "more": {"size": 0, "note": "b"}}
    ]));
    let reconciled = reconciled(&schema, written, &planned);
    assert_compatible(&schema, planned, reconciled);
}

/// Which element came back for which planned one is clear only from all of them together.
#[test]
fn elements_that_fit_several_planned_ones_are_given_out_so_that_none_is_left() {
    let port = number("port", Flags::OPTIONAL.with(Flags::COMPUTED));
    let more = nested("more", Nesting::Set, BOTH, vec![port]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![more])]);
    let rules = |json| rules(&schema, &json);
    let of = |ports: Json| {
        let ports = ports.as_array().unwrap().iter();
        json!({"more": ports.map(|port| json!({"port": port})).collect::<Vec<_>>()})
    };
    // The first may be the first or the third written one, the second the first or the second, and
    // the third the third, in whatever order they are compared.
    let planned = [
        of(json!([2, "?", 0])),
        of(json!([0, "?"])),
        of(json!(["?", 1, 2])),
    ];
    let written = [of(json!([2, 0])), of(json!([0])), of(json!([0, 1, 2]))];
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let ordered = |rules_of: &[Json; 3], order: [usize; 3]| {
        rules(Json::from(order.map(|i| rules_of[i].clone()).to_vec()))
    };
    for first in orders {
        for second in orders {
            let planned = ordered(&planned, first);
            let reconciled = reconciled(&schema, ordered(&written, second), &planned);
            assert_compatible(&schema, planned, reconciled);
        }
    }
}
