//! Each side waits for the other, and data between them counts towards the budget.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use schema_client::Provider;
use schema_client::{CHUNK_SIZE, state_chunks};
use schema_transport::{Options, Protocol};
use tokio::time::{sleep, timeout};

use super::{MIB, listing, names, speaking, state, until};

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
    // The client's window has room for two, one is being written, one waits; and one more is
    // produced.
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
        let provider = Provider::new(client, Protocol::V6);
        let endless = listing("r", i64::MAX, 4 * MIB);
        unread.push(provider.list_resource(&endless).await.unwrap());
    }
    sleep(Duration::from_millis(500)).await;
    // Data announced by clients is on the budget, as are the calls themselves.
    let produced = server.echo.calls.load(Ordering::SeqCst);
    assert!((5..10).contains(&produced), "{produced}");
    // Memory that one returns is available to another.
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
async fn a_message_larger_than_the_budget_ends_its_call() {
    let options = Options {
        memory: 4 * MIB,
        ..Options::default()
    };
    let (server, provider) = speaking(Protocol::V6, options).await;
    let events = provider
        .list_resource(&listing("r", 3, 5 * MIB))
        .await
        .unwrap();
    let [event] = events.collect().await.unwrap().try_into().unwrap();
    let told = &event.diagnostics[0].detail;
    assert!(told.contains("MiB of memory"), "{told}");
    let refused = provider
        .write_state("s", "default", &state(5 * MIB), 5 * MIB)
        .await;
    let told = &refused.unwrap().diagnostics[0].detail;
    assert!(told.contains("MiB of memory"), "{told}");
    assert!(!server.echo.released.load(Ordering::SeqCst));
    assert_eq!(names(&provider, 1).await, ["0"]);
}

#[tokio::test]
async fn a_method_that_reads_nothing_pauses_its_client() {
    let (_server, provider) = speaking(Protocol::V6, Options::default()).await;
    let mut upload = provider.write_state_bytes().await.unwrap();
    let sent = AtomicUsize::new(0);
    let sending = async {
        for chunk in state_chunks("never", "default", &state(64 * MIB), MIB) {
            assert!(upload.send(&chunk).await.unwrap());
            sent.fetch_add(1, Ordering::SeqCst);
        }
    };
    let mut sending = std::pin::pin!(sending);
    // Until nothing more is sent for a while, however busy the machine is.
    let mut before = 0;
    for _ in 0..120 {
        let pause = timeout(Duration::from_millis(500), &mut sending);
        assert!(pause.await.is_err());
        let now = sent.load(Ordering::SeqCst);
        if now >= 3 && now == before {
            break;
        }
        before = now;
    }
    let sent = sent.load(Ordering::SeqCst);
    // One with the method, one in its place, a window of one, and those that the client holds.
    assert!((3..=8).contains(&sent), "{sent}");
}
