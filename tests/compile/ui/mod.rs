//! What does not compile, and what the compiler says about it.
//!
//! One file a mistake, in a folder a topic. Its first line names the rule, the gist and, in
//! backticks after `at`, the tokens that must be underlined; the file beside it holds the words.
//! rustc is asked directly, with the crates of this very test, which takes seconds where a
//! project of their own would build everything again. `BLESS=1` writes the words.

mod validators;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use sdk_tests::in_parallel;
use serde_json::Value as Json;
use words::{RUSTC_ALONE, SHOWN, elsewhere, helps, underlined, words};

/// What every key and every type may look like compiles without a warning, and what came of it runs.
#[test]
fn what_is_right_compiles_and_runs() {
    let compiler = Compiler::find();
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/pass"));
    assert!(!sources.is_empty());
    in_parallel(&sources, |source| {
        let place = source.display();
        let (messages, program) = compiler.compiled(source, "link");
        assert!(messages.is_empty(), "{place}: {messages:#?}");
        let done = Command::new(&program).output();
        let done = done.unwrap_or_else(|error| panic!("{place}: {error}"));
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{place}: {}: {said}", done.status);
        // Each is tens of megabytes.
        let _ = fs::remove_file(program);
    });
}

/// What README shows compiles: with what it leaves out put in its place.
#[test]
fn what_the_pages_show_compiles() {
    let compiler = Compiler::find();
    let text = fs::read_to_string(crate::workspace().join("README.md")).expect("a page");
    let blocks: Vec<&str> = text
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```\n").next())
        .collect();
    let [block] = blocks[..] else {
        panic!("README.md has {} blocks of Rust", blocks.len());
    };
    let source = compiler.out.path().join("page.rs");
    fs::write(&source, readme(block)).expect("a source file");
    let messages = compiler.messages(&source);
    let errors: Vec<_> = messages.iter().filter(|m| m["level"] == "error").collect();
    assert!(errors.is_empty(), "README.md: {errors:#?}");
}

/// The text with something written in the place of what stands for it.
fn instead(text: &str, stands: &str, written: &str) -> String {
    assert_eq!(text.matches(stands).count(), 1, "{stands} in {text}");
    text.replace(stands, written)
}

/// README's resource, with the rest of the provider around it.
fn readme(block: &str) -> String {
    let rest = "
    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
";

    let block = instead(
        block,
        "    // read, delete; and `impl Update for Image`\n",
        rest,
    );
    format!(
        "use schema_provider::prelude::*;
{block}

impl Update for Image {{
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{ Ok(()) }}
}}

#[derive(Schema)]
pub struct Partition {{
    #[field(required)]
    name: String,
}}

#[derive(Schema)]
#[schema(provider = \"disk\")]
pub struct Disk {{}}

pub struct Made {{ name: String, sha256: String }}

pub struct Client;

impl Client {{
    async fn create(&self, name: String) -> Result<Made> {{
        Ok(Made {{ sha256: name.clone(), name }})
    }}
}}

impl Provider for Disk {{
    type Client = Client;
    fn resources() -> &'static [ResourceDef<Self>] {{ resources![Image] }}
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Client> {{ Ok(Client) }}
}}

fn main() {{}}

"
    )
}

/// One mistake is one message, at the tokens to blame, with what to do, and without any noise
/// beside it: as rustc says it in JSON.
#[test]
fn each_mistake_is_one_message_at_its_tokens() {
    let compiler = Compiler::find();
    let mistakes: Vec<PathBuf> = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"))
        .into_iter()
        .filter(|source| !source.parent().is_some_and(|topic| topic.ends_with("pass")))
        .collect();
    assert!(mistakes.len() > 190, "only {} files", mistakes.len());
    let wrong = in_parallel(&mistakes, |source| what_is_wrong(&compiler, source)).concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the compiler does not say about a file what the file promises.
fn what_is_wrong(compiler: &Compiler, source: &Path) -> Vec<String> {
    let name = source
        .strip_prefix(env!("CARGO_MANIFEST_DIR"))
        .unwrap_or(source)
        .display()
        .to_string();
    let text = fs::read_to_string(source).expect("a source file");
    let Some(expected) = tokens_of(&text) else {
        return vec![format!("{name}: its first line names no tokens")];
    };
    let messages = compiler.messages(source);
    let errors: Vec<&Json> = messages.iter().filter(|m| m["level"] == "error").collect();
    let [error] = errors[..] else {
        return vec![format!("{name}: {} errors", errors.len())];
    };
    let mut wrong = Vec::new();
    // What the derive advises where the compiler itself refuses something in words that lead elsewhere.
    let is_advice = |message: &&Json| {
        let text = message["message"].as_str().unwrap_or_default();
        let name = text
            .strip_prefix("use of deprecated ")
            .and_then(|rest| rest.split_once("`: "));
        message["level"] == "warning" && name.is_some_and(|(name, _)| name.ends_with("advice"))
    };
    let advice: Vec<&Json> = messages.iter().filter(is_advice).collect();
    if messages.len() > 1 + advice.len() {
        wrong.push(format!("{name}: more than the error"));
    }
    let file = source.to_string_lossy();
    match underlined(error, &file) {
        Some(found) if found == expected => {}
        found => wrong.push(format!("{name}: underlined is {found:?}")),
    }
    let alone = RUSTC_ALONE
        .iter()
        .any(|(file, _)| source.ends_with(Path::new(file)));
    let shown = SHOWN
        .iter()
        .find(|(file, _)| source.ends_with(Path::new(file)));
    if let Some((_, line)) = shown {
        let rendered = error["rendered"].as_str().unwrap_or_default();
        if !rendered.contains(line) {
            wrong.push(format!("{name}: the compiler does not show {line}"));
        }
    }
    match (helps(error) || !advice.is_empty(), alone || shown.is_some()) {
        (false, false) => wrong.push(format!("{name}: no help")),
        (true, true) if alone => wrong.push(format!("{name}: it has help after all")),
        _ => {}
    }
    for text in elsewhere(error, &file)
        .into_iter()
        .filter(|_| shown.is_none())
    {
        wrong.push(format!("{name}: points elsewhere: {text}"));
    }
    if let Some(promised) = code_of(&text)
        && error["code"]["code"] != promised
    {
        wrong.push(format!("{name}: it is no {promised}"));
    }
    let folder = source.parent().unwrap_or(source).to_string_lossy();
    let said = advice
        .iter()
        .fold(words(error, &file), |said, advice| {
            said + &words(advice, &file)
        })
        .replace(&*folder, ".");
    let golden = source.with_extension("stderr");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&golden, &said).expect("the golden text is written");
    }
    if fs::read_to_string(&golden).unwrap_or_default() != said {
        wrong.push(format!("{name}: it says now\n{said}"));
    }
    wrong
}

