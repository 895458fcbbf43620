//! Calls that are passed on.

use crate::served::{Served, plan, script, serve, serve_in, serve_until, spec, stub, update};
use schema_client::{Program, Protocol, no_errors};
use schema_old_program::{Snapshot, Spec};
use schema_transport::Options;
use schema_transport::proto::v6::invoke_action::{self, event};
use schema_transport::proto::v6::list_resource;
use std::path::Path;
use std::time::{Duration, Instant};

/// A stub that records each of its starts in `starts`, with these variables.
fn counted(directory: &Path, variables: &str) -> std::path::PathBuf {
    let starts = directory.join("starts");
    let text = format!(
        "echo start >> {}\n{variables} exec {}",
        starts.display(),
        stub().display()
    );
    script(directory, &text)
}

fn starts(directory: &Path) -> usize {
    let text = std::fs::read_to_string(directory.join("starts")).unwrap_or_default();
    text.lines().count()
}

async fn snapshot() -> Snapshot {
    let plugin = Program::new(stub()).connect().await.unwrap();
    let asked = Snapshot::ask(plugin.provider()).await.unwrap();
    let file = asked.to_bytes().leak();
    Snapshot::read(file).unwrap()
}

/// Our provider with the schemas of the stub built in, and a stub with these variables behind it.
async fn serve_with_snapshot(variables: &str) -> Served {
    let directory = tempfile::tempdir().unwrap();
    let program = counted(directory.path(), variables);
    let spec = Spec {
        snapshot: Some(snapshot().await),
        ..spec(program)
    };
    serve_in(directory, spec, Protocol::V6).await
}

const PROTOCOLS: [Protocol; 2] = [Protocol::V5, Protocol::V6];

#[tokio::test]
async fn terraform_sees_one_provider() {
    for (served, old) in [
        (5, ""),
        (6, ""),
        (5, "STUB_PROTOCOL5=1"),
        (6, "STUB_PROTOCOL5=1"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let program = counted(directory.path(), &format!("STUB_MORE=1 {old}"));
        let protocol = PROTOCOLS[served - 5];
        let served = serve_in(directory, spec(program), protocol).await;
        let provider = &served.provider;
        let schemas = provider
            .get_provider_schema(&Default::default())
            .await
            .unwrap();
        no_errors(&schemas.diagnostics).unwrap();
        let names: Vec<_> = schemas.resource_schemas.keys().collect();
        assert_eq!(names, ["stub_mine", "stub_more", "stub_thing"]);
        let described = |name: &str| {
            let block = schemas.resource_schemas[name].block.as_ref().unwrap();
            block.attributes[0].description.clone()
        };
        // Ours, if there are any.
        assert_eq!(
            (&*described("stub_thing"), &*described("stub_more")),
            ("ours", "")
        );
        let capabilities = schemas.server_capabilities.unwrap();
        // The old program does not support it, so Terraform does not ask.
        assert!(!capabilities.generate_resource_config);
        let metadata = provider.get_metadata(&Default::default()).await.unwrap();
        assert_eq!(metadata.resources.len(), 3);
        for (name, id) in [
            ("stub_mine", &b"\x82\xa2id\xc0"[..]),
            ("stub_thing", b"\x82\xa2id\xd4"),
            ("stub_more", b"\x82\xa2id\xd4"),
        ] {
            let planned = provider
                .plan_resource_change(&plan(name, "a"))
                .await
                .unwrap();
            no_errors(&planned.diagnostics).unwrap();
            let planned = planned.planned_state.unwrap().msgpack;
            assert!(planned.starts_with(id), "{name}");
        }
        let applied = provider
            .apply_resource_change(&update("a", "b"))
            .await
            .unwrap();
        assert_eq!(applied.private, "private");
        assert_eq!(starts(served.directory.path()), 1);
        provider.stop_provider(&Default::default()).await.unwrap();
        let planned = provider
            .plan_resource_change(&plan("stub_thing", "a"))
            .await;
        no_errors(&planned.unwrap().diagnostics).unwrap();
    }
}

#[tokio::test]
async fn the_old_program_starts_when_needed() {
    let served = serve_with_snapshot("").await;
    let provider = &served.provider;
    let schemas = provider
        .get_provider_schema(&Default::default())
        .await
        .unwrap();
    no_errors(&schemas.diagnostics).unwrap();
    provider
        .validate_provider_config(&Default::default())
        .await
        .unwrap();
    provider
        .configure_provider(&Default::default())
        .await
        .unwrap();
    provider
        .plan_resource_change(&plan("stub_mine", "a"))
        .await
        .unwrap();
    assert_eq!(starts(served.directory.path()), 0);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let provider = provider.clone();
        calls.spawn(async move {
            let planned = provider
                .plan_resource_change(&plan("stub_thing", "a"))
                .await;
            no_errors(&planned.unwrap().diagnostics).unwrap();
        });
    }
    calls.join_all().await;
    assert_eq!(starts(served.directory.path()), 1);
}

