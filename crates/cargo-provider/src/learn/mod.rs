//! Learning from a program what its schema does not say, by calls that change nothing: schema,
//! validate and plan.
//!
//! A type is learned by a pure function of its schema and an oracle, which answers the calls: a
//! program, or a script in tests.
//!
//! | module | subject |
//! |---|---|
//! | `value` | values without their types |
//! | `shape` | the fields of a type as a tree, and configurations of them |
//! | `oracle` | what is asked, and what comes back |
//! | `program` | the oracle that is a program |
//! | `text` | what descriptions and messages of programs say |
//! | `rule` | rules against values |
//! | `session` | the calls about one type, and what they show of each field |
//! | `notes` | what was noted before it is judged |
//! | `log` | the first pass: the log of Go's framework |
//! | `validation` | the second: validation |
//! | `plan`, `replace`, `suppress` | the third: plans |
//! | `judge` | from notes to findings |

mod base;
mod judge;
mod log;
mod notes;
mod oracle;
mod plan;
mod program;
mod replace;
pub(crate) mod rule;
mod session;
mod settings;
pub(crate) mod shape;
mod suppress;
#[cfg(test)]
mod tests;
mod text;
mod validation;
mod value;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::findings::{Findings, TypeFindings};
use crate::result::Result;
use crate::schemas::{Provider, Schema};
use notes::Notes;
use oracle::Oracle;
use program::{ProgramOracle, Subject};
use session::{Limits, Session};
use shape::Shape;

/// How a program is learned from.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Settings that the user gives for `configure`, as JSON; without them the provider is not
    /// configured.
    pub(crate) settings: Option<serde_json::Value>,
    /// How many processes of the program run at a time.
    pub(crate) processes: usize,
    /// At most so many calls a type.
    pub(crate) probes: usize,
    /// At most so much time a type.
    pub(crate) time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: None,
            processes: 2,
            probes: 400,
            time: Duration::from_secs(3),
        }
    }
}

/// How far learning is.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) done: usize,
    pub(crate) of: usize,
    /// The type that was just learned.
    pub(crate) name: String,
}

/// Learns from a program all that these schemas do not say.
pub(crate) fn learn_types(
    path: &Path,
    provider: &Provider,
    options: &Options,
    progress: impl Fn(Progress) + Sync,
) -> Result<Findings> {
    let mut work: VecDeque<(Subject, &str, &Schema)> = VecDeque::new();
    work.extend(
        provider
            .provider
            .iter()
            .map(|schema| (Subject::Provider, "", schema)),
    );
    let kinds = [
        (Subject::Resource, &provider.resource_schemas),
        (Subject::DataSource, &provider.data_source_schemas),
        (Subject::Ephemeral, &provider.ephemeral_resource_schemas),
    ];
    for (subject, schemas) in kinds {
        work.extend(
            schemas
                .iter()
                .map(|(name, schema)| (subject, name.as_str(), schema)),
        );
    }
    let of = work.len();
    let settings = match (&options.settings, &provider.provider) {
        (Some(settings), Some(schema)) => Some(settings::of_json(&Shape::of(schema), settings)?),
        _ => None,
    };
    // A program that does not take them would answer nothing.
    if let Some(settings) = &settings {
        ProgramOracle::new(path, Some(settings.clone()))?.takes(settings)?;
    }
    let (work, findings) = (Mutex::new(work), Mutex::new((Findings::default(), 0)));
    let worker = || -> Result<()> {
        let mut oracle = ProgramOracle::new(path, settings.clone())?;
        loop {
            let next = work
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some((subject, name, schema)) = next else {
                return Ok(());
            };
            oracle.about(subject, name);
            let limits = Limits {
                probes: options.probes,
                time: options.time,
            };
            let learned = learn_type(schema, &mut oracle, subject == Subject::Resource, limits);
            let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
            findings.1 += 1;
            let done = findings.1;
            progress(Progress {
                done,
                of,
                name: name.to_owned(),
            });
            let all = &mut findings.0;
            let name = name.to_owned();
            match subject {
                Subject::Provider => all.provider = learned,
                Subject::Resource => drop(all.resources.insert(name, learned)),
                Subject::DataSource => drop(all.data_sources.insert(name, learned)),
                Subject::Ephemeral => drop(all.ephemeral_resources.insert(name, learned)),
            }
        }
    };
    let processes = options.processes.clamp(1, of.max(1));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..processes).map(|_| scope.spawn(worker)).collect();
        let ends = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err("a thread ended".into()))
        });
        ends.collect::<Result<()>>()
    })?;
    let (mut findings, _) = findings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if !provider.data_source_schemas.is_empty() {
        let note = "Defaults of data sources cannot be known: no call shows them before a read.";
        findings.notes.push(note.to_owned());
    }
    Ok(findings)
}

/// Learns about one type. `plans` says that it has plans, as only resources do.
pub(crate) fn learn_type(
    schema: &Schema,
    oracle: &mut dyn Oracle,
    plans: bool,
    limits: Limits,
) -> TypeFindings {
    let shape = Shape::of(schema);
    let mut session = Session::new(&shape, oracle, limits);
    let mut notes = Notes::default();
    let everything = validation::everything(&session, "a");
    log::pass(&mut session, &mut notes, &everything, plans);
    let values = validation::pass(&mut session, &mut notes);
    if plans {
        plan::pass(&mut session, &mut notes, &values);
    }
    log::assign(&mut session, &mut notes);
    let findings = judge::findings(&session, notes);
    TypeFindings {
        sdk: session.sdk,
        findings,
        probes: session.probes,
        gaps: session.gaps,
    }
}
