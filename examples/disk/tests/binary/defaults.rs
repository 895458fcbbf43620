//! Defaults: given up, come back, and what the state held before there was one.

use serde_json::json;

use crate::common::{Bench, ONE};

#[test]
fn an_argument_that_is_removed_falls_back_to_its_default() {
    let bench = Bench::new(ONE);
    bench.apply();
    // In a block, in place.
    bench.edit("    kind    = \"efi\"\n", "");
    bench
        .apply()
        .says("~ kind = \"efi\" -> \"linux\"")
        .says("0 added, 1 changed, 0 destroyed");
    assert_eq!(
        bench.attributes("disk_image.a")["partition"][0]["kind"],
        "linux"
    );
    bench.settled();
    // Written out, the default is no change; so is taking it away again.
    bench.edit("size_mb = 8", "size_mb = 8\n  sector_size = 512");
    bench.settled();
    bench.edit("\n  sector_size = 512", "");
    bench.settled();
    // Any other value goes back to the default, here by a replacement.
    bench.edit("size_mb = 8", "size_mb = 8\n  sector_size = 4096");
    bench.apply().says("1 destroyed");
    bench.edit("\n  sector_size = 4096", "");
    bench
        .apply()
        .says("~ sector_size = 4096 -> 512 # forces replacement")
        .says("1 added, 0 changed, 1 destroyed");
    bench.settled();
    // Null is the same as an omitted argument.
    bench.edit(
        "size_mb = 8",
        "size_mb = 8\n  sector_size = null\n  snapshot_id = null",
    );
    bench.settled();
}

#[test]
fn a_state_without_the_default_or_with_an_older_one() {
    let bench = Bench::new(ONE);
    bench.apply();
    let text = bench.state_text();
    // As left by a provider that had no default, not even the attribute, or another default.
    for (old, shown) in [
        (
            Some(json!(null)),
            "+ sector_size = 512 # forces replacement",
        ),
        (None, "+ sector_size = 512 # forces replacement"),
        (
            Some(json!(4096)),
            "~ sector_size = 4096 -> 512 # forces replacement",
        ),
    ] {
        std::fs::write(bench.state_path(), &text).unwrap();
        bench.edit_state("disk_image.a", |one| {
            let attributes = one["attributes"].as_object_mut().unwrap();
            attributes.remove("sector_size");
            attributes.extend(old.map(|old| ("sector_size".to_owned(), old)));
        });
        // By the state alone it must be replaced, since the argument forces that ...
        bench
            .run("plan -refresh=false")
            .good()
            .says(shown)
            .says("1 to add, 0 to change, 1 to destroy");
        // ... but the image says which size it has, so that in truth nothing is to be done.
        bench.apply().says("sector_size").says("No changes.");
        assert_eq!(bench.attributes("disk_image.a")["sector_size"], 512);
        bench.settled();
    }
    // A default that changes in place.
    for (old, shown) in [
        (json!(null), "+ kind = \"linux\""),
        (json!("swap"), "~ kind = \"swap\" -> \"linux\""),
    ] {
        bench.config(&ONE.replace("    kind    = \"efi\"\n", ""));
        bench.apply();
        bench.edit_state("disk_image.a", |one| {
            one["attributes"]["partition"][0]["kind"] = old.clone();
        });
        bench
            .run("apply -auto-approve -refresh=false")
            .good()
            .says(shown)
            .says("0 added, 1 changed, 0 destroyed");
        bench.settled();
    }
}

#[test]
fn a_value_in_the_state_that_nothing_gives_any_more() {
    let bench = Bench::new(ONE);
    bench.apply();
    // As left by a provider that had defaults for these; ours has none, so they go.
    bench.edit("  labels  = { team = \"storage\" }\n", "");
    bench
        .run("plan -refresh=false")
        .good()
        .says("- labels = {")
        .says("0 to add, 1 to change, 0 to destroy");
    bench.edit_state("disk_image.a", |one| {
        one["attributes"]["snapshot_id"] = json!("old")
    });
    bench
        .run("plan -refresh=false")
        .good()
        .says("- snapshot_id = \"old\" -> null # forces replacement");
    // An optional computed one is kept.
    bench.edit("  size_mb = 8\n", "");
    bench
        .run("plan -refresh=false")
        .good()
        .lacks("size_mb = 8 ->");
}
