//! Old programs that are not providers, fail or end: one error each, with a remedy, and our part
//! keeps working.

use crate::served::{plan, script, serve, serve_in, spec, stub, thing, update};
use schema_client::{Protocol, no_errors};
use schema_old_program::Spec;
use std::time::Duration;

/// The error of a call for the old program; our own calls are still answered.
async fn error(served: &crate::served::Served) -> (String, String) {
    let provider = &served.provider;
    let mine = provider
        .plan_resource_change(&plan("stub_mine", "a"))
        .await
        .unwrap();
    no_errors(&mine.diagnostics).unwrap();
    let theirs = provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await
        .unwrap();
    assert_eq!(theirs.diagnostics.len(), 1);
    let told = theirs.diagnostics[0].clone();
    (told.summary, told.detail)
}

#[tokio::test]
async fn no_provider() {
    let directory = tempfile::tempdir().unwrap();
    for (text, words) in [
        (None, "cannot be started"),
        (
            Some("echo 'Welcome'; sleep 60"),
            "is not a Terraform provider",
        ),
        (Some("sleep 60"), "did not print the line"),
        (
            Some("echo '1|4|unix|/nowhere|grpc|'; sleep 60"),
            "speaks version 4",
        ),
        (
            Some("echo '1|6|unix|/nowhere|grpc|'; sleep 60"),
            "cannot be reached",
        ),
        (Some("exit 3"), "ended (exit status: 3)"),
    ] {
        let path = match text {
            Some(text) => script(directory.path(), text),
            None => directory.path().join("missing"),
        };
        let spec = Spec {
            start: Duration::from_millis(800),
            ..spec(path.clone())
        };
        let served = serve(spec, Protocol::V6).await;
        for _ in 0..2 {
            let (summary, detail) = error(&served).await;
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(summary, format!("The old program {name} cannot be used"));
            assert!(detail.contains(words), "{words}: {detail}");
            let remedy = format!(
                "Put the program into {}, or name its file in the environment variable STUB_OLD_PROGRAM.",
                path.display()
            );
            assert!(detail.ends_with(&remedy), "{detail}");
        }
        let schemas = served
            .provider
            .get_provider_schema(&Default::default())
            .await;
        no_errors(&schemas.unwrap().diagnostics).unwrap_err();
    }
}

/// The state is unchanged, and the next call has a new process with the same settings.
#[tokio::test]
async fn the_old_program_ends_during_an_apply() {
    let served = serve(spec(stub()), Protocol::V6).await;
    let provider = &served.provider;
    for _ in 0..2 {
        let applied = provider
            .apply_resource_change(&update("a", "die"))
            .await
            .unwrap();
        assert_eq!(
            (applied.new_state, &*applied.private),
            (Some(thing("a")), &b"private"[..])
        );
        let told = &applied.diagnostics[0];
        assert_eq!(
            told.summary,
            "The old program stub-provider ended in the middle of ApplyResourceChange"
        );
        for words in [
            "signal: 6",
            "look for it, and import it",
            "started again for the next call",
        ] {
            assert!(told.detail.contains(words), "{}", told.detail);
        }
        let planned = provider
            .plan_resource_change(&plan("stub_thing", "a"))
            .await
            .unwrap();
        no_errors(&planned.diagnostics).unwrap();
    }
    let applied = provider
        .apply_resource_change(&update("a", "die"))
        .await
        .unwrap();
    let detail = &applied.diagnostics[0].detail;
    assert!(!detail.contains("started again"), "{detail}");
    let (summary, detail) = error(&served).await;
    assert_eq!(
        summary,
        "The old program stub-provider is not started again"
    );
    assert!(detail.contains("ended 3 times"), "{detail}");
}

/// No call of Terraform is cut short, and the next one still has a new process.
#[tokio::test]
async fn the_old_program_ends_during_configure() {
    let directory = tempfile::tempdir().unwrap();
    let text = format!(
        "cd \"$(dirname \"$0\")\"\n[ -e begun ] || export STUB_DIES=1\n: >begun\nexec {}",
        stub().display()
    );
    let path = script(directory.path(), &text);
    let served = serve_in(directory, spec(path), Protocol::V6).await;
    let provider = &served.provider;
    provider
        .configure_provider(&Default::default())
        .await
        .unwrap();
    let (summary, detail) = error(&served).await;
    assert_eq!(
        summary,
        "The old program terraform-provider-old ended in the middle of ConfigureProvider"
    );
    assert!(detail.contains("signal: 6"), "{detail}");
    let planned = provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await
        .unwrap();
    no_errors(&planned.diagnostics).unwrap();
}

