//! Rare requests to a provider: rewritten versions of the cases of other SDKs' corner-case
//! providers. In process, and with `TF_ACC=1` under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod provider;

mod changes;
mod functions;
mod kinds;
mod objects;
mod sets;
mod write_only;
