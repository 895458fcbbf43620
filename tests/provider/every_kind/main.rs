//! A provider with one of each kind, written from docs/ alone.
#![allow(missing_docs, unreachable_pub)]

mod null_blocks;
mod null_elements;
mod null_groups;
mod pairs;
mod relations;
#[path = "../served/mod.rs"]
mod served;
mod shelf;
mod stacks;
mod steps;

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{ProviderTest, Step, object};
use shelf::{Book, Card, Shelf, Title};
use steps::BOOK;

fn test() -> ProviderTest {
    ProviderTest::new::<Shelf>().env_path("SHELF_DIRECTORY", "books")
}

#[test]
fn a_state_store() {
    test()
        .env_path("SHELF_CHEST", "chest")
        .state_store("state_store \"shelf_chest\" {\n  provider \"shelf\" {}\n}")
        .step(Step::apply(BOOK).saves(object("shelf_book.a").attr(Book::PAGES).is(3)))
        .run();
}

const NOBODY_KEEPS: &str = "the version of a write-only value is only in the configuration";

#[test]
fn conformance() {
    let directory = std::env::temp_dir().join(schema_provider::id::prefixed("every-kind-"));
    let report = Conformance::new::<Shelf>()
        .env("SHELF_DIRECTORY", directory.display().to_string())
        .example(
            Example::<Book>::hcl("name = \"a\"\nlock = \"x\"\nlock_version = 1")
                .alternative(Book::NAME, "b")
                .allow(Class::ReadNeverSets, Book::LOCK_VERSION, NOBODY_KEEPS)
                .allow(Class::ListDiffers, Book::LOCK_VERSION, NOBODY_KEEPS),
        )
        .open(Example::<Card>::hcl("holder = \"me\""))
        .call(Title { text: "a".into() })
        .run();
    let _ = std::fs::remove_dir_all(directory);
    report.assert_clean();
}
