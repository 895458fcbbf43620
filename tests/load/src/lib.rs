//! Measures and stresses a provider with the client of `schema-client`; also the tests of the
//! transport.
//!
//! [`remote`] replaces a test's in-process provider by a program. The rest is the tool
//! `plugin-load`: a call described in JSON ([`call`]), made many times ([`measure`]), and a table
//! of its cost ([`report`]), also compared with a program that replays the same answers
//! ([`compare`], [`canned`]); and `plugin-endure`: corrupt calls, and calls for a long time
//! ([`endure`]).
//! ([`endure`]).

#![cfg(unix)]

pub mod call;
pub mod canned;
pub mod compare;
pub mod endure;
pub mod measure;
pub mod options;
pub mod remote;
pub mod report;
pub mod schema;
pub mod system;
pub mod values;

/// The tool's errors, worded for the user.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What the tool's functions return.
pub type Result<T> = std::result::Result<T, Error>;
