//! The commands: one row each, with their arguments and options.

use std::path::PathBuf;

use super::options::*;
use super::values::state_address;
use crate::address::{Mode, ObjectAddress};
use crate::run::changes::PlanOptions;
use crate::run::import::ImportText;

/// A command with its own arguments and options.
#[derive(Debug)]
pub(in crate::cli) enum Subcommand {
    Plan {
        options: PlanOptions,
        detailed_exitcode: bool,
        /// Where to write the resources for import blocks that have none.
        generate_config_out: Option<PathBuf>,
    },
    /// Also `destroy`.
    Apply {
        options: PlanOptions,
        auto_approve: bool,
    },
    Show,
    Import {
        address: ObjectAddress,
        by: ImportText,
    },
    Query {
        /// Where to write the configuration of the listed objects.
        generate_config_out: Option<PathBuf>,
    },
    Console,
    Schema,
    Docs {
        /// Only report whether the documentation is up to date.
        check: bool,
    },
    Validate {
        /// Whether to validate the `list` blocks too.
        query: bool,
    },
    Output {
        /// The name of an output; all outputs if `None`.
        name: Option<String>,
        /// Only the value, without quotes and a final line break.
        raw: bool,
    },
    StateList {
        addresses: Vec<ObjectAddress>,
        id: Option<String>,
    },
    StateRm {
        addresses: Vec<ObjectAddress>,
        dry_run: bool,
    },
    Invoke {
        action: ObjectAddress,
        auto_approve: bool,
    },
    ForceUnlock {
        lock_id: String,
        /// Do not ask for confirmation.
        force: bool,
    },
    WorkspaceList,
    WorkspaceShow,
    WorkspaceNew {
        name: String,
    },
    WorkspaceSelect {
        name: String,
        /// Create it if it does not exist.
        or_create: bool,
    },
    WorkspaceDelete {
        name: String,
        /// Delete it even if it is not empty.
        force: bool,
    },
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
        DESTROY EXIT_CODE REFRESH IMPORTS_OUT INPUT VARIABLES LOCKING STATE JSON_LINES; plan;
    "apply" PATH, "Create, change and replace objects to match the configuration"; Some("OperationTypeApply");
        APPROVE DESTROY REFRESH INPUT VARIABLES LOCKING STATE JSON_LINES; |given| Ok(apply(given, given.flag("destroy")));
    "destroy" PATH, "Delete everything in the state"; Some("OperationTypeApply");
        APPROVE REFRESH INPUT VARIABLES LOCKING STATE JSON_LINES; |given| Ok(apply(given, true));
    "show" PATH, "Show the state"; None;
        STATE JSON_DOCUMENT; |_| Ok(Subcommand::Show);
    "output" "[NAME [directory or file]]", "Show the outputs in the state, or the value of one"; None;
        RAW STATE JSON_DOCUMENT; output;
    "validate" PATH, "Check the configuration, without the state and values of variables"; None;
        QUERY JSON_DOCUMENT; |given| Ok(Subcommand::Validate { query: given.flag("query") });
    "import" "ADDRESS (ID | -identity=JSON) [directory or file]", "Import an existing object, by its id or identity";
        Some("import");
        IDENTITY INPUT VARIABLES LOCKING STATE JSON_LINES; import;
    "invoke" "ADDRESS [directory or file]", "Invoke an action, and change nothing else"; Some("OperationTypeApply");
        APPROVE INPUT VARIABLES LOCKING STATE JSON_LINES; invoke;
    "query" PATH, "List what exists, by the list blocks of *.tfquery.hcl files"; None;
        LISTED_OUT VARIABLES JSON_LINES; query;
    "console" PATH, "Evaluate expressions from standard input, one a line, with variables and state"; None;
        INPUT VARIABLES STATE; |_| Ok(Subcommand::Console);
    "state list" "[ADDRESS...]", "List the objects in the state"; None;
        ID STATE; state_list;
    "state rm" "ADDRESS...", "Remove objects from the state; they continue to exist"; Some("state-rm");
        DRY_RUN LOCKING STATE; state_rm;
    "workspace list" "[directory]", "List the workspaces: separate states of one configuration, one of them selected"; None;
        ; |_| Ok(Subcommand::WorkspaceList);
    "workspace show" "[directory]", "Show which workspace is selected"; None;
        ; |_| Ok(Subcommand::WorkspaceShow);
    "workspace new" "NAME [directory]", "Create a workspace, and select it"; None;
        LOCKING; |given| Ok(Subcommand::WorkspaceNew { name: workspace(given)? });
    "workspace select" "NAME [directory]", "Select a workspace"; None;
        OR_CREATE; |given| Ok(Subcommand::WorkspaceSelect { name: workspace(given)?, or_create: given.flag("or-create") });
    "workspace delete" "NAME [directory]", "Delete a workspace"; None;
        FORCE_DELETE LOCKING; |given| Ok(Subcommand::WorkspaceDelete { name: workspace(given)?, force: given.flag("force") });
    "schema" "", "Print the schemas, as terraform providers schema -json does"; None;
        JSON_DOCUMENT; |_| Ok(Subcommand::Schema);
    "docs" "[directory]", "Write the documentation into docs, from the schemas, examples and templates"; None;
        CHECK JSON_LINES; |given| Ok(Subcommand::Docs { check: given.flag("check") });
    "force-unlock" "LOCK_ID [directory or file]", "Remove the lock of a state store, by its id"; None;
        FORCE_UNLOCK; force_unlock;
};

