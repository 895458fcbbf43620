//! Many connections in debug mode, as go-plugin leaves them.

use crate::client::Line;
use crate::handler::Echo;
use crate::hostile::Unfinished;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Either, Full};
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use plugin_load::client::{frame, unframe};
use schema_transport::proto::{go_plugin, v6};
use schema_transport::{Environment, Options, Server};
use tokio::net::UnixStream;

type Outgoing = Either<Full<Bytes>, Unfinished>;

/// A connection of go-plugin to a plugin that it is told of: both of its streams stay open until the process ends.
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

#[tokio::test]
async fn debugging_serves_many_connections_with_their_streams_open() {
    let directory = tempfile::tempdir().unwrap();
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
    let task = tokio::spawn(server.run(std::future::pending()));
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
