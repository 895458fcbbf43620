//! The expansion of `#[derive(Schema)]` and `#[derive(SchemaEnum)]`: the tables, asserted through
//! their accessors, decode and encode, and the field constants.

mod real;
mod tables;

use std::collections::BTreeMap;

use schema_runtime::attr::{Attr, AttrPath, WriteOnly};
use schema_runtime::data::Suppress;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::field_type::{Canonical, Set};
use schema_runtime::number::Number;
use schema_runtime::path::Path;
use schema_runtime::schema::Environment;
use schema_runtime::value::Value;
use schema_runtime::{Schema, SchemaEnum, object};

#[derive(SchemaEnum, Debug, Clone, PartialEq)]
enum PartitionKind {
    Linux,
    LinuxSwap,
    #[schema(rename = "efi")]
    Esp,
    #[schema(other)]
    Other(String),
}

/// One partition.
#[derive(Schema, Debug, Clone, PartialEq)]
struct Partition {
    /// What it is called.
    #[field(optional, default = "")]
    label: String,
    #[field(required, validate = range(1..))]
    size_mb: i64,
    #[field(optional, default = PartitionKind::Linux)]
    kind: PartitionKind,
}

#[derive(Schema, Debug, Clone, PartialEq)]
#[schema(block)]
struct Rule {
    #[field(required)]
    port: u16,
}

#[derive(Schema, Debug, Clone, PartialEq)]
struct Mount {
    #[field(optional)]
    options: Vec<String>,
    #[field(computed)]
    device: Option<String>,
}

const LONGEST: u64 = 64;

/// A disk image file.
///
/// It has partitions.
#[derive(Schema)]
#[schema(
    resource = "disk_image",
    version = 1,
    timeouts(create = "10m", delete = "1m30s"),
    id(when_changed(name)),
    allow(when_changed_replaces, reason = "the schema says both"),
    deprecated = "use disk_volume",
    subcategory = "Images"
)]
pub struct Image {
    /// Name; also the file's name.
    #[field(required, force_new, validate = [length(1..=LONGEST), regex("^[a-z][a-z0-9-]*$"), custom = no_test])]
    name: String,
    #[field(optional, default = false)]
    encrypted: bool,
    #[field(optional, computed, validate = range(1..=65536), conflicts_with(snapshot_id))]
    size_mb: Option<i64>,
    #[field(optional, force_new)]
    snapshot_id: Option<String>,
    #[field(computed)]
    uuid: String,
    #[field(
        computed(when_changed(partitions, size_mb)),
        allow(when_changed_replaces, reason = "the schema says both")
    )]
    sha256: String,
    #[field(computed(volatile))]
    checked_at: Option<String>,
    #[field(optional, sensitive, write_only)]
    passphrase: Option<String>,
    #[field(optional, validate = [each(length(..10)), keys(regex("^[a-z]+$"))])]
    labels: BTreeMap<String, String>,
    #[field(optional, default = 512, validate = one_of(512, 4096))]
    sector_size: u32,
    #[field(optional, default = 0.5, validate = range(0.0..=1.0))]
    ratio: f64,
    #[field(optional, default = "raw", validate = any(one_of("raw", "qcow2"), not(regex("^x"))))]
    format: String,
    #[field(optional, default = vec!["a".to_owned()], validate = [unique, each(custom = no_test)])]
    tags: Vec<String>,
    #[field(optional, default_fn = owner)]
    owner: Option<String>,
    #[field(optional, default_env("DISK_ZONE", "DISK_REGION", fallback = "here"))]
    zone: String,
    #[field(optional, diff_suppress = same_case, description = "In words.")]
    comment: Option<String>,
    #[field(optional, canonical = lower, deprecated = "use comment")]
    note: Option<String>,
    #[field(optional, state_fn = trimmed)]
    motd: Option<String>,
    #[field(optional, removed = "it did nothing")]
    legacy: Option<bool>,
    #[field(optional, exactly_one_of(beta))]
    alpha: Option<i64>,
    #[field(optional, at_least_one_of(alpha), required_with(boot.label))]
    beta: Option<i64>,
    #[field(
        block(list, min_items = 1, max_items = 4),
        force_new,
        rename = "partition"
    )]
    partitions: Vec<Partition>,
    #[field(block(set), set_key = port_of)]
    rule: Set<Rule>,
    #[field(block(single))]
    boot: Partition,
    #[field(block(single))]
    swap: Option<Partition>,
    #[field(optional, computed, nested(map))]
    mount: BTreeMap<String, Mount>,
    #[field(computed)]
    r#type: String,
}

fn no_test(path: &Path, value: &String) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    if value == "test" {
        diagnostics.push(Diagnostic::warning("test is no good name").at(path.clone()));
    }
    diagnostics
}

fn owner(environment: &Environment) -> Result<String, std::num::ParseIntError> {
    environment
        .get("UID")
        .unwrap_or("0")
        .parse::<u32>()
        .map(|n| format!("user {n}"))
}

fn same_case(cx: &Suppress<'_, Image>, old: &str, new: &str) -> bool {
    cx.config(Image::FORMAT).known().as_deref() == Some("raw") && old.eq_ignore_ascii_case(new)
}

fn lower(text: &str) -> Canonical {
    text.to_lowercase().into()
}

fn trimmed(text: &str) -> String {
    text.trim().to_owned()
}

fn port_of(rule: &Rule) -> u16 {
    rule.port
}

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional, default_env("DISK_DIRECTORY", fallback = "disks"))]
    directory: String,
    #[field(required, input_default = "here")]
    region: String,
}

#[derive(Schema)]
#[schema(data_source = "disk_image", timeouts(read = "1m"))]
struct Lookup {
    #[field(required)]
    name: String,
}

