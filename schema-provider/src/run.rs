//! The whole `main` of a provider's program.

use std::io::Write as _;
use std::process::ExitCode;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Environment;

use crate::Provider;
use crate::lifecycle::Instance;
use crate::local;
use crate::plugin::{self, Options};
use crate::server;

/// Runs a provider's program: the whole of its `main`.
///
/// * Started by Terraform, it is a plugin.
/// * With `--debug`, optionally followed by the provider's source address, it serves for debugging:
///   it prints what to set so that Terraform uses this very process, and serves until Ctrl-C.
/// * Run by hand, it is a small tool of its own: see [`local`](crate::local).
///
/// This is the one place that reads the environment and the arguments.
///
/// ```no_run
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// fn main() -> std::process::ExitCode {
///     schema_provider::run::<Disk>()
/// }
/// ```
#[must_use]
pub fn run<P: Provider>() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let environment: Environment = std::env::vars_os()
        .map(|(name, value)| {
            (
                name.to_string_lossy().into_owned(),
                value.to_string_lossy().into_owned(),
            )
        })
        .collect();
    let by_hand = !plugin::Environment::from_process().launched_by_terraform();
    let instance = match Instance::new::<P>(environment) {
        Ok(instance) => instance,
        Err(errors) => return refuse(&errors),
    };
    let debug = match arguments.split_first() {
        Some((first, rest)) if first == "--debug" || first == "-debug" => Some(
            rest.first()
                .cloned()
                .unwrap_or_else(|| plugin::default_source(&instance.schemas().provider.type_name)),
        ),
        _ if by_hand => {
            let wrong = instance.wrong_defaults();
            if wrong.has_errors() {
                return refuse(&wrong);
            }
            return local::run_process(arguments, instance);
        }
        _ => None,
    };
    plugin::run(
        server::Provider::new(instance),
        Options {
            debug,
            ..Options::default()
        },
    )
}

fn refuse(errors: &Diagnostics) -> ExitCode {
    // If standard error is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{errors}");
    ExitCode::FAILURE
}