#[tokio::test]
async fn a_snapshot_that_no_longer_matches_is_reported() {
    let served = serve_with_snapshot("STUB_MORE=1").await;
    let planned = served
        .provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await;
    let told = &planned.unwrap().diagnostics[0];
    assert_eq!(
        told.summary,
        "The old program terraform-provider-old has other schemas than its snapshot"
    );
    assert!(
        told.detail
            .contains("These differ: the resource stub_more."),
        "{}",
        told.detail
    );
    assert!(
        told.detail.contains("`cargo provider snapshot`"),
        "{}",
        told.detail
    );
    assert!(
        Snapshot::read(b"something else")
            .unwrap_err()
            .contains("cargo provider snapshot")
    );
}

#[tokio::test]
async fn errors_of_the_settings_come_with_the_first_call() {
    for old in ["STUB_REFUSES=1", "STUB_REFUSES=1 STUB_PROTOCOL5=1"] {
        let directory = tempfile::tempdir().unwrap();
        let program = counted(directory.path(), old);
        let served = serve_in(directory, spec(program), Protocol::V6).await;
        let provider = &served.provider;
        let configured = provider
            .configure_provider(&Default::default())
            .await
            .unwrap();
        assert_eq!(configured.diagnostics, []);
        let planned = provider
            .plan_resource_change(&plan("stub_mine", "a"))
            .await
            .unwrap();
        assert_eq!(planned.diagnostics, []);
        for _ in 0..2 {
            let planned = provider
                .plan_resource_change(&plan("stub_thing", "a"))
                .await
                .unwrap();
            let told = &planned.diagnostics[0];
            assert_eq!(told.summary, "No credentials");
            assert_eq!(
                told.detail,
                "Set STUB_TOKEN.\n\nThe old program terraform-provider-old reported this about the provider's settings."
            );
        }
        assert_eq!(starts(served.directory.path()), 1);
    }
}

/// Also if that call fails.
#[tokio::test]
async fn warnings_of_the_settings_come_once_with_the_first_call() {
    for name in ["b", "die"] {
        let directory = tempfile::tempdir().unwrap();
        let program = counted(directory.path(), "STUB_WARNS=1");
        let served = serve_in(directory, spec(program), Protocol::V6).await;
        let provider = &served.provider;
        provider
            .configure_provider(&Default::default())
            .await
            .unwrap();
        let warned = async |name| {
            let applied = provider.apply_resource_change(&update("a", name)).await;
            let told = applied.unwrap().diagnostics;
            let warnings = told.iter().filter(|one| one.summary == "An old token");
            warnings.count()
        };
        assert_eq!(warned(name).await, 1, "{name}");
        assert_eq!(warned("b").await, usize::from(name == "die"), "{name}");
        assert_eq!(warned("b").await, 0, "{name}");
    }
}