fn plan(given: &mut Given) -> Result<Subcommand, String> {
    Ok(Subcommand::Plan {
        options: PlanOptions {
            refresh: given.on("refresh"),
            destroy: given.flag("destroy"),
        },
        detailed_exitcode: given.flag("detailed-exitcode"),
        generate_config_out: given.path("generate-config-out"),
    })
}

fn apply(given: &Given, destroy: bool) -> Subcommand {
    Subcommand::Apply {
        options: PlanOptions {
            refresh: given.on("refresh"),
            destroy,
        },
        auto_approve: given.flag("auto-approve"),
    }
}

fn query(given: &mut Given) -> Result<Subcommand, String> {
    let generate_config_out = given.path("generate-config-out");
    Ok(Subcommand::Query {
        generate_config_out,
    })
}

fn state_list(given: &mut Given) -> Result<Subcommand, String> {
    Ok(Subcommand::StateList {
        addresses: addresses(given)?,
        id: given.text("id").map(str::to_owned),
    })
}

fn state_rm(given: &mut Given) -> Result<Subcommand, String> {
    let addresses = addresses(given)?;
    if addresses.is_empty() {
        return Err("At least one address is required.".to_owned());
    }
    Ok(Subcommand::StateRm {
        addresses,
        dry_run: given.flag("dry-run"),
    })
}

fn force_unlock(given: &mut Given) -> Result<Subcommand, String> {
    match given.argument() {
        Some(lock_id) => Ok(Subcommand::ForceUnlock {
            lock_id,
            force: given.flag("force"),
        }),
        None => Err(
            "force-unlock needs the id of the lock, which is in the error for a locked \
             state: force-unlock LOCK_ID"
                .to_owned(),
        ),
    }
}

fn output(given: &mut Given) -> Result<Subcommand, String> {
    let (name, raw) = (given.argument(), given.flag("raw"));
    if raw && given.flag("json") {
        return Err("The -raw and -json options are mutually-exclusive.".to_owned());
    }
    if raw && name.is_none() {
        return Err(
            "You must give the name of a single output value when using the -raw option."
                .to_owned(),
        );
    }
    Ok(Subcommand::Output { name, raw })
}

fn import(given: &mut Given) -> Result<Subcommand, String> {
    let address = given.argument();
    let by = match given.text("identity") {
        Some(identity) => Some(ImportText::Identity(identity.to_owned())),
        None => given.argument().map(ImportText::Id),
    };
    let (Some(address), Some(by)) = (address, by) else {
        return Err(
            "import needs an address and an id: import disk_image.name ID, or import \
             -identity='{\"name\": \"a\"}' disk_image.name"
                .to_owned(),
        );
    };
    match ObjectAddress::parse(&address) {
        Some(address) => Ok(Subcommand::Import { address, by }),
        None => Err(format!(
            "\"{address}\" is not the address of a resource: write its type and its name, as in \
             disk_image.name."
        )),
    }
}

fn invoke(given: &mut Given) -> Result<Subcommand, String> {
    let Some(address) = given.argument() else {
        return Err(
            "invoke needs the address of an action: invoke action.disk_verify.name".to_owned(),
        );
    };
    match ObjectAddress::parse(&address) {
        Some(action) if action.mode == Mode::Action => Ok(Subcommand::Invoke {
            action,
            auto_approve: given.flag("auto-approve"),
        }),
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
