//! Requests that the server cannot pass on or carry out are errors in the call's answer, in the
//! form of each call: clients other than Terraform treat a status as success.

use crate::client::{Client, start, start_protocol};
use bytes::Bytes;
use schema_client::unframe;
use schema_transport::proto::v6;
use schema_transport::{Options, Protocol};
use std::sync::atomic::Ordering;

/// A call's names, and its answer as text.
type Call = (&'static str, &'static str, fn(&Bytes) -> String);

/// An answer without fields that its type lacks.
fn known<A: prost::Message + Default>(answer: &Bytes) -> String {
    let answer: A = unframe(answer).unwrap();
    String::from_utf8_lossy(&answer.encode_to_vec()).into_owned()
}

macro_rules! every {
    (
        $($(#[$_a:meta])* $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unwritten:tt)+))?;)+
        [server streams]
        $($(#[$_b:meta])* $server_six:ident | $server_five:tt => $server:ident ($event:ident) $default:tt;)+
        [client streams]
        $($(#[$_c:meta])* $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);)+
    ) => {
        const CALLS: &[Call] = &[
            $((stringify!($six), stringify!($five), known::<v6::$call::Response>),)+
            $((stringify!($server_six), stringify!($server_five), known::<v6::$server::$event>),)+
            $((stringify!($client_six), stringify!($client_five), known::<v6::$client::Response>),)+
        ];
    };
}
schema_transport::__calls!(every);

async fn every_call_says(client: &Client, protocol: Protocol, frame: &'static [u8], why: &str) {
    for (six, five, known) in CALLS {
        let (number, name) = match protocol {
            Protocol::V5 if *five == "-" => continue,
            Protocol::V5 => (5, five),
            Protocol::V6 => (6, six),
        };
        let path = format!("/tfplugin{number}.Provider/{name}");
        let answer = client.raw(&path, Bytes::from_static(frame)).await.unwrap();
        let told = known(&answer);
        let summary = format!("The provider cannot answer {six}");
        assert!(told.contains(&summary), "{path}: {told}");
        assert!(told.contains(why), "{path}: {told}");
    }
}

#[tokio::test]
async fn unreadable_and_too_large_requests_are_errors_of_each_call() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let server = start_protocol(protocol);
        let client = server.client().await;
        let malformed = b"\0\0\0\0\x03\x0a\x7fx";
        every_call_says(&client, protocol, malformed, "Malformed message: ").await;
        let large = b"\0\x20\0\0\0";
        let why = "The message has 536870912 bytes, and 268435456 are the most. Keep such data";
        every_call_says(&client, protocol, large, why).await;
        assert_eq!(server.echo.calls.load(Ordering::SeqCst), 0);
        assert_eq!(server.echo.stops.load(Ordering::SeqCst), 0);

        let server = start(Options {
            protocols: vec![protocol],
            memory: 1,
            ..Options::default()
        });
        let client = server.client().await;
        let why = "This request needs 1 MiB of memory";
        every_call_says(&client, protocol, b"\0\0\0\0\0", why).await;
    }
}
