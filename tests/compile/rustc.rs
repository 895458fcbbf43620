//! Runs rustc for what trybuild does not support: the number and place of errors in generated code,
//! key by key (`typed`, `unfinished`), and code that must compile with this test's own crates
//! (`pages`). Code that must not compile, with its messages, is in `tests/ui`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use serde_json::Value as Json;

/// A rustc with our crates, as built for this test.
pub(crate) struct Compiler {
    dependencies: PathBuf,
    externs: Vec<String>,
    out: tempfile::TempDir,
    /// The number of compiled files.
    count: AtomicUsize,
}

impl Compiler {
    /// Beside this test are the crates that it was built with, and perhaps older ones.
    pub(crate) fn find() -> Self {
        let test = std::env::current_exe().expect("this test");
        let dependencies = test.parent().expect("its folder").to_owned();
        let newest = |name: &str| -> Vec<PathBuf> {
            let mut found: Vec<(SystemTime, PathBuf)> = fs::read_dir(&dependencies)
                .expect("the folder of the test")
                .flatten()
                .filter(|file| {
                    let file = file.file_name();
                    let file = file.to_string_lossy();
                    file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib")
                })
                .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
                .collect();
            found.sort();
            found
                .into_iter()
                .rev()
                .take(4)
                .map(|(_, path)| path)
                .collect()
        };
        let (runtimes, providers) = (newest("schema_runtime"), newest("schema_provider"));
        let out = tempfile::tempdir().expect("a folder for what rustc writes");
        let probe = out.path().join("probe.rs");
        // Builds for other packages may be there too: this looks for the provider's crate with all
        // features, and the runtime that it was built with.
        let uses = "use schema_provider::prelude::*;
use schema_provider::testing as _;
fn main() {
    let _: fn(Diagnostics) -> schema_runtime::diagnostics::Diagnostics = |same| same;
}
";
        fs::write(&probe, uses).expect("a source file");
        let mut compiler = Compiler {
            dependencies: dependencies.clone(),
            externs: Vec::new(),
            out,
            count: AtomicUsize::new(0),
        };
        for provider in &providers {
            for runtime in &runtimes {
                compiler.externs = vec![
                    format!("schema_provider={}", provider.display()),
                    format!("schema_runtime={}", runtime.display()),
                ];
                if compiler.takes(&probe)
                    && compiler.add("url", "Url", &newest("url"))
                    && compiler.add("jiff", "Timestamp", &newest("jiff"))
                {
                    return compiler;
                }
            }
        }
        panic!("no built crates beside the test: {providers:?} {runtimes:?}");
    }

    /// Adds a crate with a field type, in the build that our crates used.
    fn add(&mut self, name: &str, ty: &str, built: &[PathBuf]) -> bool {
        let probe = self.out.path().join("probe_type.rs");
        let text = format!(
            "fn is<T: schema_runtime::field_type::FieldType>() {{}}\nfn main() {{ is::<{name}::{ty}>() }}\n"
        );
        fs::write(&probe, text).expect("a source file");
        for path in built {
            self.externs.push(format!("{name}={}", path.display()));
            if self.takes(&probe) {
                return true;
            }
            self.externs.pop();
        }
        false
    }

    /// Whether this source compiles.
    fn takes(&self, source: &Path) -> bool {
        let messages = self.messages(source);
        messages.iter().all(|message| message["level"] != "error")
    }

    /// rustc's messages about a string.
    pub(crate) fn messages_of(&self, text: &str) -> Vec<Json> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let source = self.out.path().join(format!("{number}.rs"));
        fs::write(&source, text).expect("a source file");
        self.messages(&source)
    }

    /// rustc's messages about a file.
    fn messages(&self, source: &Path) -> Vec<Json> {
        self.compiled(source, "metadata").0
    }

    /// The same, and its output: the file's `metadata`, or with `link` the program.
    pub(crate) fn compiled(&self, source: &Path, emit: &str) -> (Vec<Json>, PathBuf) {
        // Files with the same name may be compiled at the same time.
        let name = self.count.fetch_add(1, Ordering::Relaxed);
        let out = self.out.path().join(format!("{name}.{emit}"));
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        command
            .args(["--edition", "2024", "--crate-type", "bin", "--emit", emit])
            .args(["--error-format", "json", "-o"])
            .arg(&out)
            .arg("-L")
            .arg(format!("dependency={}", self.dependencies.display()));
        for name in &self.externs {
            command.arg("--extern").arg(name);
        }
        // Our crates were built there, so the compiler finds the source lines that it shows.
        command.current_dir(crate::workspace());
        let output = command.arg(source).output().expect("rustc runs");
        let messages = String::from_utf8_lossy(&output.stderr)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|message: &Json| {
                let text = message["message"].as_str().unwrap_or_default();
                let summary = text.starts_with("aborting due to") || text.starts_with("For more");
                !summary && message["level"] != "failure-note"
            })
            .collect();
        (messages, out)
    }
}
