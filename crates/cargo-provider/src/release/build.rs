//! A program for a platform.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::platforms::{PLATFORMS, Platform};
use super::tools::Tools;
use crate::package::Package;
use crate::result::Result;
use crate::write::cargo;

impl Tools {
    /// The program's path.
    pub(crate) fn build(
        &self,
        package: &Package,
        platform: &Platform,
        profile: &str,
    ) -> Result<PathBuf> {
        let mut flags = own_flags(self.command_at(&cargo()), package, platform)?;
        flags.extend(self.library_remapped(package));
        let mut build = self.command("cargo-zigbuild");
        build.arg("zigbuild").env("CARGO", cargo());
        arrange(&mut build, package, platform, profile, &flags);
        let status = build
            .status()
            .map_err(|error| format!("cargo zigbuild cannot be run: {error}"))?;
        if !status.success() {
            return Err(not_built(platform));
        }
        let folder = match profile {
            "dev" => "debug",
            profile => profile,
        };
        let file = package.program() + platform.suffix;
        let folder = package.target.join(platform.triple).join(folder);
        Ok(folder.join(file))
    }

    /// If the standard library's sources are installed, the compiler uses their paths on this
    /// machine. Otherwise, and with this flag, it uses the paths of the compiler's own release.
    fn library_remapped(&self, package: &Package) -> Option<String> {
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let ask = |arguments: &[&str]| {
            let mut command = self.command(&rustc);
            self.output(command.args(arguments).current_dir(&package.directory))
        };
        library_flag(&ask(&["--print", "sysroot"]).ok()?, &ask(&["-vV"]).ok()?)
    }
}

/// Cargo owns the folders above it.
fn not_built(platform: &Platform) -> String {
    let others = PLATFORMS.iter().filter(|other| *other != platform);
    let others: Vec<_> = others
        .map(|other| format!("--platform {}", other.name))
        .collect();
    let help = match platform.triple.ends_with("-apple-darwin") {
        true => {
            "\nFor what links frameworks of Apple's, set SDKROOT to the folder of a macOS SDK: zig comes with the system's \
             library alone"
        }
        false => "",
    };
    format!(
        "{}: the provider does not build; nothing was released{help}\nTo release for the other platforms: {}",
        platform.name,
        others.join(" ")
    )
}

/// The separator of flags in cargo's variable.
const SEPARATOR: &str = "\u{1f}";

/// The cargo arguments of a build of the package, whichever program builds it.
fn arrange(
    build: &mut Command,
    package: &Package,
    platform: &Platform,
    profile: &str,
    own_flags: &[String],
) {
    build
        .args(["--bin", &package.program(), "--target", platform.triple])
        .args(["--profile", profile])
        .current_dir(&package.directory)
        .stdin(Stdio::null());
    // A lock file records what was tested; without one, this is the very first build.
    if package.workspace.join("Cargo.lock").exists() {
        build.arg("--locked");
    }
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let mut flags = own_flags.to_vec();
    flags.extend(remapped(package, home.ok().as_deref()));
    // Cargo uses only one of the sources of flags, and prefers this one.
    build
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join(SEPARATOR))
        .env_remove("RUSTFLAGS");
}

/// This machine's directories are not part of a program: another machine builds the same bytes.
fn remapped(package: &Package, home: Option<&str>) -> Vec<String> {
    let mut places = Vec::new();
    // The last match counts, so the workspace follows the directories that may contain it.
    if !package.target.starts_with(&package.workspace) {
        places.push((package.target.display().to_string(), "target"));
    }
    places.extend(home.map(|home| (home.to_owned(), "cargo")));
    // A member can lie outside its workspace's directory, and cargo may have followed a link.
    if !package.directory.starts_with(&package.workspace) {
        places.push((package.directory.display().to_string(), "."));
    }
    places.push((package.workspace.display().to_string(), "."));
    let flag = |(from, to)| format!("--remap-path-prefix={from}={to}");
    places.into_iter().map(flag).collect()
}

/// From the folder and version that rustc reports.
fn library_flag(sysroot: &str, version: &str) -> Option<String> {
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "))?;
    let folder = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let (folder, commit) = (folder.display(), commit.trim());
    Some(format!("--remap-path-prefix={folder}=/rustc/{commit}"))
}

