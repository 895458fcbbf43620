//! When an ephemeral resource is renewed.

use std::time::{Duration, SystemTime};

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};

const TOO_SOON: DiagnosticKind = DiagnosticKind::new("renewal too soon");

/// Whether this is the warning of a renewal that would come at once.
#[doc(hidden)]
pub fn is_soon_renewal(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(TOO_SOON)
}

/// The minimum time before a renewal: Terraform renews without a pause if the time is past.
pub(crate) const SOONEST: Duration = Duration::from_secs(1);

/// The latest time that can be expressed.
const LATEST: Duration = Duration::from_secs(200 * 365 * 86_400);

/// When to renew, for Terraform.
pub(crate) fn renewal(
    type_name: &str,
    asked: Option<SystemTime>,
    now: SystemTime,
    diagnostics: &mut Diagnostics,
) -> Option<SystemTime> {
    let asked = asked?;
    let soonest = now.checked_add(SOONEST)?;
    if asked >= soonest {
        return Some(
            now.checked_add(LATEST)
                .map_or(asked, |latest| asked.min(latest)),
        );
    }
    // By the time that Terraform reads the answer, a second has become a little less.
    let close_to = soonest.duration_since(asked).unwrap_or_default() < SOONEST / 10;
    if !close_to {
        let when = match now.duration_since(asked) {
            Ok(past) if past > Duration::ZERO => "a time that is past",
            _ => "less than a second from now",
        };
        diagnostics.push(
            Diagnostic::warning(format!("{type_name}: the renewal is too soon")).with_kind(TOO_SOON).with_detail(format!(
                "The provider asked for {when}. It is renewed in a second: Terraform would renew without a pause. This is \
                 a bug in the provider, or its clock and that of the service differ."
            )),
        );
    }
    Some(soonest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renewals_cannot_loop_tightly() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let renewal = |asked: Option<SystemTime>| {
            let mut told = Diagnostics::new();
            let renewed = super::renewal("t", asked, now, &mut told);
            (
                renewed.map(|at| at.duration_since(now).unwrap()),
                told.len(),
            )
        };
        let after = |seconds: u64| now.checked_add(Duration::from_secs(seconds));
        assert_eq!(renewal(None), (None, 0));
        assert_eq!(renewal(after(300)), (Some(Duration::from_secs(300)), 0));
        assert_eq!(renewal(after(1)), (Some(SOONEST), 0));
        assert_eq!(renewal(Some(now)), (Some(SOONEST), 1));
        assert_eq!(renewal(Some(SystemTime::UNIX_EPOCH)), (Some(SOONEST), 1));
        // `renew_in` of a second, some microseconds later.
        let nearly = now + SOONEST - Duration::from_micros(50);
        assert_eq!(renewal(Some(nearly)), (Some(SOONEST), 0));
        let never = after(u64::from(u32::MAX) * 1000);
        assert_eq!(renewal(never), (Some(LATEST), 0));
    }
}
