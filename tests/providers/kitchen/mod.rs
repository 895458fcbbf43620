//! A provider for tests only: one resource for each type, behaviour and nesting mode.
//!
//! What it "manages" are JSON files in a directory (see [`file_store`](crate::file_store)). With
//! `KITCHEN_AGE=old` in the environment its program is an older release of itself, [`OldKitchen`].

mod behaviour;
mod blocks;
mod collections;
mod data_source;
mod equality;
mod failures;
mod hashed;
mod movers;
mod nested;
mod newest;
mod provider;
mod provider_meta;
mod scalars;
mod secrets;
mod slow;
mod special_types;
mod typed;
mod upgrade;
mod validation;
mod write_only;

pub use provider::{Client, Endpoint, Kitchen};
pub use provider_meta::KitchenMeta;
pub use upgrade::OldKitchen;
pub use write_only::LEAK;
