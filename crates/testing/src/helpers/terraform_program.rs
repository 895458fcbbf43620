//! [`Program`]: which `terraform` or `tofu` is run, if any (`TF_ACC`, `TF_ACC_TERRAFORM_PATH`).

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// How long a terraform may take to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(60);

/// A terraform that can be run, or an OpenTofu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) version: TerraformVersion,
}

/// The version of the program that runs the tests
/// ([`terraform_version`](crate::terraform_version)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerraformVersion {
    numbers: [u32; 3],
    is_opentofu: bool,
}

impl TerraformVersion {
    /// Whether it is this version or a newer one: `[1, 15]`.
    #[must_use]
    pub fn is_at_least(self, least: [u32; 2]) -> bool {
        self.numbers[..2] >= least[..]
    }

    /// Whether it is OpenTofu, so that the version is OpenTofu's.
    #[must_use]
    pub fn is_opentofu(self) -> bool {
        self.is_opentofu
    }
}

impl Program {
    /// Whether it has the features of this version of Terraform.
    pub(crate) fn has(&self, least: [u32; 3]) -> bool {
        self.counts_as() >= least
    }

    /// The version of Terraform whose provider features it has (docs/src/howto/opentofu.md).
    fn counts_as(&self) -> [u32; 3] {
        match self.version.numbers {
            version if !self.version.is_opentofu => version,
            version if version >= [1, 12, 0] => [1, 12, 0],
            version if version >= [1, 11, 0] => [1, 11, 0],
            version if version >= [1, 7, 0] => [1, 8, 0],
            version => version,
        }
    }

    /// Its name and version, for messages.
    pub(crate) fn name(&self) -> String {
        let [major, minor, patch] = self.version.numbers;
        let name = match self.version.is_opentofu {
            true => "OpenTofu",
            false => "terraform",
        };
        format!("{name} {major}.{minor}.{patch}")
    }

    /// A message that it lacks something, and why that is needed.
    pub(crate) fn lacks(&self, least: [u32; 3], reason: &str) -> String {
        let ([major, minor, _], name) = (least, self.name());
        match self.version.is_opentofu {
            true => {
                format!("{name} does not have what came with terraform {major}.{minor}: {reason}")
            }
            false => format!("{name} is too old: {reason}"),
        }
    }
}

/// The oldest Terraform under which something runs, and why.
#[derive(Clone, Debug)]
pub(crate) struct OldestTerraform {
    version: [u32; 3],
    reason: String,
}

impl OldestTerraform {
    /// # Panics
    /// The string is not a version.
    #[track_caller]
    pub(crate) fn new(version: &str, reason: impl Into<String>) -> Self {
        let Some(numbers) = parse(version) else {
            panic!("{version:?} is not a version; write it as \"1.14\" or \"1.14.2\"");
        };
        OldestTerraform {
            version: numbers,
            reason: reason.into(),
        }
    }

    /// Why this program is too old, if it is.
    pub(crate) fn unmet_by(&self, program: &Program) -> Option<String> {
        (!program.has(self.version)).then(|| program.lacks(self.version, &self.reason))
    }
}

/// Whether tests also run under terraform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Terraform {
    Found(Program),
    /// It was not requested, or is absent and not mandatory.
    Skipped(String),
    /// It was requested, but is not available.
    Missing(String),
}

/// [`find`] in this process's environment; called once, since the program does not change during a
/// test.
pub(crate) fn found() -> &'static Terraform {
    static FOUND: LazyLock<Terraform> = LazyLock::new(|| find(|name| std::env::var(name).ok()));
    &FOUND
}

