//! Rare requests to a provider: rewritten versions of the cases for which other SDKs keep a
//! corner-case provider. In process, and with `TF_ACC=1` under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod provider;

mod changes;
mod functions;
mod kinds;
mod objects;
mod sets;
mod write_only;
