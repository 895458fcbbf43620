//! Provider developers' types with the names of unsupported types: the traits decide, not the name.

#![deny(warnings)]

use std::collections::{BTreeSet, HashSet};

use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};

#[derive(SchemaNewtype)]
pub struct PathBuf(String);

#[derive(SchemaNewtype)]
pub struct Uuid(String);

#[derive(SchemaNewtype)]
pub struct Value(i64);

#[derive(SchemaEnum)]
pub enum Version {
    One,
    Two,
}

#[derive(SchemaEnum, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    Eu,
    Us,
}

type Texts = Vec<String>;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    path: Option<PathBuf>,
    #[field(required)]
    uuid: Uuid,
    #[field(optional, computed)]
    value: Option<Vec<Value>>,
    #[field(optional, default = Version::Two)]
    version: Version,
    #[field(optional)]
    zones: BTreeSet<Zone>,
    #[field(optional)]
    other_zones: HashSet<Zone>,
    #[field(optional)]
    texts: Texts,
    #[field(optional)]
    bytes: Option<Vec<u8>>,
    #[field(optional)]
    wide: Option<u128>,
}

fn main() {
    let _ = (
        PathBuf(String::new()),
        Uuid(String::new()),
        Value(1).0,
        Version::One,
        Zone::Eu,
        Zone::Us,
    );
    assert_eq!(Image::ZONES.name(), "zones");
}
