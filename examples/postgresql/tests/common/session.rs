//! Sessions besides the provider's, and waiting for their effects.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use super::cluster::{PASSWORD, TestDatabase};

/// A session of the superuser with an open transaction, which is rolled back when this is dropped
/// unless it is committed.
pub struct Session {
    client: Option<tokio_postgres::Client>,
    runtime: Option<Runtime>,
}

impl Session {
    /// Begins the transaction with these statements.
    pub fn begin(db: &TestDatabase<'static>, statements: &str) -> Session {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let (told, begun) = mpsc::channel();
        let (db, sql) = (db.clone(), format!("BEGIN; {statements}"));
        // The caller may be on a thread of a runtime, which cannot wait for another one.
        runtime.spawn(async move {
            let client = db.cluster.connect("postgres", PASSWORD, &db.name).await;
            let client = client.expect("a connection");
            client.batch_execute(&sql).await.expect("the statements");
            told.send(client).expect("the test");
        });
        Session {
            client: Some(begun.recv().expect("a session")),
            runtime: Some(runtime),
        }
    }

    /// Commits the transaction.
    pub fn commit(mut self) {
        let (told, committed) = mpsc::channel();
        if let (Some(client), Some(runtime)) = (self.client.take(), &self.runtime) {
            runtime.spawn(async move {
                told.send(client.batch_execute("COMMIT").await)
                    .expect("the test");
            });
        }
        committed.recv().expect("an answer").expect("COMMIT");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Waits until a query returns rows, or none.
pub fn eventually(db: &TestDatabase<'_>, query: &str, is_there: bool) {
    until(query, || db.sql(query).is_empty() != is_there);
}

/// Waits until a condition holds.
pub fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}
