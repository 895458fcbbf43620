//! The help text.

/// The text of one command, or of all.
pub(super) fn text(provider: &str, topic: Option<&str>) -> String {
    let usage = match topic {
        Some("import") => "import [options] ADDRESS (ID | -identity=JSON) [directory or file]",
        Some("query") => "query [options] [directory or file]",
        Some("show") => "show [options] [directory or file]",
        Some("console") => "console [options] [directory or file]",
        Some("schema") => "schema",
        Some("docs") => "docs [options] [directory]",
        Some("validate") => "validate [options] [directory or file]",
        Some("output") => "output [options] [NAME [directory or file]]",
        Some("state list") => "state list [options] [ADDRESS...]",
        Some("workspace list") => "workspace list [options] [directory]",
        Some("workspace show") => "workspace show [options] [directory]",
        Some("workspace new") => "workspace new [options] NAME [directory]",
        Some("workspace select") => "workspace select [options] NAME [directory]",
        Some("workspace delete") => "workspace delete [options] NAME [directory]",
        Some("state rm") => "state rm [options] ADDRESS...",
        Some("force-unlock") => "force-unlock [options] LOCK_ID [directory or file]",
        Some("plan") => "plan [options] [directory or file]",
        Some("apply") => "apply [options] [directory or file]",
        Some("invoke") => "invoke [options] ADDRESS [directory or file]",
        Some("destroy") => "destroy [options] [directory or file]",
        _ => "COMMAND [options] [directory or file]",
    };
    format!(
        "\
The Terraform provider \"{provider}\", run by hand.

Terraform starts this program by itself. Run by hand, it applies configurations with its own
resources only, with a state file of its own: for trying, developing and testing. For real
infrastructure use Terraform or OpenTofu.

Usage: terraform-provider-{provider} {usage}

Commands:
  plan       Show what would be done
  apply      Create, change and replace what the configuration says
  destroy    Delete everything in the state
  show       Show the state
  output     Show the outputs in the state, or the value of one
  validate   Check the configuration, without the state and values of variables
  import     Take over an object that exists, by its id or identity
  invoke     Invoke an action, and change nothing else
  query      List what exists, by the list blocks of *.tfquery.hcl files
  console    Evaluate expressions from standard input, one a line, with variables and state
  state list List the objects in the state
  state rm   Take objects out of the state; they go on to exist
  workspace list, show, new, select, delete
             Several states of one configuration, of which one is selected
  schema     Print the schemas, as terraform providers schema -json does
  docs       Write the documentation into docs, out of the schemas, examples and templates
  force-unlock  Take the lock of a state store away, by its id

Without a directory or file, the *.tf files of the working directory are the configuration.

Options of plan, apply and destroy:
  -auto-approve        Do not ask (apply, destroy, invoke)
  -destroy             Plan or apply the deletion of everything (plan, apply)
  -detailed-exitcode   Exit with 0 without changes, 1 after an error, 2 with changes (plan)
  -refresh=false       Do not read what exists before planning
  -input=false         Fail where a question would be asked

Options of import, invoke, query and console too:
  -var 'name=value'    The value of a variable
  -var-file=FILE       The values of variables

Options of import:
  -identity=JSON       What identifies the object, in place of its id: {{\"name\": \"a\"}}

Options of query and plan:
  -generate-config-out=FILE  Write resources and import blocks for what is listed (query), or
                       resources for import blocks that have none (plan)

Options of commands that change the state, or plan to:
  -lock=false          Do not mind that somebody else has locked the state
  -lock-timeout=TIME   Wait so long for the lock of somebody else: 10s, 5m

Options of validate and workspace:
  -query               The list blocks of *.tfquery.hcl files too (validate)
  -or-create           Make it where there is none (workspace select)

Options of docs:
  -check               Write nothing, and fail where something is not up to date

Options of output and state:
  -raw                 The value alone, without quotes (output)
  -id=ID               Only objects with this id (state list)
  -dry-run             Only say what would be removed (state rm)
  -force               Do not ask (force-unlock); also one that is not empty (workspace delete)

Options of all commands (-json not of console, -state not of schema, docs and validate):
  -chdir=DIR           Change to this directory first
  -state=FILE          The state file (default: {provider}.state.json beside the configuration)
  -json                Write for machines: one JSON object a line; show, output, validate and
                       schema one document (not state list and state rm)
  -no-color            Without colours (also with the variable NO_COLOR)
  -help                This text

The exit status is 0 after success and 1 after an error.
"
    )
}
