//! Every type that can be in a struct, and a struct flattened into another one.

#![deny(warnings)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use jiff::Timestamp;
use schema_runtime::field_type::{CaseInsensitive, Cidr, Dynamic, Json, Secret, Set};
use schema_runtime::number::Number;
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};
use url::Url;

#[derive(SchemaNewtype)]
pub struct Port(u16);

#[derive(SchemaNewtype)]
pub struct Address {
    ip: IpAddr,
}

#[derive(SchemaEnum)]
pub enum Kind {
    Small,
    #[schema(other)]
    Other(String),
}

#[derive(Schema)]
pub struct Part {
    #[field(required)]
    port: Port,
    #[field(optional)]
    address: Option<Address>,
}

#[derive(Schema)]
pub struct Common {
    #[field(optional)]
    region: Option<String>,
    #[field(computed)]
    arn: String,
}

type Parts = Option<Vec<Part>>;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    texts: Option<(String, bool, i8, i16, i32, i64, u8)>,
    #[field(optional)]
    numbers: Option<(i128, isize, u16, u32, u64, usize, f32, f64)>,
    #[field(optional)]
    number: Option<Number>,
    #[field(optional)]
    list: Option<Vec<Option<String>>>,
    #[field(optional)]
    set: Set<Vec<f64>>,
    #[field(optional)]
    tree_set: BTreeSet<String>,
    #[field(optional)]
    hash_set: HashSet<bool>,
    #[field(optional)]
    tree_map: BTreeMap<String, Kind>,
    #[field(optional)]
    hash_map: Option<HashMap<String, Port>>,
    #[field(optional, computed)]
    dynamic: Option<Dynamic>,
    #[field(optional, write_only)]
    secret: Option<Secret>,
    #[field(optional, sensitive)]
    secrets: Vec<Secret>,
    #[field(optional, default = Kind::Small)]
    kind: Kind,
    #[field(required)]
    json: Json,
    #[field(optional, default = "Gold".into())]
    tier: CaseInsensitive,
    #[field(optional, default = Duration::from_secs(60))]
    timeout: Duration,
    #[field(optional)]
    ip: Option<(Option<IpAddr>, Ipv4Addr, Ipv6Addr)>,
    #[field(optional)]
    cidr: Set<Cidr>,
    #[field(required)]
    url: Url,
    #[field(optional)]
    urls: Option<BTreeMap<String, Url>>,
    #[field(optional, computed)]
    moment: Option<Timestamp>,
    #[field(optional, default = Timestamp::UNIX_EPOCH)]
    since: Timestamp,
    #[field(optional, nested(single))]
    one: Option<Part>,
    #[field(optional, nested(list))]
    parts: Parts,
    #[field(optional, nested(set))]
    some: Option<Set<Part>>,
    #[field(optional, nested(map))]
    named: Option<BTreeMap<String, Part>>,
    #[field(block(set))]
    block: Set<Part>,
    #[field(flatten)]
    common: Common,
}

fn main() {
    assert_eq!(Image::COMMON.then(Common::ARN).name(), "arn");
    assert_eq!(Image::TIER.name(), "tier");
    let _ = (Port(1).0, Kind::from_name("small"));
}
