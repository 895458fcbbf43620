//! Addresses: [`ResourceAddress`] for a block of the configuration, [`ObjectAddress`] for an
//! object, and [`Node`] for what expressions refer to.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use schema_rules::{quoted_with, without_templates};
use schema_runtime::schema::SchemaKind;

/// The kind of a block: managed resource, data source, ephemeral resource or action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// A resource.
    Managed,
    /// A data source.
    Data,
    /// An ephemeral resource.
    Ephemeral,
    /// An action, which has no object.
    Action,
}

impl Mode {
    /// The keyword that starts such a block.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Mode::Managed => "resource",
            Mode::Data => "data",
            Mode::Ephemeral => "ephemeral",
            Mode::Action => "action",
        }
    }

    /// The mode of the blocks that start with this keyword.
    #[must_use]
    pub fn of_keyword(word: &str) -> Option<Self> {
        let all = [Mode::Managed, Mode::Data, Mode::Ephemeral, Mode::Action];
        all.into_iter().find(|mode| mode.keyword() == word)
    }

    /// The kind of schema that it uses.
    #[must_use]
    pub const fn schema_kind(self) -> SchemaKind {
        match self {
            Mode::Managed => SchemaKind::Resource,
            Mode::Data => SchemaKind::DataSource,
            Mode::Ephemeral => SchemaKind::Ephemeral,
            Mode::Action => SchemaKind::Action,
        }
    }
}

/// A resource (`disk_image.a`), a data source (`data.disk_image.a`), an ephemeral resource
/// (`ephemeral.disk_copy.a`) or an action (`action.disk_verify.a`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceAddress {
    /// The kind of the block.
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

    /// Parses the output of [`Display`](fmt::Display); names must be identifiers.
    pub fn parse(text: &str) -> Option<Self> {
        // The address of a managed resource starts with the type.
        let said = text.split_once('.').and_then(|(word, rest)| {
            let mode = Mode::of_keyword(word).filter(|mode| *mode != Mode::Managed)?;
            Some((mode, rest))
        });
        let (mode, rest) = said.unwrap_or((Mode::Managed, text));
        let (type_name, name) = rest.split_once('.')?;
        (is_identifier(type_name) && is_identifier(name)).then(|| ResourceAddress {
            mode,
            type_name: type_name.into(),
            name: name.into(),
        })
    }
}

/// Whether a string is a valid name: letters, digits, `_` and `-`, not starting with a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    let continues = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(continues)
}

impl fmt::Display for ResourceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mode != Mode::Managed {
            write!(f, "{}.", self.mode.keyword())?;
        }
        write!(f, "{}.{}", self.type_name, self.name)
    }
}

/// Which instance of a resource this is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstanceKey {
    /// The only instance: the resource has neither `count` nor `for_each`.
    #[default]
    None,
    /// An instance of `count`.
    Index(u64),
    /// An instance of `for_each`.
    Key(Arc<str>),
}

impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstanceKey::None => Ok(()),
            InstanceKey::Index(index) => write!(f, "[{index}]"),
            InstanceKey::Key(key) => write!(f, "[{}]", quoted_key(key)),
        }
    }
}

/// A quoted key, as Terraform prints it in addresses.
fn quoted_key(key: &str) -> String {
    let quoted = quoted_with(key, |c, quoted| quoted.push(c));
    without_templates(&quoted)
}

/// Parses the output of [`quoted_key`].
fn unquoted_key(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut key = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(c) = letters.next() {
        match c {
            '"' => return None,
            '\\' => key.push(match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            c => key.push(c),
        }
    }
    Some(key.replace("$${", "${").replace("%%{", "%{"))
}

/// An object: an instance of a resource or data source (`disk_image.a`, `disk_image.a[0]`,
/// `disk_image.a["k"]`), or the deposed object that its replacement left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectAddress {
    /// The resource; its fields are available directly.
    pub resource: ResourceAddress,
    /// The key of the instance.
    pub key: InstanceKey,
    /// The name of a deposed object: one that its replacement should have deleted, but that still
    /// exists.
    pub deposed: Option<Arc<str>>,
}

