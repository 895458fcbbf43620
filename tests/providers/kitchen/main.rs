//! A provider for tests only: one resource for each type, behaviour and nesting mode.
//!
//! What it "manages" are JSON files in a directory (see `sdk_tests::memory`). With `KITCHEN_AGE=old`
//! in the environment it is an older release of itself.

mod behaviour;
mod blocks;
mod checked;
mod collections;
mod equality;
mod evolved;
mod nested;
mod provider;
mod scalars;
mod secrets;
mod slow;
mod source;
mod told;
mod trouble;

fn main() -> std::process::ExitCode {
    schema_provider::run::<provider::Kitchen>()
}
