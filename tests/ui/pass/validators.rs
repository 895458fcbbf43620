// Every validator, and every relation of numbers and of secrets.
#![deny(warnings)]

use std::collections::BTreeMap;
use std::net::IpAddr;

use schema_runtime::field_type::{Dynamic, Json};
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};

const LEAST: u64 = 1;
const SECTOR: i64 = 512;
const BITS: u32 = 16;
const HALF: f64 = 0.5;
const SHORT: f32 = 0.125;
const MOST: u64 = u64::MAX;
const SCHEME: &str = "https";

#[derive(Schema)]
#[schema(block)]
pub struct Limits {
    #[field(optional)]
    size: Option<i64>,
    #[field(optional, write_only)]
    secret: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = [not_empty, not_blank, bytes(LEAST..=64), excludes("/\\")])]
    name: String,
    #[field(optional, default = "192.0.2.1", validate = any(ip, ipv4, ipv6, ipv4_range))]
    address: String,
    #[field(optional, default = "10.0.0.0/16", validate = [cidr, network(16..=28)])]
    range: String,
    #[field(optional, validate = [network(BITS..), network(..=28), network(BITS..28)])]
    ranges: Option<String>,
    #[field(optional, default = "00:00:5e:00:53:01", validate = mac)]
    hardware: String,
    #[field(optional, default = 443, validate = port)]
    port: u16,
    #[field(optional, default = 0, validate = port_or_zero)]
    any_port: u16,
    #[field(optional, validate = [url, url("https", "http"), url(SCHEME)])]
    source: Option<String>,
    #[field(optional, validate = each(uuid))]
    owners: Vec<String>,
    #[field(optional, validate = [timestamp, not(duration)])]
    until: Option<String>,
    #[field(optional, default = "Monday", validate = all(day_of_week, not(month)))]
    day: String,
    #[field(optional, default = "{}", validate = [json, not(base64)])]
    document: String,
    #[field(optional, default = "^a$", validate = regular_expression)]
    pattern: String,
    #[field(optional, validate = one_of_ignore_case("gpt", "mbr"))]
    table: Option<String>,
    #[field(optional, default = 1024, validate = [divisible_by(512), divisible_by(SECTOR), not_zero])]
    sector: i64,
    #[field(optional, default = HALF, validate = one_of(0.25, HALF, 1))]
    share: f64,
    #[field(optional, validate = each(one_of(SHORT, HALF)))]
    shares: Vec<f64>,
    #[field(optional, default = MOST, validate = one_of(0, MOST, 18446744073709551614))]
    quota: u64,
    #[field(optional, validate = equals(true))]
    agreed: Option<bool>,
    #[field(optional, validate = [no_nulls, keys(not_blank), values(ip), not_zero])]
    hosts: BTreeMap<String, String>,
    #[field(
        optional,
        at_least_sum_of(used, reserved),
        at_most_sum_of(limits.size),
        equal_to_sum_of(used),
        equal_to_product_of(used, sector)
    )]
    size: Option<i64>,
    #[field(required)]
    used: i64,
    #[field(optional)]
    reserved: Option<f64>,
    #[field(optional, sensitive, prefer_write_only(password_wo))]
    password: Option<String>,
    #[field(optional, write_only)]
    password_wo: Option<String>,
    #[field(optional, sensitive, prefer_write_only(limits.secret))]
    secret: Option<String>,
    #[field(block(single))]
    limits: Option<Limits>,
}

type Word = String;
type Anything = Dynamic;
type Words = Vec<String>;
type Ratio = f64;
type Sizes = BTreeMap<String, i64>;

#[derive(SchemaNewtype)]
pub struct Port(u16);

#[derive(SchemaEnum)]
pub enum Format {
    Raw,
    Qcow2,
}

/// The macro does not see what these types are.
#[derive(Schema)]
#[schema(resource = "disk_unseen")]
pub struct Unseen {
    #[field(required, validate = [length(1..), bytes(..=9), regex("a"), not(one_of("b", "c"))])]
    word: Word,
    #[field(optional, validate = [size(1..), unique, each(length(..=3)), no_nulls])]
    words: Words,
    #[field(optional, validate = each(any(not_blank, ip)))]
    many: Vec<Word>,
    #[field(optional, validate = [range(0.5..), not_zero])]
    ratio: Option<Ratio>,
    #[field(optional, validate = [keys(not_blank), values(range(1..)), size(..=9)])]
    sizes: Sizes,
    #[field(optional, validate = [port, divisible_by(2), one_of(2, 4)])]
    port: Option<Port>,
    #[field(optional, validate = one_of("raw"))]
    format: Option<Format>,
    #[field(optional, validate = ipv4)]
    address: Option<IpAddr>,
    #[field(optional, validate = each(one_of("raw", "qcow2")))]
    formats: Vec<Format>,
    #[field(optional, validate = values(each(length(1..))))]
    groups: BTreeMap<String, Vec<Word>>,
    #[field(optional, validate = length(..=99))]
    settings: Option<Json>,
    #[field(optional, validate = size(1..))]
    anything: Option<Anything>,
}

fn main() {
    let _ = (Image::NAME, Image::LIMITS, Limits::SIZE, Unseen::WORD);
}
