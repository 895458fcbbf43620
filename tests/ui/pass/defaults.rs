//! Defaults and limits as a provider developer would write them first: strings for what strings represent, lists of literals,
//! constants of any integer type, the constant of a field as a set key.

#![deny(warnings)]

use std::collections::{BTreeSet, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use jiff::Timestamp;
use schema_runtime::field_type::{CaseInsensitive, Cidr, Json, Set};
use schema_runtime::number::Number;
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};
use url::Url;

const MOST: usize = 64;
const LEAST: u8 = 1;
const STEP: u16 = 8;
const BITS: usize = 28;
const HALF: i32 = 50;

#[derive(SchemaEnum)]
pub enum Kind {
    Small,
    VeryLarge,
}

#[derive(SchemaEnum)]
pub enum Open {
    Known,
    #[schema(other)]
    Other(String),
}

#[derive(SchemaNewtype)]
pub struct Network(Cidr);

type Wait = Duration;

#[derive(Schema)]
pub struct Rule {
    #[field(required)]
    name: String,
    #[field(optional, computed)]
    port: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = "1h30m")]
    timeout: Duration,
    #[field(optional, default = "90s")]
    wait: Option<Wait>,
    #[field(optional, default = "192.0.2.1")]
    ip: IpAddr,
    #[field(optional, default = "192.0.2.1")]
    v4: Ipv4Addr,
    #[field(optional, default = "10.0.0.0/8")]
    range: Cidr,
    #[field(optional, default = "10.0.0.0/8")]
    network: Network,
    #[field(optional, default = "{\"a\": 1}")]
    json: Json,
    #[field(optional, default = "https://example.com")]
    url: Url,
    #[field(optional, default = "2026-01-01T00:00:00Z")]
    since: Timestamp,
    #[field(optional, default = "Gold")]
    tier: CaseInsensitive,
    #[field(optional, default = "very_large")]
    kind: Kind,
    #[field(optional, default = "known")]
    open: Open,
    #[field(optional, default = ["a", "b"])]
    list: Vec<String>,
    #[field(optional, default = [])]
    none: Vec<String>,
    #[field(optional, default = vec![80, 443], validate = size(1..=4))]
    ports: Vec<u16>,
    #[field(optional, default = ["a", "b"])]
    set: Set<String>,
    #[field(optional, default = vec!["a"])]
    tree: Option<BTreeSet<String>>,
    #[field(optional, default = [true])]
    hash: HashSet<bool>,
    #[field(optional, default = [1, 2.5])]
    floats: Vec<f64>,
    #[field(optional, default = [1])]
    numbers: Vec<Number>,
    #[field(optional, default = ["small", "very_large"])]
    kinds: Vec<Kind>,
    #[field(optional, default = ["10.0.0.0/8"])]
    ranges: Set<Cidr>,
    #[field(optional, default = [["a"], []])]
    nested: Vec<Vec<String>>,
    #[field(optional, default = vec![7; 3])]
    repeated: Vec<i64>,
    #[field(optional, default = [MOST.to_string()])]
    made: Vec<String>,
    #[field(optional, validate = length(LEAST..=MOST))]
    name: Option<String>,
    #[field(optional, validate = size(..MOST))]
    some: Vec<String>,
    #[field(optional, validate = range(..=u16::MAX))]
    size: Option<i64>,
    #[field(optional, validate = range(-HALF..MOST), default = 5)]
    offset: i32,
    #[field(optional, validate = range(0.5..=HALF))]
    ratio: Option<f64>,
    #[field(optional, validate = divisible_by(STEP))]
    sectors: Option<i64>,
    #[field(optional, validate = network(16..=BITS))]
    subnet: Option<String>,
    #[field(block(set), set_key = NAME)]
    rule: Set<Rule>,
}

fn main() {
    let _ = (Open::from_name("a"), Kind::from_name("small"), Image::RULE, Rule::PORT);
}
