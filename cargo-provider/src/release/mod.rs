//! `cargo provider release`: archives for every platform, their sums and signature, and a mirror that Terraform installs
//! from, of the provider in this directory.
//!
//! | module | subject |
//! |---|---|
//! | `platforms` | what Terraform calls a platform, and what Rust does |
//! | `build` | a program for a platform |
//! | `archive` | archives, and their sums in Terraform's two forms |
//! | `mirror` | the layout of a mirror, on disk or behind a web server |
//! | `sign` | the signature of the sums |

mod archive;
mod build;
mod mirror;
mod platforms;
mod sign;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Result;
use crate::package::Package;
use archive::Archive;
use platforms::{PLATFORMS, Platform};

/// What to release, and how.
#[derive(Args)]
pub(crate) struct Options {
    /// Only for this platform, such as linux_amd64; may be said several times
    #[arg(long = "platform", value_name = "PLATFORM", value_parser = platforms::parse)]
    platforms: Vec<&'static Platform>,
    /// Where the archives are put
    #[arg(long, value_name = "DIRECTORY", default_value = "dist")]
    out: PathBuf,
    /// Sign the sums with this key of gpg's (or with the one in GPG_PRIVATE_KEY)
    #[arg(long, value_name = "KEY")]
    sign: Option<String>,
    /// Install what a platform needs and is missing: targets of rustup's, and zig from PyPI
    #[arg(long)]
    install_tools: bool,
    /// The profile of cargo's to build with
    #[arg(long, value_name = "PROFILE", default_value = "release")]
    profile: String,
}

pub(crate) fn run(options: &Options) -> Result {
    let package = Package::here()?;
    check_tag(&package)?;
    let source = package.source.clone().ok_or(
        "Cargo.toml does not say where Terraform finds the provider: write `source = \"HOST/NAMESPACE/TYPE\"` under \
         [package.metadata.terraform]",
    )?;
    let platforms: Vec<&Platform> = match options.platforms.as_slice() {
        [] => PLATFORMS.iter().collect(),
        some => some.to_vec(),
    };
    let signer = sign::Signer::of(options.sign.as_deref())?;
    let tools = build::Tools::find(&package, &platforms, options.install_tools)?;

    let out = std::path::absolute(&options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    check_out(&out)?;
    let parent = out.parent().unwrap_or(Path::new("."));
    let unfinished = fs::create_dir_all(parent)
        .and_then(|()| {
            tempfile::Builder::new()
                .prefix(".release")
                .tempdir_in(parent)
        })
        .map_err(|error| format!("{} cannot be written: {error}", parent.display()))?;

    let mut archives = Vec::new();
    for platform in platforms {
        println!("{}: building for {}", platform.name, platform.triple);
        let program = tools.build(&package, platform, &options.profile)?;
        let archive = Archive::write(unfinished.path(), &package, platform, &program)?;
        println!("{}: {} bytes", archive.name, archive.size);
        archives.push(archive);
    }
    archives.sort_by(|a, b| a.name.cmp(&b.name));
    let sums = archive::write_sums(unfinished.path(), &package, &archives)?;
    if let Some(signer) = signer {
        signer.sign(&sums)?;
    }
    mirror::write(unfinished.path(), &package, &source, &archives)?;
    replace(&out, unfinished)?;
    println!("The release is in {}", out.display());
    Ok(())
}

/// A workflow that runs for a tag releases the version of the tag.
fn check_tag(package: &Package) -> Result {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let tag = variable("GITHUB_REF_NAME");
    let version = format!("v{}", package.version);
    match variable("GITHUB_REF_TYPE") == "tag" && tag != version {
        true => Err(format!(
            "the tag is {tag}, and the version in Cargo.toml is {}",
            package.version
        )),
        false => Ok(()),
    }
}

/// What is there may be an earlier release, and nothing else.
fn check_out(out: &Path) -> Result {
    let Ok(entries) = fs::read_dir(out) else {
        return match out.exists() {
            true => Err(format!("{} is no directory", out.display())),
            false => Ok(()),
        };
    };
    let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    let earlier = names
        .iter()
        .any(|name| name.to_string_lossy().ends_with("_SHA256SUMS"));
    match names.is_empty() || earlier {
        true => Ok(()),
        false => Err(format!(
            "{} holds something else than a release; nothing was touched",
            out.display()
        )),
    }
}

fn replace(out: &Path, unfinished: tempfile::TempDir) -> Result {
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", out.display());
    if out.exists() {
        fs::remove_dir_all(out).map_err(failed)?;
    }
    let finished = unfinished.keep();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A temporary directory is its owner's alone.
        fs::set_permissions(&finished, fs::Permissions::from_mode(0o755)).map_err(failed)?;
    }
    fs::rename(&finished, out).map_err(failed)
}
