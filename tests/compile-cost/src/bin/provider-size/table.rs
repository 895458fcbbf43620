//! Compiles and starts generated providers.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value as Json;

use crate::children::children;
use crate::{SEED, generate, go, serde};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Prints the table, a row as soon as it is measured.
///
/// They are built where the workspace is, so that what both are on is built once.
pub(crate) fn print(workspace: &Path, target: &Path, sizes: &[usize], profile: &str) -> Result {
    let built_in = if profile == "dev" { "debug" } else { profile };
    let load = target.join(built_in).join("plugin-load");
    if !load.is_file() {
        let what = load.display();
        let build = format!("cargo build --profile {profile} -p plugin-load");
        return Err(format!("{what} is not there: {build}").into());
    }
    for &resources in sizes {
        let package = target.join(format!("provider-size/{resources}"));
        generate::write(&package, workspace, resources, SEED)?;
        let of_serde = target.join(format!("provider-size/{resources}-serde"));
        serde::write(&of_serde, &package)?;
        let cargo = |arguments: &[&str]| cargo(&package, target, arguments);
        // Each figure as soon as it is there: what takes longest may be cut off.
        println!("{resources} resources");
        let own = debug_builds(&package, target, "terraform-provider-gen")?;
        time("clean debug build", own[0]);
        time("debug build after one resource", own[1]);
        let theirs = debug_builds(&of_serde, target, "structs-of-serde")?;
        time("the structs with serde's derives, clean", theirs[0]);
        time("… and after one of them", theirs[1]);
        of_go(
            &target.join(format!("provider-size/{resources}-go")),
            &package,
            workspace,
        )?;
        let release = cargo(&["build", "--quiet", "--profile", profile])?;
        time(&format!("{profile} build"), release);
        let program = target.join(built_in).join("terraform-provider-gen");
        let size = fs::metadata(&program)?.len() as f64 / 1e6;
        row("program", &format!("{size:.2} MB"));
        Figures::of(&load, &program, &package.join("many.json"))?.print();
    }
    Ok(())
}

/// Build times of a package itself, without its dependencies: from nothing, and after a change of
/// one module.
fn debug_builds(package: &Path, target: &Path, name: &str) -> Result<[(f64, f64); 2]> {
    cargo(package, target, &["build", "--quiet"])?;
    cargo(package, target, &["clean", "--quiet", "-p", name])?;
    let clean = cargo(package, target, &["build", "--quiet"])?;
    let file = generate::edited(package);
    let text = fs::read_to_string(&file)?;
    fs::write(
        &file,
        text.replace("Thing number 0,", "Thing number 0, edited,"),
    )?;
    Ok([clean, cargo(package, target, &["build", "--quiet"])?])
}

/// The same on Go's framework: Go compiles a package as a whole, so that a build from nothing takes
/// as long as one after an edit.
fn of_go(module: &Path, provider: &Path, workspace: &Path) -> Result {
    let name = "Go's framework, after one resource";
    if Command::new("go").arg("version").output().is_err() {
        row(name, "skipped: no Go");
        return Ok(());
    }
    go::write(module, provider, workspace)?;
    let build = || {
        let arguments = ["build", "-trimpath", "-ldflags=-s -w", "-o", "provider"];
        run(Command::new("go").current_dir(module).args(arguments))
    };
    build()?;
    let file = module.join("r_thing_0.go");
    let text = fs::read_to_string(&file)?;
    // Go builds nothing again for a text that it has built before.
    fs::write(
        &file,
        format!(
            "{text}\nfunc edited() int {{ return {} }}\n",
            std::process::id()
        ),
    )?;
    time(name, build()?);
    let size = fs::metadata(module.join("provider"))?.len() as f64 / 1e6;
    row("… its program", &format!("{size:.2} MB"));
    Ok(())
}

fn row(name: &str, figures: &str) {
    println!("{name:<44}{figures}");
}

fn time(name: &str, (wall, processor): (f64, f64)) {
    row(name, &format!("{wall:.1} s, processor {processor:.1} s"));
}

fn cargo(package: &Path, target: &Path, arguments: &[&str]) -> Result<(f64, f64)> {
    run(
        Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .current_dir(package)
            .env("CARGO_TARGET_DIR", target)
            .env_remove("RUSTFLAGS")
            .args(arguments),
    )
}

/// Seconds of wall and of processor time that a command takes.
fn run(command: &mut Command) -> Result<(f64, f64)> {
    let (start, before) = (Instant::now(), children()?);
    if !command.status()?.success() {
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
