//! Properties of schemas in Go that this SDK would choose differently: served exactly as
//! `terraform providers schema -json` prints them.

use std::collections::BTreeMap;

use schema_runtime::attr::AttrPath;
use schema_runtime::dynamic::{read_schema, schema_json};
use schema_runtime::field_type::Set;
use schema_runtime::object::{Root, schema};
use schema_runtime::{Schema, object};
use serde_json::{Value as Json, json};

/// The schema of a struct as JSON, after checking that the reader reads the same schema.
pub(super) fn served<T: Root>() -> Json {
    let of = object::schema::<T>();
    let printed = schema_json(of).to_string();
    let json: Json = serde_json::from_str(&printed).unwrap();
    let read = read_schema(of.kind, &of.type_name, &json).unwrap();
    assert_eq!(schema_json(&read).to_string(), printed);
    json
}

/// How long.
#[derive(Schema)]
#[schema(plain(fields))]
struct Times {
    /// For the first time.
    #[field(optional)]
    create: Option<String>,
    #[field(optional)]
    purge: Option<String>,
}

/// A part.
#[derive(Schema)]
#[schema(plain(own))]
struct Part {
    /// Its *size*.
    #[field(required)]
    size: i64,
    #[field(optional, description = "  two\n    lines \t", plain)]
    text: Option<String>,
}

/// All of it.
#[derive(Schema)]
#[schema(
    data_source = "x_plain",
    plain,
    timeouts(read = "5m", description = none)
)]
struct Plain {
    /// What it is called, as in https://example.com/[name].
    #[field(required)]
    name: String,
    /// In *Markdown*.
    #[field(optional, markdown)]
    text: Option<String>,
    #[field(computed)]
    bare: String,
    #[field(computed, markdown)]
    empty: String,
    #[field(block(list))]
    part: Vec<Part>,
    /// Of this one.
    #[field(block(list, max_items = 1))]
    first: Option<Part>,
    /// Of that one.
    #[field(block(single), markdown)]
    second: Option<Part>,
}

#[test]
fn descriptions_are_plain_text_or_markdown_and_exact() {
    let part = |kind: &str, text: &str| {
        json!({
            "attributes": {
                "size": {"type": "number", "required": true, "description": "Its *size*.", "description_kind": "markdown"},
                "text": {"type": "string", "optional": true, "description": "  two\n    lines \t", "description_kind": "plain"},
            },
            "description": text,
            "description_kind": kind,
        })
    };
    let id = "Identifies the object; chosen by the provider.";
    let expected = json!({"version": 0, "block": {
        "attributes": {
            "id": {"type": "string", "computed": true, "description": id, "description_kind": "plain"},
            "name": {"type": "string", "required": true, "description_kind": "plain",
                "description": "What it is called, as in https://example.com/[name]."},
            "text": {"type": "string", "optional": true, "description": "In *Markdown*.", "description_kind": "markdown"},
            "bare": {"type": "string", "computed": true, "description_kind": "plain"},
            "empty": {"type": "string", "computed": true, "description_kind": "markdown"},
        },
        "block_types": {
            "part": {"nesting_mode": "list", "block": part("plain", "A part.")},
            "first": {"nesting_mode": "list", "max_items": 1, "block": part("plain", "Of this one.")},
            "second": {"nesting_mode": "single", "block": part("markdown", "Of that one.")},
            "timeouts": {"nesting_mode": "single", "block": {
                "attributes": {"read": {"type": "string", "optional": true, "description_kind": "plain"}},
                "description_kind": "plain",
            }},
        },
        "description": "All of it.",
        "description_kind": "plain",
    }});
    assert_eq!(served::<Plain>(), expected);
}

/// Timeouts of a form of its own.
#[derive(Schema)]
#[schema(
    resource = "x_timed",
    id(description = ""),
    default_timeouts(create = "1h", delete = "2h")
)]
struct Timed {
    #[field(required, force_new)]
    name: String,
    /// Of the calls.
    #[field(optional, nested(single), plain)]
    timeouts: Option<Times>,
}

#[derive(Schema)]
#[schema(data_source = "x_timed", id = none)]
struct TimedOnce {
    #[field(block(list, max_items = 1))]
    timeouts: Option<Nothing>,
}

#[derive(Schema)]
struct Nothing {}

#[test]
fn timeouts_may_be_a_field_of_any_form() {
    let expected = json!({"version": 0, "block": {
        "attributes": {
            "id": {"type": "string", "computed": true, "description_kind": "plain"},
            "name": {"type": "string", "required": true, "description_kind": "plain"},
            "timeouts": {
                "nested_type": {"nesting_mode": "single", "attributes": {
                    "create": {"type": "string", "optional": true, "description": "For the first time.", "description_kind": "plain"},
                    "purge": {"type": "string", "optional": true, "description_kind": "plain"},
                }},
                "optional": true, "description": "Of the calls.", "description_kind": "plain",
            },
        },
        "description": "Timeouts of a form of its own.",
        "description_kind": "markdown",
    }});
    assert_eq!(served::<Timed>(), expected);
    let expected = json!({"version": 0, "block": {
        "block_types": {"timeouts": {"nesting_mode": "list", "max_items": 1, "block": {"description_kind": "plain"}}},
        "description_kind": "plain",
    }});
    assert_eq!(served::<TimedOnce>(), expected);
}

