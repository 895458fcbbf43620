//! Compiles and starts generated providers.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value as Json;

use crate::children::children;
use crate::{SEED, generate};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Prints the table, a row as soon as it is measured.
pub(crate) fn print(workspace: &Path, target: &Path, sizes: &[usize]) -> Result {
    let load = target.join("release/plugin-load");
    if !load.is_file() {
        let what = load.display();
        return Err(format!("{what} is not there: cargo build --release -p plugin-load").into());
    }
    println!(
        "| resources | clean debug build, s wall / processor | after one resource | release build | program, MB | \
         schemas, kB | start → schema, ms | resident after it, MB | after 1,000 plans of 100 types, MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for &resources in sizes {
        let package = target.join(format!("provider-size/{resources}"));
        generate::write(&package, workspace, resources, SEED)?;
        let own = target.join("provider-size/target");
        let built = own.join("debug/terraform-provider-gen");
        // Only the provider itself counts, and not what it stands on.
        cargo(&package, &own, &["build", "--quiet"])?;
        cargo(
            &package,
            &own,
            &["clean", "--quiet", "-p", "terraform-provider-gen"],
        )?;
        let clean = cargo(&package, &own, &["build", "--quiet"])?;
        let file = generate::edited(&package);
        let text = fs::read_to_string(&file)?;
        fs::write(
            &file,
            text.replace("Thing number 0,", "Thing number 0, edited,"),
        )?;
        let edited = cargo(&package, &own, &["build", "--quiet"])?;
        if !built.is_file() {
            return Err(format!("{} was not built", built.display()).into());
        }
        let release = cargo(&package, &own, &["build", "--quiet", "--release"])?;
        let program = own.join("release/terraform-provider-gen");
        let figures = Figures::of(&load, &program, &package.join("many.json"))?;
        println!(
            "| {resources} | {:.1} / {:.1} | {:.1} / {:.1} | {:.0} / {:.0} | {:.2} | {:.0} | {:.2} | {:.1} | {:.1} |",
            clean.0,
            clean.1,
            edited.0,
            edited.1,
            release.0,
            release.1,
            fs::metadata(&program)?.len() as f64 / 1e6,
            figures.schema_bytes / 1e3,
            figures.start,
            figures.after_schemas / 1e6,
            figures.after_plans / 1e6,
        );
    }
    Ok(())
}

/// Seconds of wall and of processor time that cargo takes.
fn cargo(package: &Path, target: &Path, arguments: &[&str]) -> Result<(f64, f64)> {
    let (start, before) = (Instant::now(), children()?);
    let status = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .current_dir(package)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .args(arguments)
        .status()?;
    if !status.success() {
        return Err(format!(
            "cargo {} failed in {}",
            arguments.join(" "),
            package.display()
        )
        .into());
    }
    Ok((start.elapsed().as_secs_f64(), children()? - before))
}

/// What `plugin-load` prints of a program, in milliseconds and bytes.
struct Figures {
    schema_bytes: f64,
    start: f64,
    after_schemas: f64,
    after_plans: f64,
}

impl Figures {
    fn of(load: &Path, program: &Path, calls: &Path) -> Result<Self> {
        let output = Command::new(load)
            .args([program, calls])
            .args(["--json", "--plans", "1000", "--in-flight", "1"])
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        let report: Json = serde_json::from_slice(&output.stdout)?;
        let number = |json: &Json| json.as_f64().ok_or("plugin-load has no such figure");
        let memory = |when: &dyn Fn(&str) -> bool| {
            let rows = report["memory"].as_array().into_iter().flatten();
            let mut rows = rows.filter(|row| row["when"].as_str().is_some_and(when));
            number(
                rows.next()
                    .map_or(&Json::Null, |row| &row["resident_bytes"]),
            )
        };
        Ok(Self {
            schema_bytes: number(&report["schema_bytes"])?,
            start: number(&report["schema_ms"]["median"])?,
            after_schemas: memory(&|when| when == "after the schemas")?,
            after_plans: memory(&|when| when.ends_with("types"))?,
        })
    }
}