/// The flags that the provider developer has cargo give to rustc for a platform, in the environment
/// or in `.cargo/config.toml`. Cargo has many rules for them (`build`, targets and `cfg(…)`, in
/// several files), so cargo itself is asked: it passes them to the build script of any package
/// built in this directory.
fn own_flags(mut cargo: Command, package: &Package, platform: &Platform) -> Result<Vec<String>> {
    const SCRIPT: &str = "fn main() {\n    let flags = std::env::var(\"CARGO_ENCODED_RUSTFLAGS\").unwrap_or_default();\n    \
                          std::fs::write(std::env::var(\"FLAGS_FILE\").unwrap(), flags).unwrap();\n}\n";
    const MANIFEST: &str = "[package]\nname = \"flags\"\nedition = \"2021\"\n\n[workspace]\n";
    let failed = |error: std::io::Error| format!("cargo cannot be asked for its flags: {error}");
    let place = tempfile::tempdir().map_err(failed)?;
    let (manifest, file) = (place.path().join("Cargo.toml"), place.path().join("flags"));
    fs::create_dir(place.path().join("src")).map_err(failed)?;
    for (path, text) in [
        (manifest.clone(), MANIFEST),
        (place.path().join("build.rs"), SCRIPT),
        // No standard library: the build of the provider shows the effect of the flags on it.
        (place.path().join("src/lib.rs"), "#![no_std]\n"),
    ] {
        fs::write(path, text).map_err(failed)?;
    }
    let output = cargo
        .args(["check", "--quiet", "--offline"])
        .args(["--target", platform.triple, "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(place.path().join("target"))
        .current_dir(&package.directory)
        .env("FLAGS_FILE", &file)
        .stdin(Stdio::null())
        .output()
        .map_err(failed)?;
    // The script runs before the library is built: once it answers, the rest does not matter.
    let flags = fs::read_to_string(&file).map_err(|_| {
        format!(
            "{}: cargo does not say its flags: {}",
            platform.name,
            String::from_utf8_lossy(&output.stderr).trim()
        )
    })?;
    let flags = flags.split(SEPARATOR).filter(|flag| !flag.is_empty());
    Ok(flags.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with a provider as a member, whose program prints the flags that it was built
    /// with.
    fn workspace(place: &Path) -> Package {
        let directory = place.join("provider");
        let manifest = "[package]\nname = \"terraform-provider-cloud\"\nversion = \"1.2.3\"\nedition = \"2024\"\n";
        let main = "fn main() {\n    println!(\"{} {}\", cfg!(one), cfg!(two));\n}\n";
        for (path, text) in [
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"provider\"]\nresolver = \"3\"\n",
            ),
            (
                "Cargo.lock",
                "version = 4\n\n[[package]]\nname = \"terraform-provider-cloud\"\nversion = \"1.2.3\"\n",
            ),
            ("provider/Cargo.toml", manifest),
            ("provider/src/main.rs", main),
        ] {
            let path = place.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut package = Package::of(&directory).unwrap();
        package.target = package.workspace.join("target");
        package
    }

    /// This machine.
    fn here() -> Platform {
        let output = Command::new("rustc").arg("-vV").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let host = text.lines().find_map(|line| line.strip_prefix("host: "));
        Platform {
            name: "this one",
            triple: host.unwrap().to_owned().leak(),
            suffix: std::env::consts::EXE_SUFFIX,
        }
    }

    fn configure(place: &Path, text: &str) {
        fs::create_dir_all(place.join(".cargo")).unwrap();
        fs::write(place.join(".cargo/config.toml"), text).unwrap();
    }

    /// Cargo with only these flag variables, and without this user's configuration.
    fn cargo_with(package: &Package, variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(cargo());
        command.env("CARGO_HOME", package.target.join("home"));
        for name in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_BUILD_RUSTFLAGS",
        ] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        command
    }

    #[test]
    fn the_developers_own_flags_are_what_cargo_says() {
        let place = tempfile::tempdir().unwrap();
        let (package, here) = (workspace(place.path()), here());
        let flags = |variables: &[(&str, &str)]| {
            own_flags(cargo_with(&package, variables), &package, &here).unwrap()
        };
        configure(place.path(), "");
        assert_eq!(flags(&[]), [""; 0]);
        configure(place.path(), "[build]\nrustflags = [\"--cfg\", \"one\"]\n");
        assert_eq!(flags(&[]), ["--cfg", "one"]);
        assert_eq!(flags(&[("RUSTFLAGS", "--cfg two")]), ["--cfg", "two"]);
        let encoded = "--cfg\u{1f}key=\"a b\"";
        assert_eq!(
            flags(&[
                ("CARGO_ENCODED_RUSTFLAGS", encoded),
                ("RUSTFLAGS", "--cfg two")
            ]),
            ["--cfg", "key=\"a b\""]
        );
        let config = format!(
            "[build]\nrustflags = [\"--cfg\", \"one\"]\n[target.{}]\nrustflags = \"--cfg two\"\n\
             [target.'cfg(all())']\nrustflags = \"--cfg three\"\n[target.'cfg(any())']\nrustflags = \"--cfg four\"\n",
            here.triple
        );
        configure(place.path(), &config);
        let found = flags(&[]);
        assert!(found.contains(&"two".to_owned()), "{found:?}");
        assert!(found.contains(&"three".to_owned()), "{found:?}");
        assert_eq!(found.len(), 4, "{found:?}");
    }

    #[test]
    fn a_member_of_a_workspace_is_built_locked_with_all_flags_and_no_directory() {
        let place = tempfile::tempdir().unwrap();
        let (package, here) = (workspace(place.path()), here());
        configure(place.path(), "[build]\nrustflags = [\"--cfg\", \"one\"]\n");
        for (variables, said) in [
            (&[][..], "true false\n"),
            (&[("RUSTFLAGS", "--cfg two")], "false true\n"),
        ] {
            let flags = own_flags(cargo_with(&package, variables), &package, &here).unwrap();
            let mut build = cargo_with(&package, variables);
            build.args(["build", "--quiet", "--offline"]);
            build.arg("--target-dir").arg(&package.target);
            // With debug information, which contains many directories.
            arrange(&mut build, &package, &here, "dev", &flags);
            assert!(build.get_args().any(|argument| argument == "--locked"));
            let output = build.output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{errors}");
            let program = package
                .target
                .join(here.triple)
                .join("debug/terraform-provider-cloud");
            let output = Command::new(&program).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), said);
            let bytes = fs::read(program).unwrap();
            let directory = package.workspace.to_str().unwrap();
            let found = String::from_utf8_lossy(&bytes).contains(directory);
            assert!(!found, "{directory} is in the program");
        }
    }

    #[test]
    fn the_standard_library_is_where_the_compiler_s_release_has_it() {
        assert_eq!(
            library_flag(
                "/home/me/rust\n",
                "rustc 1.95.0\ncommit-hash: 0a1b\nhost: x\n"
            )
            .unwrap(),
            "--remap-path-prefix=/home/me/rust/lib/rustlib/src/rust=/rustc/0a1b"
        );
        assert_eq!(library_flag("/home/me/rust\n", "rustc 1.95.0\n"), None);
    }

    #[test]
    fn a_platform_that_does_not_build_can_be_omitted() {
        let said = |name| not_built(crate::release::platforms::parse(name).unwrap());
        let freebsd = said("freebsd_amd64");
        assert!(
            freebsd.ends_with(
                "nothing was released\nTo release for the other platforms: --platform darwin_amd64 \
                 --platform darwin_arm64 --platform linux_amd64 --platform linux_arm64 --platform windows_amd64"
            ),
            "{freebsd}"
        );
        assert!(said("darwin_arm64").contains("SDKROOT"));
    }

    #[test]
    fn every_directory_of_the_machine_has_another_name() {
        let at = |directory: &str, workspace: &str, target: &str| {
            let package = Package {
                name: crate::names::ProviderName::of("cloud").unwrap(),
                version: String::new(),
                source: None,
                directory: directory.into(),
                workspace: workspace.into(),
                target: target.into(),
            };
            let flags = remapped(&package, Some("/home/me/.cargo"));
            let flags = flags
                .iter()
                .map(|flag| flag.trim_start_matches("--remap-path-prefix="));
            flags.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            at("/w/provider", "/w", "/w/target"),
            "/home/me/.cargo=cargo /w=."
        );
        assert_eq!(
            at("/p", "/w", "/cache"),
            "/cache=target /home/me/.cargo=cargo /p=. /w=."
        );
    }
}
