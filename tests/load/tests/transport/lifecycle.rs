//! How a server ends, and how it does not.

use crate::client::{Client, Line, environment, start};
use crate::handler::Echo;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use schema_transport::proto::{go_plugin, v6};
use schema_transport::{Environment, Options, ServeError, Server};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::time::timeout;

const READ: &str = "/tfplugin6.Provider/ReadResource";
const SHUTDOWN: &str = "/plugin.GRPCController/Shutdown";
const LONG: Duration = Duration::from_secs(20);

fn read(type_name: &str) -> v6::read_resource::Request {
    v6::read_resource::Request {
        type_name: type_name.to_owned(),
        ..Default::default()
    }
}

/// Waits until a counter has counted.
async fn happened(counter: &AtomicUsize) {
    let counted = async {
        while counter.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, counted).await.expect("it happens");
}

#[tokio::test]
async fn shutdown_ends_everything() {
    let server = start(Options::default());
    let client = server.client().await;
    // go-plugin opens these two at once; they stay open and silent.
    let empty = Bytes::from_static(b"\0\0\0\0\0");
    let mut stdio = client
        .open("/plugin.GRPCStdio/StreamStdio", empty)
        .await
        .unwrap()
        .into_body();
    assert_eq!(
        stdio_status(&mut stdio, Duration::from_millis(100)).await,
        None
    );
    let slow = {
        let client = client.clone();
        tokio::spawn(async move {
            client
                .call::<v6::read_resource::Response>(READ, &read("slow"))
                .await
        })
    };
    happened(&server.echo.calls).await;
    let start = Instant::now();
    let _: go_plugin::Empty = client.call(SHUTDOWN, &go_plugin::Empty {}).await.unwrap();
    assert!(stdio_status(&mut stdio, LONG).await.is_some());
    // A call in flight is completed.
    slow.await.unwrap().unwrap();
    drop(client);
    timeout(LONG, server.task).await.unwrap().unwrap();
    assert!(
        start.elapsed() < Duration::from_millis(1_400),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(
        std::fs::read_dir(server.directory.path()).unwrap().count(),
        0
    );
}

/// The stream's next frame within a time; `None` if there is none.
async fn stdio_status(body: &mut hyper::body::Incoming, time: Duration) -> Option<bool> {
    let frame = timeout(time, body.frame()).await.ok()?;
    Some(frame.is_none_or(|frame| frame.is_ok_and(|frame| frame.is_trailers())))
}

#[tokio::test]
async fn a_broker_ends_with_its_client() {
    let server = start(Options::default());
    let client = server.client().await;
    let answer = timeout(
        LONG,
        client.raw("/plugin.GRPCBroker/StartStream", Bytes::new()),
    )
    .await;
    assert_eq!(answer.unwrap().unwrap(), "");
}

#[tokio::test]
async fn a_hanging_call_does_not_delay_the_end() {
    let drain = Duration::from_millis(200);
    let server = start(Options {
        drain,
        ..Options::default()
    });
    let client = server.client().await;
    let hanging = client.clone();
    tokio::spawn(async move {
        hanging
            .call::<v6::read_resource::Response>(READ, &read("never"))
            .await
    });
    happened(&server.echo.calls).await;
    let _: go_plugin::Empty = client.call(SHUTDOWN, &go_plugin::Empty {}).await.unwrap();
    timeout(LONG, server.task).await.unwrap().unwrap();
    assert_eq!(server.echo.stops.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_client_that_disappears_ends_the_server() {
    let reconnection = Duration::from_millis(300);
    let server = start(Options {
        reconnection,
        ..Options::default()
    });
    let client = server.client().await;
    let hanging = client.clone();
    let call = tokio::spawn(async move {
        hanging
            .call::<v6::read_resource::Response>(READ, &read("never"))
            .await
    });
    happened(&server.echo.calls).await;
    let start = Instant::now();
    client.kill();
    timeout(LONG, server.task).await.unwrap().unwrap();
    assert!(start.elapsed() >= reconnection);
    assert!(call.await.unwrap().is_err());
    // The call was asked to stop and its future was dropped.
    assert_eq!(server.echo.abandoned.load(Ordering::SeqCst), 1);
    assert_eq!(server.echo.stops.load(Ordering::SeqCst), 1);
    assert_eq!(server.echo.dropped.load(Ordering::SeqCst), 1);
    assert_eq!(
        std::fs::read_dir(server.directory.path()).unwrap().count(),
        0
    );
}

/// go-plugin ends a plugin with a request to end and then closes the connection. Even if the
/// server's task runs only after both, the client did not disappear.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_client_that_requests_the_end_did_not_disappear() {
    for round in 0..10 {
        let (directory, identity) = (
            tempfile::tempdir().unwrap(),
            crate::client::Identity::new().unwrap(),
        );
        let echo = Echo::default();
        let environment = environment(&identity, &directory);
        let server = Server::bind(echo.clone(), Options::default(), &environment).unwrap();
        let line = Line::parse(&server.announcement()).unwrap();
        // The check by which the server's task learns whether to stop blocks it.
        let (hold, held) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let stop = {
            let (hold, held) = (Arc::clone(&hold), Arc::<AtomicUsize>::clone(&held));
            std::future::poll_fn(move |_| {
                // In place, so that the runtime continues without this thread; not for ever if the
                // test fails.
                tokio::task::block_in_place(|| {
                    let start = Instant::now();
                    while hold.load(Ordering::SeqCst) && start.elapsed() < LONG {
                        held.store(1, Ordering::SeqCst);
                        std::thread::sleep(Duration::from_millis(1));
                    }
                });
                Poll::<()>::Pending
            })
        };
        let task = tokio::spawn(server.run(stop));
        let client = Client::connect(&line, Some(&identity)).await.unwrap();
        client
            .call::<v6::read_resource::Response>(READ, &read("echo"))
            .await
            .unwrap();
        hold.store(true, Ordering::SeqCst);
        let stranger = tokio::net::UnixStream::connect(&line.address)
            .await
            .unwrap();
        happened(&held).await;
        let _: go_plugin::Empty = client.call(SHUTDOWN, &go_plugin::Empty {}).await.unwrap();
        client.kill();
        tokio::time::sleep(Duration::from_millis(50)).await;
        hold.store(false, Ordering::SeqCst);
        timeout(LONG, task).await.unwrap().unwrap();
        assert_eq!(echo.abandoned.load(Ordering::SeqCst), 0, "round {round}");
        drop(stranger);
    }
}

/// A malformed message is not a request to end.
#[tokio::test]
async fn a_corrupt_request_to_end_ends_nothing() {
    let server = crate::client::start(Options::default());
    let client = server.client().await;
    // A field whose length exceeds the message.
    let frame = Bytes::from_static(b"\x00\x00\x00\x00\x02\x0a\x7f");
    let refused = client.raw(SHUTDOWN, frame).await.unwrap_err();
    assert_eq!(refused.status(), Some(3), "{refused}");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!server.task.is_finished());
    let _: go_plugin::Empty = client.call(SHUTDOWN, &go_plugin::Empty {}).await.unwrap();
    drop(client);
    timeout(LONG, server.task).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_returning_client_keeps_the_server() {
    let reconnection = Duration::from_millis(400);
    let server = start(Options {
        reconnection,
        ..Options::default()
    });
    server.client().await.kill();
    happened(&server.echo.stops).await;
    let client = server.client().await;
    tokio::time::sleep(reconnection * 2).await;
    client
        .call::<v6::read_resource::Response>(READ, &read("echo"))
        .await
        .unwrap();
    assert!(!server.task.is_finished());
}

#[tokio::test]
async fn a_host_that_never_comes_ends_the_server() {
    let first_connection = Duration::from_millis(100);
    let server = start(Options {
        first_connection,
        ..Options::default()
    });
    // A stranger is not a host.
    let stranger = tokio::net::UnixStream::connect(&server.line.address)
        .await
        .unwrap();
    timeout(LONG, server.task).await.unwrap().unwrap();
    drop(stranger);
}

#[tokio::test]
async fn debugging_serves_many_clients_without_tls() {
    let directory = tempfile::tempdir().unwrap();
    let (echo, environment) = (
        Echo::default(),
        Environment {
            temp_dir: directory.path().to_owned(),
            ..Environment::default()
        },
    );
    let options = Options {
        debug: Some("registry.terraform.io/it's/echo".to_owned()),
        first_connection: Duration::ZERO,
        reconnection: Duration::ZERO,
        ..Options::default()
    };
    let server = Server::bind(echo.clone(), options, &environment).unwrap();
    let text = server.announcement();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let task = tokio::spawn(server.run(async { stopped.await.unwrap() }));

    let json = text.split('\'').nth(1).expect("quoted");
    assert!(text.contains("TF_REATTACH_PROVIDERS="));
    let reattach: serde_json::Value = serde_json::from_str(json).unwrap();
    let provider = &reattach["registry.terraform.io/it's/echo"];
    // OpenTofu takes an address without a host for one of its own registry.
    assert_eq!(&reattach["registry.opentofu.org/it's/echo"], provider);
    assert_eq!(provider["Protocol"], "grpc");
    assert_eq!(provider["ProtocolVersion"], 6);
    assert_eq!(provider["Pid"], std::process::id());
    assert_eq!(provider["Test"], true);
    let (network, address) = (&provider["Addr"]["Network"], &provider["Addr"]["String"]);
    let line = format!(
        "1|6|{}|{}|grpc|\n",
        network.as_str().unwrap(),
        address.as_str().unwrap()
    );
    let line = Line::parse(&line).unwrap();
    for _ in 0..3 {
        let client = Client::connect(&line, None).await.unwrap();
        client
            .call::<v6::read_resource::Response>(READ, &read("echo"))
            .await
            .unwrap();
        client.kill();
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert_eq!(echo.calls.load(Ordering::SeqCst), 3);
    assert!(!task.is_finished());
    stop.send(()).unwrap();
    timeout(LONG, task).await.unwrap().unwrap();
}

#[tokio::test]
async fn starts_outside_terraform_are_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let good = environment(&crate::client::Identity::new().unwrap(), &directory);
    let bind = |environment: &Environment| {
        Server::bind(Echo::default(), Options::default(), environment).map(|_| ())
    };
    for magic_cookie in [None, Some("another".to_owned())] {
        let environment = Environment {
            magic_cookie,
            ..good.clone()
        };
        assert!(matches!(bind(&environment), Err(ServeError::NotAPlugin)));
    }
    let environment = Environment {
        client_cert: Some("x".to_owned()),
        ..good
    };
    assert!(matches!(
        bind(&environment),
        Err(ServeError::ClientCertificate(_))
    ));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}
