//! Every Rust type that can be in a struct: the tables, reading and writing, and a life through
//! plan and apply.

mod equality;
mod flattened;
mod limits;
mod secrets;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use schema_runtime::attr::{Attr, AttrPath, ComputedOnly};
use schema_runtime::data::{DataCore, Operation, Outcome, Private, ResourceData, Val};
use schema_runtime::field_type::{CaseInsensitive, Cidr, Dynamic, FieldType, Json, Secret, Set};
use schema_runtime::number::Number;
use schema_runtime::object;
use schema_runtime::plan::{PlanInput, ResourcePlan, plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Flags, Schema as Table};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};

#[derive(SchemaNewtype, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Port(u16);

#[derive(SchemaNewtype, Clone, Debug, PartialEq)]
struct Tier {
    name: CaseInsensitive,
}

#[derive(SchemaNewtype, Clone, Debug, PartialEq)]
struct Network(Cidr);

#[derive(SchemaEnum, Clone, Debug, PartialEq)]
enum Kind {
    Small,
    Large,
    #[schema(other)]
    Other(String),
}

type Maybe<T> = Option<T>;

#[derive(Schema, Clone, Debug, PartialEq)]
struct Item {
    #[field(required)]
    port: Port,
    #[field(optional)]
    tier: Option<Tier>,
}

#[derive(Schema, Debug, PartialEq)]
#[schema(resource = "x_every")]
struct Every {
    #[field(required)]
    text: String,
    #[field(required)]
    flag: bool,
    #[field(required)]
    i8: i8,
    #[field(required)]
    i16: i16,
    #[field(required)]
    i32: i32,
    #[field(required)]
    i64: i64,
    #[field(required)]
    i128: i128,
    #[field(required)]
    u128: u128,
    #[field(required)]
    isize: isize,
    #[field(required)]
    u8: u8,
    #[field(required)]
    u16: u16,
    #[field(required)]
    u32: u32,
    #[field(required)]
    u64: u64,
    #[field(required)]
    usize: usize,
    #[field(required)]
    f32: f32,
    #[field(required)]
    f64: f64,
    #[field(required)]
    number: Number,
    #[field(optional)]
    option: Option<String>,
    #[field(optional)]
    alias: Maybe<String>,
    #[field(optional)]
    list: Vec<u8>,
    #[field(optional)]
    maybe_list: Option<Vec<String>>,
    #[field(optional)]
    set: Set<f64>,
    #[field(optional)]
    tree_set: BTreeSet<String>,
    #[field(optional)]
    hash_set: HashSet<i64>,
    #[field(optional)]
    tree_map: BTreeMap<String, bool>,
    #[field(optional)]
    hash_map: HashMap<String, Vec<String>>,
    #[field(required)]
    tuple: (String, u8),
    #[field(optional)]
    tuples: Vec<(CaseInsensitive, bool)>,
    #[field(optional)]
    dynamic: Option<Dynamic>,
    #[field(optional, write_only)]
    secret: Option<Secret>,
    #[field(optional, sensitive)]
    secrets: BTreeMap<String, Secret>,
    #[field(optional)]
    kind: Option<Kind>,
    #[field(required)]
    port: Port,
    #[field(optional, computed)]
    tier: Option<Tier>,
    #[field(optional)]
    network: Option<Network>,
    #[field(optional)]
    json: Option<Json>,
    #[field(required)]
    any_case: CaseInsensitive,
    #[field(optional)]
    any_cases: Set<CaseInsensitive>,
    #[field(optional)]
    timeout: Option<Duration>,
    #[field(optional)]
    ip: Option<IpAddr>,
    #[field(optional)]
    ipv4: Option<Ipv4Addr>,
    #[field(optional)]
    ipv6: Option<Ipv6Addr>,
    #[field(optional)]
    cidrs: Vec<Cidr>,
    #[field(optional, nested(single))]
    one: Option<Item>,
    #[field(optional, nested(list))]
    many: Vec<Item>,
    #[field(optional, nested(list))]
    maybe_many: Option<Vec<Item>>,
    #[field(optional, nested(set))]
    maybe_set: Option<Set<Item>>,
    #[field(optional, nested(map))]
    maybe_map: Option<BTreeMap<String, Item>>,
    #[field(optional, nested(map))]
    hashed: HashMap<String, Item>,
    #[field(block(set))]
    block: Set<Item>,
}

fn item(port: u16, tier: &str) -> Item {
    Item {
        port: Port(port),
        tier: (!tier.is_empty()).then(|| Tier { name: tier.into() }),
    }
}

