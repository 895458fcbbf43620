//! Compiles and starts generated providers.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value as Json;

use crate::children::children;
use crate::{SEED, generate, go, serde};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Prints the table, a row as soon as it is measured.
///
/// Each size is built in a directory of its own, so that a clean build is one of everything.
pub(crate) fn print(workspace: &Path, target: &Path, sizes: &[usize], profile: &str) -> Result {
    let built_in = if profile == "dev" { "debug" } else { profile };
    let load = target.join(built_in).join("plugin-load");
    if !load.is_file() {
        let what = load.display();
        let build = format!("cargo build --profile {profile} -p plugin-load");
        return Err(format!("{what} is not there: {build}").into());
    }
    for (index, &resources) in sizes.iter().enumerate() {
        let of = |what: &str| target.join(format!("provider-size/{resources}{what}"));
        let (package, theirs, go, built) = (of(""), of("-serde"), of("-go"), of("-target"));
        generate::write(&package, workspace, resources, SEED)?;
        serde::write(&theirs, &package)?;
        if built.exists() {
            fs::remove_dir_all(&built)?;
        }
        // Each figure as soon as it is there: what takes longest may be cut off.
        println!("{resources} resources");
        let ours = Package::new(&package, &built, "terraform-provider-gen");
        time("debug build, everything", ours.cargo(&["build"])?);
        time("debug build, the crate alone", ours.again(&["build"])?);
        time("debug build after an edit", ours.edited(&["build"])?);
        ours.cargo(&["test"])?;
        time("test after an edit", ours.edited(&["test"])?);
        time("check, the crate alone", ours.again(&["check"])?);
        time("check after an edit", ours.edited(&["check"])?);
        let structs = Package::new(&theirs, &built, "structs-of-serde");
        structs.cargo(&["build"])?;
        let alone = structs.again(&["build"])?;
        time("the structs with serde's derives, debug build", alone);
        time("… after an edit", structs.edited(&["build"])?);
        // A platform takes as long as the first build, so one size shows what several take.
        of_go(&go, &package, workspace, index == 0)?;
        let release = ["build", "--profile", profile];
        time(
            &format!("{profile} build, everything"),
            ours.cargo(&release)?,
        );
        time(
            &format!("{profile} build after an edit"),
            ours.edited(&release)?,
        );
        let program = built.join(built_in).join("terraform-provider-gen");
        let size = fs::metadata(&program)?.len() as f64 / 1e6;
        row("program", &format!("{size:.2} MB"));
        Figures::of(&load, &program, &package.join("many.json"))?.print();
    }
    Ok(())
}

/// A package, where it is built, and its name.
struct Package<'a> {
    folder: &'a Path,
    target: &'a Path,
    name: &'a str,
}

impl<'a> Package<'a> {
    fn new(folder: &'a Path, target: &'a Path, name: &'a str) -> Self {
        Self {
            folder,
            target,
            name,
        }
    }

    fn cargo(&self, arguments: &[&str]) -> Result<(f64, f64)> {
        let (command, rest) = arguments.split_first().ok_or("no command")?;
        run(
            Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
                .current_dir(self.folder)
                .env("CARGO_TARGET_DIR", self.target)
                .env_remove("RUSTFLAGS")
                .args([command, "--quiet"])
                .args(rest),
        )
    }

    /// The package without its dependencies, which were built before.
    fn again(&self, arguments: &[&str]) -> Result<(f64, f64)> {
        self.cargo(arguments)?;
        self.cargo(&["clean", "-p", self.name])?;
        self.cargo(arguments)
    }

    /// After a change of one module.
    fn edited(&self, arguments: &[&str]) -> Result<(f64, f64)> {
        let file = generate::edited(self.folder);
        let text = fs::read_to_string(&file)?;
        let edited = text.replace("Thing number 0,", "Thing number 0, edited,");
        fs::write(&file, edited)?;
        self.cargo(arguments)
    }
}

/// The platforms that HashiCorp's recommendation for releases names first.
const PLATFORMS: &[(&str, &str)] = &[
    ("darwin", "amd64"),
    ("darwin", "arm64"),
    ("linux", "amd64"),
    ("linux", "arm64"),
    ("windows", "amd64"),
    ("windows", "arm64"),
];

