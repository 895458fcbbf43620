//! Workspaces whose states are in a state store.

use crate::keep::space;
use crate::runner::{NOTE, directory, runs, succeeds};

#[tokio::test(flavor = "multi_thread")]
async fn each_workspace_is_a_state_of_the_store() {
    let directory = directory("many", "", NOTE);
    let path = directory.path();
    succeeds(path, "apply -auto-approve").await;
    let said = succeeds(path, "workspace new blue").await;
    assert!(
        said.starts_with("Created and switched to workspace \"blue\"!"),
        "{said}"
    );
    let ids = || -> Vec<String> {
        let space = space("many");
        let space = space.lock().unwrap();
        space.states.keys().cloned().collect()
    };
    assert_eq!(
        ids(),
        ["blue", "default"],
        "an empty state is there from the beginning"
    );
    assert!(succeeds(path, "plan").await.contains("1 to add"));
    succeeds(path, "apply -auto-approve").await;
    assert_eq!(
        succeeds(path, "workspace list").await,
        "  default\n* blue\n\n"
    );
    // Another machine without any files.
    let other = crate::runner::directory("many", "", NOTE);
    assert_eq!(
        succeeds(other.path(), "workspace list").await,
        "* default\n  blue\n\n"
    );
    succeeds(other.path(), "workspace select blue").await;
    assert!(succeeds(other.path(), "plan").await.contains("No changes"));
    // A state that is not empty is kept.
    succeeds(path, "workspace select default").await;
    let (code, _, errors) = runs(path, "workspace delete blue").await;
    assert_eq!(code, 1);
    assert!(
        errors.contains("keep_note.a") && ids().len() == 2,
        "{errors}"
    );
    succeeds(other.path(), "destroy -auto-approve").await;
    let (code, _, errors) = runs(other.path(), "workspace delete blue").await;
    assert_eq!(code, 1);
    assert!(errors.contains("active workspace"), "{errors}");
    succeeds(path, "workspace delete blue").await;
    assert_eq!(ids(), ["default"]);
    assert!(space("many").lock().unwrap().locks.is_empty());
    assert!(
        succeeds(path, "plan").await.contains("No changes"),
        "the other one is as it was"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_of_the_store_is_waited_for() {
    let directory = directory("patience", "", NOTE);
    let path = directory.path();
    succeeds(path, "apply -auto-approve").await;
    let held = || {
        let space = space("patience");
        let lock = schema_provider::LockInfo::new("theirs");
        space
            .lock()
            .unwrap()
            .locks
            .insert("default".to_owned(), lock);
    };
    held();
    let (code, _, _) = runs(path, "plan").await;
    assert_eq!(code, 1);
    assert!(
        succeeds(path, "plan -lock=false")
            .await
            .contains("No changes")
    );
    let (code, _, _) = runs(path, "plan -lock-timeout=600ms").await;
    assert_eq!(code, 1);
    let release = tokio::spawn(async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        space("patience").lock().unwrap().locks.clear();
    });
    assert!(
        succeeds(path, "plan -lock-timeout=1m")
            .await
            .contains("No changes")
    );
    release.await.unwrap();
}
