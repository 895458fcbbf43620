//! The commands of a test, given to the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;

use super::json;

use super::command::{Command, Done};
use crate::complaint::{Complaint, complaints};
use crate::deadline::Watch;
use crate::driver::{Driver, PlanOptions, Scene, Settings};
use crate::observed::{Object, Plan, Said, State, has_errors};
use crate::program::Program;
use crate::way::Way;

/// The file of a plan.
const PLAN: &str = "plan.bin";

/// Terraform in a directory.
pub(crate) struct Real {
    directory: PathBuf,
    watch: Arc<Watch>,
    settings: Settings,
    program: Program,
    /// How many commands there were.
    count: usize,
    complaints: Vec<Complaint>,
    /// The files that were written for the last command.
    written: Vec<String>,
}

impl Driver for Real {
    const WAY: Way = Way::Terraform;

    fn new(directory: &Path, watch: Arc<Watch>, settings: &Settings) -> Result<Self, String> {
        let program = settings.terraform.clone();
        Ok(Real {
            directory: directory.to_owned(),
            watch,
            program: program.ok_or("there is no terraform")?,
            settings: settings.clone(),
            count: 0,
            complaints: Vec::new(),
            written: Vec::new(),
        })
    }

    async fn validate(&mut self, scene: &Scene) -> Vec<Said> {
        match self.run(scene, &["validate", "-json"], &[]).await {
            Ok(done) => json::validated(&done),
            Err(said) => said,
        }
    }

    async fn plan(&mut self, scene: &Scene, options: &PlanOptions) -> (Vec<Said>, Option<Plan>) {
        let mut arguments: Vec<String> = vec![format!("-out={PLAN}")];
        if options.destroy {
            arguments.push("-destroy".to_owned());
        }
        if !options.refresh {
            arguments.push("-refresh=false".to_owned());
        }
        for address in &options.replace {
            arguments.push(format!("-replace={address}"));
        }
        arguments.extend(variables(scene));
        let command = ["plan", "-json", "-input=false"];
        let said = match self.run(scene, &command, &arguments).await {
            Ok(done) => json::said(&done),
            Err(said) => return (said, None),
        };
        if has_errors(&said) {
            return (said, None);
        }
        let (more, document) = self.show(scene).await;
        let said = [said, more].concat();
        let plan = document.map(|document| json::plan(&document, scene, &self.watch));
        match plan {
            Some(Ok(plan)) => (said, Some(plan)),
            Some(Err(more)) => ([said, more].concat(), None),
            None => (said, None),
        }
    }

    async fn apply(&mut self, scene: &Scene) -> Vec<Said> {
        let command = ["apply", "-json", "-input=false", PLAN];
        match self.run(scene, &command, &[]).await {
            Ok(done) => json::said(&done),
            Err(said) => said,
        }
    }

    async fn refresh(&mut self, scene: &Scene) -> Vec<Said> {
        let command = [
            "apply",
            "-refresh-only",
            "-auto-approve",
            "-json",
            "-input=false",
        ];
        match self.run(scene, &command, &variables(scene)).await {
            Ok(done) => json::said(&done),
            Err(said) => said,
        }
    }

    async fn import(
        &mut self,
        scene: &Scene,
        address: &str,
        id: &str,
        keep: bool,
    ) -> (Vec<Said>, Option<Object>) {
        let file = if keep {
            "terraform.tfstate".to_owned()
        } else {
            format!("imported-{}.tfstate", self.count)
        };
        let mut arguments = variables(scene);
        arguments.push(format!("-state={file}"));
        arguments.push(address.to_owned());
        arguments.push(id.to_owned());
        let command = ["import", "-input=false", "-no-color"];
        let mut said = match self.run(scene, &command, &arguments).await {
            Ok(done) => json::printed(&done),
            Err(said) => return (said, None),
        };
        if has_errors(&said) {
            return (said, None);
        }
        match json::state(&self.directory.join(file), scene, &self.watch) {
            Ok(mut state) => (said, state.objects.remove(address)),
            Err(error) => {
                said.push(Said::error(error, ""));
                (said, None)
            }
        }
    }

    async fn taint(&mut self, scene: &Scene, address: &str) -> Vec<Said> {
        match self.run(scene, &["taint", address], &[]).await {
            Ok(done) => json::printed(&done),
            Err(said) => said,
        }
    }

    async fn forget(&mut self, scene: &Scene, address: &str) -> Vec<Said> {
        match self.run(scene, &["state", "rm", address], &[]).await {
            Ok(done) => json::printed(&done),
            Err(said) => said,
        }
    }

    async fn state(&mut self, scene: &Scene) -> Result<State, String> {
        json::state(
            &self.directory.join("terraform.tfstate"),
            scene,
            &self.watch,
        )
    }

    fn complaints(&self) -> Vec<Complaint> {
        self.complaints.clone()
    }
}

impl Real {
    async fn show(&mut self, scene: &Scene) -> (Vec<Said>, Option<Json>) {
        let done = match self.run(scene, &["show", "-json", PLAN], &[]).await {
            Ok(done) => done,
            Err(said) => return (said, None),
        };
        match serde_json::from_str(&done.stdout) {
            Ok(document) if done.succeeded => (Vec::new(), Some(document)),
            _ => {
                let error = Said::error("terraform show failed", done.text());
                (vec![error], None)
            }
        }
    }

    /// Writes the files of a step and runs a command.
    async fn run(
        &mut self,
        scene: &Scene,
        words: &[&str],
        arguments: &[String],
    ) -> Result<Done, Vec<Said>> {
        self.write(scene)
            .map_err(|error| vec![Said::error("The configuration cannot be written", error)])?;
        let instance = scene.instance(&self.watch)?;
        // A module must be known to Terraform, which needs no provider for that.
        let modules = scene
            .files
            .iter()
            .any(|(_, text)| text.contains("module \""));
        if modules && words.first() == Some(&"plan") {
            let done = self.command(instance.clone(), &["get"], &[]).await?;
            if !done.succeeded {
                return Err(json::printed(&done));
            }
        }
        self.command(instance, words, arguments).await
    }

    async fn command(
        &mut self,
        instance: schema_shell::lifecycle::Instance,
        words: &[&str],
        arguments: &[String],
    ) -> Result<Done, Vec<Said>> {
        self.count += 1;
        let line = [
            words,
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
        ]
        .concat();
        // What variables hold may be secret.
        let shown = line.iter().filter(|word| !word.starts_with("-var="));
        let shown: Vec<&str> = shown.copied().collect();
        self.watch.doing(format!("`terraform {}`", shown.join(" ")));
        let done = Command {
            program: &self.program,
            directory: &self.directory,
            settings: &self.settings,
            number: self.count,
            line: &line,
        }
        .run(instance)
        .await
        .map_err(|error| vec![Said::error("terraform cannot be run", error)])?;
        self.complaints.extend(complaints(&done.text()));
        self.complaints.extend(complaints(&done.log));
        Ok(done)
    }

    fn write(&mut self, scene: &Scene) -> Result<(), String> {
        for name in self.written.drain(..) {
            // It may be written again at once.
            let _ = std::fs::remove_file(self.directory.join(name));
        }
        let mut files = scene.files.clone();
        let requires = files
            .iter()
            .any(|(_, text)| text.contains("required_providers"));
        if let Some(source) = &self.settings.source
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

fn variables(scene: &Scene) -> Vec<String> {
    scene
        .variables
        .iter()
        .map(|(name, value)| format!("-var={name}={value}"))
        .collect()
}
