//! [`Function`]: the trait for the struct of a function's parameters.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::FunctionRoot;

use crate::context::FunctionResult;

/// A function that configurations call: `provider::disk::size_mb("2GiB")`.
///
/// The struct's fields are the parameters, in order. Terraform calls functions whenever it
/// evaluates an expression, also during validation and before the provider is configured, and
/// requires the same result for the same arguments. A function therefore gets its arguments only,
/// neither a client nor the environment. It is not `async`: each call has a thread of its own,
/// where it may block, and a panic becomes an error.
///
/// A function is not called with null or unknown values, unless the parameter's type accepts them:
/// an `Option` accepts null, a [`Val`](schema_runtime::data::Val) null and unknown.
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
    /// The result: always the same for the same arguments.
    ///
    /// # Errors
    /// The arguments are invalid.
    fn call(self) -> FunctionResult<Self::Output>;

    /// Validates the arguments together, after their own validators and before
    /// [`call`](Self::call). Arguments whose type accepts it may be null or unknown. If one
    /// variadic argument is unknown, all are; `Between::NUMBERS.at(2)` is one of them.
    ///
    /// An error names its argument by its path, `Between::LEAST.path()`, or
    /// `Between::NUMBERS.at(2).path()` for a variadic one. Terraform underlines the first argument
    /// that an error names, and shows all errors. It shows no warnings of functions, so they are
    /// omitted.
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
