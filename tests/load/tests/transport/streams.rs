//! Calls with a stream of messages in one direction.

use crate::client::{Identity, Line, Running, environment, start};
use crate::handler::Echo;
use crate::process::stub;
use bytes::Bytes;
use plugin_load::calls::{CHUNK_SIZE, state_chunks};
use plugin_load::client::{Client, frame};
use plugin_load::process::Start;
use plugin_load::provider::Provider;
use schema_transport::proto::v6::*;
use schema_transport::{Options, Protocol, Server, StreamReceiver, StreamSender};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const INVALID_ARGUMENT: Option<u32> = Some(3);
const RESOURCE_EXHAUSTED: Option<u32> = Some(8);
const OUT_OF_RANGE: Option<u32> = Some(11);
const UNIMPLEMENTED: Option<u32> = Some(12);
const INTERNAL: Option<u32> = Some(13);

const BOTH: [Protocol; 2] = [Protocol::V5, Protocol::V6];
const MIB: usize = 1 << 20;

/// What the handler lists: as many objects as are asked for, each of so many bytes as its configuration says; the type
/// asks for more.
pub(crate) async fn list(
    echo: &Echo,
    request: list_resource::Request,
    answer: StreamSender<list_resource::Event>,
) {
    let size = request.config.unwrap_or_default().msgpack;
    let size = String::from_utf8_lossy(&size).parse().unwrap_or(0);
    let object = DynamicValue::from_msgpack(vec![b'x'; size]);
    let event = |number: i64| list_resource::Event {
        identity: Some(ResourceIdentityData {
            identity_data: Some(DynamicValue::from_msgpack("identity")),
        }),
        display_name: number.to_string(),
        resource_object: request.include_resource_object.then(|| object.clone()),
        ..Default::default()
    };
    for number in 0..request.limit {
        if request.type_name == "panic" && number == 2 {
            panic!("as asked");
        }
        if answer.send(event(number)).await.is_err() {
            return;
        }
        echo.calls.fetch_add(1, Ordering::SeqCst);
    }
    if request.type_name == "elsewhere" {
        let (released, event) = (echo.released.clone(), event(-1));
        tokio::spawn(async move {
            answer.closed().await;
            let told = answer.is_closed() && answer.send(event).await.is_err();
            released.store(told, Ordering::SeqCst);
        });
        std::future::pending::<()>().await;
    }
}

/// An action that goes on until it is told to stop, or ends at once.
pub(crate) async fn invoke(
    echo: &Echo,
    request: invoke_action::Request,
    answer: StreamSender<invoke_action::Event>,
) {
    for step in ["one", "two"] {
        let _ = answer.send(invoke_action::Event::progress(step)).await;
    }
    let mut diagnostics = Vec::new();
    if request.action_type == "until stopped" {
        while echo.stops.load(Ordering::SeqCst) == 0 {
            sleep(Duration::from_millis(2)).await;
        }
        diagnostics.push(Diagnostic::error("interrupted", ""));
    }
    let _ = answer
        .send(invoke_action::Event::completed(diagnostics))
        .await;
}

/// A state of this length, no part of which is like another in a whole number of chunks.
fn state(length: usize) -> Bytes {
    let part: Vec<u8> = (0..1009_u32).map(|number| (number * 7 / 3) as u8).collect();
    Bytes::from(part.repeat(length / part.len() + 1)).slice(..length)
}

pub(crate) async fn read(
    request: read_state_bytes::Request,
    answer: StreamSender<read_state_bytes::Response>,
) {
    let state = state(request.state_id.parse().unwrap());
    for chunk in state_chunks("", "", &state, CHUNK_SIZE) {
        let chunk = read_state_bytes::Response {
            bytes: chunk.bytes,
            total_length: chunk.total_length,
            range: chunk.range,
            diagnostics: vec![],
        };
        if answer.send(chunk).await.is_err() {
            return;
        }
    }
}

/// Says what was written, once it is all there.
pub(crate) async fn write(
    echo: &Echo,
    mut request: StreamReceiver<write_state_bytes::RequestChunk>,
) -> write_state_bytes::Response {
    let (mut length, mut right, mut id) = (0, true, String::new());
    while let Some(chunk) = request.next().await.unwrap() {
        if let Some(meta) = chunk.meta {
            match meta.type_name.as_str() {
                "panic" => panic!("as asked"),
                "early" => break,
                "never" => std::future::pending().await,
                _ => id = meta.state_id,
            }
        }
        let expected = state(length + chunk.bytes.len()).slice(length..);
        right &= expected == chunk.bytes;
        length += chunk.bytes.len();
        echo.calls.fetch_add(1, Ordering::SeqCst);
    }
    echo.released.store(true, Ordering::SeqCst);
    let text = format!("{id}: {length} bytes, {right}");
    write_state_bytes::Response {
        diagnostics: vec![Diagnostic::error(text, "")],
    }
}

