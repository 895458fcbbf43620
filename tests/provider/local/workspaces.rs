//! Workspaces as files, compared with the real program if requested; and waiting for a lock.

use std::process::Command;
use std::time::{Duration, Instant};

use schema_provider::testing::terraform_program;

use crate::Bench;

const BOX: &str = "resource \"mem_box\" \"a\" {\n  name = \"${terraform.workspace}\"\n}\noutput \"workspace\" {\n  value = \
                   terraform.workspace\n}\n";

#[tokio::test]
async fn each_workspace_has_a_state_of_its_own() {
    let bench = Bench::new("workspaces");
    bench.config(BOX);
    bench.apply().await;
    let done = bench.run("workspace new blue").await.good();
    assert!(
        done.output
            .starts_with("Created and switched to workspace \"blue\"!"),
        "{}",
        done.output
    );
    bench.run("show").await.good().says("empty");
    bench.run("plan").await.good().says("1 to add");
    bench.apply().await;
    bench.run("output workspace").await.good().says("\"blue\"");
    let boxes = bench.remote.boxes.lock().unwrap().len();
    assert_eq!(boxes, 2, "one of each");
    // The other one is unchanged.
    bench
        .run("workspace select default")
        .await
        .good()
        .says("Switched to workspace \"default\".");
    bench
        .run("output workspace")
        .await
        .good()
        .says("\"default\"");
    bench.run("plan").await.good().says("No changes");
    assert!(bench.path("mem.state.d/blue/mem.state.json").exists());
    // For one command, as in Terraform.
    let blue = bench.env("TF_WORKSPACE", "blue");
    blue.run("workspace show").await.good().says("blue\n");
    blue.run("plan").await.good().says("No changes");
    blue.run("workspace select default")
        .await
        .bad()
        .warns("TF_WORKSPACE");
    blue.run("destroy -auto-approve").await.good();
    let bench = blue.env("TF_WORKSPACE", "");
    bench
        .run("workspace delete blue")
        .await
        .good()
        .says("Deleted workspace \"blue\"!");
    assert!(!bench.path("mem.state.d/blue").exists());
    bench.run("workspace list").await.good().says("* default\n");
}

#[tokio::test]
async fn impossible_requests_are_reported_and_change_nothing() {
    let bench = Bench::new("noworkspaces");
    bench.config(BOX);
    bench.run("workspace new blue").await.good();
    bench.apply().await;
    bench
        .run("workspace new blue")
        .await
        .bad()
        .warns("Workspace \"blue\" already exists");
    bench
        .run("workspace new default")
        .await
        .bad()
        .warns("already exists");
    for name in ["../x", "..", "a/b", "ä", "x\u{7}"] {
        bench
            .run(&format!("workspace new {name}"))
            .await
            .bad()
            .warns("is not allowed");
        bench
            .run(&format!("workspace select -or-create {name}"))
            .await
            .bad()
            .warns("is not allowed");
        bench
            .run(&format!("workspace delete {name}"))
            .await
            .bad()
            .warns("is not allowed");
    }
    bench
        .run("workspace select red")
        .await
        .bad()
        .warns("doesn't exist");
    bench
        .run("workspace delete red")
        .await
        .bad()
        .warns("doesn't exist");
    bench
        .run("workspace delete default")
        .await
        .bad()
        .warns("default");
    bench
        .run("workspace delete blue")
        .await
        .bad()
        .warns("is your active workspace");
    bench.run("workspace select default").await.good();
    bench
        .run("workspace delete blue")
        .await
        .bad()
        .warns("mem_box.a");
    assert!(bench.path("mem.state.d/blue/mem.state.json").exists());
    bench.run("workspace delete -force blue").await.good();
    assert!(!bench.path("mem.state.d/blue").exists());
    bench
        .run("workspace select -or-create red")
        .await
        .good()
        .says("Created and switched");
    bench.run("workspace show").await.good().says("red\n");
}

/// The results of Terraform and the local runner for the same commands: success, and the list.
#[tokio::test]
async fn terraform_does_the_same() {
    let Some(program) = terraform_program() else {
        return;
    };
    let theirs = tempfile::tempdir().unwrap();
    let settings = theirs.path().join("terraform.rc");
    std::fs::write(&settings, "").unwrap();
    let bench = Bench::new("same");
    for line in [
        "workspace list",
        "workspace show",
        "workspace new blue",
        "workspace new blue",
        "workspace new default",
        "workspace new a/b",
        "workspace list",
        "workspace select default",
        "workspace select red",
        "workspace show",
        "workspace select -or-create red",
        "workspace list",
        "workspace delete red",
        "workspace delete default",
        "workspace delete blue",
        "workspace delete blue",
        "workspace select red",
        "workspace list",
        "workspace show",
    ] {
        let there = Command::new(&program)
            .args(line.split(' '))
            .current_dir(theirs.path())
            .env_remove("TF_WORKSPACE")
            .env("TF_CLI_CONFIG_FILE", &settings)
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .unwrap();
        let here = bench.run(line).await;
        let text = String::from_utf8_lossy(&there.stderr);
        assert_eq!(
            here.code == 0,
            there.status.success(),
            "{line}: {}\n{text}",
            here.errors
        );
        if line.ends_with("list") || line.ends_with("show") {
            assert_eq!(
                here.output,
                String::from_utf8_lossy(&there.stdout),
                "{line}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_is_waited_for() {
    let bench = Bench::new("waits");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n");
    bench.apply().await;
    let lock = std::fs::File::create(bench.path("mem.state.json.lock")).unwrap();
    lock.lock().unwrap();
    bench.run("plan").await.bad().warns("The state is locked");
    let started = Instant::now();
    bench
        .run("plan -lock-timeout=500ms")
        .await
        .bad()
        .warns("The state is locked");
    assert!(started.elapsed() >= Duration::from_millis(200));
    // A command without locking continues.
    bench
        .run("plan -lock=false")
        .await
        .good()
        .says("No changes");
    assert!(
        bench.path("mem.state.json.lock").exists(),
        "it is not ours to take away"
    );
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400));
        lock.unlock().unwrap();
    });
    bench
        .run("plan -lock-timeout=1m")
        .await
        .good()
        .says("No changes");
    release.join().unwrap();
}