#[test]
fn what_a_field_timeouts_says_counts_before_the_defaults() {
    use schema_runtime::value::Value;
    let minutes = |count: u64| Some(count * 60_000_000_000);
    let schema = schema::<Timed>();
    let times = |create: Value, purge: Value| {
        Value::Object(vec![
            Value::Null,
            Value::string("a"),
            Value::Object(vec![create, purge]),
        ])
    };
    let none = times(Value::Null, Value::Null);
    assert_eq!(schema.timeout(&none, "create"), minutes(60));
    let some = times(Value::string("5m"), Value::string("7m"));
    assert_eq!(schema.timeout(&some, "create"), minutes(5));
    // Timeouts of operations that even a resource does not have.
    assert_eq!(schema.timeout(&some, "purge"), minutes(7));
    assert_eq!(schema.timeout(&some, "delete"), minutes(120));
    let environment = schema_runtime::schema::Environment::default();
    let validated = |value: &Value| {
        schema_runtime::validate::validate(schema, value, &environment)
            .iter()
            .map(|diagnostic| format!("{}: {}", diagnostic.path, diagnostic.summary))
            .collect::<Vec<_>>()
    };
    assert_eq!(validated(&some), Vec::<String>::new());
    let wrong = times(Value::string("soon"), Value::Null);
    assert_eq!(validated(&wrong), ["timeouts.create: Invalid duration"]);
}

#[derive(Schema)]
#[schema(object)]
struct Size {
    bytes: u64,
    #[field(rename = "Unit")]
    unit: Option<String>,
}

#[derive(Schema)]
#[schema(object)]
struct Disk {
    name: String,
    sizes: Set<Vec<Size>>,
    first: Option<Size>,
    by_name: BTreeMap<String, Size>,
}

#[derive(Schema)]
#[schema(object)]
struct Empty {}

#[derive(Schema)]
#[schema(data_source = "x_objects", id = none)]
struct Objects {
    #[field(computed)]
    one: Option<Disk>,
    #[field(computed)]
    list: Vec<Disk>,
    #[field(optional, computed)]
    #[field(allow(blocks_switched_off, reason = "written with an equals sign"))]
    set: Set<Disk>,
    #[field(required)]
    map: BTreeMap<String, Empty>,
    #[field(computed, sensitive)]
    pairs: Vec<(Size, Vec<Empty>)>,
}

#[test]
fn attributes_have_object_types_at_any_depth() {
    let size = json!(["object", {"bytes": "number", "Unit": "string"}]);
    let disk = json!(["object", {"name": "string", "sizes": ["set", ["list", size]], "first": size, "by_name": ["map", size]}]);
    let attribute = |ty: Json, flags: &[&str]| {
        let mut json = json!({"type": ty, "description_kind": "plain"});
        for flag in flags {
            json[flag] = true.into();
        }
        json
    };
    let empty = json!(["object", {}]);
    let expected = json!({"version": 0, "block": {
        "attributes": {
            "one": attribute(disk.clone(), &["computed"]),
            "list": attribute(json!(["list", disk]), &["computed"]),
            "set": attribute(json!(["set", disk]), &["optional", "computed"]),
            "map": attribute(json!(["map", empty]), &["required"]),
            "pairs": attribute(json!(["list", ["tuple", [size, ["list", empty]]]]), &["computed", "sensitive"]),
        },
        "description_kind": "plain",
    }});
    assert_eq!(served::<Objects>(), expected);
}

/// Names that no configuration can set, which computed fields may have.
#[derive(Schema)]
#[schema(data_source = "x_names", id = none)]
struct Names {
    #[field(computed, rename = "Arn")]
    arn: String,
    #[field(computed, rename = "2fa")]
    two_factors: bool,
    #[field(optional, rename = "self")]
    self_: Option<String>,
    #[field(optional)]
    r#type: Option<String>,
    #[field(optional)]
    crate_: Option<String>,
    #[field(optional, rename = "option")]
    some: Option<String>,
    #[field(optional)]
    vec: Vec<String>,
    #[field(optional)]
    string: Option<String>,
    #[field(optional)]
    result: Option<String>,
}

#[test]
fn names_are_those_of_the_schema() {
    let served = served::<Names>();
    let names: Vec<&String> = served["block"]["attributes"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        names,
        [
            "2fa", "Arn", "crate_", "option", "result", "self", "string", "type", "vec"
        ]
    );
    assert_eq!(Names::SELF_.path().to_string(), "self");
}

#[derive(Schema)]
#[schema(resource = "x_pair")]
struct Pair {
    #[field(required, force_new)]
    id: Vec<i64>,
}

#[derive(Schema)]
#[schema(resource = "x_group")]
struct Group {
    #[field(required, force_new)]
    id: Set<String>,
}

#[test]
fn an_id_of_a_list_is_its_elements_with_commas_between() {
    use schema_runtime::value::Value;
    let pair = schema::<Pair>();
    let numbers = Value::List(vec![Value::from(1), Value::from(20)]);
    assert_eq!(pair.id_value("1,20"), Some(numbers.clone()));
    assert_eq!(
        pair.id_in(&Value::Object(vec![numbers])).as_deref(),
        Some("1,20")
    );
    for none in ["", "a", "1,", "1;2"] {
        assert_eq!(pair.id_value(none), None, "{none}");
    }
    let group = schema::<Group>().id_value("b,a");
    assert_eq!(
        group,
        Some(Value::Set(
            [Value::from("a"), Value::from("b")].into_iter().collect()
        ))
    );
}
