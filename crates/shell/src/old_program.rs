//! [`OldProgram`]: the program that a provider is ported from.

use std::path::PathBuf;
use std::time::Duration;

/// The program that a provider is ported from, which serves types without code here: see
/// [`Provider::old_program`](crate::Provider::old_program).
#[derive(Clone, Debug)]
pub struct OldProgram(OldProgramParts);

impl OldProgram {
    /// The program in this file; a relative path starts at the folder of the provider's own
    /// program. On Windows, the name may omit `.exe`.
    #[must_use]
    pub fn beside(path: impl Into<PathBuf>) -> Self {
        Self::at(OldProgramPlace::Beside(path.into()))
    }

    /// The program that Terraform has installed for this address and version: in its plugin cache
    /// (`TF_PLUGIN_CACHE_DIR`), in `~/.terraform.d/plugins`, or in the working directory's
    /// `.terraform`.
    #[must_use]
    pub fn installed(address: &'static str, version: &'static str) -> Self {
        Self::at(OldProgramPlace::Installed { address, version })
    }

    fn at(place: OldProgramPlace) -> Self {
        Self(OldProgramParts {
            place,
            variable: None,
            snapshot: None,
            start_timeout: Duration::from_secs(60),
            call_timeout: None,
        })
    }

    /// The environment variable that names another file, for development.
    #[must_use]
    pub fn or_env(mut self, variable: &'static str) -> Self {
        self.0.variable = Some(variable);
        self
    }

    /// Its schemas, as `cargo provider snapshot` stores them: `include_bytes!("old.schemas")`. With
    /// them, the program starts only when one of its types is used.
    #[must_use]
    pub fn snapshot(mut self, file: &'static [u8]) -> Self {
        self.0.snapshot = Some(file);
        self
    }

    /// How long it may take to start and to send its schemas; a minute each by default.
    #[must_use]
    pub fn start_timeout(mut self, time: Duration) -> Self {
        self.0.start_timeout = time;
        self
    }

    /// How long each of its calls may take. By default ten minutes if it changes and reads no
    /// object, such as a plan, and a day otherwise.
    #[must_use]
    pub fn call_timeout(mut self, time: Duration) -> Self {
        self.0.call_timeout = Some(time);
        self
    }

    /// The options that were set.
    #[doc(hidden)]
    #[must_use]
    pub fn __parts(self) -> OldProgramParts {
        self.0
    }
}

/// The location of an [`OldProgram`].
#[doc(hidden)]
#[allow(missing_docs)]
#[derive(Clone, Debug)]
pub enum OldProgramPlace {
    Beside(PathBuf),
    Installed {
        address: &'static str,
        version: &'static str,
    },
}

/// The parts of an [`OldProgram`], for the code that starts it.
#[doc(hidden)]
#[allow(missing_docs)]
#[derive(Clone, Debug)]
pub struct OldProgramParts {
    pub place: OldProgramPlace,
    pub variable: Option<&'static str>,
    pub snapshot: Option<&'static [u8]>,
    pub start_timeout: Duration,
    pub call_timeout: Option<Duration>,
}
