//! Arguments: options begin with one dash or two, as in Terraform.

mod commands;
mod options;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use crate::language::variable_values::Inputs;
use crate::message::suggestion;
pub(super) use commands::*;
pub(super) use options::{COMMON, Given, OptionRow, Takes};
use values::duration;

/// What to do.
#[derive(Debug)]
pub(super) enum Command {
    /// The help of all commands, or of this one.
    Help(Option<String>),
    Version,
    Run(Box<Options>),
}

/// A command, and the options that several commands share.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) subcommand: Subcommand,
    /// The operation that the lock in a state store names, in Terraform's words; `None` if the
    /// state is only read.
    pub(super) lock_operation: Option<&'static str>,
    /// The options as given; those that need more than reading are in the fields below.
    pub(super) given: Given,
    pub(super) chdir: Option<PathBuf>,
    pub(super) inputs: Inputs,
    /// The configuration: a directory or one file.
    pub(super) path: Option<PathBuf>,
    /// How long to wait for a lock that another process holds.
    pub(super) lock_timeout: Duration,
}

/// Terraform's options that this tool does not have.
const TERRAFORM_ONLY: [&str; 7] = [
    "backup",
    "out",
    "parallelism",
    "refresh-only",
    "replace",
    "state-out",
    "target",
];

/// Reads the arguments after the program's name.
///
/// # Errors
/// A message for the user about invalid arguments.
pub(super) fn parse(args: Vec<String>) -> Result<Command, String> {
    let mut args = args.into_iter();
    let mut given = Given::default();
    let row = loop {
        let Some(arg) = args.next() else {
            return Ok(Command::Help(None));
        };
        match option(&arg) {
            Some(("chdir", value)) => given.add("chdir", text("chdir", value, &mut args)?),
            Some(("help" | "h", _)) => return Ok(Command::Help(None)),
            Some(("version" | "v", _)) => return Ok(Command::Version),
            Some((name, _)) => return Err(format!("There is no option -{name} before a command.")),
            None => match arg.as_str() {
                "help" => {
                    let topic: Vec<String> = args.take(2).collect();
                    return Ok(Command::Help((!topic.is_empty()).then(|| topic.join(" "))));
                }
                "version" => return Ok(Command::Version),
                "state" | "workspace" => {
                    let second = args.next().unwrap_or_default();
                    if matches!(option(&second), Some(("help" | "h", _))) {
                        return Ok(Command::Help(Some(arg)));
                    }
                    break command(&format!("{arg} {second}"))?;
                }
                name => break command(name)?,
            },
        }
    };
    while let Some(arg) = args.next() {
        let Some((name, value)) = option(&arg) else {
            given.positional.push_back(arg);
            continue;
        };
        if matches!(name, "help" | "h") {
            return Ok(Command::Help(Some(row.name.to_owned())));
        }
        let option = known(name, row)?;
        let value = match (option.takes, value) {
            (Takes::Value(_), value) => text(name, value, &mut args)?,
            (_, None | Some("true" | "1")) => "true".to_owned(),
            (_, Some("false" | "0")) => "false".to_owned(),
            (_, Some(other)) => {
                return Err(format!("-{name} is true or false, not \"{other}\"."));
            }
        };
        given.add(option.name, value);
    }
    let subcommand = (row.read)(&mut given)?;
    let path = given.argument().map(PathBuf::from);
    let extra = given.argument();
    let timeout = given.text("lock-timeout");
    let options = Options {
        subcommand,
        lock_operation: row.lock_operation,
        chdir: given.path("chdir"),
        inputs: given.inputs()?,
        lock_timeout: timeout.map_or(Ok(Duration::ZERO), |text| duration("lock-timeout", text))?,
        path,
        given,
    };
    match extra {
        Some(extra) => Err(format!("There is one argument too many: \"{extra}\".")),
        None => Ok(Command::Run(Box::new(options))),
    }
}

/// The row of a command.
fn command(name: &str) -> Result<&'static CommandRow, String> {
    let row = COMMANDS.iter().find(|row| row.name == name);
    row.ok_or_else(|| match name.split_once(' ') {
        Some(("state", other @ ("mv" | "pull" | "push" | "replace-provider" | "show"))) => format!(
            "The command \"state {other}\" is not supported by the local runner; use Terraform \
             for it. There are state list and state rm."
        ),
        Some(("state", _)) => "state needs a command: state list or state rm.".to_owned(),
        Some(_) => "workspace needs a command: workspace list, workspace show, workspace new, \
                    workspace select or workspace delete."
            .to_owned(),
        None => {
            let near = suggestion(name, COMMANDS.iter().map(|row| row.name));
            format!("There is no command \"{name}\".{near}")
        }
    })
}

/// The name of an option and the value after `=`; `None` if the argument is not an option.
fn option(arg: &str) -> Option<(&str, Option<&str>)> {
    let whole = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    if whole.is_empty() {
        return None;
    }
    let (name, value) = whole.split_once('=').unzip();
    Some((name.unwrap_or(whole), value))
}

fn text(
    name: &str,
    value: Option<&str>,
    args: &mut impl Iterator<Item = String>,
) -> Result<String, String> {
    let value = value.map(str::to_owned).or_else(|| args.next());
    value.ok_or_else(|| format!("-{name} needs a value: -{name}=…"))
}

/// The options of a command; those of every command come last.
pub(super) fn options_of(row: &CommandRow) -> impl Iterator<Item = &'static OptionRow> {
    row.options.iter().copied().chain([COMMON]).flatten()
}

fn known(name: &str, row: &CommandRow) -> Result<&'static OptionRow, String> {
    if let Some(option) = options_of(row).find(|option| option.name == name) {
        return Ok(option);
    }
    let others: Vec<&str> = COMMANDS
        .iter()
        .flat_map(options_of)
        .map(|option| option.name)
        .collect();
    Err(if others.contains(&name) {
        format!("The option -{name} is for other commands.")
    } else if TERRAFORM_ONLY.contains(&name) {
        format!("The option -{name} is not supported by the local runner; use Terraform for it.")
    } else {
        let near = suggestion(name, others);
        format!("There is no option -{name}.{}", near.replace('"', ""))
    })
}

#[cfg(test)]
mod tests;
