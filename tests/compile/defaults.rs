//! Defaults in the form that comes to mind first have the intended values.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use schema_runtime::field_type::{Cidr, FieldType, Set};
use schema_runtime::object;
use schema_runtime::schema::{Default, Extra, Field};
use schema_runtime::value::Value;
use schema_runtime::{Schema, SchemaEnum};

const MOST: usize = 64;

#[derive(SchemaEnum)]
enum Kind {
    Small,
    VeryLarge,
}

#[derive(Schema)]
struct Rule {
    #[field(required)]
    name: String,
    #[field(optional)]
    port: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "1h30m")]
    timeout: Duration,
    #[field(optional, default = "192.0.2.1")]
    ip: Option<IpAddr>,
    #[field(optional, default = "very_large")]
    kind: Kind,
    #[field(optional, default = ["b", "a"])]
    list: Vec<String>,
    #[field(optional, default = [])]
    none: Vec<String>,
    #[field(optional, default = vec![80, 443])]
    ports: Option<BTreeSet<u16>>,
    #[field(optional, default = [1, 2.5])]
    floats: Vec<f64>,
    #[field(optional, default = ["small"])]
    kinds: Set<Kind>,
    #[field(optional, default = [["10.0.0.0/8"], []])]
    nested: Vec<Vec<Cidr>>,
    #[field(optional, validate = length(..MOST))]
    name: Option<String>,
    #[field(block(set), set_key = Rule::NAME)]
    rule: Set<Rule>,
}

fn field(name: &str) -> &'static Field {
    let fields = object::block::<Image>().fields.iter();
    let found = fields.into_iter().find(|field| field.name.as_str() == name);
    found.expect(name)
}

fn default(name: &str) -> Value {
    match field(name).default() {
        Some(Default::Text(text)) => Value::from(text.as_str()),
        Some(Default::Constant(make) | Default::Make(make)) => make(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn a_text_is_the_value_that_it_represents() {
    let timeout = Duration::from_value(&default("timeout")).expect("a duration");
    assert_eq!(timeout, Duration::from_secs(5400));
    let ip = Option::<IpAddr>::from_value(&default("ip")).expect("an address");
    assert_eq!(ip, Some(IpAddr::from([192, 0, 2, 1])));
    let kind = Kind::from_value(&default("kind")).expect("a kind");
    assert_eq!(kind.as_str(), "very_large");
}

#[test]
fn a_list_that_is_written_out_is_a_list_or_a_set() {
    assert_eq!(
        default("list"),
        vec!["b".to_owned(), "a".to_owned()].to_value()
    );
    assert_eq!(default("none"), Value::List(Vec::new()));
    assert_eq!(default("ports"), BTreeSet::from([80_u16, 443]).to_value());
    assert_eq!(default("floats"), vec![1.0, 2.5].to_value());
    assert_eq!(
        default("kinds"),
        Value::Set([Value::from("small")].into_iter().collect())
    );
    let range = Value::List(vec![Value::from("10.0.0.0/8")]);
    assert_eq!(
        default("nested"),
        Value::List(vec![range, Value::List(Vec::new())])
    );
}

#[test]
fn a_constant_of_any_integer_type_is_a_limit() {
    let words = field("name").extras.iter().find_map(|extra| match extra {
        Extra::Validate { validator } => Some(format!("{validator:?}")),
        _ => None,
    });
    let words = words.expect("a validator");
    assert!(words.contains("63"), "{words}");
}

#[test]
fn the_constant_of_a_field_is_a_set_key() {
    let key = field("rule").set_key().expect("a key");
    let rule = Rule {
        name: "a".into(),
        port: Some(1),
    };
    assert_eq!(key(&rule.to_value()), Value::from("a"));
    // It is removed from the element, whatever the other fields are.
    let unknown = Value::Object(vec![Value::from("b"), Value::Unknown(None)]);
    assert_eq!(key(&unknown), Value::from("b"));
}
