//! The served schemas equal those that were read: the strictest comparison finds no difference,
//! even in descriptions.

use std::sync::Once;

use super::*;

/// Cargo, which lints what it compiles of the package as `cargo clippy -- -D warnings` would, in
/// the directory in which the tests of new providers build too.
pub(super) fn build(directory: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold");
    static STARTED: Once = Once::new();
    STARTED.call_once(|| started_build::start(&target, sdk()));
    fs::copy(sdk().join("Cargo.lock"), directory.join("Cargo.lock")).expect("a lock file");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--offline"])
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", &target)
        .env(
            "RUSTC_WORKSPACE_WRAPPER",
            Path::new(env!("CARGO")).with_file_name("clippy-driver"),
        )
        .env(
            "CLIPPY_ARGS",
            ["-D", "warnings", ""].join("__CLIPPY_HACKERY__"),
        );
    done(&cargo.output().expect("cargo runs"));
    target.join("debug")
}

/// Writes the crate of a document, builds it, and compares both. The returned text lists the
/// differences.
fn round_trip(place: &Path, json: &str, name: &str) -> (PathBuf, String) {
    let sdk = sdk().to_str().expect("a path that is text");
    done(&provider(place, &["port", json, name, "--path", sdk]));
    let directory = place.join(name);
    let formatted = Command::new(env!("CARGO"))
        .args(["fmt", "--check"])
        .current_dir(&directory)
        .output();
    done(&formatted.expect("rustfmt"));
    let program = build(&directory).join(format!("terraform-provider-{name}"));
    let path = program.to_str().expect("a path that is text");
    let output = provider(place, &["diff", json, path, "--descriptions"]);
    (
        program.clone(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
fn a_provider_with_everything_serves_what_it_was_made_from() {
    let place = place();
    let (program, differences) = round_trip(place.path(), &schemas("everything.json"), "every");
    // For two types, the report says why they are omitted.
    let left_out = |name: &str| {
        format!(
            "resource {name}\n  breaks      is gone: configurations that use it are rejected\n\n"
        )
    };
    let expected = [
        left_out("every_hyphen"),
        left_out("every_loose"),
        "2 differences break configurations or states.\n".to_owned(),
    ];
    assert_eq!(differences, expected.concat());

    // Its program says the same as the document.
    let path = program.to_str().expect("a path that is text");
    let sdk = sdk().to_str().expect("a path that is text");
    done(&provider(
        place.path(),
        &["port", path, "again", "--no-learn", "--path", sdk],
    ));
    let [first, again] = ["every", "again"].map(|name| files(&place.path().join(name).join("src")));
    for (path, text) in &first {
        assert_eq!(again.get(path), Some(text), "{}", path.display());
    }

    // Every call says what to write, and where.
    let configuration = place.path().join("configuration");
    fs::create_dir(&configuration).expect("a directory");
    let main = "provider \"every\" {\n  endpoint = \"x\"\n  filter {\n    name = \"a\"\n    values = []\n  }\n}\n\
                output \"twice\" {\n  value = provider::every::double(2)\n}\n";
    fs::write(configuration.join("main.tf"), main).expect("written");
    let output = Command::new(&program)
        .args(["apply", "-auto-approve"])
        .current_dir(&configuration)
        .output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    let said = said
        .split_whitespace()
        .filter(|word| *word != "│")
        .collect::<Vec<_>>()
        .join(" ");
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("The function double is not ported yet"),
        "{said}"
    );
    assert!(
        said.contains(
            "src/functions/double.rs has no code for it. Write `impl Function` for Double there"
        ),
        "{said}"
    );
}

#[test]
fn a_provider_without_settings_serves_what_it_was_made_from() {
    let place = place();
    let (_, differences) = round_trip(place.path(), &schemas("tiny.json"), "tiny-beta");
    assert_eq!(differences, "The schemas are the same.\n");
}

/// Those of real providers, in a folder named by an environment variable: `.ci/long` sets it.
#[test]
#[ignore = "takes minutes a provider: .ci/long runs it"]
fn real_providers_serve_what_they_were_made_from() {
    let folder = std::env::var_os("PROVIDER_SCHEMAS_DIR").expect("PROVIDER_SCHEMAS_DIR");
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    // The small ones first.
    all.sort_by_key(|path| fs::metadata(path).map_or(0, |file| file.len()));
    let mut wrong = Vec::new();
    for path in all
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let place = place();
        let json = path.to_str().expect("a path that is text");
        let name = path
            .file_stem()
            .expect("a name")
            .to_str()
            .expect("a path that is text");
        let start = std::time::Instant::now();
        let (_, differences) = round_trip(place.path(), json, name);
        eprintln!("{name}: {:.0} s", start.elapsed().as_secs_f64());
        if differences != "The schemas are the same.\n" {
            wrong.push(format!("{name}:\n{differences}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
