//! A provider with its old program behind it, spoken to as Terraform does it: which calls pass
//! through, and the messages when the old program is not a provider, fails or ends.

#![cfg(unix)]

mod bad_programs;
mod calls;
#[allow(unreachable_pub)]
#[path = "../../../src/programs.rs"]
mod programs;
mod served;
