//! `cargo provider compare`: what two programs of a provider answer differently.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use schema_compare::{Comparison, Kind, Learned, ProgramSide};
use serde_json::Value as Json;

use crate::findings::{self, Finding, TypeFindings};
use crate::learn::rule::samples;
use crate::learn::shape::Shape;
use crate::learn::{self, Limits};
use crate::result::Result;
use crate::schemas::{self, Schema};

/// What is compared, and how.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The old provider's program
    old: PathBuf,
    /// The new provider's program
    new: PathBuf,
    /// Only this type; may be repeated
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// Configurations (.tf) and states (.tfstate) to send too: a file or a directory; may be
    /// repeated
    #[arg(long, value_name = "PATH")]
    from: Vec<PathBuf>,
    /// Settings of the provider, as JSON; without them neither program is configured
    #[arg(long)]
    settings: Option<String>,
    /// Decides what is random: the same number sends the same
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many configurations are made for each attribute
    #[arg(long, default_value_t = 40)]
    cases: usize,
    /// Do not learn from the old program first which values its validators know
    #[arg(long)]
    no_learn: bool,
    /// Also create, change, import and delete real objects, each program in a new directory below
    /// this one
    #[arg(long, value_name = "DIRECTORY")]
    apply: Option<PathBuf>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// Returns whether both answer something differently.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let comparison = compared(options)?;
    match options.json {
        true => println!("{:#}", comparison.json()),
        false => print!("{comparison}"),
    }
    Ok(!comparison.is_equal())
}

fn compared(options: &Options) -> Result<Comparison> {
    let invalid = |error| format!("the settings are not valid JSON: {error}");
    let settings = options.settings.as_deref().map(serde_json::from_str);
    let settings: Option<Json> = settings.transpose().map_err(invalid)?;
    let mut given = Vec::new();
    for path in &options.from {
        given.extend(schema_compare::given(path)?);
    }
    let start = |path: &PathBuf, name: &str| {
        let new = |around: &PathBuf| {
            let directory = around.join(name);
            // An existing directory could belong to somebody, and would make the two differ.
            std::fs::create_dir_all(around)
                .and_then(|()| std::fs::create_dir(&directory))
                .and_then(|()| std::path::absolute(&directory))
                .map_err(|error| format!("{}: {error}. Name a new directory.", directory.display()))
        };
        let directory = options.apply.as_ref().map(new).transpose()?;
        ProgramSide::start(path, settings.as_ref(), directory)
    };
    let mut old = start(&options.old, "old")?;
    let mut new = start(&options.new, "new")?;
    let learned = match options.no_learn {
        true => BTreeMap::new(),
        false => learned(options, settings.clone())?,
    };
    let compared = schema_compare::Options {
        seed: options.seed,
        cases: options.cases,
        types: options.types.clone(),
        apply: options.apply.is_some(),
        given,
        learned,
    };
    let schemas = (old.schemas.clone(), new.schemas.clone());
    schema_compare::compare(
        (&mut old, &schemas.0),
        (&mut new, &schemas.1),
        &compared,
        &mut |progress| {
            let (done, of, name) = (progress.done, progress.of, &progress.name);
            let differences = progress.differences;
            eprintln!("compared {done}/{of} {name}: {differences} differences up to now");
        },
    )
}

/// Values that the old program's rules mention, by type and attribute.
fn learned(options: &Options, settings: Option<Json>) -> Result<BTreeMap<(Kind, String), Learned>> {
    let mut provider = schemas::read(&options.old, None)?;
    if !options.types.is_empty() {
        provider.keep(&options.types);
    }
    let learning = learn::Options {
        settings,
        limits: Limits {
            probes: 200,
            time: Duration::from_secs(2),
        },
        ..learn::Options::default()
    };
    let found = learn::learn_types(&options.old, &provider, &learning, |progress| {
        let learn::Progress { done, of, name } = progress;
        eprintln!("learned {done}/{of} {name}");
    })?;
    let mut all = BTreeMap::new();
    for (of, schemas) in provider.kinds() {
        let kind = match of {
            schemas::Kind::Resource => Kind::Resource,
            schemas::Kind::DataSource => Kind::DataSource,
            schemas::Kind::Ephemeral => Kind::Ephemeral,
            _ => continue,
        };
        for (name, schema) in schemas.iter() {
            if let Some(findings) = found.types.get(&(of, name.clone())) {
                all.insert((kind, name.clone()), values(schema, findings));
            }
        }
    }
    if let Some(schema) = &provider.provider {
        let key = (Kind::Provider, String::new());
        all.insert(key, values(schema, &found.provider));
    }
    Ok(all)
}

fn values(schema: &Schema, findings: &TypeFindings) -> Learned {
    let shape = Shape::of(schema);
    let mut all = Learned::new();
    for finding in &findings.findings {
        let found = of_finding(&shape, finding);
        all.entry(finding.at.to_string()).or_default().extend(found);
    }
    all
}

/// The values that a finding is about: some that the program accepts, some that it rejects.
fn of_finding(shape: &Shape, finding: &Finding) -> Vec<Json> {
    use findings::Kind::{
        Default, KnownAtCreate, OwnValidator, StateFunction, Suppressed, Validator,
    };
    match &finding.kind {
        Validator(rule) => {
            let node = shape.find(&finding.at).map(|at| &shape.nodes[at]);
            let Some(ty) = node.and_then(|node| node.leaf()) else {
                return Vec::new();
            };
            let kept = samples::keeping(rule, ty).into_iter().take(3);
            let broken = samples::breaking(rule, ty).into_iter().take(3);
            kept.chain(broken).map(|value| value.json()).collect()
        }
        OwnValidator {
            accepted, refused, ..
        } => {
            let accepted = accepted.iter().take(3);
            accepted.chain(refused.iter().take(3)).cloned().collect()
        }
        Suppressed { old, new, .. } => vec![old.clone(), new.clone()],
        StateFunction { configured, stored } => vec![configured.clone(), stored.clone()],
        Default(value) | KnownAtCreate(value) => vec![value.clone()],
        _ => Vec::new(),
    }
}
