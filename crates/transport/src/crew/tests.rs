//! The crew without connections.

use super::*;
use std::sync::mpsc::{Sender, channel};
use std::thread::ThreadId;

fn here() -> ThreadId {
    std::thread::current().id()
}

/// Runs this on the crew, and waits for it.
fn done<T: Send + 'static>(
    crew: &'static Crew,
    work: impl FnOnce(bool) -> T + Send + 'static,
) -> T {
    let (send, receive) = channel();
    crew.run_soon(Box::new(move |may_be_held_up| {
        let _ = send.send(work(may_be_held_up));
    }));
    receive.recv().unwrap()
}

/// Work that blocks its thread until the returned sender is dropped.
fn held(crew: &'static Crew) -> Sender<()> {
    let (end, ended) = channel();
    let (send, begun) = channel();
    crew.run_soon(Box::new(move |_| {
        send.send(()).unwrap();
        let _ = ended.recv();
    }));
    begun.recv().unwrap();
    end
}

#[test]
fn calls_and_their_work_run_outside_of_the_runtime_with_its_timers() {
    let crew = Crew::start().unwrap();
    let (send, receive) = channel();
    crew.call(Box::pin(async move {
        tokio::time::sleep(TICK).await;
        let (work, worked) = tokio::sync::oneshot::channel();
        crew.run_soon(Box::new(|_| {
            // Nothing may block on a runtime while another one is driven.
            let within = Builder::new_current_thread().build().unwrap();
            let _ = work.send(within.block_on(async { 7 }));
        }));
        send.send(worked.await.unwrap()).unwrap();
    }));
    assert_eq!(receive.recv().unwrap(), 7);
    crew.end();
    // Later callers get the same answer.
    assert!(!done(crew, |may_be_held_up| may_be_held_up));
}

#[test]
fn what_holds_its_thread_holds_up_neither_calls_nor_connections() {
    let crew = Crew::start().unwrap();
    let first = done(crew, |_| here());
    let ends: Vec<_> = (0..3).map(|_| held(crew)).collect();
    // While a thread is behind, code that may block starts elsewhere.
    assert!(!done(crew, |may_be_held_up| may_be_held_up));
    assert_ne!(done(crew, |_| here()), first);
    let (send, receive) = channel();
    let connection = crew.connection(Box::pin(async move {
        tokio::time::sleep(TICK).await;
        send.send(here()).unwrap();
        std::future::pending::<()>().await;
    }));
    assert_ne!(receive.recv().unwrap(), first);
    drop(connection);
    // The work is dropped, and with it the sender.
    receive.recv().unwrap_err();
    drop(ends);
    while !done(crew, |may_be_held_up| may_be_held_up) {
        std::thread::sleep(TICK);
    }
    crew.end();
}

#[test]
fn a_panic_ends_its_own_work_alone() {
    let crew = Crew::start().unwrap();
    for _ in 0..3 {
        crew.run_soon(Box::new(|_| panic!("in work")));
        crew.call(Box::pin(async { panic!("in a call") }));
        drop(crew.connection(Box::pin(async { panic!("in a connection") })));
    }
    assert_eq!(done(crew, |_| 7), 7);
    crew.end();
}

/// A sleeping standby is woken by the next call.
#[test]
fn after_a_time_without_calls_the_lead_is_watched_again() {
    let crew = Crew::start().unwrap();
    for _ in 0..2 {
        done(crew, |_| ());
        while crew.watched.load(SeqCst) {
            std::thread::sleep(TICK);
        }
        let end = held(crew);
        assert!(!done(crew, |may_be_held_up| may_be_held_up));
        drop(end);
        while !done(crew, |may_be_held_up| may_be_held_up) {
            std::thread::sleep(TICK);
        }
    }
    crew.end();
}

#[test]
fn calls_that_wake_each_other_come_to_an_end() {
    let crew = Crew::start().unwrap();
    let (send, receive) = channel();
    for number in 0..100 {
        let (here, mut there) = (tokio::sync::mpsc::channel(1), tokio::sync::mpsc::channel(1));
        let (answers, mut asked) = (there.0, here.1);
        let send = send.clone();
        crew.call(Box::pin(async move {
            for i in 0..50 {
                here.0.send(i).await.unwrap();
                assert_eq!(there.1.recv().await, Some(i));
            }
            send.send(()).unwrap();
        }));
        let answering = Box::pin(async move {
            while let Some(i) = asked.recv().await {
                answers.send(i).await.unwrap();
            }
        });
        // Also if one side is driven by the leader alone, or by its own thread.
        match number % 3 {
            0 => crew.call(answering),
            1 => std::mem::forget(crew.connection(answering)),
            _ => drop(std::thread::spawn(move || {
                let runtime = Builder::new_current_thread().build().unwrap();
                runtime.block_on(answering);
            })),
        }
    }
    for _ in 0..100 {
        receive.recv().unwrap();
    }
    crew.end();
}

/// The runtime wakes a task that has used up its budget only when it next waits, and forgets it if
/// something else ends that wait.
#[test]
fn a_connection_that_has_used_up_its_budget_goes_on_beside_calls() {
    let crew = Crew::start().unwrap();
    let (send, receive) = channel();
    let connection = crew.connection(Box::pin(async move {
        for _ in 0..1000 {
            crew.run_soon(Box::new(|_| {}));
            tokio::task::coop::consume_budget().await;
        }
        send.send(()).unwrap();
    }));
    receive.recv_timeout(Duration::from_secs(60)).unwrap();
    drop(connection);
    crew.end();
}

/// A connection that always has more does not keep calls from running.
#[test]
fn calls_are_taken_beside_a_connection_that_never_rests() {
    let crew = Crew::start().unwrap();
    let connection = crew.connection(Box::pin(async {
        loop {
            tokio::task::coop::consume_budget().await;
        }
    }));
    for i in 0..100 {
        assert_eq!(done(crew, move |_| i), i);
    }
    drop(connection);
    crew.end();
}