/// rustc with our crates as this test has them.
pub(crate) struct Compiler {
    dependencies: PathBuf,
    externs: Vec<String>,
    out: tempfile::TempDir,
    /// How many files were compiled.
    count: AtomicUsize,
}

impl Compiler {
    /// Beside this test lie the crates that it was built with, and perhaps older ones.
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
        // Whatever was built last, for another package too, may lie there: the provider's crate has all features, and
        // the runtime is the one that it was built with.
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

    /// Adds a crate of which a type is a field type, in the build that our crates were made with.
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

    /// Whether this compiles.
    fn takes(&self, source: &Path) -> bool {
        let messages = self.messages(source);
        messages.iter().all(|message| message["level"] != "error")
    }

    /// What rustc says about a file.
    pub(crate) fn messages(&self, source: &Path) -> Vec<Json> {
        self.compiled(source, "metadata").0
    }

    /// The same, and what it makes of the file: its `metadata`, or with `link` the program.
    fn compiled(&self, source: &Path, emit: &str) -> (Vec<Json>, PathBuf) {
        // Files of one name may be compiled at the same time.
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
        // Where our crates were built, so that the compiler finds the lines of theirs that it shows.
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

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What stands in backticks after `at` in the first line.
fn tokens_of(source: &str) -> Option<String> {
    let (_, place) = source.lines().next()?.split_once("; at `")?;
    place.strip_suffix('`').map(str::to_owned)
}

/// The compiler's own number at the start of the first line, where the error has no other.
fn code_of(source: &str) -> Option<&str> {
    let (code, _) = source.strip_prefix("// ")?.split_once(':')?;
    (code.starts_with('E') && code.len() == 5).then_some(code)
}
