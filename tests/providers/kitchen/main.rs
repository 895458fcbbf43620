//! The program of [`sdk_tests::kitchen`].

fn main() -> std::process::ExitCode {
    schema_provider::run::<sdk_tests::kitchen::Kitchen>()
}
