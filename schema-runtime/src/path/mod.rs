//! [`Path`]: the place of a value in an object.
//!
//! ```
//! # use schema_runtime::path::Path;
//!
//! let path = Path::new("partition").index(0).attribute("size_mb");
//! assert_eq!(path.to_string(), "partition[0].size_mb");
//! assert_eq!(Path::parse("partition[0].size_mb"), Ok(path));
//! ```

mod borrowed;
mod error;
mod parse;

use std::fmt;

use crate::refs::Text;
use crate::value::Value;

pub(crate) use borrowed::BorrowedPath;
#[doc(hidden)]
pub use borrowed::{BorrowedStep, map_steps, object_steps, steps};
pub use error::PathError;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An attribute or a block of an object, by name.
    Attribute(Text),
    /// An element of a list or tuple.
    Index(u64),
    /// An element of a map.
    Key(Text),
    /// An element of a set, whose only address is its value. Such a step is not sent
    /// over gRPC: diagnostics and replacement paths stop at the set.
    Element(Box<Value>),
}

/// Steps from the root of an object to a value in it; the empty path is the object itself.
///
/// Prints as Terraform's users write references: `partition[0].size_mb`, `labels["env"]`.
///
/// ```
/// # use schema_runtime::path::Path;
///
/// let size = Path::new("partition").index(0).attribute("size_mb");
/// assert_eq!(size.to_string(), "partition[0].size_mb");
/// assert_eq!(Path::new("labels").key("env").to_string(), r#"labels["env"]"#);
/// assert!(Path::new("partition").is_prefix_of(&size));
/// assert_eq!(size.first_name(), Some("partition"));
/// assert_eq!(size.steps().len(), 3);
/// assert!(Path::root().is_root());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// The object itself.
    #[must_use]
    pub const fn root() -> Self {
        Path { steps: Vec::new() }
    }

    /// One attribute or block of the root.
    #[must_use]
    pub fn new(name: impl Into<Text>) -> Self {
        Path::root().attribute(name)
    }

    /// Parses a path in its printed form: `partition[0].size_mb`, `labels["env"]`. The empty string
    /// is the root.
    ///
    /// ```
    /// # use schema_runtime::path::Path;
    ///
    /// let path = Path::parse("partition[0].size_mb")?;
    /// assert_eq!(path, Path::new("partition").index(0).attribute("size_mb"));
    /// # Ok::<(), schema_runtime::path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// The string is not a path. A set element has no such string.
    pub fn parse(text: &str) -> Result<Path, PathError> {
        parse::path(text)
    }

    /// The steps from the root.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.steps.is_empty()
    }

    /// The name of the root attribute or block that this path goes through.
    #[must_use]
    pub fn first_name(&self) -> Option<&str> {
        match self.steps.first() {
            Some(Step::Attribute(name)) => Some(name),
            _ => None,
        }
    }

    /// Adds a step in place.
    ///
    /// ```
    /// # use schema_runtime::path::Path;
    /// # use schema_runtime::path::Step;
    /// let mut path = Path::new("partition");
    /// path.push(Step::Index(0));
    /// assert_eq!(path.to_string(), "partition[0]");
    /// assert_eq!(path.pop(), Some(Step::Index(0)));
    /// ```
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Removes the last step.
    pub fn pop(&mut self) -> Option<Step> {
        self.steps.pop()
    }

    /// This path and one more attribute or block.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<Text>) -> Self {
        self.steps.push(Step::Attribute(name.into()));
        self
    }

    /// This path and one more list index.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.steps.push(Step::Index(index as u64));
        self
    }

    /// This path and one more map key.
    #[must_use]
    pub fn key(mut self, key: impl Into<Text>) -> Self {
        self.steps.push(Step::Key(key.into()));
        self
    }

    /// This path and one more set element.
    ///
    /// ```
    /// # use schema_runtime::path::Path;
    /// # use schema_runtime::value::Value;
    /// let port = Path::new("ports").element(Value::from(80));
    /// assert_eq!(port.to_string(), "ports[…]");
    /// assert_eq!(port.addressable(), Path::new("ports"));
    /// ```
    #[must_use]
    pub fn element(mut self, value: Value) -> Self {
        self.steps.push(Step::Element(Box::new(value)));
        self
    }

    /// This path followed by another.
    ///
    /// ```
    /// # use schema_runtime::path::Path;
    /// let inside = Path::new("boot").attribute("label");
    /// assert_eq!(Path::new("partition").index(0).join(&inside).to_string(), "partition[0].boot.label");
    /// ```
    #[must_use]
    pub fn join(mut self, other: &Path) -> Self {
        self.steps.extend_from_slice(&other.steps);
        self
    }

    /// Whether `self` is `other` or leads to a value that contains it.
    #[must_use]
    pub fn is_prefix_of(&self, other: &Path) -> bool {
        other.steps.starts_with(&self.steps)
    }

    /// The part that the plugin protocol can address: everything up to the first set element.
    #[must_use]
    pub fn addressable(&self) -> Path {
        let addressable = |step: &&Step| !matches!(step, Step::Element(_));
        let steps = self.steps.iter().take_while(addressable);
        steps.cloned().collect()
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Path {
            steps: steps.into_iter().collect(),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            match step {
                Step::Attribute(name) => {
                    f.write_str(if i > 0 { "." } else { "" })?;
                    f.write_str(name)?;
                }
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => write_key(f, key)?,
                Step::Element(_) => f.write_str("[…]")?,
            }
        }
        Ok(())
    }
}

/// A map's key in brackets, escaped like the language's strings.
fn write_key(f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
    let quoted = schema_rules::quoted_with(key, |c, quoted| match c.is_control() {
        true => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
        false => quoted.push(c),
    });
    write!(f, "[{quoted}]")
}

crate::serde_as_text::serde_as_text!(Path, Path::parse);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_a_reference_is_written() {
        let path = Path::new("partition").index(0).attribute("size_mb");
        assert_eq!(path.to_string(), "partition[0].size_mb");
        assert_eq!(
            Path::new("labels").key("a\"b").to_string(),
            "labels[\"a\\\"b\"]"
        );
        assert_eq!(Path::root().to_string(), "");
    }

    #[test]
    fn stops_at_a_set() {
        let path = Path::new("rule").element(Value::from(1)).attribute("port");
        assert_eq!(path.addressable(), Path::new("rule"));
        assert!(Path::new("rule").is_prefix_of(&path));
    }
}
