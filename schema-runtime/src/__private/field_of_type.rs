//! The parts of a field's table that come from its Rust type: Terraform type, codec functions,
//! flags, kind, extras. All code requires them in the same way: the compiler drops equal messages,
//! so that a type that does not fit is reported once.

use super::{
    AttributeType, Block, Decoder, Encoder, Extra, FieldType, Flags, Nesting, Object, Ref, Row,
    StaticKind, Text, Type, Validator, nesting,
};
use crate::debug::__debug;
use crate::object::Objects;
use crate::schema::{CanonicalFn, grouped};
use crate::ty::ObjectAttribute;
use crate::value::Value;

/// The type of an attribute.
pub struct AttributeOf<T> {
    /// Reads the field at a position.
    pub take: fn(&mut Decoder<'_>, usize) -> T,
    /// Writes the field at a position.
    pub put: fn(&mut Encoder, usize, &T),
    value: fn(&T) -> Value,
    pub(super) ty: &'static Type,
    kind: StaticKind,
    extras: &'static [Extra],
    pub(super) validators: &'static [Validator],
    canonical: Option<CanonicalFn>,
    pub(super) nullable: bool,
    pub(super) may_be_absent: bool,
    holds_nulls: Flags,
    pub(super) secret: bool,
}

impl<T> AttributeOf<T> {
    /// Whether a value of the type can be absent.
    #[must_use]
    pub const fn may_be_absent(&self) -> bool {
        self.may_be_absent
    }

    /// The function for the canonical form, if the type has one.
    #[must_use]
    pub const fn canonical(&self) -> Option<CanonicalFn> {
        self.canonical
    }

    /// Whether it is secret.
    #[must_use]
    pub const fn secret(&self) -> bool {
        self.secret
    }

    /// Converts one of the type's values.
    pub fn value(&self, value: T) -> Value {
        (self.value)(&value)
    }

    /// Whether a value of the type can represent "not set". A collection can: empty and null are
    /// read alike. `Dynamic` cannot: it always has a value, and null is not one.
    pub(super) const fn has_room(&self) -> bool {
        self.nullable || matches!(self.ty, Type::List(_) | Type::Set(_) | Type::Map(_))
    }
}

impl<T> Clone for AttributeOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AttributeOf<T> {}

__debug!([T] AttributeOf<T>, |it| ty = it.ty);

/// The type of a block or a nested attribute.
pub struct ObjectsOf<T> {
    /// Reads the field at a position.
    pub take: fn(&mut Decoder<'_>, usize) -> T,
    /// Writes the field at a position.
    pub put: fn(&mut Encoder, usize, &T),
    /// The objects' own table.
    pub block: &'static Block,
    pub(super) nesting: Nesting,
    pub(super) nullable: bool,
    pub(super) holds_nulls: bool,
    pub(super) alone: bool,
}

impl<T> ObjectsOf<T> {
    /// Whether a value of the type can be absent.
    #[must_use]
    pub const fn may_be_absent(&self) -> bool {
        self.nullable
    }
}

impl<T> Clone for ObjectsOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ObjectsOf<T> {}

__debug!([T] ObjectsOf<T>, |it| nesting = it.nesting);

fn take<T: FieldType>(decoder: &mut Decoder<'_>, position: usize) -> T {
    decoder.take(position)
}

fn put<T: FieldType>(encoder: &mut Encoder, position: usize, field: &T) {
    encoder.put(position, field);
}

/// The only block of a list or set.
fn put_alone<N: nesting::Marker, T: FieldType>(encoder: &mut Encoder, position: usize, field: &T) {
    encoder.put_value(position, grouped(N::NESTING, field.to_value()));
}

/// The Rust type of a known value of an attribute. Its bound is that of [`attribute`], so that an
/// invalid type is reported in the same words.
pub trait KnownOf {
    /// The type inside an `Option`, otherwise the type itself.
    type Known: FieldType;
}

impl<T: AttributeType> KnownOf for T {
    type Known = T::Known;
}

/// A known value of an attribute's type.
pub fn known_value<T: KnownOf>(value: &T::Known) -> Value {
    value.to_value()
}

/// The type of an attribute.
#[must_use]
pub const fn attribute<T: AttributeType>() -> AttributeOf<T> {
    AttributeOf {
        take: take::<T>,
        put: put::<T>,
        value: T::to_value,
        ty: T::TYPE,
        kind: OfType::<T>::KIND,
        extras: OfType::<T>::EXTRAS,
        validators: T::VALIDATORS,
        canonical: T::CANONICAL,
        nullable: T::NULLABLE,
        may_be_absent: T::MAY_BE_ABSENT,
        holds_nulls: holds_nulls::<T>(),
        secret: T::SECRET,
    }
}

/// The bound on an attribute's type if its spelling does not show that it fits: equal to
/// [`AttributeType`], with a message that says how structs of such a spelling are grouped.
macro_rules! asked_in_words {
    ($($bound:ident: $label:literal;)*) => {$(
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a type for an attribute",
            label = $label,
            note = "help: a struct around one value needs #[derive(SchemaNewtype)], one that is a value as a whole, as an object type is, `#[schema(object)]`"
        )]
        pub trait $bound: AttributeType {}

        #[diagnostic::do_not_recommend]
        impl<T: AttributeType> $bound for T {}
    )*};
}

