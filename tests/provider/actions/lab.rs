//! A provider of actions: one takes every type of argument and misbehaves on request
//! (`tests/providers/README.md`).

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::{ActionEvent, Grace, Instance};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::schema_runtime::schema::Schema;

/// The log of each laboratory by name, since tests run in parallel.
static LOGS: Mutex<Option<HashMap<String, Arc<Log>>>> = Mutex::new(None);

/// In memory, or in a file that other processes see too.
pub enum Log {
    Memory(Mutex<Vec<String>>),
    File(PathBuf),
}

impl Log {
    /// The log of this name; if it is a path, the file there. `LAB_LOG` names the file of a whole
    /// program.
    pub fn of(name: &str) -> Arc<Log> {
        let file = std::env::var_os("LAB_LOG").map(PathBuf::from);
        let file = file.or_else(|| Path::new(name).is_absolute().then(|| name.into()));
        if let Some(file) = file {
            return Arc::new(Log::File(file));
        }
        let mut logs = LOGS.lock().unwrap();
        let logs = logs.get_or_insert_default();
        let log = logs.entry(name.to_owned());
        Arc::clone(log.or_insert_with(|| Arc::new(Log::Memory(Mutex::default()))))
    }

    pub fn add(&self, line: impl Into<String>) {
        match self {
            Log::Memory(lines) => lines.lock().unwrap().push(line.into()),
            Log::File(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                let line = format!("{}\n", line.into());
                file.unwrap().write_all(line.as_bytes()).unwrap();
            }
        }
    }

    pub fn lines(&self) -> Vec<String> {
        match self {
            Log::Memory(lines) => lines.lock().unwrap().clone(),
            Log::File(path) => {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                text.lines().map(str::to_owned).collect()
            }
        }
    }

    pub fn take(&self) -> Vec<String> {
        let lines = self.lines();
        match self {
            Log::Memory(lines) => lines.lock().unwrap().clear(),
            Log::File(path) => std::fs::write(path, "").unwrap(),
        }
        lines
    }

    /// Waits for a line.
    pub async fn wait(&self, line: &str) {
        for _ in 0..60_000 {
            if self.lines().iter().any(|known| known == line) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("no {line:?} in {:?}", self.lines());
    }
}

/// A laboratory.
#[derive(Schema)]
#[schema(provider = "lab")]
pub struct Lab {
    /// Which one.
    #[field(required)]
    name: String,
}

impl Provider for Lab {
    type Client = Arc<Log>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Sample]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Test, Plain, Typed, Picky]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Code]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Self::Client> {
        Ok(Log::of(&config.require(Lab::NAME)?))
    }
}

/// Something to look at.
#[derive(Schema)]
#[schema(resource = "lab_sample")]
pub struct Sample {
    /// What it is called; `broken` cannot be made.
    #[field(required)]
    name: String,
    #[field(optional, force_new)]
    origin: Option<String>,
    #[field(computed)]
    number: i64,
}

impl Resource for Sample {
    type Provider = Lab;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Sample::NAME);
        if name == "broken" {
            bail!("it broke");
        }
        cx.client()?.add(format!("create {name}"));
        data.set(Sample::NUMBER, name.len() as i64);
        data.set_id(name);
        Ok(())
    }

    nothing_to_read!();

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Sample::NAME);
        cx.client()?.add(format!("delete {name}"));
        Ok(())
    }
}

impl Update for Sample {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Sample::NAME);
        cx.client()?.add(format!("update {name}"));
        Ok(())
    }
}

/// A code that is good for as long as it is open.
#[derive(Schema)]
#[schema(ephemeral = "lab_code")]
pub struct Code {
    #[field(required)]
    length: i64,
    #[field(computed, sensitive)]
    text: String,
}

impl EphemeralResource for Code {
    type Provider = Lab;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let length = data.get(Code::LENGTH);
        data.set(Code::TEXT, "x".repeat(usize::try_from(length)?));
        cx.client()?.add("open");
        Ok(())
    }

    async fn close(cx: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        cx.client()?.add("close");
        Ok(())
    }
}

