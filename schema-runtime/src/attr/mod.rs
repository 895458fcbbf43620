//! Field constants: the typed constants that the derive generates.
//!
//! `Image::NAME` is an [`Attr<Image, String, Configurable>`]: its type contains its struct,
//! its Rust type and how it may be used. [`at`](AttrPath::at) and
//! [`then`](AttrPath::then) lead into collections and nested structs.
//!
//! ```
//! # schema_runtime::__example!();
//! # let data = applying::<Image>(r#"{"id": "1", "name": "a"}"#, r#"{"name": "a", "partition": [{"label": "boot"}]}"#);
//! let name: String = data.get(Image::NAME);
//! let label: String = data.get(Image::PARTITION.at(0).then(Partition::LABEL));
//! assert_eq!((name.as_str(), label.as_str()), ("a", "boot"));
//! ```
//!
//! # Helpers over any field
//!
//! The bounds of a generic helper come from this module:
//!
//! | trait | bounds | for |
//! |---|---|---|
//! | [`Object`] | `R` | the struct of the field |
//! | [`FieldOf`], [`WholeField`] | the field | reading a place; setting a whole field |
//! | [`FieldType`], [`HasZero`], [`IntoField`] | its type, `Value` | any accessor; `get`; what is set |
//! | [`InState`], [`InConfig`], [`Plannable`] | its access, `Access` | `set`; `config`; the setters of plans |
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::attr::{HasZero, InState, IntoField, Object, WholeField};
//!
//! /// Sets a field where the service answers something else, and says whether it does.
//! fn refresh<R, T, A, F>(data: &mut ResourceData<R>, field: F, answer: T) -> bool
//! where
//!     R: Object,
//!     T: HasZero + IntoField<T> + PartialEq,
//!     A: InState,
//!     F: WholeField<R, Value = T, Access = A> + Copy,
//! {
//!     let differs = data.get(field) != answer;
//!     if differs {
//!         data.set(field, answer);
//!     }
//!     differs
//! }
//!
//! # let mut data = applying::<Image>("null", r#"{"name": "a"}"#);
//! assert!(refresh(&mut data, Image::NOTE, Some("new".to_owned())));
//! assert!(!refresh(&mut data, Image::NAME, "a".to_owned()));
//! ```

mod access;
mod fields;
mod flat;
mod given;
mod into_field;
mod not_indexed;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::diagnostics::IntoPath;
pub use crate::field_type::{FieldType, HasZero};
pub use crate::object::Object;
use crate::path::{Path, Step};
use crate::schema::{Block, Nesting};
use crate::sealed::Sealed;
use crate::value::Value;
pub use access::{
    ComputedOnly, Configurable, InConfig, InState, OptionalComputed, Plannable, WriteOnly,
};
#[doc(hidden)]
pub use access::{NotRemoved, Removed};
pub use fields::{Fields, Places};
#[doc(hidden)]
pub use flat::{Direct, Positions, Through};
pub use flat::{Flat, InFlat};
#[doc(hidden)]
pub use given::{FieldIf, Given, LastText, Missing, Nothing};
#[doc(hidden)]
pub use into_field::FromText;
pub use into_field::IntoField;

/// Owns nothing, and is always `Send` and `Sync`, whatever the types.
type Marker<R, T, A> = PhantomData<fn() -> (R, T, A)>;

/// The constant of a field of `R` with the Rust type `T`. `A` says how it may be used:
/// [`Configurable`], [`OptionalComputed`], [`ComputedOnly`] or [`WriteOnly`].
pub struct Attr<R, T, A = Configurable> {
    position: u16,
    marker: Marker<R, T, A>,
}

impl<R, T, A> Attr<R, T, A> {
    /// For generated code: the field at this position of the block's fields.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(position: u16) -> Self {
        Attr {
            position,
            marker: PhantomData,
        }
    }

    /// The field's position in its block.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position as usize
    }
}

impl<R: Object, T, A> Attr<R, T, A> {
    /// The field's name in configurations and state.
    #[must_use]
    pub fn name(self) -> &'static str {
        let table = R::__BLOCK.fields.table();
        match self.position() < table.len() {
            true => table.get(self.position()).name(),
            false => "",
        }
    }
}

impl<R, T, A> Clone for Attr<R, T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, T, A> Copy for Attr<R, T, A> {}

impl<R: Object, T, A> fmt::Debug for Attr<R, T, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One step of a typed path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum TypedStep {
    /// The field at this position of a block.
    Field(u16),
    /// An element of a list.
    Index(usize),
    /// An element of a map.
    Key(Arc<str>),
}

