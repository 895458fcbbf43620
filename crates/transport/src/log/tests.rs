//! The log lines of events.

use super::*;
use serde_json::{Value, json};
use std::sync::Arc;

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

fn lines(level: LevelFilter, events: impl FnOnce()) -> Vec<Value> {
    let output = Output::default();
    let subscriber = Registry::default().with(HclogLayer::new(output.clone(), level));
    tracing::subscriber::with_default(subscriber, events);
    let bytes = output.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.lines().all(|line| line.len() < 64 << 10));
    text.lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

#[test]
fn fields_of_spans_and_events() {
    let lines = lines(LevelFilter::DEBUG, || {
        let outer = tracing::info_span!(
            "outer",
            tf_rpc = "Plan",
            kind = "outer",
            late = tracing::field::Empty
        );
        outer.in_scope(|| {
            tracing::info_span!("inner", kind = "inner").in_scope(|| {
                outer.record("late", 7);
                tracing::warn!(target: "disk::image", size = 1.5, ok = true, name = ?"x", "resized {}", "it");
                tracing::trace!("not at this level");
            });
        });
    });
    let mut line = lines[0].clone();
    let stamp = line.as_object_mut().unwrap().remove("@timestamp").unwrap();
    assert_eq!(
        stamp.as_str().unwrap().len(),
        "2026-01-02T03:04:05.123456Z".len()
    );
    let expected = json!({
        "@level": "warn", "@message": "resized it", "@module": "disk.image", "tf_rpc": "Plan",
        "kind": "inner", "late": 7, "size": 1.5, "ok": true, "name": "\"x\"",
    });
    assert_eq!(line, expected);
    assert_eq!(lines.len(), 1);
}

#[test]
fn keys_that_would_break_the_host_lose_their_mark() {
    let lines = lines(LevelFilter::INFO, || {
        tracing::info!(
            "@level" = 3,
            message = 4,
            size = f64::INFINITY,
            "@timestamp" = true
        );
    });
    assert_eq!(lines[0]["@level"], "info");
    assert_eq!(lines[0]["level"], 3);
    assert_eq!(lines[0]["size"], "inf");
    assert!(lines[0]["@message"].is_string() && lines[0]["@timestamp"].is_string());
}

#[test]
fn long_lines_and_line_breaks() {
    let lines = lines(LevelFilter::INFO, || {
        let long = "\u{1}".repeat(100_000);
        tracing::info!(a = %long, b = %long, c = %long, "two\nlines");
    });
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["@message"], "two\nlines");
    assert_eq!(lines[0]["fields_left_out"], true);
}

#[test]
fn libraries_beneath_are_silent() {
    let lines = lines(LevelFilter::TRACE, || {
        tracing::error!(target: "h2::codec", "frame");
        tracing::error!(target: "rustls", "key");
        tracing::trace!(target: "h2o", "mine");
    });
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["@module"], "h2o");
}

#[test]
fn levels_of_the_environment() {
    let with = |provider: Option<&str>, all: Option<&str>| {
        level(&Environment {
            log_provider: provider.map(str::to_owned),
            log: all.map(str::to_owned),
            ..Environment::default()
        })
    };
    assert_eq!(with(None, None), LevelFilter::OFF);
    assert_eq!(with(None, Some("info")), LevelFilter::INFO);
    assert_eq!(with(Some("error"), Some("TRACE")), LevelFilter::ERROR);
    assert_eq!(with(Some("off"), Some("TRACE")), LevelFilter::OFF);
    assert_eq!(with(None, Some("JSON")), LevelFilter::TRACE);
    assert_eq!(with(None, Some("1")), LevelFilter::TRACE);
}

struct Hunter;

impl Mask for Hunter {
    fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let words = ["hunter2", "4711", LATER.get()];
        match words.iter().any(|word| text.contains(word)) {
            true => Cow::Owned(
                words
                    .iter()
                    .fold(text.to_owned(), |text, word| text.replace(word, "***")),
            ),
            false => Cow::Borrowed(text),
        }
    }

    fn hides_field(&self, name: &str) -> bool {
        name == "authorization" || name == "message" && !KEEP_MESSAGES.get()
    }
}

thread_local! {
    static KEEP_MESSAGES: std::cell::Cell<bool> = const { std::cell::Cell::new(true) };
    /// Additional secrets, from some time on.
    static LATER: std::cell::Cell<&'static str> = const { std::cell::Cell::new("4711") };
}

