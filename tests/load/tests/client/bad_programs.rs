//! Programs that are not providers: each gives one error with a remedy.

use crate::{script, stub};
use schema_client::Program;
use std::time::Duration;

/// The text of the error, in which the script's path is replaced by `PROGRAM`.
async fn error(text: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = script(directory.path(), text);
    let program = Program::new(&path).handshake_timeout(Duration::from_millis(500));
    let error = program.connect().await.unwrap_err().to_string();
    error.replace(path.to_str().unwrap(), "PROGRAM")
}

#[tokio::test]
async fn no_program() {
    let error = Program::new("/nowhere/terraform-provider-x")
        .connect()
        .await;
    let text = error.unwrap_err().to_string();
    assert!(
        text.starts_with("/nowhere/terraform-provider-x cannot be started: "),
        "{text}"
    );
    assert!(
        text.contains("Name the file of a provider's program"),
        "{text}"
    );
    // A folder, and a file that is not a program.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "text").unwrap();
    for path in [directory.path(), &file] {
        let text = Program::new(path).connect().await.unwrap_err().to_string();
        assert!(text.contains("Make the file executable"), "{text}");
    }
}

#[tokio::test]
async fn ended_before_the_handshake() {
    let text = error("echo 'no licence' >&2; exit 3").await;
    let expected = "PROGRAM ended (exit status: 3) before it printed the line that tells how to reach it. It is no \
                    Terraform provider, or something that it needs is missing. The end of what it wrote:\nno licence";
    assert_eq!(text, expected);
    assert!(error("kill -9 $$").await.contains("signal: 9"));
}

#[tokio::test]
async fn prints_to_standard_output() {
    let text = error("echo 'Welcome to my tool'; sleep 60").await;
    assert!(
        text.starts_with("PROGRAM is not a Terraform provider, or prints to its standard output"),
        "{text}"
    );
    assert!(text.contains("Welcome to my tool"), "{text}");
    // Without an end.
    let text =
        error("while :; do printf '%s' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done").await;
    assert!(
        text.starts_with("PROGRAM is not a Terraform provider"),
        "{text}"
    );
    assert!(text.len() < 500, "{}", text.len());
}

#[tokio::test]
async fn says_nothing() {
    let text = error("echo starting >&2; sleep 60").await;
    assert!(text.starts_with("PROGRAM did not print the line"), "{text}");
    assert!(
        text.contains("within 500ms") && text.ends_with("wrote:\nstarting"),
        "{text}"
    );
}

#[tokio::test]
async fn another_protocol() {
    let text = error("echo '1|4|unix|/nowhere|grpc|'; sleep 60").await;
    assert!(
        text.contains("speaks version 4 of the plugin protocol; versions 5 and 6"),
        "{text}"
    );
    let text = error("echo '1|5|tcp|127.0.0.1:1|netrpc|'; sleep 60").await;
    assert!(text.contains("grpc"), "{text}");
}

#[tokio::test]
async fn nobody_listens() {
    for address in [
        "unix|/nowhere/socket",
        "tcp|127.0.0.1:1",
        "tcp|no address",
        "carrier|pigeon",
    ] {
        let text = error(&format!("echo '1|6|{address}|grpc|'; sleep 60")).await;
        assert!(
            text.starts_with("PROGRAM started, but cannot be reached"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn fills_its_standard_error() {
    // Not reading it would block the program.
    let stub = stub().path().to_owned();
    let directory = tempfile::tempdir().unwrap();
    let text = format!(
        "i=0; while [ $i -lt 20000 ]; do echo 'a line of the log' >&2; i=$((i+1)); done; exec {}",
        stub.display()
    );
    let program = Program::new(script(directory.path(), &text));
    let plugin = program.connect().await.unwrap();
    assert!(plugin.close().await.unwrap());
}
