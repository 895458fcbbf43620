//! Deprecations in the schema on the wire: the flag and the provider developer's message.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::{v5, v6};
use schema_provider::prelude::*;
use schema_provider::server::ProviderServer;

#[derive(Schema)]
#[schema(provider = "old")]
struct Old {
    #[field(optional, deprecated = "use the directory")]
    path: Option<String>,
}

impl Provider for Old {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Double]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "old_thing", deprecated = "use old_object")]
struct Thing {
    #[field(required, force_new)]
    name: String,
    #[field(optional, force_new, deprecated = "use name")]
    title: Option<String>,
    #[field(optional, removed = "it had no effect")]
    colour: Option<String>,
    #[field(optional, force_new, nested(list))]
    part: Vec<Part>,
    #[field(force_new, block(list), deprecated = "use part")]
    piece: Vec<Piece>,
}

#[derive(Schema)]
struct Part {
    #[field(optional, deprecated = "use the key")]
    label: Option<String>,
}

#[derive(Schema)]
struct Piece {
    #[field(optional)]
    label: Option<String>,
}

impl Resource for Thing {
    type Provider = Old;

    nothing_to_do!();
}

#[derive(Schema)]
#[schema(data_source = "old_lookup", deprecated = "look elsewhere")]
struct Lookup {
    #[field(computed, deprecated = "use size_mb")]
    size: Option<i64>,
}

impl DataSource for Lookup {
    type Provider = Old;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// Twice as much.
#[derive(Function)]
#[function(name = "double", output = i64, deprecated = "multiply")]
struct Double {
    /// Of this.
    number: i64,
}

impl Function for Double {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.number * 2)
    }
}

/// What is deprecated in a schema: its path and message.
macro_rules! deprecated {
    ($block:expr) => {{
        let block = $block;
        let mut found = vec![(
            "".to_owned(),
            block.deprecated,
            block.deprecation_message.clone(),
        )];
        for attribute in &block.attributes {
            let words = attribute.deprecation_message.clone();
            found.push((attribute.name.clone(), attribute.deprecated, words));
        }
        for nested in &block.block_types {
            let inner = nested.block.as_ref().unwrap();
            let words = inner.deprecation_message.clone();
            found.push((nested.type_name.clone(), inner.deprecated, words));
        }
        // Terraform rejects a schema with a message but no flag.
        assert!(
            found
                .iter()
                .all(|(_, flag, words)| *flag || words.is_empty())
        );
        let set = found.into_iter().filter(|(_, flag, _)| *flag);
        set.map(|(place, _, words)| format!("{place}: {words}"))
            .collect::<Vec<_>>()
    }};
}

#[tokio::test]
async fn the_providers_message_accompanies_the_flag() {
    let server = ProviderServer::new(Instance::new::<Old>(Environment::default()).unwrap());
    let schemas = server
        .get_provider_schema(v6::get_provider_schema::Request {})
        .await;
    assert_eq!(schemas.functions["double"].deprecation_message, "multiply");
    let resource = schemas.resource_schemas["old_thing"]
        .block
        .as_ref()
        .unwrap();
    let expected = [
        ": use old_object",
        "colour: it had no effect",
        "title: use name",
        "piece: use part",
    ];
    assert_eq!(deprecated!(resource), expected);
    let part = resource
        .attributes
        .iter()
        .find(|one| one.name == "part")
        .unwrap();
    let label = &part.nested_type.as_ref().unwrap().attributes[0];
    assert!(label.deprecated && label.deprecation_message == "use the key");
    let provider = schemas.provider.as_ref().unwrap().block.as_ref().unwrap();
    assert_eq!(deprecated!(provider), ["path: use the directory"]);
    let lookup = schemas.data_source_schemas["old_lookup"]
        .block
        .as_ref()
        .unwrap();
    assert_eq!(
        deprecated!(lookup),
        [": look elsewhere", "size: use size_mb"]
    );
    // Protocol 5 has nested attributes as objects.
    let lowered = v5::get_provider_schema::Response::try_from(schemas).unwrap();
    let resource = lowered.resource_schemas["old_thing"]
        .block
        .as_ref()
        .unwrap();
    assert_eq!(deprecated!(resource), expected);
    let words = [&[11 << 3 | 2, 8][..], b"use name"].concat();
    let name = resource
        .attributes
        .iter()
        .find(|one| one.name == "title")
        .unwrap();
    let encoded = prost::Message::encode_to_vec(name);
    assert!(encoded.ends_with(&words), "{encoded:?}");
}
