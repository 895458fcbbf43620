//! Identities made at run time: errors that the compiler would report are reported at the start.

use std::sync::Arc;

use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{MovedState, OldState, Value};
use schema_runtime::data::DataCore;
use schema_runtime::object::schema;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, IdentitySchema, Kind, Schema, SchemaKind};
use schema_runtime::ty::Type;

use crate::library::{Library, Plain};

/// A provider of one resource, with this identity.
struct Made(IdentitySchema);

impl UntypedProvider for Made {
    fn schema(&self) -> Ref<Schema> {
        schema::<Library>().into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(std::future::ready(Ok(Arc::new(()) as AnyClient)))
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        let thing = Made(self.0.clone());
        vec![Ref::from(Arc::new(thing) as Arc<dyn UntypedResource>)]
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        Vec::new()
    }
}

fn unchanged(data: DataCore) -> BoxFuture<Ended<DataCore>> {
    Box::pin(std::future::ready((data, Ok(()))))
}

impl UntypedResource for Made {
    fn schema(&self) -> Ref<Schema> {
        schema::<Plain>().into()
    }

    fn can_update(&self) -> bool {
        true
    }

    fn create(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn read(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn update(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn delete(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn identity(&self) -> Option<Ref<IdentitySchema>> {
        Some(Arc::new(self.0.clone()).into())
    }
}

fn attribute(name: &'static str, ty: Type, flags: Flags) -> Field {
    Field {
        name: name.into(),
        kind: Kind::Attribute {
            ty: Arc::new(ty).into(),
        },
        flags,
        description: "".into(),
        extras: Ref::empty(),
    }
}

fn identity(fields: Vec<Field>) -> IdentitySchema {
    IdentitySchema {
        mutable: vec![false; fields.len()].into(),
        positions: None,
        schema: Arc::new(Schema {
            kind: SchemaKind::Identity,
            type_name: "lib_plain".into(),
            version: 0,
            block: Arc::new(Block {
                fields: fields.into(),
                description: "".into(),
                deprecated: "".into(),
                other_kind: false,
            })
            .into(),
            timeouts: Ref::empty(),
            subcategory: "".into(),
        })
        .into(),
    }
}

fn start(identity: IdentitySchema) -> Result<(), String> {
    let provider: Arc<dyn UntypedProvider> = Arc::new(Made(identity));
    match Instance::untyped(provider.into(), Environment::default()) {
        Ok(_) => Ok(()),
        Err(found) => Err(found.to_string()),
    }
}

fn name() -> Field {
    attribute("name", Type::String, Flags::REQUIRED)
}

fn list(element: Type) -> Type {
    Type::List(Ref::from(Arc::new(element)))
}

#[test]
fn valid_identities_start() {
    assert_eq!(start(identity(vec![name()])), Ok(()));
    let optional = Flags::OPTIONAL.with(Flags::NULLABLE);
    let all = vec![
        attribute("flag", Type::Bool, optional),
        name(),
        attribute("numbers", list(Type::Number), optional),
    ];
    assert_eq!(start(identity(all)), Ok(()));
    let (place, _) = schema::<Plain>().block.find("name").unwrap();
    let of_fields = IdentitySchema {
        positions: Some(vec![u16::try_from(place).unwrap()].into()),
        ..identity(vec![name()])
    };
    assert_eq!(start(of_fields), Ok(()));
}

#[test]
fn invalid_identities_are_rejected_at_the_start() {
    let with = |field: Field| identity(vec![name(), field]);
    let texts = || list(Type::String);
    let map = Type::Map(Ref::from(Arc::new(Type::String)));
    let set = Type::Set(Ref::from(Arc::new(Type::String)));
    let version = |version| {
        let sound = identity(vec![name()]);
        IdentitySchema {
            schema: Arc::new(Schema {
                version,
                ..(*sound.schema).clone()
            })
            .into(),
            ..sound
        }
    };
    let kind = IdentitySchema {
        schema: schema::<Plain>().into(),
        ..identity(vec![name()])
    };
    let places = |places: Vec<u16>| IdentitySchema {
        positions: Some(places.into()),
        ..identity(vec![name()])
    };
    let mutable = IdentitySchema {
        mutable: Ref::empty(),
        ..identity(vec![name()])
    };
    for (identity, part) in [
        (identity(vec![]), "no fields [R88]"),
        (
            with(attribute("x", Type::String, Flags::NONE)),
            "does not say whether an import needs it [R89]",
        ),
        (
            with(attribute(
                "x",
                Type::String,
                Flags::REQUIRED.with(Flags::OPTIONAL),
            )),
            "both required and optional for an import [R89]",
        ),
        (with(attribute("x", map, Flags::OPTIONAL)), "is a map"),
        (with(attribute("x", set, Flags::OPTIONAL)), "is a set"),
        (
            with(attribute("x", Type::Dynamic, Flags::OPTIONAL)),
            "[R90]",
        ),
        (
            with(attribute("x", list(texts()), Flags::OPTIONAL)),
            "a list of collections or structs [R91]",
        ),
        (
            with(attribute(
                "x",
                Type::String,
                Flags::OPTIONAL.with(Flags::COMPUTED),
            )),
            "`computed` is not allowed in an identity [R92]",
        ),
        (
            with(attribute(
                "x",
                Type::String,
                Flags::REQUIRED.with(Flags::SENSITIVE),
            )),
            "`sensitive` is not allowed in an identity [R92]",
        ),
        (
            identity(vec![attribute("x", Type::String, Flags::OPTIONAL)]),
            "everything in this identity is optional",
        ),
        (version(-1), "its version is not negative"),
        (kind, "not the schema of an identity"),
        (places(vec![]), "which field of the resource"),
        (places(vec![99]), "which field of the resource"),
        (mutable, "whether it may change"),
    ] {
        let refused = start(identity).unwrap_err();
        assert!(
            refused.contains("The identity of lib_plain is none"),
            "{refused}"
        );
        assert!(refused.contains(part), "{part}: {refused}");
    }
}
