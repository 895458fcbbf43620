//! Identities, over the example's program in both protocols, as Terraform requests them from 1.12
//! on.

use schema_provider::plugin::proto::v6::{
    DynamicValue, RawState, apply_resource_change, get_resource_identity_schemas,
    upgrade_resource_identity,
};
use serde_json::{Value as Json, json};

use crate::client::{Object, PROTOCOLS, Served, decoded, texts};

const TYPE: &str = "disk_image";

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_from_the_first_plan_to_the_delete() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        // Terraform's request after each GetProviderSchema.
        let request = get_resource_identity_schemas::Request {};
        let schemas: get_resource_identity_schemas::Response =
            served.call("GetResourceIdentitySchemas", &request).await;
        assert_eq!(schemas.diagnostics, []);
        let schema = &schemas.identity_schemas[TYPE];
        assert_eq!(schema.version, 0);
        let attribute = &schema.identity_attributes[0];
        assert_eq!(attribute.name, "name");
        assert_eq!(&attribute.r#type[..], br#""string""#);
        assert!(attribute.required_for_import && !attribute.optional_for_import);
        let identity = |object: &Option<_>| served.identity_json(TYPE, object);
        // Known in the plan of a new object, since the name is configured.
        let config = json!({ "name": "a", "size_mb": 4 });
        let planned = served.plan(TYPE, None, &config).await;
        assert_eq!(planned.diagnostics, []);
        assert_eq!(identity(&planned.planned_identity), json!({ "name": "a" }));
        let made = served.make(TYPE, None, &config).await;
        assert_eq!(identity(&made.identity), json!({ "name": "a" }));
        // Read returns it even if none was stored, as by a provider without identities.
        for stored in [made.identity.clone(), None] {
            let object = Object {
                identity: stored,
                ..made.clone()
            };
            let read = served.read(TYPE, &object).await;
            assert_eq!(read.diagnostics, []);
            assert_eq!(identity(&read.new_identity), json!({ "name": "a" }));
        }
        // The identity of a different object.
        let other = Object {
            identity: Some(served.identity(TYPE, &json!({ "name": "b" }))),
            ..made.clone()
        };
        let read = served.read(TYPE, &other).await;
        let told = texts(&read.diagnostics);
        assert!(
            told.contains("read changes the object's identity"),
            "{told}"
        );
        assert_eq!(identity(&read.new_identity), json!({ "name": "b" }));
        // An update keeps it, and a replacement names the old object first.
        let grown = json!({ "name": "a", "size_mb": 8 });
        let made = served.make(TYPE, Some(&made), &grown).await;
        assert_eq!(identity(&made.identity), json!({ "name": "a" }));
        let renamed = json!({ "name": "z", "size_mb": 8 });
        let replaced = served.plan(TYPE, Some(&made), &renamed).await;
        assert_eq!(replaced.requires_replace.len(), 1);
        assert_eq!(identity(&replaced.planned_identity), json!({ "name": "a" }));
        // A delete leaves no identity.
        let null = || Some(DynamicValue::from_msgpack(vec![0xc0]));
        let request = apply_resource_change::Request {
            type_name: TYPE.to_owned(),
            prior_state: Some(made.state.clone()),
            planned_state: null(),
            config: null(),
            planned_private: made.private.clone(),
            planned_identity: made.identity.clone(),
            ..Default::default()
        };
        let deleted: apply_resource_change::Response =
            served.call("ApplyResourceChange", &request).await;
        assert_eq!((deleted.diagnostics, deleted.new_identity), (vec![], None));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_is_imported_by_id_and_by_identity() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        let made = served
            .make(TYPE, None, &json!({ "name": "a", "size_mb": 4 }))
            .await;
        let block = &served.resource(TYPE).block;
        let by_identity = served.identity(TYPE, &json!({ "name": "a" }));
        for (id, asked) in [("a", None), ("", Some(by_identity))] {
            let imported = served.import(TYPE, id, asked.clone()).await;
            assert_eq!(imported.diagnostics, [], "{id}");
            let found = &imported.imported_resources[0];
            if asked.is_some() {
                let identity = served.identity_json(TYPE, &found.identity);
                assert_eq!(identity, json!({ "name": "a" }));
            }
            let object = Object {
                state: found.state.clone().unwrap(),
                private: found.private.clone(),
                identity: found.identity.clone(),
            };
            let read = served.read(TYPE, &object).await;
            assert_eq!(read.diagnostics, [], "{id}");
            let read_identity = served.identity_json(TYPE, &read.new_identity);
            assert_eq!(read_identity, json!({ "name": "a" }));
            let (mut read, mut was) = (
                decoded(block, &read.new_state.unwrap()),
                decoded(block, &made.state),
            );
            for object in [&mut read, &mut was] {
                object["timeouts"] = Json::Null;
            }
            assert_eq!(read, was);
        }
        // Without a required attribute, and for an object that does not exist.
        let nothing = served.identity(TYPE, &json!({ "name": null }));
        let told = served.import(TYPE, "", Some(nothing)).await.diagnostics;
        assert!(texts(&told).contains("It must say name."), "{told:?}");
        let nobody = served.identity(TYPE, &json!({ "name": "nobody" }));
        let imported = served.import(TYPE, "", Some(nobody)).await;
        assert_eq!(imported.diagnostics, []);
        let found = &imported.imported_resources[0];
        let object = Object {
            state: found.state.clone().unwrap(),
            private: found.private.clone(),
            identity: found.identity.clone(),
        };
        // The read that follows at once shows Terraform that the object does not exist.
        let read = served.read(TYPE, &object).await;
        assert_eq!(read.diagnostics, []);
        assert_eq!(decoded(block, &read.new_state.unwrap()), Json::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_of_another_version() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        for (version, raw, expected) in [
            // If none was stored, Terraform sends nothing.
            (0, "", Ok(Json::Null)),
            (0, r#"{"name":"a"}"#, Ok(json!({ "name": "a" }))),
            (1, r#"{"name":"a"}"#, Err("1")),
            (0, "[1", Err("identity")),
        ] {
            let request = upgrade_resource_identity::Request {
                type_name: TYPE.to_owned(),
                version,
                raw_identity: Some(RawState {
                    json: raw.as_bytes().to_vec().into(),
                    ..Default::default()
                }),
            };
            let upgraded: upgrade_resource_identity::Response =
                served.call("UpgradeResourceIdentity", &request).await;
            match expected {
                Ok(expected) => {
                    assert_eq!(upgraded.diagnostics, [], "{raw}");
                    let identity = served.identity_json(TYPE, &upgraded.upgraded_identity);
                    assert_eq!(identity, expected);
                }
                Err(part) => {
                    let told = texts(&upgraded.diagnostics);
                    assert!(told.contains(part), "{raw}: {told}");
                    assert_eq!(upgraded.upgraded_identity, None);
                }
            }
        }
    }
}
