//! The example provider's program, once more in this crate: cargo builds the programs of a package
//! before its tests, and only those.

fn main() -> std::process::ExitCode {
    schema_provider::run::<terraform_provider_disk::Disk>()
}
