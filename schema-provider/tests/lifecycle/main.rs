//! The lifecycle with a provider in memory whose every function can be told to misbehave.
#![allow(missing_docs, unreachable_pub)]

mod imports;
mod life;
mod mem;

mod blocking;
mod concurrency;
mod configure;
mod defaults;
mod interrupt;
mod meta;
mod panics;
mod plans;
mod private;
mod saving;
mod sources;
#[cfg(unix)]
mod terraform;
mod upgrades;
mod wire;