impl ObjectAddress {
    /// An instance of a resource.
    pub fn new(resource: ResourceAddress, key: InstanceKey) -> Self {
        ObjectAddress {
            resource,
            key,
            deposed: None,
        }
    }

    /// Parses an instance as [`Display`](fmt::Display) prints it.
    pub fn parse(text: &str) -> Option<Self> {
        let (resource, key) = match text.split_once('[') {
            None => (text, InstanceKey::None),
            Some((resource, rest)) => {
                let key = rest.strip_suffix(']')?;
                let key = if key.starts_with('"') {
                    InstanceKey::Key(unquoted_key(key)?.into())
                } else if key.bytes().all(|digit| digit.is_ascii_digit()) {
                    InstanceKey::Index(key.parse().ok()?)
                } else {
                    return None;
                };
                (resource, key)
            }
        };
        Some(ObjectAddress::new(ResourceAddress::parse(resource)?, key))
    }

    /// The instance that this object belongs to.
    pub(crate) fn current(&self) -> Self {
        ObjectAddress {
            deposed: None,
            ..self.clone()
        }
    }
}

/// Everything about a resource also holds for each of its instances.
impl Deref for ObjectAddress {
    type Target = ResourceAddress;

    fn deref(&self) -> &ResourceAddress {
        &self.resource
    }
}

impl fmt::Display for ObjectAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.resource, self.key)?;
        match &self.deposed {
            Some(name) => write!(f, " (deposed object {name})"),
            None => Ok(()),
        }
    }
}

/// Something that an expression can refer to, or that contains expressions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// The provider's settings, or those of an alias. Expressions cannot name them, but every
    /// resource depends on the settings that it uses.
    Provider(Option<Arc<str>>),
    /// `count.index` in a resource block.
    CountIndex,
    /// `each.key` in a resource block.
    EachKey,
    /// `each.value` in a resource block.
    EachValue,
    /// `self` in the postconditions of a resource.
    SelfObject,
    /// An input variable.
    Variable(Arc<str>),
    /// A local value.
    Local(Arc<str>),
    /// A resource, a data source or an ephemeral resource.
    Resource(ResourceAddress),
}

impl Node {
    /// Whether it is an ephemeral resource.
    pub(crate) fn is_ephemeral(&self) -> bool {
        matches!(self, Node::Resource(address) if address.mode == Mode::Ephemeral)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Provider(None) => f.write_str("provider"),
            Node::Provider(Some(alias)) => write!(f, "provider.{alias}"),
            Node::CountIndex => f.write_str("count.index"),
            Node::EachKey => f.write_str("each.key"),
            Node::EachValue => f.write_str("each.value"),
            Node::SelfObject => f.write_str("self"),
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
        for text in [
            "disk_image.a",
            "data.disk_image.b-1",
            "action.disk_verify.c",
        ] {
            assert_eq!(ResourceAddress::parse(text).expect(text).to_string(), text);
        }
        for text in ["", "a", "a.", "a.1", "a.b.c", "a.b[0]", "module.x.a.b"] {
            assert_eq!(ResourceAddress::parse(text), None, "{text}");
        }
    }

    #[test]
    fn instances_are_read_as_they_are_printed() {
        for text in [
            "disk_image.a",
            "data.disk_image.b[0]",
            "disk_image.a[12]",
            "disk_image.a[\"k\"]",
            "disk_image.a[\"\"]",
            "disk_image.a[\"a]b[\\\"\\\\ \\n $${x} ü\"]",
        ] {
            let address = ObjectAddress::parse(text).expect(text);
            assert_eq!(address.to_string(), text);
        }
        for text in [
            "a.b[",
            "a.b[]x",
            "a.b[-1]",
            "a.b[+1]",
            "a.b[k]",
            "a.b[\"k]",
            "a.b[\"k\"x\"]",
            "a.b[\"\\x\"]",
            "a[0].b",
            "a.b[99999999999999999999]",
        ] {
            assert_eq!(ObjectAddress::parse(text), None, "{text}");
        }
        let keys = [
            InstanceKey::None,
            InstanceKey::Index(2),
            InstanceKey::Index(10),
            InstanceKey::Key("a".into()),
        ];
        assert!(keys.is_sorted(), "as Terraform orders them");
    }
}
