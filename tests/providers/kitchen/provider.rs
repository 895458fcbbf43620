//! The provider's settings, and the life that most resources share.

use crate::file_store::FileStore;
use schema_provider::Path;
use schema_provider::prelude::*;

use super::behaviour::{Computed, Defaults, Fixed, Hook, Replaced, WithPrivateData};
use super::blocks::Blocks;
use super::collections::Collections;
use super::data_source::Echo;
use super::equality::{Case, Legacy};
use super::failures::Trouble;
use super::hashed::{HashedSecret, WriteOnce};
use super::nested::Nested;
use super::newest::{Cards, Lease, Menu, Order};
use super::provider_meta::{KitchenMeta, ShowsMeta, ShowsMetaData};
use super::scalars::Scalars;
use super::secrets::Secrets;
use super::slow::Slow;
use super::special_types::SpecialTypes;
use super::typed::Typed;
use super::upgrade::{Evolved, Moved};
use super::validation::Checked;
use super::write_only::{VersionedSecret, WriteOnly};

/// Everything there is to try.
#[derive(Schema)]
#[schema(provider = "kitchen", meta = KitchenMeta)]
pub struct Kitchen {
    /// The directory of the files.
    #[field(optional, default_env("KITCHEN_DIRECTORY", fallback = "kitchen"))]
    directory: String,
    /// Where it is; only shown.
    #[field(optional, default_fn = region)]
    region: Option<String>,
    /// Who asks.
    #[field(optional, sensitive)]
    token: Option<String>,
    /// What to tell; an error with these words if it starts with `fail`.
    #[field(optional)]
    words: Vec<String>,
    /// Where to go.
    #[field(block(list, max_items = 2))]
    endpoint: Vec<Endpoint>,
}

/// An endpoint.
#[derive(Schema)]
#[schema(block)]
pub struct Endpoint {
    /// Its address.
    #[field(required)]
    url: String,
    /// How often to try.
    #[field(optional, default = 3)]
    tries: i64,
}

fn region(environment: &Environment) -> Result<Option<String>> {
    Ok(environment.get("KITCHEN_REGION").map(str::to_owned))
}

/// What resources work with.
pub struct Client {
    pub(crate) store: FileStore,
    pub(crate) directory: std::path::PathBuf,
    pub(crate) region: String,
}

impl Drop for Client {
    fn drop(&mut self) {
        // As a client that says goodbye with a library that blocks.
        let seconds = std::env::var("KITCHEN_CLOSES").ok();
        let Some(seconds) = seconds.and_then(|seconds| seconds.parse().ok()) else {
            return;
        };
        let sign = |name: &str| {
            let process = std::process::id().to_string();
            std::fs::write(self.directory.join(name), process)
        };
        // A test that misses it fails.
        let _ = sign("closing");
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
        let _ = sign("closed");
    }
}

impl Client {
    pub(crate) fn open(directory: String, region: impl Into<String>) -> Result<Self> {
        let directory = std::path::PathBuf::from(directory);
        Ok(Client {
            store: FileStore::open(&directory)?,
            directory,
            region: region.into(),
        })
    }
}

/// Whether whoever started the program speaks protocol 5 alone, which has no nested attributes.
fn only_protocol5() -> bool {
    std::env::var_os("PLUGIN_PROTOCOL_VERSIONS").is_some_and(|versions| versions == "5")
}

impl Provider for Kitchen {
    type Client = Client;

    fn resources() -> &'static [ResourceDef<Self>] {
        if std::env::var_os("KITCHEN_PRINTS").is_some() {
            // Before the handshake, where Terraform expects nothing else.
            println!("the kitchen opens");
        }
        if only_protocol5() {
            if std::env::var_os("KITCHEN_CARDS").is_some() {
                return resources![Cards];
            }
            return resources![Scalars, Collections, Blocks, Slow, Trouble, Checked, Order];
        }
        resources![
            SpecialTypes,
            Scalars,
            Collections,
            Blocks,
            Nested,
            Defaults,
            Computed,
            Replaced,
            WithPrivateData,
            Fixed,
            Hook,
            Secrets,
            Case,
            Legacy,
            Evolved,
            Moved,
            Slow,
            Trouble,
            Checked,
            ShowsMeta,
            Typed,
            WriteOnly,
            VersionedSecret,
            HashedSecret,
            WriteOnce,
            Cards,
            Order,
        ]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        if only_protocol5() {
            return data_sources![ShowsMetaData, Menu];
        }
        data_sources![Echo, ShowsMetaData, Menu]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Lease]
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let words = config.get_ok(Kitchen::WORDS).unwrap_or_default();
        assert!(words.join(" ") != "panic in validate", "panic in validate");
        Diagnostics::new()
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Client> {
        tracing::info!(?config, "configuring");
        let words = config.get_ok(Kitchen::WORDS).unwrap_or_default();
        if words.first().is_some_and(|word| word == "fail") {
            return Err(Diagnostic::error(words.join(" "))
                .at(Path::new("words"))
                .into());
        }
        if words.join(" ") == "panic in configure" {
            panic!("panic in configure");
        }
        Client::open(
            config.require(Kitchen::DIRECTORY)?,
            config.get_ok(Kitchen::REGION).unwrap_or_default(),
        )
    }
}

/// Create, read and delete in the store, for a resource of any kind.
macro_rules! create_read_delete {
    () => {
        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            cx.client()?.store.create(data.dynamic_mut())
        }

        async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            cx.client()?.store.read(data.dynamic_mut())
        }

        async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            cx.client()?.store.delete(data.dynamic_mut())
        }
    };
}

/// The update that goes with it.
macro_rules! update {
    ($resource:ident) => {
        impl Update for $resource {
            async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                cx.client()?.store.update(data.dynamic_mut())
            }
        }
    };
}

/// A resource with nothing of its own.
macro_rules! stored_resource {
    ($resource:ident) => {
        impl Resource for $resource {
            type Provider = $crate::kitchen::provider::Kitchen;
            $crate::kitchen::provider::create_read_delete!();
        }
        $crate::kitchen::provider::update!($resource);
    };
}

pub(crate) use {create_read_delete, stored_resource, update};
