//! The real `terraform` runs our providers.
#![allow(missing_docs)]

mod disk;

use sdk_tests::terraform::Plugin;

const DISK: Plugin = Plugin {
    name: "disk",
    binary: env!("CARGO_BIN_EXE_test-provider-disk"),
};
