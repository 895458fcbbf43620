//! Moves between types: the version of the source, its private data, several movers, and providers
//! that are two programs.

use super::test;
use crate::{DISK, KITCHEN};
use schema_provider::testing::{Step, object};
use sdk_tests::kitchen::OldKitchen;
use sdk_tests::terraform::Workspace;

const MOVED: &str = "kitchen_moved.c";

/// The target object, and the source that becomes it.
fn moved(text: &str, from: &str) -> String {
    format!(
        "resource \"kitchen_moved\" \"c\" {{\n  text = \"{text}\"\n}}\n\
         moved {{\n  from = {from}\n  to = {MOVED}\n}}\n"
    )
}

/// The memory's files are named by type, and do not move.
fn forgotten() -> Step {
    Step::outside(|run| {
        std::fs::remove_dir_all(run.directory().join("kitchen")).unwrap();
    })
}

fn old(size_kb: i64) -> String {
    format!(
        "resource \"kitchen_evolved\" \"a\" {{\n  name = \"a\"\n  members = [\"m\"]\n  size_kb = {size_kb}\n}}\n"
    )
}

const NEW: &str =
    "resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"m\"]\n  size_mb = 4\n}\n";

/// A mover gets the state as written, before any upgrade, and checks the version itself.
#[test]
fn each_version_of_the_source_has_its_mover() {
    test()
        .step(Step::apply(old(4096)).with_provider::<OldKitchen>())
        .step(
            Step::apply(moved("a", "kitchen_evolved.a"))
                .changes_no_resource()
                .saves(object("kitchen_evolved.a").gone())
                .saves(object(MOVED).attr("from").is("version 1, 4096 KiB")),
        )
        .step(forgotten())
        .run();
    test()
        .step(Step::apply(NEW))
        .step(
            Step::apply(moved("a", "kitchen_evolved.a"))
                .changes_no_resource()
                .saves(object(MOVED).attr("from").is("version 2, 4 MiB")),
        )
        .step(forgotten())
        .run();
}

/// The later movers, one of which would accept the object, are not called.
#[test]
fn the_first_mover_that_fails_ends_the_move() {
    test()
        .step(Step::apply(old(0)).with_provider::<OldKitchen>())
        .step(
            Step::plan(moved("a", "kitchen_evolved.a")).fails("a has no size that could be moved"),
        )
        .step(Step::apply(old(0)).with_provider::<OldKitchen>())
        .run();
}

/// The source's private data reaches the mover, and what the mover sets is kept with the new
/// object, whose read needs it.
#[test]
fn private_data_of_the_source_reaches_the_mover() {
    let secret = "resource \"kitchen_hashed_secret\" \"a\" {\n  name = \"a\"\n  secret_wo = \"hush hush\"\n}\n";
    let without = "resource \"kitchen_hashed_secret\" \"a\" {\n  name = \"a\"\n}\n";
    for (source, seen) in [
        (secret, "8 bytes of a hash"),
        (without, "0 bytes of a hash"),
    ] {
        test()
            .needs_terraform("1.11", "write-only arguments")
            .step(Step::apply(source))
            .step(
                Step::apply(moved("a", "kitchen_hashed_secret.a"))
                    .changes_no_resource()
                    .saves(object(MOVED).attr("from").is(seen)),
            )
            .step(
                Step::plan("resource \"kitchen_moved\" \"c\" {\n  text = \"a\"\n}\n")
                    .plans_nothing(),
            )
            .step(forgotten())
            .run();
    }
}

/// Two programs: the source's program is not called, and the target's program learns which provider
/// had it.
#[test]
fn moved_from_the_program_of_another_provider() {
    for mirrored in [false, true] {
        let plugins = [DISK, KITCHEN];
        let work = match mirrored {
            true => Workspace::with_mirror(&plugins, "1.2.3"),
            false => Workspace::new(&plugins),
        };
        let Some(work) = work else { return };
        work.set("DISK_DIRECTORY", work.path().join("disks"));
        work.set("KITCHEN_DIRECTORY", work.path().join("kitchen"));
        if mirrored {
            work.terraform(&["init"]).succeeded();
        }
        let image = "resource \"disk_image\" \"a\" {\n  name = \"data\"\n  size_mb = 4\n}\n";
        work.main(image);
        work.apply();
        work.main(&moved("data", "disk_image.a"));
        assert_eq!(work.plan().actions(), []);
        work.apply();
        let state = work.state();
        assert_eq!(state.count(), 1);
        let from = state.object(MOVED).get("from").clone();
        let version = schema_version();
        assert_eq!(
            from,
            format!("disk_image of example.com/sdk/disk, version {version}")
        );
        work.nothing_to_do();
        // The other provider was not asked to delete anything.
        assert!(work.path().join("disks/data.img").exists());
        work.destroy();
        work.clean();
    }
}

/// The schema version of images in the provider.
fn schema_version() -> i64 {
    use schema_provider::lifecycle::Instance;
    use schema_provider::prelude::Environment;
    let disk = Instance::new::<terraform_provider_disk::Disk>(Environment::default()).unwrap();
    disk.schemas().resources["disk_image"].version
}
