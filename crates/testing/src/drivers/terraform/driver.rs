//! Runs the commands of a test with the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;

use super::json;

use super::command::{Command, DETAILED, Done};
use crate::checks::listed::ObservedQuery;
use crate::drivers::driver::{CommandContext, Driver, PlanOptions, Settings, add_new};
use crate::helpers::deadline::CurrentActivity;
use crate::helpers::terraform_program::Program;
use crate::observed::complaint::{Complaint, complaints};
use crate::observed::mode::Mode;
use crate::observed::results::{
    Message, ObservedObject, ObservedPlan, ObservedState, Reply, checked,
};
use crate::steps::expectations::PlanDetail;
use schema_local::ImportText;
use schema_shell::lifecycle::Schemas;
use schema_transport as plugin;

/// The file of a plan.
const PLAN: &str = "plan.bin";

/// The file of the state.
const STATE: &str = "terraform.tfstate";

/// With this, a plan or an apply destroys everything.
const DESTROY: &str = "-destroy";

/// Terraform in a directory.
pub(crate) struct TerraformDriver {
    directory: PathBuf,
    watch: Arc<CurrentActivity>,
    settings: Settings,
    program: Program,
    /// The number of commands so far.
    count: usize,
    complaints: Vec<Complaint>,
    progress: Vec<String>,
    /// The files that were written for the last command.
    written: Vec<String>,
}

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

    async fn validate(&mut self, context: &CommandContext) -> Vec<Message> {
        self.said(
            context,
            &["validate", "-json"],
            &[],
            json::validation_diagnostics,
        )
        .await
    }

    async fn plan(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
    ) -> Reply<ObservedPlan> {
        let mut arguments: Vec<String> = vec![format!("-out={PLAN}")];
        if options.destroy {
            arguments.push(DESTROY.to_owned());
        }
        if !options.refresh {
            arguments.push("-refresh=false".to_owned());
        }
        for address in &options.replace {
            arguments.push(format!("-replace={address}"));
        }
        arguments.extend(variables(context));
        let command = ["plan", "-json", "-input=false", DETAILED];
        let done = self.run(context, &command, &arguments).await?;
        let messages = checked(json::diagnostics(&done))?;
        // One more command, only if a check needs its output.
        let differs = || done.has_changes || json::has_drift(&done);
        if match options.detail {
            PlanDetail::Nothing => true,
            PlanDetail::Changes => !differs(),
            PlanDetail::Everything => false,
        } {
            return Ok((messages, ObservedPlan::default()));
        }
        match self.show(context).await {
            Ok(plan) => Ok((messages, plan)),
            Err(more) => Err([messages, more].concat()),
        }
    }

    async fn apply(&mut self, context: &CommandContext) -> Vec<Message> {
        let mut command = ephemeral_variables(context);
        command.push(PLAN.to_owned());
        let words = ["apply", "-json", "-input=false"];
        self.said(context, &words, &command, json::diagnostics)
            .await
    }

    /// One command, not two, as a user would run it.
    async fn destroy(&mut self, context: &CommandContext, refresh: bool) -> Vec<Message> {
        let command = ["apply", DESTROY, "-auto-approve", "-json", "-input=false"];
        let mut arguments = variables(context);
        if !refresh {
            arguments.push("-refresh=false".to_owned());
        }
        let said = self
            .said(context, &command, &arguments, json::diagnostics)
            .await;
        let mut messages = Vec::new();
        add_new(&mut messages, said);
        messages
    }

    fn is_empty(&self) -> bool {
        json::saves_nothing(&self.directory, STATE)
    }

    async fn refresh(&mut self, context: &CommandContext) -> Vec<Message> {
        let how = "-refresh-only";
        let command = ["apply", how, "-auto-approve", "-json", "-input=false"];
        self.said(context, &command, &variables(context), json::diagnostics)
            .await
    }

    async fn import(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> Reply<Option<ObservedObject>> {
        let ImportText::Id(id) = by else {
            return Err(vec![Message::error("terraform import knows ids only", "")]);
        };
        let file = if keep {
            STATE.to_owned()
        } else {
            format!("imported-{}.tfstate", self.count)
        };
        let mut arguments = variables(context);
        arguments.push(format!("-state={file}"));
        arguments.push(address.to_owned());
        arguments.push(id.to_owned());
        let command = ["import", "-input=false", "-no-color"];
        let done = self.run(context, &command, &arguments).await?;
        let mut messages = checked(json::printed_diagnostics(&done))?;
        match json::state(&self.directory.join(file), context, &self.watch) {
            Ok(mut state) => Ok((messages, state.objects.remove(address))),
            Err(error) => {
                messages.push(Message::error(error, ""));
                Err(messages)
            }
        }
    }

    async fn taint(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        self.said(context, &["taint", address], &[], json::printed_diagnostics)
            .await
    }

    async fn forget(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        self.said(
            context,
            &["state", "rm", address],
            &[],
            json::printed_diagnostics,
        )
        .await
    }

    async fn invoke(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        if !self.program.has([1, 14, 0]) {
            return vec![Message::error(
                format!("{} has no actions", self.program.name()),
                "They come with version 1.14: say needs_terraform(\"1.14\", …) of the test.",
            )];
        }
        let mut arguments = vec![format!("-invoke={address}")];
        arguments.extend(variables(context));
        let command = ["apply", "-auto-approve", "-json", "-input=false"];
        self.said(context, &command, &arguments, json::diagnostics)
            .await
    }

    async fn query(&mut self, context: &CommandContext) -> Reply<ObservedQuery> {
        let command = ["query", "-json"];
        let done = self.run(context, &command, &variables(context)).await?;
        let messages = checked(json::diagnostics(&done))?;
        match json::query(&done, context, &self.watch) {
            Ok(query) => Ok((messages, query)),
            Err(more) => Err([messages, more].concat()),
        }
    }

    fn take_progress(&mut self) -> Vec<String> {
        std::mem::take(&mut self.progress)
    }

    fn put_state(&mut self, context: &CommandContext, text: &str) -> Result<(), String> {
        let instance = context.instance(&self.watch).map_err(|messages| {
            let words: Vec<String> = messages.iter().map(Message::to_string).collect();
            words.join("\n")
        })?;
        let name = &instance.schemas().provider.type_name;
        let text = json::with_provider(text, &self.settings.source(name))?;
        std::fs::write(self.directory.join(STATE), text).map_err(|error| error.to_string())
    }

    async fn state(&mut self, context: &CommandContext) -> Result<ObservedState, String> {
        let state = json::state(&self.directory.join(STATE), context, &self.watch);
        state.map(|state| ObservedState {
            without_identities: !self.program.has([1, 12, 0]),
            ..state
        })
    }

    fn complaints(&self) -> Vec<Complaint> {
        self.complaints.clone()
    }
}

