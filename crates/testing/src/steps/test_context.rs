//! [`TestContext`]: what test code sees between steps.

use std::path::Path;

use crate::checks::place::Place;
use crate::observed::mode::Mode;
use crate::observed::results::ObservedState;

/// What test code sees between steps.
#[derive(Debug)]
pub struct TestContext<'a> {
    pub(crate) mode: Mode,
    pub(crate) directory: &'a Path,
    pub(crate) state: &'a ObservedState,
}

impl TestContext<'_> {
    /// The mode in which the test runs.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The run's own directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.directory
    }

    /// A saved value, as `terraform show -json` would print it; null if there is no such object or
    /// attribute.
    ///
    /// # Panics
    /// A string does not lead to anything in the schema.
    #[must_use]
    #[track_caller]
    pub fn saved(&self, address: &str, place: impl Place) -> serde_json::Value {
        let Some(object) = self.state.get(address) else {
            return serde_json::Value::Null;
        };
        match place.attribute_ref().path(object.block.as_deref()) {
            Ok(path) => object.value.at(&path).map(|tree| (&tree.to_json()).into()),
            Err(error) => panic!("{address}: {error}"),
        }
        .unwrap_or_default()
    }

    /// The addresses of all objects of resources that are saved.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.state.objects.keys().map(String::as_str)
    }
}
