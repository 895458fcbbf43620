//! The listener's life: connections, their count, and the end.

use super::budget::{Budget, MAX_MESSAGE};
use super::environment::Environment;
use super::error::ServeError;
use super::handler::Handler;
use super::handshake::{Protocol, line, negotiate};
use super::listener::{Address, Io, Listener, Network};
use super::services::{Services, shut_down};
use super::tls::Tls;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;

/// How a plugin is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// The protocols that may be spoken.
    pub protocols: Vec<Protocol>,
    /// What to listen on.
    pub network: Network,
    /// The provider's source address (`registry.terraform.io/NAMESPACE/TYPE`): set means to serve for debugging.
    ///
    /// A plugin in debug mode was not started by Terraform but by a person, who tells Terraform where it is. It
    /// needs no magic cookie, speaks without TLS, serves any number of clients one after another and does not end
    /// when they go.
    pub debug: Option<String>,
    /// How long the host may take from the handshake line to its first connection, before the plugin ends.
    pub first_connection: Duration,
    /// How long a plugin lives on without any connection, before it ends: a host keeps one connection for as long as
    /// it lives. What is in flight is told to stop when the last one is lost.
    pub reconnection: Duration,
    /// How long calls in flight may take when the server ends. The host kills a plugin after two seconds.
    pub drain: Duration,
    /// How many bytes all calls together may hold: requests, as they come and decoded, and answers until the client
    /// has taken them. A call that has no room waits ten seconds and fails with RESOURCE_EXHAUSTED; each takes 128 KiB
    /// besides its messages. Room for one message of the largest size, decoded, and as much again for all others.
    pub memory: usize,
    /// What must not be logged, nor told of a panic.
    pub mask: Option<&'static dyn crate::log::Mask>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            protocols: vec![Protocol::V5, Protocol::V6],
            network: Network::Auto,
            debug: None,
            first_connection: Duration::from_secs(60),
            reconnection: Duration::from_secs(2),
            drain: Duration::from_millis(1500),
            memory: 3 * MAX_MESSAGE,
            mask: None,
        }
    }
}

/// Strangers whose TLS handshake, or without TLS whose first word, is waited for at the same time, and how long: for
/// one more the oldest has to go, so that those who say nothing are in nobody's way.
const STRANGERS: usize = 256;
const HANDSHAKE_TIME: Duration = Duration::from_secs(10);

/// Connections at the same time. A host has one; for one more than these the oldest without a call has to go.
const CONNECTIONS: usize = 64;

/// The same in debug mode. Terraform has a connection for each alias of the provider and for each run of a test, and
/// go-plugin closes none of them before Terraform itself ends.
const DEBUG_CONNECTIONS: usize = 4096;

/// A connection younger than this does not have to go: its client is about to call.
const YOUNG: Duration = Duration::from_secs(10);

/// Calls in flight on one connection; the host waits with more. Far above Terraform's parallelism, which is 10.
const STREAMS: u32 = 1024;

/// Flow control windows: a large state needs no more round trips than it has megabytes.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 4 << 20;

/// A plugin server that listens and does not serve yet.
pub struct Server<H> {
    services: Services<H>,
    listener: Listener,
    tls: Option<Tls>,
    options: Options,
}

impl<H: Handler> Server<H> {
    /// Starts to listen. Needs tokio's runtime, with its drivers for io and time.
    ///
    /// # Errors
    /// The environment is not that of a plugin, or there is nothing to listen on.
    pub fn bind(
        handler: H,
        options: Options,
        environment: &Environment,
    ) -> Result<Self, ServeError> {
        let (protocol, tls) = if options.debug.is_some() {
            let highest = options
                .protocols
                .iter()
                .max()
                .copied()
                .ok_or(ServeError::NoProtocol)?;
            (highest, None)
        } else if environment.launched_by_terraform() {
            let offered = environment.protocol_versions.as_deref();
            let tls = environment
                .client_cert
                .as_deref()
                .map(Tls::new)
                .transpose()?;
            (negotiate(&options.protocols, offered)?, tls)
        } else {
            return Err(ServeError::NotAPlugin);
        };
        let listener = Listener::bind(options.network, environment)?;
        let shutdown = watch::Sender::new(false);
        let services = Services {
            handler: Arc::new(handler),
            protocol,
            shutdown,
            budget: Budget::new(options.memory),
        };
        Ok(Self {
            services,
            listener,
            tls,
            options,
        })
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> &Address {
        self.listener.address()
    }

    /// The protocol that is spoken.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.services.protocol
    }

