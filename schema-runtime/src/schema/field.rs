//! [`Field`]: one attribute, nested attribute or nested block.

use std::collections::BTreeMap;

use super::extra::{
    CanonicalFn, Default, Extra, FieldPath, ForceNewWhenFn, SetKeyFn, StateFn, SuppressFn,
};
use super::validator::Validator;
use super::{Block, SchemaKind, is_markdown};
use crate::refs::{Ref, Text};
use crate::ty::Type;
use crate::value::{SetValue, Value};

/// One attribute, nested attribute or nested block of a [`Block`].
#[derive(Clone, Debug)]
pub struct Field {
    /// The name in configurations and in state.
    pub name: Text,
    /// Whether it is an attribute, nested attribute or block, with its type.
    pub kind: Kind,
    /// Its flags.
    pub flags: Flags,
    /// Its description; may be empty.
    pub description: Text,
    /// Properties that most fields do not have.
    pub extras: Ref<[Extra]>,
}

/// The kind of a field.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// An attribute of a type.
    Attribute {
        /// Its type.
        ty: Ref<Type>,
    },
    /// A nested attribute: objects with a schema of their own, written with `=`.
    Nested {
        /// How the objects are grouped; never [`Nesting::Group`].
        nesting: Nesting,
        /// The objects' schema.
        block: Ref<Block>,
    },
    /// A nested block, written without `=`.
    Block {
        /// How the blocks are grouped.
        nesting: Nesting,
        /// The blocks' schema.
        block: Ref<Block>,
        /// The least number of blocks.
        min_items: u32,
        /// The greatest number of blocks; 0 for any.
        max_items: u32,
    },
}

/// How nested objects are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One object, or null.
    Single,
    /// One object that always exists (blocks only).
    Group,
    /// Objects in order.
    List,
    /// Unique objects without order.
    Set,
    /// Each object under a key.
    Map,
}

/// A set of flags of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);
    /// Must be configured.
    pub const REQUIRED: Flags = Flags(1);
    /// May be configured.
    pub const OPTIONAL: Flags = Flags(1 << 1);
    /// The provider may choose a value.
    pub const COMPUTED: Flags = Flags(1 << 2);
    /// A change replaces the resource.
    pub const FORCE_NEW: Flags = Flags(1 << 3);
    /// Hidden from output.
    pub const SENSITIVE: Flags = Flags(1 << 4);
    /// In the configuration only, never in plan or state.
    pub const WRITE_ONLY: Flags = Flags(1 << 5);
    /// Unknown in every plan that changes something else.
    pub const VOLATILE: Flags = Flags(1 << 6);
    /// Added by the SDK, not by the provider: `id` and `timeouts`.
    pub const IMPLIED: Flags = Flags(1 << 7);
    /// The description has an unusual format: it is plain text, or Markdown although it
    /// is empty.
    pub const OTHER_KIND: Flags = Flags(1 << 8);
    /// A different number of elements replaces the resource; the fields inside decide about their
    /// own changes.
    pub const FORCE_NEW_COUNT: Flags = Flags(1 << 12);
    /// Null is distinguished from the zero of the type: the Rust type is an `Option`, or the schema
    /// was built at run time. Without it, an empty collection that the provider developer writes
    /// where null is planned means null.
    pub const NULLABLE: Flags = Flags(1 << 9);
    /// The same for the elements of a collection: it holds `Option`s, or the schema was built at
    /// run time. Without it, a zero inside that the provider developer writes where null is planned
    /// means null, and an object inside must not be null.
    pub const HOLDS_NULLS: Flags = Flags(1 << 10);
    /// A parameter of a function that takes unknown values, and null.
    pub const TAKES_UNKNOWN: Flags = Flags(1 << 11);

    /// The levels of [`Flags::HOLDS_NULLS`]: this is the number of the bit for a collection's
    /// elements, the next bit is for the elements of these, and so on. If none is set, all levels
    /// are meant.
    const LEVELS: u32 = 13;

    /// The flags of a collection that holds `Option`s: bit 0 of `levels` is set if its elements
    /// are, bit 1 if the elements of these are, and so on. Nothing is deeper than 19 levels.
    #[must_use]
    pub const fn nulls_at(levels: u32) -> Flags {
        match levels {
            0 => Flags::NONE,
            _ => Flags(Flags::HOLDS_NULLS.0 | levels << Flags::LEVELS),
        }
    }

    /// Whether a collection's elements at this level may be null; its direct elements are at level
    /// 0.
    #[must_use]
    pub const fn holds_nulls_at(self, level: u32) -> bool {
        let levels = self.0 >> Flags::LEVELS;
        self.has(Flags::HOLDS_NULLS)
            && (levels == 0 || level < u32::BITS && levels >> level & 1 == 1)
    }

    /// The union of both.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// These flags, with the others if this holds.
    pub(crate) const fn with_if(self, holds: bool, other: Flags) -> Flags {
        if holds { self.with(other) } else { self }
    }

    /// These flags without the others.
    #[must_use]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    /// Whether all of `other` are among these.
    #[must_use]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A field's presence as Terraform Core sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Core requires a value in the configuration.
    pub required: bool,
    /// Core accepts a value in the configuration.
    pub optional: bool,
    /// The provider may fill a null.
    pub computed: bool,
}

