//! States from older versions of this program.

use crate::address::ObjectAddress;
use crate::state::format;

const FIRST: &str = r#"{
  "format": "schema-provider local state",
  "version": 1,
  "provider": "disk",
  "lineage": "l",
  "serial": 3,
  "outputs": {},
  "resources": [
    {"type": "disk_image", "name": "a", "schema_version": 0, "attributes": {"id": "x"}}
  ]
}"#;

#[test]
fn the_first_version_is_read_and_the_second_written() {
    let state = format::read(FIRST.as_bytes(), "disk").expect("readable");
    let address = ObjectAddress::parse("disk_image.a").expect("an address");
    assert_eq!(state.resources[&address].attributes["id"], "x");
    let text = format::write(&state, "disk");
    assert!(text.contains("\"version\": 2"), "{text}");
    assert_eq!(format::read(text.as_bytes(), "disk"), Ok(state));
}

#[test]
fn instances_come_back_as_they_were_written() {
    let mut state = format::read(FIRST.as_bytes(), "disk").expect("readable");
    let (_, stored) = state.resources.pop_first().expect("one");
    for (text, deposed) in [
        ("disk_image.a", None),
        ("disk_image.a", Some("0a1b2c3d")),
        ("disk_image.a[0]", None),
        ("disk_image.a[\"0\"]", None),
        ("disk_image.b[\"\"]", Some("x")),
    ] {
        let address = ObjectAddress {
            deposed: deposed.map(Into::into),
            ..ObjectAddress::parse(text).expect("an address")
        };
        let mut stored = stored.clone();
        stored.metadata.create_before_destroy = deposed.is_some();
        stored.metadata.provider = deposed.map(Into::into);
        state.resources.insert(address, stored);
    }
    let text = format::write(&state, "disk");
    assert_eq!(format::read(text.as_bytes(), "disk"), Ok(state));
    for bad in ["-1", "1.5", "true", "{}"] {
        let text = text.replace("\"index_key\": 0,", &format!("\"index_key\": {bad},"));
        assert!(format::read(text.as_bytes(), "disk").is_err(), "{bad}");
    }
}
