//! A reader who follows the tutorial, in an empty folder and with only what it asks for.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

use tempfile::TempDir;

use crate::blocks::{Block, Commands, Kind};
use crate::programs::write_program;
use crate::terraform_program::{self, Terraform};
use crate::{output, sdk};

pub(crate) struct Reader {
    /// The shell's own files; the empty folder is in it too.
    place: TempDir,
    /// The output of the last commands, and where they were run.
    printed: Option<String>,
    terraform: bool,
    /// With `GUIDE=all` nothing is omitted, and everything is really built.
    all: bool,
}

impl Reader {
    pub(crate) fn new() -> Self {
        let place = tempfile::tempdir().expect("a directory");
        let reader = Self {
            printed: None,
            terraform: may_use_terraform(),
            all: std::env::var("GUIDE").is_ok_and(|what| what == "all"),
            place,
        };
        let folder = reader.place.path().join("empty");
        fs::create_dir(&folder).expect("a directory");
        fs::create_dir(reader.home()).expect("a directory");
        // The reader's directory and variables, which each block of commands passes to the next.
        fs::write(reader.state(), format!("cd '{}'\n", folder.display())).expect("a file");
        if !reader.all {
            reader.stand_in_for_compilers();
        }
        reader
    }

    /// Carries out a block.
    ///
    /// # Errors
    /// It cannot be done, or its output differs from the page.
    pub(crate) fn does(&mut self, block: &Block) -> Result<(), String> {
        let done = match &block.kind {
            Kind::File(path) => self.writes(path, &block.text),
            Kind::Part(path) => self.finds(path, &block.text),
            Kind::Commands(commands) => match self.skips(commands) {
                Some(why) => {
                    self.printed = None;
                    if !commands.yours {
                        // Bypasses the test harness: an omitted step must not look as if it had
                        // been done.
                        let _ = writeln!(std::io::stderr(), "SKIPPED: {}: {why}", block.place);
                    }
                    Ok(())
                }
                None => self.runs(&block.text, commands.fails),
            },
            Kind::Output => match &self.printed {
                Some(printed) if !output::is_found(&block.text, printed) => Err(format!(
                    "the page says that this is printed:\n{}\nbut printed was:\n{printed}",
                    block.text
                )),
                _ => Ok(()),
            },
        };
        done.map_err(|error| format!("docs/src/{}: {error}", block.place))
    }

