//! A check of one attribute: which one, and what it must be.

use std::fmt;
use std::sync::Arc;

use schema_runtime::address::Address as Dotted;
use schema_runtime::attr::{Attr, AttrAt, AttrPath, IntoField};
use schema_runtime::field_type::FieldType;
use schema_runtime::object::{self, Object};
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use serde_json::Value as Json;

/// The path of a value: a field constant (`Image::SIZE_MB`, `Image::PARTITION.at(0).then(…)`), or a
/// string (`"size_mb"`, `"partition.0.size_mb"`, `"partition[0].size_mb"`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place of a value",
    label = "expected a field, like `Image::NAME`, or a string, like \"partition.0.size_mb\""
)]
pub trait Place {
    /// Whether its type is known: [`Typed`] or [`Untyped`].
    type Kind;

    /// The path.
    #[doc(hidden)]
    fn attribute_ref(self) -> AttributeRef;
}

/// A path whose Rust type is known.
#[derive(Debug)]
pub struct Typed<T>(std::marker::PhantomData<fn() -> T>);

/// A path that is known by name only.
#[derive(Debug)]
pub struct Untyped;

/// The path of a value.
#[doc(hidden)]
#[derive(Clone)]
pub enum AttributeRef {
    /// A path in an object of a struct with these fields.
    Typed(Path, &'static Block),
    /// A string that still has to be parsed with the schema.
    Text(String),
    /// The value itself.
    Root,
}

impl<R: Object, T: FieldType, A> Place for Attr<R, T, A> {
    type Kind = Typed<T>;

    fn attribute_ref(self) -> AttributeRef {
        AttributeRef::Typed(self.path(), object::block::<R>())
    }
}

impl<R: Object, T: FieldType, A> Place for AttrAt<R, T, A> {
    type Kind = Typed<T>;

    fn attribute_ref(self) -> AttributeRef {
        AttributeRef::Typed(self.path(), object::block::<R>())
    }
}

impl Place for &str {
    type Kind = Untyped;

    fn attribute_ref(self) -> AttributeRef {
        AttributeRef::Text(self.to_owned())
    }
}

impl Place for String {
    type Kind = Untyped;

    fn attribute_ref(self) -> AttributeRef {
        AttributeRef::Text(self)
    }
}

impl AttributeRef {
    /// The path, in an object with this block; without one, in a value of unknown type.
    pub(crate) fn path(&self, block: Option<&Block>) -> Result<Path, String> {
        match (self, block) {
            (AttributeRef::Root, _) => Ok(Path::root()),
            (AttributeRef::Typed(path, root), Some(block)) => {
                if same_fields(root, block) {
                    Ok(path.clone())
                } else {
                    Err(format!("{path} is a field of another struct"))
                }
            }
            (AttributeRef::Typed(path, _), None) => Ok(path.clone()),
            (AttributeRef::Text(text), Some(block)) => match Dotted::parse(block, text) {
                Ok(dotted) if !dotted.is_count() => Ok(dotted.path().clone()),
                Ok(_) => Err(format!("{text} is a count: use has_length")),
                // The other notation, which distinguishes indexes and keys.
                Err(error) => match Path::parse(text) {
                    Ok(path) if text.contains('[') => Ok(path),
                    _ => Err(error.to_string()),
                },
            },
            (AttributeRef::Text(text), None) => {
                Path::parse(text).map_err(|error| error.to_string())
            }
        }
    }
}

/// A field constant does not distinguish two structs with the same fields.
fn same_fields(a: &Block, b: &Block) -> bool {
    let theirs = b.fields.iter().map(|field| &field.name);
    std::ptr::eq(a, b) || a.fields.iter().map(|field| &field.name).eq(theirs)
}

impl fmt::Display for AttributeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttributeRef::Typed(path, _) => path.fmt(f),
            AttributeRef::Text(text) => f.write_str(text),
            AttributeRef::Root => f.write_str("the value"),
        }
    }
}

impl fmt::Debug for AttributeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A condition that the test defines.
pub(crate) type Condition = Arc<dyn Fn(&Json) -> bool + Send + Sync>;

/// What a value must be.
#[derive(Clone)]
pub(crate) enum Expected {
    Value(Value),
    Json(Json),
    Null,
    Unknown,
    Known,
    Set,
    Sensitive(bool),
    Length(usize),
    Has(Json),
    HasValue(Value),
    Matches(String),
    Satisfies(String, Condition),
    Kept(bool),
    SameAs(String, AttributeRef),
}

/// One thing that must hold of one value.
#[doc(hidden)]
#[derive(Clone)]
pub struct Expectation {
    pub(crate) attribute: AttributeRef,
    pub(crate) expected: Expected,
}

