//! No process is left behind, whatever happens to its owner.

use crate::{ended, lives, script, stub};
use schema_client::{Identity, Program};
use std::time::Duration;

/// A program that writes its process id, and that of a process that it started, to `numbers`.
fn wrapper(directory: &std::path::Path, last: &str) -> Program {
    let numbers = directory.join("numbers");
    let text = format!("sleep 600 & echo $$ $! > {}; {last}", numbers.display());
    Program::new(script(directory, &text)).directory(directory)
}

fn numbers(directory: &std::path::Path) -> Vec<u32> {
    let text = std::fs::read_to_string(directory.join("numbers")).unwrap();
    text.split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect()
}

#[tokio::test]
async fn processes_of_a_wrapper_end() {
    let directory = tempfile::tempdir().unwrap();
    // The provider is a child of the wrapper here.
    let program = wrapper(directory.path(), &stub().path().display().to_string());
    let plugin = program.connect().await.unwrap();
    let numbers = numbers(directory.path());
    assert!(numbers.iter().all(|number| lives(*number)), "{numbers:?}");
    drop(plugin);
    assert!(numbers.iter().all(|number| ended(*number)), "{numbers:?}");
}

#[tokio::test]
async fn after_each_error() {
    for last in [
        "echo nonsense; sleep 600",
        "echo '1|4|a|b|grpc|'; sleep 600",
        "sleep 600",
        "exit 1",
    ] {
        let directory = tempfile::tempdir().unwrap();
        let program = wrapper(directory.path(), last).handshake_timeout(Duration::from_millis(500));
        program.connect().await.unwrap_err();
        let numbers = numbers(directory.path());
        assert!(
            numbers.iter().all(|number| ended(*number)),
            "{last}: {numbers:?}"
        );
    }
}

#[tokio::test]
async fn when_the_start_is_abandoned() {
    let directory = tempfile::tempdir().unwrap();
    let program = wrapper(directory.path(), "sleep 600").handshake_timeout(Duration::from_secs(2));
    let start = tokio::time::timeout(Duration::from_millis(500), program.connect());
    assert!(start.await.is_err());
    let numbers = numbers(directory.path());
    assert!(numbers.iter().all(|number| ended(*number)), "{numbers:?}");
}

#[test]
fn when_a_panic_passes_by() {
    let process = std::panic::catch_unwind(|| {
        let process = stub().start(&Identity::new().unwrap()).unwrap();
        std::panic::panic_any(process.id());
    });
    let process = *process.unwrap_err().downcast::<u32>().unwrap();
    assert!(ended(process));
}

/// The program that the next test starts and kills.
#[test]
#[ignore = "waits for its end; the next test runs it"]
fn an_owner() {
    let directory = std::path::PathBuf::from(std::env::var_os("OWNER_DIRECTORY").unwrap());
    let program = wrapper(&directory, &stub().path().display().to_string());
    let _process = program.start(&Identity::new().unwrap()).unwrap();
    std::fs::write(directory.join("ready"), "").unwrap();
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn when_the_owner_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let mut owner = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "left_behind::an_owner", "--ignored"])
        .env("OWNER_DIRECTORY", directory.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let ready = directory.path().join("ready");
    while !ready.exists() {
        assert_eq!(owner.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(10));
    }
    let numbers = numbers(directory.path());
    assert!(numbers.iter().all(|number| lives(*number)));
    owner.kill().unwrap();
    owner.wait().unwrap();
    assert!(numbers.iter().all(|number| ended(*number)), "{numbers:?}");
}
