//! The help text.

/// The text of one command, or of all.
pub(super) fn text(provider: &str, topic: Option<&str>) -> String {
    let usage = match topic {
        Some("import") => "import [options] ADDRESS ID [directory or file]",
        Some("show") => "show [options] [directory or file]",
        Some("console") => "console [options] [directory or file]",
        Some("schema") => "schema",
        Some("plan") => "plan [options] [directory or file]",
        Some("apply") => "apply [options] [directory or file]",
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
  import     Take over an object that exists, by its id
  console    Evaluate expressions from standard input, one a line, with variables and state
  schema     Print the schemas, as terraform providers schema -json does

Without a directory or file, the *.tf files of the working directory are the configuration.

Options of plan, apply and destroy:
  -auto-approve        Do not ask (apply, destroy)
  -destroy             Plan or apply the deletion of everything (plan, apply)
  -detailed-exitcode   Exit with 0 without changes, 1 after an error, 2 with changes (plan)
  -refresh=false       Do not read what exists before planning
  -input=false         Fail where a question would be asked

Options of import and console too:
  -var 'name=value'    The value of a variable
  -var-file=FILE       The values of variables

Options of all commands (-json not of console, -state not of schema):
  -chdir=DIR           Change to this directory first
  -state=FILE          The state file (default: {provider}.state.json beside the configuration)
  -json                Write for machines: one JSON object a line; show and schema one document
  -no-color            Without colours (also with the variable NO_COLOR)
  -help                This text

The exit status is 0 after success and 1 after an error.
"
    )
}
