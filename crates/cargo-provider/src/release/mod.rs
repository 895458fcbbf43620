//! `cargo provider release`: for the provider in this directory, archives for every platform, their
//! checksums and signature, and a mirror that Terraform installs from.
//!
//! | module | subject |
//! |---|---|
//! | `platforms` | what Terraform calls a platform, and what Rust does |
//! | `tools` | what builds for other platforms: whether it is there, and how it gets there |
//! | `build` | a program for a platform |
//! | `beside` | files that are packed beside the program |
//! | `archive` | archives, and their sums in Terraform's two forms |
//! | `mirror` | the layout of a mirror, on disk or behind a web server |
//! | `sign` | the signature of the sums |

mod archive;
mod beside;
mod build;
mod mirror;
mod platforms;
mod sign;
mod tools;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::TempDir;

use crate::new::checked_source;
use crate::package::Package;
use crate::result::Result;
use archive::Archive;
pub(crate) use archive::hex;
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
    /// Add the release to the mirror in this directory too, beside the versions that it has
    #[arg(long, value_name = "DIRECTORY")]
    mirror: Option<PathBuf>,
    /// Pack the files in DIRECTORY/PLATFORM beside the program, such as the old program of a
    /// provider that is being ported
    #[arg(long, value_name = "DIRECTORY")]
    beside: Option<PathBuf>,
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
    let source = source(&package)?;
    let platforms: Vec<&Platform> = match options.platforms.as_slice() {
        [] => PLATFORMS.iter().collect(),
        some => some.to_vec(),
    };
    package.check_lock()?;
    let signer = sign::Signer::of(options.sign.as_deref())?;
    let out = whole(&options.out)?;
    check_out(&out, &package)?;
    if let Some(earlier) = earlier_release(&out) {
        println!(
            "{} holds {earlier}: it is replaced when this release is finished",
            out.display()
        );
    }
    let mirror = options.mirror.as_deref().map(whole).transpose()?;
    if let Some(mirror) = &mirror {
        check_mirror(mirror, &out)?;
        let there = mirror::existing_packages(mirror, &source, &package.version)?;
        if !there.is_empty() {
            println!(
                "{} has version {} for {} already: the same archives are taken once more, and any other is rejected",
                mirror.display(),
                package.version,
                there.join(", ")
            );
        }
    }
    // A key that cannot sign is reported now, not after the last program is built.
    if let Some(signer) = &signer {
        signer.check()?;
    }
    // Before any program is built.
    let mut beside = Vec::new();
    for platform in &platforms {
        let files = options.beside.as_deref();
        let files = files.map(|folder| beside::files(folder, platform));
        beside.push(files.transpose()?.unwrap_or_default());
    }
    let tools = tools::Tools::find(&package, &platforms, options.install_tools)?;

    let parent = out.parent().unwrap_or(Path::new("."));
    let unfinished = fs::create_dir_all(parent)
        .and_then(|()| {
            tempfile::Builder::new()
                .prefix(".release")
                .tempdir_in(parent)
        })
        .map_err(|error| format!("{} cannot be written: {error}", parent.display()))?;

    let mut archives = Vec::new();
    for (platform, beside) in platforms.into_iter().zip(beside) {
        println!("{}: building for {}", platform.name, platform.triple);
        let program = tools.build(&package, platform, &options.profile)?;
        let archive = Archive::write(unfinished.path(), &package, platform, (&program, beside))?;
        println!("{}: {} bytes", archive.name, archive.size);
        archives.push(archive);
    }
    archives.sort_by(|a, b| a.name.cmp(&b.name));
    let sums = archive::write_sums(unfinished.path(), &package, &archives)?;
    if let Some(signer) = signer {
        signer.sign(&sums)?;
    }
    let inner = unfinished.path().join("mirror");
    mirror::add(&inner, unfinished.path(), &package, &source, &archives)?;
    // If the mirror rejects the release, the earlier one stays.
    if let Some(mirror) = &mirror {
        mirror::check(mirror, &package, &source, &archives)?;
    }
    replace(&out, unfinished, &package)?;
    println!("The release is in {}", out.display());
    if let Some(mirror) = mirror {
        mirror::add(&mirror, &out, &package, &source, &archives)?;
        println!("It is in the mirror {} too", mirror.display());
    }
    Ok(())
}

/// The provider's address from the manifest.
pub(crate) fn source(package: &Package) -> Result<String> {
    let source = package.source.as_deref().ok_or(
        "Cargo.toml does not say where Terraform finds the provider: write `source = \"HOST/NAMESPACE/TYPE\"` under \
         [package.metadata.terraform]",
    )?;
    checked_source(source, package.name.plain())
        .map_err(|error| format!("Cargo.toml, [package.metadata.terraform], source: {error}"))
}

