//! A provider whose ephemeral resources misbehave on request (`tests/providers/README.md`), and
//! which logs its calls.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use schema_provider::prelude::*;

/// The file of the log.
pub struct Log(PathBuf);

impl Log {
    pub fn say(&self, line: impl std::fmt::Display) {
        let file = OpenOptions::new().append(true).create(true).open(&self.0);
        // In one piece: instances of one resource, and programs, write it at the same time.
        let line = format!("{line}\n");
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .unwrap();
    }
}

/// Leases.
#[derive(Schema)]
#[schema(provider = "lease")]
pub struct Leases {
    #[field(required)]
    log: String,
    #[field(optional)]
    echo: Option<Dynamic>,
}

impl Provider for Leases {
    type Client = Log;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Sink]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Token, Once, Kinds]
    }

    fn accepts_unknown() -> bool {
        true
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Log> {
        let log = Log(config.get_ok(Leases::LOG).unwrap_or_default().into());
        match config.value(Leases::ECHO) {
            Val::Null => {}
            Val::Unknown => log.say("configure with something unknown"),
            Val::Known(echo) => log.say(format!("configure with {}", json(&echo))),
        }
        Ok(log)
    }
}

fn json(value: &Dynamic) -> String {
    value
        .to_json()
        .map_or_else(String::new, |json| json.to_string())
}

/// What is saved of a write-only value: only that it was seen.
#[derive(Schema)]
#[schema(resource = "lease_secret")]
pub struct Sink {
    #[field(optional, write_only)]
    value: Option<String>,
    #[field(optional, force_new)]
    version: Option<i64>,
    /// How many milliseconds a create takes.
    #[field(optional, force_new)]
    takes: Option<u64>,
    #[field(optional, force_new)]
    fails: Option<bool>,
}

impl Resource for Sink {
    type Provider = Leases;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let takes = data.get(Sink::TAKES).unwrap_or_default();
        cx.race(tokio::time::sleep(Duration::from_millis(takes)))
            .await?;
        if data.get(Sink::FAILS).unwrap_or_default() {
            bail!("it cannot be made");
        }
        data.set_id("1");
        let value = data.get(Sink::VALUE).unwrap_or_default();
        cx.client()?.say(format!("create with {value}"));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        cx.client()?.say("delete");
        Ok(())
    }
}

/// A token that is renewed.
#[derive(Schema)]
#[schema(
    ephemeral = "lease_token",
    timeouts(open = "1h", renew = "1h", close = "1h")
)]
pub struct Token {
    #[field(required)]
    name: String,
    #[field(optional)]
    mode: Option<String>,
    #[field(optional)]
    note: Option<String>,
    #[field(optional, default = 3)]
    length: i64,
    #[field(computed)]
    token: String,
    #[field(computed, sensitive)]
    hidden: Secret,
}

/// How soon it is renewed: `renews-200` after 200 ms.
fn renewal(mode: &str) -> Option<Duration> {
    let millis = mode.strip_prefix("renews-")?.parse().ok()?;
    Some(Duration::from_millis(millis))
}

impl EphemeralResource for Token {
    type Provider = Leases;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let log = cx.client()?;
        let (name, mode) = (
            data.get(Token::NAME),
            data.get(Token::MODE).unwrap_or_default(),
        );
        log.say(format!("open {name} of {}", data.get(Token::LENGTH)));
        if mode == "fails" {
            bail!("there are no tokens");
        }
        let token = "x".repeat(usize::try_from(data.get(Token::LENGTH)).unwrap_or(1));
        data.set(Token::TOKEN, format!("{name}-{token}"));
        data.set(Token::HIDDEN, Secret::from("hush"));
        data.set_private("count", *b"0");
        data.opened(format!("token {name}"));
        match mode.as_str() {
            "fails late" => bail!("the token is of no use"),
            "panics" => panic!("out of tokens"),
            "hangs" => std::future::pending().await,
            "waits" => cx.race(std::future::pending::<()>()).await?,
            "changes" => data.set(Token::NAME, "another"),
            "fills" => data.set(Token::NOTE, "a note of its own"),
            "dot" => data.set_private(".own", *b"1"),
            "past" => data.renew_at(SystemTime::UNIX_EPOCH),
            "warns" => cx.warn(Diagnostic::warning("it is the last one")),
            "unclosable" => data.set(Token::NOTE, "a note of its own"),
            mode => {
                if let Some(after) = renewal(mode) {
                    data.renew_in(after);
                }
            }
        }
        Ok(())
    }

    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        let log = cx.client()?;
        let mode = data.get(Token::MODE).unwrap_or_default();
        if mode == "closes slowly" {
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
        if mode == "close panics" {
            panic!("cannot close");
        }
        if matches!(mode.as_str(), "close fails" | "unclosable") {
            bail!("it cannot be given back");
        }
        let count = data.private().get("count").map(String::from_utf8_lossy);
        log.say(format!(
            "close {} {} {}",
            data.get(Token::NAME),
            data.get(Token::TOKEN),
            count.unwrap_or_default()
        ));
        Ok(())
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        match config.get_ok(Token::NAME) {
            Some(name) if name.contains(' ') => Diagnostic::error("a name has no spaces")
                .at(Token::NAME.path())
                .into(),
            _ => Diagnostics::new(),
        }
    }
}

