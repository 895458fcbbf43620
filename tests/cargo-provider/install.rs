//! `cargo provider install`: where it puts a program, how Terraform uses it, and what it leaves
//! alone.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

#[allow(dead_code, unreachable_pub)]
#[path = "../../crates/testing/src/helpers/terraform_program.rs"]
mod terraform_program;
use terraform_program::Terraform;

const SOURCE: &str = "example.com/team/cloud";

/// A user with a home directory and a provider.
struct User(TempDir);

impl User {
    fn new() -> Self {
        let user = Self(tempfile::tempdir().expect("a directory"));
        fs::create_dir(user.home()).expect("a directory");
        user.writes_provider("provider", "1");
        user
    }

    fn path(&self, path: &str) -> PathBuf {
        let place = fs::canonicalize(self.0.path()).expect("a directory");
        place.join(path)
    }

    fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// A program that prints this.
    fn writes_provider(&self, directory: &str, prints: &str) {
        let directory = self.path(directory);
        fs::create_dir_all(directory.join("src")).expect("a directory");
        let manifest = format!(
            "[package]\nname = \"terraform-provider-cloud\"\nversion = \"0.3.0\"\nedition = \"2024\"\n\n\
             [package.metadata.terraform]\nsource = \"{SOURCE}\"\n\n[workspace]\n"
        );
        let main = format!("fn main() {{\n    println!(\"{prints}\");\n}}\n");
        fs::write(directory.join("Cargo.toml"), manifest).expect("a file");
        fs::write(directory.join("src/main.rs"), main).expect("a file");
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, directory: &str) -> Command {
        let mut command = Command::new(program);
        // The directories of cargo and rustup stay where they are.
        let own = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let value = std::env::var_os(name).unwrap_or_else(|| own.join(folder).into());
            command.env(name, value);
        }
        for name in [
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "TF_CLI_CONFIG_FILE",
            "CARGO_TARGET_DIR",
            "RUSTFLAGS",
        ] {
            command.env_remove(name);
        }
        command
            .env("HOME", self.home())
            .env("CHECKPOINT_DISABLE", "1");
        command.current_dir(self.path(directory));
        command
    }

    fn runs(&self, arguments: &[&str]) -> Output {
        self.runs_in("provider", arguments)
    }

    fn runs_in(&self, directory: &str, arguments: &[&str]) -> Output {
        let mut command = self.command(env!("CARGO_BIN_EXE_cargo-provider"), directory);
        command
            .arg("install")
            .args(arguments)
            .output()
            .expect("it runs")
    }

    #[track_caller]
    fn installs(&self, arguments: &[&str]) -> String {
        done(&self.runs(arguments))
    }

    #[track_caller]
    fn is_refused(&self, arguments: &[&str]) -> String {
        let output = self.runs(arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && text.starts_with("error: "),
            "{text}"
        );
        text
    }

    /// The directory of the user's mirror for a version.
    fn place(&self, version: &str) -> PathBuf {
        let mirror = self.home().join(".terraform.d/plugins");
        mirror.join(SOURCE).join(version).join(platform())
    }
}

#[track_caller]
fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out
}

fn platform() -> String {
    let system = std::env::consts::OS.replace("macos", "darwin");
    let processor = std::env::consts::ARCH
        .replace("x86_64", "amd64")
        .replace("aarch64", "arm64");
    format!("{system}_{processor}")
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let each = entries.flat_map(|entry| match entry.file_type().expect("a type").is_dir() {
        true => files(&entry.path()),
        false => vec![entry.path()],
    });
    each.collect()
}

const BLOCK: &str = "terraform {\n  required_providers {\n    cloud = {\n      source  = \"example.com/team/cloud\"\n      \
                     version = \"0.3.0-dev\"\n    }\n  }\n}\n";

