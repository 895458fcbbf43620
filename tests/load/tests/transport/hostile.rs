//! Malicious clients and strangers: their cost, measured on a process.

use crate::client::{Client, Identity, Line, environment, start};
use crate::connections::open_files;
use crate::handler::Echo;
use crate::process::stub;
use bytes::{BufMut as _, Bytes, BytesMut};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body, Frame};
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use plugin_load::system::Memory;
use prost::Message as _;
use schema_client::Protocol;
use schema_client::{Process, Program};
use schema_transport::proto::v6;
use schema_transport::{Options, Server};
use std::convert::Infallible;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::task::JoinSet;

const PLAN: &str = "/tfplugin6.Provider/PlanResourceChange";
const READ: &str = "/tfplugin6.Provider/ReadResource";
const MIB: u64 = 1 << 20;

/// The stub in debug mode: without TLS, so that only the calls are measured.
struct Debugged {
    child: tokio::process::Child,
    line: Line,
    _directory: tempfile::TempDir,
}

impl Debugged {
    async fn start() -> Debugged {
        let directory = tempfile::tempdir().unwrap();
        let mut child = tokio::process::Command::new(stub())
            .arg("--debug")
            .env("TMPDIR", directory.path())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = loop {
            let line = lines.next_line().await.unwrap().expect("an announcement");
            if let Some((_, json)) = line.split_once("TF_REATTACH_PROVIDERS='") {
                let json: serde_json::Value =
                    serde_json::from_str(json.trim_end_matches('\'')).unwrap();
                let provider = &json["registry.terraform.io/example/stub"];
                break provider["Addr"]["String"].as_str().unwrap().to_owned();
            }
        };
        Debugged {
            child,
            line: Line {
                protocol: "6".to_owned(),
                network: "unix".to_owned(),
                address,
                certificate: None,
            },
            _directory: directory,
        }
    }

    fn resident(&self) -> u64 {
        Memory::of(self.child.id().unwrap()).unwrap().resident / MIB
    }

    #[cfg(target_os = "linux")]
    fn open_files(&self) -> usize {
        let files = format!("/proc/{}/fd", self.child.id().unwrap());
        std::fs::read_dir(files).unwrap().count()
    }

    async fn hostile(&self) -> SendRequest<Unfinished> {
        let stream = UnixStream::connect(&self.line.address).await.unwrap();
        let builder = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
        let (send, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        send
    }

    /// An ordinary client is served.
    async fn serves(&self) {
        let client = Client::connect(&self.line, None).await.unwrap();
        let path = "/tfplugin6.Provider/GetProviderSchema";
        let schema: v6::get_provider_schema::Response = client
            .call(path, &v6::get_provider_schema::Request {})
            .await
            .unwrap();
        assert_eq!(schema.resource_schemas.len(), 1);
    }
}

/// A body that never ends: the header of a message, if any, and this much of it.
pub(crate) struct Unfinished {
    header: Option<Bytes>,
    left: usize,
}

impl Unfinished {
    fn message(length: u32) -> Unfinished {
        let mut header = BytesMut::new();
        header.put_u8(0);
        header.put_u32(length);
        Unfinished {
            header: Some(header.freeze()),
            left: length as usize - 1,
        }
    }

    pub(crate) fn nothing() -> Unfinished {
        Unfinished {
            header: None,
            left: 0,
        }
    }
}

impl Body for Unfinished {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        static ZEROS: [u8; 1 << 18] = [0; 1 << 18];
        if let Some(header) = self.header.take() {
            return Poll::Ready(Some(Ok(Frame::data(header))));
        }
        if self.left == 0 {
            return Poll::Pending;
        }
        let part = self.left.min(ZEROS.len());
        self.left -= part;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&ZEROS[..part])))))
    }
}

