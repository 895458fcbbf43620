//! The identity of a resource's object in the plan hook.

use super::PlanData;
use crate::attr::{IntoField, WholeField};
use crate::field_type::FieldType;
use crate::object::{IdentityRoot, Object, ResourceRoot, decode, encode};
use crate::value::Value;

/// The object's identity, for a resource whose struct has `identity = …`.
impl<R: ResourceRoot> PlanData<R> {
    /// Plans the object's identity. Create need not repeat it, and must not contradict it; for an
    /// existing object only `mutable` fields may change.
    ///
    /// For a replaced object, Terraform gets the old identity; the plan of the new object
    /// follows.
    ///
    /// ```
    /// # use schema_runtime::{Schema, __private::example::planning};
    /// #[derive(Schema)]
    /// #[schema(identity)]
    /// pub struct ImageIdentity {
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
    /// let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// assert!(plan.identity().is_none());
    /// if let Some(name) = plan.value(Image::NAME).known() {
    ///     plan.set_identity(ImageIdentity { path: format!("disks/{name}.img") });
    /// }
    /// assert_eq!(plan.identity().unwrap().path, "disks/a.img");
    /// ```
    pub fn set_identity(&mut self, identity: R::Identity)
    where
        R::Identity: IdentityRoot,
    {
        self.core.set_identity(encode(&identity));
    }

    /// Plans one attribute of the identity. The others keep their stored values;
    /// for a new object they are unknown until the plan or create sets them.
    ///
    /// ```
    /// # use schema_runtime::{Schema, __private::example::planning};
    /// #[derive(Schema)]
    /// #[schema(identity)]
    /// pub struct ImageIdentity {
    ///     #[field(required)]
    ///     pool: String,
    ///     #[field(required)]
    ///     serial: i64,
    /// }
    ///
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_image", identity = ImageIdentity)]
    /// pub struct Image {
    ///     #[field(required, force_new)]
    ///     name: String,
    /// }
    ///
    /// let mut plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// plan.set_identity_field(ImageIdentity::POOL, "north");
    /// // The serial number is known when the image is made.
    /// assert!(plan.identity().is_none());
    /// plan.set_identity_field(ImageIdentity::SERIAL, 7);
    /// assert_eq!(plan.identity().unwrap().serial, 7);
    /// ```
    pub fn set_identity_field<T: FieldType>(
        &mut self,
        field: impl WholeField<R::Identity, Value = T>,
        value: impl IntoField<T>,
    ) where
        R::Identity: IdentityRoot,
    {
        let count = <R::Identity as Object>::__BLOCK.fields.len();
        let mut values = match self.core.identity() {
            Some(Value::Object(values)) => values.clone(),
            _ => vec![Value::UNKNOWN; count],
        };
        if let Some(place) = values.get_mut(field.place()) {
            *place = value.into_field();
        }
        self.core.set_identity(Value::Object(values));
    }

    /// The object's identity: the one that was set, otherwise the stored one. `None` for
    /// a new object unless all of it was set.
    #[must_use]
    pub fn identity(&self) -> Option<R::Identity>
    where
        R::Identity: IdentityRoot,
    {
        let identity = self.core.identity()?;
        // An unknown value would be read as zero.
        identity
            .is_wholly_known()
            .then(|| decode(identity).ok())
            .flatten()
    }
}
