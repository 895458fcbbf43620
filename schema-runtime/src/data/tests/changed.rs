//! Which values changed, and how.

use std::time::{Duration, Instant};

use serde_json::json;

use super::*;
use crate::attr::AttrPath;
use crate::data::Change;

#[test]
fn a_change_is_exact_although_both_sides_may_read_alike() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a", "note": "", "kind": "linux"}),
        &json!({"id": "1", "name": "a", "encrypted": false, "uuid": "?", "kind": "swap"}),
    );
    assert!(data.has_change(Image::ENCRYPTED));
    assert_eq!(data.get_change(Image::ENCRYPTED), (false, false));
    assert!(data.has_change(Image::NOTE));
    assert_eq!(data.get_change(Image::NOTE), (Some(String::new()), None));
    assert!(data.has_change(Image::UUID));
    assert_eq!(data.get_change(Image::UUID), (String::new(), String::new()));
    assert_eq!(
        data.get_change_ok(Image::KIND),
        (Some(Kind::Linux), Some(Kind::Swap))
    );
    assert!(!data.has_change(Image::NAME));
}

#[test]
fn several_fields_at_once() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a", "part": [{"label": "p"}, {"label": "q"}]}),
        &json!({"id": "2", "name": "b", "part": [{"label": "p"}, {"label": "r"}]}),
    );
    assert!(data.has_changes((Image::NOTE, Image::NAME)));
    assert!(data.has_changes([Image::NAME]));
    assert!(!data.has_changes((Image::NOTE, Image::LABELS, Image::PART.at(0))));
    assert!(data.has_changes((Image::NOTE, Image::PART.at(1).then(Part::LABEL))));
    assert!(data.has_changes_except(()));
    assert!(data.has_changes_except(Image::NAME));
    assert!(data.has_changes_except((Image::NAME, Image::NOTE)));
    // The id is not a field.
    assert!(!data.has_changes_except((Image::NAME, Image::PART)));
}

fn change<K>(at: K, old: &str, new: &str) -> Change<K, String> {
    Change {
        at,
        old: old.to_owned(),
        new: new.to_owned(),
    }
}

#[test]
fn elements_of_lists_sets_and_maps() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a", "tags": ["a", "b", "c"], "zones": ["x", "y"],
            "labels": {"k": "1", "l": "2", "m": "3"}, "ports": [1],
            "rule": [{"label": "r", "size_mb": 1}], "part": [{"label": "p"}]}),
        &json!({"id": "1", "name": "a", "tags": ["a", "B"], "zones": ["y", "z"],
            "labels": {"k": "1", "l": "two", "n": "4"}, "ports": [1, 2],
            "rule": [{"label": "r", "size_mb": 2}], "part": [{"label": "p", "size_mb": 5}]}),
    );
    let tags = data.changes(Image::TAGS);
    assert_eq!(
        (tags.added(), tags.removed()),
        (vec![], vec!["c".to_owned()])
    );
    assert_eq!(tags.changed(), [change(1, "b", "B")]);
    let zones = data.changes(Image::ZONES);
    assert_eq!(
        (zones.added(), zones.removed()),
        (vec!["z".into()], vec!["x".into()])
    );
    let labels = data.changes(Image::LABELS);
    assert_eq!(labels.added(), [("n".to_owned(), "4".to_owned())]);
    assert_eq!(labels.removed(), [("m".to_owned(), "3".to_owned())]);
    assert_eq!(labels.changed(), [change("l".to_owned(), "2", "two")]);
    assert_eq!(data.changes(Image::PORTS).added(), [2]);
    let rules = data.changes(Image::RULE);
    assert_eq!(rules.added()[0].size_mb, Some(2));
    assert_eq!(rules.removed()[0].size_mb, Some(1));
    assert_eq!(data.changes(Image::PART).changed()[0].new.size_mb, Some(5));
    assert!(data.changes(Image::MOUNT).is_empty());
}

#[test]
fn null_and_unknown_collections() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a", "tags": ["a"], "mount": {"/": {}}}),
        &json!({"id": "1", "name": "a", "zones": ["z"], "mount": "?"}),
    );
    assert_eq!(data.changes(Image::TAGS).removed(), ["a"]);
    assert_eq!(data.changes(Image::ZONES).added(), ["z"]);
    // An unknown collection has lost nothing.
    assert!(data.changes(Image::MOUNT).is_empty() && data.has_change(Image::MOUNT));
}

#[test]
fn an_added_element_with_an_unknown_part_is_reported() {
    let data = data(
        Operation::Update,
        &json!({"id": "1", "name": "a"}),
        &json!({"id": "1", "name": "a", "mount": {"/": {"readonly": true, "device": "?"}}}),
    );
    let added = data.changes(Image::MOUNT).added();
    assert_eq!(added.len(), 1);
    assert_eq!(
        (added[0].0.as_str(), added[0].1.readonly),
        ("/", Some(true))
    );
}

#[test]
fn large_collections_take_linear_time() {
    let many = |from: i64| {
        (from..from + 100_000)
            .map(|n| n.to_string())
            .collect::<Vec<_>>()
    };
    let map = |from: i64| {
        many(from)
            .into_iter()
            .map(|n| (n.clone(), n))
            .collect::<BTreeMap<_, _>>()
    };
    let planned = |from| json!({"id": "1", "name": "a", "zones": many(from), "labels": map(from)});
    let data = data(Operation::Update, &planned(0), &planned(10));
    let start = Instant::now();
    assert_eq!(data.changes(Image::ZONES).added().len(), 10);
    assert_eq!(data.changes(Image::LABELS).removed().len(), 10);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}
