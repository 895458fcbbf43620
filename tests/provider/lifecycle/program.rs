//! The provider of the lifecycle's tests, as a program.
#![allow(missing_docs, unreachable_pub, dead_code)]

#[path = "../../tests/provider/lifecycle/mem.rs"]
mod mem;
#[path = "../../tests/provider/lifecycle/remote.rs"]
mod remote;

fn main() -> std::process::ExitCode {
    schema_provider::run::<mem::Mem>()
}
