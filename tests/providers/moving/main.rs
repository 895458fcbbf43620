//! A provider that moves away from the program behind it. `old_thing` is `unported` until
//! `MOVING_PORTED` is set, `old_own` is new here, and all else is the old program's: that which
//! `MOVING_OLD_PROGRAM` names, or this program under the name of `terraform-provider-moving-old`.
//! With `MOVING_KEPT` there is `old_kept` in their place, whose objects have private data.

mod front;
mod kept;
mod old;

use std::process::ExitCode;

fn main() -> ExitCode {
    let program = std::env::args().next().unwrap_or_default();
    if program.ends_with("terraform-provider-moving-old") {
        schema_provider::run::<old::Old>()
    } else {
        schema_provider::run::<front::Moving>()
    }
}