/// A directory's real path: the target of a link is replaced, not the link.
pub(crate) fn whole(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
    // As much of it as exists.
    let there = path.ancestors().find_map(|ancestor| {
        let rest = path.strip_prefix(ancestor).ok()?;
        let there = fs::canonicalize(ancestor).ok()?;
        Some(there.components().chain(rest.components()).collect())
    });
    Ok(there.unwrap_or(path))
}

/// Rejects a mirror in the release's own directory, which the next release replaces.
fn check_mirror(mirror: &Path, out: &Path) -> Result {
    match mirror.starts_with(out) {
        true => Err(format!(
            "the mirror {} is in {}, which each release replaces: write another directory",
            mirror.display(),
            out.display()
        )),
        false => Ok(()),
    }
}

/// A workflow run for a tag releases that tag's version.
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

/// An existing directory may only be an earlier release of this provider: it is deleted.
fn check_out(out: &Path, package: &Package) -> Result {
    let begin = package.program() + "_";
    let failed = |error: std::io::Error| format!("{} cannot be read: {error}", out.display());
    match fs::symlink_metadata(out) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
        Ok(there) if !there.is_dir() => {
            return Err(format!("{} is not a directory", out.display()));
        }
        Ok(_) => {}
    }
    let foreign = |path: &Path| {
        Err(format!(
            "{} is not part of a release of {}, which would replace all of {}; nothing was touched",
            path.display(),
            package.name.plain(),
            out.display()
        ))
    };
    for entry in fs::read_dir(out).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        if entry.file_name() == "mirror" && kind.is_dir() {
            if let Some(path) = foreign_in_mirror(&entry.path(), &begin).map_err(failed)? {
                return foreign(&path);
            }
        } else if !(kind.is_file() && entry.file_name().to_string_lossy().starts_with(&begin)) {
            return foreign(&entry.path());
        }
    }
    Ok(())
}

/// The archives of a finished release, in words.
fn earlier_release(out: &Path) -> Option<String> {
    let entries = fs::read_dir(out).ok()?.flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".zip")).collect();
    names.sort();
    (!names.is_empty()).then(|| names.join(", "))
}

