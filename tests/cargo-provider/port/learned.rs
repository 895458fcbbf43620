//! Crates that are ported with learning: they compile without a warning, and differ from the
//! program by defaults only.

use super::*;

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
        // What is likely is compiled too, of the provider that has it all.
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
                assert!(
                    line.starts_with("  compatible") && line.ends_with("as it does by a default"),
                    "{differences}"
                );
            }
            fs::remove_dir_all(&directory).expect("removed");
        }
    }
}
