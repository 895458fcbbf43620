//! [`Options`]: how a plugin is served.

use super::budget::MAX_MESSAGE;
use super::handshake::Protocol;
use super::listener::Network;
use super::log::Mask;
use std::time::Duration;

/// How a plugin is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// The protocols that may be spoken.
    pub protocols: Vec<Protocol>,
    /// The kind of socket to listen on.
    pub network: Network,
    /// The provider's source address (`registry.terraform.io/NAMESPACE/TYPE`): if set, the server
    /// runs in debug mode.
    ///
    /// A plugin in debug mode was started not by Terraform but by a person, who tells Terraform its
    /// address. It needs no magic cookie, does not use TLS, serves any number of clients one after
    /// another and does not end when they disconnect.
    pub debug: Option<String>,
    /// How long the host may take from the handshake line to its first connection, before the
    /// plugin ends.
    pub first_connection: Duration,
    /// How long a plugin continues without any connection, before it ends: a host keeps one
    /// connection as long as it lives. Calls in flight are asked to stop when the last one is lost.
    pub reconnection: Duration,
    /// How long calls in flight may take when the server ends. The host kills a plugin after two
    /// seconds.
    pub drain: Duration,
    /// How many bytes all calls together may use: requests, encoded and decoded, and answers until
    /// the client has received them. A call without room waits ten seconds and is rejected; each
    /// call takes 128 KiB besides its messages. This is room for one message of the maximum size,
    /// decoded, and as much again for all others.
    pub memory: usize,
    /// What must not be logged, or shown in the message of a panic.
    pub mask: Option<&'static dyn Mask>,
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
