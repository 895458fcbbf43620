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
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, after) = rest.split_at(end.ok_or_else(wrong)?);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let end = after.find(|c: char| c.is_ascii_digit());
        let (unit, later) = after.split_at(end.unwrap_or(after.len()));
        total += number
            * match unit {
                "ms" => 0.001,
                "s" => 1.0,
                "m" => 60.0,
                "h" => 3600.0,
                _ => return Err(wrong()),
            };
        if later.is_empty() {
            break;
        }
        rest = later;
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
