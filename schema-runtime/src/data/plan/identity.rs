//! What identifies a resource's object, in the plan hook.

use super::PlanData;
use crate::attr::{IntoField, WholeField};
use crate::field_type::FieldType;
use crate::object::{IdentityRoot, Object, ResourceRoot, decode, encode};
use crate::value::Value;

/// What identifies the object, of a resource whose struct says `identity = …`.
impl<R: ResourceRoot> PlanData<R> {
    /// Plans what identifies the object. Create then need not say it again, and must not say
    /// otherwise; of an object that stays it must be what it was, but for what is `mutable`.
    ///
    /// Of an object that is to be replaced Terraform is told what identifies the old one; the plan
    /// of the new one follows.
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
        self.core_mut().set_identity(encode(&identity));
    }

    /// Plans one attribute of what identifies the object. The others are as they are stored; of a
    /// new object they are not known yet, until they are set too, in the plan or in create.
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
        let mut values = match self.core().identity() {
            Some(Value::Object(values)) => values.clone(),
            _ => vec![Value::UNKNOWN; count],
        };
        if let Some(place) = values.get_mut(field.place()) {
            *place = value.into_field();
        }
        self.core_mut().set_identity(Value::Object(values));
    }

    /// What identifies the object: what was set, else what is stored. Nothing of a new object of
    /// which nothing was set, or not everything.
    #[must_use]
    pub fn identity(&self) -> Option<R::Identity>
    where
        R::Identity: IdentityRoot,
    {
        let identity = self.core().identity()?;
        // What is not known yet would be read as zero.
        identity
            .is_wholly_known()
            .then(|| decode(identity).ok())
            .flatten()
    }
}
