//! What a provider may be asked that hardly any is: the cases for which other SDKs keep a provider
//! of corner cases, written afresh. In process, and with `TF_ACC=1` under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod provider;

mod changes;
mod functions;
mod kinds;
mod objects;
mod sets;
mod write_only;