/// A file below a mirror that does not belong to it.
fn foreign_in_mirror(folder: &Path, begin: &str) -> std::io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        let name = name.to_string_lossy();
        let found = match kind.is_dir() {
            true => foreign_in_mirror(&entry.path(), begin)?,
            false => {
                let ours = kind.is_file() && (name.starts_with(begin) || name.ends_with(".json"));
                (!ours).then(|| entry.path())
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Replaces an earlier release by a finished one; deletes the earlier one last.
fn replace(out: &Path, unfinished: TempDir, package: &Package) -> Result {
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", out.display());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A temporary directory is its owner's alone.
        fs::set_permissions(unfinished.path(), fs::Permissions::from_mode(0o755))
            .map_err(failed)?;
    }
    // Somebody may have put something there while it was built.
    check_out(out, package)?;
    let aside = match out.exists() {
        true => {
            let parent = out.parent().unwrap_or(Path::new("."));
            let aside = tempfile::Builder::new()
                .prefix(".earlier-release")
                .tempdir_in(parent)
                .map_err(failed)?;
            fs::rename(out, aside.path().join("dist")).map_err(failed)?;
            Some(aside)
        }
        false => None,
    };
    if let Err(error) = fs::rename(unfinished.path(), out) {
        let Some(aside) = aside else {
            return Err(failed(error));
        };
        return Err(match fs::rename(aside.path().join("dist"), out) {
            Ok(()) => failed(error),
            Err(_) => format!(
                "{}; what was there is in {}",
                failed(error),
                aside.keep().join("dist").display()
            ),
        });
    }
    // It has been moved.
    let _ = unfinished.keep();
    if let Some(aside) = aside {
        let left = aside.path().to_owned();
        if let Err(error) = aside.close() {
            println!(
                "{} holds the earlier release and cannot be deleted: {error}",
                left.display()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::ProviderName;

    fn package(source: Option<&str>) -> Package {
        Package {
            name: ProviderName::of("cloud").unwrap(),
            version: "1.2.3".to_owned(),
            source: source.map(str::to_owned),
            directory: PathBuf::new(),
            workspace: PathBuf::new(),
            target: PathBuf::new(),
        }
    }

    /// Empty files, by their paths below a directory.
    fn write(directory: &Path, paths: &[&str]) {
        for path in paths {
            let path = directory.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
    }

    const RELEASE: [&str; 4] = [
        "terraform-provider-cloud_1.0.0_linux_amd64.zip",
        "terraform-provider-cloud_1.0.0_SHA256SUMS",
        "mirror/example.com/team/cloud/index.json",
        "mirror/example.com/team/cloud/terraform-provider-cloud_1.0.0_linux_amd64.zip",
    ];

    fn finished(place: &Path) -> TempDir {
        let finished = tempfile::tempdir_in(place).unwrap();
        write(
            finished.path(),
            &["terraform-provider-cloud_1.2.3_SHA256SUMS"],
        );
        finished
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn an_earlier_release_is_replaced() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("dist");
        write(&out, &RELEASE);
        for _ in 0..2 {
            replace(&out, finished(place.path()), &package(None)).unwrap();
            assert_eq!(names(&out), ["terraform-provider-cloud_1.2.3_SHA256SUMS"]);
            assert_eq!(names(place.path()), ["dist"]);
        }
        fs::remove_dir_all(&out).unwrap();
        replace(&out, finished(place.path()), &package(None)).unwrap();
        assert_eq!(names(place.path()), ["dist"]);
    }

    #[test]
    fn what_a_person_put_beside_a_release_is_not_deleted() {
        for foreign in [
            "notes.txt",
            "other_SHA256SUMS",
            "terraform-provider-other_1.0.0_linux_amd64.zip",
            // A directory is not an archive, whatever its name.
            "terraform-provider-cloud_old/thesis.txt",
            "mirror/thesis.txt",
            "mirror/example.com/team/other/terraform-provider-other_1.0.0_linux_amd64.zip",
        ] {
            let place = tempfile::tempdir().unwrap();
            let out = place.path().join("dist");
            write(&out, &RELEASE);
            write(&out, &[foreign]);
            let words = foreign.split('/').next().unwrap();
            let said = replace(&out, finished(place.path()), &package(None)).unwrap_err();
            assert!(
                said.contains(words) && said.contains("nothing was touched"),
                "{said}"
            );
            assert_eq!(check_out(&out, &package(None)).unwrap_err(), said);
            for path in RELEASE.iter().chain([&foreign]) {
                assert!(out.join(path).is_file(), "{path}");
            }
            assert_eq!(names(place.path()), ["dist"]);
        }
        let place = tempfile::tempdir().unwrap();
        write(place.path(), &["dist"]);
        let said = check_out(&place.path().join("dist"), &package(None)).unwrap_err();
        assert!(said.contains("not a directory"), "{said}");
    }

    #[test]
    fn an_earlier_release_is_put_back_where_the_new_one_cannot_be() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("dist");
        write(&out, &RELEASE);
        // A directory cannot become a part of itself.
        let inside = finished(&out.join("mirror"));
        let _ = fs::remove_file(
            inside
                .path()
                .join("terraform-provider-cloud_1.2.3_SHA256SUMS"),
        );
        let said = replace(&out, inside, &package(None)).unwrap_err();
        assert!(said.contains("cannot be written"), "{said}");
        for path in RELEASE {
            assert!(out.join(path).is_file(), "{path}");
        }
        assert_eq!(names(place.path()), ["dist"]);
    }

    #[test]
    fn the_address_of_the_manifest_is_checked() {
        let of = |text| source(&package(text));
        assert_eq!(
            of(Some("Example.com/Team/cloud")).unwrap(),
            "example.com/team/cloud"
        );
        assert_eq!(
            of(Some("team/cloud")).unwrap(),
            "registry.terraform.io/team/cloud"
        );
        for wrong in [
            "example.com/team/other",
            "example.com/../cloud",
            "../../cloud",
            "/etc/cloud",
            "",
        ] {
            let said = of(Some(wrong)).unwrap_err();
            assert!(said.contains("[package.metadata.terraform]"), "{said}");
        }
        assert!(of(None).unwrap_err().contains("HOST/NAMESPACE/TYPE"));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_is_that_of_what_a_link_leads_to() {
        let place = tempfile::tempdir().unwrap();
        let real = fs::canonicalize(place.path()).unwrap();
        fs::create_dir(real.join("real")).unwrap();
        std::os::unix::fs::symlink("real", real.join("link")).unwrap();
        let whole = |path: &str| whole(&real.join(path)).unwrap();
        assert_eq!(whole("link"), real.join("real"));
        assert_eq!(whole("link/a/b"), real.join("real/a/b"));
        assert_eq!(whole("a/b"), real.join("a/b"));
    }

    #[test]
    fn a_mirror_is_not_where_releases_are_replaced() {
        let out = Path::new("/srv/dist");
        for (mirror, right) in [
            ("/srv/dist", false),
            ("/srv/dist/mirror", false),
            ("/srv/dist-mirror", true),
            ("/srv/mirror", true),
        ] {
            assert_eq!(
                check_mirror(Path::new(mirror), out).is_ok(),
                right,
                "{mirror}"
            );
        }
    }
}
