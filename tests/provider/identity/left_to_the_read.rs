//! A moved object's identity that does not fit is only logged: the move continues without it.

use std::io::Write;
use std::sync::{Arc, Mutex};

use schema_provider::plugin::log::HclogLayer;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt as _;

use super::messages::Client;
use super::upgrades::moved;

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log of a move from an object with this identity, of version 0 as far as is known.
async fn logged(client: &Client, stored: &str) -> Vec<String> {
    let output = Output::default();
    let layer = HclogLayer::new(output.clone(), LevelFilter::DEBUG);
    let here = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let moved = moved(client, "lib_loan", Some((0, stored))).await;
    drop(here);
    assert_eq!(moved.diagnostics, [], "{stored}");
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let lines = text.lines().filter(|line| line.contains("next read"));
    lines.map(str::to_owned).collect()
}

// On one thread, whose log it is.
#[tokio::test]
async fn an_identity_that_does_not_fit_is_left_to_the_next_read_and_the_log_says_why() {
    let client = Client::new().await;
    let lines = logged(&client, r#"{"serial": "seven"}"#).await;
    let [line] = &lines[..] else {
        panic!("{lines:?}");
    };
    for part in [
        r#""@level":"debug""#,
        "the identity of a moved object is left to its next read",
        "unsuitable",
        "cannot parse integer",
    ] {
        assert!(line.contains(part), "{part} is not in {line}");
    }
    assert_eq!(logged(&client, r#"{"number": "7"}"#).await, [""; 0]);
}
