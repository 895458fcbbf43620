//! The tables: fields, defaults, validators, relations, functions.

use schema_runtime::object;
use schema_runtime::path::Path;
use schema_runtime::schema::{
    Default, Environment, Extra, Flags, Kind, Nesting, Predicate, Range, SchemaKind,
    SuppressRequest, Validator,
};
use schema_runtime::value::Value;

use super::{Disk, Image, Lookup, Partition, Rule, field, image};

#[test]
fn fields_are_sorted_and_implied_ones_are_there() {
    let names: Vec<&str> = object::block::<Image>()
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    assert_eq!(names.len(), 29);
    let schema = object::schema::<Image>();
    assert_eq!(schema.kind, SchemaKind::Resource);
    assert_eq!(schema.type_name.as_str(), "disk_image");
    assert_eq!(schema.version, 1);
    assert_eq!(
        schema.block.description.as_str(),
        "A disk image file.\n\nIt has partitions."
    );
    assert_eq!(schema.block.deprecated.as_str(), "use disk_volume");
    assert_eq!(schema.subcategory.as_str(), "Images");
    assert!(field("id").is(Flags::COMPUTED.with(Flags::IMPLIED)));
    assert_eq!(field("id").when_changed().unwrap()[0][0].as_str(), "name");
    let timeouts: Vec<(&str, u64)> = schema
        .timeouts
        .iter()
        .map(|t| (t.operation.as_str(), t.nanoseconds))
        .collect();
    assert_eq!(
        timeouts,
        [("create", 600_000_000_000), ("delete", 90_000_000_000)]
    );
    let (nesting, block) = field("timeouts").nested_block().unwrap();
    assert_eq!(nesting, Nesting::Single);
    assert_eq!(block.fields.len(), 2);
}

#[test]
fn presence_and_flags() {
    assert!(field("name").is(Flags::REQUIRED.with(Flags::FORCE_NEW)));
    assert!(field("size_mb").is(Flags::OPTIONAL.with(Flags::COMPUTED)));
    assert!(field("checked_at").is(Flags::VOLATILE.with(Flags::COMPUTED)));
    assert!(field("passphrase").is(Flags::SENSITIVE.with(Flags::WRITE_ONLY)));
    assert!(field("partition").is(Flags::FORCE_NEW));
    assert!(!field("uuid").is(Flags::OPTIONAL));
    assert_eq!(
        field("name").description.as_str(),
        "Name; also the file's name."
    );
    assert_eq!(field("comment").description.as_str(), "In words.");
    assert_eq!(field("note").deprecated(), Some("use comment"));
    assert_eq!(field("legacy").removed(), Some("it did nothing"));
    assert_eq!(
        field("sha256").when_changed().unwrap()[0][0].as_str(),
        "partition"
    );
}

#[test]
fn defaults_are_data_where_they_can_be() {
    assert!(matches!(
        field("encrypted").default(),
        Some(Default::Bool(false))
    ));
    assert!(matches!(
        field("sector_size").default(),
        Some(Default::Integer(512))
    ));
    assert!(matches!(field("ratio").default(), Some(Default::Float(n)) if *n == 0.5));
    assert!(matches!(field("format").default(), Some(Default::Text(t)) if t.as_str() == "raw"));
    let Some(Default::Constant(make)) = field("tags").default() else {
        panic!("tags")
    };
    assert_eq!(make(), Value::List(vec![Value::from("a")]));
    let Some(Default::Function(function)) = field("owner").default() else {
        panic!("owner")
    };
    assert_eq!(
        function(&Environment::default()).unwrap(),
        Value::from("user 0")
    );
    assert!(
        function(&[("UID", "x")].into_iter().collect())
            .unwrap_err()
            .has_errors()
    );
    let Some(Default::Environment { names, fallback }) = field("zone").default() else {
        panic!("zone")
    };
    assert_eq!(names.len(), 2);
    assert_eq!(fallback.as_ref().unwrap().as_str(), "here");
    let directory = object::block::<Disk>().field("directory").unwrap();
    let Some(Default::Environment { names, fallback }) = directory.default() else {
        panic!("directory")
    };
    assert_eq!((names[0].as_str(), names.len()), ("DISK_DIRECTORY", 1));
    assert_eq!(fallback.as_ref().unwrap().as_str(), "disks");
    let kind = object::block::<Partition>().field("kind").unwrap();
    let Some(Default::Constant(make)) = kind.default() else {
        panic!("kind")
    };
    assert_eq!(make(), Value::from("linux"));
}

