//! The stub as a process of its own: exit status, signals, a host that is killed.

use crate::client::{Client, Identity, Line};
use schema_provider::plugin::MAGIC_COOKIE;
use schema_provider::plugin::proto::v6;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The stub's program. Cargo builds it before all tests, but not before this one alone.
pub(crate) fn stub() -> &'static PathBuf {
    static STUB: OnceLock<PathBuf> = OnceLock::new();
    STUB.get_or_init(|| {
        let build = [
            "build",
            "--quiet",
            "--package",
            "schema-provider",
            "--example",
            "stub",
        ];
        assert!(
            Command::new(env!("CARGO"))
                .args(build)
                .status()
                .unwrap()
                .success()
        );
        let this = std::env::current_exe().unwrap();
        this.parent()
            .and_then(|deps| deps.parent())
            .unwrap()
            .join("examples/stub")
    })
}

/// Ends its process with the test.
struct Plugin(Child);

impl Drop for Plugin {
    fn drop(&mut self) {
        // Both fail if it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Plugin {
    fn start(identity: &Identity, directory: &tempfile::TempDir) -> (Self, Line) {
        let mut child = Command::new(stub())
            .env("TF_PLUGIN_MAGIC_COOKIE", MAGIC_COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", "6,5")
            .env("PLUGIN_CLIENT_CERT", identity.pem())
            .env("PLUGIN_UNIX_SOCKET_DIR", directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        (Self(child), Line::parse(&line))
    }

    fn signal(&self, signal: &str) {
        let kill = Command::new("kill")
            .args([signal, &self.0.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
    }

    /// Its exit status, if it ends within a time.
    async fn end(&mut self, time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < time {
            if let Some(status) = self.0.try_wait().unwrap() {
                return Some(status);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        None
    }
}

fn files(directory: &tempfile::TempDir) -> usize {
    std::fs::read_dir(directory.path()).unwrap().count()
}

#[tokio::test]
async fn signals() {
    let (identity, directory) = (Identity::new(), tempfile::tempdir().unwrap());
    let (mut plugin, line) = Plugin::start(&identity, &directory);
    let client = Client::connect(&line, Some(&identity)).await.unwrap();
    plugin.signal("-INT");
    assert_eq!(plugin.end(Duration::from_millis(200)).await, None);
    let path = "/tfplugin6.Provider/GetProviderSchema";
    let request = v6::get_provider_schema::Request {};
    let schema: v6::get_provider_schema::Response = client.call(path, &request).await.unwrap();
    assert_eq!((schema.resource_schemas.len(), files(&directory)), (1, 1));
    plugin.signal("-TERM");
    let status = plugin
        .end(Duration::from_secs(10))
        .await
        .expect("SIGTERM ends it");
    assert!(status.success());
    assert_eq!(files(&directory), 0);
}

#[tokio::test]
async fn a_host_that_is_killed() {
    let (identity, directory) = (Identity::new(), tempfile::tempdir().unwrap());
    let (mut plugin, line) = Plugin::start(&identity, &directory);
    Client::connect(&line, Some(&identity))
        .await
        .unwrap()
        .kill();
    let status = plugin
        .end(Duration::from_secs(20))
        .await
        .expect("it ends by itself");
    assert!(status.success());
    assert_eq!(files(&directory), 0);
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
