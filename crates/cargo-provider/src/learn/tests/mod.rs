//! Learning from scripts, from providers in Go, and from our own.

#[allow(unreachable_pub)]
#[path = "../../../../../tests/src/go_peer.rs"]
mod go_peer;
#[allow(unreachable_pub)]
#[path = "../../../../../tests/src/our_program.rs"]
mod our_program;
mod ours;
mod peers;
mod scripted;
mod texts;

use std::path::Path;
use std::time::Duration;

use super::{Options, learn_types};
use crate::findings::Findings;
use crate::schemas;

/// What a program reveals. It gets extra time, since the machine is busy.
fn learned(program: &Path) -> Findings {
    let options = Options {
        time: Duration::from_secs(120),
        ..Options::default()
    };
    let provider = schemas::read(program, None).unwrap();
    learn_types(program, &provider, &options, |_| {}).unwrap()
}
