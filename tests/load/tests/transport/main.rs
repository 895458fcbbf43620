//! The plugin server from a client's side, in one process and with the real Terraform.

#![cfg(unix)]

mod client;
mod connections;
mod handler;
mod hostile;
mod lifecycle;
mod process;
mod refused;
mod rpc;
mod streams;
mod terraform;
mod tls;
