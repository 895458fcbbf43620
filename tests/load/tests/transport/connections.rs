//! Many connections in debug mode, as go-plugin leaves them.

use crate::client::{Client, Line, Running, start};
use crate::handler::Echo;
use crate::hostile::Unfinished;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Either, Full};
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use schema_client::{frame, unframe};
use schema_transport::proto::{go_plugin, v6};
use schema_transport::{Environment, Options, Server};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::net::UnixStream;
use tokio::task::JoinHandle;

type Outgoing = Either<Full<Bytes>, Unfinished>;

/// A go-plugin connection to a reattached plugin: both of its streams stay open until the process
/// ends.
struct Reattached {
    send: SendRequest<Outgoing>,
    _streams: [Incoming; 2],
}

async fn call(send: &mut SendRequest<Outgoing>, path: &str, body: Outgoing) -> Incoming {
    let request = http::Request::post(format!("http://unused{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(body)
        .unwrap();
    let response = send.send_request(request).await.unwrap();
    assert_eq!(response.headers().get("grpc-status"), None, "{path}");
    response.into_body()
}

impl Reattached {
    async fn connect(line: &Line) -> Reattached {
        let stream = UnixStream::connect(&line.address).await.unwrap();
        let builder = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
        let (mut send, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let empty = Full::new(frame(&go_plugin::Empty {}).unwrap());
        let stdio = call(
            &mut send,
            "/plugin.GRPCStdio/StreamStdio",
            Either::Left(empty),
        )
        .await;
        let broker = Either::Right(Unfinished::nothing());
        let broker = call(&mut send, "/plugin.GRPCBroker/StartStream", broker).await;
        Reattached {
            send,
            _streams: [stdio, broker],
        }
    }

    async fn read(&mut self) -> v6::read_resource::Response {
        let request = v6::read_resource::Request {
            type_name: "echo".to_owned(),
            private: Bytes::from_static(b"own"),
            ..Default::default()
        };
        let body = Either::Left(Full::new(frame(&request).unwrap()));
        let answer = call(&mut self.send, "/tfplugin6.Provider/ReadResource", body).await;
        unframe(&answer.collect().await.unwrap().to_bytes()).unwrap()
    }
}

/// A server in debug mode.
fn debugging(directory: &tempfile::TempDir) -> (Line, JoinHandle<()>) {
    let environment = Environment {
        temp_dir: directory.path().to_owned(),
        ..Environment::default()
    };
    let options = Options {
        debug: Some("registry.terraform.io/example/echo".to_owned()),
        ..Options::default()
    };
    let server = Server::bind(Echo::default(), options, &environment).unwrap();
    let line = format!("1|6|unix|{}|grpc|\n", server.address());
    let line = Line::parse(&line).unwrap();
    (line, tokio::spawn(server.run(std::future::pending())))
}

/// The maximum number of clients of a plugin, and of one in debug mode; how long each may stay
/// without a call.
const CLIENTS: usize = 64;
const DEBUG_CLIENTS: usize = 4096;
const YOUNG: Duration = Duration::from_secs(10);

/// An event that has not happened by then never happens.
const LIMIT: Duration = Duration::from_secs(20);

const READ: &str = "/tfplugin6.Provider/ReadResource";

async fn answers(client: &Client) -> bool {
    let answer = client
        .call::<v6::read_resource::Response>(READ, &read("echo"))
        .await;
    answer.is_ok()
}

/// One more client. It has made a call, which proves that the server has accepted it: its half of
/// the handshake ends before the server's.
async fn admitted(server: &Running) -> Client {
    let client = server.client().await;
    assert!(answers(&client).await);
    client
}

fn read(type_name: &str) -> v6::read_resource::Request {
    v6::read_resource::Request {
        type_name: type_name.to_owned(),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_of_64_clients_without_a_call_makes_room_for_one_more() {
    let server = start(Options::default());
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        clients.push(admitted(&server).await);
    }
    // All of them are new.
    let refused = Client::connect(&server.line, Some(&server.identity)).await;
    let served = match refused {
        Ok(client) => answers(&client).await,
        Err(_) => false,
    };
    assert!(!served, "there are more than {CLIENTS}");
    // The oldest has a call in flight.
    let before = server.echo.calls.load(Ordering::SeqCst);
    let busy = clients[0].clone();
    let call = tokio::spawn(async move {
        busy.call::<v6::read_resource::Response>(READ, &read("never"))
            .await
    });
    let began = Instant::now();
    while server.echo.calls.load(Ordering::SeqCst) == before {
        assert!(began.elapsed() < LIMIT, "the call did not come");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(YOUNG).await;
    clients.push(admitted(&server).await);
    for (number, client) in clients.iter().enumerate() {
        assert_eq!(answers(client).await, number != 1, "{number}");
    }
    assert!(!call.is_finished());
    call.abort();
    server.task.abort();
}

/// The limit of open files of this process.
pub(crate) fn open_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse().ok());
    soft.unwrap_or(1024)
}

#[tokio::test(flavor = "multi_thread")]
async fn debug_mode_serves_4096_clients() {
    // Both ends of each are in this process.
    if open_files() < 2 * DEBUG_CLIENTS + 200 {
        eprintln!("skipped: {} open files are too few", open_files());
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (line, task) = debugging(&directory);
    let mut connections = Vec::new();
    for _ in 0..DEBUG_CLIENTS {
        connections.push(Reattached::connect(&line).await);
    }
    tokio::time::sleep(YOUNG).await;
    connections.push(Reattached::connect(&line).await);
    for number in [1, DEBUG_CLIENTS / 2, DEBUG_CLIENTS - 1, DEBUG_CLIENTS] {
        let answer = connections[number].read().await;
        assert_eq!(answer.private, b"own"[..], "connection {number}");
    }
    let oldest = &mut connections[0].send;
    assert!(oldest.ready().await.is_err() || oldest.is_closed());
    task.abort();
}

#[tokio::test]
async fn debugging_serves_many_connections_with_their_streams_open() {
    let directory = tempfile::tempdir().unwrap();
    let (line, task) = debugging(&directory);
    let mut connections = Vec::new();
    for _ in 0..100 {
        connections.push(Reattached::connect(&line).await);
    }
    for connection in [0, 99, 50] {
        let answer = connections[connection].read().await;
        assert_eq!(answer.private, b"own"[..], "connection {connection}");
    }
    task.abort();
}
