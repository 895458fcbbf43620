// Every key of fields and structs: a test of the derive walks its vocabularies and looks for each of them here.
#![deny(warnings)]

use std::collections::BTreeMap;

use schema_provider::prelude::*;

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

/// Its id is what the user calls it; `data.id()` reads the number as a string.
#[derive(Schema)]
#[schema(resource = "disk_slot")]
pub struct Slot {
    #[field(required, force_new)]
    id: i64,
    #[field(block(list, max_items = 1))]
    lock: Option<Rule>,
    #[field(block(set, min_items = 1, max_items = 1))]
    owner: Rule,
}

/// Nothing of it is kept, but other programs serve a version too.
#[derive(Schema)]
#[schema(data_source = "disk_label", version = 2)]
pub struct Labels {
    #[field(optional)]
    id: Option<String>,
}

/// As Go's SDK serves ids.
#[derive(Schema)]
#[schema(resource = "disk_label", id(optional, computed, description = "Its number.", when_changed(text)))]
pub struct Label {
    #[field(required)]
    text: String,
}

/// As Go's SDK describes a thing: in plain text.
#[derive(Schema)]
#[schema(resource = "disk_note", plain, timeouts(create = "5m", description = none))]
pub struct Note {
    /// See <https://example.com> for [what] is said.
    #[field(required)]
    text: String,
    /// In `Markdown`.
    #[field(optional, markdown)]
    more: Option<String>,
}

/// A value, and not a schema of its own.
#[derive(Schema)]
#[schema(object)]
pub struct Line {
    number: Number,
    #[field(rename = "Text")]
    text: Option<String>,
}

/// It got fields since it was first published.
#[derive(Schema)]
#[schema(resource = "disk_text", version = 3, only_added)]
pub struct Lines {
    #[field(computed)]
    lines: Vec<Line>,
    #[field(optional)]
    pages: Set<Vec<Line>>,
}

/// Its code is still to be written.
#[derive(Schema)]
#[schema(resource = "disk_archive", unported)]
pub struct Archive {
    #[field(required, force_new)]
    name: String,
}

/// A copy for one run.
#[derive(Schema)]
#[schema(ephemeral = "disk_copy", timeouts(open = "1m", renew = "10s", close = "1m"))]
pub struct TemporaryCopy {
    #[field(required)]
    image: String,
    #[field(computed)]
    path: String,
}

/// Which images are listed.
#[derive(Schema)]
#[schema(list = "disk_image", timeouts(list = "5m"))]
pub struct ImageFilter {
    #[field(optional)]
    name_prefix: Option<String>,
}

/// Looks at an image.
#[derive(Schema)]
#[schema(action = "disk_verify", timeouts(invoke = "30m"))]
pub struct Verify {
    #[field(required)]
    image: String,
    #[field(optional, write_only)]
    passphrase: Option<Secret>,
}

/// States beside the images.
#[derive(Schema)]
#[schema(state_store = "disk_states")]
pub struct States {
    #[field(optional)]
    directory: Option<String>,
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
    deprecated = "use disk_volume",
    allow(version_without_upgrade, reason = "no state of before is left")
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
    #[field(optional, exactly_one_of(b), rename = "first", description = "One.", plain)]
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
    #[field(block(set), set_key = Rule::PORT)]
    keyed: Set<Rule>,
    #[field(optional, nested(list), list_key = Rule::PORT)]
    ordered: Vec<Option<Rule>>,
    #[field(flatten)]
    sizes: Sizes,
    #[field(optional, default_fn = host)]
    host: String,
    #[field(required, force_new(when = |old, new| new < old))]
    only_shrinking: i64,
    #[field(optional, force_new(when = |old, new| !new.starts_with(old.as_str())))]
    only_another_text: Option<String>,
    #[field(optional, diff_suppress = same)]
    path: Option<String>,
    #[field(optional, canonical = lower)]
    zone: Option<String>,
    #[field(optional, state_fn = shortened)]
    script: Option<String>,
    #[field(optional, sensitive, prefer_write_only(passphrase))]
    password: Option<String>,
}

/// Numbers that are weighed against others.
#[derive(Schema)]
#[schema(crate = schema_provider)]
pub struct Sizes {
    #[field(optional, at_least_sum_of(used, reserved))]
    total: Option<i64>,
    #[field(optional, at_most_sum_of(total, reserved))]
    used: Option<i64>,
    #[field(optional)]
    reserved: Option<i64>,
    #[field(optional, equal_to_sum_of(used, reserved))]
    sum: Option<i64>,
    #[field(optional, equal_to_product_of(sectors, bytes))]
    product: Option<i64>,
    #[field(optional)]
    sectors: Option<i64>,
    #[field(optional)]
    bytes: Option<i64>,
}

#[derive(Schema)]
#[schema(provider = "disk", meta = DiskMeta)]
pub struct Disk {
    #[field(optional, input_default = "/var/lib/disk")]
    directory: Option<String>,
}

#[derive(Schema)]
#[schema(provider_meta = "disk")]
pub struct DiskMeta {
    #[field(optional)]
    module: Option<String>,
}

#[derive(Schema)]
#[schema(data_source = "disk_image", subcategory = "Images")]
pub struct ImageInfo {
    #[field(required)]
    name: String,
}

/// Nothing is imported, and users do not time it.
#[derive(Schema)]
#[schema(
    resource = "disk_lock",
    import = none,
    default_timeouts(create = "2h", delete = none)
)]
pub struct Lock {
    #[field(required, force_new)]
    name: String,
}

#[derive(Schema)]
#[schema(resource = "disk_snapshot", import = "{image}/{name}")]
pub struct Snapshot {
    #[field(required)]
    image: String,
    #[field(required)]
    name: String,
}

fn host(_: &Environment) -> Result<String> {
    Ok("localhost".to_owned())
}

fn same(_: &Suppress<'_, Image>, before: &str, after: &str) -> bool {
    before.trim_end_matches('/') == after.trim_end_matches('/')
}

fn lower(zone: &str) -> Canonical {
    Canonical::from(zone.to_lowercase())
}

fn shortened(script: &str) -> String {
    script.chars().take(8).collect()
}

fn main() {
    let _ = (Image::NAME, Image::A, Image::TYPE, Image::RULE, Rule::PORT);
    let _ = (Disk::DIRECTORY, DiskMeta::MODULE, ImageInfo::NAME, Snapshot::IMAGE);
}