fn field(name: &str) -> &'static schema_runtime::schema::Field {
    object::block::<Image>()
        .field(name)
        .unwrap_or_else(|| panic!("no field {name}"))
}

fn image() -> Image {
    let partition = Partition {
        label: "root".to_owned(),
        size_mb: 7,
        kind: PartitionKind::LinuxSwap,
    };
    Image {
        name: "a".to_owned(),
        encrypted: true,
        size_mb: Some(5),
        snapshot_id: None,
        uuid: "u".to_owned(),
        sha256: "s".to_owned(),
        checked_at: Some("now".to_owned()),
        passphrase: None,
        labels: BTreeMap::from([("env".to_owned(), "prod".to_owned())]),
        sector_size: 4096,
        ratio: 0.25,
        format: "qcow2".to_owned(),
        tags: vec!["x".to_owned()],
        owner: None,
        zone: "z".to_owned(),
        comment: Some("c".to_owned()),
        note: None,
        motd: None,
        legacy: None,
        alpha: Some(1),
        beta: None,
        partitions: vec![partition.clone()],
        rule: [Rule { port: 80 }, Rule { port: 443 }]
            .into_iter()
            .collect(),
        boot: partition,
        swap: None,
        mount: BTreeMap::from([(
            "/".to_owned(),
            Mount {
                options: vec!["ro".to_owned()],
                device: None,
            },
        )]),
        r#type: "t".to_owned(),
    }
}

#[test]
fn reading_back_what_was_written_gives_the_same() {
    let value = object::encode(&image());
    let read: Image = object::decode(&value).expect("it was written by us");
    assert_eq!(object::encode(&read), value);
    assert_eq!(read.name, "a");
    assert_eq!(read.partitions, image().partitions);
    assert_eq!(read.rule.len(), 2);
    assert_eq!(read.mount, image().mount);
    assert_eq!(read.r#type, "t");
    // Values without a field in the struct stay absent.
    let fields = value.as_object().unwrap();
    let (id, _) = object::block::<Image>().find("id").unwrap();
    assert!(fields[id].is_null());
}

#[test]
fn everything_that_does_not_fit_is_reported_at_once() {
    let mut value = object::encode(&image());
    let Value::Object(fields) = &mut value else {
        panic!("an object")
    };
    fields[Image::NAME.position()] = Value::from(1);
    fields[Image::SECTOR_SIZE.position()] = Value::from("x");
    let Err(mismatch) = object::decode::<Image>(&value) else {
        panic!("must fail")
    };
    let places: Vec<String> = mismatch
        .places()
        .map(|(path, _)| path.to_string())
        .collect();
    assert_eq!(places.len(), 2, "{mismatch}");
    assert!(places.contains(&"name".to_owned()) && places.contains(&"sector_size".to_owned()));
}

#[test]
fn field_constants_name_their_fields() {
    assert_eq!(Image::NAME.name(), "name");
    assert_eq!(Image::PARTITIONS.name(), "partition");
    assert_eq!(Image::TYPE.name(), "type");
    let _: Attr<Image, Option<String>, WriteOnly> = Image::PASSPHRASE;
    let size = Image::PARTITIONS.at(0).then(Partition::SIZE_MB);
    assert_eq!(size.path().to_string(), "partition[0].size_mb");
    let value = object::encode(&image());
    let found = schema_runtime::attr::walk(&value, &size.steps());
    assert_eq!(found, Some(&Value::from(7)));
    for (index, field) in object::block::<Image>().fields.iter().enumerate() {
        let (position, _) = object::block::<Image>().find(&field.name).unwrap();
        assert_eq!(position, index);
    }
}

#[test]
fn enums_are_texts() {
    use schema_runtime::field_type::FieldType;

    assert_eq!(PartitionKind::LinuxSwap.as_str(), "linux_swap");
    assert_eq!(PartitionKind::Esp.to_string(), "efi");
    assert_eq!(PartitionKind::from_name("efi"), Some(PartitionKind::Esp));
    assert_eq!(
        PartitionKind::from_value(&Value::from("beos")),
        Ok(PartitionKind::Other("beos".to_owned()))
    );
    assert_eq!(
        PartitionKind::Other("beos".to_owned()).to_value(),
        Value::from("beos")
    );

    #[derive(SchemaEnum, Debug, PartialEq)]
    enum Size {
        Small,
        Large,
    }
    assert_eq!(Size::from_value(&Value::from("large")), Ok(Size::Large));
    let mismatch = Size::from_value(&Value::from("huge")).unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "one of \"small\", \"large\" is required, but this is \"huge\""
    );
    assert_eq!(Size::Small.to_value(), Value::from("small"));
}

/// A range without an end is one at run time, for the compiler and in words.
#[test]
fn the_end_of_a_half_open_range_is_rejected() {
    #[derive(Schema)]
    #[schema(resource = "disk_half")]
    struct Half {
        #[field(optional, default = 0.5, validate = range(0.0..1.0))]
        ratio: f64,
        #[field(optional, validate = range(0..10))]
        number: Option<Number>,
        #[field(optional, validate = range(0..10))]
        whole: Option<i64>,
    }
    let block = object::block::<Half>();
    let of = |name: &str| block.field(name).unwrap().validators().last().unwrap();
    let number = |text: &str| Value::Number(text.parse().unwrap());
    for (field, accepted, refused, words) in [
        ("ratio", "0.999", "1", "at least 0 and below 1"),
        ("number", "9.75", "10", "at least 0 and below 10"),
        ("whole", "9", "10", "between 0 and 9"),
    ] {
        assert!(of(field).accepts(&number(accepted)), "{field}");
        assert!(!of(field).accepts(&number(refused)), "{field}");
        assert_eq!(of(field).to_string(), words);
    }
}
