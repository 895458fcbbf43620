//! A provider with its old program behind it, spoken to as Terraform does it: what passes through,
//! and what is said when the old program is none, fails or ends.

#![cfg(unix)]

mod bad_programs;
mod calls;
mod served;