/// In debug mode, each connection has its own old program, and all of them are stopped.
#[tokio::test]
async fn a_stop_in_debug_mode_reaches_the_old_program() {
    let directory = tempfile::tempdir().unwrap();
    let waits = directory.path().join("waits");
    let program = counted(directory.path(), &format!("STUB_WAITS={}", waits.display()));
    let options = Options {
        debug: Some("registry.terraform.io/example/stub".to_owned()),
        ..Options::default()
    };
    let (served, stop) = serve_until(directory, spec(program), Protocol::V6, options).await;
    let provider = served.provider.clone();
    let applied =
        tokio::spawn(async move { provider.apply_resource_change(&update("a", "wait")).await });
    while !waits.exists() {
        assert!(!applied.is_finished(), "{:?}", applied.await);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stop.send(()).unwrap();
    let applied = tokio::time::timeout(Duration::from_secs(8), applied).await;
    let applied = applied.expect("it was not stopped").unwrap().unwrap();
    no_errors(&applied.diagnostics).unwrap();
    assert_eq!(applied.private, "private");
}

/// Events of both kinds of streams pass through, and an error is the last one.
#[tokio::test]
async fn streams_are_passed_on() {
    let direct = Program::new(stub()).connect().await.unwrap();
    let list = list_resource::Request {
        type_name: "stub_list".to_owned(),
        ..Default::default()
    };
    let action = invoke_action::Request {
        action_type: "stub_action".to_owned(),
        ..Default::default()
    };
    for (old, expected) in [
        ("", "Not supported by this provider"),
        ("STUB_REFUSES=1", "No credentials"),
        (
            "STUB_DIES=1",
            "The old program terraform-provider-old ended in the middle of",
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let program = counted(directory.path(), old);
        let served = serve_in(directory, spec(program), Protocol::V6).await;
        let provider = &served.provider;
        provider
            .configure_provider(&Default::default())
            .await
            .unwrap();
        let listed = provider.list_resource(&list).await.unwrap();
        let listed = listed.collect().await.unwrap();
        let invoked = provider.invoke_action(&action).await.unwrap();
        let invoked = invoked.collect().await.unwrap();
        assert_eq!((listed.len(), invoked.len()), (1, 1));
        let Some(event::Type::Completed(completed)) = &invoked[0].r#type else {
            panic!("{invoked:?}");
        };
        for said in [&listed[0].diagnostics, &completed.diagnostics] {
            assert_eq!(said.len(), 1);
            assert!(said[0].summary.starts_with(expected), "{said:?}");
        }
        if old.is_empty() {
            let theirs = direct.provider().list_resource(&list).await.unwrap();
            assert_eq!(listed, theirs.collect().await.unwrap());
            let theirs = direct.provider().invoke_action(&action).await.unwrap();
            assert_eq!(invoked, theirs.collect().await.unwrap());
        }
    }
}

/// The extra cost of passing a call on: the time that the caller waits, and the processor time of
/// this process, which has the caller and our server.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn latency() {
    const CALLS: u32 = 4_000;
    let direct = Program::new(stub()).connect().await.unwrap();
    let served = serve(spec(stub()), Protocol::V6).await;
    let own = || plugin_load::system::processor_time(std::process::id()).unwrap();
    for _ in 0..7 {
        for (name, provider) in [("direct", direct.provider()), ("through", &served.provider)] {
            let request = plan("stub_thing", "a");
            let mut times = Vec::new();
            let before = own();
            for _ in 0..CALLS {
                let start = Instant::now();
                provider.plan_resource_change(&request).await.unwrap();
                times.push(start.elapsed());
            }
            let spent = (own() - before) / CALLS;
            times.sort();
            let place = |part: usize| times[times.len() * part / 10];
            let (median, most) = (place(5), place(9));
            println!("{name}: median {median:?}, 90 % {most:?}, processor {spent:?}");
        }
    }
}