impl Renew for Token {
    async fn renew(cx: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        let mode = data.get(Token::MODE).unwrap_or_default();
        let count = data.private().get("count").unwrap_or_default();
        let count: u32 = String::from_utf8_lossy(count).parse().unwrap_or_default();
        cx.client()?
            .say(format!("renew {} {count}", data.get(Token::TOKEN)));
        data.set_private("count", (count + 1).to_string());
        if mode == "past" {
            data.renew_at(SystemTime::UNIX_EPOCH);
        }
        if data.get(Token::NOTE).as_deref() == Some("no renewal") {
            bail!("the token cannot be renewed");
        }
        if data.get(Token::NOTE).as_deref() == Some("renewal waits") {
            cx.race(std::future::pending::<()>()).await?;
        }
        if data.get(Token::NOTE).as_deref() == Some("renewal panics") {
            let hidden = data.get(Token::HIDDEN);
            panic!("out of renewals of {:?}", hidden.expose());
        }
        if let Some(after) = renewal(&mode) {
            data.renew_in(after);
        }
        Ok(())
    }
}

/// A resource that is not renewed.
#[derive(Schema)]
#[schema(ephemeral = "lease_once")]
pub struct Once {
    #[field(computed)]
    value: String,
}

impl EphemeralResource for Once {
    type Provider = Leases;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        data.set(Once::VALUE, "once");
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

/// Attributes and blocks of all kinds.
#[derive(Schema)]
#[schema(ephemeral = "lease_kinds")]
pub struct Kinds {
    #[field(optional)]
    text: Option<String>,
    #[field(optional)]
    number: Option<f64>,
    #[field(optional)]
    flag: Option<bool>,
    #[field(optional)]
    list: Option<Vec<String>>,
    #[field(optional)]
    set: Option<Set<String>>,
    #[field(optional)]
    map: Option<BTreeMap<String, i64>>,
    #[field(optional)]
    dynamic: Option<Dynamic>,
    #[field(optional, nested(single))]
    nested: Option<Part>,
    #[field(optional, nested(list))]
    nested_list: Option<Vec<Part>>,
    #[field(block(single))]
    single: Option<Part>,
    #[field(block(list))]
    many: Vec<Part>,
    #[field(block(set))]
    unordered: Set<Element>,
    #[field(block(map))]
    named: BTreeMap<String, Part>,
    #[field(computed)]
    filled: Vec<String>,
}

/// An element of a set.
#[derive(Schema, Clone)]
#[schema(block)]
pub struct Element {
    #[field(required)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
}

/// A part.
#[derive(Schema, Clone)]
#[schema(block)]
pub struct Part {
    #[field(required)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    #[field(computed)]
    serial: Option<String>,
}

impl EphemeralResource for Kinds {
    type Provider = Leases;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        data.set(Kinds::FILLED, vec!["a".to_owned(), "b".to_owned()]);
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

/// An object of the schema, from JSON.
pub fn object(
    schema: &schema_provider::schema_runtime::schema::Schema,
    text: &str,
) -> schema_provider::Value {
    schema_provider::schema_runtime::codec::json::decode_block(
        &schema.block,
        text.as_bytes(),
        schema_provider::schema_runtime::codec::UnsupportedAttributes::Refuse,
    )
    .unwrap()
}
