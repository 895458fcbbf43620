//! [`Resource`] and [`Update`]: the traits for the struct of a resource.

mod defaults;
mod example;
mod update;

pub use update::Update;

use std::future::Future;

use schema_runtime::data::{ConfigData, PlanData, ResourceData};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::{ResourceRoot, schema};

use super::provider::IsProvider;
use crate::context::Cx;
use crate::helpers::import::{by_pattern, text_of_identity};
use crate::result::Result;
use crate::state::{MovedState, OldIdentity, OldState};
use crate::untyped::default_methods::{DefaultFuture, mark_default, not_validated};

/// A resource: something that is created, read, perhaps updated in place ([`Update`]), and deleted.
///
/// Write the functions as `async fn create(…) -> Result`. `create`, `read` and `delete` are
/// required. Blocking is fine, and a panic becomes a diagnostic. Interrupts and timeouts are
/// announced by [`Cx::cancelled`]; a function that continues is abandoned some time later.
///
/// ```
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = std::path::PathBuf;
/// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Note] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> { Ok(".".into()) }
/// # }
///
/// /// A note in a file.
/// #[derive(Schema)]
/// #[schema(resource = "notes_note")]
/// pub struct Note {
///     /// The file's name.
///     #[field(required, force_new)]
///     name: String,
///     /// What is in it.
///     #[field(optional)]
///     text: Option<String>,
/// }
///
/// impl Resource for Note {
///     type Provider = Notes;
///
///     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         data.set_id(data.get(Note::NAME));
///         Self::update(cx, data).await
///     }
///
///     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         match std::fs::read_to_string(cx.client()?.join(data.require_id()?)) {
///             Ok(text) => data.set(Note::TEXT, text),
///             Err(error) if error.kind() == std::io::ErrorKind::NotFound => data.mark_gone(),
///             Err(error) => return Err(error.into()),
///         }
///         Ok(())
///     }
///
///     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         Ok(std::fs::remove_file(cx.client()?.join(data.require_id()?))?)
///     }
/// }
///
/// impl Update for Note {
///     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         let text = data.get(Note::TEXT).unwrap_or_default();
///         Ok(std::fs::write(cx.client()?.join(data.require_id()?), text)?)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "needs `impl Resource for {Self}`",
    note = "help: list a data source in `data_sources![…]`, a function in `functions![…]`, an action in `actions![…]`, an ephemeral resource in `ephemeral_resources![…]`, a block only as the type of a field, and the provider in `main`"
)]
pub trait Resource: ResourceRoot {
    /// The provider, whose client the functions get.
    type Provider: IsProvider;

    /// Whether there is nothing to read, as [`nothing_to_read!`](crate::nothing_to_read) says.
    #[doc(hidden)]
    const NOTHING_TO_READ: bool = false;

    /// Creates the remote object. Call [`ResourceData::set_id`] as soon as the API has named it: if
    /// something fails after that, everything that was set is saved, and the next apply replaces
    /// the object.
    fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send; // write `async fn create(…) -> Result`

    /// Reads the remote object and sets every field; [`ResourceData::mark_gone`] says that it no
    /// longer exists. An error leaves the state unchanged. If there is nothing to read, write
    /// [`nothing_to_read!`](crate::nothing_to_read) instead.
    fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send; // write `async fn read(…) -> Result`

    /// Deletes the remote object. It is not an error if it no longer exists. After an error it
    /// stays in the state.
    fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send; // write `async fn delete(…) -> Result`

    /// Whether the remote object exists. This is called before [`read`](Self::read), which is
    /// skipped if it does not. Most resources do not need it: their `read` calls
    /// [`ResourceData::mark_gone`].
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// async fn exists(_: &Cx<Self>, data: &ResourceData<Self>) -> Result<bool> {
    ///     Ok(std::path::Path::new(data.require_id()?).try_exists()?)
    /// }
    /// # }
    /// # let data = schema_provider::__private::example::reading::<Image>(r#"{"id": "/nowhere"}"#);
    /// # let there = Cx::<Image>::__example((), async |cx, _| Image::exists(cx, &data).await);
    /// # assert_eq!(there, Ok(false));
    /// ```
    fn exists(
        cx: &Cx<Self>,
        data: &ResourceData<Self>,
    ) -> impl Future<Output = Result<bool>> + Send {
        let _ = (cx, data);
        std::future::ready(Ok(true))
    }

