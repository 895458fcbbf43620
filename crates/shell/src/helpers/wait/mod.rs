//! Waiting for a slow API: [`until`] an object has a state, [`until_gone`], and [`retry`] for
//! requests that may work later.
//!
//! ```
//! use std::time::Duration;
//! use schema_provider::prelude::*;
//! use schema_provider::wait;
//!
//! # struct Machines;
//! # struct Machine { address: String, state: String }
//! # impl Machines {
//! #     async fn find(&self, _: &str) -> Result<Option<Machine>, std::io::Error> {
//! #         Ok(Some(Machine { address: "10.0.0.1".into(), state: "running".into() }))
//! #     }
//! # }
//! # async fn f<R>(cx: &Cx<R>, machines: std::sync::Arc<Machines>, id: String) -> Result {
//! let machine = wait::until(["running"])
//!     .pending(["requested", "starting"])
//!     .delay(Duration::from_secs(2))
//!     .run(cx, |_| {
//!         let (machines, id) = (machines.clone(), id.clone());
//!         async move {
//!             let found = machines.find(&id).await?;
//!             Ok::<_, std::io::Error>(found.map(|machine| {
//!                 let state = machine.state.clone();
//!                 (machine, state)
//!             }))
//!         }
//!     })
//!     .await?;
//! println!("{}", machine.address);
//! # Ok(())
//! # }
//! ```
//!
//! Every wait ends with the call it belongs to: at the operation's timeout, and when the user
//! interrupts. A try that is running then may finish, and its value is used. The numbers (first
//! check at once, then 200 ms, doubled up to 10 s) are the same as in the Go SDK's
//! `StateChangeConf` and `RetryContext`.

mod attempt;
mod backoff;
mod error;
mod retry;
mod state;
#[cfg(test)]
mod tests;

pub use error::{WaitError, WaitFailure};
pub use retry::{Retry, RetryError, SaysWhetherToRetry, retry, retry_if};
pub use state::{ListOfStates, States, UntilGone, Wait, until, until_gone};
