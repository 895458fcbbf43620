//! The identity of a resource's object, if its struct names an identity struct.

use super::ResourceData;
use crate::object::{IdentityRoot, ResourceRoot, decode, encode};
use crate::value::Value;

/// The object's identity, for a resource whose struct has `identity = …`.
impl<R: ResourceRoot> ResourceData<R> {
    /// Sets the object's identity: in create and read, in update if it may change, in import and
    /// move if it is known. A later call replaces an earlier one.
    ///
    /// ```
    /// # use schema_runtime::{Schema, __private::example::applying};
    /// #[derive(Schema)]
    /// #[schema(identity)]
    /// pub struct ImageIdentity {
    ///     #[field(required)]
    ///     serial: i64,
    /// }
    ///
    /// #[derive(Schema)]
    /// #[schema(resource = "disk_image", identity = ImageIdentity)]
    /// pub struct Image {
    ///     #[field(required)]
    ///     name: String,
    /// }
    ///
    /// let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert!(data.identity().is_none());
    /// data.set_identity(ImageIdentity { serial: 7 });
    /// assert_eq!(data.identity().unwrap().serial, 7);
    /// ```
    pub fn set_identity<I>(&mut self, identity: I)
    where
        R: IdentifiedBy<I>,
    {
        self.dynamic_mut().set_identity(R::encoded(&identity));
    }

    /// The object's identity: the one that was set, otherwise the stored or imported one. `None` if
    /// there is none yet: in create, unless the plan hook set all of it, and for an object stored
    /// before the provider had identities.
    #[must_use]
    pub fn identity(&self) -> Option<R::Identity>
    where
        R::Identity: IdentityRoot,
    {
        decode(self.dynamic().identity()?).ok()
    }
}

/// A resource that names this struct as its identity.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is not what identifies `{Self}`",
    label = "not the struct that `{Self}` names as its identity",
    note = "help: with `identity(name)` the fields identify the object: set these, and remove this line; with `identity = ImageIdentity` give that struct"
)]
pub trait IdentifiedBy<I> {
    /// The identity as a value.
    fn encoded(identity: &I) -> Value;
}

/// A type that identifies nothing. With a second implementation the compiler waits for the argument
/// before it checks.
#[derive(Debug)]
pub enum NoIdentityType {}

/// Has no implementation.
#[doc(hidden)]
pub trait NeverImplemented {}

#[diagnostic::do_not_recommend]
impl<R: ResourceRoot + NeverImplemented> IdentifiedBy<NoIdentityType> for R {
    fn encoded(identity: &NoIdentityType) -> Value {
        match *identity {}
    }
}

#[diagnostic::do_not_recommend]
impl<R: ResourceRoot<Identity = I>, I: IdentityRoot> IdentifiedBy<I> for R {
    fn encoded(identity: &I) -> Value {
        encode(identity)
    }
}