/// The same on Go's framework. Go compiles a package as a whole, and a release as any other build.
fn of_go(module: &Path, provider: &Path, workspace: &Path, platforms: bool) -> Result {
    if Command::new("go").arg("version").output().is_err() {
        row("Go's framework", "skipped: no Go");
        return Ok(());
    }
    go::write(module, provider, workspace)?;
    let cache = module.join("cache");
    if cache.exists() {
        fs::remove_dir_all(&cache)?;
    }
    let go = |arguments: &[&str], (system, processor): (&str, &str)| {
        let mut command = Command::new("go");
        command.current_dir(module).args(arguments);
        command.env("GOCACHE", &cache).env("CGO_ENABLED", "0");
        run(command.env("GOOS", system).env("GOARCH", processor))
    };
    let own = ("linux", "amd64");
    let build = ["build", "-trimpath", "-ldflags=-s -w", "-o", "provider"];
    let edit = |edits: u32| {
        // Go builds nothing again for a text that it has built before.
        let text = format!("package main\n\nfunc edited() int {{ return {edits} }}\n");
        fs::write(module.join("edited.go"), text)
    };
    edit(0)?;
    time("Go's framework, everything", go(&build, own)?);
    edit(1)?;
    time("… after an edit", go(&build, own)?);
    go(&["test", "."], own)?;
    edit(2)?;
    time("… test after an edit", go(&["test", "."], own)?);
    let size = fs::metadata(module.join("provider"))?.len() as f64 / 1e6;
    row("… its program", &format!("{size:.2} MB"));
    fs::remove_dir_all(&cache)?;
    if !platforms {
        return Ok(());
    }
    let mut all = (0.0, 0.0);
    for &platform in PLATFORMS {
        let one = go(&build, platform)?;
        all = (all.0 + one.0, all.1 + one.1);
    }
    time("… everything for six platforms", all);
    Ok(())
}

fn row(name: &str, figures: &str) {
    println!("{name:<48}{figures}");
}

fn time(name: &str, (wall, processor): (f64, f64)) {
    row(name, &format!("{wall:.1} s, processor {processor:.1} s"));
}

/// Seconds of wall and of processor time that a command takes.
fn run(command: &mut Command) -> Result<(f64, f64)> {
    let (start, before) = (Instant::now(), children()?);
    if !command.stdout(Stdio::null()).status()?.success() {
        return Err(format!("failed: {command:?}").into());
    }
    Ok((start.elapsed().as_secs_f64(), children()? - before))
}

/// What `plugin-load` prints of a program beside the floor.
struct Figures(Json);

impl Figures {
    fn of(load: &Path, program: &Path, calls: &Path) -> Result<Self> {
        let output = Command::new(load)
            .args([program, calls])
            .args(["--floor", "direct", "--rounds", "3"])
            .args(["--json", "--plans", "1000", "--in-flight", "1"])
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(Self(serde_json::from_slice(&output.stdout)?))
    }

    /// What comes of the schemas, and of a hundred types; the calls of one type are measured on
    /// another provider.
    fn print(&self) {
        let schemas = self.0["schema_bytes"].as_f64().unwrap_or_default() / 1e6;
        row("size of the schemas", &format!("{schemas:.2} MB"));
        for figures in self.0["rows"].as_array().into_iter().flatten() {
            let name = figures["name"].as_str().unwrap_or_default();
            if !(name.starts_with("start") || name.starts_with("schema") || name.contains("types"))
                && name != "resident after the schemas"
            {
                continue;
            }
            let median = |of: &str| figures[of]["median"].as_f64().unwrap_or_default();
            let unit = figures["unit"].as_str().unwrap_or_default();
            let (own, floor) = (median("provider"), median("floor"));
            let aim = match (figures["aim"].as_str(), figures["missed_by"].as_f64()) {
                (None | Some(""), _) => String::new(),
                (Some(aim), None) => format!("; aim {aim}: met"),
                (Some(aim), Some(by)) => format!("; aim {aim}: missed by {by:.2} {unit}"),
            };
            row(
                name,
                &format!("{own:.2} {unit}, floor {floor:.2} {unit}{aim}"),
            );
        }
    }
}
