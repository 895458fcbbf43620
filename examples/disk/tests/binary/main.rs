//! The built binary, run by hand over real files: every path that an object's life can take.
#![allow(missing_docs, unreachable_pub)]

mod bad_input;
mod command_line;
mod common;
mod defaults;
mod drift;
mod full_disk;
mod import;
mod interruption;
mod lifecycle;
mod partition_tables;
mod snapshots;
mod state;
mod taint;
