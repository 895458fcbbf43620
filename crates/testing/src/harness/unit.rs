//! The data of one call, for a unit test that makes the call itself.

use schema_runtime::data::{DataCore, Operation, PlanData, Private, ResourceData};
use schema_runtime::object::{ResourceRoot, block, encode, schema};
use schema_runtime::plan::{PlanInput, draft};
use schema_runtime::schema::Environment;
use schema_runtime::value::Value;

use crate::helpers::configured::configured;

/// The data of a `create` of this object, for a unit test: planned, with computed fields unknown
/// and defaults filled in. Fields that a configuration cannot set do not count. The context is
/// [`Cx::for_test`](schema_shell::Cx::for_test).
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::testing::creating;
/// # use std::sync::Mutex;
///
/// #[derive(Schema)]
/// #[schema(provider = "notes")]
/// pub struct Notes {}
///
/// impl Provider for Notes {
///     type Client = Mutex<Vec<String>>;
///
///     fn resources() -> &'static [ResourceDef<Self>] {
///         resources![Note]
///     }
///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> {
///         Ok(Mutex::default())
///     }
/// }
///
/// #[derive(Default, Schema)]
/// #[schema(resource = "notes_note")]
/// pub struct Note {
///     #[field(required, force_new)]
///     title: String,
///     #[field(computed)]
///     size: i64,
/// }
///
/// impl Resource for Note {
///     type Provider = Notes;
///
///     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         let title = data.get(Note::TITLE);
///         data.set(Note::SIZE, i64::try_from(title.len())?);
///         data.set_id(&title);
///         cx.client()?.lock().unwrap().push(title);
///         Ok(())
///     }
/// #   async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #   async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// }
///
/// // In a `#[tokio::test]`.
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let cx = Cx::for_test(Mutex::default());
/// let mut data = creating(&Note { title: "a".into(), ..Note::default() });
/// Note::create(&cx, &mut data).await.unwrap();
///
/// assert_eq!(data.id(), Some("a"));
/// assert_eq!(data.get(Note::SIZE), 1);
/// assert_eq!(*cx.client().unwrap().lock().unwrap(), ["a"]);
/// # }
/// ```
#[must_use]
pub fn creating<R: ResourceRoot>(object: &R) -> ResourceData<R> {
    planned(Operation::Create, Value::Null, object)
}

/// The data of an `update` of a stored object, with its id, to what this one configures; see
/// [`creating`].
#[must_use]
pub fn updating<R: ResourceRoot>(id: &str, stored: &R, object: &R) -> ResourceData<R> {
    planned(Operation::Update, with_id(id, stored), object)
}

/// The data of a `read` or `delete` of a stored object, with its id; see [`creating`].
#[must_use]
pub fn reading<R: ResourceRoot>(id: &str, stored: &R) -> ResourceData<R> {
    data(
        Operation::Read,
        with_id(id, stored),
        Value::Null,
        Value::Null,
    )
}

fn planned<R: ResourceRoot>(operation: Operation, prior: Value, object: &R) -> ResourceData<R> {
    let config = configured(block::<R>(), &encode(object));
    let input = PlanInput {
        schema: schema::<R>().into(),
        prior: prior.clone(),
        config: config.clone(),
    };
    let (plan, _) = draft(input, &Environment::default()).into_core();
    let planned = PlanData::<R>::new(plan).into_core().planned().clone();
    data(operation, prior, planned, config)
}

fn data<R: ResourceRoot>(
    operation: Operation,
    prior: Value,
    planned: Value,
    config: Value,
) -> ResourceData<R> {
    let schema = schema::<R>().into();
    ResourceData::new(DataCore::new(
        schema,
        operation,
        prior,
        planned,
        config,
        Private::default(),
    ))
}

fn with_id<R: ResourceRoot>(id: &str, stored: &R) -> Value {
    let mut object = encode(stored);
    if let (Some(position), Value::Object(values)) = (schema::<R>().id_index(), &mut object)
        && let Some(place) = values.get_mut(position)
    {
        *place = Value::from(id);
    }
    object
}
