//! A resource's data and the untyped half of them.

use std::marker::PhantomData;

use super::ResourceData;
use crate::data::data_core::DataCore;
use crate::object::Object;

/// The untyped data.
impl<R: Object> ResourceData<R> {
    /// Around the untyped data of a call; for the shell and for tests.
    #[must_use]
    pub fn new(core: DataCore) -> Self {
        ResourceData {
            core,
            marker: PhantomData,
        }
    }

    /// The untyped data.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.core().schema().type_name.as_str(), "disk_image");
    /// assert_eq!(data.core().operation(), Operation::Create);
    /// ```
    #[must_use]
    pub fn core(&self) -> &DataCore {
        &self.core
    }

    /// The untyped data, to change it: for code that works with any resource.
    pub fn core_mut(&mut self) -> &mut DataCore {
        &mut self.core
    }

    /// The untyped data, owned.
    #[must_use]
    pub fn into_core(self) -> DataCore {
        self.core
    }
}
