//! Macros for provider developers: [`bail!`](crate::bail) and
//! [`nothing_to_read!`](crate::nothing_to_read), and what they expand to.

pub use schema_runtime::data::ResourceData;

pub use crate::context::Cx;
pub use crate::result::{IntoDiagnostics, Result};

/// Ends the function with an error: a string, as with [`format!`], or anything that becomes one: a
/// [`Diagnostic`](schema_runtime::diagnostics::Diagnostic), an `Error`, a `Box<dyn Error>`, an
/// `anyhow::Error`.
///
/// ```
/// use schema_provider::prelude::*;
///
/// fn check(name: &str) -> Result {
///     if name.is_empty() {
///         bail!("an image needs a name");
///     }
///     if name.len() > 8 {
///         bail!("{name:?} is longer than {} characters", 8);
///     }
///     if name == "locked" {
///         bail!(Diagnostic::error("the image is locked").with_detail("Unlock it first."));
///     }
///     if name.contains('/') {
///         bail!(std::io::Error::other("a name has no slash"));
///     }
///     Ok(())
/// }
/// assert!(check("a").is_ok());
/// assert_eq!(check("").unwrap_err().to_string(), "Error: an image needs a name");
/// let long = check("a long name").unwrap_err().to_string();
/// assert_eq!(long, r#"Error: "a long name" is longer than 8 characters"#);
/// assert!(check("locked").unwrap_err().to_string().contains("Unlock it first."));
/// assert_eq!(check("a/b").unwrap_err().to_string(), "Error: a name has no slash");
/// ```
#[macro_export]
macro_rules! bail {
    ($text:literal $(, $($arguments:tt)*)?) => {
        $crate::macros::bail!(::std::format!($text $(, $($arguments)*)?))
    };
    () => {
        return ::core::compile_error!("`bail!` takes what went wrong\nhelp: write `bail!(\"the disk is full: {error}\")`")
    };
    ($error:expr, $($more:tt)+) => {
        return ::core::compile_error!("`bail!` takes one error, or a string to format\nhelp: for an error at a field write `bail!(Diagnostic::error(\"…\").at(Image::NAME))`")
    };
    ($error:expr $(,)?) => {
        return ::core::result::Result::Err(
            match $crate::macros::IntoDiagnostics::<::core::convert::Infallible, _>::into_diagnostics(
                ::core::result::Result::<::core::convert::Infallible, _>::Err($error),
            ) {
                ::core::result::Result::Ok(never) => match never {},
                ::core::result::Result::Err(diagnostics) => diagnostics,
            },
        )
    };
}

/// Replaces [`Resource::read`](crate::Resource::read) if there is nothing to read: the object
/// exists only in the state, or the remote system cannot be queried. The stored state stays
/// unchanged.
///
/// Use it only in these cases: changes outside of Terraform go unnoticed.
///
/// ```
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "dice")]
/// # pub struct Dice {}
/// # impl Provider for Dice {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// /// A number that was rolled once.
/// #[derive(Schema)]
/// #[schema(resource = "dice_roll")]
/// pub struct Roll {
///     #[field(computed)]
///     number: i64,
/// }
///
/// impl Resource for Roll {
///     type Provider = Dice;
///
///     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         data.set_id("roll");
///         data.set(Roll::NUMBER, 4);
///         Ok(())
///     }
///
///     nothing_to_read!();
///
///     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
///         Ok(())
///     }
/// }
/// # let mut data = schema_provider::__private::example::reading::<Roll>(r#"{"id": "roll", "number": 4}"#);
/// # Cx::<Roll>::__example((), async |cx, _| Roll::read(cx, &mut data).await).unwrap();
/// # assert_eq!((data.id(), data.get(Roll::NUMBER)), (Some("roll"), 4));
/// ```
#[macro_export]
macro_rules! nothing_to_read {
    () => {
        const NOTHING_TO_READ: bool = true;

        async fn read(
            _: &$crate::macros::Cx<Self>,
            _: &mut $crate::macros::ResourceData<Self>,
        ) -> $crate::macros::Result {
            ::core::result::Result::Ok(())
        }
    };
}

// At the end, because it names macros that must be defined first.
#[doc(no_inline)]
pub use {bail, nothing_to_read};

#[cfg(test)]
mod tests {
    use std::error::Error;

    use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

    use super::*;

    #[test]
    fn bail_takes_texts_and_errors_of_any_kind() {
        let what = "full";
        for told in [
            (|| -> Result { bail!("full") })(),
            (|| bail!("{what}"))(),
            (|| bail!("{}", what,))(),
            (|| bail!("full".to_owned()))(),
            (|| bail!(anyhow::anyhow!("full")))(),
            (|| bail!(std::io::Error::other("full")))(),
            (|| bail!(Box::<dyn Error>::from("full")))(),
            (|| bail!(Box::<dyn Error + Send + Sync>::from("full")))(),
            (|| bail!(Diagnostic::error("full")))(),
            (|| bail!(Diagnostics::from(Diagnostic::error("full"))))(),
        ] {
            assert_eq!(told.unwrap_err().to_string(), "Error: full");
        }
    }
}