/// A typed path into a resource: a field, or a place below one.
pub struct AttrAt<R, T, A = Configurable> {
    steps: Vec<TypedStep>,
    marker: Marker<R, T, A>,
}

impl<R, T, A> AttrAt<R, T, A> {
    /// One step further.
    fn below(path: &impl AttrPath, step: TypedStep) -> Self {
        let mut steps = path.steps();
        steps.push(step);
        AttrAt {
            steps,
            marker: PhantomData,
        }
    }
}

impl<R, T, A> Clone for AttrAt<R, T, A> {
    fn clone(&self) -> Self {
        AttrAt {
            steps: self.steps.clone(),
            marker: PhantomData,
        }
    }
}

impl<R, T, A> fmt::Debug for AttrAt<R, T, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AttrAt").field(&self.steps).finish()
    }
}

/// A field of a resource, or a place below one: what accessors take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field",
    label = "expected a field of the resource, like `Image::NAME`"
)]
pub trait AttrPath: Sized {
    /// The struct that the path starts from.
    type Root: Object;
    /// The Rust type of the value at its end.
    type Value: FieldType;
    /// How it may be used.
    type Access;
    #[doc(hidden)]
    const __SEALED: Sealed;

    /// The steps from the root.
    fn steps(&self) -> Vec<TypedStep>;

    /// An element: of a list by `usize`, of a map by `&str`.
    fn at<I: IndexOf<Self::Value>>(self, index: I) -> AttrAt<Self::Root, I::Element, Self::Access> {
        AttrAt::below(&self, index.into_step())
    }

    /// A field of the nested struct at this place.
    fn then<O: Within<Self::Value>, T: FieldType, A>(
        self,
        field: Attr<O, T, A>,
    ) -> AttrAt<Self::Root, T, A> {
        AttrAt::below(&self, TypedStep::Field(field.position))
    }

    /// The path with names, for diagnostics.
    fn path(&self) -> Path {
        to_path(Self::Root::__BLOCK, &self.steps())
    }
}

/// An [`AttrPath`] of this struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of `{R}`",
    label = "expected a field of `{R}`",
    note = "help: a field is named by its constant, `{R}::NAME`, and one of a struct nested in it is reached from there with `.then(…)` and `.at(…)`"
)]
pub trait FieldOf<R: Object>: AttrPath {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

impl<R: Object, O: Object + DataOf<R>, T: FieldType, A: NotRemoved> FieldOf<R> for Attr<O, T, A> {
    const __SEALED: Sealed = Sealed;
}

impl<R: Object, O: Object + DataOf<R>, T: FieldType, A: NotRemoved> FieldOf<R> for AttrAt<O, T, A> {
    const __SEALED: Sealed = Sealed;
}

/// The struct itself: its fields are those of its data.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is a field of `{Self}`, but here are the data of `{R}`",
    label = "a field of `{Self}`, not of `{R}`",
    note = "help: name a field of `{R}`, `{R}::NAME`; one of a struct nested in it is reached from there with `.then(…)` and `.at(…)`"
)]
pub trait DataOf<R> {}

impl<R> DataOf<R> for R {}

/// A field of this struct as a whole, and not a part of one: what can be set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a whole field of `{R}`",
    label = "not a whole field of `{R}`",
    note = "help: name the field by its constant, `{R}::NAME`; lists, sets, maps and blocks are written as a whole: change the value that `get` returned, and set the field to it"
)]
pub trait WholeField<R: Object>: FieldOf<R> {
    /// How it may be used. If this is not a whole field, no further error is reported.
    type Whole;
    /// The field's position in its block.
    fn place(&self) -> usize;
}

impl<R: Object, O: Object + DataOf<R>, T: FieldType, A: NotRemoved> WholeField<R>
    for Attr<O, T, A>
{
    type Whole = A;

    fn place(&self) -> usize {
        self.position()
    }
}

impl<R: Object, T: FieldType, A> AttrPath for Attr<R, T, A> {
    type Root = R;
    type Value = T;
    type Access = A;
    const __SEALED: Sealed = Sealed;

    fn steps(&self) -> Vec<TypedStep> {
        vec![TypedStep::Field(self.position)]
    }
}

impl<R: Object, T: FieldType, A> AttrPath for AttrAt<R, T, A> {
    type Root = R;
    type Value = T;
    type Access = A;
    const __SEALED: Sealed = Sealed;

    fn steps(&self) -> Vec<TypedStep> {
        self.steps.clone()
    }
}

impl<R: Object, T: FieldType, A> IntoPath for Attr<R, T, A> {
    const __SEALED: Sealed = Sealed;

