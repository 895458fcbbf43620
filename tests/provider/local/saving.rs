//! What is saved after failures.

use serde_json::json;

use crate::Bench;

const ONE: &str = "resource \"mem_box\" \"a\" {\n  name = \"first\"\n  note = \"n\"\n}\n";

#[tokio::test]
async fn a_create_that_fails_before_the_id_leaves_nothing() {
    let bench = Bench::new("no-id");
    bench.config(ONE);
    for how in ["error", "panic"] {
        bench.remote.breaks("create", how);
        bench.run("apply -auto-approve").await.bad().warns("create");
        assert_eq!(bench.state_text(), "");
    }
    bench.remote.repair();
    bench.apply().await.says("1 added");
}

#[tokio::test]
async fn a_create_that_fails_half_way_is_tainted_and_replaced() {
    for how in ["error", "panic"] {
        let bench = Bench::new(&format!("half-{how}"));
        bench.config(ONE);
        bench.remote.breaks("create-after-id", how);
        bench.run("apply -auto-approve").await.bad();
        let stored = bench.stored("mem_box.a").expect("saved");
        assert_eq!(stored["status"], "tainted");
        assert_eq!(stored["attributes"]["id"], "box-1");
        // The planned values are saved, so that delete finds them.
        assert_eq!(stored["attributes"]["name"], "first");
        assert_eq!(stored["attributes"]["note"], "n");
        assert_eq!(stored["attributes"]["serial"], json!(null));
        bench.calls();
        bench.remote.repair();
        bench.run("show").await.good().says("# mem_box.a (tainted)");
        bench
            .apply()
            .await
            .says("# mem_box.a is tainted, so it must be replaced")
            .says("-/+ resource")
            .says("1 added, 0 changed, 1 destroyed");
        assert_eq!(
            bench.calls(),
            ["configure", "read box-1", "delete first", "create first"]
        );
        assert_eq!(
            bench.stored("mem_box.a").expect("saved").get("status"),
            None
        );
        assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 1);
        bench.apply().await.says("No changes.");
    }
}

#[tokio::test]
async fn a_result_that_contradicts_the_plan_is_saved_and_reported() {
    let bench = Bench::new("contradiction");
    bench.config(ONE);
    bench.remote.breaks("create-after-id", "wrong");
    let done = bench.run("apply -auto-approve").await.bad();
    assert!(done.errors.contains("note"), "{}", done.errors);
    let stored = bench.stored("mem_box.a").expect("saved");
    assert_eq!(stored["attributes"]["note"], "something else");
    assert_eq!(stored["status"], "tainted");
}

#[tokio::test]
async fn an_update_that_fails_changes_nothing() {
    let bench = Bench::new("update");
    bench.config(ONE);
    bench.apply().await;
    let before = bench.stored("mem_box.a");
    bench.config(&ONE.replace("\"n\"", "\"other\""));
    for how in ["error", "panic"] {
        bench.remote.breaks("update", how);
        bench.run("apply -auto-approve").await.bad();
        assert_eq!(bench.stored("mem_box.a"), before);
    }
    bench.remote.repair();
    bench.apply().await.says("1 changed");
}

#[tokio::test]
async fn a_delete_that_fails_keeps_the_object_and_what_it_depends_on() {
    let bench = Bench::new("delete");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\nresource \"mem_box\" \"b\" {\n  name = \"b\"\n  note = mem_box.a.id\n}\n",
    );
    bench.apply().await;
    bench.calls();
    bench.remote.breaks("delete", "error");
    bench
        .run("destroy -auto-approve")
        .await
        .bad()
        .warns("delete went wrong");
    assert_eq!(
        bench.calls(),
        ["configure", "read box-1", "read box-2", "delete b"]
    );
    assert!(bench.stored("mem_box.a").is_some() && bench.stored("mem_box.b").is_some());
    bench.remote.repair();
    bench
        .run("destroy -auto-approve")
        .await
        .good()
        .says("2 destroyed");
}