/// Looks at `TF_ACC`, `TF_ACC_TERRAFORM_PATH` and `TF_ACC_TERRAFORM_VERSION`.
pub(crate) fn find(variable: impl Fn(&str) -> Option<String>) -> Terraform {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    if variable("TF_ACC").is_none_or(|value| value == "0") {
        return Terraform::Skipped("set TF_ACC=1 to run it with terraform too".to_owned());
    }
    let named = variable("TF_ACC_TERRAFORM_PATH");
    let path = PathBuf::from(named.as_deref().unwrap_or("terraform"));
    let program = path.display();
    let found = match says_version(path.clone()) {
        Ok(output) if output.status.success() => {
            let version = said(&String::from_utf8_lossy(&output.stdout));
            version.ok_or_else(|| format!("{program} does not say which version it is"))
        }
        Ok(output) => Err(format!("{program} version failed: {}", output.status)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(format!(
            "{program} is not there: install it, or name the program by TF_ACC_TERRAFORM_PATH (\"tofu\" for OpenTofu)"
        )),
        Err(error) => Err(format!("{program} cannot be run: {error}")),
    };
    let version = match found {
        Ok(version) => version,
        // If it was named, or in CI, it must be available.
        Err(reason) if named.is_some() || variable("CI").is_some() => {
            return Terraform::Missing(format!(
                "{reason}; TF_ACC asks for it, and it is needed here"
            ));
        }
        Err(reason) => return Terraform::Skipped(reason),
    };
    let [major, minor, patch] = version.numbers;
    if let Some(wanted) = variable("TF_ACC_TERRAFORM_VERSION")
        && parse(&wanted) != Some(version.numbers)
    {
        return Terraform::Missing(format!(
            "TF_ACC_TERRAFORM_VERSION asks for terraform {wanted}, but {program} is {major}.{minor}.{patch}; \
             set TF_ACC_TERRAFORM_PATH to the program of that version"
        ));
    }
    Terraform::Found(Program { path, version })
}

/// The program's output about its version; a program that prints nothing is not terraform.
fn says_version(path: PathBuf) -> std::io::Result<Output> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let output = Command::new(path)
            .arg("version")
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::null())
            .output();
        // Nobody listens any more after the timeout.
        let _ = send.send(output);
    });
    receive
        .recv_timeout(VERSION_TIMEOUT)
        .unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
}

/// The version in the output of `terraform version`, and whether it is OpenTofu's:
/// `Terraform v1.11.4`, `OpenTofu v1.11.2`.
fn said(text: &str) -> Option<TerraformVersion> {
    let mut lines = text.lines().filter_map(|line| line.split_once(" v"));
    lines.find_map(|(name, version)| {
        let is_opentofu = name == "OpenTofu";
        let numbers = parse(version)?;
        Some(TerraformVersion {
            numbers,
            is_opentofu,
        })
    })
}