    fn into_path(self) -> Path {
        self.path()
    }
}

impl<R: Object, T: FieldType, A> IntoPath for AttrAt<R, T, A> {
    const __SEALED: Sealed = Sealed;

    fn into_path(self) -> Path {
        self.path()
    }
}

/// A struct that is the value `V`, or the content of an optional value.
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` cannot be reached from a `{V}`",
    label = "a field of `{Self}`",
    note = "help: a struct leads to its own fields only; for a list choose an element first, with `.at(0)`, for a map with `.at(\"key\")`; elements of a set have no address: `get` the set and iterate"
)]
pub trait Within<V> {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

impl<O: Object> Within<O> for O {
    const __SEALED: Sealed = Sealed;
}

impl<O: Object> Within<Option<O>> for O {
    const __SEALED: Sealed = Sealed;
}

/// What can index a collection of type `C`.
#[diagnostic::on_unimplemented(
    message = "`{C}` cannot be indexed by `{Self}`",
    label = "not an index of this field",
    note = "a list is indexed by usize, a map by &str; the elements of a set have no address: iterate over them"
)]
pub trait IndexOf<C> {
    /// The collection's elements.
    type Element: FieldType;
    #[doc(hidden)]
    const __SEALED: Sealed;

    /// The step that this index is.
    fn into_step(self) -> TypedStep;
}

macro_rules! indexes {
    ($($collection:ty, by $index:ty, is $element:ty: $step:expr;)*) => {$(
        impl<T: FieldType> IndexOf<$collection> for $index {
            type Element = $element;
            const __SEALED: Sealed = Sealed;

            fn into_step(self) -> TypedStep {
                let step: fn(Self) -> TypedStep = $step;
                step(self)
            }
        }
    )*};
}

indexes! {
    Vec<T>, by usize, is T: TypedStep::Index;
    Option<Vec<T>>, by usize, is T: TypedStep::Index;
    BTreeMap<String, T>, by &str, is Option<T>: |key| TypedStep::Key(key.into());
    Option<BTreeMap<String, T>>, by &str, is Option<T>: |key| TypedStep::Key(key.into());
    HashMap<String, T>, by &str, is Option<T>: |key| TypedStep::Key(key.into());
    Option<HashMap<String, T>>, by &str, is Option<T>: |key| TypedStep::Key(key.into());
}

/// The value at a typed path; `None` if the path leaves the value (a missing index, a
/// null or unknown on the way).
#[must_use]
#[doc(hidden)]
pub fn walk<'v>(root: &'v Value, steps: &[TypedStep]) -> Option<&'v Value> {
    let mut value = root;
    for step in steps {
        value = match (step, only_block(step, value)) {
            (TypedStep::Field(position), Value::Object(fields)) => {
                fields.get(usize::from(*position))?
            }
            (TypedStep::Index(index), Value::List(elements)) => elements.get(*index)?,
            (TypedStep::Key(key), Value::Map(map)) => map.get(key)?,
            // An unknown on the way: everything below it is unknown too.
            (_, unknown @ Value::Unknown(_)) => return Some(unknown),
            _ => return None,
        };
    }
    Some(value)
}

/// Where a step starts: a step to a field goes through the only block of a list or set.
fn only_block<'v>(step: &TypedStep, value: &'v Value) -> &'v Value {
    match (step, value.elements()) {
        (TypedStep::Field(_), [only]) => only,
        _ => value,
    }
}

/// A typed path with names. A block in a set has no address, so errors inside it are reported
/// at the set.
#[must_use]
#[doc(hidden)]
pub fn to_path(block: &Block, steps: &[TypedStep]) -> Path {
    let mut path = Path::root();
    let mut block = Some((Nesting::Single, block));
    let mut direct = false;
    for step in steps {
        let from_field = std::mem::replace(&mut direct, matches!(step, TypedStep::Field(_)));
        match step {
            TypedStep::Field(position) => {
                let Some((nesting, inside)) = block else {
                    continue;
                };
                match nesting {
                    Nesting::List if from_field => path.push(Step::Index(0)),
                    Nesting::Set if from_field => return path,
                    _ => {}
                }
                if let Some(field) = inside.fields.get(usize::from(*position)) {
                    path.push(Step::Attribute(field.name.clone()));
                    block = field
                        .nested_block()
                        .map(|(nesting, nested)| (nesting, &**nested));
                }
            }
            TypedStep::Index(index) => path.push(Step::Index(*index as u64)),
            TypedStep::Key(key) => path.push(Step::Key(Arc::clone(key).into())),
        }
    }
    path
}
