//! The commands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_runtime::dynamic::{ProviderSchemas, document_json};
use serde_json::{Map, Value as Json, json};

use super::args::Verb;
use super::{ExitStatus, Session};
use crate::apply::Applied;
use crate::changes::{Object, Plan, PlanOptions};
use crate::events::Event;
use crate::message::{Message, Messages};
use crate::render::human::write;
use crate::render::json::{block_json, typed_json};
use crate::render::shown::shown_block;
use crate::render::{self, Paint};
use crate::run::Run;
use crate::state::{Keeper, State};
use crate::stop::{Ended, Stop, interrupted};
use crate::{address::Address, eval, hcl};
use schema_shell::lifecycle::RawState;

impl Session {
    pub(super) async fn run(&self) -> ExitStatus {
        let done = match self.options.verb {
            Verb::Plan => self.plan().await,
            Verb::Apply | Verb::Destroy => self.apply().await,
            Verb::Show => self.show().await,
            Verb::Import => self.import().await,
            Verb::Schema => Ok(self.schema()),
        };
        done.unwrap_or_else(|messages| self.fail(messages))
    }

    /// What a path of the user's means.
    fn path(&self, path: &Path) -> PathBuf {
        let mut whole = self.io.directory.clone();
        if let Some(chdir) = &self.options.chdir {
            whole.push(chdir);
        }
        whole.push(path);
        if whole.as_os_str().is_empty() {
            whole.push(".");
        }
        whole
    }

    /// The configuration's directory or file, and the directory.
    fn place(&self) -> (PathBuf, PathBuf) {
        let path = self.path(self.options.path.as_deref().unwrap_or(Path::new("")));
        let directory = match path.parent() {
            Some(parent) if path.is_file() => self.path_or_here(parent),
            _ => path.clone(),
        };
        (path, directory)
    }

