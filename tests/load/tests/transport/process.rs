//! The stub as a separate process: exit status, signals, a killed host.

use crate::client::{Client, Identity, Line};
use schema_client::{Process, Program};
use schema_transport::proto::{v5, v6};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// The stub's program.
pub(crate) fn stub() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_stub-provider"))
}

fn start(identity: &Identity, directory: &tempfile::TempDir) -> Process {
    start_for("6,5", identity, directory)
}

/// Started by a host with these protocols.
fn start_for(protocols: &str, identity: &Identity, directory: &tempfile::TempDir) -> Process {
    let start = Program::new(stub())
        .env("PLUGIN_PROTOCOL_VERSIONS", protocols)
        .directory(directory.path())
        .show_stderr(true);
    start.start(identity).unwrap()
}

fn signal(process: &Process, signal: &str) {
    let kill = Command::new("kill")
        .args([signal, &process.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

/// Its exit status, if it ends within a time.
async fn end(process: &mut Process, time: Duration) -> Option<ExitStatus> {
    process.end(time).await.unwrap()
}

fn files(directory: &tempfile::TempDir) -> usize {
    std::fs::read_dir(directory.path()).unwrap().count()
}

#[tokio::test]
async fn signals() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let mut plugin = start(&identity, &directory);
    let client = Client::connect(&plugin.line, Some(&identity))
        .await
        .unwrap();
    signal(&plugin, "-INT");
    assert_eq!(end(&mut plugin, Duration::from_millis(200)).await, None);
    let path = "/tfplugin6.Provider/GetProviderSchema";
    let request = v6::get_provider_schema::Request {};
    let schema: v6::get_provider_schema::Response = client.call(path, &request).await.unwrap();
    assert_eq!((schema.resource_schemas.len(), files(&directory)), (1, 1));
    signal(&plugin, "-TERM");
    let status = end(&mut plugin, Duration::from_secs(10))
        .await
        .expect("SIGTERM ends it");
    assert!(status.success());
    assert_eq!(files(&directory), 0);
}

#[tokio::test]
async fn a_host_that_is_killed() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let mut plugin = start(&identity, &directory);
    Client::connect(&plugin.line, Some(&identity))
        .await
        .unwrap()
        .kill();
    let status = end(&mut plugin, Duration::from_secs(20))
        .await
        .expect("it ends by itself");
    assert!(status.success());
    assert_eq!(files(&directory), 0);
}

/// An older or newer host learns which protocol exists, so that it can report the mismatch; it
/// never gets a different one by mistake.
#[tokio::test]
async fn a_host_without_a_protocol_in_common() {
    for offered in ["4", "7,8", "", "six"] {
        let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
        let mut plugin = start_for(offered, &identity, &directory);
        assert_eq!(plugin.line.protocol, "5", "{offered:?}");
        // If the host continues nevertheless, only that protocol is served.
        let client = Client::connect(&plugin.line, Some(&identity))
            .await
            .unwrap();
        let ask = v6::get_provider_schema::Request {};
        let path = "/tfplugin6.Provider/GetProviderSchema";
        let other: Result<v6::get_provider_schema::Response, _> = client.call(path, &ask).await;
        let Err(refused) = other else {
            panic!("another protocol is served");
        };
        let refused = refused.to_string();
        assert!(refused.contains("unknown method"), "{refused}");
        let path = "/tfplugin5.Provider/GetSchema";
        let schema: v5::get_provider_schema::Response = client.call(path, &ask).await.unwrap();
        assert_eq!(schema.resource_schemas.len(), 1);
        // A host that gives up closes its connection.
        client.kill();
        let status = end(&mut plugin, Duration::from_secs(20)).await;
        assert!(status.expect("it ends by itself").success());
        assert_eq!(files(&directory), 0);
    }
}

/// The request for a create of the stub's resource.
fn create(name: &str) -> v6::apply_resource_change::Request {
    // A map of two: an unknown id, and a name of less than 32 bytes.
    let mut planned = b"\x82\xa2id\xd4\x00\x00\xa4name".to_vec();
    planned.push(0xa0 | u8::try_from(name.len()).unwrap());
    planned.extend_from_slice(name.as_bytes());
    v6::apply_resource_change::Request {
        type_name: "stub_thing".to_owned(),
        planned_state: Some(v6::DynamicValue::from_msgpack(planned)),
        ..Default::default()
    }
}

const APPLY: &str = "/tfplugin6.Provider/ApplyResourceChange";

/// Code that blocks all server threads cannot delay the end: a separate thread waits for signals.
#[tokio::test]
async fn a_second_sigterm() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let mut plugin = start(&identity, &directory);
    let client = Client::connect(&plugin.line, Some(&identity))
        .await
        .unwrap();
    for _ in 0..4 {
        let client = client.clone();
        tokio::spawn(async move {
            client
                .call::<v6::apply_resource_change::Response>(APPLY, &create("block"))
                .await
        });
    }
    assert_eq!(end(&mut plugin, Duration::from_secs(1)).await, None);
    signal(&plugin, "-INT");
    signal(&plugin, "-TERM");
    assert_eq!(end(&mut plugin, Duration::from_secs(1)).await, None);
    signal(&plugin, "-TERM");
    let status = end(&mut plugin, Duration::from_secs(10)).await;
    assert_eq!(status.expect("it ends").code(), Some(1));
}

/// Prints on standard output neither precede the handshake line nor wait for a host that does not
/// read.
#[tokio::test]
async fn standard_output_is_reserved_for_the_handshake() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let mut child = Command::new(stub())
        .env("TF_PLUGIN_MAGIC_COOKIE", schema_transport::MAGIC_COOKIE)
        .env("PLUGIN_PROTOCOL_VERSIONS", "6")
        .env("PLUGIN_CLIENT_CERT", identity.pem())
        .env("TMPDIR", directory.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = child.stderr.take().unwrap();
    let printed = std::thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).unwrap();
        text
    });
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let line = Line::parse(&line).unwrap();
    let client = Client::connect(&line, Some(&identity)).await.unwrap();
    let request = create("print");
    let call = client.call::<v6::apply_resource_change::Response>(APPLY, &request);
    let answer = tokio::time::timeout(Duration::from_secs(60), call).await;
    assert!(
        answer
            .expect("it waits for nobody")
            .unwrap()
            .new_state
            .is_some()
    );
    client.kill();
    assert!(child.wait().unwrap().success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    let printed = printed.join().unwrap();
    assert!(printed.starts_with("the stub starts\n"));
    assert!(printed.len() > 8 << 20);
}

#[test]
fn by_hand() {
    let mut child = Command::new(stub())
        .env_remove("TF_PLUGIN_MAGIC_COOKIE")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut stdout)
        .unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(stdout, "");
    assert!(stderr.contains("Terraform provider, a plugin"), "{stderr}");
}