asked_in_words! {
    AttributeAlone: "a struct with #[derive(Schema)] needs `nested(single)` or `block(single)`, an enum #[derive(SchemaEnum)]";
    AttributeList: "structs with #[derive(Schema)] need `nested(list)` or `block(list)`, an enum #[derive(SchemaEnum)]";
    AttributeSet: "structs with #[derive(Schema)] need `nested(set)` or `block(set)`, an enum #[derive(SchemaEnum)]";
    AttributeMap: "structs with #[derive(Schema)] need `nested(map)` or `block(map)`, an enum #[derive(SchemaEnum)]";
}

// These functions are outside the macro, which the compiler would show in full.

/// [`attribute`] of a type by its name alone, or in an `Option`.
#[must_use]
pub const fn attribute_alone<T: AttributeAlone>() -> AttributeOf<T> {
    attribute::<T>()
}

/// [`attribute`] of a list.
#[must_use]
pub const fn attribute_list<T: AttributeList>() -> AttributeOf<T> {
    attribute::<T>()
}

/// [`attribute`] of a set.
#[must_use]
pub const fn attribute_set<T: AttributeSet>() -> AttributeOf<T> {
    attribute::<T>()
}

/// [`attribute`] of a map.
#[must_use]
pub const fn attribute_map<T: AttributeMap>() -> AttributeOf<T> {
    attribute::<T>()
}

/// The bound of [`objects`]: equal to [`Objects`], but the compiler lists no implementations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not fit its grouping",
    label = "not the type for this grouping, or the struct lacks #[derive(Schema)]",
    note = "help: `list` groups a Vec<T>, `set` a Set<T>, `map` a BTreeMap<String, T>, `single` a T or Option<T>; a block with `max_items = 1` is also a T or Option<T>, a nested attribute also an Option of a collection"
)]
pub trait Grouped<N: nesting::Marker>: Objects<N> {}

#[diagnostic::do_not_recommend]
impl<N: nesting::Marker, T: Objects<N>> Grouped<N> for T {}

/// The type of a block or a nested attribute.
#[must_use]
pub const fn objects<N: nesting::Marker, T: Grouped<N>>() -> ObjectsOf<T> {
    ObjectsOf {
        take: take::<T>,
        put: if T::ALONE {
            put_alone::<N, T>
        } else {
            put::<T>
        },
        block: <T::Object as Object>::a_struct_cannot_contain_itself,
        nesting: N::NESTING,
        nullable: T::NULLABLE,
        holds_nulls: T::HOLDS_NULLS,
        alone: T::ALONE,
    }
}

/// An attribute whose extras all come from its type.
#[must_use]
pub const fn plain<T>(of: AttributeOf<T>, at: [u32; 3], flags: Flags) -> Row {
    Row {
        at,
        flags: room(flags, of.nullable, of.holds_nulls),
        kind: kind(of),
        extras: of.extras,
    }
}

