//! A resource's data without its type, for code that works with any resource.

use std::marker::PhantomData;

use super::ResourceData;
use crate::data::data_core::DataCore;
use crate::object::Object;

/// The data without its type.
impl<R: Object> ResourceData<R> {
    /// Wraps the untyped data of a call; for the runtime layer and tests.
    #[must_use]
    pub fn new(core: DataCore) -> Self {
        ResourceData {
            core,
            marker: PhantomData,
        }
    }

    /// The same data without its type, for code that works with any resource: whole objects as
    /// Terraform has them, and fields by flatmap path (`partition.0.size_mb`, `labels.env`;
    /// `partition.#` and `labels.%` count elements).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     OLD,
    /// #     r#"{"name": "a", "size_mb": 16, "labels": {"env": "test"}, "partition": [{"label": "p"}]}"#,
    /// # );
    /// let dynamic = data.dynamic();
    /// assert_eq!(dynamic.schema().type_name.as_str(), "disk_image");
    /// assert_eq!(dynamic.get("partition.0.label"), Some(Value::from("p")));
    /// assert_eq!(dynamic.get("partition.#"), Some(Value::from(1)));
    /// // Nothing is there, and there is no such field.
    /// assert_eq!(dynamic.get("note"), Some(Value::from("")));
    /// assert_eq!(dynamic.get_ok("note"), None);
    /// assert_eq!(dynamic.get("colour"), None);
    /// // Exactly: null, unknown or known. A default is planned, and not configured.
    /// assert_eq!(dynamic.value("note"), Some(Val::Null));
    /// assert_eq!(dynamic.configured("format"), Some(Val::Null));
    /// // The size goes from 8 to 16.
    /// assert!(dynamic.has_change("size_mb"));
    /// assert_eq!(dynamic.get_change("size_mb"), Some((Value::from(8), Value::from(16))));
    /// // The whole objects.
    /// assert!(!dynamic.config().is_null() && !dynamic.prior().is_null() && !dynamic.planned().is_null());
    /// ```
    #[must_use]
    pub fn dynamic(&self) -> &DataCore {
        &self.core
    }

    /// The same data without its type, mutable. A name or value that does not fit fails
    /// the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.dynamic_mut().set("sha256", "c0ffee");
    /// assert_eq!(data.get(Image::SHA256), "c0ffee");
    /// ```
    pub fn dynamic_mut(&mut self) -> &mut DataCore {
        &mut self.core
    }

    /// The untyped data, owned; for the runtime layer and tests.
    #[must_use]
    pub fn into_core(self) -> DataCore {
        self.core
    }
}