async fn speaking(protocol: Protocol, options: Options) -> (Running, Provider) {
    let server = start(Options {
        protocols: vec![protocol],
        ..options
    });
    let provider = Provider::speaking(server.client().await, protocol);
    (server, provider)
}

fn listing(type_name: &str, limit: i64, size: usize) -> list_resource::Request {
    list_resource::Request {
        type_name: type_name.into(),
        config: Some(DynamicValue::from_msgpack(size.to_string())),
        include_resource_object: size > 0,
        limit,
    }
}

async fn names(provider: &Provider, limit: i64) -> Vec<String> {
    let events = provider.list_resource(&listing("r", limit, 0)).await;
    let events = events.unwrap().collect().await.unwrap();
    events.into_iter().map(|event| event.display_name).collect()
}

async fn until(what: &str, is: impl Fn() -> bool) {
    let waiting = async {
        while !is() {
            sleep(Duration::from_millis(2)).await;
        }
    };
    timeout(Duration::from_secs(5), waiting).await.expect(what);
}

#[tokio::test]
async fn answers_come_one_by_one_in_both_protocols() {
    for protocol in BOTH {
        let (_server, provider) = speaking(protocol, Options::default()).await;
        for limit in [0, 1, 3, 500] {
            let expected: Vec<String> = (0..limit).map(|number| number.to_string()).collect();
            assert_eq!(names(&provider, limit).await, expected);
        }
        let mut events = provider.list_resource(&listing("r", 1, 5)).await.unwrap();
        let event = events.next().await.unwrap().unwrap();
        let value = |text| Some(DynamicValue::from_msgpack(text));
        assert_eq!(event.identity.unwrap().identity_data, value("identity"));
        assert_eq!(event.resource_object, value("xxxxx"));
        assert_eq!(events.next().await, Ok(None));

        let request = invoke_action::Request::default();
        let events = provider.invoke_action(&request).await.unwrap();
        let events = events.collect().await.unwrap();
        let [one, two] = ["one", "two"].map(invoke_action::Event::progress);
        assert_eq!(events, [one, two, invoke_action::Event::completed(vec![])]);
    }
}

#[tokio::test]
async fn state_stores_are_of_protocol_6_alone() {
    let (_server, five) = speaking(Protocol::V5, Options::default()).await;
    let refused = five.write_state("s", "default", &state(10), 4).await;
    assert_eq!(refused.unwrap_err().status, UNIMPLEMENTED);
    let refused = five.read_state_bytes(&Default::default()).await;
    assert_eq!(refused.unwrap_err().status, UNIMPLEMENTED);
    let refused = five.get_states(&Default::default()).await;
    assert_eq!(refused.unwrap_err().status, UNIMPLEMENTED);

    let (_server, six) = speaking(Protocol::V6, Options::default()).await;
    for length in [0, 1, 4, 5, 8] {
        let answer = six.write_state("s", "default", &state(length), 4).await;
        let expected = match length {
            0 => ": 0 bytes, true".to_owned(),
            _ => format!("default: {length} bytes, true"),
        };
        assert_eq!(answer.unwrap().diagnostics[0].summary, expected);
    }
    assert_eq!(six.read_state("s", "0").await.unwrap(), None);
    assert_eq!(six.read_state("s", "9").await.unwrap(), Some(state(9)));
}

