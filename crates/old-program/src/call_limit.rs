//! How long a call of the program may take.

use crate::spec::Spec;
use std::time::Duration;

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
