//! Learns from a program what its schema does not say, by calls that change nothing: schema,
//! validate and plan.
//!
//! A pure function learns a type from its schema and an oracle that answers the calls: a program,
//! or a script in tests.
//!
//! | module | subject |
//! |---|---|
//! | `value` | values without their types |
//! | `shape` | the fields of a type as a tree, and configurations of them |
//! | `proposed` | the proposed new state, as Terraform makes it |
//! | `oracle` | what is asked, and what comes back |
//! | `program` | the oracle that is a program |
//! | `text` | what descriptions and messages of programs say |
//! | `rule` | rules against values |
//! | `environment` | what variables of the environment change |
//! | `session` | the calls about one type, and what they show of each field |
//! | `locate` | whom a diagnostic is about |
//! | `notes` | what was noted before it is judged |
//! | `log` | the first pass: the log of Go's framework |
//! | `validation` | the second: validation |
//! | `plan`, `replace`, `suppress` | the third: plans |
//! | `judge` | from notes to findings |
//! | `upgrade` | what becomes of the objects in a state that the user gives |

mod base;
mod environment;
mod judge;
mod locate;
mod log;
mod notes;
mod oracle;
mod plan;
mod program;
mod proposed;
mod replace;
pub(crate) mod rule;
mod session;
mod settings;
pub(crate) mod shape;
mod suppress;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod upgrade;
mod validation;
pub(crate) mod value;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::findings::{Findings, Kind, TypeFindings};
use crate::result::Result;
use crate::schemas::{Provider, Schema};
use notes::Notes;
use oracle::Oracle;
use program::ProgramOracle;
use schema_client::Configured;
use session::{Limits, Session};
use shape::Shape;

/// How to learn from a program.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Settings that the user gives for `configure`, as JSON; without them the provider is not
    /// configured.
    pub(crate) settings: Option<serde_json::Value>,
    /// Objects of older versions, which the user gives.
    pub(crate) state: upgrade::Objects,
    /// How many processes of the program run at a time.
    pub(crate) processes: usize,
    /// The maximum number of calls per type.
    pub(crate) probes: usize,
    /// The maximum time per type.
    pub(crate) time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: None,
            state: upgrade::Objects::default(),
            processes: 2,
            probes: 400,
            time: Duration::from_secs(3),
        }
    }
}

/// The share of the limits that validation may use if there are plans, which show as much.
const VALIDATION: f64 = 0.5;

/// The progress of learning.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) done: usize,
    pub(crate) of: usize,
    /// The type that was just learned.
    pub(crate) name: String,
}

/// Learns from a program everything that these schemas do not say.
pub(crate) fn learn_types(
    path: &Path,
    provider: &Provider,
    options: &Options,
    progress: impl Fn(Progress) + Sync,
) -> Result<Findings> {
    let kinds = [
        (Configured::Resource, &provider.resource_schemas),
        (Configured::DataSource, &provider.data_source_schemas),
        (Configured::Ephemeral, &provider.ephemeral_resource_schemas),
        (Configured::List, &provider.list_resource_schemas),
        (Configured::Action, &provider.action_schemas),
    ];
    let settings = provider.provider.iter();
    let settings = settings.map(|schema| (Configured::Provider, "", schema));
    let types = kinds.into_iter().flat_map(|(kind, schemas)| {
        let named = schemas.iter();
        named.map(move |(name, schema)| (kind, name.as_str(), schema))
    });
    let work: VecDeque<(Configured, &str, &Schema)> = settings.chain(types).collect();
    let of = work.len();
    let settings = match (&options.settings, &provider.provider) {
        (Some(settings), Some(schema)) => Some(settings::of_json(&Shape::of(schema), settings)?),
        _ => None,
    };
    // A program that rejects them would answer nothing.
    if let Some(settings) = &settings {
        ProgramOracle::new(path, Some(settings.clone()), Default::default())?.takes(settings)?;
    }
    let variables = environment::variables(provider);
    let (work, findings) = (Mutex::new(work), Mutex::new((Findings::default(), 0)));
    let worker = || -> Result<()> {
        let mut oracle = ProgramOracle::new(path, settings.clone(), variables.clone())?;
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
            let plans = subject == Configured::Resource;
            let mut learned = learn_type(schema, &mut oracle, plans, limits);
            if plans {
                let version = schema.version;
                upgrade::pass(&options.state, name, version, &mut oracle, &mut learned);
            }
            let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
            findings.1 += 1;
            let done = findings.1;
            progress(Progress {
                done,
                of,
                name: name.to_owned(),
            });
            let all = &mut findings.0;
            let of_kind = match subject {
                Configured::Provider => {
                    all.provider = learned;
                    continue;
                }
                Configured::Resource => &mut all.resources,
                Configured::DataSource => &mut all.data_sources,
                Configured::Ephemeral => &mut all.ephemeral_resources,
                Configured::List => &mut all.list_resources,
                Configured::Action => &mut all.actions,
            };
            of_kind.insert(name.to_owned(), learned);
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
    let settings = &findings.provider.findings;
    if settings
        .iter()
        .any(|found| matches!(found.kind, Kind::Default(_)))
    {
        let note = "Defaults of settings are those of an environment without variables. A variable that sets one \
            (`EnvDefaultFunc`) is found only if a description or the setting's name gives it.";
        findings.notes.push(note.to_owned());
    }
    Ok(findings)
}

/// Learns about one type. `plans` says whether it has plans, as only resources do.
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
    if plans {
        session.go_on(VALIDATION);
    }
    let values = validation::pass(&mut session, &mut notes);
    session.go_on(1.0);
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
