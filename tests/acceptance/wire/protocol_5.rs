//! The tests of messages in protocol 5.

use schema_provider::plugin::Protocol;
use sdk_tests::kinds::{archive, calc, hub, lab, later, lease, library, pairs, studio};

const PROTOCOL: Protocol = Protocol::V5;

#[path = "served.rs"]
pub mod served;

#[path = "../../../../schema-provider/tests/lifecycle/deferral.rs"]
mod deferral;
#[path = "../../../../schema-provider/tests/ephemeral/wire.rs"]
mod ephemeral;
#[path = "../../../../schema-provider/tests/functions/wire.rs"]
mod functions;
#[path = "../../../../schema-provider/tests/lists/generated.rs"]
mod generated;
#[path = "../../../../schema-provider/tests/identity/hook.rs"]
mod hook;
#[path = "../../../../schema-provider/tests/lists/wire.rs"]
mod lists;
#[path = "../../../../schema-provider/tests/identity/messages/mod.rs"]
mod messages;
#[path = "../../../../schema-provider/tests/lifecycle/moves.rs"]
mod moves;
#[path = "../../../../schema-provider/tests/every_kind/relations.rs"]
mod relations;
#[path = "../../../../schema-provider/tests/actions/sequence.rs"]
mod sequence;
#[path = "../../../../schema-provider/tests/identity/upgrades.rs"]
mod upgrades;
#[path = "../../../../schema-provider/tests/actions/wire.rs"]
mod wire;