/// Tests a sample.
#[derive(Schema)]
#[schema(action = "lab_test", timeouts(invoke = "20m"))]
pub struct Test {
    /// Which one.
    #[field(required, validate = length(1..=20))]
    sample: String,
    /// How often.
    #[field(optional, default = 1, validate = range(0..=5000))]
    times: i64,
    /// What opens the cupboard.
    #[field(optional, write_only)]
    code: Option<Secret>,
    /// What it does wrong.
    #[field(optional)]
    flaw: Option<String>,
    /// With which instruments.
    #[field(block(list))]
    instrument: Vec<Instrument>,
}

/// One of them.
#[derive(Schema)]
#[schema(block)]
pub struct Instrument {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    pin: Option<Secret>,
}

impl Action for Test {
    type Provider = Lab;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let test = config.read_struct()?;
        let log = cx.client()?;
        let sample = &test.sample;
        log.add(format!("test {sample}"));
        for time in 1..=test.times {
            cx.progress(format!("{time} of {}", test.times));
        }
        match test.flaw.as_deref().unwrap_or_default() {
            "" => {}
            "error" => bail!("the sample is bad"),
            "warning" => cx.warn(Diagnostic::warning("the sample is old")),
            "silent" => return Err(Diagnostics::new()),
            "panic" => panic!(
                "dropped it with the code {:?}",
                test.code.as_ref().and_then(Secret::expose)
            ),
            "panic-in-task" => {
                let task = tokio::spawn(async { panic!("dropped it elsewhere") });
                let () = task.await?;
            }
            "wait" => {
                cx.cancelled().await;
                log.add("cancelled");
                cx.check()?;
            }
            "finish" => {
                cx.cancelled().await;
                log.add("finished");
            }
            "hang" => std::future::pending().await,
            // Longer than a test waits.
            "block" => std::thread::sleep(Duration::from_secs(120)),
            "late" => {
                let cx = cx.clone();
                let log = Arc::clone(log);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                    cx.progress("too late");
                    log.add("too late");
                });
            }
            "code" => {
                let code = test
                    .code
                    .and_then(|code| code.expose().map(str::len))
                    .unwrap_or_default();
                let pins = test.instrument.iter().filter(|one| one.pin.is_some());
                log.add(format!("code {code}, {} pins", pins.count()));
            }
            other => bail!("unknown flaw {other}"),
        }
        log.add(format!("tested {sample}"));
        Ok(())
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let mut found = Diagnostics::new();
        match config.get_ok(Test::SAMPLE).as_deref() {
            Some("forbidden") => {
                found.push(Diagnostic::error("not this one").at(Test::SAMPLE.path()));
            }
            Some("odd") => found.push(Diagnostic::warning("an odd one")),
            Some("validate-panics") => panic!("in validate"),
            _ => {}
        }
        found
    }
}

impl ActionPlan for Test {
    async fn plan(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let log = cx.client()?;
        log.add(match config.value(Test::SAMPLE) {
            Val::Known(sample) => format!("plan {sample}"),
            _ => "plan ?".to_owned(),
        });
        match config.get_ok(Test::FLAW).as_deref() {
            Some("plan-error") => bail!("it will not do"),
            Some("plan-warning") => {
                cx.warn(Diagnostic::warning("it may not do"));
                Ok(())
            }
            Some("plan-panic") => panic!("in plan"),
            Some("plan-hang") => std::future::pending().await,
            _ => Ok(()),
        }
    }
}

/// Without a plan, and without a client.
#[derive(Schema)]
#[schema(action = "lab_plain")]
pub struct Plain {
    #[field(optional, default_fn = made)]
    text: String,
}

fn made(_: &Environment) -> Result<String> {
    Ok("made".to_owned())
}

