// Every key of fields and structs that needs no function.
#![deny(warnings)]

use std::collections::BTreeMap;

use schema_runtime::field_type::Set;
use schema_runtime::{Schema, SchemaEnum};

/// What is in it.
#[derive(SchemaEnum, Clone, Debug)]
pub enum Format {
    /// Bytes.
    Raw,
    #[schema(rename = "qcow2")]
    Qcow,
    #[schema(other)]
    Other(String),
}

/// What identifies a volume.
#[derive(Schema)]
#[schema(identity, version = 1, mutable(zones))]
pub struct VolumeIdentity {
    #[field(required)]
    serial: i64,
    #[field(optional)]
    zones: Vec<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_volume", identity = VolumeIdentity)]
pub struct Volume {
    #[field(required)]
    name: String,
}

/// One rule.
#[derive(Schema)]
#[schema(block, description = "A rule.")]
pub struct Rule {
    #[field(required)]
    port: u16,
    #[field(optional, default = Format::Raw)]
    format: Format,
}

#[derive(Schema)]
#[schema(
    resource = "disk_image",
    version = 2,
    timeouts(create = "10m", read = "1m", update = "1m", delete = "1h30m", default = "90s"),
    id(when_changed(size_mb)),
    identity(name, size_mb(optional, mutable), id, version = 1),
    deprecated = "use disk_volume"
)]
pub struct Image {
    #[field(required, force_new, validate = [length(1..=64), regex("^[a-z]+$")])]
    name: String,
    #[field(optional, default = 512, force_new, allow(force_new_default, reason = "it is never changed"))]
    sector_size: i64,
    #[field(optional, computed, conflicts_with(snapshot_id))]
    size_mb: Option<i64>,
    #[field(optional)]
    snapshot_id: Option<String>,
    #[field(optional, validate = [size(..=4), each(length(..10)), keys(one_of("a", "b"))])]
    labels: BTreeMap<String, String>,
    #[field(optional, validate = [unique, each(all(range(0.0..=1.0), not(range(0.4..=0.5))))])]
    weights: Vec<f64>,
    #[field(computed(when_changed(size_mb, rule.port)))]
    hash: String,
    #[field(computed(volatile))]
    checked_at: String,
    #[field(optional, sensitive, write_only)]
    passphrase: Option<String>,
    #[field(optional, deprecated = "use labels")]
    tags: Set<String>,
    #[field(optional, removed = "it did nothing")]
    legacy: Option<bool>,
    #[field(optional, exactly_one_of(b), rename = "first", description = "One.")]
    a: Option<String>,
    #[field(optional, at_least_one_of(a, boot.format))]
    b: Option<String>,
    #[field(optional, required_with(b), default_env("A", "B", fallback = "c"))]
    c: String,
    #[field(block(list, min_items = 1, max_items = 4))]
    rule: Vec<Rule>,
    #[field(block(set), force_new)]
    rules: Set<Rule>,
    #[field(block(single))]
    boot: Option<Rule>,
    #[field(block(map))]
    named: BTreeMap<String, Rule>,
    #[field(optional, computed, nested(single))]
    main: Option<Rule>,
    #[field(required, nested(list))]
    list: Vec<Rule>,
    #[field(optional)]
    r#type: Option<Format>,
}

fn main() {
    let _ = (Image::NAME, Image::A, Image::TYPE, Image::RULE, Rule::PORT);
}