/// `1.11`, `1.11.4`, `v1.11.4-beta1`.
pub(crate) fn parse(text: &str) -> Option<[u32; 3]> {
    let text = text.trim().trim_start_matches('v');
    let end = text.find(['-', '+', ' ']).unwrap_or(text.len());
    let mut parts = text.get(..end)?.split('.');
    let major = parts.next()?.parse().ok()?;
    let mut next = || parts.next().map_or(Some(0), |part| part.parse().ok());
    let version = [major, next()?, next()?];
    parts.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(numbers: [u32; 3], is_opentofu: bool) -> TerraformVersion {
        TerraformVersion {
            numbers,
            is_opentofu,
        }
    }

    #[test]
    fn versions() {
        for (text, expected) in [
            ("1.11", Some([1, 11, 0])),
            ("v1.11.4-beta1", Some([1, 11, 4])),
            ("2", Some([2, 0, 0])),
            ("1.2.3.4", None),
            ("one", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        assert_eq!(
            said("Warning\nTerraform v1.11.4\non linux_amd64\n"),
            Some(version([1, 11, 4], false))
        );
        assert_eq!(
            said("OpenTofu v1.11.2\non linux_amd64\n"),
            Some(version([1, 11, 2], true))
        );
        assert_eq!(said("nothing"), None);
    }

    #[test]
    fn an_opentofu_has_what_came_with_some_version_of_terraform() {
        let program = |numbers, is_opentofu| Program {
            path: PathBuf::from("program"),
            version: version(numbers, is_opentofu),
        };
        for (version, newest, lacking) in [
            ([1, 6, 2], [1, 6, 0], [1, 8, 0]),
            ([1, 10, 9], [1, 8, 0], [1, 10, 0]),
            ([1, 11, 9], [1, 11, 0], [1, 12, 0]),
            ([1, 12, 0], [1, 12, 0], [1, 14, 0]),
            ([1, 13, 1], [1, 12, 0], [1, 14, 0]),
            ([1, 15, 0], [1, 12, 0], [1, 14, 0]),
        ] {
            let tofu = program(version, true);
            assert!(tofu.has(newest) && !tofu.has(lacking), "{version:?}");
        }
        let (tofu, terraform) = (program([1, 15, 0], true), program([1, 13, 4], false));
        assert!(terraform.has([1, 13, 4]) && !terraform.has([1, 14, 0]));
        let version = terraform.version;
        assert!(version.is_at_least([1, 13]) && !version.is_at_least([1, 14]));
        assert!(tofu.version.is_opentofu() && !version.is_opentofu());
        assert_eq!(
            tofu.lacks([1, 14, 0], "actions"),
            "OpenTofu 1.15.0 does not have what came with terraform 1.14: actions"
        );
        assert_eq!(
            terraform.lacks([1, 14, 0], "actions"),
            "terraform 1.13.4 is too old: actions"
        );
    }

    fn with(variables: &[(&str, &str)]) -> Terraform {
        find(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[cfg(unix)]
    fn program(directory: &std::path::Path, text: &str) -> String {
        let path = directory.join("terraform");
        // A process that another test is just starting would hold a file that this one writes, and
        // what is open for writing cannot be run.
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"printf %s "$2" >"$1" && chmod 755 "$1""#, "sh"]);
        let status = shell.arg(&path).arg(text).status().unwrap();
        assert!(status.success());
        path.display().to_string()
    }

    #[test]
    fn is_skipped_unless_it_is_asked_for() {
        for variables in [&[][..], &[("TF_ACC", "")], &[("TF_ACC", "0")]] {
            assert!(matches!(with(variables), Terraform::Skipped(_)));
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_was_asked_for_must_be_had() {
        let directory = tempfile::tempdir().unwrap();
        let good = program(directory.path(), "#!/bin/sh\necho Terraform v1.2.3\n");
        let path = ("TF_ACC_TERRAFORM_PATH", good.as_str());
        let on = ("TF_ACC", "1");
        let Terraform::Found(found) = with(&[on, path]) else {
            panic!("not found");
        };
        assert_eq!(found.version, version([1, 2, 3], false));
        let exactly = ("TF_ACC_TERRAFORM_VERSION", "1.2.3");
        assert!(matches!(with(&[on, path, exactly]), Terraform::Found(_)));
        let other = ("TF_ACC_TERRAFORM_VERSION", "1.2.4");
        let Terraform::Missing(reason) = with(&[on, path, other]) else {
            panic!("another version was taken");
        };
        assert!(reason.contains("asks for terraform 1.2.4"), "{reason}");
        assert!(reason.contains("is 1.2.3"), "{reason}");
        let nowhere = ("TF_ACC_TERRAFORM_PATH", "/nowhere/terraform");
        let Terraform::Missing(reason) = with(&[on, nowhere]) else {
            panic!("found nowhere");
        };
        assert!(
            reason.starts_with("/nowhere/terraform is not there: install it"),
            "{reason}"
        );
        let bad = program(directory.path(), "#!/bin/sh\nexit 1\n");
        let bad = ("TF_ACC_TERRAFORM_PATH", bad.as_str());
        assert!(matches!(with(&[on, bad]), Terraform::Missing(_)));
    }
}
