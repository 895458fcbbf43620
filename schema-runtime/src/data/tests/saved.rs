//! What is saved, and the whole struct at once.

use serde_json::{Value as Json, json};

use super::*;
use crate::data::Outcome;
use crate::tests::show;

fn saved(data: &ResourceData<Image>, outcome: &Outcome) -> Json {
    show(&schema::<Image>().block, &data.dynamic().saved(outcome))
}

#[test]
fn reading_everything_and_writing_it_back_changes_nothing() {
    for planned in [
        json!({"id": "1", "name": "a", "encrypted": false}),
        json!({"id": "1", "name": "a", "note": "", "encrypted": false, "size_mb": 0, "uuid": "u",
            "tags": [], "zones": [], "labels": {}, "ports": [], "kind": "swap"}),
        json!({"id": "1", "name": "", "encrypted": true, "tags": ["", "b"], "labels": {"k": ""},
            "part": [{"label": ""}, {"label": "x", "size_mb": 0}], "rule": [{"label": "r"}],
            "boot": {"label": "b"}, "mount": {"/": {"device": "d"}, "/x": {"readonly": false}}}),
    ] {
        let mut data = data(Operation::Update, &planned, &planned);
        let before = data.dynamic().planned().clone();
        let all = data.read_struct().unwrap();
        data.write_struct(&all);
        assert_eq!(data.dynamic().saved(&Outcome::Done), before, "{planned}");
        assert_eq!(data.read_struct().unwrap(), all);
    }
}

#[test]
fn an_unknown_is_null_when_nothing_better_came() {
    let mut data = data(
        Operation::Create,
        &json!(null),
        &json!({"id": "?", "name": "a", "uuid": "?", "mount": {"/": {"device": "?"}}}),
    );
    data.set_id("7");
    assert_eq!(
        saved(&data, &Outcome::Done),
        json!({"id": "7", "name": "a", "mount": {"/": {}}, "part": [], "rule": []})
    );
}

#[test]
fn a_whole_struct_with_a_missing_value_names_every_place() {
    let block = &schema::<Image>().block;
    let mut prior = object(block, &json!({"id": "1", "kind": "beos"}));
    if let Value::Object(fields) = &mut prior {
        fields[Image::TAGS.position()] = Value::from("no list");
    }
    let data: ResourceData<Image> = data_of(Operation::Read, prior, Value::Null, Value::Null);
    let told = data.read_struct().unwrap_err();
    let mut paths: Vec<String> = told
        .diagnostics()
        .iter()
        .map(|d| d.path.to_string())
        .collect();
    paths.sort();
    assert_eq!(paths, ["kind", "tags"]);
}

#[test]
fn failed_calls_save_what_the_documents_say() {
    let prior = json!({"id": "1", "name": "old", "uuid": "u"});
    let planned = json!({"id": "1", "name": "new", "uuid": "u", "note": "n"});
    let shown = |json: &Json| {
        show(
            &schema::<Image>().block,
            &object(&schema::<Image>().block, json),
        )
    };
    // A failed update saves the prior object, whatever was set.
    let mut update = data(Operation::Update, &prior, &planned);
    update.set(Image::UUID, "x");
    assert_eq!(saved(&update, &Outcome::Failed), shown(&prior));
    // A failed create with an id saves what was planned and set; without one, nothing.
    let mut create = data(Operation::Create, &json!(null), &planned);
    create.set(Image::UUID, "x");
    assert_eq!(saved(&create, &Outcome::Failed), json!(null));
    create.set_id("9");
    let mut all = shown(&planned);
    all["id"] = json!("9");
    all["uuid"] = json!("x");
    assert_eq!(saved(&create, &Outcome::Failed), all);
    // A failed read and a failed delete.
    let mut read = data(Operation::Read, &prior, &json!(null));
    read.set(Image::NAME, "x");
    assert_eq!(saved(&read, &Outcome::Failed), shown(&prior));
    let delete = data(Operation::Delete, &prior, &json!(null));
    assert_eq!(saved(&delete, &Outcome::Failed), shown(&prior));
    assert_eq!(saved(&delete, &Outcome::Done), json!(null));
    // Gone.
    let mut read = data(Operation::Read, &prior, &json!(null));
    read.mark_gone();
    assert_eq!(saved(&read, &Outcome::Done), json!(null));
    assert_eq!(saved(&read, &Outcome::Failed), shown(&prior));
}