    /// What to print on standard output, with its line end: the handshake line, or in debug mode the assignment of
    /// `TF_REATTACH_PROVIDERS` for the person who started the program.
    #[must_use]
    pub fn announcement(&self) -> String {
        let address = self.listener.address();
        if self.options.debug.is_none() {
            let certificate = self.tls.as_ref().map(|tls| &tls.certificate);
            return format!("{}\n", line(self.services.protocol, address, certificate));
        }
        // In single quotes for a shell; a quote within would end them.
        let reattach = self.reattach().replace('\'', "\\u0027");
        format!(
            "The provider is running. To have Terraform use it, run terraform where this is set, and end the \
             provider with Ctrl-C:\n\n\tTF_REATTACH_PROVIDERS='{reattach}'\n\n"
        )
    }

    /// The value of `TF_REATTACH_PROVIDERS` with which Terraform uses this very server, in debug mode; otherwise it
    /// names no provider.
    #[must_use]
    pub fn reattach(&self) -> String {
        let address = self.listener.address();
        let mut providers = serde_json::Map::new();
        if let Some(provider) = &self.options.debug {
            let place = serde_json::json!({
                "Protocol": "grpc",
                "ProtocolVersion": self.services.protocol.number(),
                "Pid": std::process::id(),
                "Test": true,
                "Addr": { "Network": address.network(), "String": address.to_string() },
            });
            // An address without a host is one of this registry for Terraform, and of that one for OpenTofu.
            if let Some(name) = provider.strip_prefix("registry.terraform.io/") {
                providers.insert(format!("registry.opentofu.org/{name}"), place.clone());
            }
            providers.insert(provider.clone(), place);
        }
        serde_json::Value::Object(providers).to_string()
    }

    /// Serves until `stop` is ready, a client asks for the end, or, when not in debug mode, the client is gone.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self {
            services,
            listener,
            tls,
            options,
        } = self;
        let acceptor = tls.map(|tls| TlsAcceptor::from(tls.config));
        let live = watch::Sender::new(0_usize);
        let mut count = live.subscribe();
        let mut shutdown = pin!(shut_down(services.shutdown.subscribe()));
        let mut strangers = Strangers::default();
        let mut stop = pin!(stop);
        let has_host = options.debug.is_none();
        let mut guests = Guests::new(if has_host {
            CONNECTIONS
        } else {
            DEBUG_CONNECTIONS
        });
        let mut deadline = Instant::now() + options.first_connection;
        loop {
            let alone = has_host && *count.borrow() == 0;
            tokio::select! {
                // The end that was asked for comes first: who asks for it goes away at once. New connections come
                // last, or many of them would be in everything's way.
                biased;
                () = &mut shutdown => break,
                () = &mut stop => {
                    services.handler.stop();
                    break;
                }
                Ok(()) = count.changed() => {
                    let gone = has_host && *count.borrow_and_update() == 0;
                    // It may have been asked for since it was looked at; before the client went in any case.
                    if gone && !*services.shutdown.borrow() {
                        tracing::debug!("the last connection is gone");
                        services.handler.abandoned();
                        deadline = Instant::now() + options.reconnection;
                    }
                }
                Some(_) = guests.tasks.join_next() => {}
                Some(greeted) = strangers.tasks.join_next() => {
                    if let Ok(Some(stream)) = greeted {
                        let services = if has_host {
                            services.clone()
                        } else {
                            services.for_connection()
                        };
                        let live = live.clone();
                        guests.admit(|calls| {
                            // Counted from here on, or the deadline might come before the task begins.
                            let live = ConnectionCount::new(live);
                            async move {
                                let _live = live;
                                serve_connection(services, stream, calls).await;
                            }
                        });
                    }
                }
                () = sleep_until(deadline), if alone => {
                    tracing::debug!("no client is left");
                    break;
                }
                accepted = listener.accept() => match accepted {
                    Ok(stream) => strangers.admit(greet(acceptor.clone(), stream)),
                    Err(error) => {
                        // Out of file descriptors, most likely: a client that has no call has to give up its own.
                        tracing::warn!(%error, "accepting a connection failed");
                        guests.make_room();
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
            }
        }
        drop(listener);
        // Nobody waits for those who never said anything.
        drop(strangers);
        services.shutdown.send_replace(true);
        let drained = async { while guests.tasks.join_next().await.is_some() {} };
        if timeout(options.drain, drained).await.is_err() {
            services.handler.stop();
            guests.tasks.shutdown().await;
        }
    }
}

/// Connections whose client is not known yet, the oldest first.
#[derive(Default)]
struct Strangers {
    tasks: JoinSet<Option<Box<dyn Io>>>,
    order: VecDeque<AbortHandle>,
}

impl Strangers {
    fn admit(&mut self, greeting: impl Future<Output = Option<Box<dyn Io>>> + Send + 'static) {
        // Few besides them are in the way of the oldest.
        self.order.retain(|task| !task.is_finished());
        if self.order.len() >= STRANGERS
            && let Some(oldest) = self.order.pop_front()
        {
            tracing::warn!("a client was refused: it said nothing, and others wait");
            oldest.abort();
        }
        self.order.push_back(self.tasks.spawn(greeting));
    }
}

