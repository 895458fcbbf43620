//! A resource with every kind of field, and code that works with them: what a provider developer's module looks
//! like. `tests/compile/editor` shows it to rust-analyzer too, whole and while it is being written.

#![deny(warnings)]

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use jiff::Timestamp;
use schema_provider::prelude::*;
use schema_runtime::number::Number;
use url::Url;

#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub enum Format {
    Raw,
    Qcow2,
}

#[derive(SchemaNewtype, Clone, Debug)]
pub struct Port(u16);

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    label: String,
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(computed)]
    uuid: String,
}

#[derive(Schema)]
pub struct Common {
    #[field(optional)]
    region: Option<String>,
    #[field(flatten)]
    deep: Deep,
    #[field(computed)]
    arn: String,
}

#[derive(Schema)]
pub struct Deep {
    #[field(optional)]
    owner: Option<String>,
}

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    #[field(required)]
    endpoint: Url,
    #[field(optional, nested(single))]
    proxy: Option<Proxy>,
}

#[derive(Schema)]
pub struct Proxy {
    #[field(required)]
    host: String,
}

impl Provider for Disk {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }

    async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        let endpoint: Url = config.require(Disk::ENDPOINT)?;
        let host: Option<String> = config.get_ok(Disk::PROXY.then(Proxy::HOST));
        Ok(host.unwrap_or_else(|| endpoint.to_string()))
    }
}

/// A disk image.
#[derive(Schema)]
#[schema(
    resource = "disk_image",
    timeouts(create = "10m"),
    import = "{directory}/{name}"
)]
pub struct Image {
    #[field(required, force_new, validate = length(1..=64))]
    name: String,
    #[field(required, force_new)]
    directory: String,
    #[field(optional, default = 8, validate = range(2..=1024), conflicts_with(snapshot))]
    size_mb: i64,
    #[field(optional)]
    ratio: Option<f64>,
    #[field(optional, default = true)]
    sparse: bool,
    #[field(optional, sensitive)]
    snapshot: Option<String>,
    #[field(optional)]
    number: Option<Number>,
    #[field(optional)]
    zones: Vec<String>,
    #[field(optional)]
    tags: Set<String>,
    #[field(optional)]
    more: BTreeSet<i64>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(optional)]
    other: HashMap<String, bool>,
    #[field(optional)]
    pair: Option<(String, i64)>,
    #[field(optional)]
    dynamic: Option<Dynamic>,
    #[field(optional, default = Format::Raw)]
    format: Format,
    #[field(optional)]
    port: Option<Port>,
    #[field(required)]
    json: Json,
    #[field(optional)]
    tier: Option<CaseInsensitive>,
    #[field(optional, default = Duration::from_secs(60))]
    wait: Duration,
    #[field(optional)]
    ip: Option<IpAddr>,
    #[field(optional)]
    cidr: Option<Cidr>,
    #[field(optional)]
    url: Option<Url>,
    #[field(optional, computed)]
    moment: Option<Timestamp>,
    #[field(optional, write_only)]
    token: Option<Secret>,
    #[field(computed)]
    path: String,
    #[field(required, nested(single))]
    boot: Partition,
    #[field(optional, nested(single))]
    swap: Option<Partition>,
    #[field(optional, nested(list))]
    parts: Vec<Partition>,
    #[field(optional, nested(list))]
    maybe: Option<Vec<Partition>>,
    #[field(
        optional,
        nested(set),
        allow(computed_in_set, reason = "uuids are stable")
    )]
    some: Set<Partition>,
    #[field(optional, nested(map))]
    named: BTreeMap<String, Partition>,
    #[field(block(single))]
    header: Option<Partition>,
    #[field(block(list, max_items = 4))]
    partition: Vec<Partition>,
    #[field(block(set), set_key = Partition::LABEL)]
    volume: Set<Partition>,
    #[field(block(map))]
    slot: BTreeMap<String, Partition>,
    #[field(flatten)]
    common: Common,
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Image::NAME);
        let size = data.get(Image::SIZE_MB);
        let snapshot = data.get_ok(Image::SNAPSHOT);
        let wait = data.require(Image::WAIT)?;
        let label = data.get(Image::BOOT.then(Partition::LABEL));
        let first = data.get_ok(Image::PARTITION.at(0).then(Partition::SIZE_MB));
        let region = data.get(Image::COMMON.then(Common::REGION));
        let owner = data.get(Image::COMMON.then(Common::DEEP).then(Deep::OWNER));
        let partitions = data.get(Image::PARTITION);
        let token = data.config(Image::TOKEN);

        let size: i64 = size + first.unwrap_or_default();
        let text: String = [Some(name), snapshot, region, owner].into_iter().flatten().collect();
        let pause: Duration = wait * 2;
        for partition in &partitions {
            let length: usize = partition.label.len() + label.len();
            let _ = (length, partition.size_mb);
        }
        if let Val::Known(secret) = token {
            drop::<Secret>(secret);
        }
        let format: Format = data.get_ok(Image::FORMAT).unwrap_or(Format::Raw);
        drop((size, pause, format));
        data.set(Image::PATH, text);
        data.set(Image::COMMON.then(Common::ARN), "arn");
        data.set_id(cx.client()?.as_str());
        Ok(())
    }

    async fn read(_cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let labels: BTreeMap<String, String> = data.get(Image::LABELS);
        let uuid: Option<String> = data.get_ok(Image::NAMED.at("a").then(Partition::UUID));
        drop((labels, uuid));
        Ok(())
    }

    async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let size: Option<i64> = plan.value(Image::SIZE_MB).known();
        if size.is_some_and(|size| size > 512) && plan.has_change(Image::BOOT) {
            plan.set_unknown(Image::PATH);
        }
        Ok(())
    }
}

impl Update for Image {
    async fn update(_cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.has_change(Image::ZONES) {
            let (old, new): (Vec<String>, Vec<String>) = data.get_change(Image::ZONES);
            drop((old, new));
        }
        Ok(())
    }
}

fn main() {
    let _ = (Port(1).0, Image::VOLUME.name());
}
