//! `Debug` of types that are shown only in part.

/// `Debug` for a type that shows only this: the rest may be secret, or is not worth showing.
#[doc(hidden)]
#[macro_export]
macro_rules! __debug {
    ($([$($generics:tt)*])? $name:ident $(<$($arguments:tt),*>)?, |$it:ident| $($field:ident = $shown:expr),*) => {
        impl<$($($generics)*)?> ::std::fmt::Debug for $name $(<$($arguments),*>)? {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let $it = self;
                f.debug_struct(stringify!($name))
                    $(.field(stringify!($field), &$shown))*
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use __debug;
