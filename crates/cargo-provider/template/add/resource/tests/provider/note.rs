//! The life of the resource `acme_note`.

use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use terraform_provider_acme::Note;

use super::{files, test};

const CONFIG: &str = r#"
variable "text" {}

resource "acme_note" "a" {
  name = "first"
  text = var.text
}
"#;

const ADDRESS: &str = "acme_note.a";

#[test]
fn it_has_a_life() {
    test()
        .step(
            Step::apply(CONFIG)
                .named("it is created")
                .var("text", "hello")
                .plans(creates(ADDRESS).attr(Note::SIZE).is_unknown())
                .saves(object(ADDRESS).attr("id").is("first").attr(Note::SIZE).is(5)),
        )
        .step(
            Step::apply(CONFIG)
                .named("it is changed in place")
                .var("text", "goodbye")
                .plans(updates(ADDRESS).only_unknown(["size"]))
                .saves(object(ADDRESS).attr("id").is_kept().attr(Note::SIZE).is(7)),
        )
        .step(Step::import(ADDRESS))
        .step(
            Step::apply(CONFIG.replace("first", "second"))
                .named("another name is another object")
                .var("text", "goodbye")
                .plans(replaces(ADDRESS).only_because_of([Note::NAME])),
        )
        .run();
}

#[test]
fn what_was_changed_by_hand_is_changed_back() {
    test()
        .step(Step::apply(CONFIG).var("text", "hello"))
        .step(Step::outside(|run| {
            assert_eq!(files(run), ["note-first.txt"]);
            std::fs::write(run.directory().join("acme/note-first.txt"), "by hand").unwrap();
        }))
        .step(
            Step::apply(CONFIG)
                .var("text", "hello")
                .plans(drifts(ADDRESS).attr(Note::TEXT).is("by hand"))
                .plans(updates(ADDRESS).attr(Note::TEXT).is("hello")),
        )
        .step(Step::outside(|run| {
            std::fs::remove_file(run.directory().join("acme/note-first.txt")).unwrap();
        }))
        .step(Step::apply(CONFIG).var("text", "hello").plans(creates(ADDRESS)))
        .run();
}

#[test]
fn a_name_that_is_invalid_is_reported_at_its_line() {
    test()
        .step(
            Step::plan(CONFIG.replace("first", "First!"))
                .var("text", "hello")
                .fails_at("name = \"First!\"", "Invalid value for name"),
        )
        .run();
}
