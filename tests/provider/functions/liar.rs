//! A function whose result has the wrong type.

use schema_provider::prelude::*;

/// Claims to be a string, but is a number.
#[derive(Clone, Debug)]
pub struct Liar;

impl schema_provider::schema_runtime::field_type::FieldType for Liar {
    type Known = Self;

    fn from_value(
        _: &schema_provider::Value,
    ) -> std::result::Result<Self, schema_provider::schema_runtime::field_type::Mismatch> {
        Ok(Liar)
    }

    fn to_value(&self) -> schema_provider::Value {
        schema_provider::Value::Bool(true)
    }

    fn placeholder() -> Self {
        Liar
    }
}

impl schema_provider::schema_runtime::field_type::AttributeType for Liar {
    const TYPE: &'static schema_provider::schema_runtime::ty::Type =
        &schema_provider::schema_runtime::ty::Type::String;
}

/// Returns what it does not promise.
#[derive(Function)]
#[function(name = "wrong", output = Liar)]
pub struct Wrong {}

impl Function for Wrong {
    fn call(self) -> FunctionResult<Liar> {
        Ok(Liar)
    }
}