/// What is not written says so, in the way that its call has for it.
#[tokio::test]
async fn what_a_handler_does_not_write_is_refused_in_words() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    for protocol in BOTH {
        let start = Start {
            program: stub(),
            protocols: if protocol == Protocol::V5 { "5" } else { "6" },
            directory: directory.path(),
            stderr: false,
            environment: &[],
        };
        let server = start.process(&identity).unwrap();
        let client = Client::connect(&server.line, Some(&identity)).await;
        let provider = Provider::speaking(client.unwrap(), protocol);
        let mut all: Vec<Vec<Diagnostic>> = Vec::new();

        let events = provider.list_resource(&Default::default()).await.unwrap();
        all.extend(
            events
                .collect()
                .await
                .unwrap()
                .into_iter()
                .map(|event| event.diagnostics),
        );
        let events = provider.invoke_action(&Default::default()).await.unwrap();
        let events = events.collect().await.unwrap();
        let [event] = events.try_into().unwrap();
        let Some(invoke_action::event::Type::Completed(end)) = event.r#type else {
            panic!("{event:?}");
        };
        all.push(end.diagnostics);
        macro_rules! refused {
            ($($call:ident),+) => {$(
                all.push(provider.$call(&Default::default()).await.unwrap().diagnostics);
            )+};
        }
        refused![
            validate_list_resource_config,
            generate_resource_config,
            validate_action_config,
            plan_action
        ];
        if protocol == Protocol::V6 {
            let chunks = provider
                .read_state_bytes(&Default::default())
                .await
                .unwrap();
            all.extend(
                chunks
                    .collect()
                    .await
                    .unwrap()
                    .into_iter()
                    .map(|chunk| chunk.diagnostics),
            );
            let written = provider.write_state("s", "default", &state(100), 10).await;
            let written = written.unwrap();
            assert!(written.diagnostics[0].detail.contains("\"s\""));
            all.push(written.diagnostics);
            refused![
                validate_state_store_config,
                configure_state_store,
                lock_state,
                unlock_state,
                get_states,
                delete_state
            ];
        }
        assert_eq!(all.len(), if protocol == Protocol::V5 { 6 } else { 14 });
        for diagnostics in all {
            assert_eq!(diagnostics[0].summary, "Not supported by this provider");
        }
    }
}

#[tokio::test]
async fn a_client_that_has_enough_ends_the_method_at_once() {
    for protocol in BOTH {
        let (server, provider) = speaking(protocol, Options::default()).await;
        let endless = listing("r", i64::MAX, MIB);
        let mut events = provider.list_resource(&endless).await.unwrap();
        for number in 0..3 {
            let event = events.next().await.unwrap().unwrap();
            assert_eq!(event.display_name, number.to_string());
        }
        drop(events);
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == 1;
        until("the method is dropped", dropped).await;
        let produced = server.echo.calls.load(Ordering::SeqCst);
        sleep(Duration::from_millis(50)).await;
        assert_eq!(server.echo.calls.load(Ordering::SeqCst), produced);

        // Code elsewhere is told.
        let mut events = provider
            .list_resource(&listing("elsewhere", 1, 0))
            .await
            .unwrap();
        events.next().await.unwrap().unwrap();
        assert!(!server.echo.released.load(Ordering::SeqCst));
        drop(events);
        until("it is told", || server.echo.released.load(Ordering::SeqCst)).await;
        assert_eq!(names(&provider, 2).await, ["0", "1"]);
    }
}

