//! The commands: one row each, with their arguments and options.

use super::options::*;
use super::values::state_address;
use crate::address::{Mode, ObjectAddress};
use crate::run::import::ImportText;

/// A command with its own arguments.
#[derive(Debug)]
pub(in crate::cli) enum Subcommand {
    Plan,
    Apply,
    Destroy,
    Show,
    Import(ObjectAddress, ImportText),
    Query,
    Console,
    Schema,
    Docs,
    Validate,
    /// With the name of an output, or for all outputs.
    Output(Option<String>),
    StateList(Vec<ObjectAddress>),
    StateRm(Vec<ObjectAddress>),
    Invoke(ObjectAddress),
    /// With the id of the lock.
    ForceUnlock(String),
    WorkspaceList,
    WorkspaceShow,
    /// With the name of a workspace, as those below.
    WorkspaceNew(String),
    WorkspaceSelect(String),
    WorkspaceDelete(String),
}

/// A command: its name, its purpose, and its arguments and options.
pub(in crate::cli) struct CommandRow {
    pub(in crate::cli) name: &'static str,
    /// The arguments after the options.
    pub(in crate::cli) arguments: &'static str,
    pub(in crate::cli) summary: &'static str,
    /// The options that not every command has.
    pub(in crate::cli) options: &'static [&'static [OptionRow]],
    /// The operation that the lock in a state store names, in Terraform's words; `None` if the
    /// state is only read.
    pub(super) lock_operation: Option<&'static str>,
    pub(super) read: fn(&mut Given) -> Result<Subcommand, String>,
}

const PATH: &str = "[directory or file]";

/// One row each: name, arguments and summary; the lock's operation; the options; the parser.
macro_rules! commands {
    ($($name:literal $arguments:expr, $summary:literal; $lock:expr; $($option:ident)*; $read:expr;)+) => {
        [$(CommandRow {
            name: $name,
            arguments: $arguments,
            summary: $summary,
            options: &[$($option),*],
            lock_operation: $lock,
            read: $read,
        }),+]
    };
}

pub(in crate::cli) const COMMANDS: [CommandRow; 20] = commands! {
    "plan" PATH, "Show what would be done"; Some("OperationTypePlan");
        DESTROY EXIT_CODE REFRESH IMPORTS_OUT INPUT VARIABLES LOCKING STATE JSON_LINES; |_| Ok(Subcommand::Plan);
    "apply" PATH, "Create, change and replace objects to match the configuration"; Some("OperationTypeApply");
        APPROVE DESTROY REFRESH INPUT VARIABLES LOCKING STATE JSON_LINES; |_| Ok(Subcommand::Apply);
    "destroy" PATH, "Delete everything in the state"; Some("OperationTypeApply");
        APPROVE REFRESH INPUT VARIABLES LOCKING STATE JSON_LINES; |_| Ok(Subcommand::Destroy);
    "show" PATH, "Show the state"; None;
        STATE JSON_DOCUMENT; |_| Ok(Subcommand::Show);
    "output" "[NAME [directory or file]]", "Show the outputs in the state, or the value of one"; None;
        RAW STATE JSON_DOCUMENT; output;
    "validate" PATH, "Check the configuration, without the state and values of variables"; None;
        QUERY JSON_DOCUMENT; |_| Ok(Subcommand::Validate);
    "import" "ADDRESS (ID | -identity=JSON) [directory or file]", "Import an existing object, by its id or identity";
        Some("import");
        IDENTITY INPUT VARIABLES LOCKING STATE JSON_LINES; import;
    "invoke" "ADDRESS [directory or file]", "Invoke an action, and change nothing else"; Some("OperationTypeApply");
        APPROVE INPUT VARIABLES LOCKING STATE JSON_LINES; invoke;
    "query" PATH, "List what exists, by the list blocks of *.tfquery.hcl files"; None;
        LISTED_OUT VARIABLES JSON_LINES; |_| Ok(Subcommand::Query);
    "console" PATH, "Evaluate expressions from standard input, one a line, with variables and state"; None;
        INPUT VARIABLES STATE; |_| Ok(Subcommand::Console);
    "state list" "[ADDRESS...]", "List the objects in the state"; None;
        ID STATE; |given| Ok(Subcommand::StateList(addresses(given)?));
    "state rm" "ADDRESS...", "Remove objects from the state; they continue to exist"; Some("state-rm");
        DRY_RUN LOCKING STATE; state_rm;
    "workspace list" "[directory]", "List the workspaces: separate states of one configuration, one of them selected"; None;
        ; |_| Ok(Subcommand::WorkspaceList);
    "workspace show" "[directory]", "Show which workspace is selected"; None;
        ; |_| Ok(Subcommand::WorkspaceShow);
    "workspace new" "NAME [directory]", "Create a workspace, and select it"; None;
        LOCKING; |given| Ok(Subcommand::WorkspaceNew(workspace(given)?));
    "workspace select" "NAME [directory]", "Select a workspace"; None;
        OR_CREATE; |given| Ok(Subcommand::WorkspaceSelect(workspace(given)?));
    "workspace delete" "NAME [directory]", "Delete a workspace"; None;
        FORCE_DELETE LOCKING; |given| Ok(Subcommand::WorkspaceDelete(workspace(given)?));
    "schema" "", "Print the schemas, as terraform providers schema -json does"; None;
        JSON_DOCUMENT; |_| Ok(Subcommand::Schema);
    "docs" "[directory]", "Write the documentation into docs, from the schemas, examples and templates"; None;
        CHECK JSON_LINES; |_| Ok(Subcommand::Docs);
    "force-unlock" "LOCK_ID [directory or file]", "Remove the lock of a state store, by its id"; None;
        FORCE_UNLOCK; force_unlock;
};

