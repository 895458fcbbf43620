//! Schemas that exceed Terraform's limit.

use prost::Message as _;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v5;
use schema_provider::plugin::proto::v6::{self, diagnostic};
use schema_provider::prelude::*;
use schema_provider::server;

#[derive(Schema)]
struct Leaf {
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    a: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    b: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    c: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    d: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    e: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    f: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    g: Option<String>,
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    /// What it says is long, and it says all of it again wherever the block is used that it is in.
    #[field(optional)]
    h: Option<String>,
}

/// A block with eight of another one: its schema is as large as theirs together.
macro_rules! level {
    ($name:ident of $inner:ident) => {
        #[derive(Schema)]
        struct $name {
            #[field(block(single))]
            a: Option<$inner>,
            #[field(block(single))]
            b: Option<$inner>,
            #[field(block(single))]
            c: Option<$inner>,
            #[field(block(single))]
            d: Option<$inner>,
            #[field(block(single))]
            e: Option<$inner>,
            #[field(block(single))]
            f: Option<$inner>,
            #[field(block(single))]
            g: Option<$inner>,
            #[field(block(single))]
            h: Option<$inner>,
        }
    };
}

level!(Two of Leaf);
level!(Three of Two);
level!(Four of Three);
level!(Five of Four);

/// Has 32,768 leaves.
#[derive(Schema)]
#[schema(resource = "wordy_tree")]
struct Tree {
    #[field(block(single))]
    a: Option<Five>,
    #[field(block(single))]
    b: Option<Five>,
    #[field(block(single))]
    c: Option<Five>,
    #[field(block(single))]
    d: Option<Five>,
    #[field(block(single))]
    e: Option<Five>,
    #[field(block(single))]
    f: Option<Five>,
    #[field(block(single))]
    g: Option<Five>,
    #[field(block(single))]
    h: Option<Five>,
}

/// Has one.
#[derive(Schema)]
#[schema(resource = "wordy_level")]
struct Level {
    #[field(block(single))]
    leaf: Option<Leaf>,
}

/// Has none.
#[derive(Schema)]
#[schema(data_source = "wordy_lookup")]
struct Lookup {
    #[field(computed)]
    text: Option<String>,
}

#[derive(Schema)]
#[schema(provider = "wordy")]
struct Wordy {}

impl Provider for Wordy {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Tree]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(provider = "wordy")]
struct Flat {}

impl Provider for Flat {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Level]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

impl Update for Tree {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Resource for Tree {
    type Provider = Wordy;

    nothing_to_do!();
}

impl Update for Level {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Resource for Level {
    type Provider = Flat;

    nothing_to_do!();
}

impl DataSource for Lookup {
    type Provider = Flat;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn provider<P: Provider>() -> server::ProviderServer {
    server::ProviderServer::new(Instance::new::<P>(Environment::default()).unwrap())
}

fn errors(diagnostics: &[v6::Diagnostic]) -> Vec<&str> {
    let error = i32::from(diagnostic::Severity::Error);
    let errors = diagnostics.iter().filter(|d| d.severity == error);
    errors.map(|d| d.summary.as_str()).collect()
}

/// Terraform accepts 64 MiB of schemas, and only reports that a larger message is too large.
#[tokio::test(flavor = "multi_thread")]
async fn schemas_that_are_too_large_are_an_error_that_names_the_largest() {
    let provider = provider::<Flat>();
    let request = || v6::get_provider_schema::Request {};
    let whole = provider.get_provider_schema(request()).await;
    assert_eq!(errors(&whole.diagnostics), Vec::<&str>::new());
    let size = whole.encoded_len();
    let encoded = provider.encoded_provider_schema().await.unwrap();
    assert_eq!(encoded.len(), size);

    let enough = provider.clone().with_largest_answer(size);
    assert_eq!(enough.get_provider_schema(request()).await, whole);
    let provider = provider.with_largest_answer(size - 1);
    let encoded = provider.encoded_provider_schema().await.unwrap();
    let answer = v6::get_provider_schema::Response::decode(encoded).unwrap();
    assert_eq!(answer, provider.get_provider_schema(request()).await);
    let summary = "The provider's schemas are too large for Terraform";
    assert_eq!(errors(&answer.diagnostics), [summary]);
    assert!(answer.resource_schemas.is_empty() && answer.data_source_schemas.is_empty());
    let detail = &answer.diagnostics[0].detail;
    let (resource, data_source) = (
        "the resource wordy_level (",
        "the data source wordy_lookup (",
    );
    let place = |what: &str| detail.find(what).unwrap_or_else(|| panic!("{detail}"));
    assert!(place(resource) < place(data_source), "{detail}");
    assert!(detail.contains("shorten the descriptions"), "{detail}");

    // The same in protocol 5.
    let lowered = v5::get_provider_schema::Response::try_from(answer.clone()).unwrap();
    assert_eq!(lowered.diagnostics, answer.diagnostics);
}

/// Whatever the limit of other answers.
#[tokio::test(flavor = "multi_thread")]
async fn more_schemas_than_terraform_takes_are_an_error() {
    let provider = provider::<Wordy>();
    let request = v6::get_provider_schema::Request {};
    let answer = provider.get_provider_schema(request).await;
    assert_eq!(
        errors(&answer.diagnostics),
        ["The provider's schemas are too large for Terraform"]
    );
    let detail = &answer.diagnostics[0].detail;
    assert!(detail.contains("at most 64.0 MiB"), "{detail}");
}
