//! [`ResourceAddress`]: how resources and data sources are called.

use std::fmt;
use std::sync::Arc;

/// Whether a resource is managed or only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// A resource.
    Managed,
    /// A data source.
    Data,
}

/// A resource (`disk_image.a`) or a data source (`data.disk_image.a`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceAddress {
    /// Whether it is managed or only read.
    pub mode: Mode,
    /// Its type.
    pub type_name: Arc<str>,
    /// Its name in the configuration.
    pub name: Arc<str>,
}

impl ResourceAddress {
    /// The address of a managed resource.
    pub fn managed(type_name: impl Into<Arc<str>>, name: impl Into<Arc<str>>) -> Self {
        ResourceAddress {
            mode: Mode::Managed,
            type_name: type_name.into(),
            name: name.into(),
        }
    }

    /// Reads what [`Display`](fmt::Display) prints; names must be identifiers.
    pub fn parse(text: &str) -> Option<Self> {
        let (mode, rest) = match text.strip_prefix("data.") {
            Some(rest) => (Mode::Data, rest),
            None => (Mode::Managed, text),
        };
        let (type_name, name) = rest.split_once('.')?;
        (is_identifier(type_name) && is_identifier(name)).then(|| ResourceAddress {
            mode,
            type_name: type_name.into(),
            name: name.into(),
        })
    }
}

/// Whether a text can be written as a name: letters, digits, `_` and `-`, and no digit first.
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

impl fmt::Display for ResourceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mode == Mode::Data {
            f.write_str("data.")?;
        }
        write!(f, "{}.{}", self.type_name, self.name)
    }
}

/// Something that an expression can refer to, or that has expressions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// The provider's settings; nothing can name them, but every resource depends on them.
    Provider,
    /// An input variable.
    Variable(Arc<str>),
    /// A local value.
    Local(Arc<str>),
    /// A resource or a data source.
    Resource(ResourceAddress),
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Provider => f.write_str("provider"),
            Node::Variable(name) => write!(f, "var.{name}"),
            Node::Local(name) => write!(f, "local.{name}"),
            Node::Resource(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_prints() {
        for text in ["disk_image.a", "data.disk_image.b-1"] {
            assert_eq!(ResourceAddress::parse(text).expect(text).to_string(), text);
        }
        for text in ["", "a", "a.", "a.1", "a.b.c", "a.b[0]", "module.x.a.b"] {
            assert_eq!(ResourceAddress::parse(text), None, "{text}");
        }
    }
}
