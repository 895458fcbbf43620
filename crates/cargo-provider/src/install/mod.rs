//! `cargo provider install`: builds the provider in this directory and puts it where Terraform,
//! OpenTofu and editors find it, without a registry and without `dev_overrides`.
//!
//! | module | subject |
//! |---|---|
//! | `search_directories` | the directories that Terraform and OpenTofu search by themselves |
//! | `installed_program` | the program in one of them, and who put there what exists |

mod installed_program;
mod search_directories;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use serde_json::Value as Json;

use crate::package::Package;
use crate::release;
use crate::result::Result;
use crate::write::cargo;
use installed_program::Place;
use search_directories::Mirrors;

/// What to install, and where.
#[derive(Args)]
pub(crate) struct Options {
    /// Build it optimised
    #[arg(long)]
    release: bool,
    /// The version to install it as (default: that of Cargo.toml with -dev, such as 0.1.0-dev)
    #[arg(long, value_name = "VERSION", value_parser = checked_version)]
    version: Option<String>,
    /// The mirror to install it into (default: the user's, which Terraform and OpenTofu search by
    /// themselves)
    #[arg(long, value_name = "DIRECTORY")]
    dir: Option<PathBuf>,
    /// Remove what this command installed
    #[arg(long, conflicts_with = "release")]
    uninstall: bool,
}

pub(crate) fn run(options: &Options) -> Result {
    let package = Package::here()?;
    let source = release::source(&package)?;
    let version = match &options.version {
        Some(version) => version.clone(),
        None => development_version(&package.version),
    };
    let mirrors = Mirrors::here();
    let mirror = match &options.dir {
        Some(directory) => release::whole(directory)?,
        None => mirrors.own()?,
    };
    let place = Place::new(&mirror, &source, &version, &package);
    if options.uninstall {
        place.remove()?;
        println!("Removed {}", place.program().display());
        return Ok(());
    }
    place.check(mirrors.others(&mirror))?;
    // A directory that cannot be written is reported before anything is built.
    place.make()?;
    let replaced = build(&package, options.release)
        .and_then(|program| place.put(&program))
        .inspect_err(|_| place.prune())?;
    println!(
        "{source} {version} is in {}\n\n{}",
        place.program().display(),
        required_providers(&package, &source, &version)
    );
    match mirrors.must_name(&mirror) {
        None => println!(
            "Terraform and OpenTofu take {source} from there alone, until `cargo provider install --uninstall`."
        ),
        Some(file) => println!(
            "They find it with this in {file}:\n\n{}",
            settings(&mirror, &source)
        ),
    }
    if replaced {
        println!("\n{}", locked(&mirror, &source));
    }
    Ok(())
}

/// What a configuration needs in order to use it. A `-dev` version is found by its exact name only.
fn required_providers(package: &Package, source: &str, version: &str) -> String {
    format!(
        "terraform {{\n  required_providers {{\n    {} = {{\n      source  = \"{source}\"\n      version = \"{version}\"\n    \
         }}\n  }}\n}}\n",
        package.name.plain()
    )
}

/// The Terraform settings needed where the directory is not searched by default.
fn settings(mirror: &Path, source: &str) -> String {
    format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path    = {:?}\n    include = [\"{source}\"]\n  }}\n  direct \
         {{\n    exclude = [\"{source}\"]\n  }}\n}}",
        mirror.display().to_string()
    )
}

/// What to do about the checksum of the previous build, which Terraform would still require.
fn locked(mirror: &Path, source: &str) -> String {
    format!(
        "This build replaces another one, whose checksum is in the .terraform.lock.hcl of configurations that use it. There, \
         run (or the same with `tofu`):\n\n  terraform providers lock -fs-mirror={:?} {source}\n  terraform init",
        mirror.display().to_string()
    )
}

/// `0.1.0-dev` for `0.1.0` and `0.1.0-beta.2`.
fn development_version(version: &str) -> String {
    let end = version.find(['-', '+']).unwrap_or(version.len());
    format!("{}-dev", &version[..end])
}

/// A version as Terraform writes it: three numbers, and perhaps a suffix such as `-dev`.
fn checked_version(text: &str) -> Result<String> {
    let (numbers, suffix) = match text.split_once('-') {
        Some((numbers, suffix)) => (numbers, Some(suffix)),
        None => (text, None),
    };
    let digits = |part: &str| part.bytes().all(|c| c.is_ascii_digit());
    let canonical = |part: &str| !digits(part) || part == "0" || !part.starts_with('0');
    let number = |part: &str| digits(part) && canonical(part) && part.parse::<u32>().is_ok();
    let word = |part: &str| {
        let allowed = part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        !part.is_empty() && allowed && canonical(part)
    };
    let right = numbers.split('.').count() == 3
        && numbers.split('.').all(number)
        && suffix.is_none_or(|suffix| suffix.split('.').all(word));
    match right {
        true => Ok(text.to_owned()),
        false => Err("write three numbers and perhaps a suffix, such as 0.1.0-dev".to_owned()),
    }
}

/// Builds the program, and asks cargo where it is.
fn build(package: &Package, release: bool) -> Result<PathBuf> {
    let bin = package.program();
    let mut build = Command::new(cargo());
    let messages = "--message-format=json-render-diagnostics";
    build.args(["build", "--bin", &bin, messages]);
    if release {
        build.arg("--release");
    }
    let output = build
        .current_dir(&package.directory)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err("the provider does not build; nothing was installed".to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().flat_map(serde_json::from_str::<Json>);
    let program = messages.find_map(|message| {
        let executable = message["executable"].as_str()?;
        (message["target"]["name"] == *bin).then(|| PathBuf::from(executable))
    });
    program.ok_or_else(|| format!("cargo does not say where {bin} is"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_three_numbers_and_perhaps_a_suffix() {
        for right in [
            "0.1.0-dev",
            "1.2.3",
            "10.0.0-beta.2",
            "0.0.0-a-b.c",
            "1.0.0-0a",
        ] {
            assert_eq!(checked_version(right).unwrap(), right);
        }
        for wrong in [
            "",
            "1",
            "1.2",
            "v1.2.3",
            "1.2.3.4",
            "1.2.x",
            "01.2.3",
            "1.2.3-",
            "1.2.3-a..b",
            "1.2.3-01",
            "1.2.3+build",
            "1.2.3-../x",
            "1.2.3-a/b",
            "+1.2.3",
            " 1.2.3",
            "latest",
            "99999999999999999999.0.0",
        ] {
            assert!(checked_version(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_version_of_development_follows_that_of_the_package() {
        for (version, dev) in [
            ("0.1.0", "0.1.0-dev"),
            ("1.2.3-beta.2", "1.2.3-dev"),
            ("1.2.3+x", "1.2.3-dev"),
        ] {
            assert_eq!(development_version(version), dev);
        }
    }
}