#[test]
fn partial_mode_saves_the_named_fields_whether_the_call_fails_or_not() {
    let prior = json!({"id": "1", "name": "old", "note": "old"});
    let planned = json!({"id": "1", "name": "new", "note": "new", "size_mb": 1});
    let mut data = data(Operation::Update, &prior, &planned);
    // Outside partial mode, naming a field does nothing.
    data.set_partial(Image::NOTE);
    assert_eq!(saved(&data, &Outcome::Failed)["note"], "old");
    data.begin_partial();
    data.set_partial(Image::NAME);
    data.set(Image::NOTE, "set");
    for outcome in [Outcome::Failed, Outcome::Done] {
        let saved = saved(&data, &outcome);
        assert_eq!(
            (&saved["name"], &saved["note"]),
            (&json!("new"), &json!("old"))
        );
        assert_eq!(saved.get("size_mb"), None);
    }
    let told = data
        .dynamic()
        .complaints()
        .iter()
        .next()
        .unwrap()
        .to_string();
    assert!(
        told.contains("note") && told.contains("size_mb") && !told.contains("name,"),
        "{told}"
    );
    // If every field is named, nothing is lost.
    data.set_partial(Image::NOTE);
    data.set_partial(Image::SIZE_MB);
    assert!(data.dynamic().complaints().is_empty());
    assert_eq!(saved(&data, &Outcome::Done)["note"], "set");
    data.end_partial();
    assert!(data.dynamic().complaints().is_empty());
    assert_eq!(saved(&data, &Outcome::Done)["note"], "set");
    // Ending the mode forgets the named fields.
    data.begin_partial();
    assert_eq!(saved(&data, &Outcome::Failed)["name"], "old");
}

#[test]
fn a_create_without_an_id_is_a_mistake() {
    let data = data(Operation::Create, &json!(null), &json!({"name": "a"}));
    assert!(data.dynamic().complaints().has_errors());
    assert_eq!(data.dynamic().saved(&Outcome::Done), Value::Null);
}

#[test]
fn flat_attributes_become_the_whole_object() {
    let attributes = |entries: &[(&str, &str)]| -> BTreeMap<String, String> {
        entries
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect()
    };
    let mut upgraded = data(
        Operation::Read,
        &json!({"id": "old", "name": "a", "note": "gone"}),
        &json!(null),
    );
    upgraded
        .set_attributes(&attributes(&[
            ("id", "7"),
            ("name", "b"),
            ("encrypted", "1"),
            ("size_mb", "12"),
            ("left_over", "x"),
            ("labels.%", "1"),
            ("labels.a.b", "c"),
            ("part.#", "1"),
            ("part.0.label", "p"),
            ("zones.#", "2"),
            ("zones.12", "y"),
            ("zones.99", "z"),
        ]))
        .unwrap();
    assert_eq!(
        saved(&upgraded, &Outcome::Done),
        json!({"id": "7", "name": "b", "encrypted": true, "size_mb": 12, "labels": {"a.b": "c"},
            "part": [{"label": "p"}], "rule": [], "zones": ["y", "z"]})
    );
    let told = upgraded
        .set_attributes(&attributes(&[
            ("part.#", "1"),
            ("part.0.size_mb", "s3cret"),
            ("name", "x"),
        ]))
        .unwrap_err();
    let text = told.to_string();
    assert!(
        text.contains("part[0].size_mb") && !text.contains("s3cret"),
        "{text}"
    );
    assert_eq!(upgraded.get(Image::NAME), "b");
}

#[test]
fn partial_mode_that_is_left_on_where_it_does_nothing_is_an_error() {
    for (operation, complains) in [
        (Operation::ReadDataSource, true),
        (Operation::Import, true),
        (Operation::Create, false),
        (Operation::Read, false),
    ] {
        let mut data = data(operation, &json!(null), &json!({"name": "a"}));
        data.set_id("1");
        data.dynamic_mut().set_partial_mode(true);
        let told = data.dynamic().complaints().to_string();
        assert_eq!(
            told.contains("for create and update alone"),
            complains,
            "{operation:?}: {told}"
        );
        data.dynamic_mut().set_partial_mode(false);
        let told = data.dynamic().complaints().to_string();
        assert!(!told.contains("partial mode"), "{operation:?}: {told}");
    }
}
