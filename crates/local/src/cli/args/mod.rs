//! Arguments: options begin with one dash or two, as Terraform's users write them.

mod values;

use std::path::PathBuf;
use std::time::Duration;

use crate::address::{Mode, ObjectAddress};
use crate::language::variable_values::{Input, Inputs};
use crate::message::suggestion;
use crate::run::import::ImportText;
use values::{duration, state_address};

/// What to do.
#[derive(Debug)]
pub(super) enum Command {
    Help(Option<String>),
    Run(Box<Options>),
}

/// The commands with options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subcommand {
    Plan,
    Apply,
    Destroy,
    Show,
    Import,
    Query,
    Console,
    Schema,
    Docs,
    Validate,
    Output,
    StateList,
    StateRm,
    Invoke,
    ForceUnlock,
    WorkspaceList,
    WorkspaceShow,
    WorkspaceNew,
    WorkspaceSelect,
    WorkspaceDelete,
}

/// A command with everything that was said about it.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) subcommand: Subcommand,
    pub(super) destroy: bool,
    pub(super) auto_approve: bool,
    pub(super) refresh: bool,
    pub(super) json: bool,
    pub(super) no_color: bool,
    pub(super) detailed_exitcode: bool,
    pub(super) input: bool,
    pub(super) state: Option<PathBuf>,
    pub(super) chdir: Option<PathBuf>,
    pub(super) inputs: Inputs,
    /// The configuration: a directory or one file.
    pub(super) path: Option<PathBuf>,
    /// What `import` takes over.
    pub(super) import: Option<(ObjectAddress, ImportText)>,
    /// The action that `invoke` is about.
    pub(super) invoke: Option<ObjectAddress>,
    /// Where `query` writes configuration of what it lists.
    pub(super) generate_config_out: Option<PathBuf>,
    /// Of which output `output` tells the value.
    pub(super) name: Option<String>,
    /// A value alone, without quotes and a line's end.
    pub(super) raw: bool,
    /// Which objects `state list` and `state rm` are about.
    pub(super) addresses: Vec<ObjectAddress>,
    pub(super) dry_run: bool,
    /// The id by which `state list` chooses.
    pub(super) id: Option<String>,
    /// The lock that `force-unlock` takes away.
    pub(super) lock_id: Option<String>,
    /// Without a question.
    pub(super) force: bool,
    /// Only say whether the documentation is up to date.
    pub(super) check: bool,
    /// The `list` blocks are validated too.
    pub(super) query: bool,
    /// Whether a state store is locked.
    pub(super) lock: bool,
    /// For how long a lock is waited for that somebody else has.
    pub(super) lock_timeout: Duration,
    /// The workspace that a command is about.
    pub(super) workspace: Option<String>,
    /// A workspace that is selected is made where there is none.
    pub(super) or_create: bool,
}

pub(super) const SUBCOMMANDS: [(&str, Subcommand); 20] = [
    ("plan", Subcommand::Plan),
    ("apply", Subcommand::Apply),
    ("destroy", Subcommand::Destroy),
    ("show", Subcommand::Show),
    ("import", Subcommand::Import),
    ("query", Subcommand::Query),
    ("console", Subcommand::Console),
    ("schema", Subcommand::Schema),
    ("docs", Subcommand::Docs),
    ("validate", Subcommand::Validate),
    ("output", Subcommand::Output),
    ("state list", Subcommand::StateList),
    ("state rm", Subcommand::StateRm),
    ("invoke", Subcommand::Invoke),
    ("force-unlock", Subcommand::ForceUnlock),
    ("workspace list", Subcommand::WorkspaceList),
    ("workspace show", Subcommand::WorkspaceShow),
    ("workspace new", Subcommand::WorkspaceNew),
    ("workspace select", Subcommand::WorkspaceSelect),
    ("workspace delete", Subcommand::WorkspaceDelete),
];