/// Connections that are served, the oldest first.
struct Guests {
    tasks: JoinSet<()>,
    order: VecDeque<Guest>,
    most: usize,
}

/// A connection that is served.
struct Guest {
    task: AbortHandle,
    /// How many of the provider's own calls are in flight on it.
    calls: Arc<AtomicUsize>,
    since: Instant,
}

impl Guests {
    fn new(most: usize) -> Self {
        Self {
            tasks: JoinSet::new(),
            order: VecDeque::new(),
            most,
        }
    }

    fn admit<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        serving: impl FnOnce(Arc<AtomicUsize>) -> F,
    ) {
        self.order.retain(|guest| !guest.task.is_finished());
        if self.order.len() >= self.most && !self.make_room() {
            let most = self.most;
            tracing::warn!("a client was refused: {most} have calls in flight or have just come");
            return;
        }
        let calls = Arc::<AtomicUsize>::default();
        self.order.push_back(Guest {
            task: self.tasks.spawn(serving(Arc::clone(&calls))),
            calls,
            since: Instant::now(),
        });
    }

    /// Disconnects the oldest without a call; false when there is none.
    fn make_room(&mut self) -> bool {
        let idle = self.order.iter().position(|guest| {
            guest.calls.load(Ordering::Relaxed) == 0 && guest.since.elapsed() >= YOUNG
        });
        let Some(guest) = idle.and_then(|idle| self.order.remove(idle)) else {
            return false;
        };
        tracing::warn!("a client without a call was disconnected: others wait");
        guest.task.abort();
        true
    }
}

/// Waits for a stranger's handshake, or first word. Nothing when it is not the client that we know.
pub(super) async fn greet(
    acceptor: Option<TlsAcceptor>,
    mut stream: Box<dyn Io>,
) -> Option<Box<dyn Io>> {
    let greeted = async {
        Ok::<Box<dyn Io>, std::io::Error>(match acceptor {
            Some(acceptor) => Box::new(acceptor.accept(stream).await?),
            None => {
                poll_fn(|context| stream.poll_heard(context)).await?;
                stream
            }
        })
    };
    match timeout(HANDSHAKE_TIME, greeted).await {
        Ok(Ok(stream)) => Some(stream),
        Ok(Err(error)) => {
            tracing::warn!(%error, "a client was refused");
            None
        }
        Err(_) => {
            tracing::warn!("a client was refused: it did not finish the TLS handshake");
            None
        }
    }
}

/// HTTP/2 as it is spoken here.
pub(super) fn http2() -> hyper::server::conn::http2::Builder<TokioExecutor> {
    let mut builder = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
    builder
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(STREAMS);
    builder
}

/// Serves one connection to its end.
async fn serve_connection<H: Handler>(
    services: Services<H>,
    stream: Box<dyn Io>,
    calls: Arc<AtomicUsize>,
) {
    let shutdown = shut_down(services.shutdown.subscribe());
    let service = service_fn(move |request| {
        let (services, calls) = (services.clone(), Arc::clone(&calls));
        async move { Ok::<_, Infallible>(services.serve(request, &calls).await) }
    });
    let mut connection = pin!(http2().serve_connection(TokioIo::new(stream), service));
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = shutdown => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // Hosts close the socket without a word when they have no more calls: mostly this is no error at all.
    if let Err(error) = result {
        tracing::trace!(%error, "a connection ended");
    }
}

/// Counts a connection for as long as it lives.
struct ConnectionCount(watch::Sender<usize>);

impl ConnectionCount {
    fn new(count: watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for ConnectionCount {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}

impl<H> std::fmt::Debug for Server<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("address", self.listener.address())
            .field("protocol", &self.services.protocol)
            .field("tls", &self.tls.is_some())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Admits a connection that stays, with so many calls in flight; false when it is refused.
    fn admit(guests: &mut Guests, calls: usize) -> bool {
        let mut admitted = false;
        guests.admit(|count| {
            admitted = true;
            count.store(calls, Ordering::Relaxed);
            std::future::pending()
        });
        admitted
    }

    #[tokio::test]
    async fn only_the_oldest_idle_connection_that_is_not_young_has_to_go() {
        let mut guests = Guests::new(3);
        for calls in [1, 0, 0] {
            assert!(admit(&mut guests, calls));
        }
        let tasks: Vec<_> = guests
            .order
            .iter()
            .map(|guest| guest.task.clone())
            .collect();
        assert!(!admit(&mut guests, 0), "all have just come or have a call");
        for guest in &mut guests.order {
            guest.since = Instant::now().checked_sub(YOUNG).unwrap();
        }
        assert!(admit(&mut guests, 0));
        assert!(
            guests
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
