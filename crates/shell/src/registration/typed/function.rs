//! A function.

use std::marker::PhantomData;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::field_type::Mismatch;
use schema_runtime::object::{decode, function_schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::FunctionSchema;
use schema_runtime::value::Value;

use crate::context::FunctionError;
use crate::result::Result;
use crate::traits::Function;
use crate::untyped::UntypedFunction;

/// A [`Function`] without its type.
pub(crate) struct TypedFunction<F>(pub(crate) PhantomData<fn() -> F>);

impl<F: Function> UntypedFunction for TypedFunction<F> {
    fn schema(&self) -> Ref<FunctionSchema> {
        function_schema::<F>().into()
    }

    fn validate(&self, arguments: &Value) -> Diagnostics {
        F::validate(ConfigData::new(arguments))
    }

    fn call(&self, arguments: Value) -> Result<Value, FunctionError> {
        let function = decode::<F>(&arguments).map_err(unreadable)?;
        match function.call() {
            Ok(output) => Ok(F::__result(output)),
            Err(error) => Err(error.of::<F>()),
        }
    }
}

/// The error for arguments that do not have the parameters' types; all are reported, and the error
/// names the first.
fn unreadable(mismatch: Mismatch) -> FunctionError {
    let error = FunctionError::new(mismatch.to_string());
    match mismatch.places().next() {
        Some((path, _)) => error.at_path(path.clone()),
        None => error,
    }
}
