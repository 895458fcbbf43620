//! Valid command lines, and errors that are reported.

use super::*;
use crate::language::variable_values::Input;
use crate::run::import::ImportText;

fn parsed(line: &str) -> Result<Options, String> {
    match parse(line.split(' ').map(str::to_owned).collect())? {
        Command::Run(options) => Ok(*options),
        Command::Help(topic) => Err(format!("help {topic:?}")),
        Command::Version => Err("version".to_owned()),
    }
}

#[test]
fn options_take_one_dash_or_two() {
    let options = parsed(
        "-chdir=a apply --auto-approve -refresh=false -var a=b=c --var-file f -state s.json x.tf",
    )
    .expect("good");
    assert!(
        matches!(options.subcommand, Subcommand::Apply)
            && options.given.flag("auto-approve")
            && !options.given.on("refresh")
    );
    assert!(!options.given.flag("json"));
    assert_eq!(options.chdir, Some("a".into()));
    assert_eq!(options.given.path("state"), Some("s.json".into()));
    assert_eq!(options.path, Some("x.tf".into()));
    assert!(
        matches!(&options.inputs.given[..], [Input::Value(a, b), Input::File(_)] if a == "a" && b == "b=c")
    );
    let import = parsed("import disk_image.a some-id dir").expect("good");
    let Subcommand::Import(address, by) = import.subcommand else {
        panic!("import");
    };
    assert_eq!(
        (address.to_string(), by),
        ("disk_image.a".into(), ImportText::Id("some-id".to_owned()))
    );
    assert_eq!(import.path, Some("dir".into()));
    let output = parsed("output -raw o dir").expect("good");
    assert!(matches!(&output.subcommand, Subcommand::Output(Some(name)) if name == "o"));
    assert!(output.given.flag("raw"));
    assert_eq!(output.path, Some("dir".into()));
    let docs = parsed("docs --check examples/disk").expect("good");
    assert!(matches!(docs.subcommand, Subcommand::Docs) && docs.given.flag("check"));
    assert_eq!(docs.path, Some("examples/disk".into()));
    let removed = parsed("state rm -dry-run a.b a.c[0]").expect("good");
    assert!(matches!(&removed.subcommand, Subcommand::StateRm(addresses) if addresses.len() == 2));
    assert!(removed.given.flag("dry-run"));
    let waits = parsed("apply -lock=false -lock-timeout=1m2.5s").expect("good");
    assert!(!waits.given.on("lock"));
    assert_eq!(waits.lock_timeout, Duration::from_millis(62_500));
    let selected = parsed("workspace select -or-create blue dir").expect("good");
    assert!(matches!(&selected.subcommand, Subcommand::WorkspaceSelect(name) if name == "blue"));
    assert!(selected.given.flag("or-create"));
    assert_eq!(selected.path, Some("dir".into()));
}

#[test]
fn mistakes_are_reported() {
    for (line, part) in [
        ("aply", "Did you mean \"apply\"?"),
        ("apply -auto-aprove", "Did you mean auto-approve?"),
        ("plan -auto-approve", "for other commands"),
        ("plan -target=x", "use Terraform for it"),
        ("plan -refresh=maybe", "true or false"),
        ("plan -var a", "no \"=\""),
        ("plan -state", "needs a value"),
        ("plan a b", "too many"),
        ("import disk_image.a", "address and an id"),
        ("import disk_image a", "not the address"),
        ("-x plan", "no option -x"),
        ("state", "state list or state rm"),
        ("state mv a.b a.c", "use Terraform for it"),
        ("force-unlock", "needs the id of the lock"),
        ("plan -force", "for other commands"),
        ("plan -check", "for other commands"),
        ("state rm", "At least one address is required."),
        ("state rm a", "not the address of a resource"),
        ("state list module.m.a.b", "modules are not supported"),
        ("state list -json", "for other commands"),
        ("plan -lock-timeout=5", "duration with its unit"),
        ("plan -lock-timeout=s", "duration with its unit"),
        ("plan -query", "for other commands"),
        ("workspace", "workspace needs a command"),
        ("workspace new", "NAME"),
        ("workspace show -force", "for other commands"),
        ("invoke", "address of an action"),
        ("invoke disk_verify.a", "not the address of an action"),
        ("output -raw", "name of a single output"),
        ("output -raw -json o", "mutually-exclusive"),
    ] {
        let error = parsed(line).expect_err(line);
        assert!(error.contains(part), "{line}: {error}");
    }
    for line in ["-version", "--version", "-v", "version"] {
        assert_eq!(parsed(line).expect_err("version"), "version");
    }
    for line in ["help", "-h", "--help", "plan -help", "help plan"] {
        assert!(parsed(line).expect_err("help").starts_with("help"));
    }
}
