//! The state store, in process and as the state of the program itself.

use std::path::Path;

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use terraform_provider_disk::Disk;

const TYPE: &str = "disk_states";

/// The provider with its states below this directory.
async fn store(directory: &Path) -> Instance {
    let mut environment = Environment::default();
    environment.set("DISK_DIRECTORY", directory.display().to_string());
    environment.set("USER", "ann");
    let instance = Instance::new::<Disk>(environment).expect("schemas");
    let configured = instance.configure_provider(Value::Null).await;
    assert!(!configured.has_errors(), "{configured}");
    let response = instance.configure_state_store(TYPE, Value::Null, 8).await;
    assert!(
        !response.diagnostics.has_errors(),
        "{}",
        response.diagnostics
    );
    instance
}

#[tokio::test(flavor = "multi_thread")]
async fn states_are_files_beside_the_images() {
    let directory = tempfile::tempdir().expect("a directory");
    let instance = store(directory.path()).await;
    assert_eq!(instance.get_states(TYPE).await.state_ids, [""; 0]);
    for id in ["default", "prod"] {
        let written = instance.write_state_bytes(TYPE, id, "{}".into()).await;
        assert!(written.is_empty(), "{written}");
    }
    let file = directory.path().join("states/prod.tfstate");
    assert_eq!(std::fs::read(&file).expect("the state"), b"{}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file)
            .expect("the state")
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "states hold secrets");
    }
    assert_eq!(
        instance.get_states(TYPE).await.state_ids,
        ["default", "prod"]
    );
    assert!(instance.delete_state(TYPE, "prod").await.is_empty());
    assert!(!file.exists());
    assert!(instance.delete_state(TYPE, "prod").await.has_errors());
    // Other files in the directory are not states.
    std::fs::write(directory.path().join("states/notes.txt"), "").expect("a file");
    assert_eq!(instance.get_states(TYPE).await.state_ids, ["default"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_is_a_file_that_names_its_owner_to_another_process() {
    let directory = tempfile::tempdir().expect("a directory");
    let (one, other) = (store(directory.path()).await, store(directory.path()).await);
    let locked = one.lock_state(TYPE, "default", "OperationTypeApply").await;
    assert!(locked.diagnostics.is_empty(), "{}", locked.diagnostics);
    let file = directory.path().join("states/default.lock");
    let text = std::fs::read_to_string(&file).expect("the lock");
    assert!(
        text.contains(&locked.lock_id) && text.contains("ann"),
        "{text}"
    );
    let held = other.lock_state(TYPE, "default", "OperationTypePlan").await;
    let told = held.diagnostics.to_string();
    assert!(
        told.contains("ann") && told.contains(&locked.lock_id),
        "{told}"
    );
    let wrong = other.unlock_state(TYPE, "default", "7").await;
    assert!(wrong.has_errors() && file.exists(), "{wrong}");
    let right = other.unlock_state(TYPE, "default", &locked.lock_id).await;
    assert!(right.is_empty() && !file.exists(), "{right}");
    // A lock that is not ours is reported, and stays.
    std::fs::write(&file, "s3cret").expect("a file");
    let odd = one
        .lock_state(TYPE, "default", "")
        .await
        .diagnostics
        .to_string();
    assert!(
        odd.contains("remove it manually") && !odd.contains("s3cret"),
        "{odd}"
    );
    assert!(file.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_keeps_its_own_state_there() {
    let directory = tempfile::tempdir().expect("a directory");
    let images = directory.path().join("images");
    let config = format!(
        "terraform {{\n  state_store \"disk_states\" {{\n    provider \"disk\" {{\n      directory = {images:?}\n    }}\n  \
         }}\n}}\nprovider \"disk\" {{\n  directory = {images:?}\n}}\nresource \"disk_image\" \"a\" {{\n  name = \"a\"\n}}\n"
    );
    let command = async |place: &str, line: &str| {
        let place = directory.path().join(place);
        std::fs::create_dir_all(&place).expect("a directory");
        std::fs::write(place.join("main.tf"), &config).expect("a file");
        let (io, captured) = Io::captured(&place, "");
        let instance = Instance::new::<Disk>(Environment::default()).expect("schemas");
        let status = run(line.split(' '), instance, io).await;
        assert_eq!((status.code(), captured.errors().as_str()), (0, ""));
        captured.output()
    };
    command("here", "apply -auto-approve").await;
    let state = std::fs::read_to_string(images.join("states/default.tfstate")).expect("a state");
    assert!(state.contains("disk_image"), "{state}");
    assert!(!images.join("states/default.lock").exists());
    let plan = command("there", "plan").await;
    assert!(plan.contains("No changes"), "{plan}");
    command("there", "destroy -auto-approve").await;
    let listed = command("here", "state list").await;
    assert_eq!(listed, "");
}