#[tokio::test]
async fn a_read_that_fails_changes_nothing() {
    let bench = Bench::new("read");
    bench.config(ONE);
    bench.apply().await;
    let before = bench.state_text();
    bench.remote.breaks("read", "error");
    bench
        .run("apply -auto-approve")
        .await
        .bad()
        .warns("read went wrong");
    assert_eq!(bench.state_text(), before);
    // Without a refresh it can continue.
    bench.run("apply -auto-approve -refresh=false").await.good();
}

#[tokio::test]
async fn failures_do_not_stop_the_rest() {
    let bench = Bench::new("rest");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\nresource \"mem_tag\" \"t\" {\n  on = mem_box.a.id\n}\n\
         resource \"mem_tag\" \"free\" {\n  on = \"x\"\n}\noutput \"o\" {\n  value = mem_tag.t.id\n}\n",
    );
    bench.remote.breaks("create", "error");
    bench.run("apply -auto-approve").await.bad();
    assert!(bench.stored("mem_tag.free").is_some());
    assert!(bench.stored("mem_tag.t").is_none());
    bench.remote.repair();
    bench
        .apply()
        .await
        .says("2 added")
        .says("o = \"tag-box-1\"");
}

#[tokio::test]
async fn an_interrupt_ends_the_running_operation_and_starts_no_other() {
    let bench = Bench::new("interrupt");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\nresource \"mem_box\" \"b\" {\n  name = \"b\"\n}\n",
    );
    bench.remote.breaks("create-after-id", "wait");
    let (io, captured) = bench.io("");
    let args = ["apply", "-auto-approve"];
    let running = tokio::spawn(schema_provider::local::run(args, bench.instance(), io));
    until(|| captured.output().contains("mem_box.a: waiting")).await;
    captured.interrupt();
    let status = running.await.expect("ends");
    assert_eq!(status.code(), 1);
    assert!(
        captured.output().contains("Interrupt received."),
        "{}",
        captured.output()
    );
    assert!(
        captured.errors().contains("was cancelled"),
        "{}",
        captured.errors()
    );
    assert!(
        captured.errors().contains("was interrupted"),
        "{}",
        captured.errors()
    );
    // One interruption is one error.
    assert_eq!(captured.errors().matches("Error:").count(), 1);
    assert_eq!(bench.calls(), ["configure", "create a"]);
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["status"],
        "tainted"
    );
    assert!(bench.stored("mem_box.b").is_none());
}

#[tokio::test]
async fn a_second_interrupt_does_not_wait() {
    let bench = Bench::new("abandon");
    bench.config(ONE);
    bench.remote.breaks("create-after-id", "hang");
    let (io, captured) = bench.io("");
    let args = ["apply", "-auto-approve"];
    let running = tokio::spawn(schema_provider::local::run(args, bench.instance(), io));
    until(|| bench.state_text().contains("box-1")).await;
    // The id was on disk while the provider was still running: a kill would have lost nothing.
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["status"],
        "tainted"
    );
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["attributes"]["name"],
        "first"
    );
    captured.interrupt();
    until(|| captured.output().contains("Interrupt received.")).await;
    captured.interrupt();
    assert_eq!(running.await.expect("ends").code(), 1);
    assert!(
        captured.errors().contains("Abandoned"),
        "{}",
        captured.errors()
    );
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["status"],
        "tainted"
    );
}

async fn until(done: impl Fn() -> bool) {
    for _ in 0..20_000 {
        if done() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("it never happened");
}

#[tokio::test]
async fn a_state_in_use_is_not_touched() {
    let bench = Bench::new("locked");
    bench.config(ONE);
    bench.remote.breaks("create-after-id", "wait");
    let (io, captured) = bench.io("");
    let running = tokio::spawn(schema_provider::local::run(
        ["apply", "-auto-approve"],
        bench.instance(),
        io,
    ));
    until(|| captured.output().contains("waiting")).await;
    bench.run("plan").await.bad().warns("The state is locked");
    captured.interrupt();
    running.await.expect("ends");
    bench.remote.repair();
    bench.run("plan").await.good();
}
