//! One terraform command, and the provider that is served to it.

use std::process::Stdio;

use schema_runtime::schema::Environment;
use tokio::sync::oneshot;

use super::TerraformDriver;
use crate::drivers::driver::CommandContext;
use schema_server as server;
use schema_shell::lifecycle::Instance;
use schema_transport::{self as plugin, Options, Server};

/// With this, a plan with changes ends with status 2.
pub(super) const DETAILED: &str = "-detailed-exitcode";

/// A finished command.
pub(super) struct Done {
    pub(super) succeeded: bool,
    /// It is a plan made with `-detailed-exitcode`, and it has changes.
    pub(super) has_changes: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Terraform's log.
    pub(super) log: String,
}

impl Done {
    /// Everything that was printed.
    pub(super) fn text(&self) -> String {
        format!("{}\n{}", self.stdout, self.stderr)
    }
}

impl TerraformDriver {
    /// Serves the provider, runs the command to its end, and ends the server. If the future is
    /// dropped before, terraform is killed.
    pub(super) async fn serve(
        &self,
        context: &CommandContext,
        instance: Instance,
        line: &[&str],
    ) -> Result<Done, String> {
        let name = &instance.schemas().provider.type_name;
        let source = self.settings.source(name);
        let options = Options {
            protocols: vec![self.settings.protocol],
            debug: Some(source),
            ..Options::default()
        };
        let environment = plugin::Environment {
            unix_socket_dir: Some(self.directory.to_owned()),
            temp_dir: self.directory.to_owned(),
            ..plugin::Environment::default()
        };
        let provider = server::ProviderServer::new(instance.clone());
        let server =
            Server::bind(provider, options, &environment).map_err(|error| error.to_string())?;
        let reattach = server.reattach();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async {
            // Dropping the sender also stops it.
            let _ = stopped.await;
        }));
        let output = self
            .run_program(&context.environment, line, &reattach)
            .await;
        drop(stop);
        // A server that panicked has already failed its calls.
        let _ = serving.await;
        // As at the end of a plugin's process: Terraform closes nothing ephemeral after a failure.
        instance.close_opened().await;
        output
    }

    async fn run_program(
        &self,
        environment: &Environment,
        line: &[&str],
        reattach: &str,
    ) -> Result<Done, String> {
        let word = line.first().copied().unwrap_or_default();
        let log = format!("log-{:03}-{word}", self.count);
        let log = self.directory.join(log);
        let settings = self.directory.join("terraform.rc");
        if !settings.exists() {
            std::fs::write(&settings, "").map_err(|error| error.to_string())?;
        }
        let mut command = tokio::process::Command::new(&self.program.path);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("TF_") {
                command.env_remove(name);
            }
        }
        let output = command
            // The variables that the harness needs follow, and win.
            .envs(environment.iter())
            .args(line)
            .current_dir(&self.directory)
            .env("TF_CLI_CONFIG_FILE", settings)
            .env("TF_REATTACH_PROVIDERS", reattach)
            .env("TF_INPUT", "0")
            .env("TF_LOG", log_level(environment))
            .env("TF_LOG_PATH", &log)
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await
            .map_err(|error| format!("{}: {error}", self.program.path.display()))?;
        // A command may have logged nothing.
        let bytes = std::fs::read(&log).unwrap_or_default();
        let log = String::from_utf8_lossy(&bytes).into_owned();
        pass_on(&log);
        let has_changes = line.contains(&DETAILED) && output.status.code() == Some(2);
        Ok(Done {
            succeeded: output.status.success() || has_changes,
            has_changes,
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            log,
        })
    }
}

/// Terraform's complaints are warnings and errors; more is logged only on request, since tracing
/// hundreds of objects takes a fifth of its time.
fn log_level(environment: &Environment) -> &'static str {
    let test = environment.iter().find(|(name, _)| *name == "TF_LOG");
    let person = ["TF_LOG", "TF_ACC_LOG"].map(|name| std::env::var(name).unwrap_or_default());
    let asked = person.iter().map(String::as_str);
    let asked = asked.chain(test.map(|(_, level)| level));
    let kept = std::env::var_os("TF_ACC_PERSIST_WORKING_DIR").is_some();
    deepest(asked.filter(|level| !level.is_empty()), kept)
}

/// Passes Terraform's log on as its environment variables request: the lines of `TF_LOG`'s level
/// and above, to the file of `TF_LOG_PATH` or to standard error.
fn pass_on(log: &str) {
    use std::io::Write as _;
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(level) = variable("TF_LOG").or_else(|| variable("TF_ACC_LOG")) else {
        return;
    };
    let text = at_least(log, &level);
    let path = variable("TF_LOG_PATH").or_else(|| variable("TF_ACC_LOG_PATH"));
    let written = match path {
        Some(path) => std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes())),
        None => std::io::stderr().write_all(text.as_bytes()),
    };
    // A test does not fail because its log cannot be written.
    if let Err(error) = written {
        eprintln!("the log of terraform cannot be passed on: {error}");
    }
}

const LEVELS: [&str; 5] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/// The index of a level in [`LEVELS`]; an invalid level counts as all, as in Terraform.
fn place_of(level: &str) -> usize {
    LEVELS
        .iter()
        .position(|known| level.eq_ignore_ascii_case(known))
        .unwrap_or(0)
}

/// The log level that includes all requested levels and warnings. The log of a kept directory is
/// meant for people.
fn deepest<'a>(asked: impl Iterator<Item = &'a str>, kept: bool) -> &'static str {
    let everything = if kept { "TRACE" } else { "WARN" };
    let asked = asked.filter(|level| !level.eq_ignore_ascii_case("OFF"));
    let places = asked.chain([everything]).map(place_of);
    LEVELS[places.min().unwrap_or(0)]
}

/// The lines of a level and above, with their continuation lines.
fn at_least(log: &str, level: &str) -> String {
    if level.eq_ignore_ascii_case("OFF") {
        return String::new();
    }
    let least = place_of(level);
    let mut text = String::new();
    let mut shown = false;
    for line in log.lines() {
        let found = LEVELS.iter().position(|known| {
            line.contains(&format!(" [{known}] ")) || line.contains(&format!(" [{known}]  "))
        });
        if let Some(found) = found {
            shown = found >= least;
        }
        if shown {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{at_least, deepest};

    #[test]
    fn a_log_has_the_warnings_and_what_is_asked_for() {
        let level = |asked: &[&str]| deepest(asked.iter().copied(), false);
        assert_eq!(level(&[]), "WARN");
        assert_eq!(level(&["ERROR"]), "WARN");
        assert_eq!(level(&["off"]), "WARN");
        assert_eq!(level(&["info"]), "INFO");
        assert_eq!(level(&["WARN", "DEBUG"]), "DEBUG");
        assert_eq!(level(&["JSON"]), "TRACE");
        assert_eq!(deepest(std::iter::empty(), true), "TRACE");
    }

    #[test]
    fn a_log_is_cut_to_its_level() {
        let log = "1 [TRACE] a\n2 [WARN]  b\nmore of b\n3 [INFO]  c\n4 [ERROR] d\n";
        assert_eq!(
            at_least(log, "warn"),
            "2 [WARN]  b\nmore of b\n4 [ERROR] d\n"
        );
        assert_eq!(at_least(log, "TRACE"), log);
        assert_eq!(at_least(log, "something"), log);
        assert_eq!(at_least(log, "error"), "4 [ERROR] d\n");
        assert_eq!(at_least(log, "OFF"), "");
    }
}
