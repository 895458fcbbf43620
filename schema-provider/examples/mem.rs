//! The provider of the lifecycle's tests, as a program.
#![allow(missing_docs, unreachable_pub, dead_code)]

#[path = "../tests/lifecycle/mem.rs"]
mod mem;
#[path = "../tests/lifecycle/remote.rs"]
mod remote;

fn main() -> std::process::ExitCode {
    schema_provider::run::<mem::Mem>()
}
