//! Admission of connections: pending ones, whose client is not known yet, and served ones; how many
//! of each, and which one closes to admit another.

use super::listener::Io;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;

/// How many connections may wait for their TLS handshake, or without TLS for their first byte, and
/// how long. For one more, the oldest is closed, so clients that send nothing hold nobody up.
const MAX_PENDING: usize = 256;
const HANDSHAKE_TIME: Duration = Duration::from_secs(10);

/// Concurrent connections. A host has one; for one more than these, the oldest without a call is
/// closed.
pub(super) const CONNECTIONS: usize = 64;

/// The same in debug mode. Terraform has a connection for each provider alias and for each run of a
/// test, and go-plugin closes none before Terraform itself ends.
pub(super) const DEBUG_CONNECTIONS: usize = 4096;

/// A younger connection is not closed: its client is about to call.
const YOUNG: Duration = Duration::from_secs(10);

/// Connections whose client is not known yet, the oldest first.
#[derive(Default)]
pub(super) struct PendingConnections {
    pub(super) tasks: JoinSet<Option<Box<dyn Io>>>,
    order: VecDeque<AbortHandle>,
}

impl PendingConnections {
    pub(super) fn admit(
        &mut self,
        handshake: impl Future<Output = Option<Box<dyn Io>>> + Send + 'static,
    ) {
        // Finished handshakes no longer count.
        self.order.retain(|task| !task.is_finished());
        if self.order.len() >= MAX_PENDING
            && let Some(oldest) = self.order.pop_front()
        {
            tracing::warn!("a client was rejected: it said nothing, and others wait");
            oldest.abort();
        }
        self.order.push_back(self.tasks.spawn(handshake));
    }
}

/// Served connections, the oldest first.
pub(super) struct ServedConnections {
    pub(super) tasks: JoinSet<()>,
    order: VecDeque<ServedConnection>,
    most: usize,
}

/// A served connection.
struct ServedConnection {
    task: AbortHandle,
    /// How many of the provider's own calls are in flight on it.
    calls: Arc<AtomicUsize>,
    since: Instant,
}

impl ServedConnections {
    pub(super) fn new(most: usize) -> Self {
        Self {
            tasks: JoinSet::new(),
            order: VecDeque::new(),
            most,
        }
    }

    pub(super) fn admit<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        serving: impl FnOnce(Arc<AtomicUsize>) -> F,
    ) {
        self.order
            .retain(|connection| !connection.task.is_finished());
        if self.order.len() >= self.most && !self.make_room() {
            let most = self.most;
            tracing::warn!("a client was rejected: {most} have calls in flight or have just come");
            return;
        }
        let calls = Arc::<AtomicUsize>::default();
        self.order.push_back(ServedConnection {
            task: self.tasks.spawn(serving(Arc::clone(&calls))),
            calls,
            since: Instant::now(),
        });
    }

    /// Disconnects the oldest without a call; false if there is none.
    pub(super) fn make_room(&mut self) -> bool {
        let idle = self.order.iter().position(|connection| {
            connection.calls.load(Ordering::Relaxed) == 0 && connection.since.elapsed() >= YOUNG
        });
        let Some(connection) = idle.and_then(|idle| self.order.remove(idle)) else {
            return false;
        };
        tracing::warn!("a client without a call was disconnected: others wait");
        connection.task.abort();
        true
    }
}

/// Waits for the handshake of a pending connection, or its first byte. `None` if it is not the
/// client that we know.
pub(super) async fn accept_client(
    acceptor: Option<TlsAcceptor>,
    mut stream: Box<dyn Io>,
) -> Option<Box<dyn Io>> {
    let accepted = async {
        Ok::<Box<dyn Io>, std::io::Error>(match acceptor {
            Some(acceptor) => Box::new(acceptor.accept(stream).await?),
            None => {
                poll_fn(|context| stream.poll_first_byte(context)).await?;
                stream
            }
        })
    };
    match timeout(HANDSHAKE_TIME, accepted).await {
        Ok(Ok(stream)) => Some(stream),
        Ok(Err(error)) => {
            tracing::warn!(%error, "a client was rejected");
            None
        }
        Err(_) => {
            tracing::warn!("a client was rejected: it did not finish the TLS handshake");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Admits a permanent connection, with this many calls in flight; false if it is rejected.
    fn admit(served: &mut ServedConnections, calls: usize) -> bool {
        let mut admitted = false;
        served.admit(|count| {
            admitted = true;
            count.store(calls, Ordering::Relaxed);
            std::future::pending()
        });
        admitted
    }

    #[tokio::test]
    async fn only_the_oldest_idle_connection_that_is_not_young_has_to_go() {
        let mut served = ServedConnections::new(3);
        for calls in [1, 0, 0] {
            assert!(admit(&mut served, calls));
        }
        let tasks: Vec<_> = served
            .order
            .iter()
            .map(|connection| connection.task.clone())
            .collect();
        assert!(!admit(&mut served, 0), "all have just come or have a call");
        for connection in &mut served.order {
            connection.since = Instant::now().checked_sub(YOUNG).unwrap();
        }
        assert!(admit(&mut served, 0));
        assert!(
            served
                .tasks
                .join_next()
                .await
                .unwrap()
                .unwrap_err()
                .is_cancelled()
        );
        let ended: Vec<_> = tasks.iter().map(AbortHandle::is_finished).collect();
        assert_eq!(ended, [false, true, false]);
    }
}