/// Options and for which commands they are.
const OPTIONS: [(&str, &[Subcommand]); 23] = {
    use Subcommand::{
        Apply, Console, Destroy, Docs, ForceUnlock, Import, Invoke, Output, Plan, Query, Schema,
        Show, StateList, StateRm, Validate, WorkspaceDelete, WorkspaceList, WorkspaceNew,
        WorkspaceSelect, WorkspaceShow,
    };
    const LOCKING: &[Subcommand] = &[
        Plan,
        Apply,
        Destroy,
        Import,
        StateRm,
        Invoke,
        WorkspaceNew,
        WorkspaceDelete,
    ];
    const CHANGING: &[Subcommand] = &[Plan, Apply, Destroy];
    const CONFIGURED: &[Subcommand] = &[Plan, Apply, Destroy, Import, Console, Invoke];
    const WITH_VARIABLES: &[Subcommand] = &[Plan, Apply, Destroy, Import, Query, Console, Invoke];
    const STATEFUL: &[Subcommand] = &[
        Plan, Apply, Destroy, Import, Show, Console, Output, StateList, StateRm, Invoke,
    ];
    const WITH_JSON: &[Subcommand] = &[
        Plan, Apply, Destroy, Import, Query, Show, Schema, Docs, Validate, Output, Invoke,
    ];
    const ALL: &[Subcommand] = &[
        Plan,
        Apply,
        Destroy,
        Import,
        Query,
        Show,
        Console,
        Schema,
        Docs,
        Validate,
        Output,
        StateList,
        StateRm,
        Invoke,
        ForceUnlock,
        WorkspaceList,
        WorkspaceShow,
        WorkspaceNew,
        WorkspaceSelect,
        WorkspaceDelete,
    ];
    [
        ("auto-approve", &[Apply, Destroy, Invoke]),
        ("chdir", ALL),
        ("check", &[Docs]),
        ("destroy", &[Plan, Apply]),
        ("detailed-exitcode", &[Plan]),
        ("dry-run", &[StateRm]),
        ("force", &[ForceUnlock, WorkspaceDelete]),
        ("generate-config-out", &[Plan, Query]),
        ("help", ALL),
        ("id", &[StateList]),
        ("identity", &[Import]),
        ("input", CONFIGURED),
        ("json", WITH_JSON),
        ("lock", LOCKING),
        ("lock-timeout", LOCKING),
        ("no-color", ALL),
        ("or-create", &[WorkspaceSelect]),
        ("query", &[Validate]),
        ("raw", &[Output]),
        ("refresh", CHANGING),
        ("state", STATEFUL),
        ("var", WITH_VARIABLES),
        ("var-file", WITH_VARIABLES),
    ]
};

