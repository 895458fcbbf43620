//! Waits and retries, with a clock that stands still unless everybody waits.

mod retry;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_runtime::data::Operation;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use tokio::time::Instant;

use super::*;
use crate::context::Cx;
use crate::process::cancellation::{Cancellation, Reason};

const MINUTE: Duration = Duration::from_secs(60);

/// A call for an operation with this timeout.
fn call(timeout: Duration) -> (Cx, Arc<Cancellation>) {
    Cx::for_tests(Operation::Create, timeout, Duration::from_secs(30))
}

type Look = Result<Option<(u32, &'static str)>, Diagnostics>;

/// A refresh that plays a script, repeats its last entry, and records when it was called.
#[derive(Clone)]
struct Script {
    looks: Arc<[Look]>,
    next: Arc<AtomicUsize>,
    asked: Arc<Mutex<Vec<u128>>>,
    start: Instant,
}

impl Script {
    fn new(looks: impl IntoIterator<Item = Look>) -> Self {
        Script {
            looks: looks.into_iter().collect(),
            next: Arc::default(),
            asked: Arc::default(),
            start: Instant::now(),
        }
    }

    fn of(states: &[&'static str]) -> Self {
        Script::new(states.iter().map(|state| match *state {
            "" => Ok(None),
            state => Ok(Some((7, state))),
        }))
    }

    async fn look(self) -> Look {
        let now = self.start.elapsed().as_millis();
        self.asked.lock().unwrap().push(now);
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.looks[next.min(self.looks.len() - 1)].clone()
    }

    fn asked(&self) -> Vec<u128> {
        self.asked.lock().unwrap().clone()
    }
}

fn text(error: WaitError) -> String {
    Diagnostics::from(error).to_string()
}

#[tokio::test(start_paused = true)]
async fn it_looks_at_once_and_then_less_and_less_often() {
    let (cx, _) = call(MINUTE);
    let script = Script::of(&["a", "a", "a", "a", "a", "a", "a", "a", "b"]);
    let value = until(["b"]).run(&cx, |_| script.clone().look()).await;
    assert_eq!(value, Ok(7));
    assert_eq!(
        script.asked(),
        [0, 200, 600, 1400, 3000, 6200, 12_600, 22_600, 32_600]
    );
}

#[tokio::test(start_paused = true)]
async fn delay_lower_bound_and_poll_interval() {
    let (cx, _) = call(MINUTE);
    let seconds = Duration::from_secs;
    let script = Script::of(&["a", "a", "b"]);
    let wait = until(["b"]).delay(seconds(5)).at_least_every(seconds(12));
    wait.run(&cx, |_| script.clone().look()).await.unwrap();
    assert_eq!(script.asked(), [5000, 17_000, 29_000]);

    let script = Script::of(&["a", "a", "b"]);
    let wait = until(["b"]).poll_every(seconds(3));
    wait.run(&cx, |_| script.clone().look()).await.unwrap();
    assert_eq!(script.asked(), [0, 3000, 6000]);
}

#[tokio::test(start_paused = true)]
async fn the_target_must_be_seen_so_often_running() {
    let (cx, _) = call(MINUTE);
    let script = Script::of(&["b", "b", "a", "b", "", "b", "b", "b"]);
    let wait = until(["b"]).consecutive(3);
    wait.run(&cx, |_| script.clone().look()).await.unwrap();
    assert_eq!(script.asked().len(), 8);
    // While the object settles, the wait between two looks does not grow.
    assert_eq!(script.asked()[..3], [0, 100, 200]);
}

#[tokio::test(start_paused = true)]
async fn a_state_from_which_nothing_leads_on_is_an_error_at_once() {
    let (cx, _) = call(MINUTE);
    let script = Script::of(&["starting", "broken"]);
    let wait = until(["running", "idle"]).pending(["starting"]);
    let error = wait.run(&cx, |_| script.clone().look()).await.unwrap_err();
    assert_eq!(error.last_state(), Some("broken"));
    assert_eq!(
        text(error),
        "Error: Unexpected state broken, waiting for running or idle"
    );
}

#[tokio::test(start_paused = true)]
async fn twenty_times_not_found_is_borne() {
    let (cx, _) = call(MINUTE * 60);
    let mut states = vec![""; 20];
    states.extend(["a", "b"]);
    let script = Script::of(&states);
    until(["b"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap();

    let script = Script::of(&[""]);
    let error = until(["b"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(script.asked().len(), 21);
    assert_eq!(
        text(error),
        "Error: Not found, waiting for b: It did not exist 21 times in a row."
    );

    let script = Script::of(&["", "a", "", "", "b"]);
    let error = until(["b"])
        .not_found_checks(1)
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap_err();
    assert!(
        error.is_not_found(),
        "what was found in between restarts the count"
    );
    assert_eq!(script.asked().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn gone_is_not_found() {
    let (cx, _) = call(MINUTE);
    let script = Script::of(&["deleting", "deleting", ""]);
    until_gone(["deleting"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap();

    let script = Script::of(&["deleting", "failed"]);
    let error = until_gone(["deleting"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap_err();
    assert_eq!(
        text(error),
        "Error: Unexpected state failed, waiting for it to no longer exist"
    );
}

#[tokio::test(start_paused = true)]
async fn a_failed_look_ends_the_wait_with_its_error_and_the_state_before() {
    let (cx, _) = call(MINUTE);
    let denied = Diagnostics::from(Diagnostic::error("denied").with_detail("by the API"));
    let script = Script::new([Ok(Some((1, "starting"))), Err(denied)]);
    let error = until(["running"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap_err();
    assert_eq!(
        text(error),
        "Error: denied: by the API\nThe state before was starting."
    );
}

#[tokio::test(start_paused = true)]
async fn it_ends_with_the_timeout_of_the_operation_and_says_where_it_was() {
    let (cx, _) = call(MINUTE);
    let script = Script::of(&["starting"]);
    let start = Instant::now();
    let error = until(["running"])
        .run(&cx, |_| script.clone().look())
        .await
        .unwrap_err();
    assert_eq!(start.elapsed(), MINUTE);
    assert_eq!(
        text(error),
        "Error: Timed out after 1m, waiting for running: The last state was starting."
    );

    let (cx, _) = call(MINUTE);
    let start = Instant::now();
    let wait = until(["running"]).timeout(Duration::from_secs(10));
    wait.run(&cx, |_| script.clone().look()).await.unwrap_err();
    assert_eq!(start.elapsed(), Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn an_interrupt_ends_it_at_once() {
    let (cx, cancellation) = call(MINUTE);
    let script = Script::of(&["starting"]);
    let wait = async { until(["running"]).run(&cx, |_| script.clone().look()).await };
    let start = Instant::now();
    let stop = async {
        tokio::time::sleep(Duration::from_millis(1234)).await;
        cancellation.cancel(Reason::Stopped);
    };
    let (result, ()) = tokio::join!(wait, stop);
    assert_eq!(start.elapsed(), Duration::from_millis(1234));
    let error = result.unwrap_err();
    assert_eq!(error.last_state(), Some("starting"));
    assert!(text(error).contains("create was interrupted"));
}

#[tokio::test(start_paused = true)]
async fn a_check_that_ends_a_little_late_still_counts() {
    let (cx, _) = call(MINUTE * 10);
    let slow = |state: &'static str| async move {
        tokio::time::sleep(MINUTE + Duration::from_secs(20)).await;
        Ok::<_, Diagnostics>(Some((7, state)))
    };
    let wait = || until(["running"]).timeout(MINUTE);
    assert_eq!(wait().run(&cx, |_| slow("running")).await, Ok(7));
    let late = wait().run(&cx, |_| slow("starting")).await.unwrap_err();
    assert_eq!(
        text(late),
        "Error: Timed out after 1m, waiting for running: The last state was starting."
    );
}

#[tokio::test(start_paused = true)]
async fn a_check_that_hangs_is_abandoned_and_reported() {
    let (cx, _) = call(MINUTE);
    let dropped = Arc::new(());
    let start = Instant::now();
    let error = until(["running"])
        .run(&cx, |_| {
            let held = Arc::clone(&dropped);
            async move {
                std::future::pending::<()>().await;
                drop(held);
                Ok::<_, Diagnostics>(Some(((), "running")))
            }
        })
        .await
        .unwrap_err();
    // Before the call itself is abandoned, 30 s after its timeout.
    assert_eq!(start.elapsed(), MINUTE + Duration::from_secs(20));
    assert_eq!(
        text(error),
        "Error: Timed out after 1m, waiting for running: No state was seen. The last check was \
         still running 20s later and was abandoned."
    );
    tokio::task::yield_now().await;
    assert_eq!(Arc::strong_count(&dropped), 1, "its task is ended");
}

#[test]
fn a_check_that_blocks_its_thread_is_abandoned() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    let (free, blocked) = std::sync::mpsc::channel::<()>();
    let blocked = Arc::new(Mutex::new(blocked));
    let error = runtime.block_on(async {
        let (cx, _) = Cx::<()>::for_tests(
            Operation::Read,
            Duration::from_millis(50),
            Duration::from_millis(30),
        );
        until(["running"])
            .run(&cx, |_| {
                let blocked = Arc::clone(&blocked);
                async move {
                    let _ = blocked.lock().unwrap().recv();
                    Ok::<_, Diagnostics>(Some(((), "running")))
                }
            })
            .await
            .unwrap_err()
    });
    assert!(text(error).contains("was abandoned"));
    drop(free);
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_a_look_is_one_of_the_caller() {
    let (cx, _) = call(MINUTE);
    let wait = tokio::spawn(async move {
        until(["running"])
            .run(&cx, |_| async {
                if true {
                    panic!("out of cheese");
                }
                Ok::<Option<((), &str)>, Diagnostics>(None)
            })
            .await
    });
    let panic = wait.await.unwrap_err();
    assert!(panic.is_panic());
}
