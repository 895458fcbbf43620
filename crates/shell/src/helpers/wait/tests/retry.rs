//! Retries.

use super::*;

/// Fails `failures` times, and records when it was called.
struct Flaky {
    start: Instant,
    asked: Arc<Mutex<Vec<u128>>>,
    failures: usize,
}

impl Flaky {
    fn new(failures: usize) -> Self {
        Flaky {
            start: Instant::now(),
            asked: Arc::default(),
            failures,
        }
    }

    fn act(&self) -> impl Future<Output = Result<u8, RetryError>> + Send + use<> {
        let (asked, start, failures) = (Arc::clone(&self.asked), self.start, self.failures);
        async move {
            let mut asked = asked.lock().unwrap();
            asked.push(start.elapsed().as_millis());
            if asked.len() <= failures {
                let count = asked.len();
                return Err(RetryError::transient(Diagnostic::error(format!(
                    "busy {count}"
                ))));
            }
            Ok(1)
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_may_work_later_is_tried_again() {
    let (cx, _) = call(MINUTE);
    let flaky = Flaky::new(8);
    assert_eq!(retry(&cx, || flaky.act()).await, Ok(1));
    assert_eq!(
        *flaky.asked.lock().unwrap(),
        [0, 500, 1500, 3500, 7500, 15_500, 25_500, 35_500, 45_500]
    );
}

#[tokio::test(start_paused = true)]
async fn the_last_error_is_reported_when_the_time_is_over() {
    let (cx, _) = call(MINUTE);
    let flaky = Flaky::new(usize::MAX);
    let errors = retry(&cx, || flaky.act()).await.unwrap_err();
    assert_eq!(
        errors.diagnostics().to_string(),
        "Error: busy 10: It was tried 10 times in 1m, and then abandoned."
    );
}

#[tokio::test(start_paused = true)]
async fn a_final_error_ends_it_at_once_as_does_any_other() {
    let (cx, _) = call(MINUTE);
    let errors = retry(&cx, || async {
        Err::<(), _>(RetryError::permanent(Diagnostic::error("no such disk")))
    })
    .await
    .unwrap_err();
    assert_eq!(errors.diagnostics().to_string(), "Error: no such disk");

    let errors = retry(&cx, || async {
        Err::<(), _>(Diagnostics::from("x".parse::<u8>().unwrap_err()))
    })
    .await
    .unwrap_err();
    assert_eq!(
        errors.diagnostics().to_string(),
        "Error: invalid digit found in string"
    );
}

#[tokio::test(start_paused = true)]
async fn an_error_that_says_nothing_is_an_error_that_says_so() {
    let (cx, _) = call(MINUTE);
    for empty in [
        RetryError::transient(Diagnostics::new()),
        RetryError::permanent(Diagnostics::new()),
    ] {
        let errors = retry(&cx, || {
            let empty = empty.clone();
            async { Err::<(), _>(empty) }
        })
        .await
        .unwrap_err();
        assert!(
            errors
                .diagnostics()
                .to_string()
                .contains("bug in the provider")
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_retry_tells_what_it_was_to_try_again() {
    let (cx, cancellation) = call(MINUTE);
    let flaky = Flaky::new(usize::MAX);
    let stop = async {
        tokio::time::sleep(Duration::from_millis(600)).await;
        cancellation.cancel(Reason::Stopped);
    };
    let (result, ()) = tokio::join!(retry(&cx, || flaky.act()), stop);
    let text = result.unwrap_err().diagnostics().to_string();
    assert!(text.contains("was interrupted"), "{text}");
    assert!(text.contains("busy 2: Another try was due."), "{text}");
}

/// A service that has received a request creates the object, even if nobody receives the answer.
#[tokio::test(start_paused = true)]
async fn an_interrupt_leaves_a_try_the_time_to_end() {
    let (cx, cancellation) = call(MINUTE);
    let stop = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        cancellation.cancel(Reason::Stopped);
    };
    let mut tries = 0;
    let slow = || {
        tries += 1;
        async {
            tokio::time::sleep(Duration::from_secs(5)).await;
            Ok::<_, Diagnostics>("made")
        }
    };
    let (result, ()) = tokio::join!(retry(&cx, slow), stop);
    assert_eq!(result, Ok("made"));

    // Nothing is retried or started.
    for begun in [1, 0] {
        let (cx, cancellation) = call(MINUTE);
        let mut tries = 0;
        let fails = || {
            tries += 1;
            cancellation.cancel(Reason::Stopped);
            async {
                tokio::time::sleep(Duration::from_secs(1)).await;
                Err::<(), _>(RetryError::transient(Diagnostic::error("busy")))
            }
        };
        if begun == 0 {
            cancellation.cancel(Reason::Stopped);
        }
        let text = retry(&cx, fails).await.unwrap_err().to_string();
        assert!(text.contains("was interrupted"), "{text}");
        assert_eq!(
            (tries, text.contains("busy")),
            (begun, begun == 1),
            "{text}"
        );
    }

    // The call's grace period ends it.
    let (cx, cancellation) = call(MINUTE);
    cancellation_after(&cancellation, Duration::from_millis(1));
    let start = Instant::now();
    let hangs = || std::future::pending::<Result<(), RetryError>>();
    let text = retry(&cx, hangs).await.unwrap_err().to_string();
    assert!(text.contains("was interrupted"), "{text}");
    assert_eq!(
        start.elapsed(),
        Duration::from_secs(20) + Duration::from_millis(1)
    );
}

fn cancellation_after(cancellation: &Arc<Cancellation>, time: Duration) {
    let cancellation = Arc::clone(cancellation);
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        cancellation.cancel(Reason::Stopped);
    });
}

/// A future that borrows and must be `Send`, like the future of `create`.
#[tokio::test(start_paused = true)]
async fn a_try_may_borrow_in_a_future_that_is_sent() {
    struct Client(String);
    impl Client {
        async fn create(&self, name: &str) -> std::io::Result<String> {
            Ok(format!("{}/{name}", self.0))
        }
    }
    async fn create(cx: &Cx<()>, client: &Client) -> crate::Result<String> {
        let name = "disk".to_owned();
        Ok(retry(cx, || client.create(&name)).await?)
    }
    fn sent<F: Future + Send>(future: F) -> F {
        future
    }
    let (cx, _) = call(MINUTE);
    let client = Client("a".to_owned());
    assert_eq!(sent(create(&cx, &client)).await, Ok("a/disk".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_hangs_is_abandoned_and_reported() {
    let (cx, _) = call(MINUTE);
    let errors = retry(&cx, std::future::pending::<Result<(), RetryError>>)
        .await
        .unwrap_err();
    assert_eq!(
        errors.diagnostics().to_string(),
        "Error: Timed out after 1m: Try 1 was still running 20s after the timeout of 1m and was \
         abandoned."
    );
}

#[tokio::test(start_paused = true)]
async fn classified_errors_decide_by_themselves() {
    let (cx, _) = call(MINUTE);
    let count = Arc::new(AtomicUsize::new(0));
    let errors = retry(&cx, || {
        let count = Arc::clone(&count);
        async move {
            let kind = match count.fetch_add(1, Ordering::Relaxed) {
                0 => std::io::ErrorKind::ConnectionReset,
                _ => std::io::ErrorKind::PermissionDenied,
            };
            Err::<(), _>(std::io::Error::from(kind))
        }
    })
    .await
    .unwrap_err();
    assert_eq!(errors.diagnostics().to_string(), "Error: permission denied");
    assert_eq!(count.load(Ordering::Relaxed), 2);
}

/// The remote system asks for three seconds, then for less than the usual pause, then for longer
/// than the time left.
#[tokio::test(start_paused = true)]
async fn a_retry_waits_as_long_as_it_is_asked_to() {
    let (cx, _) = call(MINUTE);
    let (start, asked) = (Instant::now(), Arc::new(Mutex::new(Vec::new())));
    let errors = retry(&cx, || {
        let asked = Arc::clone(&asked);
        async move {
            let mut asked = asked.lock().unwrap();
            asked.push(start.elapsed().as_millis());
            let pause = Duration::from_millis([3000, 1, 600_000][asked.len() - 1]);
            let busy = Busy(Some(pause));
            Err::<(), _>(busy)
        }
    })
    .await
    .unwrap_err();
    assert_eq!(*asked.lock().unwrap(), [0, 3000, 4000]);
    // It does not wait for what cannot happen.
    assert_eq!(start.elapsed(), Duration::from_secs(4));
    assert!(
        errors.diagnostics().to_string().ends_with(
            "It was tried 3 times, and then abandoned: the next try may come in 10m, and the time for all of them is 1m."
        ),
        "{errors}"
    );
}

#[derive(Debug)]
struct Busy(Option<Duration>);

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("busy")
    }
}

impl std::error::Error for Busy {}

impl crate::helpers::ApiError for Busy {
    fn is_not_found(&self) -> bool {
        false
    }

    fn is_retryable(&self) -> bool {
        true
    }

    fn retry_after(&self) -> Option<Duration> {
        self.0
    }
}
