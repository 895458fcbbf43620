//! [`StateTest`]: state of older versions, and of other types, brought to the present schema.

use std::marker::PhantomData;

use schema_runtime::codec::{Unknown, json};
use schema_runtime::data::Private;
use schema_runtime::object::schema;
use schema_runtime::schema::{Block, Environment};
use schema_runtime::value::Value;

use crate::lifecycle::{Instance, RawState};
use crate::{MovedState, OldState, Resource};

/// A test of what becomes of stored state: of every older version of a resource's schema, and of
/// other types that are moved to it.
///
/// State is written as JSON, as it is stored. Each state goes through the code that Terraform
/// reaches, and must come out as expected, field by field. A version without a state is a failure:
/// nobody would know whether its upgrade works.
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::testing::StateTest;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// /// As it was at first: the size in KiB, as text.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 0)]
/// pub struct ImageV0 {
///     #[field(required)]
///     size: String,
/// }
///
/// /// Then in MiB.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 1)]
/// pub struct ImageV1 {
///     #[field(required)]
///     size_mb: i64,
/// }
///
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 2)]
/// pub struct Image {
///     #[field(required)]
///     size_mb: i64,
///     #[field(optional)]
///     labels: BTreeMap<String, String>,
/// }
///
/// impl Resource for Image {
///     type Provider = Disk;
///     async fn upgrade(_: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
///         old.upgrade::<ImageV0>()?
///             .then(|v0| Ok(ImageV1 { size_mb: v0.size.parse::<i64>()? / 1024 }))?
///             .then(|v1| Ok(Image { size_mb: v1.size_mb, labels: BTreeMap::new() }))?
///             .write(data)
///     }
///     async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
///         let old: ImageV1 = from.read("old_image", 1)?;
///         data.set_id(from.state().id().unwrap_or_default());
///         data.set_all(&Image { size_mb: old.size_mb, labels: BTreeMap::new() });
///         Ok(())
///     }
/// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// }
/// # impl Update for Image {
/// #     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
///
/// # let runtime = schema_provider::plugin::runtime().unwrap();
/// # runtime.block_on(async {
/// StateTest::of::<Image>()
///     .version(0, r#"{"id": "a", "size": "8192"}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .version(1, r#"{"id": "a", "size_mb": 8}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .moved("registry.terraform.io/x/old", "old_image", 1, r#"{"id": "a", "size_mb": 8}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .version(0, r#"{"id": "a", "size": "big"}"#)
///     .fails("invalid digit")
///     .run()
///     .await;
/// # });
/// ```
#[must_use = "a test that is not run tests nothing"]
pub struct StateTest<R> {
    cases: Vec<Case>,
    marker: PhantomData<fn() -> R>,
}

struct Case {
    from: From,
    state: String,
    expected: Expected,
    written: &'static std::panic::Location<'static>,
}

enum From {
    Version(i64),
    Type {
        provider: String,
        type_name: String,
        version: i64,
    },
}

enum Expected {
    Object(String),
    Failure(String),
}

/// A state of a [`StateTest`], of which is still to be said what becomes of it.
#[must_use = "say what becomes of the state"]
pub struct StateCase<R> {
    test: StateTest<R>,
    from: From,
    state: String,
    written: &'static std::panic::Location<'static>,
}

impl<R> std::fmt::Debug for StateTest<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StateTest")
            .field("cases", &self.cases.len())
            .finish_non_exhaustive()
    }
}

impl<R> std::fmt::Debug for StateCase<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.test.fmt(f)
    }
}

impl<R> StateCase<R> {
    /// The state becomes this object. Attributes that are not named are null, and empty
    /// collections of blocks.
    pub fn becomes(self, expected: impl Into<String>) -> StateTest<R> {
        self.with(Expected::Object(expected.into()))
    }

    /// The state is refused, with an error that holds this text.
    pub fn fails(self, text: impl Into<String>) -> StateTest<R> {
        self.with(Expected::Failure(text.into()))
    }

    fn with(self, expected: Expected) -> StateTest<R> {
        let mut test = self.test;
        test.cases.push(Case {
            from: self.from,
            state: self.state,
            expected,
            written: self.written,
        });
        test
    }
}

