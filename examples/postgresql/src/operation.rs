//! How an operation on the server ends in time.

use std::future::Future;
use std::time::Duration;

use schema_provider::prelude::*;

use crate::server::{self, Server};

/// Runs an operation until it ends or the call must end, whichever is first. In the second case the
/// diagnostic names who held the lock.
pub(crate) async fn run(cx: &Cx, server: &Server, work: impl Future<Output = Result>) -> Result {
    let changes = matches!(
        cx.operation(),
        CallKind::Create | CallKind::Update | CallKind::Delete
    );
    let mut work = Box::pin(server::operation(changes, work));
    match cx.race(&mut work).await {
        Ok(done) => done,
        Err(why) => {
            let mut why = Diagnostics::from(why);
            // The work still waits, so that the server knows for whom.
            let looking = tokio::time::timeout(PATIENCE, server.blockers());
            if let Ok(Ok(blockers)) = looking.await
                && !blockers.is_empty()
            {
                for diagnostic in why.iter_mut() {
                    diagnostic.detail.push_str(&format!(
                        " It waited for a lock held by {}.",
                        blockers.join(", and by ")
                    ));
                }
            }
            drop(work);
            // The server ends the statement and temporary memberships are given back while the
            // provider still runs: the reported outcome is final.
            let finishing = async {
                server.finish().await;
                server.drain_all().await;
            };
            let _ = tokio::time::timeout(TO_FINISH, finishing).await;
            Err(why)
        }
    }
}

/// How long the server has to report who is in the way.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an interrupted operation may take to undo its changes; its connection is ended first.
const TO_FINISH: Duration = Duration::from_secs(15);