#[test]
fn validators_are_data() {
    let name: Vec<_> = field("name").validators().collect();
    assert!(matches!(
        name[0].predicate(),
        Some(Predicate::Length {
            min: Some(1),
            max: Some(64)
        })
    ));
    assert!(matches!(
        name[1].predicate(),
        Some(Predicate::Regex(pattern)) if pattern.as_str() == "^[a-z][a-z0-9-]*$"
    ));
    let Validator::Custom(custom) = name[2] else {
        panic!("custom")
    };
    assert_eq!(custom(&Path::new("name"), &Value::from("test")).len(), 1);
    assert_eq!(custom(&Path::new("name"), &Value::from("fine")).len(), 0);
    assert!(custom(&Path::new("name"), &Value::from(1)).has_errors());
    let size: Vec<_> = field("size_mb").validators().collect();
    assert!(matches!(
        size[0].predicate(),
        Some(Predicate::Integer { .. })
    ));
    assert!(matches!(
        size[1].predicate(),
        Some(Predicate::Range(Range::Integer {
            min: Some(1),
            max: Some(65536)
        }))
    ));
    let labels: Vec<_> = field("labels").validators().collect();
    let Validator::Each { validators } = labels[0] else {
        panic!("each")
    };
    assert!(matches!(
        validators[0].predicate(),
        Some(Predicate::Length {
            min: None,
            max: Some(9)
        })
    ));
    assert!(matches!(labels[1], Validator::Keys { validators } if validators.len() == 1));
    assert!(
        field("sector_size")
            .validators()
            .filter_map(Validator::predicate)
            .any(|p| matches!(p, Predicate::OneOfIntegers { values } if **values == [512, 4096]))
    );
    assert!(field("ratio").validators().any(|v| matches!(
        v.predicate(),
        Some(Predicate::Range(Range::Float {
            min: Some(_),
            max: Some(_),
            ..
        }))
    )));
    let kind = object::block::<Partition>().field("kind").unwrap();
    assert!(
        kind.validators()
            .filter_map(Validator::predicate)
            .any(|p| matches!(p, Predicate::OneOf { values } if values.len() == 3))
    );
}

#[test]
fn relations_hold_on_both_sides() {
    let conflicts = |name: &str| -> Vec<String> {
        field(name)
            .extras
            .iter()
            .find_map(|extra| match extra {
                Extra::ConflictsWith { fields } => Some(
                    fields
                        .iter()
                        .map(|path| path[0].as_str().to_owned())
                        .collect(),
                ),
                _ => None,
            })
            .unwrap_or_default()
    };
    assert_eq!(conflicts("size_mb"), ["snapshot_id"]);
    assert_eq!(conflicts("snapshot_id"), ["size_mb"]);
    assert!(
        field("alpha")
            .extras
            .iter()
            .any(|e| matches!(e, Extra::ExactlyOneOf { .. }))
    );
    assert!(
        field("beta").extras.iter().any(
            |e| matches!(e, Extra::RequiredWith { fields } if fields[0][1].as_str() == "label")
        )
    );
}

#[test]
fn functions_are_called_through_their_shims() {
    let canonical = field("note").canonical().unwrap();
    assert_eq!(canonical(&Value::from("ABC")), Value::from("abc"));
    let state_fn = field("motd").extras.iter().find_map(|extra| match extra {
        Extra::StateFn { state_fn } => Some(*state_fn),
        _ => None,
    });
    assert_eq!(state_fn.unwrap()(&Value::from(" a ")), Value::from("a"));
    let key = field("rule").extras.iter().find_map(|extra| match extra {
        Extra::SetKey { key } => Some(*key),
        _ => None,
    });
    assert_eq!(
        key.unwrap()(&object::encode(&Rule { port: 80 })),
        Value::from(80)
    );
    let suppress = field("comment").suppress().unwrap();
    let path = Path::new("comment");
    for (format, expected) in [("raw", true), ("qcow2", false)] {
        let config = object::encode(&Image {
            format: format.to_owned(),
            ..image()
        });
        let request = SuppressRequest {
            path: &path,
            prior: &Value::Null,
            config: &config,
            block: object::block::<Image>(),
        };
        assert_eq!(
            suppress(&request, &Value::from("A"), &Value::from("a")),
            expected,
            "{format}"
        );
    }
}

#[test]
fn blocks_and_nested_attributes() {
    let Kind::Block {
        nesting,
        min_items,
        max_items,
        block,
    } = &field("partition").kind
    else {
        panic!("partition")
    };
    assert_eq!((*nesting, *min_items, *max_items), (Nesting::List, 1, 4));
    assert!(block.field("size_mb").is_some());
    let items = |name: &str| match &field(name).kind {
        Kind::Block {
            nesting,
            min_items,
            max_items,
            ..
        } => (*nesting, *min_items, *max_items),
        _ => panic!("{name} is no block"),
    };
    assert_eq!(items("boot"), (Nesting::Single, 1, 1));
    assert_eq!(items("swap"), (Nesting::Single, 0, 1));
    assert_eq!(items("rule"), (Nesting::Set, 0, 0));
    assert!(matches!(
        field("mount").kind,
        Kind::Nested {
            nesting: Nesting::Map,
            ..
        }
    ));
}

#[test]
fn other_roots() {
    assert_eq!(object::schema::<Disk>().kind, SchemaKind::Provider);
    let region = object::block::<Disk>().field("region").unwrap();
    assert!(
        region
            .extras
            .iter()
            .any(|e| matches!(e, Extra::InputDefault { text } if text.as_str() == "here"))
    );
    assert_eq!(object::block::<Disk>().fields.len(), 2);
    let lookup = object::schema::<Lookup>();
    assert_eq!(lookup.kind, SchemaKind::DataSource);
    assert_eq!(lookup.timeouts.len(), 1);
    assert_eq!(lookup.block.fields.len(), 3);
}