impl<R: Resource> StateTest<R> {
    /// A test of a resource.
    pub fn of() -> Self {
        StateTest {
            cases: Vec::new(),
            marker: PhantomData,
        }
    }

    /// A state that this version of the schema wrote, as JSON.
    #[track_caller]
    pub fn version(self, version: i64, state: impl Into<String>) -> StateCase<R> {
        StateCase {
            from: From::Version(version),
            state: state.into(),
            written: std::panic::Location::caller(),
            test: self,
        }
    }

    /// The state of another type, perhaps of another provider, which a `moved` block turns into
    /// this resource: the provider's source address, the type's name, the version of its schema,
    /// and the state as JSON.
    #[track_caller]
    pub fn moved(
        self,
        provider: impl Into<String>,
        type_name: impl Into<String>,
        version: i64,
        state: impl Into<String>,
    ) -> StateCase<R> {
        StateCase {
            from: From::Type {
                provider: provider.into(),
                type_name: type_name.into(),
                version,
            },
            state: state.into(),
            written: std::panic::Location::caller(),
            test: self,
        }
    }

    /// Goes through all of it.
    ///
    /// # Panics
    /// A state did not become what it should, or a version of the schema has no state here; the
    /// message names file and line, and every field that is different.
    #[track_caller]
    pub fn run(self) -> impl Future<Output = ()> + Send {
        let caller = std::panic::Location::caller();
        async move {
            let wrong = self.wrong().await;
            assert!(
                wrong.is_empty(),
                "{}\n(the test that was run at {caller})",
                wrong.join("\n")
            );
        }
    }

    async fn wrong(self) -> Vec<String> {
        let instance = match Instance::new::<R::Provider>(Environment::default()) {
            Ok(instance) => instance,
            Err(errors) => return vec![errors.to_string()],
        };
        let schema = schema::<R>();
        let mut wrong = Vec::new();
        for version in 0..schema.version {
            let tried = |case: &Case| matches!(case.from, From::Version(v) if v == version);
            if !self.cases.iter().any(tried) {
                wrong.push(format!(
                    "{}: there is no state of version {version}, though the schema is at version \
                     {}",
                    schema.type_name, schema.version
                ));
            }
        }
        for case in self.cases {
            let raw = RawState::Json(case.state.into_bytes());
            let what = match &case.from {
                From::Version(version) => format!("the state of version {version}"),
                From::Type { type_name, .. } => format!("the state of {type_name}"),
            };
            let place = format!("{}: {what}", case.written);
            let result = match case.from {
                From::Version(version) => instance
                    .upgrade_resource_state(&schema.type_name, version, raw)
                    .await
                    .map(|(value, _)| value),
                From::Type {
                    provider,
                    type_name,
                    version,
                } => {
                    let state = OldState::new(version, raw);
                    let from = MovedState::new(provider, type_name, state, Private::default());
                    instance
                        .move_resource_state(&schema.type_name, from)
                        .await
                        .map(|(moved, _)| moved.state)
                }
            };
            match (result, case.expected) {
                (Ok(value), Expected::Object(expected)) => {
                    match json::decode_block(&schema.block, expected.as_bytes(), Unknown::Refuse) {
                        Ok(expected) => {
                            compare(&schema.block, &place, &expected, &value, &mut wrong)
                        }
                        Err(error) => {
                            wrong.push(format!("{place}: the expected object is none: {error}"));
                        }
                    }
                }
                (Ok(_), Expected::Failure(text)) => {
                    wrong.push(format!(
                        "{place} is accepted, but should fail with {text:?}"
                    ));
                }
                (Err(errors), Expected::Failure(text)) => {
                    if !errors.to_string().contains(&text) {
                        wrong.push(format!("{place} fails without {text:?}: {errors}"));
                    }
                }
                (Err(errors), Expected::Object(_)) => {
                    wrong.push(format!("{place} fails: {errors}"));
                }
            }
        }
        wrong
    }
}

fn compare(block: &Block, place: &str, expected: &Value, value: &Value, wrong: &mut Vec<String>) {
    for (path, expected, value) in super::conformance::differing(block, expected, value) {
        wrong.push(format!(
            "{place}: {path} becomes {value}, but should be {expected}"
        ));
    }
}
