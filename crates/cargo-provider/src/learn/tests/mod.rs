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

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::{Limits, Options, learn_types};
use crate::findings::{Findings, TypeFindings};
use crate::schemas::{self, Kind};

/// What a program reveals. It gets extra time, since the machine is busy.
fn learned(program: &Path) -> Findings {
    let options = Options {
        limits: Limits {
            time: Duration::from_secs(120),
            ..Options::default().limits
        },
        ..Options::default()
    };
    let provider = schemas::read(program, None).unwrap();
    learn_types(program, &provider, &options, |_| {}).unwrap()
}

/// The findings about the types of a kind, by name.
fn of_kind(findings: &Findings, kind: Kind) -> BTreeMap<String, TypeFindings> {
    let of_kind = findings.types.iter().filter(|((of, _), _)| *of == kind);
    of_kind
        .map(|((_, name), found)| (name.clone(), found.clone()))
        .collect()
}
