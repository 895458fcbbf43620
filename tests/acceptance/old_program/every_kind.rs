//! A provider without code of its own: every kind belongs to the program behind it. The harness
//! runs the steps that it runs with that provider itself, in process and under Terraform.

#[path = "../../provider/every_kind/shelf.rs"]
#[allow(dead_code, unreachable_pub, reason = "only its constants are needed")]
pub(super) mod shelf;
#[path = "../../provider/every_kind/steps.rs"]
mod steps;

use schema_provider::OldProgram;
use schema_provider::prelude::*;
use schema_provider::testing::ProviderTest;

/// The settings of the old program.
#[derive(Schema)]
#[schema(provider = "shelf")]
struct Front {
    /// The directory.
    #[field(optional)]
    directory: Option<String>,
    /// Who asks.
    #[field(optional, sensitive)]
    card: Option<Secret>,
}

impl Provider for Front {
    type Client = ();

    fn old_program() -> Option<OldProgram> {
        Some(OldProgram::beside("terraform-provider-shelf").or_env("SHELF_OLD_PROGRAM"))
    }
}

fn test() -> ProviderTest {
    ProviderTest::new::<Front>()
        .env_path("SHELF_DIRECTORY", "books")
        .env(
            "SHELF_OLD_PROGRAM",
            env!("CARGO_BIN_EXE_test-provider-kinds"),
        )
        .env("TEST_PROVIDER", "shelf")
}
