//! Schemas, and what is reported with them.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v5;
use schema_provider::plugin::proto::v6::{self, diagnostic};
use schema_provider::prelude::*;
use schema_provider::server;

use super::Wire;

#[tokio::test(flavor = "multi_thread")]
async fn schemas_match_the_structs() {
    let wire = Wire::new("schemas").await;
    let schemas = wire
        .provider
        .get_provider_schema(v6::get_provider_schema::Request {})
        .await;
    assert!(
        schemas
            .server_capabilities
            .unwrap()
            .get_provider_schema_optional
    );
    let thing = schemas.resource_schemas["mem_thing"].clone();
    assert_eq!(thing.version, 2);
    let block = thing.block.unwrap();
    assert_eq!((block.description.as_str(), block.version), ("A thing.", 2));
    let flags = |name: &str| {
        let found = block
            .attributes
            .iter()
            .find(|attribute| attribute.name == name);
        let found = found.unwrap_or_else(|| panic!("no {name}"));
        (
            found.required,
            found.optional,
            found.computed,
            found.write_only,
        )
    };
    assert_eq!(flags("name"), (true, false, false, false));
    assert_eq!(flags("size"), (false, true, true, false)); // a default
    assert_eq!(flags("pin"), (false, true, true, false)); // a default function
    assert_eq!(flags("zone"), (false, true, true, false));
    assert_eq!(flags("uuid"), (false, false, true, false));
    assert_eq!(flags("id"), (false, false, true, false));
    assert_eq!(flags("secret"), (false, true, false, true));
    let labels = block
        .attributes
        .iter()
        .find(|attribute| attribute.name == "labels");
    assert_eq!(labels.unwrap().r#type, r#"["map","string"]"#);
    let blocks: Vec<_> = block
        .block_types
        .iter()
        .map(|b| (b.type_name.as_str(), b.nesting()))
        .collect();
    assert_eq!(
        blocks,
        [
            ("disk", v6::BlockNesting::List),
            ("timeouts", v6::BlockNesting::Single)
        ]
    );

    // In a provider's own settings core does not allow filling in null.
    let region = schemas
        .provider
        .as_ref()
        .and_then(|provider| provider.block.as_ref());
    let region = region
        .unwrap()
        .attributes
        .iter()
        .find(|attribute| attribute.name == "region");
    assert!(region.is_some_and(|region| region.optional && !region.computed));

    let names = wire
        .provider
        .get_metadata(v6::get_metadata::Request {})
        .await;
    let names: Vec<_> = names
        .resources
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(names, ["mem_fixed", "mem_thing"]);
    // The whole fits protocol 5 too.
    let lowered = v5::get_provider_schema::Response::try_from(schemas).unwrap();
    assert!(lowered.resource_schemas.contains_key("mem_thing"));
}

/// The answer is written from the tables: field by field it equals the encoded message.
#[tokio::test(flavor = "multi_thread")]
async fn schemas_are_encoded_as_their_message_is() {
    use prost::Message as _;

    let wire = Wire::new("encoded").await;
    let encoded = wire.provider.encoded_provider_schema().await.unwrap();
    let message = v6::get_provider_schema::Response::decode(encoded.clone()).unwrap();
    assert!(message.encode_to_vec() == encoded);
    assert_eq!(encoded.len(), message.encoded_len());
    let request = v6::get_provider_schema::Request {};
    assert_eq!(message, wire.provider.get_provider_schema(request).await);
}

mod wrong_defaults {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "wrong")]
    pub(super) struct Wrong {}

    impl Provider for Wrong {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Thing, Panicking, Nothing]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "wrong_thing")]
    struct Thing {
        #[field(optional, force_new, default_fn = far, validate = length(..=8), allow(force_new_default, reason = "a test"))]
        directory: String,
    }

    #[derive(Schema)]
    #[schema(resource = "wrong_panic")]
    struct Panicking {
        #[field(optional, force_new, default_fn = broken, validate = length(..=8), allow(force_new_default, reason = "a test"))]
        other: String,
    }

    /// The result of an invalid user environment is no error before a plan.
    #[derive(Schema)]
    #[schema(resource = "wrong_nothing")]
    struct Nothing {
        #[field(optional, force_new, default_fn = from_outside, validate = not_empty, allow(force_new_default, reason = "a test"))]
        region: String,
        #[field(optional, force_new, default_fn = failing, validate = not_empty, allow(force_new_default, reason = "a test"))]
        zone: String,
    }

    fn from_outside(environment: &Environment) -> Result<String> {
        Ok(environment
            .get("WRONG_REGION")
            .unwrap_or_default()
            .to_owned())
    }

    fn failing(environment: &Environment) -> Result<String> {
        match environment.get("WRONG_ZONE") {
            Some(zone) => Ok(zone.to_owned()),
            None => Err(Diagnostic::error("WRONG_ZONE is not set").into()),
        }
    }

    fn far(_: &Environment) -> Result<String> {
        Ok("a/long/way/down".to_owned())
    }

    fn broken(_: &Environment) -> Result<String> {
        panic!("told where it is called for a resource")
    }

    macro_rules! impl_resource {
        ($($resource:ty),*) => {$(
            impl Resource for $resource {
                type Provider = Wrong;

                async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }

                async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }

                async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }
            }
        )*};
    }

    impl_resource!(Thing, Panicking, Nothing);
}

#[tokio::test]
async fn defaults_that_their_own_validators_reject_are_reported_with_the_schemas() {
    let instance =
        schema_provider::lifecycle::Instance::new::<wrong_defaults::Wrong>(Environment::default());
    let provider = server::ProviderServer::new(instance.unwrap());
    let diagnostics = provider
        .get_provider_schema(v6::get_provider_schema::Request::default())
        .await
        .diagnostics;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(
        diagnostics[0].severity,
        i32::from(diagnostic::Severity::Error)
    );
    assert_eq!(
        diagnostics[0].summary,
        "wrong_thing: The default of directory is rejected by its own validator"
    );
}
