// E0308: a text for the error of a function; at `refused()`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "size_mb", output = i64)]
pub struct SizeMb {
    pub text: String,
}

fn refused() -> std::result::Result<i64, &'static str> {
    Err("no")
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        refused()
    }
}

fn main() {}
