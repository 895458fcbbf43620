//! A resource by dotted address, for code that works with any resource.

use super::ResourceData;
use crate::data::Val;
use crate::object::Object;
use crate::value::Value;

/// Fields by dotted address.
impl<R: Object> ResourceData<R> {
    /// The value at a dotted address (`partition.0.size_mb`, `labels.env`; `partition.#` and
    /// `labels.%` count elements), for code that works with any resource. Nothing for an address
    /// that the schema does not have, the type's zero where nothing is there: see
    /// [`DataCore::get_path`](crate::data::DataCore::get_path).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     "null",
    /// #     r#"{"name": "a", "labels": {"env": "test"}, "partition": [{"label": "p"}]}"#,
    /// # );
    /// assert_eq!(data.get_path("partition.0.label"), Some(Value::from("p")));
    /// assert_eq!(data.get_path("labels.env"), Some(Value::from("test")));
    /// assert_eq!(data.get_path("partition.#"), Some(Value::from(1)));
    /// // Nothing is there, and there is no such field.
    /// assert_eq!(data.get_path("note"), Some(Value::from("")));
    /// assert_eq!(data.get_path("colour"), None);
    /// ```
    #[must_use]
    pub fn get_path(&self, address: &str) -> Option<Value> {
        self.core.get_path(address)
    }

    /// The value at a dotted address if it is set, wholly known and not zero.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a", "note": ""}"#);
    /// assert_eq!(data.get_ok_path("name"), Some(Value::from("a")));
    /// // It is configured as "".
    /// assert_eq!(data.get_ok_path("note"), None);
    /// ```
    #[must_use]
    pub fn get_ok_path(&self, address: &str) -> Option<Value> {
        self.core.get_ok_path(address)
    }

    /// The value at a dotted address exactly: null, unknown or known; see
    /// [`DataCore::value_path`](crate::data::DataCore::value_path).
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(data.value_path("note"), Some(Val::Null));
    /// assert_eq!(data.value_path("sha256"), Some(Val::Unknown));
    /// assert_eq!(data.config_path("name"), Some(Val::Known(Value::from("a"))));
    /// assert_eq!(data.config_path("format"), Some(Val::Null));
    /// ```
    #[must_use]
    pub fn value_path(&self, address: &str) -> Option<Val<Value>> {
        self.core.value_path(address)
    }

    /// What is configured at a dotted address, without defaults; see
    /// [`DataCore::config_path`](crate::data::DataCore::config_path).
    #[must_use]
    pub fn config_path(&self, address: &str) -> Option<Val<Value>> {
        self.core.config_path(address)
    }

    /// Whether the prior value and the planned one at a dotted address differ, exactly.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(OLD, r#"{"name": "a", "size_mb": 16}"#);
    /// // The size goes from 8 to 16.
    /// assert!(data.has_change_path("size_mb"));
    /// assert!(!data.has_changes_except_path(&["size_mb"]));
    /// assert_eq!(data.get_change_path("size_mb"), Some((Value::from(8), Value::from(16))));
    /// ```
    #[must_use]
    pub fn has_change_path(&self, address: &str) -> bool {
        self.core.has_change_path(address)
    }

    /// Whether any root field changes but those of these names, `id` and `timeouts`.
    #[must_use]
    pub fn has_changes_except_path(&self, names: &[&str]) -> bool {
        self.core.has_changes_except_path(names)
    }

    /// The prior value and the planned one at a dotted address, the type's zero where there is
    /// none; nothing for an address that the schema does not have.
    #[must_use]
    pub fn get_change_path(&self, address: &str) -> Option<(Value, Value)> {
        self.core.get_change_path(address)
    }

    /// Writes a root field by its name. A name or value that does not fit fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
    /// data.set_path("sha256", "c0ffee");
    /// assert_eq!(data.get(Image::SHA256), "c0ffee");
    /// ```
    pub fn set_path(&mut self, address: &str, value: impl Into<Value>) {
        self.core.set_path(address, value);
    }

    /// [`set_partial`](Self::set_partial) by name; one that is no root field fails the call.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut data = applying::<Image>(OLD, r#"{"name": "a", "note": "new"}"#);
    /// data.partial(true);
    /// data.set_partial_path("note");
    /// # assert!(data.core().saved(&Outcome::Failed).as_object().unwrap().contains(&Value::from("new")));
    /// ```
    pub fn set_partial_path(&mut self, name: &str) {
        self.core.set_partial_path(name);
    }
}
