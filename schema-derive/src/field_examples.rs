#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    // `required` stands alone: not with `computed`, a default or a type
    // `Option` (R3, R16, R204).
    #[field(required)]
    name: String,
    // `optional` needs room for null: an `Option`, a collection, or a default
    // (R203).
    #[field(optional)]
    comment: Option<String>,
    // `computed` alone: nobody configures it, so it has no validators,
    // relations, default or prompt (R42-R52).
    #[field(computed)]
    path: String,
    // Both: what a configuration leaves out the provider chooses, and it
    // stays. No default then (R15).
    #[field(optional, computed)]
    size_mb: Option<i64>,
    // It names other fields, also inside of single nested structs (R226);
    // unknown where one of them changes.
    #[field(computed(when_changed(name, boot.format)))]
    sha256: String,
    #[field(computed(volatile))]
    checked_at: String,

    // In resources only (R209), and not on write-only fields (R7). With a
    // default it is a warning (R118).
    #[field(required, force_new)]
    pool: String,
    // On attributes; of a block its fields are sensitive (R208).
    #[field(optional, sensitive)]
    token: Option<String>,
    // Not computed, not `force_new`, without a default, and on no block (R6,
    // R7, R17, R31).
    #[field(optional, write_only)]
    passphrase_wo: Option<String>,

    // One of the three defaults, on `optional` fields alone (R15, R16), that
    // the field's own validators pass (R216).
    #[field(optional, default = 512, validate = divisible_by(512))]
    sector_size: i64,
    #[field(optional, default_fn = this_host)]
    host: String,
    #[field(optional, default_env("DISK_ZONE", "ZONE", fallback = "local"))]
    zone: String,

    // Texts that say what to use instead: none is empty (R207). What is
    // removed is `optional` and an `Option` (R114).
    #[field(optional, deprecated = "use labels")]
    tags: Set<String>,
    #[field(optional, removed = "it did nothing")]
    legacy: Option<bool>,
    #[field(optional, description = "What users read, where a doc comment is for readers of the code.")]
    note: Option<String>,

    // A validator fits the field's type (R215); of collections, `each`,
    // `keys` and `values` check what is inside (R214).
    #[field(optional, validate = [size(..=4), each(length(1..=64))])]
    aliases: Vec<String>,
    // One of `diff_suppress` and `canonical` (R210); inside sets only
    // `canonical` (R228); on scalars (R111).
    #[field(optional, diff_suppress = same_path)]
    directory: Option<String>,
    #[field(optional, canonical = lower_case)]
    region: Option<String>,
    #[field(optional, state_fn = shortened)]
    script: Option<String>,

    // Relations name fields that a configuration sets (R24, R225), not
    // themselves (R27) and none that is required (R28); a required field has
    // none of the first three (R20-R22).
    #[field(optional, conflicts_with(source_url))]
    source_file: Option<String>,
    #[field(optional)]
    source_url: Option<String>,
    #[field(optional, exactly_one_of(owner_group))]
    owner: Option<String>,
    #[field(optional)]
    owner_group: Option<String>,
    #[field(optional, at_least_one_of(phone))]
    mail: Option<String>,
    #[field(optional)]
    phone: Option<String>,
    #[field(optional, required_with(source_url))]
    checksum: Option<String>,
    #[field(optional, sensitive, prefer_write_only(passphrase_wo))]
    passphrase: Option<String>,
    // Numbers, weighed where all of them are configured.
    #[field(optional, at_least_sum_of(used, reserved))]
    total: Option<i64>,
    #[field(optional, at_most_sum_of(total, reserved))]
    used: Option<i64>,
    #[field(optional)]
    reserved: Option<i64>,
    #[field(optional, equal_to_sum_of(used, reserved))]
    taken: Option<i64>,
    #[field(optional, equal_to_product_of(used, reserved))]
    area: Option<i64>,

    // Blocks state no presence (R201): `T` must be there, `Option<T>` may, of
    // several `min_items` and `max_items` say it.
    #[field(block(single))]
    boot: Option<Partition>,
    #[field(block(list, min_items = 1, max_items = 4))]
    partition: Vec<Partition>,
    // Only sets have a key (R34): by it an element is the one of before.
    #[field(block(set), set_key = Partition::NUMBER)]
    spare: Set<Partition>,
    // The same structs as attributes, which state their presence and hold no
    // blocks (R4, R11).
    #[field(optional, nested(map))]
    named: BTreeMap<String, Partition>,
    // No other key beside it: the fields of the struct are fields of this
    // one.
    #[field(flatten)]
    labels: Labels,

    // A name as Terraform takes it (R131), which no other field has (R218).
    #[field(optional, rename = "type")]
    kind: Option<String>,
    // A warning that is allowed has a reason (R220), and is one that is
    // given.
    #[field(
        optional,
        default = false,
        force_new,
        allow(force_new_default, reason = "it is never changed")
    )]
    encrypted: bool,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    number: i64,
    #[field(optional)]
    format: Option<String>,
}

#[derive(Schema)]
pub struct Labels {
    #[field(optional)]
    team: Option<String>,
}

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    // In providers only, as nobody else is asked at a prompt (R105).
    #[field(optional, input_default = "/var/lib/disk")]
    root: Option<String>,
}

fn this_host(_: &Environment) -> Result<String> {
    Ok("localhost".to_owned())
}

fn same_path(_: &Suppress<'_, Image>, before: &str, after: &str) -> bool {
    before.trim_end_matches('/') == after.trim_end_matches('/')
}

fn lower_case(region: &str) -> Canonical {
    Canonical::from(region.to_lowercase())
}

fn shortened(script: &str) -> String {
    script.chars().take(8).collect()
}
