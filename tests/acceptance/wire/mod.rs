//! The message tests in `tests/provider`, which call a provider in their own process, run here over
//! gRPC: the same files, with a [`served`](protocol_6::served) that starts a program and sends it
//! each call, like the newest Terraform. `docs/src/internals/test-matrix.md` lists the tests by
//! case and kind; those in process have the name of their file there, and those over gRPC begin
//! with `wire`.
#![allow(
    clippy::duplicate_mod,
    reason = "one file is the tests of each protocol"
)]
#![allow(
    dead_code,
    unreachable_pub,
    reason = "the files are those of other tests, which need more"
)]

mod protocol_5;
mod protocol_6;
