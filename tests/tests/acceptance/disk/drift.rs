//! What happens outside of Terraform.

use super::{SYSTEM, workspace};
use serde_json::json;

#[test]
fn an_image_that_was_deleted_is_made_anew() {
    let Some(work) = workspace("an_image_that_was_deleted") else {
        return;
    };
    work.main(SYSTEM);
    work.apply();
    for entry in std::fs::read_dir(work.path().join("disks")).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).ok();
    }
    let plan = work.plan();
    assert_eq!(plan.action("disk_image.system"), "create");
    work.apply().says("1 added");
    work.nothing_to_do();
    work.clean();
}

#[test]
fn an_image_that_grew_is_seen_and_a_refresh_accepts_it() {
    let Some(work) = workspace("an_image_that_grew") else {
        return;
    };
    // The size is left to the provider, so that any is right.
    let text = SYSTEM.replace("  size_mb = 16\n", "");
    work.main(&text);
    work.apply();
    let before = work.state().object("disk_image.system");
    let size = before.get("size_mb").as_u64().unwrap();
    // Another program grows it: the store itself, as another program would use it.
    let store = terraform_provider_disk::store::Store::open(work.path().join("disks")).unwrap();
    store.grow("system", size + 8).unwrap();
    let plan = work.plan();
    assert_eq!(plan.drift(), ["disk_image.system"]);
    assert_eq!(plan.actions(), []);
    work.terraform(&["apply", "-auto-approve", "-refresh-only"])
        .succeeded();
    let after = work.state().object("disk_image.system");
    assert_eq!(after.get("size_mb"), &json!(size + 8));
    assert_ne!(after.get("sha256"), before.get("sha256"));
    work.nothing_to_do();
    work.clean();
}

#[test]
fn labels_that_were_changed_are_changed_back() {
    let Some(work) = workspace("labels_that_were_changed") else {
        return;
    };
    work.main(SYSTEM);
    work.apply();
    let store = terraform_provider_disk::store::Store::open(work.path().join("disks")).unwrap();
    let labels = [("owner".to_owned(), "somebody".to_owned())].into();
    store.set_labels("system", labels).unwrap();
    let plan = work.plan();
    assert_eq!(plan.action("disk_image.system"), "update");
    assert_eq!(plan.drift(), ["disk_image.system"]);
    work.apply();
    work.nothing_to_do();
    assert_eq!(
        work.state().object("disk_image.system").get("labels"),
        &json!({ "owner": "storage" })
    );
    work.clean();
}
