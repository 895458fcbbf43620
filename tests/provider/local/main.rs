//! The local runner, driven by its command line with a provider in memory.
#![allow(missing_docs, unreachable_pub)]

mod aliases;
mod bad_input;
mod broken;
mod commands;
mod computed_blocks;
mod conditions;
mod console;
mod deep;
mod deferred_data;
mod deprecated;
mod harness;
mod instances;
mod interrupts;
mod language;
mod lifecycle;
mod mem;
mod prompts;
mod provider_meta;
mod replacement;
mod saving;
mod secrets;
mod terminal;
mod under_tokio;
mod unsaved;
mod unstable_default;
mod values;
mod workspaces;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Captured, Io, run};
use schema_provider::prelude::Environment;
use serde_json::Value as Json;

use mem::{Mem, Remote};

/// A directory with a configuration, and a remote system.
pub struct Bench {
    directory: tempfile::TempDir,
    pub remote: Arc<Remote>,
    environment: Environment,
}

/// The result of a command.
#[derive(Debug)]
pub struct Done {
    pub code: u8,
    pub output: String,
    pub errors: String,
}

impl Bench {
    /// With a remote system of this name, which no other test may have.
    pub fn new(name: &str) -> Self {
        let mut environment = Environment::default();
        environment.set("MEM_REMOTE", name);
        Bench {
            directory: tempfile::tempdir().expect("temporary directory"),
            remote: Remote::of(name),
            environment,
        }
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.set(name, value);
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn config(&self, text: &str) -> &Self {
        self.file("main.tf", text)
    }

    pub fn file(&self, name: &str, text: &str) -> &Self {
        fs::write(self.path(name), text).expect("written");
        self
    }

    pub fn instance(&self) -> Instance {
        Instance::new::<Mem>(self.environment.clone()).expect("a good provider")
    }

    pub fn io(&self, input: &str) -> (Io, Captured) {
        Io::captured(self.directory.path(), input)
    }

    /// Runs a command line; what the user types is `input`.
    pub async fn run_with(&self, line: &str, input: &str) -> Done {
        let (io, captured) = self.io(input);
        let args = line.split(' ').filter(|arg| !arg.is_empty());
        let status = run(args, self.instance(), io).await;
        Done {
            code: status.code(),
            output: captured.output(),
            errors: captured.errors(),
        }
    }

    pub async fn run(&self, line: &str) -> Done {
        self.run_with(line, "").await
    }

    /// Applies, and must succeed.
    pub async fn apply(&self) -> Done {
        self.run("apply -auto-approve").await.good()
    }

    pub fn state_text(&self) -> String {
        fs::read_to_string(self.path("mem.state.json")).unwrap_or_default()
    }

    pub fn state(&self) -> Json {
        serde_json::from_str(&self.state_text()).expect("a state")
    }

    /// An object's attributes in the state.
    pub fn stored(&self, address: &str) -> Option<Json> {
        let (ty, name) = address.split_once('.').expect("address");
        let state = self.state();
        let resources = state["resources"].as_array().expect("resources");
        let found = resources
            .iter()
            .find(|r| r["type"] == ty && r["name"] == name)?;
        Some(found.clone())
    }

    pub fn calls(&self) -> Vec<String> {
        self.remote.calls()
    }
}

impl Done {
    #[track_caller]
    pub fn good(self) -> Self {
        assert_eq!(self.code, 0, "{}\n{}", self.output, self.errors);
        assert_eq!(self.errors, "");
        self
    }

    #[track_caller]
    pub fn bad(self) -> Self {
        assert_eq!(self.code, 1, "{}\n{}", self.output, self.errors);
        assert_ne!(self.errors, "");
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Self {
        assert!(
            self.output.contains(part),
            "no {part:?} in:\n{}",
            self.output
        );
        self
    }

    #[track_caller]
    pub fn warns(self, part: &str) -> Self {
        assert!(
            self.errors.contains(part),
            "no {part:?} in:\n{}",
            self.errors
        );
        self
    }
}
