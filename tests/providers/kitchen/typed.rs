//! Types as Rust code holds them, beside those of the other resources: each call reads the whole
//! struct and writes it back.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::{Ipv4Addr, Ipv6Addr};

use jiff::Timestamp;
use schema_provider::prelude::*;
use url::Url;

use super::provider::Kitchen;

/// Types of Rust.
#[derive(Schema)]
#[schema(resource = "kitchen_typed")]
pub(crate) struct Typed {
    #[field(optional)]
    int128: Option<i128>,
    #[field(optional)]
    uint128: Option<u128>,
    #[field(optional)]
    int_size: Option<isize>,
    #[field(optional)]
    uint_size: Option<usize>,
    #[field(optional)]
    tree_set: BTreeSet<i64>,
    #[field(optional)]
    hash_set: HashSet<String>,
    #[field(optional)]
    hash_set_or_null: Option<HashSet<bool>>,
    #[field(optional)]
    hash_map: HashMap<String, u128>,
    #[field(optional)]
    hash_map_or_null: Option<HashMap<String, Vec<i128>>>,
    #[field(optional)]
    ipv4: Option<Ipv4Addr>,
    #[field(optional)]
    ipv6: Option<Ipv6Addr>,
    #[field(optional)]
    url: Option<Url>,
    #[field(optional)]
    urls: Set<Url>,
    #[field(optional)]
    moment: Option<Timestamp>,
    #[field(optional)]
    moments: BTreeMap<String, Timestamp>,
    #[field(optional, sensitive)]
    secret: Option<Secret>,
    #[field(optional, sensitive)]
    secrets: Vec<Secret>,
    #[field(optional, write_only)]
    hidden: Option<Secret>,
    #[field(optional, default = Mood::Calm)]
    mood: Mood,
    /// What the remote system says, in a word that this release does not know.
    #[field(computed)]
    found_mood: Option<Mood>,
    #[field(block(map))]
    room: BTreeMap<String, Room>,
    #[field(block(map))]
    hall: HashMap<String, Room>,
}

/// A mood.
#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub(crate) enum Mood {
    /// Calm.
    Calm,
    /// Wild.
    Wild,
    /// What comes one day.
    #[schema(other)]
    Other(String),
}

/// A room.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Room {
    #[field(required)]
    address: Ipv4Addr,
    #[field(optional, default = 2)]
    seats: u128,
    #[field(optional)]
    mood: Option<Mood>,
    #[field(optional)]
    tags: HashSet<String>,
    #[field(computed)]
    made: String,
}

/// Reads everything and writes it back.
fn again(data: &mut ResourceData<Typed>) -> Result {
    let all = data.read_struct()?;
    if let Some(mood) = &all.found_mood {
        assert!(matches!(mood, Mood::Other(_)), "{mood:?} was never made");
    }
    data.write_struct(&all);
    Ok(())
}

impl Resource for Typed {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.create(data.dynamic_mut())?;
        again(data)
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())?;
        if data.id().is_none() {
            return Ok(());
        }
        again(data)
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for Typed {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.update(data.dynamic_mut())?;
        again(data)
    }
}
