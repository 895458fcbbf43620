//! The data source `acme_note`.

use schema_provider::testing::{Step, object};
use terraform_provider_acme::NoteDataSource;

use super::test;

#[test]
fn it_finds_what_is_there() {
    test()
        .step(
            Step::apply(
                "resource \"acme_note\" \"a\" {\n  name = \"first\"\n  text = \"hello\"\n}\n\
                 data \"acme_note\" \"a\" {\n  name = acme_note.a.name\n}\n",
            )
            .saves(object("data.acme_note.a").attr(NoteDataSource::TEXT).is("hello")),
        )
        .run();
}

#[test]
fn what_is_not_there_is_an_error() {
    test()
        .step(
            Step::plan("data \"acme_note\" \"a\" {\n  name = \"nobody\"\n}\n")
                .fails("There is no note \"nobody\""),
        )
        .run();
}
