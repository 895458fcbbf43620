//! A provider with its old program behind it, called as Terraform does: which calls are passed on,
//! and the messages if the old program is not a provider, fails or ends.

#![cfg(unix)]

mod bad_programs;
mod calls;
#[allow(unreachable_pub)]
#[path = "../../../src/programs.rs"]
mod programs;
mod served;
