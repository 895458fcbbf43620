//! Corrupt bytes over gRPC: a few here, a million when run manually (`plugin-endure`).

use crate::{DISK, KITCHEN};
use plugin_load::call::Description;
use plugin_load::endure::corrupt;
use schema_provider::plugin::Protocol;
use std::path::Path;

#[tokio::test(flavor = "multi_thread")]
async fn corrupt_calls_end_no_process_and_cause_no_panic() {
    let (kitchen, disk) = (Path::new(KITCHEN.binary), Path::new(DISK.binary));
    for (program, call, seed, protocol) in [
        // This one has functions, ephemeral resources, lists, actions and a state store.
        (
            disk,
            include_str!("../../load/disk-kinds.json"),
            14,
            Protocol::V6,
        ),
        (
            disk,
            include_str!("../../load/disk-kinds.json"),
            15,
            Protocol::V5,
        ),
        (
            kitchen,
            include_str!("../../load/kitchen-nested.json"),
            11,
            Protocol::V6,
        ),
        (
            kitchen,
            include_str!("../../load/kitchen-trouble.json"),
            12,
            Protocol::V6,
        ),
        // This one has nested attributes.
        (
            kitchen,
            include_str!("../../load/kitchen-blocks.json"),
            13,
            Protocol::V5,
        ),
    ] {
        let description = Description::parse(call).unwrap();
        let report = corrupt::run(program, protocol, description, 2000, seed, |_, _| {});
        let report = report.await.unwrap();
        println!("{report}");
        // One resource's move panics on purpose.
        assert!(report.panics == 0 || seed == 12, "{report}");
        // Every call of the provider's service, and go-plugin's five; protocol 5 has no state
        // stores.
        let every = if protocol == Protocol::V6 { 41 } else { 33 };
        assert_eq!(report.calls.len(), every, "{:?}", report.calls);
        assert!(report.ended > 0, "{report}");
        assert_eq!(report.statuses.values().sum::<u64>(), 2000);
        // Although corrupt, many of them are read and answered.
        assert!(report.statuses[&0] > 200, "{report}");
        let (before, after) = report.samples;
        assert!(after.descriptors < before.descriptors + 16, "{report}");
        assert!(after.resident < before.resident + (64 << 20), "{report}");
    }
}
