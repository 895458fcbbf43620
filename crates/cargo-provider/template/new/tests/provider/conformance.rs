//! The conformance kit tries the provider as a reviewer would.

use schema_provider::testing::conformance::{Conformance, Example};
use terraform_provider_acme::{Acme, Note, NoteDataSource};

#[test]
fn the_provider_conforms() {
    let directory = std::env::temp_dir().join(format!("acme-{}", std::process::id()));
    let report = Conformance::new::<Acme>()
        .settings(format!("directory = {directory:?}"))
        .given("there", Example::<Note>::hcl("name = \"there\"\ntext = \"hello\""))
        .example(Example::<Note>::hcl("name = \"a\"\ntext = \"hello\""))
        .lookup(Example::<NoteDataSource>::hcl("name = acme_note.there.name"))
        .run();
    let _ = std::fs::remove_dir_all(directory);
    report.assert_clean();
}
