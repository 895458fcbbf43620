//! The provider of the lifecycle's tests, as a program: the example `mem` of schema-provider, which
//! `terraform` runs.
#![allow(missing_docs, unreachable_pub, dead_code)]

mod mem;
mod remote;
mod ticks;

fn main() -> std::process::ExitCode {
    schema_provider::run::<mem::Mem>()
}
