//! Parses argument values: durations, and addresses in the state.

use std::time::Duration;

use crate::address::ObjectAddress;

/// Parses a duration in Terraform's syntax: `10s`, `1m30s`, `500ms`; a number without a unit is
/// invalid, except `0`.
pub(super) fn duration(option: &str, text: &str) -> Result<Duration, String> {
    let wrong =
        || format!("-{option} is a duration with its unit, as in 10s or 1m30s, not \"{text}\".");
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let (mut total, mut rest) = (0.0_f64, text);
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .ok_or_else(wrong)?;
        let (number, after) = rest.split_at(end);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let (unit, seconds) = units
            .iter()
            .find(|(unit, _)| {
                let next = after.strip_prefix(unit);
                next.is_some_and(|next| {
                    next.starts_with(|c: char| c.is_ascii_digit()) || next.is_empty()
                })
            })
            .ok_or_else(wrong)?;
        total += number * seconds;
        rest = after.strip_prefix(unit).unwrap_or_default();
    }
    Duration::try_from_secs_f64(total).map_err(|_| wrong())
}

/// Parses the address of a resource with all its instances, or of one instance.
pub(super) fn state_address(text: &str) -> Result<ObjectAddress, String> {
    if text.starts_with("module.") {
        return Err(format!(
            "\"{text}\" is in a module: modules are not supported by the local runner; use \
             Terraform for them."
        ));
    }
    ObjectAddress::parse(text).ok_or_else(|| {
        format!(
            "\"{text}\" is not the address of a resource: write its type and its name, perhaps \
             with the key of an instance: disk_image.name, disk_image.name[0], \
             'disk_image.name[\"key\"]'."
        )
    })
}