fn every() -> Every {
    Every {
        text: "a".into(),
        flag: true,
        i8: i8::MIN,
        i16: i16::MIN,
        i32: i32::MIN,
        i64: i64::MIN,
        i128: i128::MIN,
        u128: u128::MAX,
        isize: -1,
        u8: u8::MAX,
        u16: u16::MAX,
        u32: u32::MAX,
        u64: u64::MAX,
        usize: 1,
        f32: 0.1,
        f64: 0.1,
        number: "123456789012345678901234567890.5".parse().unwrap(),
        option: Some("o".into()),
        alias: Some("m".into()),
        list: vec![1, 2],
        maybe_list: Some(vec![]),
        set: Set::from([0.5, 1.0]),
        tree_set: BTreeSet::from(["a".into(), "b".into()]),
        hash_set: HashSet::from([1, 2]),
        tree_map: BTreeMap::from([("a".into(), true)]),
        hash_map: HashMap::from([("a".into(), vec!["x".into()])]),
        tuple: ("t".into(), 7),
        tuples: vec![("A".into(), true)],
        dynamic: Some(Dynamic::from_json(&serde_json::json!({"a": [1, "x"]}))),
        secret: Some("hunter2".into()),
        secrets: BTreeMap::from([("k".into(), "v".into())]),
        kind: Some(Kind::Large),
        port: Port(80),
        tier: Some(Tier {
            name: "Gold".into(),
        }),
        network: Some(Network("10.0.0.0/8".parse().unwrap())),
        json: Some(r#"{"a":1}"#.parse().unwrap()),
        any_case: "Mixed".into(),
        any_cases: Set::from(["A".into(), "b".into()]),
        timeout: Some(Duration::from_secs(5400)),
        ip: Some("::1".parse().unwrap()),
        ipv4: Some(Ipv4Addr::LOCALHOST),
        ipv6: Some(Ipv6Addr::LOCALHOST),
        cidrs: vec!["10.0.0.0/16".parse().unwrap()],
        one: Some(item(1, "Gold")),
        many: vec![item(2, "")],
        maybe_many: Some(vec![]),
        maybe_set: Some(Set::from([item(3, "Silver")])),
        maybe_map: Some(BTreeMap::from([("a".into(), item(4, ""))])),
        hashed: HashMap::from([("b".into(), item(5, ""))]),
        block: Set::from([item(6, "Gold"), item(7, "")]),
    }
}

fn schema<R: object::Root>() -> Ref<Table> {
    Ref::from(object::schema::<R>())
}

fn planned(schema: &Ref<Table>, prior: Value, config: Value) -> ResourcePlan {
    let (before, configured) = (prior.clone(), config.clone());
    let made = plan(
        PlanInput {
            schema: schema.clone(),
            prior,
            config,
        },
        &Environment::default(),
    );
    assert!(!made.diagnostics.has_errors(), "{}", made.diagnostics);
    let refused = schema_runtime::terraform_core::plan_valid(
        &schema.block,
        &before,
        &configured,
        &made.planned,
    );
    assert!(refused.is_empty(), "{refused:?}");
    made
}

/// The object with one field of the block replaced.
fn with(schema: &Table, object: &Value, name: &str, value: Value) -> Value {
    let Value::Object(mut values) = object.clone() else {
        panic!("no object");
    };
    values[schema.block.find(name).expect(name).0] = value;
    Value::Object(values)
}

fn field<'v>(schema: &Table, object: &'v Value, name: &str) -> &'v Value {
    &object.as_object().expect("an object")[schema.block.find(name).expect(name).0]
}

/// Creates what is planned; the provider developer sets everything that `act` says.
fn applied<R: object::Root>(
    schema: &Ref<Table>,
    operation: Operation,
    prior: &Value,
    planned: &Value,
    config: &Value,
    act: impl FnOnce(&mut ResourceData<R>),
) -> Value {
    let core = DataCore::new(
        schema.clone(),
        operation,
        prior.clone(),
        planned.clone(),
        config.clone(),
        Private::default(),
    );
    let mut data = ResourceData::<R>::new(core);
    act(&mut data);
    let core = data.into_core();
    assert!(core.complaints().is_empty(), "{}", core.complaints());
    core.saved(&Outcome::Done)
}

#[test]
fn every_type_reads_what_it_writes() {
    let object = object::encode(&every());
    let read = object::decode::<Every>(&object).expect("all fields");
    assert_eq!(read, every());
    assert_eq!(object::encode(&read), object);
    // Nothing set reads as zero, None and empty.
    let schema = schema::<Every>();
    let empty = schema.block.empty_object();
    let error = object::decode::<Every>(&empty).expect_err("the tuple");
    assert!(
        error.to_string().contains("tuple: a tuple is required"),
        "{error}"
    );
    let error = error.to_string();
    // A newtype has the zero of what is inside, a network has none and is an Option.
    assert!(
        !error.contains("port") && !error.contains("network"),
        "{error}"
    );
}