#[tokio::test]
async fn a_method_waits_for_a_slow_client() {
    let (server, provider) = speaking(Protocol::V6, Options::default()).await;
    let mut events = provider
        .list_resource(&listing("r", 40, MIB))
        .await
        .unwrap();
    let produced = || server.echo.calls.load(Ordering::SeqCst);
    until("it begins", || produced() > 0).await;
    sleep(Duration::from_millis(300)).await;
    // The client's window has room for two, one is being written, one waits; and one more is made.
    assert!(produced() <= 5, "{}", produced());
    for number in 0..40 {
        let event = events.next().await.unwrap().unwrap();
        assert_eq!(event.display_name, number.to_string());
        assert!(produced() <= number + 7, "{} at {number}", produced());
    }
    assert_eq!(events.next().await, Ok(None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_share_one_budget() {
    let options = Options {
        memory: 40 * MIB,
        ..Options::default()
    };
    let (server, provider) = speaking(Protocol::V6, options).await;
    let mut unread = Vec::new();
    for _ in 0..10 {
        let client = server.client().await;
        let provider = Provider::speaking(client, Protocol::V6);
        let endless = listing("r", i64::MAX, 4 * MIB);
        unread.push(provider.list_resource(&endless).await.unwrap());
    }
    sleep(Duration::from_millis(500)).await;
    // What is said to be sent is on the budget, of which the calls themselves have a part.
    let produced = server.echo.calls.load(Ordering::SeqCst);
    assert!((5..10).contains(&produced), "{produced}");
    // Room that one gives back is another's.
    for events in &mut unread[..5] {
        drop(timeout(Duration::from_millis(100), events.next()).await);
    }
    let more = server.echo.calls.load(Ordering::SeqCst);
    println!("{produced} objects of 4 MiB for ten slow clients, {more} when some are read");
    assert!(more > produced, "{more}");
    drop(unread);
    until("all are dropped", || {
        server.echo.dropped.load(Ordering::SeqCst) == 10
    })
    .await;
    assert_eq!(names(&provider, 1).await, ["0"]);
    let eight = provider
        .list_resource(&listing("r", 8, 8 * MIB))
        .await
        .unwrap();
    assert_eq!(eight.collect().await.unwrap().len(), 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_megabytes_both_ways_within_a_small_budget() {
    let options = Options {
        memory: 64 * MIB,
        ..Options::default()
    };
    let (server, provider) = speaking(Protocol::V6, options).await;
    let large = state(100_000_000);
    let answer = provider
        .write_state("s", "default", &large, CHUNK_SIZE)
        .await;
    let answer = answer.unwrap();
    let expected = "default: 100000000 bytes, true";
    assert_eq!(answer.diagnostics[0].summary, expected);
    assert_eq!(server.echo.calls.load(Ordering::SeqCst), 12);
    let read = provider.read_state("s", "100000000").await.unwrap();
    assert!(read == Some(large));
}

#[tokio::test]
async fn a_message_for_which_there_is_never_room_ends_its_call() {
    let options = Options {
        memory: 4 * MIB,
        ..Options::default()
    };
    let (server, provider) = speaking(Protocol::V6, options).await;
    let events = provider
        .list_resource(&listing("r", 3, 5 * MIB))
        .await
        .unwrap();
    let failure = events.collect().await.unwrap_err();
    assert_eq!(failure.status, RESOURCE_EXHAUSTED, "{failure}");
    let refused = provider
        .write_state("s", "default", &state(5 * MIB), 5 * MIB)
        .await;
    assert_eq!(refused.unwrap_err().status, RESOURCE_EXHAUSTED);
    assert!(!server.echo.released.load(Ordering::SeqCst));
    assert_eq!(names(&provider, 1).await, ["0"]);
}

#[tokio::test]
async fn a_panic_ends_its_stream_alone() {
    for protocol in BOTH {
        let (server, provider) = speaking(protocol, Options::default()).await;
        let mut events = provider
            .list_resource(&listing("panic", 5, 0))
            .await
            .unwrap();
        for number in ["0", "1"] {
            assert_eq!(events.next().await.unwrap().unwrap().display_name, number);
        }
        let failure = events.next().await.unwrap_err();
        assert_eq!(failure.status, INTERNAL);
        assert_eq!(failure.message, "the provider panicked: as asked");
        assert_eq!(server.echo.dropped.load(Ordering::SeqCst), 1);
        if protocol == Protocol::V6 {
            let failed = provider
                .write_state("panic", "default", &state(100), 10)
                .await;
            let failure = failed.unwrap_err();
            assert_eq!(failure.status, INTERNAL, "{failure}");
            assert!(failure.message.contains("as asked"), "{failure}");
        }
        assert_eq!(names(&provider, 1).await, ["0"]);
    }
}

#[tokio::test]
async fn a_request_that_breaks_off_is_never_taken_for_a_whole_one() {
    let (server, provider) = speaking(Protocol::V6, Options::default()).await;
    let chunks = state_chunks("s", "default", &state(100), 50);
    let good = frame(&chunks[1]).unwrap();
    let bad: [(&[u8], _); 6] = [
        (b"\0\0\0\0\x02\x12\x7f", INVALID_ARGUMENT),
        (b"\0\0\0\0\x05ab", INTERNAL),
        (b"\0\0", INTERNAL),
        (b"\x01\0\0\0\0", INTERNAL),
        (b"\0\x20\0\0\0", OUT_OF_RANGE),
        (b"\0\x10\0\0\x01", OUT_OF_RANGE),
    ];
    for (number, (bytes, status)) in bad.into_iter().enumerate() {
        let mut upload = provider.write_state_bytes().await.unwrap();
        assert!(upload.send(&chunks[0]).await.unwrap());
        let bytes = [good.as_ref(), bytes].concat();
        assert!(upload.send_bytes(bytes.into()).await.unwrap());
        let failure = upload.finish().await.unwrap_err();
        assert_eq!(failure.status, status, "{number}: {failure}");
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == number + 1;
        until("the method is dropped", dropped).await;
    }
    // A client that goes in the middle of it.
    for type_name in ["s", "never"] {
        let before = server.echo.dropped.load(Ordering::SeqCst);
        let mut upload = provider.write_state_bytes().await.unwrap();
        let chunks = state_chunks(type_name, "default", &state(100), 50);
        assert!(upload.send(&chunks[0]).await.unwrap());
        sleep(Duration::from_millis(30)).await;
        assert_eq!(server.echo.dropped.load(Ordering::SeqCst), before);
        drop(upload);
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == before + 1;
        until("the method is dropped", dropped).await;
    }
    assert!(
        !server.echo.released.load(Ordering::SeqCst),
        "nothing was whole"
    );
    let written = provider.write_state("s", "default", &state(100), 50).await;
    assert_eq!(
        written.unwrap().diagnostics[0].summary,
        "default: 100 bytes, true"
    );
}

#[tokio::test]
async fn a_method_may_answer_before_it_has_all() {
    let (_server, provider) = speaking(Protocol::V6, Options::default()).await;
    for _ in 0..20 {
        let answer = provider
            .write_state("early", "default", &state(20 * MIB), MIB)
            .await;
        assert_eq!(answer.unwrap().diagnostics[0].summary, ": 0 bytes, true");
        let mut upload = provider.write_state_bytes().await.unwrap();
        let chunks = state_chunks("early", "default", &state(100), 50);
        assert!(upload.send(&chunks[0]).await.unwrap());
        assert_eq!(upload.answer().await.unwrap().diagnostics.len(), 1);
    }
    assert_eq!(names(&provider, 1).await, ["0"]);
}

#[tokio::test]
async fn a_method_that_takes_nothing_holds_its_client() {
    let (_server, provider) = speaking(Protocol::V6, Options::default()).await;
    let mut upload = provider.write_state_bytes().await.unwrap();
    let sent = AtomicUsize::new(0);
    let sending = async {
        for chunk in state_chunks("never", "default", &state(64 * MIB), MIB) {
            assert!(upload.send(&chunk).await.unwrap());
            sent.fetch_add(1, Ordering::SeqCst);
        }
    };
    assert!(timeout(Duration::from_millis(500), sending).await.is_err());
    // One with the method, one in its place, a window of one, and those that the client has in hand.
    let sent = sent.load(Ordering::SeqCst);
    assert!((3..=8).contains(&sent), "{sent}");
}

/// A server that is told to stop, and its client.
async fn stoppable(
    drain: Duration,
) -> (
    Echo,
    Provider,
    tokio::sync::oneshot::Sender<()>,
    tokio::task::JoinHandle<()>,
    tempfile::TempDir,
) {
    let (echo, identity) = (Echo::default(), Identity::new().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let options = Options {
        protocols: vec![Protocol::V6],
        drain,
        ..Options::default()
    };
    let environment = environment(&identity, &directory);
    let server = Server::bind(echo.clone(), options, &environment).unwrap();
    let line = Line::parse(&server.announcement()).unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let task = tokio::spawn(server.run(async move {
        let _ = stopped.await;
    }));
    let client = Client::connect(&line, Some(&identity)).await.unwrap();
    let provider = Provider::speaking(client, Protocol::V6);
    (echo, provider, stop, task, directory)
}

#[tokio::test]
async fn what_is_stopped_still_says_how_it_ended() {
    let (_echo, provider, stop, task, _directory) = stoppable(Duration::from_secs(5)).await;
    let request = invoke_action::Request {
        action_type: "until stopped".into(),
        ..Default::default()
    };
    let mut events = provider.invoke_action(&request).await.unwrap();
    assert!(events.next().await.unwrap().is_some());
    stop.send(()).unwrap();
    let events = events.collect().await.unwrap();
    let interrupted = vec![Diagnostic::error("interrupted", "")];
    let end = invoke_action::Event::completed(interrupted);
    assert_eq!(events, [invoke_action::Event::progress("two"), end]);
    timeout(Duration::from_secs(3), task)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn a_stream_without_end_does_not_keep_the_server() {
    let (echo, provider, stop, task, _directory) = stoppable(Duration::from_millis(200)).await;
    let mut events = provider
        .list_resource(&listing("r", i64::MAX, MIB))
        .await
        .unwrap();
    events.next().await.unwrap().unwrap();
    let mut upload = provider.write_state_bytes().await.unwrap();
    let chunks = state_chunks("s", "default", &state(100), 50);
    assert!(upload.send(&chunks[0]).await.unwrap());
    until("both go on", || echo.calls.load(Ordering::SeqCst) >= 2).await;
    stop.send(()).unwrap();
    timeout(Duration::from_secs(3), task)
        .await
        .unwrap()
        .unwrap();
    until("both are dropped", || {
        echo.dropped.load(Ordering::SeqCst) == 2
    })
    .await;
    assert!(!echo.released.load(Ordering::SeqCst));
    assert_eq!(upload.finish().await.unwrap_err().status, None);
    assert!(events.collect().await.is_err());
}