/// Whether the answer, once there is one, reports a lack of memory.
async fn refused(mut send: SendRequest<Unfinished>, body: Unfinished) -> bool {
    plan(&mut send, body).await.is_some_and(|answer| {
        let told = &answer.diagnostics[0];
        told.summary == "The provider cannot answer PlanResourceChange"
            && told.detail.contains("MiB of memory")
    })
}

async fn plan(
    send: &mut SendRequest<Unfinished>,
    body: Unfinished,
) -> Option<v6::plan_resource_change::Response> {
    let request = http::Request::post(format!("http://unused{PLAN}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(body)
        .unwrap();
    let body = send.send_request(request).await.ok()?.into_body();
    let body = body.collect().await.ok()?.to_bytes();
    schema_client::unframe(&body).ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_messages_share_one_budget() {
    let server = Debugged::start().await;
    let mut calls = JoinSet::new();
    for _ in 0..10 {
        calls.spawn(self::refused(
            server.hostile().await,
            Unfinished::message(200 << 20),
        ));
    }
    let start = Instant::now();
    let (mut most, mut refused) = (0, 0);
    while start.elapsed() < Duration::from_secs(14) {
        let ended = tokio::time::timeout(Duration::from_millis(100), calls.join_next()).await;
        if let Ok(Some(ended)) = ended {
            assert!(ended.unwrap());
            refused += 1;
        }
        most = server.resident().max(most);
        if refused == 7 {
            break;
        }
    }
    println!("ten unfinished messages of 200 MiB: {most} MiB, {refused} rejected");
    assert_eq!(refused, 7);
    assert!(most < 900, "{most} MiB");
    // There is still room for others, and for large ones when those are gone.
    server.serves().await;
    calls.shutdown().await;
    server.serves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_streams_share_one_budget() {
    let server = Debugged::start().await;
    let before = server.resident();
    let mut calls = JoinSet::new();
    let mut clients = Vec::new();
    for _ in 0..50 {
        let send = server.hostile().await;
        for _ in 0..1024 {
            calls.spawn(self::refused(send.clone(), Unfinished::nothing()));
        }
        clients.push(send);
    }
    // 128 KiB each of 768 MiB.
    let (at_least, mut refused) = (51_200 - 6144, 0);
    let all = async {
        while refused < at_least {
            let ended = calls.join_next().await.expect("a call");
            assert!(ended.unwrap());
            refused += 1;
        }
    };
    // A busy machine is slow.
    let done = tokio::time::timeout(Duration::from_secs(90), all).await;
    let most = server.resident();
    println!("51,200 half-open streams: {before} to {most} MiB, {refused} rejected");
    assert!(most < before + 260, "{before} to {most} MiB");
    assert!(done.is_ok(), "{refused}");
    calls.shutdown().await;
    drop(clients);
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.serves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_large_when_decoded_are_rejected() {
    let server = Debugged::start().await;
    let client = Client::connect(&server.line, None).await.unwrap();
    let plan = |marker: u8| {
        let length = 16_u32 << 20;
        let mut config = b"\x81\xa4name".to_vec();
        config.push(marker);
        config.extend(length.to_be_bytes());
        config.resize(config.len() + length as usize, 0xc0);
        v6::plan_resource_change::Request {
            type_name: "stub_thing".into(),
            config: Some(v6::DynamicValue::from_msgpack(config)),
            ..Default::default()
        }
    };
    // A list of nulls, each a byte here and many in memory.
    let refused = client
        .call::<v6::plan_resource_change::Response>(PLAN, &plan(0xdd))
        .await
        .unwrap();
    let told = &refused.diagnostics[0].detail;
    assert!(
        told.contains("MiB of memory") && told.contains("768 MiB"),
        "{told}"
    );
    // A string of that length needs no more memory.
    let planned = client
        .call::<v6::plan_resource_change::Response>(PLAN, &plan(0xdb))
        .await;
    let told = planned.unwrap().diagnostics;
    assert!(
        !told
            .iter()
            .any(|told| told.detail.contains("MiB of memory"))
    );
}

/// A read of an object with this much text.
fn read(type_name: &str, length: u32) -> v6::read_resource::Request {
    let mut text = b"\x81\xa1a\xdb".to_vec();
    text.extend(length.to_be_bytes());
    text.resize(text.len() + length as usize, b'x');
    v6::read_resource::Request {
        type_name: type_name.to_owned(),
        current_state: Some(v6::DynamicValue::from_msgpack(text)),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_of_work_after_a_cancelled_call_is_on_the_budget() {
    let server = start(Options {
        memory: 4 << 20,
        ..Options::default()
    });
    let client = server.client().await;
    let call = |type_name: &str| {
        let (client, request) = (client.clone(), read(type_name, 512 << 10));
        tokio::spawn(async move {
            client
                .call::<v6::read_resource::Response>(READ, &request)
                .await
        })
    };
    let calls = &server.echo.calls;
    // Those that end with their call leave nothing; the others keep 640 KiB each.
    for (type_name, count) in [("never", 20), ("goes on", 5)] {
        for _ in 0..count {
            let before = calls.load(Ordering::SeqCst);
            let dropped = server.echo.dropped.load(Ordering::SeqCst);
            let given_up = call(type_name);
            while calls.load(Ordering::SeqCst) == before {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            given_up.abort();
            while server.echo.dropped.load(Ordering::SeqCst) == dropped {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
    }
    let refused = call("echo").await.unwrap().unwrap();
    assert!(refused.diagnostics[0].detail.contains("MiB of memory"));
    server.echo.released.store(true, Ordering::SeqCst);
    assert_eq!(call("echo").await.unwrap().unwrap().diagnostics, []);
    server.task.abort();
}

/// A client that does not read its answers: they stay in memory until it does.
#[tokio::test(flavor = "multi_thread")]
async fn unread_answers_are_on_the_budget() {
    const PATIENCE: Duration = Duration::from_secs(8);
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let options = Options {
        debug: Some("registry.terraform.io/example/stub".to_owned()),
        memory: 32 << 20,
        ..Options::default()
    };
    let environment = environment(&identity, &directory);
    let server = Server::bind(Echo::default(), options, &environment).unwrap();
    let stream = server.address().to_string();
    let task = tokio::spawn(server.run(std::future::pending()));
    let stream = UnixStream::connect(stream).await.unwrap();
    let mut builder = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(16 << 10);
    let (send, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let message = read("echo", 4 << 20).encode_to_vec();
    let mut frame = BytesMut::new();
    frame.put_u8(0);
    frame.put_u32(message.len() as u32);
    frame.put_slice(&message);
    let frame = frame.freeze();
    let call = || {
        let request = http::Request::post(format!("http://unused{READ}"))
            .header("content-type", "application/grpc")
            .body(Full::new(frame.clone()))
            .unwrap();
        let mut send = send.clone();
        tokio::time::timeout(PATIENCE, async move {
            send.send_request(request).await.unwrap()
        })
    };
    // For each, its answer of 4 MiB, and nothing of the request.
    let mut untaken = Vec::new();
    for _ in 0..6 {
        untaken.push(call().await.unwrap());
    }
    // One more needs 8 MiB: received, and decoded.
    let mut more = std::pin::pin!(call());
    let waiting = tokio::time::timeout(Duration::from_secs(1), &mut more).await;
    assert!(waiting.is_err(), "answers that nobody took leave room");
    let taken = untaken.pop().unwrap().into_body().collect().await.unwrap();
    assert_eq!(taken.trailers().unwrap()["grpc-status"], "0");
    assert_eq!(taken.to_bytes().len(), frame.len() - "\x0a\x04echo".len());
    let more = more.await.unwrap();
    assert!(!more.headers().contains_key("grpc-status"), "{more:?}");
    // An abandoned call leaves nothing.
    drop((untaken, more));
    for _ in 0..6 {
        let answer = call().await.unwrap().into_body().collect().await.unwrap();
        assert_eq!(answer.trailers().unwrap()["grpc-status"], "0");
    }
    task.abort();
}

/// The stub as Terraform starts it.
fn plugin(identity: &Identity, directory: &tempfile::TempDir) -> Process {
    let start = Program::new(stub())
        .protocols([Protocol::V6])
        .directory(directory.path());
    start.start(identity).unwrap()
}

async fn strangers(line: &Line, count: usize) -> Vec<UnixStream> {
    let mut strangers = Vec::with_capacity(count);
    for _ in 0..count {
        strangers.push(UnixStream::connect(&line.address).await.unwrap());
    }
    strangers
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_strangers_block_nobody() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let server = plugin(&identity, &directory);
    // As many as a test's limit of open files allows.
    let count = open_files().saturating_sub(300).min(4161);
    let silent = strangers(&server.line, count).await;
    let start = Instant::now();
    Client::connect(&server.line, Some(&identity))
        .await
        .unwrap();
    let time = start.elapsed();
    println!("a client behind {count} silent strangers: {time:?}");
    assert!(time < Duration::from_secs(5), "{time:?}");
    drop(silent);

    // Without TLS only their silence distinguishes them from clients: if any counted as one, they
    // would leave no place.
    let debugged = Debugged::start().await;
    let silent = strangers(&debugged.line, count).await;
    for _ in 0..20 {
        let start = Instant::now();
        debugged.serves().await;
        assert!(start.elapsed() < Duration::from_secs(5));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    #[cfg(target_os = "linux")]
    {
        let kept = debugged.open_files();
        assert!(kept < 256 + 64, "{kept} files are open");
    }
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_ends_soon_after_its_client() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let mut server = plugin(&identity, &directory);
    let client = Client::connect(&server.line, Some(&identity))
        .await
        .unwrap();
    let silent = strangers(&server.line, 3).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    client.kill();
    let start = Instant::now();
    let status = server.end(Duration::from_secs(20)).await.unwrap();
    let time = start.elapsed();
    println!("the program ends {time:?} after its client");
    assert!(status.expect("it ends").success());
    assert!(time < Duration::from_secs(4), "{time:?}");
    drop(silent);
}

/// Nobody else can ever reach the socket, whatever the umask.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_its_permissions_from_the_start() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    use std::sync::atomic::{AtomicBool, Ordering};
    let directory = tempfile::tempdir().unwrap();
    let (path, done) = (
        directory.path().to_owned(),
        std::sync::Arc::new(AtomicBool::new(false)),
    );
    let watching = std::sync::Arc::clone(&done);
    let watch = std::thread::spawn(move || {
        let (mut seen, mut open) = (0, Vec::new());
        while !watching.load(Ordering::Relaxed) {
            for entry in std::fs::read_dir(&path).unwrap().flatten() {
                // It may no longer exist.
                let Ok(metadata) = entry.metadata() else {
                    continue;
                };
                let mode = metadata.permissions().mode() & 0o777;
                seen += 1;
                if mode & 0o077 != 0 {
                    open.push((entry.file_name(), mode, metadata.file_type().is_socket()));
                }
            }
        }
        (seen, open)
    });
    for _ in 0..100 {
        let mut child = tokio::process::Command::new("sh")
            .args(["-c", "umask 000; exec \"$0\" --debug"])
            .arg(stub())
            .env("TMPDIR", directory.path())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.next_line().await.unwrap().expect("an announcement");
        child.kill().await.unwrap();
        for entry in std::fs::read_dir(directory.path()).unwrap().flatten() {
            assert!(
                entry.metadata().unwrap().file_type().is_socket(),
                "{entry:?}"
            );
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    done.store(true, Ordering::Relaxed);
    let (seen, open) = watch.join().unwrap();
    assert!(seen > 0);
    assert_eq!(open, [], "of {seen}");
}
