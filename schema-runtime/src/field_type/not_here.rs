//! Messages for missing methods: a method that a provider developer looks for under another name
//! does not compile, and says what to write.

/// Methods of types with a bound that nothing satisfies, one line each: name and arguments, bound,
/// compiler message and help. The label is at the call.
#[doc(hidden)]
#[macro_export]
macro_rules! __not_here {
    ($(
        impl[$($generics:tt)*] $on:ty, $label:tt {
            $($method:ident($($argument:ident),*) is $bound:ident: $message:tt, $help:tt;)+
        }
    )+) => {$(
        $(
            #[doc(hidden)]
            #[diagnostic::on_unimplemented(message = $message, label = $label, note = $help)]
            pub trait $bound {
                /// A type that is unknown to the compiler, so that it reports no further errors
                /// about the use of the answer.
                type Output;
                /// Never called.
                fn never() -> Self::Output;
            }
        )+

        impl<$($generics)*> $on {$(
            #[doc(hidden)]
            #[allow(non_snake_case)]
            pub fn $method<$($argument,)* Me>(&self, $(_: $argument),*) -> Me::Output
            where
                Me: $bound,
                Self: $crate::field_type::SameType<Is = Me>,
            {
                Me::never()
            }
        )+}
    )+};
}

#[doc(hidden)]
pub use __not_here;
