//! Crates that are ported with learning: they compile without a warning, and differ from the program by defaults only.

use super::*;

/// The program of a Go package below `tests/peers/go`. Nothing where there is no Go, which CI does not put up with.
fn built(module: &str, package: &str, name: &str) -> Option<PathBuf> {
    if Command::new("go").arg("version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "Go is needed in CI");
        eprintln!("SKIPPED: there is no `go`, with which the providers of the test are built");
        return None;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-peers");
    fs::create_dir_all(&target).expect("a folder");
    let program = target.join(name);
    let mut go = Command::new("go");
    go.args([
        "build",
        "-buildvcs=false",
        "-mod=readonly",
        "-ldflags=-s -w",
        "-o",
    ])
    .arg(&program)
    .arg(package)
    .current_dir(sdk().join("tests/peers/go").join(module))
    .env_remove("GOFLAGS");
    done(&go.output().expect("go runs"));
    Some(program)
}

#[test]
fn go_providers_differ_by_defaults_only() {
    let place = place();
    let sdk = sdk().to_str().expect("a path that is text");
    for (module, package, name) in [
        ("learn", "./cmd/muxed", "muxed"),
        ("small", "./framework", "small-framework"),
        ("small", "./schema2", "small-sdk"),
        ("old", ".", "old"),
    ] {
        let Some(program) = built(module, package, name) else {
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
