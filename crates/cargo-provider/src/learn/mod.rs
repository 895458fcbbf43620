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
//! | `notes` | what was noted before it is judged |
//! | `session` | the calls about one type, and what they show of each field |
//! | `locate` | whom a diagnostic is about |
//! | `noting` | puts what was said into the notes |
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
mod noting;
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

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::findings::{self, Findings, TypeFindings};
use crate::result::Result;
use crate::schemas::{Kind, Provider, Schema};
use oracle::Oracle;
use program::ProgramOracle;
pub(crate) use session::Limits;
use session::Session;
use shape::Shape;

/// How to learn from a program.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Settings that the user gives for `configure`, as JSON; without them the provider is not
    /// configured.
    pub(crate) settings: Option<serde_json::Value>,
    /// Objects of older versions, which the user gives.
    pub(crate) state: upgrade::Objects,
    /// How much may be asked about a type.
    pub(crate) limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: None,
            state: upgrade::Objects::default(),
            limits: Limits {
                probes: 400,
                time: Duration::from_secs(3),
            },
        }
    }
}

/// How many processes of the program run at a time.
const PROCESSES: usize = 2;

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
    let settings = provider.provider.iter();
    let settings = settings.map(|schema| (None, "", schema));
    let types = provider.kinds().into_iter().flat_map(|(kind, schemas)| {
        // Nothing can be asked about a state store.
        let named = schemas.iter().filter(move |_| kind != Kind::StateStore);
        named.map(move |(name, schema)| (Some(kind), name.as_str(), schema))
    });
    let work: Vec<(Option<Kind>, &str, &Schema)> = settings.chain(types).collect();
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
    let work = Mutex::new(work.into_iter());
    let findings = Mutex::new((Findings::default(), 0));
    let worker = || -> Result<()> {
        let mut oracle = ProgramOracle::new(path, settings.clone(), variables.clone())?;
        loop {
            let next = locked(&work).next();
            let Some((kind, name, schema)) = next else {
                return Ok(());
            };
            oracle.about(kind, name);
            let plans = kind == Some(Kind::Resource);
            let mut learned = learn_type(schema, &mut oracle, plans, options.limits);
            if plans {
                let version = schema.version;
                upgrade::pass(&options.state, name, version, &mut oracle, &mut learned);
            }
            let mut findings = locked(&findings);
            findings.1 += 1;
            let done = findings.1;
            progress(Progress {
                done,
                of,
                name: name.to_owned(),
            });
            match kind {
                Some(kind) => drop(findings.0.types.insert((kind, name.to_owned()), learned)),
                None => findings.0.provider = learned,
            }
        }
    };
    let processes = of.clamp(1, PROCESSES);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..processes).map(|_| scope.spawn(worker)).collect();
        let ended = |_| Err("a thread ended".into());
        let ends = workers
            .into_iter()
            .map(|one| one.join().unwrap_or_else(ended));
        ends.collect::<Result<()>>()
    })?;
    let findings = findings.into_inner();
    let (mut findings, _) = findings.unwrap_or_else(PoisonError::into_inner);
    if !provider.data_source_schemas.is_empty() {
        let note = "Defaults of data sources cannot be known: no call shows them before a read.";
        findings.notes.push(note.to_owned());
    }
    let mut settings = findings.provider.findings.iter();
    if settings.any(|found| matches!(found.kind, findings::Kind::Default(_))) {
        let note = "Defaults of settings are those of an environment without variables. A variable that sets one \
            (`EnvDefaultFunc`) is found only if a description or the setting's name gives it.";
        findings.notes.push(note.to_owned());
    }
    Ok(findings)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    let everything = validation::everything(&session);
    log::pass(&mut session, &everything, plans);
    if plans {
        session.go_on(VALIDATION);
    }
    let values = validation::pass(&mut session);
    session.go_on(1.0);
    if plans {
        plan::pass(&mut session, &values);
    }
    log::assign(&mut session);
    TypeFindings {
        findings: judge::findings(&mut session),
        sdk: session.sdk,
        probes: session.probes,
        gaps: session.gaps,
    }
}
