//! The whole `main` of a provider's program.

use std::borrow::Cow;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::Environment;

use schema_server as server;
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;
use schema_transport::{self as plugin, Options};

/// Runs a provider's program: its whole `main`.
///
/// * Started by Terraform, it is a plugin. Standard output then belongs to the handshake:
///   printed output goes to standard error, which Terraform logs (not on Windows).
/// * With `--debug`, optionally followed by the provider's source address, it serves for debugging:
///   it prints the variable that makes Terraform use this process, and serves until Ctrl-C. Start
///   it this way in an IDE's debugger (the arguments are `--debug example.com/me/disk`), `export`
///   the printed line `TF_REATTACH_PROVIDERS='…'` in a terminal, and run `terraform` there: it
///   stops where you set breakpoints.
/// * Otherwise it is the local runner: see the module `local`. Without the feature
///   `local-runner` it prints its usage, and fails.
///
/// The environment and the arguments are read here and passed in (the transport reads go-plugin's
/// variables).
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
///
/// If the program has not installed a cryptography provider for `rustls`, this installs
/// aws-lc-rs.
///
/// It has its own runtimes and needs none around it; under `#[tokio::main]` it uses a
/// separate thread.
#[must_use = "it is what the program ends with: write `fn main() -> ExitCode`, and no semicolon behind this"]
pub fn run<P: Provider>() -> ExitCode {
    Program {
        register: Instance::new::<P>,
        #[cfg(feature = "old-program")]
        declared: schema_old_program::Declared::by::<P>,
    }
    .run()
}

/// What a program needs to know of its provider.
///
/// Everything else in this file does not depend on the provider's type: the server and what it uses
/// are then compiled with this crate, once, and not again with each change of a provider.
#[derive(Clone, Copy)]
struct Program {
    register: fn(Environment) -> Result<Instance, Diagnostics>,
    #[cfg(feature = "old-program")]
    declared: fn() -> schema_old_program::Declared,
}

impl Program {
    fn run(self) -> ExitCode {
        if !plugin::is_in_a_runtime() {
            return self.run_here();
        }
        let thread = std::thread::Builder::new().stack_size(STACK);
        let ended = thread
            .spawn(move || self.run_here())
            .map(|thread| thread.join());
        match ended {
            Ok(Ok(status)) => status,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                // If standard error is closed, nobody can receive this.
                let _ = writeln!(std::io::stderr(), "Error: starting a thread: {error}");
                ExitCode::FAILURE
            }
        }
    }

    /// The same outside any runtime.
    fn run_here(self) -> ExitCode {
        let arguments: Vec<String> = std::env::args_os()
            .skip(1)
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect();
        let started_by_hand = !plugin::Environment::from_process().launched_by_terraform();
        let debug = arguments
            .first()
            .is_some_and(|first| first == "--debug" || first == "-debug");
        if !started_by_hand && !debug {
            // Before any provider code, which may print.
            plugin::reserve_output();
        }
        plugin::install_cryptography();
        let environment: Environment = std::env::vars_os()
            .map(|(name, value)| {
                (
                    name.to_string_lossy().into_owned(),
                    value.to_string_lossy().into_owned(),
                )
            })
            .collect();
        let instance = match self.registered(environment) {
            Ok(instance) => instance,
            Err(errors) => return refuse(&errors),
        };
        if started_by_hand && !debug {
            #[cfg(feature = "old-program")]
            let instance = match schema_old_program::attached((self.declared)(), instance) {
                Ok(instance) => instance,
                Err(errors) => return refuse(&errors),
            };
            let status = by_hand(arguments, instance.clone());
            instance.close(CLOSING);
            return status;
        }
        let source = || plugin::default_source(&instance.schemas().provider.type_name);
        let options = Options {
            debug: debug.then(|| arguments.get(1).cloned().unwrap_or_else(source)),
            // Even without a log: Terraform shows a panic.
            mask: Some(masks()),
            ..Options::default()
        };
        let server = server::ProviderServer::new(instance.clone());
        #[cfg(feature = "old-program")]
        let status = match schema_old_program::served((self.declared)(), &instance, server.clone())
        {
            Ok(Some(both)) => plugin::run(both, options),
            Ok(None) => plugin::run(server, options),
            Err(errors) => return refuse(&errors),
        };
        #[cfg(not(feature = "old-program"))]
        let status = plugin::run(server, options);
        instance.close(CLOSING);
        status
    }

    /// The provider, whose registration (`Provider::resources` and similar) is provider code.
    fn registered(self, environment: Environment) -> Result<Instance, Diagnostics> {
        let before = std::panic::take_hook();
        schema_panic::install_panic_hook(str::to_owned);
        // The local runner may have to print a document.
        let registered =
            plugin::without_output(|| schema_panic::caught(|| (self.register)(environment)));
        std::panic::set_hook(before);
        registered.unwrap_or_else(|panic| {
            let detail = format!("What registers its resources and other kinds panicked: {panic}.");
            Err(Diagnostic::error("The provider cannot be started")
                .with_detail(detail)
                .into())
        })
    }
}

/// As much as a program's main thread has.
const STACK: usize = 8 << 20;

/// The secrets of running calls, and of the provider's settings. They are collected from the first
/// call of this function.
pub(crate) fn masks() -> &'static dyn plugin::log::Mask {
    schema_shell::masks::watch();
    &Masks
}

struct Masks;

impl plugin::log::Mask for Masks {
    fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        schema_shell::masks::masked(text)
    }

    fn hides_field(&self, name: &str) -> bool {
        schema_shell::masks::is_masked(name)
    }
}

/// How long the client's destructor may take at the end, and before it, closing ephemeral
/// resources. Terraform kills a plugin two seconds after it requested the end.
const CLOSING: Duration = Duration::from_millis(500);

#[cfg(feature = "local-runner")]
fn by_hand(arguments: Vec<String>, instance: Instance) -> ExitCode {
    // Panic messages of provider code may be secret here too.
    let mask = masks();
    schema_panic::install_panic_hook(move |text| mask.text(text).into_owned());
    schema_local::run_process(arguments, instance)
}

#[cfg(not(feature = "local-runner"))]
fn by_hand(_: Vec<String>, instance: Instance) -> ExitCode {
    let text = serves_only(&instance.schemas().provider.type_name);
    // If standard error is closed, nobody can receive this.
    let _ = writeln!(std::io::stderr(), "{text}");
    ExitCode::FAILURE
}

/// The message of a program without the local runner that a person starts.
#[cfg(any(test, not(feature = "local-runner")))]
fn serves_only(provider: &str) -> String {
    format!(
        "This program is the Terraform provider {provider}. Terraform starts it; run by hand it does \
         nothing.\n\n\
         To use it, name it under required_providers in a configuration and run terraform. To debug it, \
         run it with --debug, which says how Terraform finds it.\n\n\
         It was built without its local runner, which plans and applies without Terraform. For that, \
         build it with the feature \"local-runner\" of schema-provider, which is on unless the dependency has \
         default-features = false."
    )
}

fn refuse(errors: &Diagnostics) -> ExitCode {
    // If standard error is closed, nobody can receive this.
    let _ = writeln!(std::io::stderr(), "{errors}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_runner_says_how_it_is_used() {
        let text = serves_only("disk");
        for words in [
            "Terraform provider disk",
            "Terraform starts it",
            "required_providers",
            "--debug",
            "feature \"local-runner\"",
            "default-features = false",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}
