//! [`Program`]: which `terraform` is run, if any (`TF_ACC`, `TF_ACC_TERRAFORM_PATH`).

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// How long a terraform may take to say which version it is.
const VERSION_TIMEOUT: Duration = Duration::from_secs(60);

/// A terraform that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) version: [u32; 3],
}

/// Whether tests are made with terraform too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Terraform {
    Found(Program),
    /// Nobody asked for it, or it is not there, and nobody insists.
    Skipped(String),
    /// It was asked for, and cannot be had.
    Missing(String),
}

/// [`find`] in this process's environment; once, since nobody changes the program under a test.
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
    let found = match says_version(path.clone()) {
        Ok(output) if output.status.success() => version(&String::from_utf8_lossy(&output.stdout))
            .map_or_else(
                || {
                    Err(format!(
                        "{} does not say which version it is",
                        path.display()
                    ))
                },
                Ok,
            ),
        Ok(output) => Err(format!(
            "{} version failed: {}",
            path.display(),
            output.status
        )),
        Err(error) => Err(format!("{} cannot be run: {error}", path.display())),
    };
    let found = match found {
        Ok(found) => found,
        // Where it was named, or where tests decide over a release, it must be there.
        Err(reason) if named.is_some() || variable("CI").is_some() => {
            return Terraform::Missing(format!(
                "{reason}; TF_ACC asks for it, and it is needed here"
            ));
        }
        Err(reason) => return Terraform::Skipped(reason),
    };
    if let Some(wanted) = variable("TF_ACC_TERRAFORM_VERSION")
        && parse(&wanted) != Some(found)
    {
        let [major, minor, patch] = found;
        return Terraform::Missing(format!(
            "TF_ACC_TERRAFORM_VERSION asks for terraform {wanted}, but {} is {major}.{minor}.{patch}; \
             set TF_ACC_TERRAFORM_PATH to the program of that version",
            path.display()
        ));
    }
    Terraform::Found(Program {
        path,
        version: found,
    })
}

/// What the program says of its version; a program that says nothing is no terraform.
fn says_version(path: PathBuf) -> std::io::Result<Output> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let output = Command::new(path)
            .arg("version")
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::null())
            .output();
        // Nobody listens any more where it took too long.
        let _ = send.send(output);
    });
    receive
        .recv_timeout(VERSION_TIMEOUT)
        .unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
}

/// The version in what `terraform version` prints: `Terraform v1.11.4` (or `OpenTofu v1.9.0`).
fn version(text: &str) -> Option<[u32; 3]> {
    text.lines()
        .filter_map(|line| line.split_once(" v"))
        .find_map(|(_, version)| parse(version))
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
            version("Warning\nTerraform v1.11.4\non linux_amd64\n"),
            Some([1, 11, 4])
        );
        assert_eq!(version("nothing"), None);
    }

    fn with(variables: &[(&str, &str)]) -> Terraform {
        find(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[cfg(unix)]
    fn program(directory: &std::path::Path, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt as _;
        let path = directory.join("terraform");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
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
        assert_eq!(found.version, [1, 2, 3]);
        let exactly = ("TF_ACC_TERRAFORM_VERSION", "1.2.3");
        assert!(matches!(with(&[on, path, exactly]), Terraform::Found(_)));
        let other = ("TF_ACC_TERRAFORM_VERSION", "1.2.4");
        let Terraform::Missing(reason) = with(&[on, path, other]) else {
            panic!("another version was taken");
        };
        assert!(reason.contains("asks for terraform 1.2.4"), "{reason}");
        assert!(reason.contains("is 1.2.3"), "{reason}");
        let nowhere = ("TF_ACC_TERRAFORM_PATH", "/nowhere/terraform");
        assert!(matches!(with(&[on, nowhere]), Terraform::Missing(_)));
        let bad = program(directory.path(), "#!/bin/sh\nexit 1\n");
        let bad = ("TF_ACC_TERRAFORM_PATH", bad.as_str());
        assert!(matches!(with(&[on, bad]), Terraform::Missing(_)));
    }
}
