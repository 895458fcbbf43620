//! The function `note`.

use schema_provider::prelude::*;

/// A string in upper case, with an end.
#[derive(Function)]
#[function(name = "note", output = String)]
pub struct Note {
    /// The text.
    #[param(validate = length(1..))]
    pub text: String,
}

impl Function for Note {
    fn call(self) -> FunctionResult<String> {
        if self.text.ends_with('!') {
            return Err(FunctionError::new("it has an end already").at(Note::TEXT));
        }
        Ok(format!("{}!", self.text.to_uppercase()))
    }
}
