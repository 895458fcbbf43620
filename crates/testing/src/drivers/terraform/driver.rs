//! Runs the commands of a test with the program.

use std::path::Path;
use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;

use super::command::{DETAILED, Done};
use super::{TerraformDriver, json};
use crate::drivers::driver::{
    Answer, Command, CommandContext, Driver, PlanOptions, Reply, Settings, add_new,
};
use crate::helpers::deadline::CurrentActivity;
use crate::observed::complaint::{Complaint, complaints};
use crate::observed::mode::Mode;
use crate::observed::results::{Message, ObservedPlan, ObservedState, checked, text_of};
use crate::steps::expectations::PlanDetail;
use schema_local::ImportText;
use schema_shell::lifecycle::{Instance, Schemas};
use schema_transport as plugin;

/// The file of a plan.
const PLAN: &str = "plan.bin";

/// The file of the state.
const STATE: &str = "terraform.tfstate";

/// With this, a plan or an apply destroys everything.
const DESTROY: &str = "-destroy";

/// With this, nothing is read before a plan.
const WITHOUT_REFRESH: &str = "-refresh=false";

impl Driver for TerraformDriver {
    const MODE: Mode = Mode::Terraform;

    fn new(
        directory: &Path,
        watch: Arc<CurrentActivity>,
        settings: &Settings,
    ) -> Result<Self, String> {
        let program = settings.terraform.clone();
        Ok(TerraformDriver {
            directory: directory.to_owned(),
            watch,
            program: program.ok_or("there is no terraform")?,
            settings: settings.clone(),
            count: 0,
            complaints: Vec::new(),
            progress: Vec::new(),
            written: Vec::new(),
        })
    }

    async fn run(&mut self, context: &CommandContext, command: Command<'_>) -> Answer {
        let reply = self.perform(context, command).await;
        reply.unwrap_or_else(Answer::from)
    }

    /// One command, not two, as a user would run it.
    async fn destroy(&mut self, context: &CommandContext, refresh: bool) -> Option<Answer> {
        let command = ["apply", DESTROY, "-auto-approve", "-json", "-input=false"];
        let mut arguments = variables(context, |_| true);
        if !refresh {
            arguments.push(WITHOUT_REFRESH.to_owned());
        }
        let done = self.start(context, &command, &arguments).await;
        let said = done.map_or_else(|messages| messages, |done| json::diagnostics(&done));
        let mut messages = Vec::new();
        add_new(&mut messages, said);
        Some(messages.into())
    }

    fn is_empty(&self) -> bool {
        json::saves_nothing(&self.directory, STATE)
    }

    fn take_progress(&mut self) -> Vec<String> {
        std::mem::take(&mut self.progress)
    }

    fn put_state(&mut self, context: &CommandContext, text: &str) -> Result<(), String> {
        let instance = context.instance(&self.watch);
        let instance = instance.map_err(|messages| text_of(&messages))?;
        let name = &instance.schemas().provider.type_name;
        let text = json::with_provider(text, &self.settings.source(name))?;
        std::fs::write(self.directory.join(STATE), text).map_err(|error| error.to_string())
    }

    async fn state(&mut self, context: &CommandContext) -> Result<ObservedState, String> {
        self.saved(STATE, context).map(|state| ObservedState {
            without_identities: !self.program.has([1, 12, 0]),
            ..state
        })
    }

    fn complaints(&self) -> Vec<Complaint> {
        self.complaints.clone()
    }
}