#[test]
fn every_type_is_on_the_wire_what_it_should_be() {
    let block = object::block::<Every>();
    for (name, ty) in [
        ("i128", "number"),
        ("u128", "number"),
        ("hash_set", "set(number)"),
        ("hash_map", "map(list(string))"),
        ("tuple", "tuple([string, number])"),
        ("tuples", "list(tuple([string, bool]))"),
        ("dynamic", "any"),
        ("secrets", "map(string)"),
        ("port", "number"),
        ("tier", "string"),
        ("network", "string"),
        ("json", "string"),
        ("timeout", "string"),
        ("maybe_many", "list(object({port=number, tier=string}))"),
    ] {
        let field = block.field(name).expect(name);
        assert_eq!(field.implied_type().to_string(), ty, "{name}");
    }
    for (name, nullable) in [
        ("maybe_many", true),
        ("maybe_set", true),
        ("maybe_map", true),
        ("maybe_list", true),
        ("many", false),
        ("hashed", false),
    ] {
        assert_eq!(
            block.field(name).unwrap().is(Flags::NULLABLE),
            nullable,
            "{name}"
        );
    }
    for equal in [
        "json", "any_case", "tier", "network", "timeout", "ip", "cidrs", "tuples", "f32", "f64",
        "set",
    ] {
        assert!(block.field(equal).unwrap().canonical().is_some(), "{equal}");
    }
}

#[test]
fn every_type_lives_through_plan_and_apply() {
    let schema = schema::<Every>();
    let config = with(&schema, &object::encode(&every()), "id", Value::Null);
    let found = validate(&schema, &config, &Environment::default());
    assert!(found.is_empty(), "{found}");
    let made = planned(&schema, Value::Null, config.clone());
    let state = applied::<Every>(
        &schema,
        Operation::Create,
        &Value::Null,
        &made.planned,
        &config,
        |data| {
            data.set_id("1");
            assert_eq!(data.get(Every::SECRET).unwrap().expose(), Some("hunter2"));
            assert_eq!(data.get(Every::TIER).unwrap().name.as_str(), "Gold");
            assert_eq!(data.require(Every::PORT).unwrap(), Port(80));
            assert_eq!(data.require(Every::TUPLE).unwrap().1, 7);
            assert_eq!(data.get(Every::MAYBE_MAP.at("a").then(Item::PORT)), Port(4));
            // Reading everything and writing it back changes nothing.
            let all = data.read_struct().expect("all");
            data.write_struct(&all);
        },
    );
    for name in ["maybe_list", "maybe_many"] {
        assert_eq!(field(&schema, &state, name), &Value::List(vec![]), "{name}");
    }
    assert_eq!(field(&schema, &state, "secret"), &Value::Null);
    // Nothing to do afterwards.
    let again = planned(&schema, state.clone(), config);
    assert_eq!(again.planned, state);
}

#[test]
fn null_and_empty_differ_where_there_is_room_for_both() {
    let schema = schema::<Every>();
    let config = with(
        &schema,
        &schema.block.empty_object(),
        "port",
        Value::from(1),
    );
    let config = with(
        &schema,
        &config,
        "tuple",
        ("a".to_owned(), 1u8).to_value_of(),
    );
    let made = planned(&schema, Value::Null, config.clone());
    let state = applied::<Every>(
        &schema,
        Operation::Create,
        &Value::Null,
        &made.planned,
        &config,
        |data| {
            data.set_id("1");
            assert_eq!(data.get(Every::MAYBE_MANY), None);
            assert_eq!(data.get(Every::MANY), []);
            let all = data.read_struct().expect("all");
            data.write_struct(&all);
        },
    );
    for name in [
        "maybe_many",
        "maybe_set",
        "maybe_map",
        "many",
        "dynamic",
        "tier",
    ] {
        assert!(field(&schema, &state, name).is_null(), "{name}");
    }
}

trait ToValueOf {
    fn to_value_of(&self) -> Value;
}

impl<T: schema_runtime::field_type::FieldType> ToValueOf for T {
    fn to_value_of(&self) -> Value {
        self.to_value()
    }
}

#[test]
fn a_value_that_an_api_added_is_kept() {
    let value = Value::from("huge");
    let kind: Kind = schema_runtime::field_type::read(&value).unwrap();
    assert_eq!(kind, Kind::Other("huge".into()));
    assert_eq!(kind.to_value_of(), value);
    assert_eq!(Kind::from_name("small"), Some(Kind::Small));
}
