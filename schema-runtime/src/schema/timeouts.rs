//! How long an operation may take.

use super::Schema;
use crate::value::Value;

impl Schema {
    /// How long an operation (`create`, `read`, `update`, `delete`) on an object may take, in
    /// nanoseconds: from the object's `timeouts` block, otherwise from the schema; if neither sets
    /// it, the same for `default`. `None` if nothing is set.
    ///
    /// ```
    /// use schema_runtime::schema::{Schema, SchemaKind, Timeout};
    /// # use schema_runtime::schema::Block;
    /// # use schema_runtime::value::Value;
    /// # let block = Block { fields: vec![].into(), description: "".into(), deprecated: "".into(), other_kind: false };
    /// let schema = Schema {
    ///     kind: SchemaKind::Resource,
    ///     type_name: "disk_image".into(),
    ///     version: 0,
    ///     block: std::sync::Arc::new(block).into(),
    ///     timeouts: vec![Timeout { operation: "default".into(), nanoseconds: 5 }].into(),
    ///     subcategory: "".into(),
    /// };
    /// assert_eq!(schema.timeout(&Value::Null, "create"), Some(5));
    /// ```
    #[must_use]
    pub fn timeout(&self, object: &Value, operation: &str) -> Option<u64> {
        self.own_timeout(object, operation)
            .or_else(|| self.own_timeout(object, "default"))
    }

    fn own_timeout(&self, object: &Value, operation: &str) -> Option<u64> {
        let configured = || {
            let position = self.timeouts_index()?;
            let field = self.block.fields.get(position)?;
            let (_, block) = field.nested_block()?;
            let (at, _) = block.find(operation)?;
            let text = object_in(object.as_object()?.get(position)?)?
                .get(at)?
                .as_str()?;
            // Validation rejects anything else; a damaged state falls back to the schema.
            u64::try_from(schema_rules::parse_duration(text).ok()?).ok()
        };
        configured().or_else(|| {
            self.timeouts
                .iter()
                .find(|timeout| &*timeout.operation == operation)
                .map(|timeout| timeout.nanoseconds)
        })
    }
}

/// The fields of the only struct, also if it is the only element of a list or set.
fn object_in(value: &Value) -> Option<&[Value]> {
    let only = match value {
        Value::List(elements) => elements.first()?,
        Value::Set(elements) => elements.iter().next()?,
        one => one,
    };
    only.as_object()
}
