//! Calls with a stream of messages in one direction.

mod ends;
mod pace;

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use schema_client::Client;
use schema_client::Program;
use schema_client::Provider;
use schema_client::{CHUNK_SIZE, state_chunks};
use schema_transport::proto::v6::*;
use schema_transport::{Options, Protocol, StreamReceiver, StreamSender};
use tokio::time::{sleep, timeout};

use crate::client::{Identity, Running, start};
use crate::handler::Echo;
use crate::process::stub;

const UNIMPLEMENTED: Option<u32> = Some(12);

const INTERNAL: Option<u32> = Some(13);

const BOTH: [Protocol; 2] = [Protocol::V5, Protocol::V6];

const MIB: usize = 1 << 20;

/// What the handler lists: as many objects as requested, each with as many bytes as its
/// configuration says; the type selects more behaviour.
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

/// An action that continues until it is asked to stop, or ends at once.
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

/// A state of this length, in which no chunk equals another.
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

/// Reports what was written, once it is complete.
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
    let provider = Provider::new(server.client().await, protocol);
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
async fn only_protocol_6_has_state_stores() {
    let (_server, five) = speaking(Protocol::V5, Options::default()).await;
    let refused = five.write_state("s", "default", &state(10), 4).await;
    assert_eq!(refused.unwrap_err().status(), UNIMPLEMENTED);
    let refused = five.read_state_bytes(&Default::default()).await;
    assert_eq!(refused.unwrap_err().status(), UNIMPLEMENTED);
    let refused = five.get_states(&Default::default()).await;
    assert_eq!(refused.unwrap_err().status(), UNIMPLEMENTED);

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

/// A failed write is reported in the form of its call.
#[tokio::test]
async fn unimplemented_methods_are_errors_with_text() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    for protocol in BOTH {
        let start = Program::new(stub())
            .protocols([protocol])
            .directory(directory.path());
        let server = start.start(&identity).unwrap();
        let client = Client::connect(&server.line, Some(&identity)).await;
        let provider = Provider::new(client.unwrap(), protocol);
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
