//! How an operation on the server ends in time.

use std::future::Future;
use std::time::Duration;

use schema_provider::prelude::*;

use crate::server::{self, Server};

/// Runs an operation until it ends or the call should end, whichever is first. Where the call
/// should, it is said who is in the way.
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
            // The work still waits, so that the server knows whom for.
            let looking = tokio::time::timeout(PATIENCE, server.blockers());
            if let Ok(Ok(blockers)) = looking.await
                && !blockers.is_empty()
            {
                for diagnostic in why.iter_mut() {
                    diagnostic.detail.push_str(&format!(
                        " A lock was waited for that is held by {}.",
                        blockers.join(", and by ")
                    ));
                }
            }
            drop(work);
            // The server ends what it does for it, and what it took is given back, while the
            // provider still runs: what is told is how it stays.
            let finishing = async {
                server.finish().await;
                server.drain_all().await;
            };
            let _ = tokio::time::timeout(TO_FINISH, finishing).await;
            Err(why)
        }
    }
}

/// How long the server has to say who is in the way.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long what was interrupted may take to undo what it did: the connection that it worked on is
/// ended first.
const TO_FINISH: Duration = Duration::from_secs(15);
