//! A client of the Terraform plugin protocol, as Terraform is one, and what measures a provider with it.
//!
//! [`client`] and [`process`] start any provider (ours or one in Go, protocol 5 or 6) and talk to it over mutual TLS;
//! the tests of the transport, in this package too, use them, and [`calls`] has a method
//! for each of the newer calls; [`remote`] makes a program stand where a test has a provider in its own process. The rest is the tool `plugin-load`: a call described in JSON
//! ([`call`]), made many times ([`measure`]), and a table of what it cost ([`report`]), also beside a program that only gives the same answers ([`compare`],
//! [`canned`]); and `plugin-endure`: corrupt
//! calls, and calls for a long time ([`endure`]).

#![cfg(unix)]

pub mod call;
pub mod calls;
pub mod canned;
pub mod client;
pub mod compare;
pub mod endure;
pub mod identity;
pub mod line;
pub mod measure;
pub mod options;
pub mod process;
pub mod provider;
pub mod remote;
pub mod report;
pub mod schema;
mod stream;
pub mod system;
mod trust;
pub mod values;

/// What goes wrong in the tool, in words for the person who runs it.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What the tool's functions return.
pub type Result<T> = std::result::Result<T, Error>;