impl TerraformDriver {
    /// The plan that was written.
    async fn show(&mut self, context: &CommandContext) -> Result<ObservedPlan, Vec<Message>> {
        let done = self.run(context, &["show", "-json", PLAN], &[]).await?;
        match done.stdout.parse::<Json>() {
            Ok(document) if done.succeeded => json::plan(&document, context, &self.watch),
            _ => Err(vec![Message::error("terraform show failed", done.text())]),
        }
    }

    /// The messages of a command, as `read` finds them in its output.
    async fn said(
        &mut self,
        context: &CommandContext,
        words: &[&str],
        arguments: &[String],
        read: fn(&Done) -> Vec<Message>,
    ) -> Vec<Message> {
        let done = self.run(context, words, arguments).await;
        done.map_or_else(|messages| messages, |done| read(&done))
    }

    /// Writes the files of a step and runs a command.
    async fn run(
        &mut self,
        context: &CommandContext,
        words: &[&str],
        arguments: &[String],
    ) -> Result<Done, Vec<Message>> {
        let instance = context.instance(&self.watch)?;
        self.write(context, instance.schemas())
            .map_err(|error| vec![Message::error("The configuration cannot be written", error)])?;
        // Terraform must know the modules, which needs no provider.
        let modules = context
            .files
            .iter()
            .any(|(_, text)| text.contains("module \""));
        if modules && (words.first() == Some(&"plan") || words.contains(&DESTROY)) {
            let done = self
                .command(context, instance.clone(), &["get"], &[])
                .await?;
            if !done.succeeded {
                return Err(json::printed_diagnostics(&done));
            }
        }
        self.command(context, instance, words, arguments).await
    }

    async fn command(
        &mut self,
        context: &CommandContext,
        instance: schema_shell::lifecycle::Instance,
        words: &[&str],
        arguments: &[String],
    ) -> Result<Done, Vec<Message>> {
        self.count += 1;
        let line = [
            words,
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
        ]
        .concat();
        // The values of variables may be secret.
        let shown = line.iter().filter(|word| !word.starts_with("-var="));
        let shown: Vec<&str> = shown.copied().collect();
        self.watch.doing(format!("`terraform {}`", shown.join(" ")));
        let done = Command {
            program: &self.program,
            directory: &self.directory,
            settings: &self.settings,
            environment: &context.environment,
            number: self.count,
            line: &line,
        }
        .run(instance)
        .await
        .map_err(|error| vec![Message::error("terraform cannot be run", error)])?;
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

/// The values of ephemeral variables, which are not in the plan.
fn ephemeral_variables(context: &CommandContext) -> Vec<String> {
    let files = context.files.iter();
    let bodies: Vec<_> = files
        .filter_map(|(name, text)| schema_local::parse(name, text.clone()).ok())
        .collect();
    let is_ephemeral = |name: &str| {
        bodies.iter().any(|body| {
            body.blocks_of("variable").any(|block| {
                block
                    .labels
                    .first()
                    .is_some_and(|label| &*label.text == name)
                    && block.body.has_attribute("ephemeral")
            })
        })
    };
    let given = context.variables.iter();
    given
        .filter(|(name, _)| is_ephemeral(name))
        .map(|(name, value)| format!("-var={name}={value}"))
        .collect()
}

fn variables(context: &CommandContext) -> Vec<String> {
    context
        .variables
        .iter()
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
