//! A constant in a validator's list: one value, or an array or slice of values.

use core::mem::{forget, replace};

use crate::refs::Text;

/// A constant in a list of values.
#[derive(Debug)]
pub struct Listed<T>(pub T);

/// Types that can be listed among values that the tables hold as `V`.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` does not list values of this field",
    label = "none of the field's values",
    note = "help: a constant is a value of the field's type (a `&str` for text), or an array or slice of these: `const LEVELS: [&str; 2] = [\"low\", \"high\"];`"
)]
pub trait Lists<V> {
    /// The constant in the form in which the compiler reads its values.
    type As;
}

/// The constant, if it lists values of this type.
pub const fn listed<V, T: Lists<V, As = Listed<T>> + Copy>(constant: T) -> T::As {
    Listed(constant)
}

/// Implements listing for constants of each type, with their values as the table holds them.
macro_rules! listed {
    ($($ty:ty as $value:ty: $zero:expr, |$it:ident| $one:expr;)*) => {$(
        listed!(@ [] $ty, $ty as $value, $zero, |$it, _| $one, |_| 1);
        listed!(@ [const N: usize] [$ty; N], $ty as $value, $zero, |list, at| { let $it = list[at]; $one }, |_| N);
        listed!(@ [] &'static [$ty], $ty as $value, $zero, |list, at| { let $it = list[at]; $one }, |list| list.len());
    )*};
    (@ [$($given:tt)*] $list:ty, $ty:ty as $value:ty, $zero:expr, |$it:pat_param, $at:pat_param| $one:expr, |$all:pat_param| $len:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($given)*> Lists<$value> for $list {
            type As = Listed<Self>;
        }

        impl<$($given)*> Listed<$list> {
            /// How many values there are.
            #[must_use]
            #[allow(clippy::len_without_is_empty)]
            pub const fn len(&self) -> usize {
                let $all = self.0;
                $len
            }

            /// All of them.
            #[must_use]
            #[allow(clippy::cast_lossless, forgetting_copy_types)]
            pub const fn values<const LEN: usize>(&self) -> [$value; LEN] {
                let mut values = [const { $zero }; LEN];
                let mut at = 0;
                while at < LEN {
                    let ($it, $at) = (self.0, at);
                    // Constants cannot drop values.
                    forget(replace(&mut values[at], $one));
                    at += 1;
                }
                values
            }
        }
    };
}

listed! {
    &'static str as Text: Text::text(""), |it| Text::text(it);
    u8 as i128: 0, |it| it as i128;
    u16 as i128: 0, |it| it as i128;
    u32 as i128: 0, |it| it as i128;
    u64 as i128: 0, |it| it as i128;
    usize as i128: 0, |it| it as i128;
    i8 as i128: 0, |it| it as i128;
    i16 as i128: 0, |it| it as i128;
    i32 as i128: 0, |it| it as i128;
    i64 as i128: 0, |it| it as i128;
    i128 as i128: 0, |it| it;
    f32 as f64: 0.0, |it| it as f64;
    f64 as f64: 0.0, |it| it;
}
