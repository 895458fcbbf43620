//! The program of [`sdk_tests::kitchen`].

use sdk_tests::kitchen::{Kitchen, OldKitchen};

fn main() -> std::process::ExitCode {
    if std::env::var_os("KITCHEN_AGE").is_some_and(|age| age == "old") {
        schema_provider::run::<OldKitchen>()
    } else {
        schema_provider::run::<Kitchen>()
    }
}