impl TerraformDriver {
    /// Runs a command, and reads what it printed and wrote.
    async fn perform(&mut self, context: &CommandContext, command: Command<'_>) -> Reply {
        if matches!(command, Command::Invoke(_)) && !self.program.has([1, 14, 0]) {
            return Err(vec![Message::error(
                format!("{} has no actions", self.program.name()),
                "They come with version 1.14: say needs_terraform(\"1.14\", …) of the test.",
            )]);
        }
        let imported = match command {
            Command::Import { keep: true, .. } => STATE.to_owned(),
            _ => format!("imported-{}.tfstate", self.count),
        };
        let mut arguments = variables(context, |_| true);
        let mut read: fn(&Done) -> Vec<Message> = json::diagnostics;
        let words: &[&str] = match command {
            Command::Validate => {
                arguments.clear();
                read = json::validation_diagnostics;
                &["validate", "-json"]
            }
            Command::Plan(options) => {
                arguments = [plan_arguments(options), arguments].concat();
                &["plan", "-json", "-input=false", DETAILED]
            }
            Command::Apply => {
                arguments = ephemeral_variables(context);
                arguments.push(PLAN.to_owned());
                &["apply", "-json", "-input=false"]
            }
            Command::Refresh => {
                let how = "-refresh-only";
                &["apply", how, "-auto-approve", "-json", "-input=false"]
            }
            Command::Import { address, by, .. } => {
                let ImportText::Id(id) = by else {
                    return Err(vec![Message::error("terraform import knows ids only", "")]);
                };
                let file = format!("-state={imported}");
                arguments.extend([file, address.to_owned(), id.to_owned()]);
                read = json::printed_diagnostics;
                &["import", "-input=false", "-no-color"]
            }
            Command::Taint(address) => {
                arguments.clear();
                read = json::printed_diagnostics;
                &["taint", address]
            }
            Command::Forget(address) => {
                arguments.clear();
                read = json::printed_diagnostics;
                &["state", "rm", address]
            }
            Command::Invoke(address) => {
                arguments.insert(0, format!("-invoke={address}"));
                &["apply", "-auto-approve", "-json", "-input=false"]
            }
            Command::Query => &["query", "-json"],
        };
        let done = self.start(context, words, &arguments).await?;
        let mut answer = Answer::from(checked(read(&done))?);
        let read = match command {
            Command::Plan(options) => {
                let plan = self.planned(context, options, &done).await;
                plan.map(|plan| answer.plan = Some(plan))
            }
            Command::Import { address, .. } => {
                let state = self.saved(&imported, context);
                let found = state.map(|mut state| answer.imported = state.objects.remove(address));
                found.map_err(|error| vec![Message::error(error, "")])
            }
            Command::Query => context.instance(&self.watch).map(|instance| {
                answer.query = Some(json::query(&done, instance.schemas()));
            }),
            _ => Ok(()),
        };
        answer.messages.extend(read.err().unwrap_or_default());
        Ok(answer)
    }

    /// The plan that a command made. It takes one more command, which runs only if a check needs
    /// its output.
    async fn planned(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
        done: &Done,
    ) -> Result<ObservedPlan, Vec<Message>> {
        let differs = || done.has_changes || json::has_drift(done);
        if match options.detail {
            PlanDetail::Nothing => true,
            PlanDetail::Changes => !differs(),
            PlanDetail::Everything => false,
        } {
            return Ok(ObservedPlan::default());
        }
        let done = self.start(context, &["show", "-json", PLAN], &[]).await?;
        match done.stdout.parse::<Json>() {
            Ok(document) if done.succeeded => {
                let instance = context.instance(&self.watch)?;
                Ok(json::plan(&document, instance.schemas()))
            }
            _ => Err(vec![Message::error("terraform show failed", done.text())]),
        }
    }

    /// The content of a state file; one that does not exist is an empty state.
    fn saved(&self, file: &str, context: &CommandContext) -> Result<ObservedState, String> {
        let Some(document) = json::state_file(&self.directory.join(file))? else {
            return Ok(ObservedState::default());
        };
        let instance = context.instance(&self.watch);
        let instance = instance.map_err(|messages| text_of(&messages))?;
        Ok(json::state(&document, instance.schemas()))
    }