#[test]
fn a_program_is_installed_replaced_and_removed() {
    let user = User::new();
    let said = user.installs(&[]);
    let program = user
        .place("0.3.0-dev")
        .join("terraform-provider-cloud_v0.3.0-dev");
    assert!(
        said.contains(program.to_str().expect("text")) && said.contains(BLOCK),
        "{said}"
    );
    assert!(
        said.contains("from there alone") && !said.contains("lock"),
        "{said}"
    );
    let prints = || done(&Command::new(&program).output().expect("it runs"));
    assert_eq!(prints(), "1\n");
    // The package's checksum covers everything beside the program.
    assert_eq!(
        files(&user.place("0.3.0-dev")),
        std::slice::from_ref(&program)
    );
    assert!(!user.installs(&[]).contains("lock"));

    user.writes_provider("provider", "2");
    let said = user.installs(&[]);
    let mirror = user.home().join(".terraform.d/plugins");
    let lock = format!(
        "  terraform providers lock -fs-mirror=\"{}\" {SOURCE}\n  terraform init\n",
        mirror.display()
    );
    assert!(said.contains(&lock), "{said}");
    assert_eq!(prints(), "2\n");

    user.installs(&["--version", "1.0.0", "--release"]);
    user.installs(&["--uninstall"]);
    assert!(!program.exists());
    let said = user.is_refused(&["--uninstall"]);
    assert!(said.contains("is not installed"), "{said}");
    user.installs(&["--version", "1.0.0", "--uninstall"]);
    assert_eq!(fs::read_dir(mirror).expect("a directory").count(), 0);
}

#[test]
fn another_directory_is_named_in_the_settings() {
    let user = User::new();
    let said = user.installs(&["--dir", "../mirror"]);
    let mirror = user.path("mirror");
    let block = format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path    = \"{}\"\n    include = [\"{SOURCE}\"]\n  }}\n",
        mirror.display()
    );
    assert!(
        said.contains(&block) && !said.contains("from there alone"),
        "{said}"
    );
    assert_eq!(files(&mirror).len(), 2);
    assert!(files(&user.home()).is_empty());
    user.installs(&["--dir", "../mirror", "--uninstall"]);
    assert!(files(&mirror).is_empty());
    // With its development override, Terraform looks nowhere else.
    let settings = user.home().join(".terraformrc");
    fs::write(&settings, "provider_installation {\n  direct {}\n}\n").expect("a file");
    let said = user.installs(&[]);
    assert!(
        said.contains("with this in ")
            && said.contains("/.terraformrc:\n\nprovider_installation {"),
        "{said}"
    );
}

#[test]
fn files_of_others_in_the_mirror_are_kept() {
    let user = User::new();
    let place = user.place("0.3.0-dev");
    let own = "terraform-provider-cloud_v0.3.0-dev";
    let packed = format!(
        "../../terraform-provider-cloud_0.3.0-dev_{}.zip",
        platform()
    );
    for name in [own, "terraform-provider-cloud_v0.3.0-dev_x5", &packed] {
        fs::create_dir_all(&place).expect("a directory");
        fs::write(place.join(name), "theirs").expect("a file");
        for arguments in [&[][..], &["--uninstall"]] {
            let said = user.is_refused(arguments);
            assert!(said.contains("nothing was touched"), "{said}");
        }
        assert_eq!(files(&user.home()).len(), 1);
        fs::remove_file(place.join(name)).expect("a file");
    }
    // A link leads to a program that this command did not install.
    fs::create_dir(user.path("elsewhere")).expect("a directory");
    fs::remove_dir(&place).expect("a directory");
    std::os::unix::fs::symlink(user.path("elsewhere"), &place).expect("a link");
    assert!(user.is_refused(&[]).contains("is not a directory"));
    fs::remove_file(&place).expect("a link");

    // An installed program that was later replaced is somebody else's, too.
    user.installs(&[]);
    fs::write(place.join(own), "theirs").expect("a file");
    assert!(user.is_refused(&[]).contains("nothing was touched"));
    assert_eq!(fs::read(place.join(own)).expect("a file"), b"theirs");
}

