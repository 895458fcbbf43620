//! Lines that are read, and mistakes that are told.

use super::*;

fn parsed(line: &str) -> Result<Options, String> {
    match parse(line.split(' ').map(str::to_owned).collect())? {
        Command::Run(options) => Ok(*options),
        Command::Help(topic) => Err(format!("help {topic:?}")),
    }
}

#[test]
fn options_take_one_dash_or_two() {
    let options = parsed(
        "-chdir=a apply --auto-approve -refresh=false -var a=b=c --var-file f -state s.json x.tf",
    )
    .expect("good");
    assert_eq!(options.subcommand, Subcommand::Apply);
    assert!(options.auto_approve && !options.refresh && !options.json);
    assert_eq!(options.chdir, Some("a".into()));
    assert_eq!(options.state, Some("s.json".into()));
    assert_eq!(options.path, Some("x.tf".into()));
    assert!(
        matches!(&options.inputs.given[..], [Input::Value(a, b), Input::File(_)] if a == "a" && b == "b=c")
    );
    let import = parsed("import disk_image.a some-id dir").expect("good");
    let (address, id) = import.import.expect("import");
    assert_eq!(
        (address.to_string(), id),
        ("disk_image.a".into(), ImportText::Id("some-id".to_owned()))
    );
    assert_eq!(import.path, Some("dir".into()));
    let output = parsed("output -raw o dir").expect("good");
    assert_eq!(
        (output.name.as_deref(), output.path),
        (Some("o"), Some("dir".into()))
    );
    let docs = parsed("docs --check examples/disk").expect("good");
    assert!(docs.check && docs.path == Some("examples/disk".into()));
    let removed = parsed("state rm -dry-run a.b a.c[0]").expect("good");
    assert!(removed.dry_run && removed.addresses.len() == 2);
    assert_eq!(removed.subcommand, Subcommand::StateRm);
    let waits = parsed("apply -lock=false -lock-timeout=1m2.5s").expect("good");
    assert!(!waits.lock);
    assert_eq!(waits.lock_timeout, Duration::from_millis(62_500));
    let selected = parsed("workspace select -or-create blue dir").expect("good");
    assert_eq!(selected.subcommand, Subcommand::WorkspaceSelect);
    assert!(selected.or_create);
    assert_eq!(
        (selected.workspace.as_deref(), selected.path),
        (Some("blue"), Some("dir".into()))
    );
}

#[test]
fn mistakes_are_told() {
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
        ("import disk_image a", "no address"),
        ("-x plan", "no option -x"),
        ("state", "state list or state rm"),
        ("state mv a.b a.c", "use Terraform for it"),
        ("force-unlock", "needs the id of the lock"),
        ("plan -force", "for other commands"),
        ("plan -check", "for other commands"),
        ("state rm", "At least one address is required."),
        ("state rm a", "no address of a resource"),
        ("state list module.m.a.b", "modules are not supported"),
        ("state list -json", "for other commands"),
        ("plan -lock-timeout=5", "duration with its unit"),
        ("plan -lock-timeout=s", "duration with its unit"),
        ("plan -query", "for other commands"),
        ("workspace", "workspace needs a command"),
        ("workspace new", "NAME"),
        ("workspace show -force", "for other commands"),
        ("invoke", "address of an action"),
        ("invoke disk_verify.a", "no address of an action"),
        ("output -raw", "name of a single output"),
        ("output -raw -json o", "mutually-exclusive"),
    ] {
        let error = parsed(line).expect_err(line);
        assert!(error.contains(part), "{line}: {error}");
    }
    for line in ["help", "-h", "--help", "plan -help", "help plan"] {
        assert!(parsed(line).expect_err("help").starts_with("help"));
    }
}