fn state_rm(given: &mut Given) -> Result<Subcommand, String> {
    let addresses = addresses(given)?;
    if addresses.is_empty() {
        return Err("At least one address is required.".to_owned());
    }
    Ok(Subcommand::StateRm(addresses))
}

fn force_unlock(given: &mut Given) -> Result<Subcommand, String> {
    let lock_id = given.argument().ok_or(
        "force-unlock needs the id of the lock, which is in the error for a locked state: \
         force-unlock LOCK_ID",
    )?;
    Ok(Subcommand::ForceUnlock(lock_id))
}

fn output(given: &mut Given) -> Result<Subcommand, String> {
    let (name, raw) = (given.argument(), given.flag("raw"));
    if raw && given.flag("json") {
        return Err("The -raw and -json options are mutually-exclusive.".to_owned());
    }
    if raw && name.is_none() {
        let wrong = "You must give the name of a single output value when using the -raw option.";
        return Err(wrong.to_owned());
    }
    Ok(Subcommand::Output(name))
}

fn import(given: &mut Given) -> Result<Subcommand, String> {
    let address = given.argument();
    let by = match given.text("identity") {
        Some(identity) => Some(ImportText::Identity(identity.to_owned())),
        None => given.argument().map(ImportText::Id),
    };
    let (address, by) = address.zip(by).ok_or(
        "import needs an address and an id: import disk_image.name ID, or import \
         -identity='{\"name\": \"a\"}' disk_image.name",
    )?;
    match ObjectAddress::parse(&address) {
        Some(address) => Ok(Subcommand::Import(address, by)),
        None => Err(format!(
            "\"{address}\" is not the address of a resource: write its type and its name, as in \
             disk_image.name."
        )),
    }
}

fn invoke(given: &mut Given) -> Result<Subcommand, String> {
    let address = given
        .argument()
        .ok_or("invoke needs the address of an action: invoke action.disk_verify.name")?;
    match ObjectAddress::parse(&address) {
        Some(action) if action.mode == Mode::Action => Ok(Subcommand::Invoke(action)),
        _ => Err(format!(
            "\"{address}\" is not the address of an action: write action, its type and its name, \
             as in action.disk_verify.name."
        )),
    }
}

fn addresses(given: &mut Given) -> Result<Vec<ObjectAddress>, String> {
    let texts = given.positional.drain(..);
    texts.map(|text| state_address(&text)).collect()
}

fn workspace(given: &mut Given) -> Result<String, String> {
    let name = given.argument();
    name.ok_or_else(|| "Expected a single argument: NAME.".to_owned())
}
