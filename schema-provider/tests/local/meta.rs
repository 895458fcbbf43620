//! A module's `provider_meta` block reaches the provider.

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

use crate::Bench;

/// A provider whose data source repeats what the module says.
#[derive(Schema)]
#[schema(provider = "parrot", meta = ParrotMeta)]
struct Parrot {}

/// What the module says.
#[derive(Schema)]
#[schema(provider_meta = "parrot")]
struct ParrotMeta {
    #[field(required, validate = length(1..=8))]
    team: String,
}

impl Provider for Parrot {
    type Client = ();

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Heard]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// What was heard.
#[derive(Schema)]
#[schema(data_source = "parrot_heard")]
struct Heard {
    #[field(computed)]
    text: String,
}

impl DataSource for Heard {
    type Provider = Parrot;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        assert_eq!(cx.terraform_version(), None);
        data.set_id("heard");
        let team = match cx.provider_meta() {
            Some(meta) => meta.require(ParrotMeta::TEAM)?,
            None => "nobody".to_owned(),
        };
        data.set(Heard::TEXT, team);
        Ok(())
    }
}

async fn plan(bench: &Bench, meta: &str) -> (u8, String) {
    bench.config(&format!(
        "{meta}\ndata \"parrot_heard\" \"a\" {{}}\n\
         output \"text\" {{\n  value = data.parrot_heard.a.text\n}}\n"
    ));
    let instance = Instance::new::<Parrot>(Environment::default()).expect("a good provider");
    let (io, captured) = Io::captured(bench.path(""), "");
    let status = run(["plan"], instance, io).await;
    (status.code(), captured.output() + &captured.errors())
}

fn block(body: &str) -> String {
    format!("terraform {{\n  provider_meta \"parrot\" {{\n    {body}\n  }}\n}}")
}

#[tokio::test]
async fn the_block_reaches_the_provider() {
    let bench = Bench::new("meta");
    for (meta, heard) in [
        (block("team = \"dis${\"ks\"}\""), "\"disks\""),
        (String::new(), "\"nobody\""),
    ] {
        let (code, text) = plan(&bench, &meta).await;
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(heard), "{text}");
    }
}

#[tokio::test]
async fn a_block_that_is_wrong_is_told_at_its_place() {
    let bench = Bench::new("meta-wrong");
    for (meta, told) in [
        ("teem = \"x\"", "Did you mean \"team\"?"),
        ("", "\"team\" is required"),
        ("team = data.parrot_heard.a.text", "Variables not allowed"),
        (
            "team = \"far too long\"",
            "At team in the module's `provider_meta \"parrot\"` block",
        ),
    ] {
        let (code, text) = plan(&bench, &block(meta)).await;
        assert_eq!(code, 1, "{text}");
        assert!(
            text.contains(told) && text.contains("main.tf line"),
            "{text}"
        );
    }
    // A provider that takes none says so.
    bench.config("terraform {\n  provider_meta \"mem\" {}\n}\n");
    let done = bench.run("plan").await.bad();
    assert!(
        done.errors.contains("takes no provider_meta"),
        "{}",
        done.errors
    );
}