#[test]
fn two_programs_with_one_address_are_reported() {
    let user = User::new();
    user.installs(&[]);
    user.writes_provider("second", "3");
    let output = user.runs_in("second", &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success()
            && said.contains("two programs cannot have one address and version"),
        "{said}"
    );
    assert!(
        said.contains(user.path("provider").to_str().expect("text")),
        "{said}"
    );
    // A different version can be installed beside it.
    done(&user.runs_in("second", &["--version", "0.4.0-dev"]));
    // Nothing is needed after an uninstall.
    fs::remove_dir_all(user.path("provider")).expect("a directory");
    done(&user.runs_in("second", &[]));
    // Terraform searches several directories, and takes the first one.
    let said = String::from_utf8_lossy(
        &user
            .runs_in(
                "second",
                &["--dir", "../home/.local/share/terraform/plugins"],
            )
            .stderr,
    )
    .into_owned();
    assert!(
        said.contains("has the same version") && said.contains(".terraform.d/plugins"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_installed_is_reported_before_anything_is_built() {
    let user = User::new();
    for version in ["1", "v1.0.0", "1.0.0+x", "../../1.0.0", ""] {
        let output = user.runs(&["--version", version]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("such as 0.1.0-dev"),
            "{said}"
        );
    }
    fs::write(user.path("file"), "").expect("a file");
    for directory in ["../file", "../file/mirror", "/proc/mirror"] {
        let said = user.is_refused(&["--dir", directory]);
        assert!(
            said.contains("cannot be") || said.contains("is not a directory"),
            "{said}"
        );
    }
    fs::remove_dir(user.home()).expect("a directory");
    let said = user.is_refused(&[]);
    assert!(
        said.contains("HOME (on Windows APPDATA) names no directory") && said.contains("--dir"),
        "{said}"
    );
    assert!(!user.home().exists() && !user.path("provider/target").exists());

    // One that does not build leaves nothing behind.
    fs::write(user.path("provider/src/main.rs"), "fn").expect("a file");
    let said = String::from_utf8_lossy(&user.runs(&["--dir", "../mirror"]).stderr).into_owned();
    assert!(said.contains("nothing was installed"), "{said}");
    assert!(files(&user.path("mirror")).is_empty());
}

/// The guide's test plans with what is installed.
#[test]
fn terraform_installs_it_and_what_replaces_it_over_a_lock_file() {
    let terraform = match terraform_program::found() {
        Terraform::Found(program) => program.path.clone(),
        Terraform::Skipped(why) => return eprintln!("SKIPPED: {why}"),
        Terraform::Missing(reason) => panic!("{reason}"),
    };
    let user = User::new();
    user.installs(&[]);
    fs::create_dir(user.path("config")).expect("a directory");
    fs::write(user.path("config/main.tf"), BLOCK).expect("a file");
    let init = || {
        let mut init = user.command(&terraform, "config");
        init.args(["init", "-no-color"]).output().expect("it runs")
    };
    let said = done(&init());
    assert!(
        said.contains("Installed example.com/team/cloud v0.3.0-dev"),
        "{said}"
    );
    // The same program once more is no change.
    user.installs(&[]);
    done(&init());

    user.writes_provider("provider", "2");
    let said = user.installs(&[]);
    assert!(!init().status.success());
    let advice = said
        .lines()
        .filter(|line| line.starts_with("  terraform ") && !line.contains('{'));
    let script: Vec<_> = advice.collect();
    assert_eq!(script.len(), 2, "{said}");
    let script = script
        .join(" && ")
        .replace("terraform ", &format!("'{}' ", terraform.display()));
    done(
        &user
            .command("sh", "config")
            .args(["-c", &script])
            .output()
            .expect("it runs"),
    );
    done(&init());
}
