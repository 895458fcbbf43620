//! The data source `acme_note`.

use schema_provider::testing::{ProviderTest, Step, object};
use terraform_provider_acme::{Acme, NoteDataSource};

const CONFIG: &str = "data \"acme_note\" \"a\" {\n  name = \"first\"\n}\n";

#[test]
fn it_finds_what_is_there() {
    ProviderTest::new::<Acme>()
        .env_path("ACME_DIRECTORY", "acme")
        .step(Step::plan(CONFIG).fails("There is no note \"first\""))
        .step(Step::outside(|run| {
            std::fs::create_dir_all(run.directory().join("acme")).unwrap();
            std::fs::write(run.directory().join("acme/note-first.txt"), "hello").unwrap();
        }))
        .step(
            Step::apply(CONFIG)
                .saves(object("data.acme_note.a").attr(NoteDataSource::TEXT).is("hello")),
        )
        .run();
}
