//! The data source `acme_note`.

use schema_provider::testing::{Step, object};
use terraform_provider_acme::NoteDataSource;

use super::test;

#[test]
fn it_finds_what_is_there() {
    test()
        .step(Step::outside(|run| {
            std::fs::create_dir_all(run.directory().join("acme")).unwrap();
            std::fs::write(run.directory().join("acme/note-first.txt"), "hello").unwrap();
        }))
        .step(
            Step::apply("data \"acme_note\" \"a\" {\n  name = \"first\"\n}\n")
                .saves(object("data.acme_note.a").attr(NoteDataSource::TEXT).is("hello")),
        )
        .step(Step::outside(|run| {
            std::fs::remove_dir_all(run.directory().join("acme")).unwrap();
        }))
        .step(
            Step::plan("data \"acme_note\" \"a\" {\n  name = \"first\"\n}\n")
                .fails("There is no note \"first\""),
        )
        .step(Step::forget("data.acme_note.a"))
        .run();
}
