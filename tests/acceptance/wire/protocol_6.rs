//! The message tests in protocol 6.

use schema_provider::plugin::Protocol;
use sdk_tests::kinds::{
    archive, calc, hub, keep, lab, later, lease, library, loom, pairs, stacks, studio,
};

const PROTOCOL: Protocol = Protocol::V6;

#[path = "served.rs"]
pub mod served;

#[path = "../../provider/state_stores/any_order.rs"]
mod any_order;
#[path = "../../provider/lifecycle/deferral.rs"]
mod deferral;
#[path = "../../provider/ephemeral/wire.rs"]
mod ephemeral;
#[path = "../../provider/state_stores/faults.rs"]
mod faults;
#[path = "../../provider/lifecycle/first_steps.rs"]
mod first_steps;
#[path = "../../provider/functions/wire.rs"]
mod functions;
#[path = "../../provider/lists/generated.rs"]
mod generated;
#[path = "../../provider/identity/hook.rs"]
mod hook;
#[path = "../../provider/lists/wire.rs"]
mod lists;
#[path = "../../provider/identity/messages/mod.rs"]
mod messages;
#[path = "../../provider/lifecycle/moves.rs"]
mod moves;
#[path = "../../provider/every_kind/null_blocks.rs"]
mod null_blocks;
#[path = "../../provider/every_kind/relations.rs"]
mod relations;
#[path = "../../provider/actions/sequence.rs"]
mod sequence;
#[path = "../../provider/state_stores/wire.rs"]
mod state_stores;
#[path = "../../provider/state_stores/store.rs"]
mod store;
#[path = "../../provider/identity/upgrades.rs"]
mod upgrades;
#[path = "../../provider/actions/wire.rs"]
mod wire;
