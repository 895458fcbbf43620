//! Resources without an id, in both protocols.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use schema_provider::prelude::*;
use schema_provider::testing::{Protocol, ProviderTest, Step, creates, object, replaces};

/// Settings of something.
#[derive(Schema)]
#[schema(provider = "settings")]
pub struct Settings {}

/// The settings, by remote system and key.
type Remote = BTreeMap<(String, String), String>;

static REMOTE: LazyLock<Mutex<Remote>> = LazyLock::new(Mutex::default);

fn remote<T>(work: impl FnOnce(&mut Remote) -> T) -> T {
    work(&mut REMOTE.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Provider for Settings {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Setting, Pair]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Count]
    }

    async fn configure(cx: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
        Ok(cx
            .environment()
            .get("REMOTE")
            .unwrap_or_default()
            .to_owned())
    }
}

/// A setting, which its key names.
#[derive(Schema)]
#[schema(resource = "settings_setting", id = none)]
pub struct Setting {
    #[field(required, force_new)]
    key: String,
    #[field(required)]
    value: String,
    #[field(computed(when_changed(value)))]
    length: i64,
}

impl Setting {
    fn place(cx: &Cx<Self>, data: &ResourceData<Self>) -> Result<(String, String)> {
        Ok((cx.client()?.clone(), data.get(Setting::KEY)))
    }
}

impl Resource for Setting {
    type Provider = Settings;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        assert_eq!(data.id(), None);
        let value = data.get(Setting::VALUE);
        if value == "refused" {
            bail!("the value is rejected");
        }
        let place = Self::place(cx, data)?;
        remote(|remote| remote.insert(place, value.clone()));
        data.mark_created();
        data.set(Setting::LENGTH, i64::try_from(value.len())?);
        if value == "half" {
            bail!("it ends half-way");
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let place = Self::place(cx, data)?;
        match remote(|remote| remote.get(&place).cloned()) {
            None => data.mark_gone(),
            Some(value) => {
                data.set(Setting::LENGTH, i64::try_from(value.len())?);
                data.set(Setting::VALUE, value);
            }
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let place = Self::place(cx, data)?;
        remote(|remote| remote.remove(&place));
        Ok(())
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set(Setting::KEY, id.trim_start_matches("key:"));
        Ok(())
    }
}

impl Update for Setting {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::create(cx, data).await
    }
}

/// Two values, imported by a pattern; and a create that sets nothing at all.
#[derive(Schema)]
#[schema(resource = "settings_pair", id = none, import = "{left}/{right}")]
pub struct Pair {
    #[field(required, force_new)]
    left: String,
    #[field(required, force_new)]
    right: i64,
}

impl Resource for Pair {
    type Provider = Settings;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(Pair::LEFT) == "named" {
            data.set_id("name");
        }
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// How many are set.
#[derive(Schema)]
#[schema(data_source = "settings_count", id = none)]
pub struct Count {
    #[field(optional, default = "")]
    begins: String,
    #[field(computed)]
    number: i64,
}

impl DataSource for Count {
    type Provider = Settings;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (client, begins) = (cx.client()?, data.get(Count::BEGINS));
        let number = remote(|remote| {
            let keys = remote.keys();
            keys.filter(|(name, key)| name == client && key.starts_with(&begins))
                .count()
        });
        data.set(Count::NUMBER, i64::try_from(number)?);
        Ok(())
    }
}

fn setting(key: &str, value: &str) -> String {
    format!(
        "resource \"settings_setting\" \"a\" {{\n  key = \"{key}\"\n  value = \"{value}\"\n}}\n"
    )
}

/// A test in its own remote system, for each protocol.
fn each_protocol(name: &str, test: impl Fn(ProviderTest, String) -> ProviderTest) {
    for (protocol, number) in [(Protocol::V5, 5), (Protocol::V6, 6)] {
        let system = format!("{name}-{number}");
        let all = ProviderTest::new::<Settings>()
            .env("REMOTE", &system)
            .protocol(protocol);
        test(all, system).run();
    }
}

#[test]
fn a_whole_life() {
    let address = "settings_setting.a";
    each_protocol("life", |test, system| {
        let gone = system.clone();
        test.step(
            Step::apply(setting("k", "v"))
                .plans(creates(address).only_unknown(["length"]))
                .saves(object(address).attr(Setting::LENGTH).is(1)),
        )
        .step(Step::apply(setting("k", "vvv")).saves(object(address).attr(Setting::LENGTH).is(3)))
        .step(Step::import(address).id("key:k"))
        .step(Step::apply(setting("l", "vvv")).plans(replaces(address).only_because_of(["key"])))
        .step(Step::outside(move |_| {
            remote(|remote| remote.retain(|(name, _), _| *name != gone));
        }))
        .step(Step::apply(setting("l", "vvv")).plans(creates(address)))
        .after_destroy(move |_| {
            assert!(remote(|remote| remote
                .keys()
                .all(|(name, _)| *name != system)));
        })
    });
}

#[test]
fn a_failed_create_saves_what_provider_code_set() {
    let address = "settings_setting.a";
    each_protocol("failed", |test, _| {
        test.step(
            Step::apply(setting("k", "refused"))
                .fails("rejected")
                .saves(object(address).gone()),
        )
        .step(
            Step::apply(setting("k", "half"))
                .fails("half-way")
                .saves(object(address).tainted().attr(Setting::LENGTH).is(4)),
        )
        .step(Step::apply(setting("k", "v")).plans(replaces(address)))
    });
}

#[test]
fn imports_by_pattern_and_creates_that_set_nothing() {
    let pair = |left: &str| {
        format!("resource \"settings_pair\" \"a\" {{\n  left = \"{left}\"\n  right = 2\n}}\n")
    };
    each_protocol("pattern", |test, _| {
        test.step(Step::apply(pair("named")).fails("has no id to set"))
            .step(Step::apply(pair("x")))
            .step(Step::import("settings_pair.a").id("x/2"))
    });
}

#[test]
fn results_of_data_sources_are_saved() {
    let count = |more: &str| format!("data \"settings_count\" \"n\" {{\n{more}}}\n");
    let address = "data.settings_count.n";
    each_protocol("data", |test, _| {
        test.step(
            Step::apply(count("")).saves(
                object(address)
                    .attr(Count::NUMBER)
                    .is(0)
                    .attr("begins")
                    .is(""),
            ),
        )
        // Read during the apply, since it waits for the other one.
        .step(
            Step::apply(setting("k", "v") + &count("  depends_on = [settings_setting.a]\n")).saves(
                object(address)
                    .attr(Count::NUMBER)
                    .is(1)
                    .attr(Count::NUMBER)
                    .is_changed(),
            ),
        )
        .step(Step::apply(setting("k", "v")).saves(object(address).gone()))
    });
}
