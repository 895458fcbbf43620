//! The function `size_mb`.

use schema_provider::prelude::*;

/// A size such as `2GiB`, in MiB.
///
/// Terraform's numbers have no units: `size_mb = provider::disk::size_mb("2GiB")` says what is
/// meant. A size that is no whole number of MiB is an error.
#[derive(Function)]
#[function(name = "size_mb", output = i64)]
pub struct SizeMb {
    /// A size with its unit: a number, and `KiB`, `MiB`, `GiB` or `TiB`.
    #[param(validate = regex("^[0-9]+ ?[KMGT]iB$"))]
    pub text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        let wrong = |text: &str| Err(FunctionError::new(text).at(SizeMb::TEXT));
        let digits = self.text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let Ok(number) = digits.parse::<i64>() else {
            return wrong("no disk is that large");
        };
        let unit = self
            .text
            .get(digits.len()..)
            .unwrap_or_default()
            .trim_start();
        let kib = match unit {
            "KiB" => Some(number),
            "MiB" => number.checked_mul(1 << 10),
            "GiB" => number.checked_mul(1 << 20),
            _ => number.checked_mul(1 << 30),
        };
        match kib {
            None => wrong("no disk is that large"),
            Some(kib) if kib % 1024 != 0 => wrong("it must be a whole number of MiB"),
            Some(kib) => Ok(kib / 1024),
        }
    }
}
