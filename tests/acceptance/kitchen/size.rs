//! Values that are larger than a message of the plugin protocol.

use super::workspace;
use sdk_tests::terraform::Workspace;
use serde_json::json;

fn trouble(work: &Workspace, flaw: &str) {
    work.main(&format!(
        "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n  {flaw}\n}}\n"
    ));
}

#[test]
fn an_object_too_large_for_a_message_is_saved_without_its_largest_field() {
    let Some(work) = workspace() else {
        return;
    };
    trouble(&work, "flaw = \"create=large\"");
    work.terraform(&["apply", "-auto-approve"])
        .failed()
        .says("kitchen_trouble: half is too large to be saved");
    let saved = work.state().object("kitchen_trouble.a");
    assert!(saved.is_tainted());
    assert_eq!(saved.get("half"), &json!(null));
    assert_eq!(saved.get("name"), &json!("a"));

    // It is replaced; a refresh that returns too much is an error and leaves it unchanged.
    trouble(&work, "");
    work.apply();
    trouble(&work, "flaw = \"read=large\"");
    work.apply();
    work.terraform(&["plan"])
        .failed()
        .says("kitchen_trouble: the answer is too large for Terraform");
    assert_eq!(
        work.state().object("kitchen_trouble.a").get("half"),
        &json!("done")
    );
    work.clean();
}
