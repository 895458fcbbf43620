//! [`Function`]: what an author implements for the struct of a function's parameters.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::FunctionRoot;

use crate::context::FunctionResult;

/// A function that configurations call: `provider::disk::size_mb("2GiB")`.
///
/// The struct is its parameters, in their order. Terraform calls a function whenever it evaluates an expression, in
/// validation too, on a provider that is not configured, and asks that the same arguments always give the same result:
/// so it gets its arguments and nothing else, neither a client nor the environment. It need not be `async`: each call
/// runs on a thread of its own, where it may block, and a panic becomes an error.
///
/// What is null or unknown never reaches it, unless a parameter's type has room for it: an `Option` takes null, a
/// [`Val`](schema_runtime::data::Val) null and unknown.
///
/// ```
/// use schema_provider::prelude::*;
///
/// /// A size such as `2GiB`, in MiB.
/// #[derive(Function)]
/// #[function(name = "size_mb", output = i64)]
/// pub struct SizeMb {
///     /// A size with its unit.
///     #[param(validate = regex("^[0-9]+ ?[MGT]iB$"))]
///     text: String,
/// }
///
/// impl Function for SizeMb {
///     fn call(self) -> FunctionResult<i64> {
///         let (number, unit) = self.text.split_at(self.text.len() - 3);
///         let number: i64 = number.trim().parse().at(SizeMb::TEXT)?;
///         let factor = match unit {
///             "MiB" => 1,
///             "GiB" => 1 << 10,
///             _ => 1 << 20,
///         };
///         number
///             .checked_mul(factor)
///             .ok_or_else(|| FunctionError::new("no size is that large").at(SizeMb::TEXT))
///     }
/// }
/// # let call = |text: &str| SizeMb { text: text.to_owned() }.call();
/// # assert_eq!(call("2GiB").unwrap(), 2048);
/// # assert_eq!(call("99999999999999TiB").unwrap_err().text(), "no size is that large");
/// ```
///
/// A provider names its functions in [`Provider::functions`](crate::Provider::functions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function",
    label = "needs `impl Function for {Self}`"
)]
pub trait Function: FunctionRoot {
    /// Its result for these arguments: the same one whenever they are the same.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    fn call(self) -> FunctionResult<Self::Output>;

    /// Checks the arguments together, beyond what the validators of each say; it is asked where those accept them all, and
    /// before [`call`](Self::call). Arguments whose type has room for that may be null or unknown, and further arguments of
    /// which one is unknown are unknown together: `Between::NUMBERS.at(2)` is one of them.
    ///
    /// An error names its argument by its path, `Between::LEAST.path()`, that of a further one as `Between::NUMBERS.at(2).path()`: Terraform
    /// underlines the first argument that an error names, and says all errors. It has no place for a function's warnings:
    /// they are left out.
    ///
    /// ```
    /// use schema_provider::prelude::*;
    ///
    /// /// Whether numbers are between two others.
    /// #[derive(Function)]
    /// #[function(name = "between", output = bool)]
    /// pub struct Between {
    ///     least: i64,
    ///     most: i64,
    ///     #[param(variadic)]
    ///     numbers: Vec<i64>,
    /// }
    ///
    /// impl Function for Between {
    ///     fn validate(arguments: ConfigData<'_, Self>) -> Diagnostics {
    ///         let mut wrong = Diagnostics::new();
    ///         if let (Val::Known(least), Val::Known(most)) = (arguments.value(Between::LEAST), arguments.value(Between::MOST))
    ///             && least > most
    ///         {
    ///             wrong.push(Diagnostic::error("it must not be above `most`").at(Between::LEAST.path()));
    ///         }
    ///         wrong
    ///     }
    ///
    ///     fn call(self) -> FunctionResult<bool> {
    ///         Ok(self.numbers.iter().all(|number| (self.least..=self.most).contains(number)))
    ///     }
    /// }
    /// # use schema_provider::Value;
    /// # let arguments = |least: i64, most: i64| {
    /// #     Value::Object(vec![Value::from(least), Value::from(most), Value::List(vec![Value::from(1)])])
    /// # };
    /// # assert!(Between::validate(ConfigData::new(&arguments(0, 2))).is_empty());
    /// # let wrong = Between::validate(ConfigData::new(&arguments(2, 0))).to_string();
    /// # assert!(wrong.contains("(at least)"), "{wrong}");
    /// # assert!(Between { least: 0, most: 2, numbers: vec![1] }.call().unwrap());
    /// ```
    fn validate(arguments: ConfigData<'_, Self>) -> Diagnostics {
        let _ = arguments;
        Diagnostics::new()
    }
}