/// What the first extra of this form holds.
macro_rules! first_extra {
    ($field:ident, $form:pat => $held:expr) => {
        $field.extras.iter().find_map(|extra| match extra {
            $form => Some($held),
            _ => None,
        })
    };
}

impl Field {
    /// A field without flags, description and rare properties.
    pub(crate) fn plain(name: Text, kind: Kind) -> Self {
        Field {
            name,
            kind,
            flags: Flags::NONE,
            description: Ref::text(""),
            extras: Ref::empty(),
        }
    }

    /// Whether the flags are set.
    #[must_use]
    pub const fn is(&self, flags: Flags) -> bool {
        self.flags.has(flags)
    }

    /// Whether no message may show its value: sensitive or write-only.
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        self.is(Flags::SENSITIVE) || self.is(Flags::WRITE_ONLY)
    }

    /// Whether the description is Markdown.
    #[must_use]
    pub fn is_markdown(&self) -> bool {
        is_markdown(&self.description, self.is(Flags::OTHER_KIND))
    }

    /// The description that Terraform gets for blocks with this content, and whether
    /// it is Markdown: the field's description takes precedence over the struct's.
    #[must_use]
    pub fn block_description<'a>(&'a self, content: &'a Block) -> (&'a Text, bool) {
        if self.description.is_empty() && !self.is(Flags::OTHER_KIND) {
            (&content.description, content.is_markdown())
        } else {
            (&self.description, self.is_markdown())
        }
    }

    /// Whether a configuration may hold a value for it: required or optional, or a block.
    #[must_use]
    pub fn is_configurable(&self) -> bool {
        matches!(self.kind, Kind::Block { .. })
            || self.is(Flags::REQUIRED)
            || self.is(Flags::OPTIONAL)
    }

    /// Whether Core lets the provider choose its value if none is configured: computed, or
    /// with a default (such a field is exported as optional and computed).
    #[must_use]
    pub fn is_wire_computed(&self) -> bool {
        self.is(Flags::COMPUTED) || self.default().is_some()
    }

    /// How the field is exported. A default makes it optional and computed in objects that the
    /// provider answers with: only there does Core let it fill a null, and Core treats an optional
    /// field as known before the answer. Elsewhere it is optional.
    #[must_use]
    pub fn wire(&self, kind: SchemaKind) -> Wire {
        if self.default().is_some() {
            return Wire {
                required: false,
                optional: true,
                computed: matches!(
                    kind,
                    SchemaKind::Resource | SchemaKind::DataSource | SchemaKind::Ephemeral
                ),
            };
        }
        Wire {
            required: self.is(Flags::REQUIRED),
            optional: self.is(Flags::OPTIONAL),
            computed: self.is(Flags::COMPUTED),
        }
    }

    /// The type of an attribute; none for nested attributes and blocks.
    pub(crate) fn attribute_type(&self) -> Option<&Type> {
        match &self.kind {
            Kind::Attribute { ty } => Some(ty),
            Kind::Nested { .. } | Kind::Block { .. } => None,
        }
    }

    /// The schema of the nested objects, of a nested attribute or a block.
    #[must_use]
    pub fn nested_block(&self) -> Option<(Nesting, &Ref<Block>)> {
        match &self.kind {
            Kind::Attribute { .. } => None,
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                Some((*nesting, block))
            }
        }
    }

    /// Whether this is a nested block.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.kind, Kind::Block { .. })
    }

    /// Whether this is the `timeouts` of a schema, if it is a field of its root: one struct of
    /// strings, or none.
    #[must_use]
    pub fn holds_timeouts(&self) -> bool {
        if &*self.name != "timeouts" {
            return false;
        }
        let is_one = matches!(self.kind, Kind::Block { max_items: 1, .. });
        let is_text = |field: &Field| field.attribute_type() == Some(&Type::String);
        self.nested_block().is_some_and(|(nesting, block)| {
            (is_one || matches!(nesting, Nesting::Single | Nesting::Group))
                && block.fields.iter().all(is_text)
        })
    }

    /// Whether this is a computed block: if the configuration has none, the provider may choose
    /// them. Such a block needs Terraform 1.16 or later. Unlike that of other blocks, its value may
    /// be null if it is not configured, and unknown as a whole in a plan.
    #[must_use]
    pub fn is_computed_block(&self) -> bool {
        self.is_block() && self.is(Flags::COMPUTED)
    }

    /// The type of its value over gRPC.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        match &self.kind {
            Kind::Attribute { ty } => (**ty).clone(),
            Kind::Block {
                nesting: Nesting::List | Nesting::Map,
                block,
                ..
            } if block.has_dynamic() => Type::Dynamic,
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                nesting.type_of(block.implied_type())
            }
        }
    }

    /// Its value when nothing is configured.
    #[must_use]
    pub fn absent_value(&self) -> Value {
        match &self.kind {
            Kind::Attribute { .. } | Kind::Nested { .. } => Value::Null,
            Kind::Block { nesting, block, .. } => match nesting {
                Nesting::Group => block.empty_object(),
                other => other.empty(),
            },
        }
    }

    /// A value for it that provider code wrote: a struct for at most one block becomes the
    /// only element of a list or set.
    #[doc(hidden)]
    #[must_use]
    pub fn grouped(&self, value: Value) -> Value {
        match &self.kind {
            Kind::Block { nesting, .. } if !(value.is_null() && self.is_computed_block()) => {
                grouped(*nesting, value)
            }
            _ => value,
        }
    }

    /// The default, if it has one.
    #[must_use]
    pub fn default(&self) -> Option<&Default> {
        first_extra!(self, Extra::Default { default } => default)
    }

    /// The validators: those of the Rust type, then the provider developer's in the order in which
    /// they were written.
    pub fn validators(&self) -> impl Iterator<Item = &Validator> {
        self.extras.iter().flat_map(|extra| match extra {
            Extra::OfType { validators, .. } => &**validators,
            Extra::Validate { validator } => std::slice::from_ref(validator),
            _ => &[],
        })
    }

    /// The validators of the Rust type, which any value must pass so that code can read it.
    pub fn type_validators(&self) -> impl Iterator<Item = &Validator> {
        self.extras.iter().flat_map(|extra| match extra {
            Extra::OfType { validators, .. } => &**validators,
            _ => &[],
        })
    }

    /// The function for the canonical form of this field's values.
    #[must_use]
    pub fn canonical(&self) -> Option<CanonicalFn> {
        self.extras.iter().find_map(|extra| match extra {
            Extra::Canonical { canonical } => Some(*canonical),
            Extra::OfType { canonical, .. } => *canonical,
            _ => None,
        })
    }

    /// Whether both values are null or an empty collection, and the field's Rust type does not
    /// distinguish them.
    #[must_use]
    pub fn reads_alike(&self, old: &Value, new: &Value) -> bool {
        let empty = |value: &Value| value.element_count() == Some(0);
        !self.is(Flags::NULLABLE)
            && (old.is_null() && empty(new) || empty(old) && (new.is_null() || empty(new)))
    }

    /// The key by which an element of this set or list continues the prior one with the same key.
    #[must_use]
    pub fn set_key(&self) -> Option<SetKeyFn> {
        first_extra!(self, Extra::SetKey { key } => *key)
    }

    /// The function for the string that is stored instead of the configured one.
    #[must_use]
    pub fn state_fn(&self) -> Option<StateFn> {
        first_extra!(self, Extra::StateFn { state_fn } => *state_fn)
    }

    /// The function that says which changes of this field replace the object, if not all or none
    /// do.
    #[must_use]
    pub fn force_new_when(&self) -> Option<ForceNewWhenFn> {
        first_extra!(self, Extra::ForceNewWhen { when } => *when)
    }

    /// The function that decides which values of this field mean the same.
    #[must_use]
    pub fn suppress(&self) -> Option<SuppressFn> {
        first_extra!(self, Extra::Suppress { suppress } => *suppress)
    }

    /// The fields whose change makes this computed field unknown, if it names some.
    #[must_use]
    pub fn when_changed(&self) -> Option<&[FieldPath]> {
        first_extra!(self, Extra::WhenChanged { fields } => &**fields)
    }

    /// Why it should not be used any more.
    #[must_use]
    pub fn deprecated(&self) -> Option<&str> {
        first_extra!(self, Extra::Deprecated { text } => text.as_str())
    }

    /// Why Terraform sees it as deprecated: it is, or it is removed, which the protocol cannot
    /// express. So Terraform warns about a reference to it, from 1.15 on with this text
    /// ([`deprecation_message`](super::deprecation_message)).
    #[must_use]
    pub fn wire_deprecated(&self) -> Option<&str> {
        self.deprecated().or_else(|| self.removed())
    }

    /// Why it cannot be used any more.
    #[must_use]
    pub fn removed(&self) -> Option<&str> {
        first_extra!(self, Extra::Removed { text } => text.as_str())
    }
}

