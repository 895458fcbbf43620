//! Tests of the provider: in process, and with `TF_ACC=1` under the real `terraform` too.

use std::fs;

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{ProviderTest, Step, creates, drifts, object, replaces, updates};

use super::{Minimal, TextFile};

const ADDRESS: &str = "minimal_file.greeting";
const MAIN: &str = include_str!("../main.tf");

/// A test whose files are in a directory of its own.
fn test() -> ProviderTest {
    ProviderTest::new::<Minimal>()
        .source("example.com/sdk/minimal")
        .env_path("MINIMAL_DIRECTORY", ".")
}

#[test]
fn a_file_is_created_changed_imported_and_replaced() {
    let longer = MAIN.replace("Hello", "Many greetings");
    let elsewhere = longer.replace("greeting.txt", "other.txt");
    test()
        .step(
            Step::apply(MAIN)
                .plans(creates(ADDRESS).attr(TextFile::SIZE).is_unknown())
                .saves(
                    object(ADDRESS)
                        .attr("id")
                        .is("greeting.txt")
                        .attr(TextFile::SIZE)
                        .is(21),
                ),
        )
        .step(
            Step::apply(longer)
                .plans(updates(ADDRESS).only_unknown(["size"]))
                .saves(object(ADDRESS).attr(TextFile::SIZE).is(30)),
        )
        .step(Step::import(ADDRESS))
        .step(Step::apply(elsewhere).plans(replaces(ADDRESS).only_because_of([TextFile::PATH])))
        .after_destroy(|run| {
            assert!(!run.directory().join("greeting.txt").exists());
            assert!(!run.directory().join("other.txt").exists());
        })
        .run();
}

#[test]
fn a_change_outside_of_terraform_is_reverted() {
    test()
        .step(Step::apply(MAIN))
        .step(Step::outside(|run| {
            fs::write(run.directory().join("greeting.txt"), "changed").unwrap();
        }))
        .step(
            Step::apply(MAIN)
                .plans(drifts(ADDRESS).attr(TextFile::CONTENT).is("changed"))
                .plans(updates(ADDRESS)),
        )
        .step(Step::outside(|run| {
            fs::remove_file(run.directory().join("greeting.txt")).unwrap();
        }))
        .step(Step::apply(MAIN).plans(creates(ADDRESS)))
        .run();
}

#[test]
fn the_provider_conforms() {
    let directory = std::env::temp_dir().join(format!("minimal-{}", std::process::id()));
    fs::create_dir(&directory).unwrap();
    let report = Conformance::new::<Minimal>()
        .settings(format!("directory = {directory:?}"))
        .example(Example::<TextFile>::hcl(
            "path = \"a.txt\"\ncontent = \"hello\"",
        ))
        .run();
    fs::remove_dir_all(directory).unwrap();
    report.assert_clean();
}