    fn skips(&self, commands: &Commands) -> Option<&'static str> {
        if commands.yours {
            return Some("for the reader's own machine");
        }
        if commands.terraform && !self.terraform {
            return Some("it needs TF_ACC=1 and terraform");
        }
        (commands.long && !self.all).then_some("it needs GUIDE=all")
    }

    fn writes(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.directory().join(path);
        let folder = path.parent().expect("a file is in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    fn finds(&self, path: &str, part: &str) -> Result<(), String> {
        let text = fs::read_to_string(self.directory().join(path))
            .map_err(|error| format!("{path}: {error}"))?;
        // The page does not indent what is in a struct.
        let lines =
            |text: &str| -> String { text.lines().flat_map(|line| [line.trim(), "\n"]).collect() };
        match lines(&text).contains(&lines(part)) {
            true => Ok(()),
            false => Err(format!("this is not in {path}:\n{part}")),
        }
    }

    fn runs(&mut self, commands: &str, fails: bool) -> Result<(), String> {
        let state = self.state();
        let script = format!(
            "exec 2>&1\nsource '{0}'\nset -euo pipefail\n{commands}\n{{ export -p; printf 'cd %q\\n' \"$PWD\"; }} >'{0}'\n",
            state.display()
        );
        let mut bash = Command::new("bash");
        bash.arg("-c")
            .arg(script)
            .stdin(Stdio::null())
            .env("PATH", self.path())
            .env("SDK", sdk())
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_TERM_COLOR", "never")
            .env("CHECKPOINT_DISABLE", "1");
        // A separate home directory, in which a provider is installed; those of cargo and rustup
        // are this machine's.
        let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        for (variable, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let value = std::env::var_os(variable).unwrap_or_else(|| home.join(folder).into());
            bash.env(variable, value);
        }
        bash.env("HOME", self.home());
        // A reader does not have the variables that the gate sets for its tests.
        for variable in [
            "TF_ACC",
            "TF_CLI_CONFIG_FILE",
            "TF_LOG",
            "XDG_DATA_HOME",
            "XDG_CONFIG_HOME",
        ] {
            bash.env_remove(variable);
        }
        if !self.all {
            bash.env("CARGO_NET_OFFLINE", "true");
        }
        let done = bash.output().map_err(|error| format!("bash: {error}"))?;
        let printed = output::plain(&String::from_utf8_lossy(&done.stdout));
        println!("$ {commands}{printed}");
        if done.status.success() == fails {
            let how = if fails { "should fail" } else { "fails" };
            return Err(format!("this {how}:\n{commands}\nprinted was:\n{printed}"));
        }
        self.printed = Some(printed);
        self.shares_builds();
        Ok(())
    }

    /// The workspace's versions, and the place of build output: libraries are built once for all
    /// providers of the tests.
    fn shares_builds(&self) {
        let directory = self.directory();
        let (manifest, lock) = (directory.join("Cargo.toml"), directory.join("Cargo.lock"));
        if manifest.exists() && !lock.exists() {
            fs::copy(sdk().join("Cargo.lock"), lock).expect("a lock file");
            std::os::unix::fs::symlink(target(), directory.join("target")).expect("a link");
        }
    }

    /// The reader's directory.
    fn directory(&self) -> PathBuf {
        let state = fs::read_to_string(self.state()).expect("a file");
        let last = state
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("cd "));
        PathBuf::from(last.expect("a directory").trim_matches('\''))
    }

    fn state(&self) -> PathBuf {
        self.place.path().join("state")
    }

    fn home(&self) -> PathBuf {
        self.place.path().join("home")
    }

    fn programs(&self) -> PathBuf {
        self.place.path().join("programs")
    }

    /// `cargo provider` as it is installed, and cargo as it runs this test.
    fn path(&self) -> OsString {
        let folder = |program: &str| Path::new(program).parent().expect("a folder").to_owned();
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| env!("CARGO").to_owned());
        let mut folders = vec![
            self.programs(),
            folder(env!("CARGO_BIN_EXE_cargo-provider")),
            folder(&cargo),
        ];
        folders.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        std::env::join_paths(folders).expect("a path")
    }

    /// Six programs with all optimisations take half an hour. Here, this machine's existing program
    /// is used, and a few bytes for the other platforms; the archives, the checksums, the mirror
    /// and Terraform's installation are real.
    fn stand_in_for_compilers(&self) {
        let here = match (std::env::consts::OS, std::env::consts::ARCH) {
            ("macos", arch) => format!("{arch}-apple-darwin"),
            (_, arch) => format!("{arch}-unknown-linux-musl"),
        };
        let zigbuild = format!(
            "#!/bin/bash\nset -eu\ncase $1 in --version | zig) exit ;; esac\nwhile [ $# -gt 0 ]; do\n  case $1 in --target) target=$2 ;; \
             --bin) bin=$2 ;; esac\n  shift\ndone\nout=$CARGO_TARGET_DIR/$target/release\nmkdir -p \"$out\"\n\
             case $target in\n  {here}) strip -o \"$out/$bin\" \"$CARGO_TARGET_DIR/debug/$bin\" ;;\n  \
             *-windows-*) echo program >\"$out/$bin.exe\" ;;\n  *) echo program >\"$out/$bin\" ;;\nesac\n"
        );
        let rustup = "#!/bin/bash\n[ \"$*\" = 'target list --installed' ] || exit 0\n\
             for target in {x86_64,aarch64}-{unknown-linux-musl,apple-darwin} x86_64-unknown-freebsd x86_64-pc-windows-gnu; do\n  \
             echo $target\ndone\n";
        fs::create_dir(self.programs()).expect("a directory");
        for (name, text) in [("cargo-zigbuild", zigbuild.as_str()), ("rustup", rustup)] {
            write_program(&self.programs().join(name), text);
        }
    }
}

/// The directory of the scaffold's test, where the libraries are built for both.
fn target() -> PathBuf {
    static STARTED: Once = Once::new();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold");
    STARTED.call_once(|| crate::started_build::start(&target, &crate::sdk()));
    target
}

/// By the rules of the acceptance tests. The pages call the program `terraform`, and quote its
/// output.
fn may_use_terraform() -> bool {
    match terraform_program::found() {
        Terraform::Found(program) => program.path == Path::new("terraform"),
        Terraform::Skipped(_) => false,
        Terraform::Missing(reason) => panic!("{reason}"),
    }
}