/// The text of a deprecation for which only the flag is known: schemas printed by an older
/// Terraform have no message.
pub(crate) const DEPRECATED: &str = "deprecated";

/// The message of a deprecation, for Terraform 1.15 and newer. Without one in the
/// schema, Terraform uses its own.
#[must_use]
pub fn deprecation_message(text: &str) -> &str {
    if text == DEPRECATED { "" } else { text }
}

impl Nesting {
    /// The same for the rules.
    pub(crate) const fn for_rules(self) -> schema_rules::Nesting {
        match self {
            Nesting::Single => schema_rules::Nesting::Single,
            Nesting::Group => schema_rules::Nesting::Group,
            Nesting::List => schema_rules::Nesting::List,
            Nesting::Set => schema_rules::Nesting::Set,
            Nesting::Map => schema_rules::Nesting::Map,
        }
    }

    /// No objects, grouped like this: an empty collection, or null.
    pub(crate) const fn empty(self) -> Value {
        match self {
            Nesting::Single | Nesting::Group => Value::Null,
            Nesting::List => Value::List(Vec::new()),
            Nesting::Set => Value::Set(SetValue::new()),
            Nesting::Map => Value::Map(BTreeMap::new()),
        }
    }

    /// The type of objects that are grouped like this.
    #[must_use]
    pub fn type_of(self, object: Type) -> Type {
        match self {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }
}

/// Groups at most one block as a list or set.
#[must_use]
pub fn grouped(nesting: Nesting, value: Value) -> Value {
    match (nesting, value) {
        (Nesting::List | Nesting::Set, Value::Null) => nesting.empty(),
        (Nesting::List, object @ Value::Object(_)) => Value::List(vec![object]),
        (Nesting::Set, object @ Value::Object(_)) => Value::Set([object].into_iter().collect()),
        (_, value) => value,
    }
}