/// Options of Terraform that this tool does not have.
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
/// What is wrong with them, for the user.
pub(super) fn parse(args: Vec<String>) -> Result<Command, String> {
    let mut args = args.into_iter();
    let mut chdir = None;
    let subcommand = loop {
        let Some(arg) = args.next() else {
            return Ok(Command::Help(None));
        };
        match option(&arg) {
            Some(("chdir", value)) => {
                chdir = Some(text("chdir", value, &mut args)?.into());
            }
            Some(("help" | "h", _)) => return Ok(Command::Help(None)),
            Some((name, _)) => return Err(format!("There is no option -{name} before a command.")),
            None if arg == "help" => {
                let topic: Vec<String> = args.take(2).collect();
                return Ok(Command::Help((!topic.is_empty()).then(|| topic.join(" "))));
            }
            None if arg == "state" => match args.next().as_deref() {
                Some("list") => break Subcommand::StateList,
                Some("rm") => break Subcommand::StateRm,
                Some("-h" | "-help" | "--help") => return Ok(Command::Help(Some(arg))),
                Some(other @ ("mv" | "pull" | "push" | "replace-provider" | "show")) => {
                    return Err(format!(
                        "The command \"state {other}\" is not supported by the local runner; \
                         use Terraform for it. There are state list and state rm."
                    ));
                }
                _ => return Err("state needs a command: state list or state rm.".to_owned()),
            },
            None if arg == "workspace" => match args.next().as_deref() {
                Some("list") => break Subcommand::WorkspaceList,
                Some("show") => break Subcommand::WorkspaceShow,
                Some("new") => break Subcommand::WorkspaceNew,
                Some("select") => break Subcommand::WorkspaceSelect,
                Some("delete") => break Subcommand::WorkspaceDelete,
                Some("-h" | "-help" | "--help") => return Ok(Command::Help(Some(arg))),
                _ => {
                    return Err("workspace needs a command: workspace list, workspace show, workspace new, workspace \
                                select or workspace delete."
                        .to_owned());
                }
            },
            None => match SUBCOMMANDS.iter().find(|(name, _)| *name == arg) {
                Some((_, subcommand)) => break *subcommand,
                None => {
                    let near = suggestion(&arg, SUBCOMMANDS.iter().map(|(name, _)| *name));
                    return Err(format!("There is no command \"{arg}\".{near}"));
                }
            },
        }
    };
    let mut options = Options {
        subcommand,
        destroy: subcommand == Subcommand::Destroy,
        auto_approve: false,
        refresh: true,
        json: false,
        no_color: false,
        detailed_exitcode: false,
        input: true,
        state: None,
        chdir,
        inputs: Inputs::default(),
        path: None,
        import: None,
        invoke: None,
        generate_config_out: None,
        name: None,
        raw: false,
        addresses: Vec::new(),
        dry_run: false,
        id: None,
        lock_id: None,
        force: false,
        check: false,
        query: false,
        lock: true,
        lock_timeout: Duration::ZERO,
        workspace: None,
        or_create: false,
    };
    let mut identity = None;
    let mut positional = Vec::new();
    while let Some(arg) = args.next() {
        let Some((name, value)) = option(&arg) else {
            positional.push(arg);
            continue;
        };
        if matches!(name, "help" | "h") {
            let name = SUBCOMMANDS
                .iter()
                .find(|(_, v)| *v == subcommand)
                .map(|(n, _)| (*n).to_owned());
            return Ok(Command::Help(name));
        }
        known(name, subcommand)?;
        let flag = |value: Option<&str>| match value {
            None | Some("true" | "1") => Ok(true),
            Some("false" | "0") => Ok(false),
            Some(other) => Err(format!("-{name} is true or false, not \"{other}\".")),
        };
        match name {
            "auto-approve" => options.auto_approve = flag(value)?,
            "destroy" => options.destroy = flag(value)?,
            "detailed-exitcode" => options.detailed_exitcode = flag(value)?,
            "input" => options.input = flag(value)?,
            "json" => options.json = flag(value)?,
            "no-color" => options.no_color = flag(value)?,
            "refresh" => options.refresh = flag(value)?,
            "raw" => options.raw = flag(value)?,
            "dry-run" => options.dry_run = flag(value)?,
            "force" => options.force = flag(value)?,
            "check" => options.check = flag(value)?,
            "query" => options.query = flag(value)?,
            "lock" => options.lock = flag(value)?,
            "or-create" => options.or_create = flag(value)?,
            "lock-timeout" => {
                options.lock_timeout = duration(name, &text(name, value, &mut args)?)?;
            }
            "id" => options.id = Some(text(name, value, &mut args)?),
            "identity" => identity = Some(text(name, value, &mut args)?),
            "chdir" => options.chdir = Some(text(name, value, &mut args)?.into()),
            "generate-config-out" => {
                options.generate_config_out = Some(text(name, value, &mut args)?.into());
            }
            "state" => options.state = Some(text(name, value, &mut args)?.into()),
            "var-file" => {
                let file = text(name, value, &mut args)?;
                options.inputs.given.push(Input::File(file.into()));
            }
            _ => {
                let given = text(name, value, &mut args)?;
                let Some((name, value)) = given.split_once('=') else {
                    return Err(format!("-var is name=value, and \"{given}\" has no \"=\"."));
                };
                let value = Input::Value(name.trim().to_owned(), value.to_owned());
                options.inputs.given.push(value);
            }
        }
    }
    let mut positional = positional.into_iter();
    if subcommand == Subcommand::Import {
        let address = positional.next();
        let by = match identity {
            Some(identity) => Some(ImportText::Identity(identity)),
            None => positional.next().map(ImportText::Id),
        };
        let (Some(address), Some(by)) = (address, by) else {
            return Err(
                "import needs an address and an id: import disk_image.name ID, or import \
                 -identity='{\"name\": \"a\"}' disk_image.name"
                    .to_owned(),
            );
        };
        let Some(parsed) = ObjectAddress::parse(&address) else {
            return Err(format!(
                "\"{address}\" is no address of a resource: write its type and its name, as in \
                 disk_image.name."
            ));
        };
        options.import = Some((parsed, by));
    }
    if subcommand == Subcommand::Invoke {
        let Some(address) = positional.next() else {
            return Err(
                "invoke needs the address of an action: invoke action.disk_verify.name".to_owned(),
            );
        };
        let parsed = ObjectAddress::parse(&address);
        let Some(parsed) = parsed.filter(|parsed| parsed.mode == Mode::Action) else {
            return Err(format!(
                "\"{address}\" is no address of an action: write action, its type and its name, as in \
                 action.disk_verify.name."
            ));
        };
        options.invoke = Some(parsed);
    }
    match subcommand {
        Subcommand::Output => options.name = positional.next(),
        Subcommand::ForceUnlock => match positional.next() {
            Some(lock_id) => options.lock_id = Some(lock_id),
            None => {
                return Err(
                    "force-unlock needs the id of the lock, which the error of a state that is locked \
                     says: force-unlock LOCK_ID"
                        .to_owned(),
                );
            }
        },
        Subcommand::WorkspaceNew | Subcommand::WorkspaceSelect | Subcommand::WorkspaceDelete => {
            let Some(name) = positional.next() else {
                return Err("Expected a single argument: NAME.".to_owned());
            };
            options.workspace = Some(name);
        }
        Subcommand::StateList | Subcommand::StateRm => {
            options.addresses = positional
                .by_ref()
                .map(|text| state_address(&text))
                .collect::<Result<_, _>>()?;
        }
        _ => {}
    }
    if subcommand == Subcommand::StateRm && options.addresses.is_empty() {
        return Err("At least one address is required.".to_owned());
    }
    if options.raw && options.json {
        return Err("The -raw and -json options are mutually-exclusive.".to_owned());
    }
    if options.raw && options.name.is_none() {
        return Err(
            "You must give the name of a single output value when using the -raw option."
                .to_owned(),
        );
    }
    options.path = positional.next().map(PathBuf::from);
    match positional.next() {
        Some(extra) => Err(format!("There is one argument too many: \"{extra}\".")),
        None => Ok(Command::Run(Box::new(options))),
    }
}

/// The name and the value after `=` of an option; nothing if it is none.
fn option(arg: &str) -> Option<(&str, Option<&str>)> {
    let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    if name.is_empty() {
        return None;
    }
    Some(match name.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (name, None),
    })
}

fn text(
    name: &str,
    value: Option<&str>,
    args: &mut impl Iterator<Item = String>,
) -> Result<String, String> {
    match value {
        Some(value) => Ok(value.to_owned()),
        None => args
            .next()
            .ok_or_else(|| format!("-{name} needs a value: -{name}=…")),
    }
}

fn known(name: &str, subcommand: Subcommand) -> Result<(), String> {
    match OPTIONS.iter().find(|(other, _)| *other == name) {
        Some((_, subcommands)) if subcommands.contains(&subcommand) => Ok(()),
        Some(_) => Err(format!("The option -{name} is for other commands.")),
        None if TERRAFORM_ONLY.contains(&name) => Err(format!(
            "The option -{name} is not supported by the local runner; use Terraform for it."
        )),
        None => {
            let near = suggestion(name, OPTIONS.iter().map(|(name, _)| *name));
            Err(format!(
                "There is no option -{name}.{}",
                near.replace('"', "")
            ))
        }
    }
}

#[cfg(test)]
mod tests;
