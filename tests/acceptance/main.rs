//! The real `terraform` runs our providers.
#![allow(missing_docs)]

mod a_long;
mod actions;
mod any;
mod bad;
mod client;
mod compare;
mod computed_blocks;
mod core_oracle;
mod deferral;
mod disk;
mod documentation;
mod ephemeral;
mod functions;
mod identity;
mod kitchen;
mod lists;
mod local_runner;
mod memory;
mod newer_messages;
mod newest;
mod old_program;
mod state_stores;
mod unknown_elements;
mod wire;

use sdk_tests::terraform::Plugin;

const DISK: Plugin = Plugin {
    name: "disk",
    binary: env!("CARGO_BIN_EXE_test-provider-disk"),
};

const KITCHEN: Plugin = Plugin {
    name: "kitchen",
    binary: env!("CARGO_BIN_EXE_test-provider-kitchen"),
};

const BAD: Plugin = Plugin {
    name: "bad",
    binary: env!("CARGO_BIN_EXE_test-provider-bad"),
};

/// The provider for any schema, under a different name for each.
const fn any(name: &'static str) -> Plugin {
    Plugin {
        name,
        binary: env!("CARGO_BIN_EXE_test-provider-any"),
    }
}
