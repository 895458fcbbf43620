//! The lifecycle with a provider in memory whose every function can misbehave on request.
#![allow(missing_docs, unreachable_pub)]

/// The functions of a resource whose test is about something else.
macro_rules! nothing_to_do {
    () => {
        async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    };
}

mod host;
mod hub;
mod imports;
mod later;
mod loom;
mod mem;
mod remote;
mod ticks;

mod blocking;
mod computed_blocks;
mod concurrency;
mod configure;
mod crash_log;
mod data_defaults;
mod data_results;
mod data_sources;
mod defaults;
mod deferral;
mod delegated;
mod deprecations;
mod dynamic;
mod first_steps;
mod instances;
mod interrupt;
mod large_schemas;
mod missing_id;
mod movers;
mod moves;
mod not_finite;
mod panics;
mod plan_private;
mod plans;
mod private;
mod provider_meta;
mod replaced;
mod saving;
#[path = "../served/mod.rs"]
mod served;
mod size;
#[cfg(unix)]
mod terraform;
mod told;
mod upgrades;
mod wire;
mod write_only;
mod zero_defaults;
