//! [`Example`]: a configuration for testing a resource.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use schema_runtime::attr::{FieldOf, IntoField};
use schema_runtime::data::{DataCore, ResourceData};
use schema_runtime::field_type::FieldType;
use schema_runtime::object::{Root, block, encode, import_pattern, schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::helpers::configured::configured;
use schema_shell::Resource;

/// A configuration of a resource, and what the schema does not know about it.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::testing::conformance::{Class, Example};
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image")]
/// # pub struct Image {
/// #     #[field(required)]
/// #     name: String,
/// #     #[field(optional)]
/// #     size_mb: Option<i64>,
/// #     #[field(optional)]
/// #     snapshot_id: Option<String>,
/// # }
/// # impl Resource for Image {
/// #     type Provider = Disk;
/// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
/// # impl Update for Image {
/// #     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
/// // In the language of Terraform …
/// let example = Example::<Image>::hcl("name = \"a\"\nsize_mb = 8")
///     .alternative(Image::SIZE_MB, 16)
///     .allow(Class::ReadNeverSets, Image::SNAPSHOT_ID, "a file does not say where it came from");
/// // … or as the struct, where its fields can be named.
/// let example = Example::new(Image { name: "a".into(), size_mb: Some(8), snapshot_id: None });
/// ```
#[must_use = "an example does nothing until the kit has it"]
pub struct Example<R> {
    pub(crate) untyped: UntypedExample,
    marker: PhantomData<fn() -> R>,
}

/// An example without its type.
pub(crate) struct UntypedExample {
    pub(crate) schema: Ref<Schema>,
    pub(crate) source: ExampleSource,
    /// The import pattern; empty if there is none.
    pub(crate) pattern: &'static str,
    /// The location of the example.
    pub(crate) at: &'static Location<'static>,
    pub(crate) alternatives: Vec<(String, ExampleSource)>,
    pub(crate) drifts: Vec<(String, OutsideChange)>,
    pub(crate) import_id: Option<Box<dyn Fn(DataCore) -> String + Send>>,
    /// Checks whether the remote system has the value of a write-only field, by path.
    pub(crate) holds: Vec<(String, RemoteCheck)>,
    /// The arguments for the list of its type.
    pub(crate) list_filter: Option<ExampleSource>,
    pub(crate) allowed: Vec<Allowed>,
}

/// A finding that the provider developer accepts.
#[derive(Clone)]
pub(crate) struct Allowed {
    pub(crate) resource: String,
    pub(crate) class: Class,
    pub(crate) path: String,
    pub(crate) reason: String,
}

/// A function that changes the object without Terraform.
pub(crate) type OutsideChange = Box<dyn FnOnce(DataCore) + Send>;

/// A function that checks whether the remote system has a value.
pub(crate) type RemoteCheck = Arc<dyn Fn(DataCore, &Value) -> bool + Send + Sync>;

/// The value of an example, or of a field.
#[derive(Clone)]
pub(crate) enum ExampleSource {
    /// The body of a block or an expression, which may refer to given objects.
    Hcl(String),
    Value(Value),
}

impl<R: Root> Example<R> {
    /// The struct as an example. Fields that cannot be configured are ignored, and so is a
    /// zero in an optional field that is not nullable.
    #[track_caller]
    pub fn new(example: R) -> Self {
        Self::from_source(ExampleSource::Value(configured(
            block::<R>(),
            &encode(&example),
        )))
    }

    /// The body of the block in Terraform's language: `name = "a"`, a line for each argument. It
    /// may refer to what was [given](crate::conformance::Conformance::given).
    #[track_caller]
    pub fn hcl(body: impl Into<String>) -> Self {
        Self::from_source(ExampleSource::Hcl(body.into()))
    }

    #[track_caller]
    fn from_source(source: ExampleSource) -> Self {
        Example {
            untyped: UntypedExample {
                schema: schema::<R>().into(),
                source,
                pattern: import_pattern::<R>().unwrap_or_default(),
                at: Location::caller(),
                alternatives: Vec::new(),
                drifts: Vec::new(),
                import_id: None,
                holds: Vec::new(),
                list_filter: None,
                allowed: Vec::new(),
            },
            marker: PhantomData,
        }
    }

    /// Another value for a field, if the kit cannot derive one from the schema, or a better
    /// one. Several for one field are tried in order.
    pub fn alternative<P: FieldOf<R>>(mut self, field: P, value: impl IntoField<P::Value>) -> Self {
        let path = field.path().to_string();
        let value = ExampleSource::Value(value.into_field());
        self.untyped.alternatives.push((path, value));
        self
    }

    /// Another value for an attribute, as an expression of Terraform's language: it may refer to
    /// what was [given](crate::conformance::Conformance::given), whose ids are not known
    /// beforehand.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::testing::conformance::Example;
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_snapshot")]
    /// # pub struct Snapshot {
    /// #     #[field(required, force_new)]
    /// #     image_id: String,
    /// # }
    /// let example = Example::<Snapshot>::hcl("image_id = disk_image.root.id")
    ///     .alternative_hcl(Snapshot::IMAGE_ID, "disk_image.other.id");
    /// # drop(example);
    /// ```
    pub fn alternative_hcl<P: FieldOf<R>>(
        mut self,
        field: P,
        expression: impl Into<String>,
    ) -> Self {
        let path = field.path().to_string();
        let value = ExampleSource::Hcl(expression.into());
        self.untyped.alternatives.push((path, value));
        self
    }

    /// Accepts a finding, with a reason. It stays in the report, but does not
    /// count.
    pub fn allow<P: FieldOf<R>>(
        self,
        class: Class,
        field: P,
        reason: impl std::fmt::Display,
    ) -> Self {
        self.allow_at(class, field.path().to_string(), reason)
    }

    /// The same for a finding about the whole object.
    pub fn allow_whole(self, class: Class, reason: impl std::fmt::Display) -> Self {
        self.allow_at(class, String::new(), reason)
    }

    fn allow_at(mut self, class: Class, path: String, reason: impl std::fmt::Display) -> Self {
        self.untyped.allowed.push(Allowed {
            resource: name_of(&self.untyped.schema),
            class,
            path,
            reason: reason.to_string(),
        });
        self
    }
}

impl<R: Resource> Example<R> {
    /// Changes the object outside Terraform, as somebody else would. Read must see it, and an apply
    /// must undo what contradicts the configuration. A deletion is drift too.
    pub fn drift(
        mut self,
        name: impl Into<String>,
        change: impl FnOnce(&ResourceData<R>) + Send + 'static,
    ) -> Self {
        let change = move |core: DataCore| change(&ResourceData::new(core));
        self.untyped.drifts.push((name.into(), Box::new(change)));
        self
    }

    /// Whether the remote system has this value of a write-only field, which no read shows: a
    /// login with a password, a hash that it stores. The function must find the remote system
    /// itself, and may block. The kit calls it after create, and after each change of the value.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::testing::conformance::Example;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "vault")]
    /// # pub struct Vault {}
    /// # impl Provider for Vault {
    /// #     type Client = ();
    /// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Account] }
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(resource = "vault_account")]
    /// # pub struct Account {
    /// #     #[field(required, force_new)]
    /// #     name: String,
    /// #     #[field(optional, write_only, required_with(password_wo_version))]
    /// #     password_wo: Option<Secret>,
    /// #     #[field(optional, required_with(password_wo))]
    /// #     password_wo_version: Option<i64>,
    /// # }
    /// # impl Resource for Account {
    /// #     type Provider = Vault;
    /// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// # }
    /// # impl Update for Account {
    /// #     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// # }
    /// # fn can_log_in(_: &str, _: Option<&str>) -> bool { true }
    /// let example = Example::<Account>::hcl("name = \"a\"\npassword_wo = \"long enough\"\npassword_wo_version = 1")
    ///     .holds(Account::PASSWORD_WO, |account, password| account.id().is_some_and(|id| can_log_in(id, password.expose())));
    /// # drop(example);
    /// ```
    pub fn holds<T: FieldType, P: FieldOf<R, Value = T>>(
        mut self,
        field: P,
        holds: impl Fn(&ResourceData<R>, T::Known) -> bool + Send + Sync + 'static,
    ) -> Self {
        let path = field.path().to_string();
        let holds = move |core: DataCore, value: &Value| {
            // The kit's value was validated as a value of the type.
            T::Known::from_value(value).is_ok_and(|value| holds(&ResourceData::new(core), value))
        };
        self.untyped.holds.push((path, Arc::new(holds)));
        self
    }

    /// The import id of the object. By default it comes from the struct's
    /// `import` pattern, or is the id.
    pub fn import_id(mut self, id: impl Fn(&ResourceData<R>) -> String + Send + 'static) -> Self {
        self.untyped.import_id = Some(Box::new(move |core| id(&ResourceData::new(core))));
        self
    }

    /// The arguments of the `config` block with which a list of this type finds the object;
    /// empty by default.
    pub fn list_filter(mut self, hcl: impl Into<String>) -> Self {
        self.untyped.list_filter = Some(ExampleSource::Hcl(hcl.into()));
        self
    }
}

schema_runtime::__debug!(
    [R] Example<R>,
    |it| of = it.untyped.schema.type_name, at = it.untyped.at
);
