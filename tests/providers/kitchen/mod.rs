//! A provider for tests only: one resource for each type, behaviour and nesting mode.
//!
//! What it "manages" are JSON files in a directory (see [`memory`](crate::memory)). With
//! `KITCHEN_AGE=old` in the environment its program is an older release of itself, [`OldKitchen`].

mod behaviour;
mod blocks;
mod checked;
mod collections;
mod equality;
mod evolved;
mod nested;
mod provider;
mod ready;
mod scalars;
mod secrets;
mod slow;
mod source;
mod told;
mod trouble;
mod typed;

pub use evolved::OldKitchen;
pub use provider::{Client, Endpoint, Kitchen};
pub use told::KitchenMeta;
