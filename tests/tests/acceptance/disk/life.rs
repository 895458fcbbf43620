//! A whole life: made, seen, changed, replaced, removed.

use super::{SYSTEM, workspace};
use serde_json::json;

#[test]
fn from_create_to_destroy() {
    let Some(work) = workspace("from_create_to_destroy") else {
        return;
    };
    work.main(SYSTEM);
    work.terraform(&["validate"]).succeeded();

    let plan = work.plan();
    assert_eq!(plan.action("disk_image.system"), "create");
    assert_eq!(
        plan.unknown("disk_image.system"),
        ["created_at", "id", "path", "sha256", "uuid"]
    );
    // The default is in the plan, and not an unknown.
    assert_eq!(plan.after("disk_image.system", "/sector_size"), &json!(512));
    assert_eq!(
        plan.after("disk_image.system", "/partition/1/kind"),
        &json!("linux")
    );
    work.apply().says("1 added, 0 changed, 0 destroyed");
    work.nothing_to_do();

    // In place: the id, the path and the time stay, the content's sum changes.
    let before = work.state().object("disk_image.system");
    let grown = SYSTEM.replace("size_mb = 16", "size_mb = 20");
    work.main(&grown);
    let plan = work.plan();
    assert_eq!(plan.action("disk_image.system"), "update");
    assert_eq!(plan.unknown("disk_image.system"), ["sha256"]);
    work.apply().says("0 added, 1 changed, 0 destroyed");
    let after = work.state().object("disk_image.system");
    for name in ["id", "path", "created_at", "uuid"] {
        assert_eq!(before.get(name), after.get(name), "{name}");
    }
    assert_ne!(before.get("sha256"), after.get("sha256"));
    work.nothing_to_do();

    // It does not shrink, unless it is replaced: another name is another image.
    work.main(SYSTEM);
    work.terraform(&["plan"])
        .failed()
        .says("An image cannot shrink");
    work.main(&SYSTEM.replace("name    = \"system\"", "name = \"other\""));
    let plan = work.plan();
    assert_eq!(plan.action("disk_image.system"), "delete create");
    assert_eq!(plan.replaced_by("disk_image.system"), ["name"]);
    work.apply().says("1 added, 0 changed, 1 destroyed");
    assert!(work.path().join("disks/other.img").exists());
    assert!(!work.path().join("disks/system.img").exists());
    work.nothing_to_do();

    work.terraform(&["apply", "-auto-approve", "-replace=disk_image.system"])
        .succeeded()
        .says("1 added, 0 changed, 1 destroyed");
    work.nothing_to_do();
    work.destroy().says("1 destroyed");
    assert!(!work.path().join("disks/other.img").exists());
    work.clean();
}
