//! The small provider of `tests/peers` on this SDK; the others are its like in `../go/small` and
//! `../rust`.

use schema_provider::prelude::*;
use std::collections::BTreeMap;

/// It has no settings.
#[derive(Schema)]
#[schema(provider = "peer")]
struct Peer {}

impl Provider for Peer {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// Flat attributes, blocks, a set of blocks and a map.
#[derive(Schema)]
#[schema(resource = "peer_thing")]
struct Thing {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(optional)]
    owner: Option<String>,
    #[field(optional)]
    size: Option<i64>,
    #[field(optional)]
    enabled: Option<bool>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(block(list))]
    disk: Vec<Disk>,
    #[field(block(set))]
    rule: Set<Rule>,
}

#[derive(Schema)]
struct Disk {
    #[field(required)]
    label: String,
    #[field(required)]
    size: i64,
}

#[derive(Schema)]
struct Rule {
    #[field(required)]
    name: String,
    #[field(required)]
    port: i64,
}

impl Resource for Thing {
    type Provider = Peer;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() -> std::process::ExitCode {
    schema_provider::run::<Peer>()
}
