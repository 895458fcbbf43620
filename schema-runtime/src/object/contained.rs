//! Whether a struct contains itself through others (R230). This must be known before its table is
//! evaluated: for a constant that needs itself, the compiler has its own error.
//!
//! The derive lists the structs that a struct nests, as types ([`Structs`]). From there, a walk
//! searches for the struct itself; a type ([`Depth`]) counts its steps, so that it ends in a cycle
//! too. Longer cycles are left to the compiler, whose single error is at the field and names
//! `a_struct_cannot_contain_itself`: no schema nests so deeply, and every further step costs time
//! for each pair of structs.

use std::marker::PhantomData;

use super::{Object, Objects, nesting};

/// The structs that a struct nests: none, one, or one of them and the rest.
pub trait Structs {
    /// The paths from these to the struct `T`.
    type Paths<T: Object, D: Depth>: NestingPaths;
}

/// The paths of nested structs that lead to a struct.
pub trait NestingPaths {
    /// The least name on them, if there is one: only the struct with the least name in a cycle
    /// reports it.
    const LEAST: Option<&'static str>;
}

/// How many steps may follow.
pub trait Depth {
    /// The paths from the struct `H` to `T`.
    type Paths<H: Object, T: Object>: NestingPaths;
}

/// No further step.
#[derive(Debug)]
enum End {}

/// One more step.
#[derive(Debug)]
struct Step<D>(PhantomData<D>);

type Two<D> = Step<Step<D>>;
type Eight<D> = Two<Two<Two<Two<D>>>>;

/// The maximum number of steps of a walk.
type MaxDepth = Eight<Eight<End>>;

/// No path.
#[derive(Debug)]
pub enum NoPath {}

/// The paths of both.
#[derive(Debug)]
pub struct Both<A, B>(PhantomData<(A, B)>);

/// The paths from `H` to `T`.
#[derive(Debug)]
struct PathsFrom<H, T, D>(PhantomData<(H, T, D)>);

/// A struct.
#[derive(Debug)]
pub struct One<H>(PhantomData<fn() -> H>);

/// No struct.
#[derive(Debug)]
pub struct Nothing;

impl NestingPaths for NoPath {
    const LEAST: Option<&'static str> = None;
}

impl<A: NestingPaths, B: NestingPaths> NestingPaths for Both<A, B> {
    const LEAST: Option<&'static str> = match (A::LEAST, B::LEAST) {
        (Some(a), Some(b)) => Some(lesser(a, b)),
        (Some(a), None) => Some(a),
        (None, b) => b,
    };
}

impl<H: Object, T: Object, D: Depth> NestingPaths for PathsFrom<H, T, D> {
    const LEAST: Option<&'static str> = if order(H::__OF_STRUCT, T::__OF_STRUCT) == 0 {
        Some(T::__OF_STRUCT)
    } else {
        match least_name_on_paths_from::<T, D, _>(H::__nested) {
            Some(least) => Some(lesser(least, H::__OF_STRUCT)),
            None => None,
        }
    };
}

impl Depth for End {
    type Paths<H: Object, T: Object> = NoPath;
}

impl<D: Depth> Depth for Step<D> {
    type Paths<H: Object, T: Object> = PathsFrom<H, T, D>;
}

impl Structs for () {
    type Paths<T: Object, D: Depth> = NoPath;
}

impl<C: Structs, S: Structs> Structs for (C, S) {
    type Paths<T: Object, D: Depth> = Both<C::Paths<T, D>, S::Paths<T, D>>;
}

impl Structs for Nothing {
    type Paths<T: Object, D: Depth> = NoPath;
}

impl<H: Object> Structs for One<H> {
    type Paths<T: Object, D: Depth> = D::Paths<H, T>;
}

/// The content of a field: the inherent constant exists only for structs, and takes precedence over
/// the trait's. Types that do not fit are reported elsewhere.
#[derive(Debug)]
pub struct Holds<N, T>(PhantomData<fn() -> (N, T)>);

impl<N: nesting::Marker, T: Objects<N>> Holds<N, T> {
    /// Structs.
    pub const STRUCT: One<T::Object> = One(PhantomData);
}

/// Applies to fields without structs.
pub trait HoldsNone {
    /// None.
    const STRUCT: Nothing = Nothing;
}

impl<N, T> HoldsNone for Holds<N, T> {}

const fn least_name_on_paths_from<T: Object, D: Depth, S: Structs>(
    _: fn() -> S,
) -> Option<&'static str> {
    <S::Paths<T, D> as NestingPaths>::LEAST
}

/// Whether a struct contains itself.
#[must_use]
pub const fn contains_itself<T: Object>() -> bool {
    least_name_on_paths_from::<T, MaxDepth, _>(T::__nested).is_some()
}

/// Whether a struct contains itself through one of its fields, and is the one in the cycle that
/// reports it.
#[must_use]
pub const fn reports_cycle<T: Object, C: Structs>(_: &C) -> bool {
    let own = match least_name_on_paths_from::<T, MaxDepth, _>(T::__nested) {
        Some(least) => order(T::__OF_STRUCT, least) <= 0,
        None => false,
    };
    own && <C::Paths<T, MaxDepth> as NestingPaths>::LEAST.is_some()
}

const fn lesser(a: &'static str, b: &'static str) -> &'static str {
    if order(a, b) <= 0 { a } else { b }
}

/// Compares two strings: negative if the first one comes first.
pub(crate) const fn order(a: &str, b: &str) -> i32 {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] as i32 - b[i] as i32;
        }
        i += 1;
    }
    (a.len() > i) as i32 - (b.len() > i) as i32
}