fn logged(events: impl FnOnce()) -> (String, Value) {
    let output = Output::default();
    let layer = HclogLayer::new(output.clone(), LevelFilter::DEBUG).masked(&Hunter);
    let subscriber = Registry::default().with(layer);
    tracing::subscriber::with_default(subscriber, events);
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let last = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    (text, last)
}

#[test]
fn a_message_is_a_field_that_can_be_masked() {
    KEEP_MESSAGES.set(false);
    let (_, line) = logged(|| tracing::info!("any string"));
    assert_eq!(line["@message"], "(sensitive value)");
}

#[test]
fn what_becomes_secret_later_is_not_left_by_half_in_a_long_text_of_a_span() {
    let (text, line) = logged(|| {
        let long = "x".repeat(8 * 1024 - 4) + "later-secret";
        let span = tracing::info_span!("call", long, late = tracing::field::Empty);
        span.record("late", &long);
        let _in = span.enter();
        LATER.set("later-secret");
        tracing::info!("an event");
    });
    assert!(!text.contains("xlate"), "half a secret is there");
    assert!(line["long"].as_str().unwrap().len() < 9 * 1024);
    assert!(line["late"].as_str().unwrap().contains("x***"));
}

/// Logs its printed form, in the span in which it is recorded.
struct Talks(tracing::Span);

impl std::fmt::Debug for Talks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.in_scope(|| tracing::info!("printed"));
        f.write_str("Talks")
    }
}

#[test]
fn a_value_may_log_in_the_span_that_it_is_recorded_in() {
    let (done, ended) = std::sync::mpsc::channel();
    // On its own thread: otherwise it would wait for itself forever.
    std::thread::spawn(move || {
        let (_, line) = logged(|| {
            let span = tracing::info_span!("call", first = 1, who = tracing::field::Empty);
            span.record("who", tracing::field::debug(Talks(span.clone())));
            span.in_scope(|| tracing::info!("after"));
        });
        done.send(line).unwrap();
    });
    let line = ended.recv_timeout(std::time::Duration::from_secs(30));
    let line = line.expect("it ends");
    assert_eq!(line["who"], "Talks");
    assert_eq!(line["first"], 1);
}

#[test]
fn secrets_are_masked_wherever_they_are() {
    let output = Output::default();
    let layer = HclogLayer::new(output.clone(), LevelFilter::DEBUG).masked(&Hunter);
    let subscriber = Registry::default().with(layer);
    tracing::subscriber::with_default(subscriber, || {
        let span = tracing::info_span!("call", of = "hunter2", authorization = 7);
        let _in = span.enter();
        let long = "x".repeat(8 * 1024 - 3) + "hunter2";
        tracing::info!(pin = 4711, text = ?"a hunter2 b", long, fine = true, "says hunter2");
    });
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    // Not even the rest of a truncated string.
    assert!(!text.contains("hunt") && !text.contains("4711"), "{text}");
    let line: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(line["@message"], "says ***");
    assert_eq!(line["authorization"], "(sensitive value)");
    assert_eq!(line["of"], "***");
    assert_eq!(line["pin"], "***");
    assert_eq!(line["text"], "\"a *** b\"");
    assert_eq!(line["fine"], true);
}

#[test]
fn records_of_the_log_crate_are_lines_with_the_fields_of_the_spans_around_them() {
    let lines = lines(LevelFilter::INFO, || {
        let logger = Records::<Output>(PhantomData);
        let write = |level, target, message: &str| {
            log::Log::log(
                &logger,
                &log::Record::builder()
                    .level(level)
                    .target(target)
                    .args(format_args!("{message}"))
                    .build(),
            );
        };
        tracing::info_span!("call", tf_rpc = "Plan").in_scope(|| {
            write(log::Level::Warn, "client::retry", "again");
            write(log::Level::Debug, "client::retry", "not at this level");
            write(log::Level::Error, "rustls::conn", "noise");
        });
        write(log::Level::Info, "client", "outside");
    });
    let [inside, outside] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(inside["@level"], "warn");
    assert_eq!(inside["@module"], "client.retry");
    assert_eq!(inside["@message"], "again");
    assert_eq!(inside["tf_rpc"], "Plan");
    assert_eq!(outside["@message"], "outside");
}