    /// The plan hook: plans computed values, forces a replacement, or rejects the plan.
    ///
    /// Terraform plans more than once (again before the apply, twice for a replacement) and
    /// requires that a later plan confirms what an earlier one showed as known. Do not use clocks,
    /// random numbers or anything else that may change in between.
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
    ///     plan.check_value(Image::SIZE_MB, |size| match size % 8 {
    ///         0 => Ok(()),
    ///         _ => Err(format!("{size} is not a multiple of 8")),
    ///     });
    ///     plan.finish()
    /// }
    /// # }
    /// # let mut plan = schema_provider::__private::example::planning::<Image>("null", r#"{"name": "a", "size_mb": 7}"#);
    /// # let planned = Cx::<Image>::__example((), async |cx, _| Image::plan(cx, &mut plan).await);
    /// # assert!(planned.is_err());
    /// ```
    fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> impl Future<Output = Result> + Send {
        let _ = (cx, plan);
        mark_default::<Self>();
        std::future::ready(Ok(()))
    }

    /// Imports an existing object by the id that the user wrote. A [`read`](Self::read) follows, so
    /// set only what `read` needs. By default, the import sets the fields of
    /// `#[schema(import = "{directory}/{name}")]`, or else the id (see [`import`](crate::import)).
    ///
    /// One id imports one object: the protocol allows several, but Terraform's `import` blocks
    /// reject more than one.
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
    ///     // Users give the path that they see; the id is the name.
    ///     let name = id.rsplit('/').next().unwrap_or(id);
    ///     data.set_id(name);
    ///     data.set(Image::NAME, name);
    ///     Ok(())
    /// }
    /// # }
    /// # let mut data = schema_provider::__private::example::reading::<Image>("null");
    /// # Cx::<Image>::__example((), async |cx, _| Image::import(cx, "disks/a", &mut data).await).unwrap();
    /// # assert_eq!((data.id(), data.get(Image::NAME).as_str()), (Some("a"), "a"));
    /// ```
    fn import(
        cx: &Cx<Self>,
        id: &str,
        data: &mut ResourceData<Self>,
    ) -> impl Future<Output = Result> + Send {
        let _ = cx;
        std::future::ready(by_pattern(id, data))
    }

    /// Imports an existing object by its identity, for resources with
    /// `#[schema(resource = "…", identity(…))]`. The fields that the identity names are set in
    /// `data`, also the id; an identity with its own struct is in [`ResourceData::identity`].
    /// Optional parts may be null. A [`read`](Self::read) follows, so set only what `read` needs.
    ///
    /// By default, this calls [`import`](Self::import) with the string that a user would write for
    /// the same object: the `id`, the fields in the form of the pattern
    /// `#[schema(import = "{directory}/{name}")]`, or the only value of the identity.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_image", identity(directory, name))]
    /// pub struct Image {
    ///     #[field(required, force_new)]
    ///     directory: String,
    ///     #[field(required, force_new)]
    ///     name: String,
    /// }
    ///
    /// impl Resource for Image {
    ///     // create, read, delete …
    /// #     type Provider = Disk;
    /// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    ///     async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    ///         data.set_id(format!("{}/{}.img", data.get(Image::DIRECTORY), data.get(Image::NAME)));
    ///         Ok(())
    ///     }
    /// }
    /// # let mut data = schema_provider::__private::example::reading::<Image>(r#"{"directory": "disks", "name": "a"}"#);
    /// # Cx::<Image>::__example((), async |cx, _| Image::import_identity(cx, &mut data).await).unwrap();
    /// # assert_eq!(data.id(), Some("disks/a.img"));
    /// ```
    fn import_identity(
        cx: &Cx<Self>,
        data: &mut ResourceData<Self>,
    ) -> impl Future<Output = Result> + Send {
        DefaultFuture::new(async move {
            match text_of_identity(data)? {
                Some(text) => Self::import(cx, &text, data).await,
                None => Ok(()),
            }
        })
    }

    /// Upgrades an identity of an older version, before the object is read. `None`, the default,
    /// leaves the identity to the read; an identity made of fields keeps those that still fit. This
    /// is not called for objects that were stored without an identity.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::OldIdentity;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// #[derive(Schema)]
    /// #[schema(identity, version = 1)]
    /// pub struct ImageIdentity {
    ///     #[field(required)]
    ///     name: String,
    /// }
    ///
    /// /// As it was in version 0.
    /// #[derive(Schema)]
    /// #[schema(identity)]
    /// pub struct ImageIdentityV0 {
    ///     #[field(required)]
    ///     path: String,
    /// }
    ///
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_image", identity = ImageIdentity)]
    /// pub struct Image {
    ///     #[field(required, force_new)]
    ///     name: String,
    /// }
    ///
    /// impl Resource for Image {
    ///     // create, read, delete …
    /// #     type Provider = Disk;
    /// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    ///     async fn upgrade_identity(_: &Cx<Self>, old: &OldIdentity) -> Result<Option<ImageIdentity>> {
    ///         old.upgrade::<ImageIdentityV0>()?
    ///             .then(|v0| Ok(ImageIdentity { name: v0.path.replace("disks/", "") }))?
    ///             .finish()
    ///     }
    /// }
    /// # let raw = schema_provider::lifecycle::RawState::Json((*br#"{"path": "disks/a"}"#).into());
    /// # let old = OldIdentity::new(0, Some(raw));
    /// # let upgraded = Cx::<Image>::__example((), async |cx, _| Image::upgrade_identity(cx, &old).await);
    /// # assert_eq!(upgraded.unwrap().unwrap().name, "a");
    /// ```
    fn upgrade_identity(
        cx: &Cx<Self>,
        old: &OldIdentity,
    ) -> impl Future<Output = Result<Option<Self::Identity>>> + Send {
        let _ = (cx, old);
        std::future::ready(Ok(None))
    }

