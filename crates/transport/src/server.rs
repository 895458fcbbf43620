//! The life of the server: connections, how many are served, and the end.

use super::admission::{
    CONNECTIONS, DEBUG_CONNECTIONS, PendingConnections, ServedConnections, accept_client,
};
use super::budget::Budget;
use super::crew::Crew;
use super::environment::Environment;
use super::error::ServeError;
use super::handler::Handler;
use super::handshake::{Protocol, line, negotiate};
use super::listener::{Address, Io, Listener};
use super::options::Options;
use super::rpc::BoxFuture;
use super::services::{Services, shut_down};
use super::tls::Tls;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;

/// The maximum of calls in flight on one connection; the host delays further calls. Far above
/// Terraform's parallelism, which is 10.
const STREAMS: u32 = 1024;

/// Flow control windows: a large state needs no more round trips than it has megabytes.
const STREAM_WINDOW: u32 = 1 << 20;
const CONNECTION_WINDOW: u32 = 4 << 20;

/// A timer that is always earlier than those of calls. Setting the earliest timer wakes the thread
/// that waits for timers, and each call has a deadline: without this, each call would wake that
/// thread in vain.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// A plugin server that listens but does not serve yet.
pub struct Server<H> {
    services: Services<H>,
    pub(super) listener: Listener,
    tls: Option<Tls>,
    options: Options,
    /// The threads on which calls run; without them, they are tasks of the runtime.
    pub(super) crew: Option<&'static Crew>,
}

impl<H: Handler> Server<H> {
    /// Starts to listen. Requires a tokio runtime, with its drivers for I/O and time.
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
            crew: None,
        })
    }

    /// The address at which the server listens.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.listener.address
    }

    /// The protocol that is spoken.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.services.protocol
    }

    /// What to print on standard output, with its line end: the handshake line, or in debug mode
    /// the assignment of `TF_REATTACH_PROVIDERS` for the person who started the program.
    #[must_use]
    pub fn announcement(&self) -> String {
        let address = &self.listener.address;
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

    /// The value of `TF_REATTACH_PROVIDERS` that makes Terraform use this server, in debug mode;
    /// otherwise it names no provider.
    #[must_use]
    pub fn reattach(&self) -> String {
        let address = &self.listener.address;
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut providers = Vec::new();
        if let Some(provider) = &self.options.debug {
            let place = format!(
                "{{\"Protocol\":\"grpc\",\"ProtocolVersion\":{},\"Pid\":{},\"Test\":true,\
                 \"Addr\":{{\"Network\":{},\"String\":{}}}}}",
                self.services.protocol.number(),
                std::process::id(),
                quoted(address.network()),
                quoted(&address.to_string()),
            );
            let mut put = |provider: &str| providers.push(format!("{}:{place}", quoted(provider)));
            // For an address without a host, Terraform uses this registry, and OpenTofu that one.
            if let Some(name) = provider.strip_prefix("registry.terraform.io/") {
                put(&format!("registry.opentofu.org/{name}"));
            }
            put(provider);
        }
        format!("{{{}}}", providers.join(","))
    }

    /// Serves until `stop` is ready, a client requests the end, or, when not in debug mode, the
    /// client is gone.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self {
            services,
            listener,
            tls,
            options,
            crew,
        } = self;
        let acceptor = tls.map(|tls| TlsAcceptor::from(tls.config));
        let live = watch::Sender::new(0_usize);
        let mut count = live.subscribe();
        let mut shutdown = pin!(shut_down(services.shutdown.subscribe()));
        let mut pending = PendingConnections::default();
        let mut stop = pin!(stop);
        let has_host = options.debug.is_none();
        let mut served = ServedConnections::new(if has_host {
            CONNECTIONS
        } else {
            DEBUG_CONNECTIONS
        });
        let mut deadline = Instant::now() + options.first_connection;
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let alone = has_host && *count.borrow() == 0;
            tokio::select! {
                // A requested end comes first: its client goes away at once. New connections come
                // last, or many of them would delay everything else.
                biased;
                () = &mut shutdown => break,
                () = &mut stop => {
                    services.handler.stop();
                    break;
                }
                Ok(()) = count.changed() => {
                    let gone = has_host && *count.borrow_and_update() == 0;
                    // The end may have been requested since the last check, but before the client
                    // went away.
                    if gone && !*services.shutdown.borrow() {
                        tracing::debug!("the last connection is gone");
                        services.handler.abandoned();
                        deadline = Instant::now() + options.reconnection;
                    }
                }
                Some(_) = served.tasks.join_next() => {}
                Some(accepted) = pending.tasks.join_next() => {
                    if let Ok(Some(stream)) = accepted {
                        let services = if has_host {
                            services.clone()
                        } else {
                            services.for_connection()
                        };
                        let live = live.clone();
                        served.admit(|calls| {
                            // Counted from here, or the deadline might come before the task starts.
                            let live = ConnectionCount::new(live);
                            async move {
                                let _live = live;
                                serve_connection(services, stream, calls, crew).await;
                            }
                        });
                    }
                }
                _ = heartbeat.tick() => {}
                () = sleep_until(deadline), if alone => {
                    tracing::debug!("no client is left");
                    break;
                }
                accepted = listener.accept() => match accepted {
                    Ok(stream) => pending.admit(accept_client(acceptor.clone(), stream)),
                    Err(error) => {
                        // Out of file descriptors, most likely: a client without a call must give
                        // up its own.
                        tracing::warn!(%error, "accepting a connection failed");
                        served.make_room();
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
            }
        }
        drop(listener);
        // Do not wait for clients that never sent anything.
        drop(pending);
        services.shutdown.send_replace(true);
        let drained = async { while served.tasks.join_next().await.is_some() {} };
        if timeout(options.drain, drained).await.is_err() {
            services.handler.stop();
            served.tasks.shutdown().await;
        }
    }
}

