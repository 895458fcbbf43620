//! A client of the Terraform plugin protocol: it calls a provider's program as Terraform does.
//!
//! [`Program`] describes how to start a program written in any language; [`Program::connect`]
//! starts it and gives a [`Plugin`], whose [`Provider`] has a method for each call of the protocol.
//! Requests and answers are the messages of protocol 6; the different messages of protocol 5 are
//! translated. The `Plugin` owns the program's process: after an error, a panic or a dropped
//! future, the process ends.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use schema_client::Program;
//!
//! let plugin = Program::new("./terraform-provider-random").connect().await?;
//! let schemas = plugin.provider().get_provider_schema(&Default::default()).await?;
//! println!("{} resources", schemas.resource_schemas.len());
//! plugin.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `error` | [`CallError`], [`StartError`] and their strings |
//! | `identity` | the client's certificate |
//! | `handshake_line` | what a program prints when it starts |
//! | `trust` | the one certificate that the client accepts |
//! | `request_body` | the body of a request |
//! | `connection` | HTTP/2 and mutual TLS; calls on bytes and on messages |
//! | `stream` | calls with a stream of messages in one direction |
//! | `raise` | converts answers of protocol 5 to protocol 6 |
//! | `schema_json` | schemas as Terraform prints them |
//! | `provider` | [`Provider`]: a method for each call |
//! | `configured` | [`Configured`]: calls about anything that has a configuration |
//! | `state` | whole states as chunks |
//! | `log` | lines of a program's log |
//! | `process` | [`Process`]: the program as a process that never outlives its owner |
//! | `plugin` | [`Plugin`]: a process, the connection to it, and why it failed |
//! | `program` | [`Program`]: how to start one |
//! | `asking` | what callers share that only ask: [`Restarting`], limits, all schemas |

mod asking;
mod configured;
mod connection;
mod error;
mod handshake_line;
mod identity;
mod log;
mod plugin;
mod process;
mod program;
mod provider;
mod raise;
mod request_body;
mod schema_json;
mod state;
mod stream;
mod trust;

pub use asking::{Restarting, Unanswered};
pub use configured::{Configured, capabilities};
pub use connection::{Client, frame, unframe};
pub use error::{CallError, StartError};
pub use handshake_line::HandshakeLine;
pub use identity::Identity;
pub use log::{LogLevel, LogLine};
pub use plugin::Plugin;
pub use process::Process;
pub use program::Program;
pub use provider::{Provider, no_errors};
pub use raise::{get_provider_schema as raised_schemas, raised};
pub use schema_json::{provider_json, schema_json};
pub use state::{CHUNK_SIZE, state_chunks};
pub use stream::{Messages, Upload};

#[doc(no_inline)]
pub use bytes::Bytes;
#[doc(no_inline)]
pub use schema_transport::{Protocol, proto};
