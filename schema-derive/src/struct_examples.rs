// A number that is raised when old states no longer fit; then the resource
// has an `upgrade` (a warning otherwise). Timeouts are of operations that
// there are (R222), each once (R223), above zero (R221).
#[derive(Schema)]
#[schema(
    resource = "disk_image",
    version = 1,
    timeouts(create = "10m", delete = "1h30m"),
    id(when_changed(name)),
    import = "{pool}/{name}",
    identity(pool, name),
    subcategory = "Images",
    deprecated = "use disk_volume",
    description = "What users read instead of the doc comment.",
    allow(version_without_upgrade, reason = "no state of before is left")
)]
pub struct Image {
    #[field(required, force_new)]
    pool: String,
    #[field(required, force_new)]
    name: String,
}

// What identifies an object may be a struct of its own, with a version of its
// own; `mutable` fields may change.
#[derive(Schema)]
#[schema(identity, version = 1, mutable(pool))]
pub struct VolumeIdentity {
    #[field(required)]
    serial: i64,
    #[field(optional)]
    pool: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_volume", identity = VolumeIdentity)]
pub struct Volume {
    #[field(required)]
    name: String,
}

// `id = none` where there is nothing to name.
#[derive(Schema)]
#[schema(data_source = "disk_images", timeouts(read = "1m"), id = none)]
pub struct Images {
    #[field(computed)]
    names: Vec<String>,
}

// A provider stores nothing: no computed fields (R227). Its name begins those
// of its types (R123).
#[derive(Schema)]
#[schema(provider = "disk", meta = Module)]
pub struct Disk {
    #[field(optional)]
    directory: Option<String>,
}

#[derive(Schema)]
#[schema(provider_meta = "disk")]
pub struct Module {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(ephemeral = "disk_copy", timeouts(open = "1m", close = "1m"))]
pub struct Copy {
    #[field(required)]
    image: String,
    #[field(computed)]
    path: String,
}

#[derive(Schema)]
#[schema(list = "disk_image", timeouts(list = "5m"))]
pub struct ImageFilter {
    #[field(optional)]
    name_prefix: Option<String>,
}

#[derive(Schema)]
#[schema(action = "disk_verify", timeouts(invoke = "30m"))]
pub struct Verify {
    #[field(required)]
    image: String,
}

#[derive(Schema)]
#[schema(state_store = "disk_states")]
pub struct States {
    #[field(optional)]
    directory: Option<String>,
}

// A nested struct needs no word; `crate` is for a crate that has the SDK
// under another name.
#[derive(Schema)]
#[schema(block, crate = schema_provider)]
pub struct Partition {
    #[field(required)]
    number: i64,
}
