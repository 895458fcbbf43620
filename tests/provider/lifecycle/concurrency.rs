//! Many calls at the same time.

use std::sync::Arc;
use std::time::Duration;

use schema_provider::Value;

use crate::host::Host;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_calls_neither_deadlock_nor_mix_up_their_data() {
    let host = Arc::new(Host::new("crowd").await);
    let mut calls = tokio::task::JoinSet::new();
    for i in 0..200_i64 {
        let host = Arc::clone(&host);
        calls.spawn(async move {
            let config = format!(r#"{{"name":"n{i}","size":{i},"flaw":"create.after=yield"}}"#);
            let state = host.created(&config).await;
            assert_eq!(host.field(&state, "id"), Value::from(format!("id-n{i}")));
            assert_eq!(host.field(&state, "sum"), Value::from(i * 1000));
            let read = host.read(&state).await;
            assert!(read.new_state == state);
            let config = format!(
                r#"{{"name":"n{i}","size":{},"flaw":"update=yield"}}"#,
                i + 1
            );
            let changed = host.change(&state, &config).await;
            assert!(changed.diagnostics.is_empty(), "{}", changed.diagnostics);
            assert_eq!(
                host.field(&changed.new_state, "sum"),
                Value::from((i + 1) * 1000)
            );
            let gone = host.delete(&changed.new_state).await;
            assert!(gone.new_state.is_null());
        });
    }
    let all = async {
        while let Some(joined) = calls.join_next().await {
            joined.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all)
        .await
        .expect("a deadlock");
    assert!(host.remote.things.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_stop_ends_all_calls() {
    let host = Arc::new(Host::new("crowd-stop").await);
    let mut calls = tokio::task::JoinSet::new();
    for i in 0..200 {
        let host = Arc::clone(&host);
        calls.spawn(async move {
            let config = format!(r#"{{"name":"n{i}","flaw":"create.after=wait"}}"#);
            let response = host.change(&Value::Null, &config).await;
            assert!(response.diagnostics.has_errors());
            assert_eq!(
                host.field(&response.new_state, "uuid"),
                Value::from(format!("uuid-n{i}"))
            );
        });
    }
    while host.remote.things.lock().unwrap().len() < 200 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    host.instance.stop();
    let all = async {
        while let Some(joined) = calls.join_next().await {
            joined.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), all)
        .await
        .expect("a call goes on");
}
