//! The plugin server: how a provider talks to Terraform.
//!
//! Terraform starts the provider's program, reads one line from its standard output and then calls
//! it over gRPC, on a unix socket and with mutual TLS. All of this is here and knows nothing about
//! providers: a [`Handler`] answers the calls in the messages of [`proto::v6`], whichever protocol
//! the host speaks.
//!
//! This is an inner crate of `schema-provider`, which exports it as `plugin`: it promises no
//! semver, and nothing else should depend on it. It knows nothing of schemas.
//!
//! ```
//! use schema_transport::{self as plugin, Handler, Options};
//!
//! /// The whole `main` of a provider's program.
//! fn start(provider: impl Handler) -> std::process::ExitCode {
//!     plugin::run(provider, Options::default())
//! }
//! ```
//!
//! * A message that does not decode fails its call with INVALID_ARGUMENT, an unknown method with
//!   UNIMPLEMENTED, a panic in the handler with INTERNAL; the process continues.
//! * A host that disappears ends the process: when the last connection is lost, calls in flight are
//!   asked to stop, and without a new one within [`Options::reconnection`] the server ends.
//!   Standard input says nothing about the host, which just passes on its own.
//! * A second SIGTERM ends the process, whatever its threads do. Handlers run on the threads of the
//!   calls, at most sixteen: code that may block belongs elsewhere, as the lifecycle does with
//!   provider code.
//! * Only the entry points [`run`] and [`Environment::from_process`] read the process's
//!   environment.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `environment` | Terraform's settings in environment variables |
//! | `error` | why serving failed |
//! | `signals` | the signals that request the end |
//! | `listener` | the unix socket or TCP port |
//! | `handshake` | the choice of a protocol; the line on standard output |
//! | `tls` | mutual TLS with Terraform's certificate and our own |
//! | [`log`] | log lines as Terraform reads them |
//! | [`proto`] | the messages, one file for each call, and the table of the calls |
//! | `budget` | the memory budget that all calls share |
//! | `options` | [`Options`]: how a plugin is served |
//! | `crew` | the threads on which calls run; the leader drives the connections |
//! | `framed` | a call with one message each way in HTTP |
//! | `stream` | calls with a stream of messages in one direction: the ends for the handler, and those for HTTP |
//! | `handler` | [`Handler`], which answers the calls; default answers |
//! | `protocol5` | the calls that protocol 5 answers with a different message |
//! | `weight` | the memory of a decoded request |
//! | `rpc` | from a request's bytes to the handler's method and back |
//! | `services` | every gRPC service of the listener |
//! | `admission` | which connections are admitted, and which close to admit another |
//! | `server` | connections, and the server's end |
//! | `reserved_output` | standard output, which belongs to the handshake |
//! | `entry_points` | [`run`], [`serve`] and [`runtime`]: a server in a process of its own |
//! | `floor` | the protocol baseline, for measurements; feature `floor` |

/// Prints the name of a type and none of its content.
#[doc(hidden)]
#[macro_export]
macro_rules! __opaque_debug {
    ($($type:ident $(<$($parameter:ident),+>)?),+) => {$(
        impl $(<$($parameter),+>)? ::std::fmt::Debug for $type $(<$($parameter),+>)? {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_struct(stringify!($type)).finish_non_exhaustive()
            }
        }
    )+};
}

mod admission;
mod budget;
mod crew;
mod entry_points;
mod environment;
mod error;
#[cfg(feature = "floor")]
#[doc(hidden)]
pub mod floor;
mod framed;
mod handler;
mod handshake;
mod listener;
pub mod log;
mod options;
pub mod proto;
mod protocol5;
mod reserved_output;
mod rpc;
mod server;
mod services;
mod signals;
mod stream;
mod tls;
mod weight;

pub use budget::{MAX_MESSAGE, MemoryGuard};
pub use crew::{CallThreads, Work};
pub use entry_points::{
    default_source, install_cryptography, is_in_a_runtime, run, runtime, serve,
};
pub use environment::{Environment, MAGIC_COOKIE};
pub use error::ServeError;
pub use handler::{Forwarded, ForwardedStream, Forwarding, Handler};
pub use handshake::Protocol;
pub use listener::{Address, Network};
pub use options::Options;
pub use reserved_output::{reserve_output, without_output};
pub use server::Server;
pub use stream::{FrameSender, StreamClosed, StreamReceiver, StreamSender};

#[doc(no_inline)]
pub use bytes::Bytes;
