//! Cases about what random ones rarely have: the number of blocks, of lists in lists and of blocks
//! in blocks changes where that replaces; zeros and negative zeros in collections.

use serde_json::{Map, Value as Json, json};

/// A force-new field, and what may be configured for it.
struct Shape {
    name: &'static str,
    field: Json,
    values: Json,
}

fn shapes() -> Vec<Shape> {
    let shape = |name, field, values| Shape {
        name,
        field,
        values,
    };
    let block = |ty: &str, inside: Json| json!({"type": ty, "elem": {"resource": inside}});
    let list = |ty: &str, elem: Json| json!({"type": ty, "elem": elem});
    let port = json!({"port": {"type": "string", "optional": true}});
    let zero = json!({"port": {"type": "int", "optional": true}});
    let filled = json!({"port": {"type": "string", "optional": true, "default": "a"}});
    let both = json!({"port": {"type": "string", "optional": true, "computed": true}});
    let with_size = json!({
        "port": {"type": "string", "optional": true},
        "size": {"type": "string", "computed": true},
    });
    let deep = json!({"peer": {"type": "list", "optional": true, "elem": {"resource": port}}});
    let blocks = json!([
        [],
        [{}],
        [{"port": "a"}],
        [{"port": "b"}],
        [{"port": "a"}, {"port": "b"}],
        [{"port": ""}, {}],
        [{"port": "b"}, {"port": "a"}, {}]
    ]);
    let numbered = json!([[], [{}], [{"port": 0}], [{"port": 1}], [{"port": 0}, {"port": 1}]]);
    let peers = json!([
        [],
        [{"peer": []}],
        [{"peer": [{}]}],
        [{"peer": [{"port": "a"}]}],
        [{"peer": [{"port": "a"}]}, {"peer": [{"port": "a"}, {}]}]
    ]);
    let lists = json!([
        null,
        [],
        [[]],
        [["a"]],
        [["a"], []],
        [["a", "b"]],
        [["", "b"], ["a"]]
    ]);
    let texts = json!([null, [], ["a"], ["b"], ["", "a"], ["a", "b"]]);
    let minus = json!([null, [0], [-0.0], [0, -0.0], [1, -0.0]]);
    let maps = json!([null, {}, {"a": ""}, {"a": "x"}, {"a": "", "b": "x"}, {"b": "x"}]);
    let counts = json!([null, {}, {"a": 0}, {"a": 1}, {"a": 0, "b": 1}, {"b": 1}]);
    let flags = json!([null, {}, {"a": false}, {"a": true}, {"a": false, "b": true}]);
    let string = json!({"type": "string"});
    vec![
        shape("blocks", block("list", port.clone()), blocks.clone()),
        shape("block-set", block("set", port), blocks.clone()),
        shape("zeros", block("list", zero.clone()), numbered.clone()),
        shape("zero-set", block("set", zero), numbered),
        shape("defaults", block("list", filled), blocks.clone()),
        shape("chosen", block("list", both), blocks.clone()),
        shape("sized", block("list", with_size.clone()), blocks.clone()),
        shape("sized-set", block("set", with_size), blocks),
        shape("deep", block("list", deep), peers),
        shape(
            "lists",
            list("list", list("list", string.clone())),
            lists.clone(),
        ),
        shape(
            "list-of-sets",
            list("list", list("set", string.clone())),
            lists,
        ),
        shape("texts", list("list", string.clone()), texts.clone()),
        shape("text-set", list("set", string.clone()), texts),
        shape(
            "numbers",
            list("list", json!({"type": "float"})),
            minus.clone(),
        ),
        shape("number-set", list("set", json!({"type": "float"})), minus),
        shape("map", list("map", string), maps),
        shape("counts", list("map", json!({"type": "int"})), counts),
        shape("flags", list("map", json!({"type": "bool"})), flags),
    ]
}

/// The field itself, and in the blocks of a list or a set.
const AROUND: [&str; 3] = ["", "list", "set"];

/// Every pair of values of each field, also computed ones, in each place.
pub(crate) fn cases() -> Vec<Json> {
    let mut cases = Vec::new();
    for Shape {
        name,
        field,
        values,
    } in shapes()
    {
        for around in AROUND {
            for computed in [false, true] {
                let mut field = field.clone();
                field["optional"] = json!(true);
                field["force_new"] = json!(true);
                if computed {
                    field["computed"] = json!(true);
                }
                cases.extend(pairs(&field, &values, around));
            }
        }
        for (i, case) in cases.iter_mut().enumerate() {
            if case["name"].is_null() {
                case["name"] = json!(format!("{name}-{i}"));
            }
        }
    }
    cases
}

fn pairs(field: &Json, values: &Json, around: &str) -> Vec<Json> {
    let inside = json!({"listener": field, "note": {"type": "string", "optional": true}});
    let attributes = match around {
        "" => inside.clone(),
        ty => json!({"disk": {"type": ty, "optional": true, "elem": {"resource": inside}}}),
    };
    let object = |value: &Json, stored: bool| {
        let value = match stored {
            true => kept(field, value),
            false => value.clone(),
        };
        let object = json!({"listener": value, "note": "n"});
        match around {
            "" => object,
            _ => json!({"disk": [object]}),
        }
    };
    let values = values.as_array().expect("values");
    let mut cases = Vec::new();
    for before in values {
        for after in values {
            let mut prior = object(before, true);
            prior["id"] = json!("id-1");
            cases.push(json!({
                "name": null,
                "schema": {"attributes": attributes},
                "prior_state": prior,
                "config": object(after, false),
            }));
        }
    }
    cases
}

/// What is in a state after this was configured.
fn kept(field: &Json, value: &Json) -> Json {
    let Some(fields) = field["elem"]["resource"].as_object() else {
        return value.clone();
    };
    let stored = |element: &Json| -> Json {
        let one = |(name, field): (&String, &Json)| {
            let value = match (&element[name], field["computed"] == true) {
                (Json::Null, true) => json!("computed"),
                (Json::Null, _) if !field["default"].is_null() => field["default"].clone(),
                (value, _) => kept(field, value),
            };
            (name.clone(), value)
        };
        fields.iter().map(one).collect::<Map<_, _>>().into()
    };
    let elements = value.as_array().map_or(&[][..], Vec::as_slice);
    elements.iter().map(stored).collect()
}
