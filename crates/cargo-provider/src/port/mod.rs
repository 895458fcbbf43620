//! `cargo provider port`: the crate of an existing provider, from its program or its schemas.
//!
//! | module | subject |
//! |---|---|
//! | `model` | the Rust code before it is text |
//! | `describe`, `values` | descriptions and types as Rust has them |
//! | `annotate`, `rules`, `words` | what was learned, as annotations, comments and lines of the report |
//! | `warnings` | what our rules warn of |
//! | `fields`, `build` | from the schemas to the model |
//! | `share` | where nested structs stand, and what they are called |
//! | `text` | structs as text |
//! | `checklist` | `PORTING.md` |
//! | `lists` | lists of a crate that is there, with more in them |
//! | `files` | the files of the crate |

mod annotate;
mod build;
mod checklist;
mod describe;
mod fields;
mod files;
pub(crate) mod lists;
mod model;
mod rules;
mod share;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod warnings;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;

use crate::findings::Findings;
use crate::learn;
use crate::new::{absolute, sdk, source};
use crate::result::Result;
use crate::schemas::{self, Provider};
use annotate::Annotations;
use model::{Kind, Model, Refused};

#[derive(Args)]
pub(crate) struct Options {
    /// A provider's program, the output of `terraform providers schema -json`, or `-` for that on
    /// standard input
    #[arg(value_name = "PROGRAM|JSON")]
    from: PathBuf,
    /// The directory to make; `terraform-provider-NAME` where it is not given
    #[arg(conflicts_with = "into")]
    directory: Option<PathBuf>,
    /// Add to the provider in this directory instead
    #[arg(long, value_name = "CRATE")]
    into: Option<PathBuf>,
    /// Only these types, of whatever kind
    #[arg(long, value_name = "TYPE", num_args = 1..)]
    only: Vec<String>,
    /// Which of the providers in the JSON: its address
    #[arg(long, value_name = "ADDRESS")]
    provider: Option<String>,
    /// What the provider is called, where its address or the name of its program does not say it
    #[arg(long)]
    name: Option<String>,
    /// Where Terraform will find the provider: HOST/NAMESPACE/TYPE
    #[arg(long, value_name = "ADDRESS")]
    source: Option<String>,
    /// The folder of the SDK, to build against it and not against the released version
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
    /// Do not ask the program for what its schemas do not say
    #[arg(long)]
    no_learn: bool,
    /// Write what is likely as annotations too, not as comments
    #[arg(long)]
    accept_likely: bool,
    /// Settings that the program is configured with while it is asked, as JSON; without them it is
    /// not configured
    #[arg(long, value_name = "JSON", conflicts_with = "no_learn")]
    settings: Option<String>,
    /// A state file whose objects the program upgrades, to report what that changes
    #[arg(long, value_name = "FILE", conflicts_with = "no_learn")]
    state: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result {
    let from = options.from.display().to_string();
    progress(&format!("Reading the schemas of {from}"));
    let read = schemas::read_named(&options.from, options.provider.as_deref())?;
    let called = options.name.as_deref().unwrap_or(&read.name);
    let name = build::provider_name(called).ok_or_else(|| {
        format!("{called:?} is not a provider's name; give it with --name, in lower-case letters, digits and hyphens")
    })?;
    let directory = options.into.as_ref().or(options.directory.as_ref());
    let directory = directory.map_or_else(
        || PathBuf::from(format!("terraform-provider-{name}")),
        PathBuf::clone,
    );
    // For example the program itself; what it reveals would be lost.
    if directory.is_file() {
        return Err(format!(
            "{} is a file: name the directory to create after the program, such as {}",
            directory.display(),
            directory.with_file_name(&name).display()
        ));
    }
    let learns = read.is_program && !options.no_learn;
    let annotations = Annotations {
        findings: match learns {
            true => learned(options, &read.provider)?,
            false => Default::default(),
        },
        accept_likely: options.accept_likely,
    };
    progress("Making structs of them");
    let model = build::model(&read.provider, &name, &annotations)?;
    let chosen = chosen(&model, &options.only)?;
    let layout = files::layout(&model, options.into.as_deref(), &chosen);

    let report = checklist::Report {
        model: &model,
        items: chosen,
        annotations: &annotations,
        source: from,
        learned: learns,
    };
    let wanted = files::Wanted {
        model: &model,
        layout: &layout,
        report: &report,
    };
    progress("Writing the files");
    match &options.into {
        Some(directory) => {
            let (new, changed) = wanted.added(directory)?;
            new.add(directory, &changed)?;
        }
        None => {
            let sdk = sdk(options.path.as_deref())?;
            let source = source(options.source.as_deref(), &name)?;
            wanted
                .new_crate(&source, &sdk)
                .make(&absolute(&directory)?)?;
        }
    }
    say(&model, &report.items, &directory);
    Ok(())
}

/// What the program reveals about the requested types.
fn learned(options: &Options, provider: &Provider) -> Result<Findings> {
    let mut asked = provider.clone();
    if !options.only.is_empty() {
        asked.keep(&options.only);
    }
    let settings = options.settings.as_deref().map(serde_json::from_str);
    let how = learn::Options {
        settings: settings
            .transpose()
            .map_err(|error| format!("--settings is not valid JSON: {error}"))?,
        state: match &options.state {
            Some(file) => learn::upgrade::read(file)?,
            None => Default::default(),
        },
        ..learn::Options::default()
    };
    let shown = AtomicUsize::new(0);
    learn::learn_types(&options.from, &asked, &how, |so_far| {
        // A line for each tenth.
        let tenth = so_far.done * 10 / so_far.of.max(1);
        if shown.fetch_max(tenth, Ordering::Relaxed) < tenth {
            let learn::Progress { done, of, name } = so_far;
            let last = match name.as_str() {
                "" => "the provider",
                name => name,
            };
            progress(&format!("Learned {done} of {of} types, {last} last"));
        }
    })
}

/// Progress, for the waiting user.
fn progress(what: &str) {
    eprintln!("{what} …");
}

/// The requested types, by their index in the model.
fn chosen(model: &Model, only: &[String]) -> Result<Vec<usize>> {
    if only.is_empty() {
        return Ok((0..model.items.len()).collect());
    }
    for name in only {
        if model.items.iter().any(|item| item.type_name == *name) {
            continue;
        }
        let mut refused = model.refused.iter();
        if let Some(refused) = refused.find(|refused| refused.type_name == *name) {
            let Refused { kind, reason, .. } = refused;
            let kind = kind.name();
            return Err(format!("the {kind} {name} cannot be written: {reason}"));
        }
        let names = model.items.iter().map(|item| item.type_name.as_str());
        return Err(match schema_rules::suggest(name, names) {
            None => format!("the provider has no type {name}"),
            Some(near) => format!("the provider has no type {name}; did you mean {near}?"),
        });
    }
    let wanted = |index: &usize| only.contains(&model.items[*index].type_name);
    Ok((0..model.items.len()).filter(wanted).collect())
}

/// What was done, and what to do next.
fn say(model: &Model, chosen: &[usize], directory: &Path) {
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    for index in chosen {
        *counts.entry(model.items[*index].kind).or_default() += 1;
    }
    let counts = counts.into_iter().map(|(kind, count)| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {}{plural}", kind.name())
    });
    let counts = match chosen {
        [] => "no types".to_owned(),
        _ => counts.collect::<Vec<_>>().join(", "),
    };
    println!(
        "The provider {} is in {}: {counts}.",
        model.provider,
        directory.display()
    );
    for Refused {
        kind,
        type_name,
        reason,
    } in &model.refused
    {
        println!("Left out: the {} {type_name}: {reason}", kind.name());
    }
    println!(
        "\n  cd {}\n  cargo build\n\nPORTING.md says what is left to write.",
        directory.display()
    );
}