/// The flags, with `SENSITIVE` if the type is secret.
#[must_use]
pub const fn hidden_if_secret<T>(of: AttributeOf<T>, flags: Flags) -> Flags {
    flags.with_if(of.secret, Flags::SENSITIVE)
}

/// The flags, with those that say where null is possible.
const fn room(flags: Flags, nullable: bool, inside: Flags) -> Flags {
    flags.with(inside).with_if(nullable, Flags::NULLABLE)
}

/// Where inside a type null is possible.
const fn holds_nulls<T: AttributeType>() -> Flags {
    let levels = Flags::HOLDS_NULLS.with(Flags::nulls_at(T::NULL_LEVELS));
    Flags::NONE.with_if(T::HOLDS_NULLS, levels)
}

/// The flags of a nested attribute: an `Option` distinguishes a null collection from an empty one,
/// or a null element from a struct.
#[must_use]
pub const fn flags_of_objects<T>(of: ObjectsOf<T>, flags: Flags) -> Flags {
    let inside = Flags::NONE.with_if(of.holds_nulls, Flags::HOLDS_NULLS);
    room(flags, of.nullable, inside)
}

/// The kind of an attribute.
#[must_use]
pub const fn kind<T>(of: AttributeOf<T>) -> StaticKind {
    of.kind
}

/// What a type contributes: each part is computed once, and not for each of its fields.
struct OfType<T>(std::marker::PhantomData<T>);

impl<T: AttributeType> OfType<T> {
    const KIND: StaticKind = StaticKind::attribute(T::TYPE);
    const FLAGS: Flags = room(Flags::NONE, T::NULLABLE, holds_nulls::<T>());
    const EXTRAS: &'static [Extra] = if T::VALIDATORS.is_empty() && T::CANONICAL.is_none() {
        &[]
    } else {
        &[extra_of::<T>()]
    };
}

/// The short form of [`plain`] for a type that surely fits.
#[must_use]
pub const fn field<T: AttributeType>(at: [u32; 3], flags: Flags) -> Row {
    Row {
        at,
        flags: flags.with(OfType::<T>::FLAGS),
        kind: OfType::<T>::KIND,
        extras: OfType::<T>::EXTRAS,
    }
}

/// The short form of [`of_type`] for a type that surely fits.
#[must_use]
pub const fn extra_of<T: AttributeType>() -> Extra {
    of_checks(T::VALIDATORS, T::CANONICAL)
}

/// What the Rust type of an attribute contributes.
#[must_use]
pub const fn of_type<T>(of: AttributeOf<T>) -> Extra {
    of_checks(of.validators, of.canonical)
}

const fn of_checks(value: &'static [Validator], canonical: Option<CanonicalFn>) -> Extra {
    Extra::OfType {
        validators: Ref::Static { value },
        canonical,
    }
}

/// The kind of a nested attribute.
#[must_use]
pub const fn nested<T>(of: ObjectsOf<T>) -> StaticKind {
    StaticKind::Nested(of.nesting, of.block)
}

/// The kind of a list, set or map block.
#[must_use]
pub const fn block<T>(of: ObjectsOf<T>, min_items: u32, max_items: u32) -> StaticKind {
    StaticKind::Block(of.nesting, of.block, [min_items, max_items])
}

/// The kind of a single block: a plain struct must be there, an `Option` may be missing.
#[must_use]
pub const fn single_block<T>(of: ObjectsOf<T>) -> StaticKind {
    block(of, if of.nullable { 0 } else { 1 }, 1)
}

/// A field of an object type.
#[must_use]
pub const fn member<T>(name: &'static str, of: AttributeOf<T>) -> ObjectAttribute {
    ObjectAttribute {
        name: Text::text(name),
        ty: of.ty.static_copy(),
        optional: false,
    }
}

/// Whether a field of an object type has semantic equality.
#[must_use]
pub const fn any_form(forms: &[Option<CanonicalFn>]) -> bool {
    for_each!(&form in forms, {
        if form.is_some() {
            return true;
        }
    });
    false
}