impl Action for Plain {
    type Provider = Lab;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        cx.progress(config.require(Plain::TEXT)?);
        Ok(())
    }
}

/// Needs one of the two.
#[derive(Schema)]
#[schema(action = "lab_picky")]
pub struct Picky {
    #[field(optional, at_least_one_of(other))]
    one: Option<String>,
    #[field(optional, at_least_one_of(one))]
    other: Option<String>,
}

impl Action for Picky {
    type Provider = Lab;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let Picky { one, other } = config.read_struct()?;
        cx.progress(format!("picked {one:?} {other:?}"));
        Ok(())
    }
}

/// All types.
#[derive(Schema)]
#[schema(action = "lab_typed")]
pub struct Typed {
    #[field(optional)]
    flag: Option<bool>,
    #[field(optional)]
    ratio: Option<f64>,
    #[field(optional)]
    tags: Option<BTreeMap<String, String>>,
    #[field(optional)]
    numbers: Option<Set<i64>>,
    #[field(optional)]
    anything: Option<Dynamic>,
    #[field(nested(single), optional)]
    part: Option<Piece>,
}

/// A part, which protocol 5 knows too.
#[derive(Schema)]
#[schema(block)]
pub struct Piece {
    #[field(required)]
    name: String,
}

impl Action for Typed {
    type Provider = Lab;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let typed = config.read_struct()?;
        cx.progress(format!(
            "{:?} {:?} {:?} {:?} {:?}",
            typed.flag,
            typed.ratio,
            typed.tags,
            typed.numbers.map(|numbers| numbers.len()),
            typed.part.map(|part| part.name),
        ));
        Ok(())
    }
}

/// An object of the schema, from JSON; `"?"` at the top is unknown.
pub fn object(schema: &Schema, text: &str) -> Value {
    let value = json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    );
    let Value::Object(values) = value.unwrap() else {
        panic!("no object: {text}");
    };
    let unknown = Value::from("?");
    let known = |value| {
        if value == unknown {
            Value::UNKNOWN
        } else {
            value
        }
    };
    Value::Object(values.into_iter().map(known).collect())
}

/// A configured laboratory; code that does not end is abandoned soon.
pub async fn lab(name: &str) -> (Instance, Arc<Log>) {
    let instance = unconfigured();
    let config = object(
        &instance.schemas().provider,
        &format!(r#"{{"name":"{name}"}}"#),
    );
    let diagnostics = instance.configure_provider(config).await;
    assert!(diagnostics.is_empty(), "{diagnostics}");
    (instance, Log::of(name))
}

/// Soon abandons code that does not end.
pub fn impatient(lab: &Instance) -> Instance {
    lab.clone().with_grace(Grace {
        apply: Duration::from_millis(80),
        other: Duration::from_millis(40),
    })
}

pub fn unconfigured() -> Instance {
    let time = Duration::from_secs(60);
    let grace = Grace {
        apply: time,
        other: time,
    };
    Instance::new::<Lab>(Environment::default())
        .unwrap()
        .with_grace(grace)
}

pub fn config(instance: &Instance, action: &str, text: &str) -> Value {
    object(&instance.schemas().actions[action], text)
}

/// Invokes an action and returns its progress and its end. Checks that there is exactly one end.
pub async fn invoked(instance: &Instance, action: &str, text: &str) -> (Vec<String>, Diagnostics) {
    let config = config(instance, action, text);
    ended(instance, action, config).await
}

pub async fn ended(instance: &Instance, action: &str, config: Value) -> (Vec<String>, Diagnostics) {
    let mut events = instance.action_events(action, config);
    let mut progress = Vec::new();
    loop {
        match events.next().await {
            Some(ActionEvent::Progress(message)) => progress.push(message),
            Some(ActionEvent::Completed(diagnostics)) => {
                assert_eq!(events.next().await, None, "after the end");
                return (progress, diagnostics);
            }
            None => panic!("no end"),
        }
    }
}
