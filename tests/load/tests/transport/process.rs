//! The stub as a process of its own: exit status, signals, a host that is killed.

use crate::client::{Client, Identity};
use plugin_load::process::{Process, Start};
use schema_transport::proto::{v5, v6};
use std::io::Read as _;
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

/// Started by a host that speaks these protocols.
fn start_for(protocols: &str, identity: &Identity, directory: &tempfile::TempDir) -> Process {
    let start = Start {
        program: stub(),
        protocols,
        directory: directory.path(),
        stderr: true,
    };
    start.process(identity).unwrap()
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

/// A host of the past or the future is told which protocol there is, so that it can say which ones do
/// not fit; it does not get another one by mistake.
#[tokio::test]
async fn a_host_without_a_protocol_in_common() {
    for offered in ["4", "7,8", "", "six"] {
        let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
        let mut plugin = start_for(offered, &identity, &directory);
        assert_eq!(plugin.line.protocol, "5", "{offered:?}");
        // Should the host go on nevertheless, that protocol is served and no other.
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
        // A host that gives up takes its connection with it.
        client.kill();
        let status = end(&mut plugin, Duration::from_secs(20)).await;
        assert!(status.expect("it ends by itself").success());
        assert_eq!(files(&directory), 0);
    }
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
