//! A Terraform provider that manages disk image files in a directory: the example of the Rust
//! provider SDK.
//!
//! - [`store`]: the "remote system": image files with a real partition table, and snapshots.
//!   Nothing in it knows of Terraform.
//! - [`Disk`]: the provider and its settings.
//! - [`Image`], [`Snapshot`]: the resources `disk_image` and `disk_snapshot`.
//! - [`ImageFilter`], [`SnapshotFilter`]: what a list of them is made by.
//! - [`ImageDataSource`]: the data source `disk_image`.
//! - [`TemporaryCopy`]: the ephemeral resource `disk_copy`.
//! - [`SizeMb`]: the function `size_mb`.
//! - [`Verify`]: the action `disk_verify`.
//! - [`States`]: the state store `disk_states`.

mod image;
mod image_data_source;
mod list;
mod partition;
mod provider;
mod size_mb;
mod snapshot;
mod states;
pub mod store;
mod temporary_copy;
mod verify;

pub use image::Image;
pub use image_data_source::{FoundPartition, ImageDataSource};
pub use list::{ImageFilter, SnapshotFilter};
pub use partition::{Partition, PartitionKind};
pub use provider::Disk;
pub use size_mb::SizeMb;
pub use snapshot::Snapshot;
pub use states::States;
pub use temporary_copy::TemporaryCopy;
pub use verify::Verify;
