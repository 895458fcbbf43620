//! The program of [`sdk_tests::kinds`].

fn main() -> std::process::ExitCode {
    let name = std::env::var("TEST_PROVIDER").unwrap_or_default();
    sdk_tests::kinds::run(&name)
}
