//! A module's `provider_meta` block reaches the provider.

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

use crate::Bench;

/// A provider whose data source returns the module's settings.
#[derive(Schema)]
#[schema(provider = "echo", meta = EchoMeta)]
struct Echo {}

/// The module's settings.
#[derive(Schema)]
#[schema(provider_meta = "echo")]
struct EchoMeta {
    #[field(required, validate = length(1..=8))]
    team: String,
    /// Of any type.
    #[field(optional)]
    extra: Option<Dynamic>,
}

impl Provider for Echo {
    type Client = ();

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![EchoData]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// What was shown.
#[derive(Schema)]
#[schema(data_source = "echo_meta")]
struct EchoData {
    #[field(computed)]
    text: String,
    #[field(computed)]
    terraform: Option<String>,
}

impl DataSource for EchoData {
    type Provider = Echo;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(
            EchoData::TERRAFORM,
            cx.terraform_version().map(str::to_owned),
        );
        data.set_id("meta");
        let team = match cx.provider_meta() {
            Some(meta) => {
                let extra = meta.get_ok(EchoMeta::EXTRA);
                let extra = extra.and_then(|extra| extra.to_json());
                let extra = extra.map(|extra| format!(" {extra}"));
                meta.require(EchoMeta::TEAM)? + &extra.unwrap_or_default()
            }
            None => "nobody".to_owned(),
        };
        data.set(EchoData::TEXT, team);
        Ok(())
    }
}

async fn plan(bench: &Bench, meta: &str) -> (u8, String) {
    bench.config(&format!(
        "{meta}\ndata \"echo_meta\" \"a\" {{}}\n\
         output \"text\" {{\n  value = data.echo_meta.a.text\n}}\n\
         output \"terraform\" {{\n  value = data.echo_meta.a.terraform == null ? \"no Terraform\" : \"one\"\n}}\n"
    ));
    let instance = Instance::new::<Echo>(Environment::default()).expect("a good provider");
    let (io, captured) = Io::captured(bench.path(""), "");
    let status = run(["plan"], instance, io).await;
    (status.code(), captured.output() + &captured.errors())
}

fn block(body: &str) -> String {
    format!("terraform {{\n  provider_meta \"echo\" {{\n    {body}\n  }}\n}}")
}

#[tokio::test]
async fn the_block_reaches_the_provider() {
    let bench = Bench::new("meta");
    for (meta, shown) in [
        (block("team = \"dis${\"ks\"}\""), "\"disks\""),
        (String::new(), "\"nobody\""),
    ] {
        let (code, text) = plan(&bench, &meta).await;
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains(shown) && text.contains("no Terraform"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_block_that_is_wrong_is_reported_at_its_place() {
    let bench = Bench::new("meta-wrong");
    for (meta, shown) in [
        ("teem = \"x\"", "Did you mean \"team\"?"),
        ("", "\"team\" is required"),
        ("team = data.echo_meta.a.text", "Variables not allowed"),
        (
            "team = \"far too long\"",
            "At team in the module's `provider_meta \"echo\"` block",
        ),
    ] {
        let (code, text) = plan(&bench, &block(meta)).await;
        assert_eq!(code, 1, "{text}");
        assert!(
            text.contains(shown) && text.contains("main.tf line"),
            "{text}"
        );
    }
    // A provider without a schema for it reports that.
    bench.config("terraform {\n  provider_meta \"mem\" {}\n}\n");
    let done = bench.run("plan").await.bad();
    assert!(
        done.errors.contains("takes no provider_meta"),
        "{}",
        done.errors
    );
}

/// In process and under Terraform: set, omitted, and a provider that has no schema for it.
#[test]
fn under_terraform_too() {
    let config = |meta: &str| {
        format!(
            "{meta}\ndata \"echo_meta\" \"a\" {{}}\n\
             output \"text\" {{\n  value = data.echo_meta.a.text\n}}\n"
        )
    };
    let wrong = [
        (block("teem = \"x\""), "[Uu]nsupported argument"),
        (block(""), "\"team\" is required"),
        (block("team = \"far too long\""), "must"),
    ];
    let mut test = ProviderTest::new::<Echo>()
        .step(
            Step::apply(config(&block("team = \"disks\"")))
                .output("text")
                .is("disks"),
        )
        .step(Step::apply(config("")).output("text").is("nobody"));
    for (extra, said) in [
        ("null", "disks"),
        ("\"x\"", "disks \"x\""),
        ("[\"x\", 1.5, null]", "disks [\"x\",1.5,null]"),
        ("{ a = { b = true } }", "disks {\"a\":{\"b\":true}}"),
    ] {
        let meta = block(&format!("team = \"disks\"\n    extra = {extra}"));
        test = test.step(Step::apply(config(&meta)).output("text").is(said));
    }
    for (meta, said) in wrong {
        test = test.step(Step::plan(config(&meta)).fails(said));
    }
    test.run();
    let plain = "terraform {\n  provider_meta \"plain\" {\n    team = \"x\"\n  }\n}\ndata \"plain_word\" \"a\" {}\n";
    ProviderTest::new::<Plain>()
        .step(Step::apply("data \"plain_word\" \"a\" {}\n"))
        .step(Step::plan(plain).fails("provider_meta"))
        .run();
}

/// A provider without such a block.
#[derive(Schema)]
#[schema(provider = "plain")]
struct Plain {}

impl Provider for Plain {
    type Client = ();

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Word]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A word.
#[derive(Schema)]
#[schema(data_source = "plain_word")]
struct Word {
    #[field(computed)]
    text: String,
}

impl DataSource for Word {
    type Provider = Plain;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("word");
        data.set(Word::TEXT, "a word");
        Ok(())
    }
}
