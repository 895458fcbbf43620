//! A resource's state besides its fields: the id and private data.

use super::ResourceData;
use crate::data::data_core::DataCore;
use crate::data::{Operation, Private};
use crate::diagnostics::{Diagnostic, DiagnosticsError};
use crate::object::{Object, ResourceRoot};
use crate::sealed::Sealed;

/// A type that an id can be set from: any that becomes a `String`.
#[diagnostic::on_unimplemented(
    message = "an id is a string, and this is a `{Self}`",
    label = "not a string",
    note = "help: write `data.set_id(number.to_string())` for a number; for an `Option` take the value in it (`?`, `ok_or`); for an object that no longer exists write `data.mark_gone()`"
)]
pub trait IntoId {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The text.
    fn into_id(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Into<String>> IntoId for T {
    const __SEALED: Sealed = Sealed;

    fn into_id(self) -> String {
        self.into()
    }
}

/// The id and private data, for a resource's object, which may no longer
/// exist.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a data source, which Terraform cannot forget",
    label = "only a resource can be gone",
    note = "help: if nothing was found, return an error (`bail!(\"there is no such image\")`) or set null fields"
)]
pub trait MayBeGone {}
#[diagnostic::do_not_recommend]
impl<R: ResourceRoot> MayBeGone for R {}

impl<R: Object> ResourceData<R> {
    /// The resource's id; `None` if it has none yet, or no longer.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.core.id()
    }

    /// The resource's id, for read, update and delete, or an error if it has none.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = reading::<Image>(r#"{"id": "image-7", "name": "a"}"#);
    /// # fn f(data: &ResourceData<Image>) -> Result<(), Diagnostics> {
    /// let path = std::path::Path::new("images").join(data.require_id()?);
    /// # assert!(path.ends_with("image-7"));
    /// # Ok(())
    /// # }
    /// # f(&data).unwrap();
    /// ```
    ///
    /// # Errors
    /// It has no id: none was set yet, it is [gone](Self::mark_gone), or the schema says
    /// `id = none`.
    pub fn require_id(&self) -> Result<&str, DiagnosticsError> {
        self.id().ok_or_else(|| {
            Diagnostic::error("an id is needed here")
                .with_detail(format!(
                    "This object of {} has no id: none was set yet, or it no longer exists.",
                    self.core.schema().type_name
                ))
                .into()
        })
    }

    /// Sets the id. Call it as soon as the remote system names the object, before waiting for
    /// anything: from then on Terraform knows of the resource, even if the rest of the create
    /// fails.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.id(), None);
    /// data.set_id("image-7");
    /// assert_eq!(data.id(), Some("image-7"));
    /// ```
    ///
    /// A resource without an id (`#[schema(…, id = none)]`) has
    /// [`mark_created`](Self::mark_created) instead.
    #[doc(alias("SetId"))]
    pub fn set_id(&mut self, id: impl IntoId) {
        set_id(&mut self.core, id.into_id());
    }

    /// Records that the object of a resource without an id (`#[schema(…, id = none)]`) exists. Call
    /// it as soon as that is true, before waiting for anything: if the rest of the create fails,
    /// Terraform knows of the object and replaces it next time. A successful create does not need
    /// this call.
    ///
    /// ```
    /// # use schema_runtime::{Schema, __private::example::applying};
    /// # use schema_runtime::data::Outcome;
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_setting", id = none)]
    /// pub struct Setting {
    ///     #[field(required, force_new)]
    ///     key: String,
    /// }
    ///
    /// let mut data = applying::<Setting>("null", r#"{"key": "a"}"#);
    /// assert!(data.dynamic().saved(&Outcome::Failed).is_null());
    /// data.mark_created();
    /// assert!(!data.dynamic().saved(&Outcome::Failed).is_null());
    /// ```
    pub fn mark_created(&mut self) {
        self.core.mark_created();
    }

    /// Says that the resource no longer exists: Terraform forgets it and plans to create it again.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// # let found: Option<String> = None;
    /// match found {
    ///     Some(sum) => data.set(Image::SHA256, sum),
    ///     None => data.mark_gone(),
    /// }
    /// assert_eq!(data.id(), None);
    /// ```
    #[doc(alias("RemoveResource", "remove_from_state", "delete"))]
    pub fn mark_gone(&mut self)
    where
        R: MayBeGone,
    {
        self.core.set_id(String::new());
    }

    /// Whether this is a create (also the second half of a replacement).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert!(data.is_new());
    /// ```
    #[doc(alias("IsNewResource", "is_create"))]
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.core.operation() == Operation::Create
    }

    /// The provider's private data of this resource.
    #[must_use]
    pub fn private(&self) -> &Private {
        self.core.private()
    }

    /// Writes private data under a key.
    ///
    /// Keys that start with a dot are reserved for the SDK: writing one fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// data.set_private("etag", *b"v1");
    /// assert_eq!(data.private().get("etag"), Some(&b"v1"[..]));
    /// ```
    pub fn set_private(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let key = key.into();
        if key.starts_with('.') {
            self.core.misused(crate::data::reserved_private_key(&key));
            return;
        }
        self.core.change_private(|private| private.set(key, bytes));
    }

    /// Removes the private data under a key.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = reading::<Image>(r#"{"id": "1", "name": "a"}"#);
    /// # data.set_private("etag", *b"v1");
    /// data.remove_private("etag");
    /// assert_eq!(data.private().get("etag"), None);
    /// ```
    pub fn remove_private(&mut self, key: &str) {
        self.core.change_private(|private| private.remove(key));
    }
}

/// [`ResourceData::set_id`] of any type, so that it is not compiled for each of them.
fn set_id(core: &mut DataCore, id: String) {
    let schema = core.schema();
    let name = &schema.type_name;
    if schema.id_index().is_none() {
        let wrong = Diagnostic::error(format!("{name} has no id to set")).with_detail(
            "Its schema says `id = none`: call `data.mark_created()` where the object exists, \
             and keep what names it in a field. This is a bug in the provider.",
        );
        return core.misused(wrong);
    }
    if !id.is_empty() && schema.id_value(&id).is_none() {
        let quoted = schema_rules::quoted(&id);
        let wrong = Diagnostic::error(format!("{name} has no id that is the string {quoted}"))
            .with_detail(
                "The id of its schema is of another type: set the field, with `data.set(Image::ID, …)` where the \
                 struct is `Image`. This is a bug in the provider.",
            );
        return core.misused(wrong);
    }
    core.set_id(id);
}