    fn path_or_here(&self, path: &Path) -> PathBuf {
        if path.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            path.to_owned()
        }
    }

    fn keeper(&self) -> Result<Arc<Keeper>, Messages> {
        let provider = self.instance.schemas().provider.type_name.to_string();
        let path = match &self.options.state {
            Some(path) => self.path(path),
            None => self.place().1.join(format!("{provider}.state.json")),
        };
        Keeper::open(path, &provider).map_err(Messages::from)
    }

    /// Reads and checks the configuration, opens the state, and asks for what is missing.
    async fn prepare(&self) -> Result<(Run, Messages), Messages> {
        let (path, directory) = self.place();
        let bodies = hcl::read(&path)?;
        let keeper = self.keeper()?;
        let mut inputs = self.options.inputs.clone();
        for input in &mut inputs.given {
            if let crate::variables::Input::File(file) = input {
                *file = self.path(file);
            }
        }
        let (mut run, messages) = Run::new(
            self.instance.clone(),
            bodies,
            (&inputs, Some(&directory)),
            keeper,
            Arc::clone(&self.events),
            Stop::new(self.io.interrupts.clone()),
        )?;
        if !messages.has_errors() {
            self.ask_settings(&mut run).await;
        }
        Ok((run, messages))
    }

    /// A plan, and what was said on the way.
    async fn planned(&self) -> Result<(Run, Plan, Messages), Messages> {
        let (run, mut messages) = self.prepare().await?;
        messages.extend(run.validate().await);
        if messages.has_errors() {
            return Err(messages);
        }
        let options = PlanOptions {
            refresh: self.options.refresh,
            destroy: self.options.destroy,
        };
        let work = run.plan(options);
        match run.stop.watch(&self.instance, &*self.events, work).await {
            Ended::Done(Ok((plan, more))) => {
                messages.extend(more);
                Ok((run, plan, messages))
            }
            Ended::Done(Err(more)) => {
                messages.extend(more);
                Err(messages)
            }
            Ended::Abandoned => Err(interrupted().into()),
        }
    }

    async fn plan(&self) -> Result<ExitStatus, Messages> {
        let (_, plan, messages) = self.planned().await?;
        self.events.event(Event::Planned(&plan));
        self.tell(&messages);
        Ok(if self.options.detailed_exitcode && !plan.is_empty() {
            ExitStatus::CHANGES
        } else {
            ExitStatus::SUCCESS
        })
    }

    async fn apply(&self) -> Result<ExitStatus, Messages> {
        let asks = !self.options.auto_approve;
        if asks && (self.options.json || !self.options.input) {
            return Err(Message::error("Approval is needed")
                .detail("With -json or -input=false nothing is asked; say -auto-approve too.")
                .into());
        }
        let (run, plan, messages) = self.planned().await?;
        self.events.event(Event::Planned(&plan));
        self.tell(&messages);
        if asks && !plan.is_empty() && !self.approved(&run).await {
            let what = if plan.destroy { "Destroy" } else { "Apply" };
            self.say(&format!("\n{what} cancelled.\n"));
            return Ok(ExitStatus::FAILURE);
        }
        let Applied { counts, messages } = run.apply(&plan).await;
        let failed = messages.has_errors();
        self.tell(&messages);
        if failed {
            return Ok(ExitStatus::FAILURE);
        }
        if let Some(machine) = &self.machine {
            let operation = if plan.destroy { "destroy" } else { "apply" };
            machine.summary(counts, operation);
        }
        let done = if plan.destroy {
            format!("Destroy complete! Resources: {} destroyed.", counts.destroy)
        } else {
            format!(
                "Apply complete! Resources: {} added, {} changed, {} destroyed.",
                counts.add, counts.change, counts.destroy
            )
        };
        self.say(&format!("\n{}\n", self.style.paint(Paint::Green, &done)));
        let outputs = run.keeper.state().outputs;
        if !outputs.is_empty() {
            match &self.machine {
                Some(machine) => {
                    let words = format!("Outputs: {}", outputs.len());
                    machine.line(
                        "info",
                        &words,
                        "outputs",
                        json!({"outputs": outputs_json(&run.keeper.state())}),
                    );
                }
                None => self.say(&format!(
                    "\n{}",
                    render::state::outputs(&outputs, self.style)
                )),
            }
        }
        Ok(ExitStatus::SUCCESS)
    }

    /// Asks; anything but yes is no.
    async fn approved(&self, run: &Run) -> bool {
        let question = if self.options.destroy {
            "Do you really want to destroy all resources?\n  Everything in the state will be \
             deleted. There is no undo. Only \"yes\" will be accepted to confirm."
        } else {
            "Do you want to perform these actions?\n  Only \"yes\" will be accepted to approve."
        };
        self.say(&format!(
            "\n{}\n\n  Enter a value: ",
            self.style.bold(question)
        ));
        let answer = self.answer().await.unwrap_or_default();
        answer.trim() == "yes" && !run.stop.asked()
    }

    async fn import(&self) -> Result<ExitStatus, Messages> {
        let Some((address, id)) = &self.options.import else {
            return Ok(ExitStatus::FAILURE);
        };
        let (run, mut messages) = self.prepare().await?;
        if messages.has_errors() {
            return Err(messages);
        }
        let work = run.import(address, id);
        match run.stop.watch(&self.instance, &*self.events, work).await {
            Ended::Done(more) => messages.extend(more),
            Ended::Abandoned => messages.push(interrupted()),
        }
        let failed = messages.has_errors();
        self.tell(&messages);
        if failed {
            return Ok(ExitStatus::FAILURE);
        }
        let done = "Import successful!";
        self.say(&format!(
            "\n{}\n\nThe object is now in the state, and will be managed from now on.\n",
            self.style.paint(Paint::Green, done)
        ));
        Ok(ExitStatus::SUCCESS)
    }

    async fn show(&self) -> Result<ExitStatus, Messages> {
        let keeper = self.keeper()?;
        let state = keeper.state();
        let mut messages = Messages::new();
        let mut objects: BTreeMap<Address, Object> = BTreeMap::new();
        for (address, stored) in &state.resources {
            let text = serde_json::to_vec(&stored.attributes).unwrap_or_default();
            let upgraded = self
                .instance
                .upgrade_resource_state(
                    &address.type_name,
                    stored.schema_version,
                    RawState::Json(text),
                )
                .await;
            let place = |diagnostic| Message::from(diagnostic).address(address);
            match upgraded {
                Ok((value, told)) => {
                    messages.extend_with(told, place);
                    let object = Object {
                        value,
                        private: Vec::new(),
                        tainted: stored.tainted,
                        dependencies: stored.dependencies.clone(),
                        sensitive: stored.sensitive.clone(),
                    };
                    objects.insert(address.clone(), object);
                }
                Err(told) => messages.extend_with(told, place),
            }
        }
        if messages.has_errors() {
            return Err(messages);
        }
        let schemas = self.instance.schemas();
        if self.options.json {
            let document = self.state_json(&state, &objects);
            write(&self.io.output, &format!("{document:#}\n"));
        } else {
            let text = render::state::state(&objects, &state.outputs, schemas, self.style);
            self.say(&text);
            self.tell(&messages);
        }
        Ok(ExitStatus::SUCCESS)
    }

    /// The form of `terraform show -json`, without sensitive values.
    fn state_json(&self, state: &State, objects: &BTreeMap<Address, Object>) -> Json {
        let resources: Vec<Json> = objects
            .iter()
            .filter_map(|(address, object)| {
                let schema = self.instance.schemas().resources.get(&*address.type_name)?;
                let mut marks = eval::sensitive_paths(&schema.block, &object.value);
                marks.extend_from_slice(&object.sensitive);
                let shown = shown_block(&schema.block, &object.value, &marks)?;
                let mut json = Map::new();
                json.insert("address".into(), json!(address.to_string()));
                json.insert("mode".into(), json!("managed"));
                json.insert("type".into(), json!(&*address.type_name));
                json.insert("name".into(), json!(&*address.name));
                json.insert("schema_version".into(), json!(schema.version));
                json.insert("values".into(), block_json(&shown));
                if object.tainted {
                    json.insert("tainted".into(), json!(true));
                }
                let depends: Vec<String> =
                    object.dependencies.iter().map(Address::to_string).collect();
                if !depends.is_empty() {
                    json.insert("depends_on".into(), json!(depends));
                }
                Some(Json::Object(json))
            })
            .collect();
        json!({
            "format_version": "1.0",
            "values": {
                "outputs": outputs_json(state),
                "root_module": {"resources": resources},
            },
        })
    }

    fn schema(&self) -> ExitStatus {
        let schemas = self.instance.schemas();
        let provider = ProviderSchemas {
            address: format!("registry.terraform.io/local/{}", schemas.provider.type_name),
            provider: Some((*schemas.provider).clone()),
            resources: schemas.resources.values().map(|s| (**s).clone()).collect(),
            data_sources: schemas
                .data_sources
                .values()
                .map(|s| (**s).clone())
                .collect(),
        };
        let document = document_json(&[provider]);
        write(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}

fn outputs_json(state: &State) -> Json {
    let outputs: Map<String, Json> = state
        .outputs
        .iter()
        .map(|(name, output)| {
            let typed = eval::Typed::new(output.ty.clone(), output.value.clone());
            let value = typed_json(&typed.marked(output.sensitive));
            (
                name.clone(),
                json!({"sensitive": output.sensitive, "value": value}),
            )
        })
        .collect();
    Json::Object(outputs)
}
