//! Crates that are ported with learning: they compile without a warning, and differ from the
//! program by defaults only.

use super::*;

/// What becomes of an old object is in the report, by names alone.
#[test]
fn objects_of_a_state_are_upgraded() {
    let place = place();
    let Some(program) = go_peer::built("learn/cmd/sdkv2") else {
        return;
    };
    let program = program.to_str().expect("a path that is text");
    let object = |version: u8, attributes: Json| json!({"schema_version": version, "attributes": attributes});
    let state = json!({"version": 4, "resources": [{
        "mode": "managed", "type": "learn_plans", "name": "x", "instances": [
            object(0, json!({"id": "old", "name": "secret words"})),
            object(1, json!({"id": "new", "name": "other words"})),
        ],
    }]});
    let file = place.path().join("terraform.tfstate");
    fs::write(&file, state.to_string()).expect("written");
    let port = |directory: &'static str| {
        let only = ["--only", "learn_plans", "--state", "terraform.tfstate"];
        [&["port", program, directory][..], &only].concat()
    };
    done(&provider(place.path(), &port("learn")));
    let report = fs::read_to_string(place.path().join("learn/PORTING.md")).expect("a report");
    let said = "learned: the type upgrades states of version 0";
    assert_eq!(report.matches(said).count(), 1, "{report}");
    assert!(report.contains("from version 0 to 1"), "{report}");
    assert!(!report.contains("words"), "{report}");
    // The settings have a default, which may come from a variable that nothing names.
    let said = "Defaults of settings are those of an environment without variables.";
    assert_eq!(report.matches(said).count(), 1, "{report}");
    let arguments = port("other");
    for text in ["", "{}", "{\"version\": 3}", "[1"] {
        fs::write(&file, text).expect("written");
        let error = refused(place.path(), &arguments);
        let said = "terraform.tfstate is not a state file of version 4: give what `terraform state pull` prints";
        assert!(error.contains(said), "{error}");
    }
    fs::remove_file(&file).expect("removed");
    assert!(refused(place.path(), &arguments).contains("terraform.tfstate: No such file"));
}

#[test]
fn go_providers_differ_by_defaults_only() {
    let place = place();
    let sdk = sdk().to_str().expect("a path that is text");
    for (package, name) in [
        ("learn/cmd/muxed", "muxed"),
        ("small/framework", "small-framework"),
        ("small/schema2", "small-sdk"),
        ("old", "old"),
    ] {
        let Some(program) = go_peer::built(package) else {
            return;
        };
        let old = program.to_str().expect("a path that is text");
        // Inferred findings are compiled too, for the provider that has every kind.
        let ways = if name == "muxed" { 2 } else { 1 };
        for accepted in [&[][..], &["--accept-likely"]].iter().take(ways) {
            let port = ["port", old, name, "--name", name, "--path", sdk];
            done(&provider(place.path(), &[&port[..], *accepted].concat()));
            let directory = place.path().join(name);
            let new = round_trip::build(&directory).join(format!("terraform-provider-{name}"));
            let new = new.to_str().expect("a path that is text");
            let output = provider(place.path(), &["diff", old, new, "--descriptions"]);
            let differences = done(&output);
            for line in differences.lines().filter(|line| line.starts_with(' ')) {
                // What the environment may give is required in a program that finds nothing there.
                let from_environment = line.ends_with(": was required, is optional and computed");
                assert!(
                    line.starts_with("  compatible")
                        && (line.ends_with("as it does by a default")
                            || from_environment && !accepted.is_empty()),
                    "{differences}"
                );
            }
            fs::remove_dir_all(&directory).expect("removed");
        }
    }
}
