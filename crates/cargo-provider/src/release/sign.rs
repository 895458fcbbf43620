//! Signs the checksums with gpg.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::result::Result;

/// Signs with gpg, if a key is given.
pub(crate) struct Signer {
    key: Option<String>,
    /// A separate key ring, for a key from the environment.
    ring: Option<tempfile::TempDir>,
    passphrase: Option<String>,
}

impl Signer {
    /// With the named key, or the key in the environment; `None` if neither is given.
    pub(crate) fn of(key: Option<&str>) -> Result<Option<Self>> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let passphrase = variable("GPG_PASSPHRASE");
        let Some(private) = variable("GPG_PRIVATE_KEY") else {
            return Ok(key.map(|key| Self {
                key: Some(key.to_owned()),
                ring: None,
                passphrase,
            }));
        };
        let ring =
            tempfile::tempdir().map_err(|error| format!("no key ring can be made: {error}"))?;
        let signer = Self {
            key: key.map(str::to_owned),
            ring: Some(ring),
            passphrase,
        };
        signer.run(signer.gpg().arg("--import"), private.as_bytes())?;
        Ok(Some(signer))
    }

    /// Signs throwaway data, to check that the key exists and its passphrase is right.
    pub(crate) fn check(&self) -> Result {
        let failed = |error: std::io::Error| format!("no file can be written to sign: {error}");
        let place = tempfile::tempdir().map_err(failed)?;
        let file = place.path().join("sums");
        std::fs::write(&file, "").map_err(failed)?;
        self.sign(&file)
    }

    /// Beside the file, with `.sig` after its name.
    pub(crate) fn sign(&self, file: &Path) -> Result {
        let passphrase = self.passphrase.clone().unwrap_or_default();
        self.run(&mut self.signing(file), passphrase.as_bytes())
    }

    fn signing(&self, file: &Path) -> Command {
        let mut gpg = self.gpg();
        if let Some(key) = &self.key {
            gpg.arg("--local-user").arg(key);
        }
        // Without a passphrase, gpg's agent asks for it, or knows it.
        if self.passphrase.is_some() {
            gpg.args(["--pinentry-mode", "loopback", "--passphrase-fd", "0"]);
        }
        gpg.arg("--detach-sign").arg(file);
        gpg
    }

    fn gpg(&self) -> Command {
        let mut gpg = Command::new("gpg");
        gpg.args(["--batch", "--quiet"]);
        if let Some(ring) = &self.ring {
            gpg.arg("--homedir").arg(ring.path());
        }
        gpg
    }

    fn run(&self, gpg: &mut Command, input: &[u8]) -> Result {
        let failed =
            |error: std::io::Error| format!("gpg, which signs the sums, cannot be run: {error}");
        let mut child = gpg
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let Some(mut stdin) = child.stdin.take() {
            // If gpg needs no input, it closes the pipe.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().map_err(failed)?;
        match output.status.success() {
            true => Ok(()),
            false => {
                let why = String::from_utf8_lossy(&output.stderr);
                Err(format!("gpg does not sign: {}", why.trim()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agent_is_asked_where_no_passphrase_is_given() {
        let arguments = |passphrase: Option<&str>| {
            let signer = Signer {
                key: Some("me".to_owned()),
                ring: None,
                passphrase: passphrase.map(str::to_owned),
            };
            let gpg = signer.signing(Path::new("sums"));
            let arguments = gpg.get_args().map(|text| text.to_string_lossy());
            arguments.collect::<Vec<_>>().join(" ")
        };
        let plain = "--batch --quiet --local-user me --detach-sign sums";
        assert_eq!(arguments(None), plain);
        // Never as an argument, which everybody on the machine can see.
        assert_eq!(
            arguments(Some("secret")),
            plain.replace(
                "--detach",
                "--pinentry-mode loopback --passphrase-fd 0 --detach"
            )
        );
    }
}