#[tokio::test]
async fn the_old_program_hangs_in_a_call() {
    let spec = Spec {
        call: Some(Duration::from_millis(500)),
        ..spec(stub())
    };
    let served = serve(spec, Protocol::V6).await;
    let provider = &served.provider;
    let applied = provider
        .apply_resource_change(&update("a", "hang"))
        .await
        .unwrap();
    assert_eq!(applied.new_state, Some(thing("a")));
    let told = &applied.diagnostics[0];
    assert_eq!(
        told.summary,
        "The old program stub-provider cannot answer ApplyResourceChange"
    );
    assert!(
        told.detail.contains("No answer came within 500ms"),
        "{}",
        told.detail
    );
    let planned = provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await
        .unwrap();
    no_errors(&planned.diagnostics).unwrap();
}

/// The state is unchanged, and the program continues.
#[tokio::test]
async fn the_old_programs_answer_is_too_large() {
    let served = serve(spec(stub()), Protocol::V6).await;
    let provider = &served.provider;
    let applied = provider
        .apply_resource_change(&update("a", "large"))
        .await
        .unwrap();
    assert_eq!(
        (applied.new_state, &*applied.private),
        (Some(thing("a")), &b"private"[..])
    );
    let told = &applied.diagnostics[0];
    assert_eq!(
        told.summary,
        "The old program stub-provider cannot answer ApplyResourceChange"
    );
    for words in [
        "Its answer is larger than 4 MiB",
        "look for it, and import it",
    ] {
        assert!(told.detail.contains(words), "{}", told.detail);
    }
    let planned = provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await
        .unwrap();
    no_errors(&planned.diagnostics).unwrap();
}

#[tokio::test]
async fn the_old_program_needs_settings_that_ours_lacks() {
    let directory = tempfile::tempdir().unwrap();
    let path = script(
        directory.path(),
        &format!("STUB_SETTINGS=1 exec {}", stub().display()),
    );
    let served = serve_in(directory, spec(path), Protocol::V6).await;
    let schemas = served
        .provider
        .get_provider_schema(&Default::default())
        .await
        .unwrap();
    let told = &schemas.diagnostics[0];
    assert_eq!(
        told.summary,
        "The provider's settings and those of the old program terraform-provider-old differ"
    );
    assert!(
        told.detail
            .contains("\n  region: only the old program has it (\"string\")\n"),
        "{}",
        told.detail
    );
    assert!(
        told.detail
            .contains("Declare the same attributes in the provider's struct"),
        "{}",
        told.detail
    );
}

/// It would upgrade states from a wrong version.
#[tokio::test]
async fn the_old_programs_schema_has_another_version() {
    let directory = tempfile::tempdir().unwrap();
    let path = script(
        directory.path(),
        &format!("STUB_NEWER=1 exec {}", stub().display()),
    );
    let served = serve_in(directory, spec(path), Protocol::V6).await;
    let schemas = served
        .provider
        .get_provider_schema(&Default::default())
        .await
        .unwrap();
    let told = &schemas.diagnostics[0];
    assert_eq!(
        told.summary,
        "The attributes of the resource stub_thing and those of the old program terraform-provider-old differ"
    );
    assert!(
        told.detail
            .contains("\n  version: here 0, in the old program 1\n"),
        "{}",
        told.detail
    );
    assert_eq!(schemas.diagnostics.len(), 1);
}

/// No process is left when the provider has ended.
#[tokio::test]
async fn the_old_program_ends_with_the_provider() {
    let directory = tempfile::tempdir().unwrap();
    let number = directory.path().join("number");
    let path = script(
        directory.path(),
        &format!("echo $$ > {}; exec {}", number.display(), stub().display()),
    );
    let served = serve_in(directory, spec(path), Protocol::V6).await;
    served
        .provider
        .plan_resource_change(&plan("stub_thing", "a"))
        .await
        .unwrap();
    let process = std::fs::read_to_string(&number).unwrap().trim().to_owned();
    let lives = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
        status.is_ok_and(|status| !status.contains(") Z "))
    };
    assert!(lives());
    drop(served);
    for _ in 0..500 {
        if !lives() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the old program is left");
}