    /// Upgrades the state of an older version of the schema, before any other function sees it.
    /// `data` has the id and every field that still fits by name and type; set what changed.
    ///
    /// If versions only added fields, write `only_added` on the struct instead: a state of any
    /// earlier version is then read unchanged.
    ///
    /// [`OldState::version`] is the version of the stored state, and may be any earlier one. Read
    /// it as the struct of that version ([`OldState::read`]), or as flat strings that are upgraded
    /// from version to version ([`OldState::attributes`], [`ResourceData::set_attributes`]).
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// async fn upgrade(_: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
    ///     // Version 0 kept KiB.
    ///     let old: ImageV0 = old.read()?;
    ///     data.set(Image::SIZE_MB, old.size_kb / 1024);
    ///     Ok(())
    /// }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image", version = 0)]
    /// # pub struct ImageV0 {
    /// #     #[field(required)]
    /// #     size_kb: i64,
    /// # }
    /// # let raw = schema_provider::lifecycle::RawState::Json((*br#"{"id": "1", "size_kb": 8192}"#).into());
    /// # let old = OldState::new(0, raw);
    /// # let mut data = schema_provider::__private::example::reading::<Image>(r#"{"id": "1"}"#);
    /// # Cx::<Image>::__example((), async |cx, _| Image::upgrade(cx, &old, &mut data).await).unwrap();
    /// # assert_eq!(data.get(Image::SIZE_MB), 8);
    /// ```
    fn upgrade(
        cx: &Cx<Self>,
        old: &OldState,
        data: &mut ResourceData<Self>,
    ) -> impl Future<Output = Result> + Send {
        let _ = (cx, data);
        let upgraded = defaults::upgrade(schema::<Self>(), Self::__ONLY_ADDED, old);
        DefaultFuture::new(std::future::ready(upgraded))
    }

    /// Makes the state of this resource from that of another type, for `moved` blocks. By default
    /// such a move is an error. (A state of the same type, from a provider of the same name on
    /// another host, is [upgraded](Self::upgrade) instead.)
    ///
    /// Terraform moves state before it configures the provider, so [`Cx::client`] is an error here.
    /// Leave what needs the API to the [`read`](Self::read) that follows, if necessary with a note
    /// in [`ResourceData::set_private`].
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
    ///     let file: LocalFile = from.read("local_file", 0)?;
    ///     data.set_id(&file.filename);
    ///     data.set(Image::NAME, file.filename);
    ///     Ok(())
    /// }
    /// # }
    /// /// What is needed of the other type.
    /// #[derive(Schema)]
    /// #[schema(resource = "local_file", version = 0)]
    /// pub struct LocalFile {
    ///     #[field(required)]
    ///     filename: String,
    /// }
    /// # let raw = schema_provider::lifecycle::RawState::Json((*br#"{"filename": "a"}"#).into());
    /// # let from = MovedState::new("x/y/z", "local_file", OldState::new(0, raw), Default::default());
    /// # let mut data = schema_provider::__private::example::reading::<Image>("null");
    /// # Cx::<Image>::__example((), async |cx, _| Image::move_from(cx, &from, &mut data).await).unwrap();
    /// # assert_eq!(data.id(), Some("a"));
    /// ```
    fn move_from(
        cx: &Cx<Self>,
        from: &MovedState,
        data: &mut ResourceData<Self>,
    ) -> impl Future<Output = Result> + Send {
        let _ = (cx, data);
        std::future::ready(Err(defaults::not_moved(schema::<Self>(), from).into()))
    }

    /// Validates a configuration beyond what the schema can express. Values may be unknown.
    ///
    /// ```
    /// # schema_shell::__example_resource! {
    /// fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
    ///     let mut wrong = Diagnostics::new();
    ///     // Nothing can be said of what is not known yet.
    ///     if let Some(name) = config.get_ok(Image::NAME).filter(|name| name.contains('/')) {
    ///         wrong.error_at(Image::NAME.path(), "not a name", format!("{name:?} has a slash."));
    ///     }
    ///     wrong
    /// }
    /// # }
    /// # schema_provider::__private::example::configured::<Image>(r#"{"name": "a/b", "size_mb": 8}"#, |config| {
    /// #     assert_eq!(Image::validate(config).len(), 1);
    /// # });
    /// ```
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}