impl fmt::Debug for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The expected value may be secret.
        self.attribute.fmt(f)
    }
}

/// A type that can hold expectations.
#[doc(hidden)]
pub trait Expects: Sized {
    /// The type that continues afterwards.
    #[doc(hidden)]
    type Check;

    #[doc(hidden)]
    fn expect_of(self, expectation: Expectation) -> Self::Check;
}

/// One value to check: `.attr(Image::SIZE_MB)` and then `.is(64)`. Each
/// method returns the check, for further ones.
#[must_use = "an attribute of which nothing is said is not checked"]
pub struct Attribute<C, K> {
    check: C,
    attribute: AttributeRef,
    kind: std::marker::PhantomData<fn() -> K>,
}

impl<C: fmt::Debug, K> fmt::Debug for Attribute<C, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Attribute").field(&self.attribute).finish()
    }
}

impl<C: Expects, T: FieldType> Attribute<C, Typed<T>> {
    /// It has this value, of the field's own type. Sets are compared without order.
    pub fn is(self, value: impl IntoField<T>) -> C::Check {
        let value = match value.into_field() {
            // For a struct it may be an empty list or set of blocks.
            Value::Null if T::__is_none(&Value::List(Vec::new())) => Value::List(Vec::new()),
            value => value,
        };
        self.expect(Expected::Value(value))
    }

    /// It is a list or set with this element, or a map with this value.
    pub fn contains<E: FieldType>(self, element: E) -> C::Check {
        self.expect(Expected::HasValue(element.to_value()))
    }
}

impl<C: Expects> Attribute<C, Untyped> {
    /// It has this value: a string, a number, a bool, or a whole structure from
    /// `serde_json::json!`. Sets are compared without order.
    pub fn is(self, value: impl Into<Json>) -> C::Check {
        self.expect(Expected::Json(value.into()))
    }

    /// It is a list or set with this element, or a map with this value.
    pub fn contains(self, element: impl Into<Json>) -> C::Check {
        self.expect(Expected::Has(element.into()))
    }
}

impl<C: Expects, K> Attribute<C, K> {
    pub(crate) fn new(check: C, attribute: AttributeRef) -> Self {
        Attribute {
            check,
            attribute,
            kind: std::marker::PhantomData,
        }
    }

    fn expect(self, expected: Expected) -> C::Check {
        self.check.expect_of(Expectation {
            attribute: self.attribute,
            expected,
        })
    }

    /// It is null.
    pub fn is_null(self) -> C::Check {
        self.expect(Expected::Null)
    }

    /// It is not known before the apply.
    pub fn is_unknown(self) -> C::Check {
        self.expect(Expected::Unknown)
    }

    /// It is known, possibly null.
    pub fn is_known(self) -> C::Check {
        self.expect(Expected::Known)
    }

    /// It is known and not null.
    pub fn is_set(self) -> C::Check {
        self.expect(Expected::Set)
    }

    /// Terraform hides it: the schema or the configuration marks it as sensitive.
    pub fn is_sensitive(self) -> C::Check {
        self.expect(Expected::Sensitive(true))
    }

    /// Terraform shows it.
    pub fn is_not_sensitive(self) -> C::Check {
        self.expect(Expected::Sensitive(false))
    }

    /// It is a collection with this many elements.
    pub fn has_length(self, length: usize) -> C::Check {
        self.expect(Expected::Length(length))
    }

    /// It is a string, or a number's digits, in which this pattern (of the crate `regex`) occurs.
    pub fn matches(self, pattern: impl Into<String>) -> C::Check {
        self.expect(Expected::Matches(pattern.into()))
    }

    /// It is known and satisfies this condition; `what` describes the condition in a failure. The
    /// value is passed as `terraform show -json` would print it.
    pub fn satisfies(
        self,
        what: impl Into<String>,
        condition: impl Fn(&Json) -> bool + Send + Sync + 'static,
    ) -> C::Check {
        self.expect(Expected::Satisfies(what.into(), Arc::new(condition)))
    }

    /// It is unchanged: in a plan, compared with the existing object; in the state, with the state
    /// before this step.
    pub fn is_kept(self) -> C::Check {
        self.expect(Expected::Kept(true))
    }

    /// It has changed since before this step.
    pub fn is_changed(self) -> C::Check {
        self.expect(Expected::Kept(false))
    }

    /// It equals a value of another object, or another value of the same object.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn equals( // the address of an object and its attribute; a value: `.is(…)`
        self,
        address: impl Into<String>,
        place: impl Place,
    ) -> C::Check {
        self.expect(Expected::SameAs(address.into(), place.attribute_ref()))
    }
}