    /// Writes the files of a step and runs a command.
    async fn start(
        &mut self,
        context: &CommandContext,
        words: &[&str],
        arguments: &[String],
    ) -> Result<Done, Vec<Message>> {
        let instance = context.instance(&self.watch)?;
        self.write(context, instance.schemas())
            .map_err(|error| vec![Message::error("The configuration cannot be written", error)])?;
        // Terraform must know the modules, which needs no provider.
        let mut files = context.files.iter();
        let modules = files.any(|(_, text)| text.contains("module \""));
        if modules && (words.first() == Some(&"plan") || words.contains(&DESTROY)) {
            let get = self.command(context, instance.clone(), &["get"]);
            let done = get.await?;
            if !done.succeeded {
                return Err(json::printed_diagnostics(&done));
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let line = [words, &arguments].concat();
        self.command(context, instance, &line).await
    }

    async fn command(
        &mut self,
        context: &CommandContext,
        instance: Instance,
        line: &[&str],
    ) -> Result<Done, Vec<Message>> {
        self.count += 1;
        // The values of variables may be secret.
        let shown = line.iter().filter(|word| !word.starts_with("-var="));
        let shown: Vec<&str> = shown.copied().collect();
        self.watch.doing(format!("`terraform {}`", shown.join(" ")));
        let done = self.serve(context, instance, line).await;
        let done = done.map_err(|error| vec![Message::error("terraform cannot be run", error)])?;
        self.progress.extend(json::progress(&done));
        self.complaints.extend(complaints(&done.text()));
        self.complaints.extend(complaints(&done.log));
        Ok(done)
    }

    fn write(&mut self, context: &CommandContext, schemas: &Schemas) -> Result<(), String> {
        for name in self.written.drain(..) {
            // The file may be written again at once.
            let _ = std::fs::remove_file(self.directory.join(name));
        }
        let mut files = context.files.clone();
        let requires = files
            .iter()
            .any(|(name, text)| root_requires_providers(name, text));
        // A provider's functions can be called only if it is required; and with lists alone,
        // Terraform (1.14, 1.15) lacks its schemas when it writes the results.
        let lists = files.iter().any(|(name, _)| name.ends_with(".tfquery.hcl"));
        let required = lists || !schemas.functions.is_empty();
        let source = self
            .settings
            .source
            .clone()
            .or_else(|| required.then(|| plugin::default_source(&schemas.provider.type_name)));
        if let Some(source) = &source
            && !requires
        {
            let name = source.rsplit('/').next().unwrap_or(source);
            let text = format!(
                "terraform {{\n  required_providers {{\n    {name} = {{ source = \"{source}\" }}\n  \
                 }}\n}}\n"
            );
            files.push(("required_providers.tf".to_owned(), text));
        }
        for (name, text) in files {
            let path = self.directory.join(&name);
            let parent = path.parent().unwrap_or(&self.directory);
            std::fs::create_dir_all(parent)
                .and_then(|()| std::fs::write(&path, text))
                .map_err(|error| format!("{name}: {error}"))?;
            self.written.push(name);
        }
        Ok(())
    }
}

/// Whether a file belongs to the root module and has its `required_providers`: Terraform rejects a
/// second block. The requirements of a module in a directory do not apply to the root, where
/// functions are called by that name.
fn root_requires_providers(name: &str, text: &str) -> bool {
    const BLOCK: &str = "required_providers";
    if name.contains('/') {
        return false;
    }
    if !name.ends_with(".tf") {
        // The JSON form of the language.
        return name.ends_with(".tf.json") && text.contains(BLOCK);
    }
    match schema_local::parse(name, text.to_owned()) {
        Ok(body) => body
            .blocks_of("terraform")
            .any(|block| block.body.blocks_of(BLOCK).next().is_some()),
        // Terraform reports what is wrong with it; we must not report anything first.
        Err(_) => text.contains(BLOCK),
    }
}

/// The arguments of a plan besides variables.
fn plan_arguments(options: &PlanOptions) -> Vec<String> {
    let mut arguments = vec![format!("-out={PLAN}")];
    arguments.extend(options.destroy.then(|| DESTROY.to_owned()));
    arguments.extend((!options.refresh).then(|| WITHOUT_REFRESH.to_owned()));
    let replaced = options.replace.iter();
    arguments.extend(replaced.map(|address| format!("-replace={address}")));
    arguments
}

/// The values of ephemeral variables, which are not in the plan.
fn ephemeral_variables(context: &CommandContext) -> Vec<String> {
    let files = context.files.iter();
    let bodies: Vec<_> = files
        .filter_map(|(name, text)| schema_local::parse(name, text.clone()).ok())
        .collect();
    let is_ephemeral = |name: &str| {
        let mut blocks = bodies.iter().flat_map(|body| body.blocks_of("variable"));
        blocks.any(|block| {
            let label = block.labels.first();
            label.is_some_and(|label| &*label.text == name) && block.body.has_attribute("ephemeral")
        })
    };
    variables(context, is_ephemeral)
}

/// The arguments for the variables of these names.
fn variables(context: &CommandContext, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let given = context.variables.iter().filter(|(name, _)| wanted(name));
    given
        .map(|(name, value)| format!("-var={name}={value}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::root_requires_providers;

    #[test]
    fn only_a_block_of_the_root_requires_providers_there() {
        let block = "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n}\n";
        let json = "{\"terraform\": {\"required_providers\": {}}}";
        for (name, text, expected) in [
            ("main.tf", block, true),
            ("versions.tf.json", json, true),
            ("inner/main.tf", block, false),
            ("inner/versions.tf.json", json, false),
            ("main.tf", "# required_providers are in the module\n", false),
            (
                "main.tf",
                "terraform {\n  required_version = \">= 1\"\n}\n",
                false,
            ),
            ("notes.txt", block, false),
            // Terraform reports what cannot be parsed.
            ("main.tf", "terraform { required_providers {", true),
        ] {
            assert_eq!(
                root_requires_providers(name, text),
                expected,
                "{name}: {text}"
            );
        }
    }
}
