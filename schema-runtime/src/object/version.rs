//! [`Version`]: the version of a schema as a type, so that the compiler sees which follows which.

/// A version: 64 times the first number, plus the second.
#[derive(Debug)]
pub enum Version<const HIGH: i64, const LOW: i64> {}

/// A version beyond those that the compiler can count.
#[derive(Debug)]
pub enum AnyVersion {}

/// Comes right after the version `V`.
#[diagnostic::on_unimplemented(
    message = "a step of an upgrade must lead from one version to the next, but this one does not",
    label = "not the struct of the next version",
    note = "help: give each struct its version (`#[schema(resource = \"…\", version = 1)]`), and write the steps in the order of the versions, without gaps: state of a version without a step could not be upgraded"
)]
pub trait Follows<V> {}

impl<V> Follows<V> for AnyVersion {}
#[diagnostic::do_not_recommend]
impl<const HIGH: i64, const LOW: i64> Follows<AnyVersion> for Version<HIGH, LOW> {}

macro_rules! follow {
    ($first:literal $next:literal $($rest:literal)*) => {
        #[diagnostic::do_not_recommend]
        impl<const HIGH: i64> Follows<Version<HIGH, $first>> for Version<HIGH, $next> {}
        #[diagnostic::do_not_recommend]
        impl Follows<Version<$first, 63>> for Version<$next, 0> {}
        follow!($next $($rest)*);
    };
    ($last:literal) => {};
}

follow! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
}
