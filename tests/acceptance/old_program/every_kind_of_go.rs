//! The same steps with a program of the Go framework behind a provider that has the schema of each
//! kind and the code of none.

#[path = "../../provider/every_kind/steps.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "the steps run with the provider of this module"
)]
mod steps;

use super::every_kind::shelf;
use schema_provider::OldProgram;
use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

#[derive(Schema)]
#[schema(provider = "shelf")]
struct Front {
    #[field(optional)]
    directory: Option<String>,
    #[field(optional, sensitive)]
    card: Option<Secret>,
}

impl Provider for Front {
    type Client = ();

    fn old_program() -> Option<OldProgram> {
        Some(OldProgram::beside("terraform-provider-shelf").or_env("SHELF_OLD_PROGRAM"))
    }

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Book]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Title]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Card]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Book]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Dust]
    }
}

#[derive(Schema)]
#[schema(resource = "shelf_book", identity(name), unported)]
struct Book {
    #[field(required, force_new)]
    name: String,
    #[field(optional, default = 1)]
    pages: i64,
    #[field(optional, write_only)]
    lock: Option<Secret>,
    #[field(optional)]
    lock_version: Option<i64>,
    #[field(computed)]
    lock_length: i64,
}

#[derive(Schema)]
#[schema(list = "shelf_book", unported(Book))]
struct BookFilter {
    #[field(optional)]
    prefix: Option<String>,
}

#[derive(Function)]
#[function(name = "title", output = String, unported)]
struct Title {
    /// The words.
    text: String,
}

#[derive(Schema)]
#[schema(ephemeral = "shelf_card", unported)]
struct Card {
    #[field(required)]
    holder: String,
    #[field(computed, sensitive)]
    number: Secret,
}

#[derive(Schema)]
#[schema(action = "shelf_dust", unported)]
struct Dust {
    #[field(required)]
    book: String,
    #[field(optional, default = 2)]
    times: i64,
}

fn test() -> ProviderTest {
    // Without Go, which is reported, the steps run with the program in Rust.
    let program = sdk_tests::go_peer::built("shelf")
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_test-provider-kinds").into());
    ProviderTest::new::<Front>()
        .env_path("SHELF_DIRECTORY", "books")
        .env("SHELF_OLD_PROGRAM", program.display().to_string())
        .env("TEST_PROVIDER", "shelf")
}

/// It is read in the plan, and in the apply if it depends on a new object.
#[test]
fn a_data_source() {
    if sdk_tests::go_peer::built("shelf").is_none() {
        return;
    }
    let books = |prefix: &str| {
        format!(
            "resource \"shelf_book\" \"x\" {{\n  name = \"x1\"\n}}\n\
             data \"shelf_catalogue\" \"c\" {{\n  prefix = {prefix}\n}}\n\
             output \"names\" {{\n  value = join(\",\", data.shelf_catalogue.c.names)\n}}\n"
        )
    };
    test()
        .step(
            Step::apply(books("shelf_book.x.id"))
                .output("names")
                .is("x1"),
        )
        .step(Step::apply(books("\"y\"")).output("names").is(""))
        .run();
}
