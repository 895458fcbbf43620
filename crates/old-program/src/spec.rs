//! Which program it is.

use crate::snapshot::Snapshot;
use std::path::PathBuf;
use std::time::Duration;

/// Which program it is, and what is known about it before it runs.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its file.
    pub path: PathBuf,
    /// The environment variable that names a different file, for messages.
    pub variable: Option<String>,
    /// Its schemas, if they were stored when the provider was built.
    pub snapshot: Option<Snapshot>,
    /// How long it may take to print its handshake line, and to return its schemas.
    pub start: Duration,
    /// How long a call may take, if set.
    pub call: Option<Duration>,
    /// The largest answer.
    pub largest: usize,
    /// Variables of its environment, in addition to this process's.
    pub variables: Vec<(String, String)>,
}

/// How long a call that neither changes nor reads an object may take.
const WITHOUT_OBJECTS: Duration = Duration::from_secs(600);

/// How long any other call may take.
const WITH_OBJECTS: Duration = Duration::from_secs(86_400);

impl Spec {
    /// How long this call may take: one that hangs would block Terraform forever.
    pub(crate) fn limit(&self, call: &str) -> Duration {
        self.call.unwrap_or_else(|| match call {
            "PlanResourceChange"
            | "PlanAction"
            | "UpgradeResourceState"
            | "UpgradeResourceIdentity"
            | "MoveResourceState"
            | "GenerateResourceConfig"
            | "CallFunction" => WITHOUT_OBJECTS,
            call if call.starts_with("Validate") => WITHOUT_OBJECTS,
            _ => WITH_OBJECTS,
        })
    }

    /// Its name in messages: its file name.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// How to name a different file.
    pub(crate) fn remedy(&self) -> String {
        match &self.variable {
            Some(variable) => format!(
                "Put the program into {}, or name its file in the environment variable {variable}.",
                self.path.display()
            ),
            None => format!("Put the program into {}.", self.path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_call_ends_without_a_configured_limit() {
        let mut spec = Spec {
            path: "old".into(),
            variable: None,
            snapshot: None,
            start: Duration::ZERO,
            call: None,
            largest: 1,
            variables: Vec::new(),
        };
        for (call, limit) in [
            ("PlanResourceChange", WITHOUT_OBJECTS),
            ("ValidateActionConfig", WITHOUT_OBJECTS),
            ("ReadResource", WITH_OBJECTS),
            ("ApplyResourceChange", WITH_OBJECTS),
        ] {
            assert_eq!(spec.limit(call), limit, "{call}");
        }
        spec.call = Some(Duration::from_secs(5));
        assert_eq!(spec.limit("ApplyResourceChange"), Duration::from_secs(5));
    }
}
