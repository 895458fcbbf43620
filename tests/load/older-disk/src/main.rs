//! The disk example as it was before there were functions, actions, ephemeral resources, lists, identities and state
//! stores, without the local runner: `performance.sh` measures its program and memory, which have an aim. Its store is
//! the example's own.

// The modules were a library's.
#![allow(unreachable_pub)]

mod image;
mod image_data_source;
mod partition;
mod provider;
mod snapshot;
// What only the newer kinds call is not called here.
#[allow(dead_code, unused_imports)]
#[path = "../../../../examples/disk/src/store/mod.rs"]
mod store;

use std::process::ExitCode;

use image::Image;
use image_data_source::ImageDataSource;
use provider::Disk;
use snapshot::Snapshot;

fn main() -> ExitCode {
    schema_provider::run::<Disk>()
}
