//! The program of [`sdk_tests::kinds`]: which of the providers it is says its own name, or
//! `TEST_PROVIDER`.

use std::path::Path;

fn main() -> std::process::ExitCode {
    let program = std::env::args_os().next().unwrap_or_default();
    let program = Path::new(&program).file_stem().unwrap_or_default();
    let name = match program
        .to_string_lossy()
        .strip_prefix("terraform-provider-")
    {
        Some(name) => name.to_owned(),
        None => std::env::var("TEST_PROVIDER").unwrap_or_default(),
    };
    sdk_tests::kinds::run(&name)
}