/// The HTTP/2 settings used here.
pub(super) fn http2<E: Clone>(executor: E) -> hyper::server::conn::http2::Builder<E> {
    let mut builder = hyper::server::conn::http2::Builder::new(executor);
    builder
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(STREAMS)
        // Nothing needs the time here.
        .auto_date_header(false);
    builder
}

/// The threads or runtime on which a connection's calls run.
#[derive(Clone, Copy)]
struct CallExecutor(Option<&'static Crew>);

impl<F: Future<Output = ()> + Send + 'static> hyper::rt::Executor<F> for CallExecutor {
    fn execute(&self, call: F) {
        match self.0 {
            Some(crew) => crew.call(Box::pin(call)),
            None => drop(tokio::spawn(call)),
        }
    }
}

/// Serves one connection to its end.
async fn serve_connection<H: Handler>(
    services: Services<H>,
    stream: Box<dyn Io>,
    calls: Arc<AtomicUsize>,
    crew: Option<&'static Crew>,
) {
    let shutdown = shut_down(services.shutdown.subscribe());
    let service = service_fn(move |request| {
        let (services, calls) = (services.clone(), Arc::clone(&calls));
        // Boxed: HTTP moves it a dozen times, and it has room for every kind of call.
        Box::pin(async move { Ok::<_, Infallible>(services.serve(request, &calls).await) })
    });
    let served: BoxFuture<()> = Box::pin(async move {
        let connection = http2(CallExecutor(crew));
        let mut connection = pin!(connection.serve_connection(TokioIo::new(stream), service));
        let result = tokio::select! {
            result = connection.as_mut() => result,
            () = shutdown => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        // Hosts close the socket without notice when they have no more calls: usually this is not
        // an error.
        if let Err(error) = result {
            tracing::trace!(%error, "a connection ended");
        }
    });
    let Some(crew) = crew else {
        return served.await;
    };
    let (end, ended) = oneshot::channel::<()>();
    let _connection = crew.connection(Box::pin(async move {
        served.await;
        drop(end);
    }));
    // Dropping the sender is the answer.
    let _ = ended.await;
}

/// Counts a connection as long as it lives.
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
            .field("address", &self.listener.address)
            .field("protocol", &self.services.protocol)
            .field("tls", &self.tls.is_some())
            .finish_non_exhaustive()
    }
}
